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
pub use generate::{Generated, Missing, confirmed, generate};
pub use installed::{Candidate, Installed};
pub use manifest::Manifest;
pub use new_case::{Goal, NewCase};
pub use patch::Patch;
pub use read::{FIELDS, case_node, is_suite, of_document, read, suite_root};
pub use run::{Answer, CaseResult, Outcome, Session, Step, settings};
pub use runner::Runner;
pub use select::{MANIFESTS_FOLDER, Selection, select, version};
pub use suite::{Case, CaseKind, Expectation, Located, Suite};
pub use written::{appended, suite as written_suite};
