//! What is wrong with a kustomization, as data.
//!
//! Must not know how it is reported.

use crdls_text::Edit;

use crate::node::Origin;

/// Something that kustomize reports, or that it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What it is.
    pub kind: ProblemKind,
    /// kustomize's message, where it has one.
    pub message: String,
    /// Where to change something.
    pub at: Origin,
    /// Other places, each with what is there.
    pub related: Vec<(Origin, String)>,
    /// A text to write at `at` instead.
    pub suggestion: Option<String>,
    /// The correction, where it is more than a word.
    pub correction: Option<Correction>,
}

/// Edits of the file of a problem that correct it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The title of the edits, as an imperative.
    pub title: String,
    /// The edits, which do not overlap.
    pub edits: Vec<Edit>,
    /// The build stays the same, or nothing else can be meant.
    pub is_safe: bool,
}

/// Kinds of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProblemKind {
    /// A path that does not exist.
    MissingPath,
    /// A folder without a kustomization.
    NoKustomization,
    /// A folder with several kustomizations.
    SeveralKustomizations,
    /// A kustomization without anything to do.
    Empty,
    /// A field that kustomizations do not have.
    UnknownField,
    /// A value that a field does not take.
    InvalidField,
    /// A file that is not YAML or holds no resources.
    Unreadable,
    /// Two resources with one id.
    DuplicateId,
    /// A namespace that gives two resources one id.
    NamespaceConflict,
    /// A generator that merges into or replaces a resource that the build does not have.
    NothingToMerge,
    /// A component among the resources.
    ComponentAsResource,
    /// Something else among the components.
    NotComponent,
    /// A base that includes the kustomization that lists it.
    Cycle,
    /// A patch for a resource that the build does not have.
    NoMatch,
    /// A target that selects no resource. kustomize is silent.
    EmptyTarget,
    /// A patch that is none, or lacks a target.
    InvalidPatch,
    /// A patch that does not fit the resource.
    Conflict,
    /// A replacement without a source or a target.
    Replacement,
    /// A variable without a value.
    Variable,
    /// A variable whose name another one has.
    RepeatedVariable,
    /// A variable whose value several resources have.
    AmbiguousVariable,
    /// A field that variables cannot be replaced in.
    Unreplaced,
    /// A reference to a name that several resources have.
    Reference,
    /// A resource that cannot be written: a key is there twice, or a value fits no type.
    Invalid,
    /// Something that crdls does not evaluate, so that the result of the build is not known. kustomize may or may not
    /// report something.
    NotEvaluated,
    /// Resources that crdls does not evaluate, such as those of a chart. The other resources are as kustomize builds them.
    LeftOut,
    /// A file outside of the folder of the kustomization: kustomize reads it only when it is told to.
    LoadRestriction,
    /// A field that is deprecated.
    Deprecated,
    /// A value that a JSON patch changes although no operation is for it: the whole resource goes through JSON.
    Retyped,
    /// A `$patch` that is left in a list that kustomize does not merge.
    LeftDirective,
    /// A file with CRDs next to those that a kustomization lists, which no kustomization lists.
    UnlistedCrd,
}

impl ProblemKind {
    /// Whether kustomize fails.
    pub const fn is_failure(self) -> bool {
        !matches!(
            self,
            Self::EmptyTarget
                | Self::NotEvaluated
                | Self::LeftOut
                | Self::LoadRestriction
                | Self::Deprecated
                | Self::Retyped
                | Self::LeftDirective
                | Self::UnlistedCrd
        )
    }
}

/// The problems of a build, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Problems(pub(crate) Vec<Problem>);

impl Problems {
    pub(crate) fn note(&mut self, problem: Box<Problem>) {
        if !self.0.contains(&problem) {
            self.0.push(*problem);
        }
    }

    pub(crate) fn extend(&mut self, others: Self) {
        others.0.into_iter().for_each(|problem| self.note(Box::new(problem)));
    }
}

/// A step of a build and what stopped it.
pub(crate) type Step<T = ()> = Result<T, Box<Problem>>;

impl Problem {
    #[cold]
    pub(crate) fn new(kind: ProblemKind, message: impl Into<String>, at: Origin) -> Box<Self> {
        Box::new(Self {
            kind,
            message: message.into(),
            at,
            related: Vec::new(),
            suggestion: None,
            correction: None,
        })
    }

    #[cold]
    pub(crate) fn with(mut self: Box<Self>, at: Origin, text: impl Into<String>) -> Box<Self> {
        self.related.push((at, text.into()));
        self
    }

    #[cold]
    pub(crate) fn suggesting(mut self: Box<Self>, word: Option<impl Into<String>>) -> Box<Self> {
        self.suggestion = word.map(Into::into);
        self
    }

    #[cold]
    pub(crate) fn corrected(mut self: Box<Self>, correction: Option<Correction>) -> Box<Self> {
        self.correction = correction;
        self
    }

    #[cold]
    pub(crate) fn prefixed(mut self: Box<Self>, prefix: &str) -> Box<Self> {
        if self.kind.is_failure() {
            self.message = format!("{prefix}: {}", self.message);
        }
        self
    }
}
