-- yaml-language-server in the same buffers: YAML that is no manifest, then a CRD. Started by run.py.
package.path = vim.env.CRDLS_E2E_SCRIPTS .. '/?.lua;' .. package.path
local seen = require('seen')
local beside = seen.story.beside
local OURS, PEER = 'crdls', 'yamlls'
local client, said, says = seen.client, seen.reported_by, seen.says

local function check(what, holds, shown)
  return seen.check(('%s, two servers: %s'):format(vim.fs.basename(vim.api.nvim_buf_get_name(0)), what), holds, shown)
end

local function attach()
  vim.opt.runtimepath:prepend(seen.story.config)
  vim.lsp.config(PEER, {
    cmd = { seen.story.peer, '--stdio' },
    filetypes = { 'yaml' },
    root_markers = { '.git' },
    settings = { yaml = { schemaStore = { enable = false }, format = { enable = true } }, redhat = { telemetry = { enabled = false } } },
  })
  vim.lsp.enable({ PEER, OURS })
  vim.api.nvim_create_autocmd('LspAttach', { callback = function(event) vim.lsp.completion.enable(true, event.data.client_id, event.buf) end })
end

local function both()
  local there = seen.await(function() return client(OURS) and client(PEER) and client(OURS).initialized and client(PEER).initialized end)
  return check('both are attached', there, vim.tbl_map(function(one) return one.name end, vim.lsp.get_clients({ bufnr = 0 })))
end

local function messages(found) return vim.tbl_map(function(one) return one.message end, found) end

local function findings(wanted)
  seen.await(function() return vim.iter(wanted.findings):all(function(text) return says(PEER, text) end) end)
  vim.wait(seen.SETTLE) -- ours would be late
  check('its findings', vim.iter(wanted.findings):all(function(text) return says(PEER, text) end), messages(said(PEER)))
  check('none is ours', #said(OURS) == 0 and #vim.diagnostic.get(0) == #said(PEER), messages(said(OURS)))
end

local function hover(at, wanted, unwanted)
  seen.go(at)
  vim.lsp.buf.hover()
  local window = seen.await(seen.float)
  local shown = window and table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), ' ') or ''
  local all = vim.iter(wanted):all(function(text) return shown:find(text, 1, true) end)
  check(('hover on %s is of %s'):format(at, #wanted == 1 and 'one' or 'both'), all and not (unwanted and shown:find(unwanted, 1, true)), shown)
  if window then vim.api.nvim_win_close(window, true) end
end

local function completion(wanted, labels_wanted, indent)
  local before, line = vim.api.nvim_buf_get_lines(0, 0, -1, false), seen.find(wanted.under)
  vim.api.nvim_buf_set_lines(0, line + 1, line + 1, false, { indent })
  local labels = seen.typed(line + 1, wanted.typed, labels_wanted[#labels_wanted])
  check(('the menu behind %q'):format(wanted.typed), vim.iter(labels_wanted):all(function(label) return vim.list_contains(labels, label) end), table.concat(labels, ', '))
  local written = vim.trim(vim.api.nvim_buf_get_lines(0, line + 1, line + 2, false)[1])
  check('what was chosen of it is in the text', vim.startswith(written, labels_wanted[#labels_wanted] .. ':'), written)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, before)
end

local function values(wanted)
  vim.cmd.edit(wanted.file)
  if not both() then return end
  findings(wanted)
  hover(wanted.hover.at, { wanted.hover.shows }, '# ' .. OURS)
  completion(wanted.completion, { wanted.completion.offers }, '')
end

local function judged(wanted)
  local function theirs() return says(OURS, wanted.ours.says) and says(PEER, wanted.peers.says) end
  seen.await(theirs)
  check('the finding ' .. wanted.ours.code .. ' is ours', says(OURS, wanted.ours.says) and not says(PEER, wanted.ours.says), messages(said(OURS)))
  check('the finding of the schema is its', says(PEER, wanted.peers.says) and not says(OURS, wanted.peers.says), messages(said(PEER)))
end

local function fix(wanted)
  seen.go(wanted.at)
  local titles = {}
  vim.lsp.buf.code_action { apply = true, filter = function(action) table.insert(titles, action.title) return action.title == wanted.title end }
  local applied = seen.await(function() return not seen.text():find(wanted.before, 1, true) end)
  check('our fix is in the text', applied and seen.text():find(wanted.after, 1, true), table.concat(titles, ', '))
end

local function rename(wanted)
  seen.go(wanted.at)
  vim.lsp.buf.rename(wanted.to)
  local renamed = seen.await(function() return seen.text():find(wanted.after, 1, true) end)
  check(('a rename of %s is ours'):format(wanted.from), renamed and not seen.text():find(wanted.from, 1, true), renamed and wanted.after or seen.text())
end

local function format(wanted)
  local method = 'textDocument/formatting'
  seen.await(function() return client(PEER):supports_method(method) end) -- announced late, by its settings
  local able = vim.tbl_map(function(one) return one.name end, vim.lsp.get_clients({ bufnr = 0, method = method }))
  check('one of them formats', vim.deep_equal(able, { PEER }), able)
  vim.lsp.buf.format({ timeout_ms = 10000 })
  check('it formats', not seen.text():find(wanted.before, 1, true) and seen.text():find(wanted.after, 1, true), wanted.after)
end

local function mend(wanted)
  seen.replace('scope: ' .. wanted.ours.text, 'scope: ' .. wanted.ours.mended)
  seen.replace('group: ' .. wanted.peers.text, 'group: ' .. wanted.peers.mended)
  seen.await(function() return not says(OURS, wanted.ours.says) and not says(PEER, wanted.peers.says) end)
  vim.wait(seen.SETTLE)
  check('edits mend both', not says(OURS, wanted.ours.says) and not says(PEER, wanted.peers.says), messages(vim.diagnostic.get(0)))
end

seen.play(function()
  attach()
  vim.cmd.edit(beside.crd.file)
  if not both() then return end
  judged(beside.crd)
  values(beside.values)
  vim.cmd.edit { beside.crd.file, bang = true }
  judged(beside.crd)
  hover(beside.crd.hover.at, { beside.crd.hover.ours, beside.crd.hover.peers })
  completion(beside.crd.completion, { beside.crd.completion.ours, beside.crd.completion.peers }, '  ')
  rename(beside.crd.rename)
  fix(beside.crd.fix)
  format(beside.crd.format)
  mend(beside.crd)
  -- Neovim goes on to the next server when one has renamed, and tells that this one has nothing.
  local said = vim.tbl_filter(function(text) return text ~= 'Nothing to rename' end, seen.said)
  check('no server fails in front of the user', #said == 0, said)
  local log = vim.fn.readfile(vim.lsp.get_log_path())
  local errors = vim.tbl_filter(function(line) return line:find('[ERROR]', 1, true) end, log)
  check('no error in lsp.log', #errors == 0, errors)
end)
