//! The server's sentences about a response: which objects were converted, and at which step it failed.
//!
//! The words of `webhookConverter.Convert` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/conversion/webhook_converter.go).

use crdls_report::FieldPath;
use crdls_text::TextRange;

use crate::review::ReviewObject;
use crate::type_name::{GroupVersion, TypeName};

/// What the server converts: an object, or several as a list. Of one object it is taken that it is no list.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// `None` where the request is not known: then only the reason is told.
    name: Option<TypeName>,
    is_list: bool,
}

/// A step in which the server refuses a converted object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The object is decoded.
    Decode,
    /// The version and kind are compared.
    Type,
    /// The name, namespace and uid are compared.
    Identity,
    /// The metadata is replaced with the original's.
    Metadata,
}

/// Why the server refuses a converted object.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    pub step: Step,
    pub range: TextRange,
    /// From the object on.
    pub path: FieldPath,
    pub message: String,
    /// The server's reason.
    pub words: String,
    /// What to do; empty where the message says it.
    pub help: &'static str,
}

impl Refused {
    pub(crate) fn new(step: Step, range: TextRange, path: &[&str], message: String, words: String) -> Self {
        Self { step, range, path: FieldPath::of_names(path), message, words, help: "" }
    }

    pub(crate) fn help(self, help: &'static str) -> Self {
        Self { help, ..self }
    }
}

impl Input {
    /// What an unknown request has.
    pub(crate) const fn unknown() -> Self {
        Self { name: None, is_list: false }
    }

    /// What a request has. `list_kind`: that of the CRD.
    pub(crate) fn of(objects: &[ReviewObject<'_>], desired: &str, list_kind: Option<&str>) -> Self {
        if let [object] = objects {
            return Self { name: Some(TypeName::of(object.value)), is_list: false };
        }
        let kind = objects.first().map(|object| TypeName::of(object.value).kind).unwrap_or_default();
        let kind = list_kind.map_or_else(|| format!("{kind}List"), str::to_owned);
        let version = GroupVersion::parse(desired).unwrap_or_default();
        Self { name: Some(TypeName { version, kind }), is_list: true }
    }

    /// The message that the whole response is rejected.
    pub(crate) fn failed(&self, why: &str) -> String {
        self.sentence(&format!("failed: {why}"), why)
    }

    /// The message that the response has another number of objects.
    pub(crate) fn count(&self, returned: usize, expected: usize) -> String {
        let counts = format!("returned {returned} objects, expected {expected}");
        self.sentence(&counts, &counts)
    }

    /// The message that an object is rejected.
    pub(crate) fn object(&self, step: Step, index: usize, why: &str) -> String {
        let what = match (self.is_list, step) {
            (false, Step::Decode) => return why.to_owned(),
            (false, Step::Type) => format!("invalid object at index {index}"),
            (false, Step::Identity) => "invalid object".to_owned(),
            (false, Step::Metadata) => "invalid metadata".to_owned(),
            (true, Step::Metadata) => format!("invalid metadata in object at index {index}"),
            (true, _) => format!("invalid converted object at index {index}"),
        };
        self.sentence(&format!("returned {what}: {why}"), why)
    }

    /// What the webhook did, as the server says it; the reason alone where the server's subject is not known.
    fn sentence(&self, predicate: &str, why: &str) -> String {
        match &self.name {
            Some(name) => format!("conversion webhook for {name} {predicate}"),
            None => why.to_owned(),
        }
    }
}
