//! Blocks in the languages of Neovim and Emacs, run by these editors where they are: the server starts by what
//! the page says, and finds what is wrong. Elsewhere only their brackets are read, which is said aloud.

use std::path::{Path, PathBuf};
use std::process::Command;

use crdls_tests::require::{Tool, or_skip};
use serde_json::Value;

use super::brackets::{ELISP, LUA, Signs, unbalanced};
use super::pages::{blocks, inline_codes, repository};
use super::workspace;
use crate::run::Folder;

/// A CRD with something for the server to find.
const BROKEN: &str = "examples/broken/menus.yaml";

/// The code of a page, by the place that it stands at.
fn parts(language: &str) -> Vec<(String, String)> {
    let mut parts: Vec<(String, String)> = Vec::new();
    for block in blocks(language) {
        // Blocks below one heading are steps of one configuration.
        match parts.last_mut().filter(|(place, _)| *place == block.place) {
            Some((_, text)) => *text += &block.text,
            None => parts.push((block.place, block.text)),
        }
    }
    parts
}

#[test]
fn lua_starts_the_server_in_neovim() {
    let mut parts = parts("lua");
    assert!(parts.len() >= 2, "{}", parts.len());
    balanced(&parts, &LUA);
    // What the text says is worth switching on stands on its own.
    let page = "editors/neovim/README.md";
    let calls = inline_codes().into_iter().filter(|(from, code)| from == page && code.starts_with("vim."));
    let calls: String =
        calls.map(|(_, code)| code).filter(|code| code.ends_with(')')).collect::<Vec<_>>().join("\n");
    assert!(calls.contains("virtual_text"), "{calls}");
    parts[0].1 += &calls;
    let neovim = program("CRDLS_NVIM", "nvim", &["tests/editors/.work/nvim/bin/nvim"]);
    let Some(neovim) = or_skip(Tool::Nvim, "Neovim's configurations but for brackets", neovim) else {
        return;
    };
    for (n, (place, lua)) in parts.iter().enumerate() {
        let lua = lua.replace("/path/to/crdls", &repository().display().to_string());
        let played = Played::new(&format!("docs-nvim-{n}"), "block.lua", &lua);
        let script = repository().join("server/crdls/tests/cli/docs/play.lua");
        let args: [&Path; 5] =
            [Path::new("--clean"), Path::new("--headless"), Path::new("-n"), Path::new("-S"), &script];
        played.by(&neovim, &args, place, minor(&lua));
    }
    println!("{} configurations in Lua start the server in Neovim", parts.len());
}

#[test]
fn elisp_starts_the_server_in_emacs() {
    let parts = parts("elisp");
    assert!(!parts.is_empty());
    balanced(&parts, &ELISP);
    let emacs = program("CRDLS_EMACS", "emacs", &[]).filter(|emacs| has_eglot(emacs));
    let Some(emacs) = or_skip(Tool::Emacs, "Emacs' configurations but for brackets", emacs) else { return };
    for (place, lisp) in &parts {
        let played = Played::new("docs-emacs", "block.el", lisp);
        let script = repository().join("server/crdls/tests/cli/docs/play.el");
        played.by(&emacs, &[Path::new("--batch"), Path::new("--load"), &script], place, minor(lisp));
    }
    println!("{} configurations in Emacs Lisp start the server in Emacs", parts.len());
}

/// The minor that a configuration chooses, else the newest.
fn minor(code: &str) -> &'static str {
    if code.contains("1.36") { "1.36" } else { "1.37" }
}

fn balanced(parts: &[(String, String)], signs: &Signs) {
    for (place, text) in parts {
        assert_eq!(unbalanced(text, signs), None, "{place}");
    }
}

/// An editor: named by a variable, on PATH, or where its driver has put it.
fn program(variable: &str, name: &str, places: &[&str]) -> Option<PathBuf> {
    let runs = |path: &Path| Command::new(path).arg("--version").output().is_ok_and(|o| o.status.success());
    let named = std::env::var_os(variable).map(PathBuf::from);
    let known = [PathBuf::from(name)].into_iter().chain(places.iter().map(|place| repository().join(place)));
    named.into_iter().chain(known).find(|path| runs(path))
}

fn has_eglot(emacs: &Path) -> bool {
    let asked = "(kill-emacs (if (and (require 'eglot nil t) (require 'yaml-mode nil t)) 0 1))";
    Command::new(emacs).args(["--batch", "--eval", asked]).output().is_ok_and(|o| o.status.success())
}

/// A workspace with a configuration, in which an editor opens what is broken.
struct Played(Folder);

impl Played {
    fn new(test: &str, file: &str, code: &str) -> Self {
        let folder = workspace(test);
        folder.write(file, code);
        std::fs::create_dir_all(folder.path("home")).unwrap();
        Self(folder)
    }

    /// The script writes what it saw to seen.json: the findings of the file, with their sources.
    fn by(&self, editor: &Path, args: &[&Path], place: &str, minor: &str) {
        let server = Path::new(env!("CARGO_BIN_EXE_crdls")).parent().unwrap();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::iter::once(server.to_owned()).chain(std::env::split_paths(&path));
        let output = Command::new(editor)
            .args(args)
            .current_dir(self.0.path(""))
            .env("PATH", std::env::join_paths(path).unwrap())
            .env("HOME", self.0.path("home"))
            .env("CRDLS_DOCS", self.0.path(""))
            .env("CRDLS_DOCS_FILE", self.0.path(BROKEN))
            .envs(
                ["CONFIG", "DATA", "STATE", "CACHE"]
                    .map(|kind| (format!("XDG_{kind}_HOME"), self.0.path("home"))),
            )
            .output()
            .unwrap();
        let seen = std::fs::read_to_string(self.0.path("seen.json")).unwrap_or_default();
        let seen: Value =
            serde_json::from_str(&seen).unwrap_or_else(|err| panic!("{place}: {err}: {output:?}"));
        assert_eq!(seen["errors"], serde_json::json!([]), "{place}");
        assert_eq!(seen["status"]["kubernetes"], minor, "{place}");
        let found = seen["findings"].as_array().unwrap();
        let ours = |text: &Value| {
            text.as_str().is_some_and(|text| text.contains("`spec.courses[].language` must be required"))
        };
        assert!(found.iter().any(ours), "{place}: {seen} {output:?}");
    }
}
