//! What tests need in addition to Rust. Where it is missing a test prints that it is skipped, or fails where the
//! variable `CRDLS_REQUIRE` names it (`CRDLS_REQUIRE=corpus,go`), so that no run is green without running.
//!
//! The corpus, Go and valgrind take minutes: tests use them only where `CRDLS_REQUIRE`, or a variable of their own, asks for them.

use std::env;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

/// Something outside of the repository that a test needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Real CRDs with recorded verdicts.
    Corpus,
    /// The folder of acceptance data next to the corpus.
    Acceptance,
    /// The conformance files of the CEL specification.
    CelSpec,
    /// Small inputs of faults that users met.
    Faults,
    /// Facts about markers of Go, and Go files with planted faults.
    Markers,
    Git,
    Go,
    Node,
    Nvim,
    /// Emacs with eglot and yaml-mode.
    Emacs,
    /// Mistakes in kustomizations, with what kustomize does.
    Kustomize,
    /// A POSIX shell, and bash for completions.
    Shell,
    /// A user whom file permissions hold back.
    Unprivileged,
    Valgrind,
}

/// Each tool, its name in `CRDLS_REQUIRE`, and how to provide it.
const TOOLS: [(Tool, &str, &str); 14] = [
    (Tool::Corpus, "corpus", "set CRDLS_CORPUS"),
    (Tool::Acceptance, "acceptance", "set CRDLS_ACCEPTANCE"),
    (
        Tool::CelSpec,
        "cel-spec",
        "set CRDLS_CEL_SPEC, or `go mod download` the module in tests/src/conformance.rs",
    ),
    (Tool::Faults, "faults", "set CRDLS_FAULTS"),
    (Tool::Markers, "markers", "set CRDLS_MARKERS"),
    (Tool::Git, "git", "install git"),
    (Tool::Go, "go", "install Go"),
    (Tool::Node, "node", "install Node"),
    (Tool::Nvim, "nvim", "on PATH, CRDLS_NVIM, or `tests/editors/nvim/run.py --install`"),
    (Tool::Emacs, "emacs", "with eglot and yaml-mode, on PATH or CRDLS_EMACS"),
    (Tool::Kustomize, "kustomize", "set CRDLS_KUSTOMIZE"),
    (Tool::Shell, "shell", "a POSIX system with bash"),
    (Tool::Unprivileged, "unprivileged", "run as a user other than root"),
    (Tool::Valgrind, "valgrind", "install valgrind, which counts instructions"),
];

/// The tools by which tests take minutes, each with the variable that says where it is.
const SLOW: [(Tool, &str); 5] = [
    (Tool::Corpus, "CRDLS_CORPUS"),
    (Tool::Acceptance, "CRDLS_ACCEPTANCE"),
    (Tool::CelSpec, "CRDLS_CEL_SPEC"),
    (Tool::Go, "CRDLS_GO"),
    (Tool::Valgrind, "CRDLS_VALGRIND"),
];

/// Whether this process uses all tools.
static ALL: AtomicBool = AtomicBool::new(false);

/// Uses every tool that is there. For programs: whoever runs one has asked for what takes minutes.
pub fn use_all() {
    ALL.store(true, Ordering::Relaxed);
}

/// Whether a tool is used where it is there.
pub fn is_used(tool: Tool) -> bool {
    let slow = SLOW.iter().find(|(slow, _)| *slow == tool);
    slow.is_none_or(|(_, variable)| {
        ALL.load(Ordering::Relaxed) || env::var_os(variable).is_some() || required().contains(&tool)
    })
}

/// `found`, what a test asked a tool for. `None` is printed as a skip of `test`, and is a failure where
/// `CRDLS_REQUIRE` names the tool.
pub fn or_skip<T>(tool: Tool, test: &str, found: Option<T>) -> Option<T> {
    let found = found.filter(|_| is_used(tool));
    if found.is_none() {
        let row = TOOLS.iter().find(|(known, ..)| *known == tool);
        let (_, name, hint) = row.expect("each tool has a row");
        assert!(!required().contains(&tool), "{test}: CRDLS_REQUIRE names {name}, which is missing ({hint})");
        match is_used(tool) {
            true => eprintln!("skipped: {test} (no {name}: {hint})"),
            false => eprintln!("skipped: {test} (CRDLS_REQUIRE={name} runs it)"),
        }
    }
    found
}

/// The tools that `CRDLS_REQUIRE` names. Panics at an unknown word.
fn required() -> Vec<Tool> {
    let words = env::var("CRDLS_REQUIRE").unwrap_or_default();
    tools(&words).unwrap_or_else(|unknown| panic!("CRDLS_REQUIRE names {unknown}"))
}

/// The tools of some words, separated by commas; the error names an unknown word.
fn tools(words: &str) -> Result<Vec<Tool>, String> {
    let words = words.split(',').map(str::trim).filter(|word| !word.is_empty());
    let tool = |word: &str| {
        let row = TOOLS.iter().find(|(_, name, _)| *name == word);
        let names = || TOOLS.map(|(_, name, _)| name).join(", ");
        row.map(|row| row.0).ok_or_else(|| format!("`{word}`; there are {}", names()))
    };
    words.map(tool).collect()
}

/// The number in a variable that says how much a test does, or by which seed; `None` where it is not set.
pub fn number<N: FromStr>(variable: &str) -> Option<N> {
    env::var(variable).ok().and_then(|number| number.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_tools_and_unknown_words_errors() {
        assert_eq!(tools(""), Ok(vec![]));
        assert_eq!(tools("corpus, go,"), Ok(vec![Tool::Corpus, Tool::Go]));
        assert!(tools("corpus,golang").is_err_and(|error| error.contains("`golang`")));
    }
}
