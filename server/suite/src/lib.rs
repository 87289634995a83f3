//! Test suites for CRDs: what is written of them, which CRDs they are run against, and what the server would answer.
//!
//! ```text
//! text ─► Suite ─┐
//! CRDs ─► select ┴─► Installed ─► Session ─► CaseResult
//! ```
//!
//! The format and the way that cases are run are those of openshift/api (tests/types.go, generator.go, crd_filter.go):
//! `Session::run` does what its generator does with a cluster. Knows the judge of custom resources and the checks of
//! CRDs; must not know files, clocks or terminals.
//!
//! `crdls test` finds the files: suites, the CRDs in the layout of openshift/api or by name, and feature gates.
//! `read` makes a `Suite` of a tree; `select` applies openshift's rules to the candidate CRDs. `Installed` is a
//! CRD with the one version under test, decoded once; a `Session` on it runs cases one after the other and keeps
//! what is compiled. A step is a creation, an update or a write of the status. Its result is the stored object or
//! the server's error text. With `initialCRDPatches`, the object is created under the patched CRD and must be
//! accepted when the CRD is restored.
//!
//! Coverage is found in two ways: each constraint is checked by itself on the values of its node, and a watched
//! judge (`Judge::watch`) records the result of each rule and operand. `generate` searches for cases of uncovered
//! points with the generators of `witness`, and `trial` runs each object as a case would. `tests/tests/suites.rs`
//! runs all suites of openshift/api; `generated_cases.rs` has the server's code confirm generated cases.

mod accept;
mod compare;
mod coverage;
mod error_text;
mod examples;
mod gates;
mod generate;
mod installed;
mod manifest;
mod new_case;
mod patch;
mod read;
mod run;
mod runner;
mod select;
mod suite;
mod written;

mod generated {
    pub mod codes;
}

pub use generated::codes;

pub use accept::accepting;
pub use compare::Difference;
pub use coverage::{Coverage, Operand, Point, PointKind, Points};
pub use error_text::sentences_of;
pub use examples::{Example, Examples, examples, has_errors};
pub use gates::GateFile;
pub use generate::{Generated, Missing, confirmed, generate, shown_by};
pub use installed::{Candidate, Installed};
pub use manifest::Manifest;
pub use new_case::{Goal, NewCase};
pub use patch::Patch;
pub use read::{FIELDS, case_node, of_document, read, suite_root};
pub use run::{Answer, CaseResult, Outcome, Session, Step, settings};
pub use runner::Runner;
pub use select::{MANIFESTS_FOLDER, Selection, only, select, version};
pub use suite::{Case, CaseKind, Expectation, Located, Suite};
pub use written::{appended, suite as written_suite};
