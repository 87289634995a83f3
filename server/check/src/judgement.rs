//! What each object of a text was judged as, and why some were not.
//!
//! A summary counts these: that nothing was found says something only of what was judged.

use std::fmt;

use crdls_report::Finding;

/// What an object was judged as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JudgedAs {
    /// A CRD.
    Crd,
    /// A test suite.
    TestSuite,
    /// A ConversionReview.
    ConversionReview,
    /// A custom resource, by the CRD of its kind.
    CustomResource,
    /// A custom resource that replaces an old one.
    Update,
    /// A CRD or a custom resource that replaces none of the old objects, so that it is created.
    Created {
        /// Whether it is a CRD.
        is_crd: bool,
        /// Its kind and name as a line has them, in backticks.
        name: String,
    },
    /// It is or may be one of these, and neither its correctness nor a fault is shown.
    NotJudged(NotJudged),
}

/// Why an object, or a text that may hold some, is not judged. [`fmt::Display`] is a phrase for the summary, by which
/// equal ones are counted together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NotJudged {
    /// No CRD that is known defines its kind, as `Kind.group`.
    NoCrd(String),
    /// The CRD of its kind was found somewhere, perhaps a copy of another release, and does not serve its version, as
    /// `Kind of group/version`.
    NotServed(String),
    /// A part of an object: a patch, an assertion of a test.
    Part,
    /// A test expects the server to refuse it.
    Refused,
    /// A template, which is rendered first.
    Template,
    /// A text so broken that only the syntax errors are reported.
    NotYaml,
    /// Bytes that are not text.
    NotText,
    /// An object in lists that are nested too deeply.
    NestedLists,
}

impl JudgedAs {
    /// Whether it is a custom resource, which a CRD validated.
    pub(crate) const fn is_resource(&self) -> bool {
        matches!(self, Self::CustomResource | Self::Update | Self::Created { is_crd: false, .. })
    }
}

impl fmt::Display for NotJudged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCrd(kind) => write!(f, "no CRD for {kind}"),
            Self::NotServed(version) => write!(f, "no CRD that serves {version}"),
            Self::Part => f.write_str("only a part of an object"),
            Self::Refused => f.write_str("to be rejected by a test"),
            Self::Template => f.write_str("a template"),
            Self::NotYaml => f.write_str("not YAML"),
            Self::NotText => f.write_str("not a text file"),
            Self::NestedLists => f.write_str("lists nested too deeply"),
        }
    }
}

/// What is made of a document: what is reported of it, and what its objects were judged as.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentCheck {
    /// In order of position.
    pub findings: Vec<Finding>,
    /// In the order of the objects; nothing of those that are neither CRDs nor custom resources.
    pub judgements: Vec<JudgedAs>,
}

impl DocumentCheck {
    /// Of a document that is a template.
    pub(crate) fn of_template(hint: Option<Finding>) -> Self {
        let judgements = vec![JudgedAs::NotJudged(NotJudged::Template)];
        Self { findings: hint.into_iter().collect(), judgements }
    }
}

/// What is made of one object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ObjectCheck {
    /// By paths from the object, in any order.
    pub(crate) findings: Vec<Finding>,
    /// Nothing of an object that is neither a CRD nor a custom resource.
    pub(crate) judgement: Option<JudgedAs>,
}

impl ObjectCheck {
    pub(crate) const fn new(judgement: JudgedAs, findings: Vec<Finding>) -> Self {
        Self { findings, judgement: Some(judgement) }
    }

    /// Of an object that is not judged; `findings` may say so.
    pub(crate) const fn not_judged(why: NotJudged, findings: Vec<Finding>) -> Self {
        Self { findings, judgement: Some(JudgedAs::NotJudged(why)) }
    }
}
