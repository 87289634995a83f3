-- A rule evaluated by its code lens: the page with its parts, their values beside them, an object that fails it. Started by run.py.
package.path = vim.env.CRDLS_E2E_SCRIPTS .. '/?.lua;' .. package.path
local seen = require('seen')
local wanted = seen.story.evaluated

--- Chooses a code lens of the line by its title, as a person does from the list.
local function click(title)
  local select = vim.ui.select
  vim.ui.select = function(lenses, options, on_choice)
    on_choice(vim.iter(lenses):find(function(lens) return options.format_item(lens):find(title, 1, true) end))
  end
  vim.lsp.codelens.run()
  vim.ui.select = select
end

seen.play(function()
  vim.opt.runtimepath:prepend(seen.story.config)
  vim.lsp.enable('crdls')
  vim.cmd.edit(wanted.file)
  if not seen.check('attached', seen.await(function() return seen.client() and seen.client().initialized end)) then return end
  local crd = vim.api.nvim_get_current_buf()
  vim.lsp.inlay_hint.enable(true)
  local line = seen.go(wanted.rule)
  local function titles()
    local of_line = vim.iter(vim.lsp.codelens.get(crd)):filter(function(lens) return lens.range.start.line == line and lens.command end)
    return of_line:map(function(lens) return lens.command.title end):totable()
  end
  local function shows(title)
    return seen.await(function()
      vim.lsp.codelens.refresh({ bufnr = crd })
      vim.wait(100)
      return vim.list_contains(titles(), title)
    end)
  end
  seen.check('the code lenses of a rule', shows(wanted.lens) and shows(wanted.failing.lens), titles())
  --- The page that a code lens opens.
  local function page(title, name)
    vim.api.nvim_set_current_buf(crd)
    seen.go(wanted.rule)
    -- Code lenses are asked for again after an answer.
    shows(title)
    click(title)
    return seen.await(function() return vim.fs.basename(vim.api.nvim_buf_get_name(0)) == name and #seen.text() > 0 and seen.text() end) or ''
  end
  local text = page(wanted.lens, wanted.page)
  for _, part in ipairs(wanted.shows) do
    seen.check(('the page has the values in %s'):format(part), text:find(part, 1, true), part)
  end
  seen.check('it has the rule', text:find(wanted.rule, 1, true), text:match('[^\n]*' .. vim.pesc(wanted.rule)))
  vim.api.nvim_set_current_buf(crd)
  local function hints()
    return vim.tbl_map(function(hint) return hint.inlay_hint.label end, vim.lsp.inlay_hint.get({ bufnr = crd }))
  end
  local function values()
    return vim.iter(hints()):filter(function(label) return type(label) == 'string' and (vim.startswith(label, '= ') or vim.startswith(label, '→ ')) end):totable()
  end
  for _, value in ipairs(wanted.hints) do
    seen.check(('the value of a part is beside it: %s'):format(value), seen.await(function() return vim.list_contains(values(), value) end), hints())
  end
  local made = page(wanted.failing.lens, wanted.failing.page)
  seen.check('an object that fails it is opened', made:find(wanted.failing.shows, 1, true), wanted.failing.shows)
  vim.api.nvim_set_current_buf(crd)
  seen.replace(wanted.edited.replace, wanted.edited.by)
  seen.check('the values go with an edit', seen.await(function() return #values() == 0 end), hints())
end)
