-- Markers in Go types, beside gopls where that is installed. Started by run.py.
package.path = vim.env.CRDLS_E2E_SCRIPTS .. '/?.lua;' .. package.path
local seen = require('seen')
local go, peer = seen.story.go, seen.story.gopls ~= ''
local OURS, PEER = 'crdls', 'gopls'
local client, said, says = seen.client, seen.reported_by, seen.says

local function check(what, holds, shown) return seen.check(('%s: %s'):format(vim.fs.basename(go.file), what), holds, shown) end

local function attach()
  vim.opt.runtimepath:prepend(seen.story.config)
  if peer then
    vim.lsp.config(PEER, { cmd = { seen.story.gopls }, filetypes = { 'go' }, root_markers = { 'go.mod' } })
    vim.lsp.enable(PEER)
  end
  vim.lsp.enable(OURS)
  vim.api.nvim_create_autocmd('LspAttach', { callback = function(event) vim.lsp.completion.enable(true, event.data.client_id, event.buf) end })
end

local function messages(name) return vim.tbl_map(function(found) return found.message end, said(name)) end

local function findings()
  for _, wanted in ipairs { go.marker, go.rule } do
    seen.await(function() return says(OURS, wanted.says) end)
    check('the finding ' .. wanted.code, says(OURS, wanted.says) and #seen.reported(wanted.code) == 1, messages(OURS))
  end
  if peer then
    seen.await(function() return says(PEER, go.peers.says) end)
    check('the finding in the code is of gopls', says(PEER, go.peers.says) and not says(OURS, go.peers.says), messages(PEER))
  end
  check('no finding is there twice', #vim.diagnostic.get(0) == (peer and 3 or 2), vim.diagnostic.count(0))
end

--- What the servers answer, by their names.
local function hovers(at)
  seen.go(at)
  local shown = {}
  for _, one in ipairs(vim.lsp.get_clients({ bufnr = 0 })) do
    local params = vim.lsp.util.make_position_params(0, one.offset_encoding)
    local answer = one:request_sync('textDocument/hover', params, 10000, 0)
    if answer and answer.result then shown[one.name] = answer.result.contents.value end
  end
  return shown
end

local function hover()
  local shown = hovers(go.hover.at)
  check('a marker is explained by one server', (shown[OURS] or ''):find(go.hover.shows, 1, true) and not shown[PEER], shown)
  shown = hovers(go.peers.hover.at)
  check('the code is not explained by crdls', not shown[OURS], shown)
  if peer then check('it is by gopls', (shown[PEER] or ''):find(go.peers.hover.shows, 1, true), shown[PEER]) end
end

local function completion()
  local wanted, before = go.completion, vim.api.nvim_buf_get_lines(0, 0, -1, false)
  local line = seen.find(wanted.under)
  vim.api.nvim_buf_set_lines(0, line + 1, line + 1, false, { '' })
  local labels = seen.typed(line + 1, wanted.typed, wanted.offers)
  local offered = vim.tbl_filter(function(label) return label == wanted.offers end, labels)
  check('the menu in a marker has it once', #offered == 1 and not vim.list_contains(labels, wanted.unwanted), table.concat(labels, ', '))
  local written = vim.trim(vim.api.nvim_buf_get_lines(0, line + 1, line + 2, false)[1])
  check('what was chosen of it is in the text', vim.startswith(written, wanted.writes), written)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, before)
end

local function fix(wanted)
  seen.go(wanted.at)
  local titles = {}
  vim.lsp.buf.code_action { apply = true, filter = function(action) table.insert(titles, action.title) return action.title == wanted.title end }
  local applied = seen.await(function() return not seen.text():find(wanted.before, 1, true) end)
  check('the fix of ' .. wanted.code, applied and seen.text():find(wanted.after, 1, true), table.concat(titles, ', '))
  check('it fixes ' .. wanted.code, seen.await(function() return #seen.reported(wanted.code) == 0 end), seen.codes())
end

seen.play(function()
  attach()
  vim.cmd.edit(go.file)
  if not check('attached', seen.await(function() return client(OURS) and (not peer or client(PEER)) end), peer and 'beside gopls' or 'alone') then return end
  findings()
  hover()
  completion()
  fix(go.marker)
  fix(go.rule)
  check('no server fails in front of the user', #seen.said == 0, seen.said)
end)
