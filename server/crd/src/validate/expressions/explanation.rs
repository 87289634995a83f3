//! What a finding on an expression says, before it has a place.

/// The sentences of a finding.
#[derive(Clone, Debug)]
pub(super) struct Explanation {
    /// What is wrong, without the name of the field.
    pub(super) message: String,
    pub(super) why: Option<String>,
    pub(super) help: Option<String>,
}

impl Explanation {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), why: None, help: None }
    }

    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    pub(super) fn why(self, why: impl Into<String>) -> Self {
        Self { why: Some(why.into()), ..self }
    }
}
