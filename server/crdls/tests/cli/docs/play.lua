-- Does what a page says ($CRDLS_DOCS/block.lua), opens $CRDLS_DOCS_FILE and writes what is reported of it, and what the
-- server says of itself.
local folder = vim.env.CRDLS_DOCS
local seen = { findings = {}, errors = {} }
local done, err = pcall(dofile, folder .. '/block.lua')
if not done then table.insert(seen.errors, err) end
vim.cmd.edit(vim.fn.fnameescape(vim.env.CRDLS_DOCS_FILE))
vim.wait(15000, function() return #vim.diagnostic.get(0) > 0 end, 20)
local client = vim.lsp.get_clients({ bufnr = 0, name = 'crdls' })[1]
local answer = client and client:request_sync('crdls/status', vim.empty_dict(), 5000, 0)
seen.status = answer and answer.result
for _, found in ipairs(vim.diagnostic.get(0)) do table.insert(seen.findings, found.message) end
vim.fn.writefile({ vim.json.encode(seen) }, folder .. '/seen.json')
vim.cmd('qa!')
