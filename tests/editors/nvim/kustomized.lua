-- A patch of an overlay: what the API server rejects of the built object, what is built of a document, the base, another name
-- for a field, and completion. Started by run.py.
package.path = vim.env.CRDLS_E2E_SCRIPTS .. '/?.lua;' .. package.path
local seen = require('seen')
local story = seen.story
local wanted = story.kustomized

local function asked(method, params)
  local answer = seen.client():request_sync(method, params, 5000, 0)
  return answer and answer.result
end

local function built()
  local text = asked('workspace/executeCommand', { command = 'crdls.showBuilt', arguments = { vim.uri_from_bufnr(0) } })
  return type(text) == 'string' and text or vim.inspect(text)
end

seen.play(function()
  vim.opt.runtimepath:prepend(story.config)
  vim.lsp.enable('crdls')
  vim.cmd.edit(wanted.patch)
  if not seen.check('attached', seen.await(function() return seen.client() and seen.client().initialized end)) then return end
  local found = seen.await(function() return seen.reported(wanted.code)[1] end)
  seen.check('the patch writes what the API server rejects', found and seen.covered(found) == wanted.value, seen.codes())
  seen.replace(wanted.change.replace, wanted.change.by)
  seen.check('an edit of the patch mends it', seen.await(function() return #seen.reported(wanted.code) == 0 end), seen.codes())
  local patch = vim.api.nvim_get_current_buf()
  local text = built()
  seen.check('what is built of the patch', text:find(wanted.built, 1, true) and text:find(wanted.change.by, 1, true), text)
  local function shown() return vim.api.nvim_buf_get_name(0):find(wanted.page, 1, true) end
  seen.check('and its page is opened', seen.await(shown) and seen.text() == text:gsub('\n$', ''), vim.api.nvim_buf_get_name(0))
  vim.api.nvim_set_current_buf(patch)
  seen.go(wanted.name)
  vim.lsp.buf.definition()
  local function in_base() return vim.endswith(vim.api.nvim_buf_get_name(0), wanted.base) end
  seen.check('the definition of its name is in the base', seen.await(in_base), vim.api.nvim_buf_get_name(0))
  local base = vim.api.nvim_get_current_buf()
  seen.await(function() return seen.client() end)
  local line, column = seen.find(wanted.hover.at)
  local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line, character = column } }
  local function hover()
    local answer = asked('textDocument/hover', params)
    return answer and answer.contents and answer.contents.value or ''
  end
  seen.check('a hover in the base shows the built value', seen.await(function() return hover():find(wanted.hover.shows, 1, true) end), hover())
  vim.api.nvim_set_current_buf(patch)
  seen.go(wanted.rename.at)
  vim.lsp.buf.rename(wanted.rename.to)
  local crd = vim.fn.bufadd(story.root .. '/' .. wanted.crd)
  local function text(buffer) return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') end
  for _, buffer in ipairs({ patch, base, crd }) do
    local renamed = seen.await(function() return text(buffer):find(wanted.rename.after, 1, true) end)
    seen.check('a rename in the patch reaches ' .. vim.api.nvim_buf_get_name(buffer), renamed, text(buffer))
  end
  local completion = wanted.completion
  vim.lsp.completion.enable(true, seen.client().id, 0)
  local line = seen.find(completion.under) + 1
  vim.api.nvim_buf_set_lines(0, line, line, false, { vim.fn.getline(line):match('^%s*') })
  local labels = seen.typed(line, completion.typed, completion.offers)
  seen.check('a completion in a patch', vim.list_contains(labels, completion.offers), labels)
  seen.check('it is in the text', seen.await(function() return seen.text():find(completion.writes, 1, true) end), seen.text())
end)
