-- A custom resource that is not open: what an edit of its CRD makes of it, and a rename that reaches it. Started by run.py.
package.path = vim.env.CRDLS_E2E_SCRIPTS .. '/?.lua;' .. package.path
local seen = require('seen')
local story = seen.story
local wanted = story.closed

local function codes(buffer)
  return vim.tbl_map(function(found) return found.code end, vim.diagnostic.get(buffer))
end

seen.play(function()
  vim.opt.runtimepath:prepend(story.config)
  vim.lsp.enable('crdls')
  vim.cmd.edit(wanted.crd)
  if not seen.check('attached', seen.await(function() return seen.client() and seen.client().initialized end)) then return end
  local buffer = vim.fn.bufadd(story.root .. '/' .. wanted.file)
  local function broken() return vim.list_contains(codes(buffer), wanted.code) end
  seen.check(wanted.file .. ', not open: the finding ' .. wanted.code, seen.await(broken), codes(buffer))
  seen.replace(wanted.change.replace, wanted.change.by)
  seen.check('an edit of its CRD mends it', seen.await(function() return not broken() end), codes(buffer))
  vim.cmd.undo()
  seen.check('its undo breaks it again', seen.await(broken), codes(buffer))
  seen.go(wanted.rename.at)
  vim.lsp.buf.rename(wanted.rename.to)
  local function text() return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') end
  local renamed = seen.await(function() return text():find(wanted.rename.after, 1, true) end)
  seen.check('a rename in the CRD reaches ' .. wanted.file, renamed, text())
  seen.check('and the CRD', seen.text():find(wanted.rename.to .. ':', 1, true), wanted.rename.to)
end)
