-- Plays $CRDLS_E2E/story.json in this Neovim and writes what it saw to $CRDLS_E2E/seen.json. Started by run.py.
local folder = vim.env.CRDLS_E2E
local story = vim.json.decode(table.concat(vim.fn.readfile(folder .. '/story.json'), '\n'))
local seen = { editor = 'nvim ' .. tostring(vim.version()), failures = {}, ms = vim.empty_dict() }
local TIMEOUT, SETTLE = 15000, 500 -- ms

local function expect(holds, what)
  if not holds then table.insert(seen.failures, what) end
  return holds
end

--- Waits until `condition` holds, and notes how long that took.
local function await(name, condition)
  local start = vim.uv.hrtime()
  local holds = vim.wait(TIMEOUT, condition, 5)
  seen.ms[name] = math.floor((vim.uv.hrtime() - start) / 1e6)
  return expect(holds, 'timed out: ' .. name)
end

--- Where `text` starts in the buffer: a 0-based line and a byte column.
local function find(text)
  for line, content in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = content:find(text, 1, true)
    if column then return line - 1, column - 1 end
  end
  error(('the story speaks of %q, which is not in the file'):format(text))
end

local function replace(text, by)
  local line, column = find(text)
  vim.api.nvim_buf_set_text(0, line, column, line, column + #text, vim.split(by, '\n', { plain = true }))
end

local function reported(code)
  return vim.tbl_filter(function(found) return found.code == code end, vim.diagnostic.get(0))
end

local function covered(found)
  return table.concat(vim.api.nvim_buf_get_text(0, found.lnum, found.col, found.end_lnum, found.end_col, {}), '\n')
end

local function attach()
  vim.opt.runtimepath:prepend(story.config)
  local exit
  vim.lsp.config('crdls', { on_exit = function(code, signal) exit = { code = code, signal = signal } end })
  vim.lsp.enable('crdls')
  vim.cmd.edit(vim.fn.fnameescape(story.file))
  local function client() return vim.lsp.get_clients({ bufnr = 0, name = 'crdls' })[1] end
  if not await('attached', function() return client() and client().initialized end) then return end
  seen.server, seen.encoding = client().server_info, client().offset_encoding
  expect(client().root_dir == story.root, 'the root is ' .. tostring(client().root_dir))
  return client(), function() return exit end
end

local function diagnosed(wanted)
  if not await('diagnostics', function() return #reported(wanted.code) > 0 end) then return end
  local shown = vim.tbl_map(function(found)
    return { line = found.lnum + 1, code = found.code, source = found.source, message = found.message, text = covered(found) }
  end, vim.diagnostic.get(0))
  local at = vim.tbl_map(covered, reported(wanted.code))
  expect(vim.list_contains(at, wanted.text), ('%s is at %s'):format(wanted.code, vim.inspect(at)))
  return shown
end

local function float()
  return vim.iter(vim.api.nvim_list_wins()):find(function(window) return vim.api.nvim_win_get_config(window).relative ~= '' end)
end

--- As a person does it: the float, not the answer on the wire.
local function hovered(wanted)
  local line, column = find(wanted.at)
  vim.api.nvim_win_set_cursor(0, { line + 1, column })
  vim.lsp.buf.hover()
  if not await('hover', float) then return end
  local shown = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float()), 0, -1, false), '\n')
  expect(shown:find(wanted.shows, 1, true), 'the hover does not show ' .. wanted.shows)
  vim.api.nvim_win_close(float(), true)
  return shown
end

--- Types `typed` on a line of its own under the line of `under`, with its indentation, and asks what may follow.
local function completed(client)
  local line = find(story.completion.under)
  local indentation = vim.fn.getline(line + 1):match('^%s*')
  vim.api.nvim_buf_set_lines(0, line + 1, line + 1, false, { indentation .. story.completion.typed })
  vim.o.virtualedit = 'onemore'
  vim.api.nvim_win_set_cursor(0, { line + 2, #vim.fn.getline(line + 2) })
  local start = vim.uv.hrtime()
  local answer, trouble = client:request_sync('textDocument/completion', vim.lsp.util.make_position_params(0, client.offset_encoding), TIMEOUT, 0)
  seen.ms.completion = math.floor((vim.uv.hrtime() - start) / 1e6)
  local result = answer and answer.result or {}
  seen.completion = vim.tbl_map(function(item) return item.label end, result.items or result)
  expect(not trouble and vim.list_contains(seen.completion, story.completion.offers), 'the completion does not offer ' .. story.completion.offers)
  vim.api.nvim_buf_set_lines(0, line + 1, line + 2, false, {})
end

local function mended()
  expect(#reported(story.diagnostic.code) > 0, 'the finding went before it was mended')
  replace(story.mend.replace, story.mend.by)
  await('mended', function() return #reported(story.diagnostic.code) == 0 end)
  vim.wait(SETTLE) -- a report on an older text may still be under way
  expect(#reported(story.diagnostic.code) == 0, 'the finding came back')
  seen.left = vim.tbl_map(function(found) return found.code end, vim.diagnostic.get(0))
end

local function name() return vim.fs.basename(vim.api.nvim_buf_get_name(0)) end

--- A custom resource and its CRD, both open: the CRD is changed and not saved, and judges anew.
local function judged()
  local wanted = story.instance
  local resource, crd = vim.fs.basename(wanted.file), vim.fs.basename(wanted.crd)
  vim.cmd.edit(resource)
  local buffer = vim.api.nvim_get_current_buf()
  seen.instance = { diagnostics = diagnosed(wanted.diagnostic) }
  seen.instance.hover = hovered(wanted.hover)
  local line, column = find(wanted.hover.at)
  vim.api.nvim_win_set_cursor(0, { line + 1, column })
  vim.lsp.buf.definition()
  if not await('definition', function() return name() == crd end) then return end
  seen.instance.definition = vim.trim(vim.api.nvim_get_current_line())
  expect(seen.instance.definition == wanted.definition.line, 'the definition is at ' .. seen.instance.definition)
  replace(wanted.change.replace, wanted.change.by)
  vim.cmd.buffer(resource)
  expect(vim.api.nvim_get_current_buf() == buffer, 'the custom resource is in another buffer')
  await('judged anew', function() return #reported(wanted.diagnostic.code) == 0 end)
  vim.wait(SETTLE)
  expect(#reported(wanted.diagnostic.code) == 0, 'the finding of the custom resource came back')
  vim.cmd.buffer(crd)
  vim.cmd.undo()
  vim.cmd.buffer(resource)
  await('judged as before', function() return #reported(wanted.diagnostic.code) > 0 end)
end

local function play()
  local client, exit = attach()
  if not client then return end
  seen.diagnostics = diagnosed(story.diagnostic)
  seen.hover = hovered(story.hover)
  completed(client)
  -- the text is what it was: the finding must come back before it can go
  if await('restored', function() return #reported(story.diagnostic.code) > 0 end) then mended() end
  judged()
  client:stop()
  if await('exit', exit) then expect(exit().code == 0 and exit().signal == 0, 'the server ended with ' .. vim.inspect(exit())) end
end

local ok, trouble = xpcall(play, debug.traceback)
expect(ok, trouble)
vim.fn.writefile({ vim.json.encode(seen) }, folder .. '/seen.json')
vim.cmd.qall { bang = true }
