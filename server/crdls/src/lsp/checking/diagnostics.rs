//! Findings as the protocol's diagnostics.
//!
//! Must not know when they are sent.

use crdls_ide::FileFinding;
use crdls_report::{Finding, Note, Related, Severity};
use ls_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    DocumentDiagnosticReport, FullDocumentDiagnosticReport, Location, NumberOrString,
    RelatedFullDocumentDiagnosticReport,
};
use serde_json::{Value, json};

use crate::lsp::protocol::features::ClientFeatures;
use crate::lsp::protocol::locations::location_in_crd;
use crate::lsp::state::documents::Snapshot;
use crdls_wire::PositionConverter;

/// The `source` of each diagnostic.
pub(crate) const SOURCE: &str = "crdls";

/// The findings of a snapshot that an editor shows, in their order.
pub(crate) fn convert(
    snapshot: &Snapshot,
    findings: &[FileFinding],
    features: &ClientFeatures,
) -> Vec<Diagnostic> {
    let positions = features.encoding.converter(&snapshot.file);
    let numbered = findings.iter().enumerate().filter(|(_, found)| !found.hidden);
    numbered.map(|(index, found)| diagnostic(snapshot, &positions, index, &found.finding, features)).collect()
}

/// The finding of a number.
pub(crate) fn diagnostic(
    snapshot: &Snapshot,
    positions: &PositionConverter<'_>,
    index: usize,
    finding: &Finding,
    features: &ClientFeatures,
) -> Diagnostic {
    Diagnostic {
        range: positions.range(finding.range),
        severity: Some(severity(finding.severity)),
        code: Some(NumberOrString::String(finding.code.name.to_owned())),
        code_description: code_description(snapshot, finding.code.name, features),
        source: Some(SOURCE.to_owned()),
        message: message(finding),
        related_information: features
            .related_information
            .then(|| related(snapshot, positions, finding, features)),
        tags: tag(finding.code.name)
            .filter(|tag| features.diagnostic_tags.contains(tag))
            .map(|tag| vec![tag]),
        data: features.diagnostic_data.then(|| data(snapshot, index)),
    }
}

/// The address of the page on a code, where the settings have one.
fn code_description(snapshot: &Snapshot, code: &str, features: &ClientFeatures) -> Option<CodeDescription> {
    let address = snapshot.config.docs_url(code).filter(|_| features.code_descriptions)?;
    address.parse().ok().map(|href| CodeDescription { href })
}

/// How editors show some texts: faded, or struck through.
const TAGS: &[(&str, DiagnosticTag)] = &[
    ("deprecated-version", DiagnosticTag::DEPRECATED),
    ("duplicate-key", DiagnosticTag::UNNECESSARY),
    ("removed-api-version", DiagnosticTag::DEPRECATED),
    ("unused-ignore", DiagnosticTag::UNNECESSARY),
];

fn tag(code: &str) -> Option<DiagnosticTag> {
    TAGS.iter().find(|(tagged, _)| *tagged == code).map(|(_, tag)| tag.clone())
}

/// By which a code action knows the finding that a diagnostic came from.
pub(crate) fn data(snapshot: &Snapshot, index: usize) -> Value {
    json!({ "generation": snapshot.generation, "finding": index })
}

pub(super) fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Information => DiagnosticSeverity::INFORMATION,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}

/// The message, the server's own sentence, and what to do.
fn message(finding: &Finding) -> String {
    let server = finding.server.iter().map(|server| format!("server: {}", server.shown()));
    let help = finding.notes.iter().filter_map(|note| match note {
        Note::Help(text) => Some(format!("help: {text}")),
        Note::Why(_) => None,
    });
    let lines: Vec<_> = std::iter::once(finding.message.clone()).chain(server).chain(help).collect();
    lines.join("\n")
}

/// Places in this text, and in CRDs that are known.
fn related(
    snapshot: &Snapshot,
    positions: &PositionConverter<'_>,
    finding: &Finding,
    features: &ClientFeatures,
) -> Vec<DiagnosticRelatedInformation> {
    let information = |related: &Related| {
        let location = match &related.file {
            None => Location::new(snapshot.uri.clone(), positions.range(related.range)),
            Some(file) => {
                let old = || snapshot.old.as_ref()?.location(file, related.range, features.encoding);
                location_in_crd(&snapshot.crds, file, related.range, features.encoding).or_else(old)?
            }
        };
        Some(DiagnosticRelatedInformation { location, message: related.message.clone() })
    };
    finding.places().filter_map(information).collect()
}

/// All findings of a document, as it is pulled.
pub(super) fn report(result_id: Option<String>, items: Vec<Diagnostic>) -> DocumentDiagnosticReport {
    RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id, items },
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tagged_codes_exist() {
        for (code, _) in TAGS {
            assert!(crdls_check::codes::by_code(code).is_some(), "{code}");
        }
    }
}
