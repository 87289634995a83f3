-- Edits in a custom resource: a completion inside quotes that are closed, one in JSON, a fix; what code lenses do; crdls.toml.
-- Started by run.py.
package.path = vim.env.CRDLS_E2E_SCRIPTS .. '/?.lua;' .. package.path
local seen = require('seen')
local story = seen.story.edits

local function check(what, holds, shown) return seen.check(vim.fs.basename(vim.api.nvim_buf_get_name(0)) .. ': ' .. what, holds, shown) end

local function open(file)
  vim.cmd.edit { file, bang = true }
  seen.await(function() return seen.client() and seen.client().initialized end)
  vim.lsp.completion.enable(true, seen.client().id, 0)
end

--- Takes what the story offers, and looks at the text.
local function taken(what, line, typed, wanted)
  local labels = seen.typed(line, typed, wanted.offers)
  check(what .. ', the menu', vim.list_contains(labels, wanted.offers), table.concat(labels, ', '))
  check(what .. ', the text', seen.text():find(wanted.writes, 1, true), vim.trim(vim.fn.getline(line + 1)))
end

local function quoted(wanted)
  seen.replace(wanted.replace, '""')
  taken('a completion inside quotes', seen.find('""'), vim.keycode('<Left>') .. wanted.typed, wanted)
end

local function json(wanted)
  local line = seen.find(wanted.behind)
  local before = vim.fn.getline(line + 1)
  vim.api.nvim_buf_set_lines(0, line, line + 1, false, { before .. ',', (before:match('^%s*')) })
  taken('a completion in JSON', line + 1, wanted.typed, wanted)
  check('it is JSON', pcall(vim.json.decode, seen.text()), vim.trim(vim.fn.getline(line + 2)))
end

local function fix(wanted)
  local there = seen.await(function() return #seen.reported(wanted.code) > 0 end)
  seen.go(wanted.at)
  local titles = {}
  vim.lsp.buf.code_action { apply = true, filter = function(action) table.insert(titles, action.title) return action.title == wanted.title end }
  seen.await(function() return seen.text():find(wanted.after, 1, true) end)
  check('the fixes of a custom resource', vim.list_contains(titles, wanted.title), table.concat(titles, ', '))
  check('the fix is in the text', seen.text():find(wanted.after, 1, true) and not seen.text():find(wanted.before, 1, true), wanted.after)
  check('the fix mends ' .. wanted.code, there and seen.await(function() return #seen.reported(wanted.code) == 0 end), { left = seen.codes() })
end

--- Code lenses: the references of a kind in the quickfix list, the cost report as a document.
local function lenses(file)
  open(file)
  local crd = vim.api.nvim_get_current_buf()
  local function titles() return vim.tbl_map(function(lens) return lens.command and lens.command.title or '' end, vim.lsp.codelens.get(crd)) end
  vim.lsp.codelens.refresh { bufnr = crd }
  seen.await(function() return #titles() > 0 and not vim.list_contains(titles(), '') end)
  for _, wanted in ipairs { 'objects in the workspace', 'cost', 'sample', 'v2 clients' } do
    local found = vim.iter(titles()):any(function(title) return title:find(wanted, 1, true) end)
    check('a code lens: ' .. wanted, found, table.concat(titles(), ' | '))
  end
  -- Of several lenses in a line a person chooses one.
  vim.ui.select = function(items, options, chosen) chosen(items[1], 1) end
  local function run(line)
    vim.api.nvim_set_current_buf(crd)
    vim.api.nvim_win_set_cursor(0, { line + 1, 0 })
    vim.lsp.codelens.run()
  end
  run(seen.find('kind: Dial'))
  local list = seen.await(function() return #vim.fn.getqflist() > 0 and vim.fn.getqflist() end) or {}
  check('the references of the kind', #list >= 2, vim.tbl_map(function(item) return vim.fs.basename(vim.fn.bufname(item.bufnr)) end, list))
  vim.cmd.cclose()
  run(seen.find('- name: v1'))
  local shown = seen.await(function() return vim.api.nvim_buf_get_name(0):find('cost.txt', 1, true) end)
  check('the cost report', shown and seen.text():find('self.needle', 1, true), vim.trim(vim.fn.getline(1)))
end

--- A mistake in the settings, and its fix.
local function settings()
  vim.fn.writefile({ "kubernets = '1.36'" }, seen.story.root .. '/crdls.toml')
  open('crdls.toml')
  local found = seen.await(function() return vim.diagnostic.get(0)[1] end)
  check('a misspelt setting', found and seen.covered(found) == 'kubernets', found and found.message)
  seen.go('kubernets')
  vim.lsp.buf.code_action { apply = true, filter = function(action) return action.title == 'Replace with `kubernetes`' end }
  seen.await(function() return seen.text():find('kubernetes', 1, true) end)
  check('its fix', seen.await(function() return #vim.diagnostic.get(0) == 0 end), seen.text())
end

seen.play(function()
  vim.opt.runtimepath:prepend(seen.story.config)
  vim.lsp.enable('crdls')
  open(story.fix.file)
  fix(story.fix)
  open(story.quoted.file)
  quoted(story.quoted)
  open(story.json.file)
  json(story.json)
  lenses(seen.story.rule.file)
  settings()
end)
