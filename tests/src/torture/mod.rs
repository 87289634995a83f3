//! What no input may break, for each reader of input: the driver `torture`, the fuzz targets in `tests/fuzz` and the
//! replay of earlier failures (`tests/torture`) run the same.
//!
//! Knows the analysis as a library, and the program for what only it reads. A target panics where something is wrong;
//! it must not read files but for the seeds. A new reader of input comes with its target.

mod check;
mod client;
mod conversion;
mod diff;
mod evaluated;
mod expression;
mod go;
mod inputs;
mod long_session;
mod markers;
mod minimise;
mod pattern;
mod program;
mod seeds;
mod session;
pub mod shapes;
mod suite;
mod update;
mod yaml;

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;

pub use long_session::{FILES, LongSession, TimedRequest};
pub use minimise::minimised;
pub use seeds::Seeds;
pub use session::unasked;

use crate::corpus;
use crate::random::Random;

/// Something to be run on any bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub name: &'static str,
    /// What it reads and what has to hold, for the help.
    pub what: &'static str,
    /// An input that is worth a try. It says all that is needed to run it again.
    pub make: fn(&Seeds, &mut Random) -> Vec<u8>,
    /// Panics where an invariant is broken.
    pub run: fn(&[u8], &Seeds),
    /// Whether any bytes are an input, so that a fuzzer's bytes are one; else they are choices for `make`.
    pub any_bytes: bool,
    /// Whether the program is run, so that the time is not that of the input.
    pub by_program: bool,
    /// Whether a short input may mean much work: a search that judges objects, up to its bound; an expression that
    /// is evaluated up to the server's cost limit for one evaluation; a pattern that repeats its alternatives up to
    /// a thousand times, all of which each character is asked of, as in Go. It may take longer.
    pub much_work: bool,
}

const LIBRARY: Target = Target {
    name: "",
    what: "",
    make: inputs::bytes,
    run: check::run,
    any_bytes: true,
    by_program: false,
    much_work: false,
};
const PROGRAM: Target = Target { any_bytes: false, by_program: true, ..LIBRARY };

pub const TARGETS: [Target; 15] = [
    Target { name: "check_bytes", what: "any bytes as a file: check, outline, hover, completion", ..LIBRARY },
    Target {
        name: "check_mutated",
        what: "manifests, real and made, after edits: the same",
        make: inputs::mutated,
        ..LIBRARY
    },
    Target {
        name: "update",
        what: "a manifest that replaces another (check --old)",
        make: inputs::update,
        run: update::run,
        ..LIBRARY
    },
    Target {
        name: "diff",
        what: "a manifest compared with another (diff)",
        make: inputs::update,
        run: diff::run,
        much_work: true,
        ..LIBRARY
    },
    Target {
        name: "yaml_edit",
        what: "a text edited in steps: the tree updated incrementally is the one from scratch",
        make: inputs::states,
        run: yaml::run,
        ..LIBRARY
    },
    Target {
        name: "cel",
        what: "expressions: parse, check, cost, evaluate",
        make: inputs::expression,
        run: expression::run,
        much_work: true,
        ..LIBRARY
    },
    Target {
        name: "cel_rule",
        what: "a rule on data of a schema: evaluate",
        make: inputs::rule,
        run: evaluated::run,
        any_bytes: false,
        much_work: true,
        ..LIBRARY
    },
    Target {
        name: "regexp",
        what: "Go's regular expressions: compile, match",
        make: inputs::pattern,
        run: pattern::run,
        much_work: true,
        ..LIBRARY
    },
    Target {
        name: "go_source",
        what: "Go source: declarations, comments, tags, build constraints",
        make: inputs::go,
        run: go::run,
        ..LIBRARY
    },
    Target {
        name: "go_markers",
        what: "Go types that are being typed: markers, help, the CRDs that are made of them",
        make: inputs::go_states,
        run: markers::run,
        ..LIBRARY
    },
    Target {
        name: "suite",
        what: "a test suite: read, run against a CRD",
        make: inputs::suite,
        run: suite::run,
        ..LIBRARY
    },
    Target {
        name: "conversion",
        what: "a ConversionReview and an answer to it (conversion check)",
        make: inputs::conversion,
        run: conversion::run,
        ..LIBRARY
    },
    Target {
        name: "kustomization",
        what: "a kustomization.yaml next to manifests, read by the program",
        make: inputs::kustomization,
        run: program::kustomization,
        ..PROGRAM
    },
    Target {
        name: "settings",
        what: "a crdls.toml, read by the program",
        make: inputs::settings,
        run: program::settings,
        ..PROGRAM
    },
    Target {
        name: "lsp_session",
        what: "a CRD and its resource in the language server: bursts of edits, requests between them, some cancelled",
        make: inputs::session,
        run: session::run,
        ..PROGRAM
    },
];

/// The target of a name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

impl Target {
    /// Runs the input that a fuzzer's bytes mean.
    pub fn fuzz(&self, bytes: &[u8], seeds: &Seeds) {
        if self.any_bytes {
            (self.run)(bytes, seeds);
        } else {
            (self.run)(&(self.make)(seeds, &mut Random::of_bytes(bytes)), seeds);
        }
    }

    /// What is wrong with an input, if anything.
    pub fn failure(&self, input: &[u8], seeds: &Seeds) -> Option<String> {
        panic::catch_unwind(AssertUnwindSafe(|| (self.run)(input, seeds))).err().map(|panic| words(&*panic))
    }
}

/// The inputs that failed once, which are run again by the tests: the files below `tests/torture`, in a folder each
/// target.
pub fn fixtures(target: &Target) -> Vec<PathBuf> {
    let root = corpus::repository().join("tests/torture");
    corpus::files(&root, &[target.name], &["txt"])
}

/// Runs the inputs that failed once of some targets; the failures, a line each.
pub fn replayed(targets: impl Iterator<Item = &'static Target>, seeds: &Seeds) -> Vec<String> {
    let mut failures = Vec::new();
    for target in targets {
        for path in fixtures(target) {
            let input = std::fs::read(&path).expect("a fixture is read");
            let failure = target.failure(&input, seeds);
            failures.extend(failure.map(|why| format!("{}: {why}", path.display())));
        }
    }
    failures
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned()
}
