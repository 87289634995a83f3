-- A test suite: results beside its cases, the fix of one that fails, an edit of its CRD. Started by run.py.
package.path = vim.env.CRDLS_E2E_SCRIPTS .. '/?.lua;' .. package.path
local seen = require('seen')
local wanted = seen.story.suites

seen.play(function()
  vim.opt.runtimepath:prepend(seen.story.config)
  vim.lsp.enable('crdls')
  vim.cmd.edit(wanted.file)
  if not seen.check('attached', seen.await(function() return seen.client() and seen.client().initialized end)) then return end
  local suite = vim.api.nvim_get_current_buf()
  local function failing() return seen.reported(wanted.code) end
  seen.await(function() return #failing() == 1 end)
  seen.check('a case that fails', #failing() == 1 and seen.covered(failing()[1]) == wanted.covers, failing()[1] and failing()[1].message)
  local function titles() return vim.tbl_map(function(lens) return lens.command and lens.command.title or '' end, vim.lsp.codelens.get(suite)) end
  local function shows(title)
    return seen.await(function()
      vim.lsp.codelens.refresh({ bufnr = suite })
      vim.wait(100)
      return vim.list_contains(titles(), title)
    end)
  end
  seen.check('results beside the cases', shows('passes') and shows('3 cases, 1 fails'), titles())
  seen.go('marks: 9+7')
  vim.lsp.buf.code_action { apply = true, filter = function(action) return action.title == wanted.fix end }
  seen.check('its fix', seen.await(function() return seen.text():find(wanted.after, 1, true) end), wanted.after)
  seen.check('all pass', seen.await(function() return #failing() == 0 end) and shows('3 cases, all pass'), titles())
  vim.cmd.write()
  vim.cmd.edit(wanted.crd)
  seen.await(function() return seen.client() and seen.client().initialized end)
  seen.replace(wanted.change.replace, wanted.change.by)
  local function of_suite()
    return vim.tbl_filter(function(found) return found.code == wanted.code end, vim.diagnostic.get(suite))
  end
  seen.check('an edit of its CRD fails the case', seen.await(function() return #of_suite() == 1 end), of_suite()[1] and of_suite()[1].message)
end)
