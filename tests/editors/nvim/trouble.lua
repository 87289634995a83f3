-- A server that falls over, one that cannot start, one that is not there. Started by run.py.
package.path = vim.env.CRDLS_E2E_SCRIPTS .. '/?.lua;' .. package.path
local seen = require('seen')
local story = seen.story
local crd = story.crd

--- Long enough for whatever would start servers again and again.
local REST = 2000 -- ms

local function configure(config)
  vim.opt.runtimepath:prepend(story.config)
  vim.lsp.config('crdls', config)
  vim.lsp.enable('crdls')
  vim.cmd.edit(crd.file)
end

local function messages()
  return vim.tbl_filter(function(text) return text:find('crdls', 1, true) end, seen.said)
end

local plays = {}

function plays.killed()
  configure({})
  seen.await(function() return #seen.reported(crd.finding.code) > 0 end)
  vim.uv.kill(seen.started()[1], 'sigkill')
  seen.await(function() return #messages() > 0 end)
  vim.wait(REST)
  seen.check('a server that is killed: one message', #messages() == 1, messages())
  seen.check('it is not started again by itself', #seen.started() == 1, { starts = #seen.started() })
  vim.cmd.edit { bang = true }
  seen.await(function() return #seen.started() == 2 and #seen.reported(crd.finding.code) > 0 end)
  seen.check(':edit starts it again, and the finding is there', #seen.started() == 2 and #seen.reported(crd.finding.code) == 1, { starts = #seen.started(), codes = seen.codes() })
end

function plays.crashing()
  configure({ cmd = { story.crashing, 'lsp' } })
  seen.await(function() return #messages() > 0 end)
  vim.wait(REST)
  seen.check('a server that crashes at its start: one start, then rest', #seen.started() == 1, { starts = #seen.started() })
  seen.check('it is one message', #messages() == 1, messages())
end

function plays.missing()
  configure({ cmd = { '/no/such/crdls', 'lsp' } })
  vim.wait(REST)
  seen.check('a wrong path: no client, the file can be edited', not seen.client() and vim.bo.modifiable, 'no client')
  vim.cmd.checkhealth('vim.lsp')
  local line = vim.iter(vim.split(seen.text(), '\n')):find(function(line) return line:find('/no/such/crdls', 1, true) and line:find('executable') end)
  seen.check(':checkhealth vim.lsp says it', line, vim.trim(line or 'nothing'))
end

seen.play(plays[vim.env.CRDLS_E2E_PLAY])
