//! The conformance files of the CEL specification: Go module cel.dev/expr v0.25.1, tests/simple/testdata.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::corpus;
use crate::require::{Tool, or_skip};
use crate::textproto::Message;

const MODULE: &str = "cel.dev/expr@v0.25.1";

/// A test of one of the files.
#[derive(Clone, Debug)]
pub struct Case {
    /// `file/section/name`
    pub name: String,
    pub message: Message,
}

/// All tests, for a test that needs them.
pub fn cases_or_skip() -> Option<Vec<Case>> {
    let folder = or_skip(Tool::CelSpec, "the conformance files of CEL", folder())?;
    Some(corpus::files(&folder, &[""], &["textproto"]).iter().flat_map(|path| cases(path)).collect())
}

/// `CRDLS_CEL_SPEC`, the folder of the files or of the module that holds them, else Go's module cache.
fn folder() -> Option<PathBuf> {
    let given = std::env::var_os("CRDLS_CEL_SPEC").map(PathBuf::from);
    let module = given.or_else(in_module_cache)?;
    let inner = module.join("tests/simple/testdata");
    [inner, module].into_iter().find(|folder| folder.join("basic.textproto").is_file())
}

fn in_module_cache() -> Option<PathBuf> {
    let output = Command::new("go").args(["env", "GOMODCACHE"]).output().ok()?;
    let cache = String::from_utf8(output.stdout).ok()?;
    Some(PathBuf::from(cache.trim()).join(MODULE))
}

fn cases(path: &Path) -> Vec<Case> {
    let text = corpus::read(path);
    let file = Message::read(&text).unwrap_or_else(|| panic!("{} is no textproto", path.display()));
    let mut cases = Vec::new();
    for section in file.all("section") {
        for test in section.all("test") {
            let name = [file.text("name"), section.text("name"), test.text("name")].join("/");
            cases.push(Case { name, message: test.clone() });
        }
    }
    cases
}
