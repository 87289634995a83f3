"""The files for editors start the server, and have the version of the workspace.

    python3 -m unittest discover tests/packages
"""
import json
import pathlib
import tomllib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]


def read(name: str) -> dict:
    text = (ROOT / "editors" / name).read_text(encoding="utf-8")
    return tomllib.loads(text) if name.endswith(".toml") else json.loads(text)


class Editors(unittest.TestCase):
    def test_zed_declares_the_server(self):
        extension, cargo = read("zed/extension.toml"), read("zed/Cargo.toml")
        self.assertEqual(extension["schema_version"], 1)
        self.assertEqual({extension["version"], cargo["package"]["version"]}, {VERSION})
        self.assertEqual(extension["language_servers"], {"crdls": {"name": "crdls", "languages": ["YAML", "JSON"]}})
        self.assertEqual((cargo["workspace"], cargo["lib"]), ({}, {"crate-type": ["cdylib"]}))

    def test_the_template_of_lsp4ij_starts_the_server(self):
        template = read("lsp4ij/template.json")
        self.assertEqual(set(template), {"id", "name", "programArgs", "fileTypeMappings"})
        for command in template["programArgs"].values():
            self.assertRegex(command, r'(^|")crdls(\.exe)? lsp("|$)')
        self.assertEqual([mapping["languageId"] for mapping in template["fileTypeMappings"]], ["yaml", "json"])
        self.assertEqual(read("lsp4ij/settings.json"), {"crdls": {}})

    def test_the_plugin_for_agents_starts_the_server(self):
        server = read("agents/.lsp.json")["crdls"]
        self.assertEqual((server["command"], server["args"]), ("crdls", ["lsp"]))
        self.assertEqual(set(server["extensionToLanguage"].values()), {"yaml", "json"})
        self.assertTrue(all(extension.startswith(".") for extension in server["extensionToLanguage"]))
        self.assertEqual(read("agents/.mcp.json"), {"mcpServers": {"crdls": {"command": "crdls", "args": ["mcp"]}}})
        self.assertEqual(read("agents/.claude-plugin/plugin.json")["version"], VERSION)

    def test_the_file_for_neovim_begins_as_nvim_lspconfig_reads_it(self):
        text = (ROOT / "editors/neovim/lsp/crdls.lua").read_text(encoding="utf-8")
        self.assertTrue(text.startswith("---@brief\n---\n--- "))
        self.assertIn("---@type vim.lsp.Config\nreturn {", text)


if __name__ == "__main__":
    unittest.main()
