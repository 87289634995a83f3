-- What was seen in this Neovim: checks, and what one does to see something. Knows no story.
local M = { folder = vim.env.CRDLS_E2E, checks = {}, said = {} }
M.story = vim.json.decode(table.concat(vim.fn.readfile(M.folder .. '/story.json'), '\n'))
local TIMEOUT, TICK = 15000, 5 -- ms
M.SETTLE = 500

-- What a person is told, and what the server's program was started for.
vim.notify = function(text) table.insert(M.said, text) end

function M.check(what, holds, shown)
  local text = type(shown) == 'string' and shown or shown ~= nil and vim.inspect(shown, { newline = ' ', indent = '' }) or ''
  table.insert(M.checks, { what = what, holds = not not holds, shown = text })
  return holds
end

--- Waits until `condition` gives something, and gives that.
function M.await(condition)
  local found
  vim.wait(TIMEOUT, function()
    found = condition()
    return found
  end, TICK)
  return found
end

--- Where `text` starts in the buffer: a 0-based line and a byte column. `text+3` is three bytes behind that.
function M.find(text)
  local wanted, offset = text:match('^(.-)%+(%d+)$')
  wanted, offset = wanted or text, tonumber(offset or 0)
  for line, content in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = content:find(wanted, 1, true)
    if column then return line - 1, column - 1 + offset end
  end
  error(('the story speaks of %q, which is not in the file'):format(wanted))
end

function M.go(text)
  local line, column = M.find(text)
  vim.api.nvim_win_set_cursor(0, { line + 1, column })
  return line, column
end

function M.replace(text, by)
  local line, column = M.find(text)
  vim.api.nvim_buf_set_text(0, line, column, line, column + #text, vim.split(by, '\n', { plain = true }))
end

function M.text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') end

function M.reported(code)
  return vim.tbl_filter(function(found) return found.code == code end, vim.diagnostic.get(0))
end

--- The client of a server in the buffer.
function M.client(name) return vim.lsp.get_clients({ bufnr = 0, name = name })[1] end

--- What a client reports in the buffer: pushed or pulled, it has namespaces of its own.
function M.reported_by(name)
  local id = M.client(name).id
  return vim.tbl_filter(function(found)
    return vim.diagnostic.get_namespace(found.namespace).name:find(('%%.%s%%.%d'):format(name, id))
  end, vim.diagnostic.get(0))
end

--- Whether a client reports something in the buffer that contains `text`.
function M.says(name, text)
  return vim.iter(M.reported_by(name)):any(function(found) return found.message:find(text, 1, true) end)
end

function M.covered(found)
  return table.concat(vim.api.nvim_buf_get_text(0, found.lnum, found.col, found.end_lnum, found.end_col, {}), '\n')
end

function M.codes()
  return vim.tbl_map(function(found) return found.code end, vim.diagnostic.get(0))
end

function M.client() return vim.lsp.get_clients({ bufnr = 0, name = 'crdls' })[1] end

--- The processes of the server since Neovim was started, oldest first: run.py's wrapper writes them down.
function M.started()
  local list = M.folder .. '/pids'
  return vim.uv.fs_stat(list) and vim.tbl_map(tonumber, vim.fn.readfile(list)) or {}
end

function M.float()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then return window end
  end
end

--- Types at the end of a line, asks for the menu and takes the proposal of that label, by keys.
--- Gives the labels of the menu.
function M.typed(line, text, label)
  vim.o.completeopt = 'menuone,noselect'
  vim.api.nvim_win_set_cursor(0, { line + 1, 0 })
  local labels, asked, start = nil, false, vim.uv.hrtime()
  local function look()
    if vim.uv.hrtime() - start > TIMEOUT * 1e6 then return '<Esc>' end
    if not asked then
      asked = true
      vim.lsp.completion.get()
    elseif vim.fn.pumvisible() == 1 then
      labels = vim.tbl_map(function(item) return item.abbr end, vim.fn.complete_info({ 'items' }).items)
      local place = vim.iter(ipairs(labels)):find(function(_, one) return one == label end)
      return place and ('<C-n>'):rep(place) .. '<C-y>' or '<Esc>'
    end
  end
  local timer = assert(vim.uv.new_timer())
  timer:start(50, 20, vim.schedule_wrap(function()
    if timer:is_closing() or vim.fn.mode() ~= 'i' then return end
    local keys = look()
    if not keys then return end
    timer:close()
    vim.api.nvim_input(keys)
    vim.defer_fn(function() vim.api.nvim_input('<Esc>') end, M.SETTLE)
  end))
  vim.api.nvim_feedkeys('A' .. text, 'tx!', false)
  -- A snippet leaves its keys behind, which select its first stop.
  vim.wait(M.SETTLE)
  vim.api.nvim_feedkeys(vim.keycode('<Esc><Esc>'), 'tx', false)
  if vim.snippet.active() then vim.snippet.stop() end
  return labels or {}
end

--- Plays, writes what was seen and ends Neovim.
function M.play(scenes)
  local ok, trouble = xpcall(scenes, debug.traceback)
  if not ok then M.check('the story was played to its end', false, trouble) end
  local seen = { editor = 'nvim ' .. tostring(vim.version()), checks = M.checks, said = M.said }
  vim.fn.writefile({ vim.json.encode(seen) }, M.folder .. '/seen.json')
  vim.cmd.qall { bang = true }
end

return M
