---@brief
---
--- URL-OF-CRDLS
---
--- crdls: Kubernetes CustomResourceDefinitions and custom resources, validated as the API server does.
--- For Neovim 0.11 and newer: `vim.lsp.enable('crdls')`.

--- References of what a code lens is above, in the quickfix list.
local function show_references(command, context)
  local client = assert(vim.lsp.get_client_by_id(context.client_id))
  local uri, position = unpack(command.arguments)
  local params = { textDocument = { uri = uri }, position = position, context = { includeDeclaration = false } }
  client:request('textDocument/references', params, function(_, found)
    if not found or #found == 0 then return vim.notify('crdls: there is no reference') end
    vim.fn.setqflist({}, ' ', { title = command.title, items = vim.lsp.util.locations_to_items(found, client.offset_encoding) })
    vim.cmd('botright copen')
  end, context.bufnr)
end

---@type vim.lsp.Config
return {
  cmd = { 'crdls', 'lsp' },
  filetypes = { 'yaml', 'json', 'toml', 'go' },
  root_dir = function(bufnr, on_dir)
    -- Of TOML only the settings of crdls.
    local name = vim.fs.basename(vim.api.nvim_buf_get_name(bufnr))
    if vim.bo[bufnr].filetype ~= 'toml' or name == 'crdls.toml' then on_dir(vim.fs.root(bufnr, { 'crdls.toml', '.git' })) end
  end,
  commands = { ['crdls.showReferences'] = show_references },
  settings = { crdls = vim.empty_dict() }, -- a plain {} would go out as a list
}
