-- The main path: a broken CRD, a right one with a rule, a custom resource of it. Started by run.py.
package.path = vim.env.CRDLS_E2E_SCRIPTS .. '/?.lua;' .. package.path
local seen = require('seen')
local story = seen.story

local function name() return vim.fs.basename(vim.api.nvim_buf_get_name(0)) end

local function check(what, holds, shown) return seen.check(name() .. ': ' .. what, holds, shown) end

local function attach()
  local exit
  vim.opt.runtimepath:prepend(story.config)
  vim.lsp.config('crdls', { on_exit = function(code, signal) exit = { code = code, signal = signal } end })
  vim.lsp.enable('crdls')
  vim.cmd.edit(story.crd.file)
  seen.await(function() return seen.client() and seen.client().initialized end)
  local client = seen.client()
  if not check('attached', client, client and client.server_info) then return end
  check('the root of the workspace', client.root_dir == story.root, vim.fs.basename(client.root_dir or '?'))
  vim.lsp.completion.enable(true, client.id, 0)
  vim.api.nvim_create_autocmd('LspAttach', { callback = function(event) vim.lsp.completion.enable(true, event.data.client_id, event.buf) end })
  return client, function() return exit end
end

local function finding(wanted)
  seen.await(function() return #seen.reported(wanted.code) > 0 end)
  local found = seen.reported(wanted.code)[1]
  local text = found and seen.covered(found)
  check('the finding ' .. wanted.code, text == wanted.text, text and ('%d: %s at %s'):format(found.lnum + 1, vim.split(found.message, '\n')[1], text) or seen.codes())
end

--- As a person does it: the float, not the answer on the wire.
local function hover(wanted)
  seen.go(wanted.at)
  vim.lsp.buf.hover()
  local window = seen.await(seen.float)
  local shown = window and table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), ' ') or ''
  check('hover on ' .. wanted.at, shown:find(wanted.shows, 1, true), shown)
  if window then vim.api.nvim_win_close(window, true) end
end

local function completion(wanted)
  local before, line = vim.api.nvim_buf_get_lines(0, 0, -1, false), seen.find(wanted.under or wanted.behind)
  if wanted.under then
    vim.api.nvim_buf_set_lines(0, line + 1, line + 1, false, { (vim.fn.getline(line + 1):match('^%s*')) })
    line = line + 1
  end
  local labels = seen.typed(line, wanted.typed, wanted.offers)
  check(('the menu behind %q'):format(vim.trim(wanted.typed)), vim.list_contains(labels, wanted.offers), table.concat(labels, ', '))
  local function count(text) return select(2, text:gsub(vim.pesc(wanted.writes), '')) end
  local written = count(seen.text()) > count(table.concat(before, '\n'))
  check('what was chosen of it is in the text', written, vim.trim(vim.api.nvim_buf_get_lines(0, line, line + 1, false)[1]))
  vim.api.nvim_buf_set_lines(0, 0, -1, false, before)
end

--- The list that a person gets.
local function symbols(wanted)
  vim.fn.setloclist(0, {})
  vim.lsp.buf.document_symbol()
  local list = seen.await(function()
    local items = vim.fn.getloclist(0)
    return #items > 0 and table.concat(vim.tbl_map(function(item) return item.text end, items), ', ')
  end) or ''
  vim.cmd.lclose()
  check('symbols', vim.iter(wanted):all(function(one) return list:find(one, 1, true) end), list)
end

local function hints(wanted)
  vim.lsp.inlay_hint.enable(true, { bufnr = 0 })
  local labels
  local found = seen.await(function()
    labels = vim.tbl_map(function(one)
      local label = one.inlay_hint.label
      return type(label) == 'string' and label or vim.iter(label):map(function(part) return part.value end):join('')
    end, vim.lsp.inlay_hint.get({ bufnr = 0 }))
    return vim.iter(labels):any(function(label) return label:find(wanted, 1, true) end)
  end)
  check('inlay hints', found, table.concat(labels, ' | '))
end

local function tokens(wanted)
  local line, column = seen.go(wanted.at)
  local function here()
    return vim.tbl_map(function(token) return token.type end, vim.lsp.semantic_tokens.get_at_pos(0, line, column) or {})
  end
  seen.await(function() return #here() > 0 end)
  check('the semantic token at ' .. wanted.at, vim.list_contains(here(), wanted.type), here())
end

local function mend(wanted, code)
  local there = seen.await(function() return #seen.reported(code) > 0 end)
  seen.replace(wanted.replace, wanted.by)
  local gone = seen.await(function() return #seen.reported(code) == 0 end)
  vim.wait(seen.SETTLE) -- a report on an older text may still be under way
  check('an edit mends ' .. code, there and gone and #seen.reported(code) == 0, { left = seen.codes() })
end

local function fix(wanted)
  local there = seen.await(function() return #seen.reported(wanted.code) > 0 end)
  seen.go(wanted.at)
  local titles = {}
  vim.lsp.buf.code_action { apply = true, filter = function(action) table.insert(titles, action.title) return action.title == wanted.title end }
  local applied = seen.await(function() return not seen.text():find(wanted.before, 1, true) end)
  check('the fixes at ' .. wanted.at, vim.list_contains(titles, wanted.title), table.concat(titles, ', '))
  local after, times = wanted.after:match('^(.-)#?(%d*)$')
  local _, written = seen.text():gsub(vim.pesc(after), '')
  check('the fix is in the text', applied and written == (tonumber(times) or 1), ('%s is %s now'):format(wanted.before, after))
  local gone = seen.await(function() return #seen.reported(wanted.code) == 0 end)
  check('the fix mends ' .. wanted.code, there and gone, { left = seen.codes() })
end

--- A custom resource and its CRD, both open: the CRD is changed and not saved, and judges anew.
local function judged(wanted)
  seen.go(wanted.hover.at)
  vim.lsp.buf.definition()
  seen.await(function() return name() == wanted.crd end)
  local line = vim.trim(vim.api.nvim_get_current_line())
  if not check('the definition of ' .. wanted.hover.at, name() == wanted.crd and line == wanted.definition.line, line) then return end
  local code = wanted.finding.code
  seen.replace(wanted.change.replace, wanted.change.by)
  vim.cmd.buffer(wanted.file)
  local gone = seen.await(function() return #seen.reported(code) == 0 end)
  vim.wait(seen.SETTLE)
  check('an edit of the CRD, not saved, judges anew', gone and #seen.reported(code) == 0, { left = seen.codes() })
  vim.cmd.buffer(wanted.crd)
  vim.cmd.undo()
  vim.cmd.buffer(wanted.file)
  check('its undo judges as before', seen.await(function() return #seen.reported(code) > 0 end), { left = seen.codes() })
end

local function scene(wanted)
  seen.await(seen.client)
  if wanted.finding then finding(wanted.finding) end
  hover(wanted.hover)
  symbols(wanted.symbols)
  if wanted.hint then hints(wanted.hint) end
  if wanted.token then tokens(wanted.token) end
  completion(wanted.completion)
end

seen.play(function()
  local client, exit = attach()
  if not client then return end
  scene(story.crd)
  mend(story.crd.mend, story.crd.finding.code)
  fix(story.crd.fix)
  vim.cmd.edit { story.rule.file, bang = true }
  scene(story.rule)
  vim.cmd.edit { story.instance.file, bang = true }
  scene(story.instance)
  judged(story.instance)
  mend(story.instance.mend, story.instance.finding.code)
  client:stop()
  local ended = seen.await(exit)
  check('the server ends in order', ended and ended.code == 0 and ended.signal == 0, ended)
end)
