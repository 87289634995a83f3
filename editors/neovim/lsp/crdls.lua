--- crdls: Kubernetes CustomResourceDefinitions and custom resources, validated as the API server does.
--- For Neovim 0.11 and newer: `vim.lsp.enable('crdls')`.

---@type vim.lsp.Config
return {
  cmd = { 'crdls', 'lsp' },
  filetypes = { 'yaml', 'json' },
  root_markers = { 'crdls.toml', '.git' },
  settings = { crdls = vim.empty_dict() }, -- a plain {} would go out as a list
}
