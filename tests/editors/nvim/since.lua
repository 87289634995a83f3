-- A CRD that is changed after it was committed: a breaking change as a diagnostic, hover and a fix. Started by run.py.
package.path = vim.env.CRDLS_E2E_SCRIPTS .. '/?.lua;' .. package.path
local seen = require('seen')
local story = seen.story
local wanted = story.since

seen.play(function()
  vim.opt.runtimepath:prepend(story.config)
  vim.lsp.enable('crdls')
  vim.cmd.edit(wanted.file)
  if not seen.check('attached', seen.await(function() return seen.client() and seen.client().initialized end)) then return end
  seen.replace(wanted.change.replace, wanted.change.by)
  seen.await(function() return #seen.reported(wanted.finding.code) > 0 end)
  local found = seen.reported(wanted.finding.code)[1]
  local message = found and found.message or ''
  seen.check('the breaking change ' .. wanted.finding.code, message:find(wanted.finding.says, 1, true), found and message or seen.codes())
  seen.go(wanted.hover.at)
  vim.lsp.buf.hover()
  local window = seen.await(seen.float)
  local shown = window and table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), ' ') or ''
  seen.check('its hover', shown:gsub('`', ''):find(wanted.hover.shows, 1, true), shown)
  if window then vim.api.nvim_win_close(window, true) end
  seen.go(wanted.hover.at)
  vim.lsp.buf.code_action({ apply = true, filter = function(action) return action.title == wanted.fix end })
  local restored = seen.await(function() return seen.text():find(wanted.old, 1, true) end)
  seen.check('the fix ' .. wanted.fix, restored, restored and wanted.old or seen.text())
  seen.check('nothing is breaking any more', seen.await(function() return #seen.reported(wanted.finding.code) == 0 end), seen.codes())
end)
