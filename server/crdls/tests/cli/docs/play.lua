-- Does what a page says ($CRDLS_DOCS/block.lua), opens $CRDLS_DOCS_FILE and writes what is reported of it.
local folder = vim.env.CRDLS_DOCS
local seen = { findings = {}, errors = {} }
local done, err = pcall(dofile, folder .. '/block.lua')
if not done then table.insert(seen.errors, err) end
vim.cmd.edit(vim.fn.fnameescape(vim.env.CRDLS_DOCS_FILE))
vim.wait(15000, function() return #vim.diagnostic.get(0) > 0 end, 20)
for _, found in ipairs(vim.diagnostic.get(0)) do table.insert(seen.findings, found.message) end
vim.fn.writefile({ vim.json.encode(seen) }, folder .. '/seen.json')
vim.cmd('qa!')
