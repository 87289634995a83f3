//! What the server has to do with a finding: its type of error, and whether it would come to it.

use crdls_text::TextRange;

use crdls_report::{Code, ErrorType, Finding, Path, Server};

/// The same finding, shadowed.
pub(super) fn shadowed(mut finding: Finding) -> Finding {
    finding.shadow();
    finding
}

/// The finding that keeps the server from reading anything else of a document.
pub(super) fn decoding(code: &'static Code, range: TextRange, message: String, detail: String) -> Finding {
    let server =
        Server { kind: ErrorType::Decoding, field: String::new(), detail, bad: None, shadowed: false };
    Finding { server: Some(server), ..Finding::new(code, range, &Path::EMPTY, message) }
}
