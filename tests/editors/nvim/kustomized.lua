-- A patch of an overlay: what the API server rejects of the built object, and what is built of a document. Started by run.py.
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
  vim.cmd.edit({ wanted.base, bang = true })
  seen.await(function() return seen.client() end)
  local line, column = seen.find(wanted.hover.at)
  local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line, character = column } }
  local function hover()
    local answer = asked('textDocument/hover', params)
    return answer and answer.contents and answer.contents.value or ''
  end
  seen.check('a hover in the base shows the built value', seen.await(function() return hover():find(wanted.hover.shows, 1, true) end), hover())
end)
