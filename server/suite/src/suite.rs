//! A test suite as data.
//!
//! Ranges are those of the suite's text. Must not know how it is read or run.

use crdls_report::Finding;
use crdls_text::TextRange;

use crate::manifest::Manifest;
use crate::patch::Patch;
use crate::runner::Runner;

/// A text and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The decoded text.
    pub text: String,
    /// The bytes of the value.
    pub range: TextRange,
}

/// A test suite.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// `name`: its title; `None` where it has none.
    pub name: Option<Located>,
    /// `crdName`: the name of the CRD that it tests; `None` where it is missing, so that no case can run.
    pub crd_name: Option<Located>,
    /// By whose conventions its cases are run.
    pub runner: Runner,
    /// `version`: the version under test; `None` for the only one that the CRD has.
    pub version: Option<Located>,
    /// `featureGates`: all must hold. `-X` holds where `X` is off.
    pub feature_gates: Vec<Located>,
    /// The cases of `tests.onCreate`, then those of `tests.onUpdate`.
    pub cases: Vec<Case>,
    /// What is wrong with the suite: fields that nothing reads, cases that cannot run.
    pub findings: Vec<Finding>,
    /// Why kubectl's reader does not read the file: what is read of it runs all the same.
    pub broken: Option<Located>,
    /// Where the suite as a whole is marked: the value of `crdName`, else its first key.
    pub range: TextRange,
}

/// Which list a case is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CaseKind {
    /// `onCreate`: an object is created.
    OnCreate,
    /// `onUpdate`: an object is created, and then replaced.
    OnUpdate,
    /// An object of a file: it is created as it is.
    Example,
}

impl CaseKind {
    /// The name of the list in a suite.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnCreate => "onCreate",
            Self::OnUpdate => "onUpdate",
            Self::Example => "example",
        }
    }
}

/// A case of a suite.
#[derive(Clone, Debug)]
pub struct Case {
    /// The list that it is in.
    pub kind: CaseKind,
    /// By whose conventions it is run.
    pub runner: Runner,
    /// The index of the case in its list.
    pub index: usize,
    /// The title of the case; empty if it has none. Titles need not be unique.
    pub name: String,
    /// The bytes of the title, or where it has none of the case.
    pub range: TextRange,
    /// `initialCRDPatches`: changes of the CRD with which the object is created.
    pub patches: Vec<Patch>,
    /// `initial`: the object that is created; `None` where it is missing or no object.
    pub initial: Option<Manifest>,
    /// `updated`: the object that replaces it.
    pub updated: Option<Manifest>,
    /// `expected`: the object as it is stored in the end; `None` where it is missing or no object.
    pub expected: Option<Manifest>,
    /// `expectedError`: a part of the text with which the server refuses the last write of the object. Empty only for an
    /// example that is refused with any error.
    pub expected_error: Option<Located>,
    /// `expectedStatusError`: a part of the text with which the server refuses the write of the status. Never empty.
    pub expected_status_error: Option<Located>,
    /// Why the case cannot run: a sentence without a final stop, and where.
    pub trouble: Option<Located>,
}

/// What a case expects in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// `expected`
    Object,
    /// `expectedError`
    Error,
    /// `expectedStatusError`
    StatusError,
}

impl Expectation {
    /// The key that has it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Object => "expected",
            Self::Error => "expectedError",
            Self::StatusError => "expectedStatusError",
        }
    }
}

impl Case {
    /// What names it in its suite: `onCreate/0`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.kind.name(), self.index)
    }

    /// What it expects: the first that the runner looks at.
    pub fn expectation(&self) -> Expectation {
        match (&self.expected_error, &self.expected_status_error) {
            (Some(_), _) => Expectation::Error,
            (None, Some(_)) if self.kind == CaseKind::OnUpdate => Expectation::StatusError,
            (None, _) => Expectation::Object,
        }
    }

    /// Where what it expects is written; where nothing is, the case.
    pub fn expectation_range(&self) -> TextRange {
        let written = match self.expectation() {
            Expectation::Object => self.expected.as_ref().map(|manifest| manifest.range),
            Expectation::Error => self.expected_error.as_ref().map(|text| text.range),
            Expectation::StatusError => self.expected_status_error.as_ref().map(|text| text.range),
        };
        written.unwrap_or(self.range)
    }
}
