//! What a kind of object brings: how it is recognised, and what is reported of it.

use crdls_yaml::Document;

use crate::Source;
use crate::judgement::ObjectCheck;
use crdls_manifest::objects::DocumentObject;
use crdls_report::Config;

/// A row of the table of kinds. What completes and explains an object of a kind lives in the crate `ide`.
pub(crate) struct DocumentKind {
    /// Whether an object of a text is of the kind.
    pub(crate) recognises: fn(&DocumentObject<'_>, Source<'_>) -> bool,
    /// Everything to report of one, and what it was judged as.
    pub(crate) check: fn(&DocumentObject<'_>, Source<'_>, &Document, &Config) -> ObjectCheck,
}
