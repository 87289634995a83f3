//! What a finding on an expression says, before it has a place.

use crdls_text::TextRange;

/// The sentences of a finding.
#[derive(Clone, Debug)]
pub(super) struct Explanation {
    /// What is wrong, without the name of the field.
    pub(super) message: String,
    pub(super) why: Option<String>,
    pub(super) help: Option<String>,
    /// Parts of the expression, each with a label.
    pub(super) labels: Vec<(TextRange, String)>,
}

impl Explanation {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), why: None, help: None, labels: Vec::new() }
    }

    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    pub(super) fn why(self, why: impl Into<String>) -> Self {
        Self { why: Some(why.into()), ..self }
    }
}
