//! Fields that the server does not know.
//!
//! Mirrors `saveStrictError` of sigs.k8s.io/json
//! (internal/golang/encoding/json/kubernetes_patch.go): the path is not quoted, the same path is said once,
//! and 100 of them are said.

use std::collections::HashSet;

use crdls_yaml::Member;

use super::{FieldSuggestion, messages};
use crate::fields::TypeDef;
use crdls_go::go_quote;
use crdls_report::{ErrorType, FieldValidation, Finding, Fix, Path, Server, Severity, code};

code!(UNKNOWN_FIELD, "unknown-field", Error, server, "an unknown field");

/// How many the server lists.
const MAX_LISTED: usize = 100;

/// An unknown field, before it is known whether the server lists it.
#[derive(Debug)]
pub(super) struct UnknownField {
    finding: Finding,
    /// The server's sentence.
    detail: String,
}

impl UnknownField {
    /// A key that is no field of `ty`, at a path that begins with `base` steps to the manifest.
    pub fn new(
        member: &Member<'_>,
        ty: &'static TypeDef,
        suggestion: Option<FieldSuggestion>,
        path: &Path<'_>,
        base: usize,
    ) -> Self {
        let key = member.key.range();
        let detail = format!("unknown field {}", go_quote(&path.dotted(base)));
        let mut finding = Finding::new(&UNKNOWN_FIELD, key, path, message(member, suggestion, path));
        let safe = suggestion.filter(|suggestion| suggestion.safe);
        finding.fixes.extend(safe.map(|suggestion| Fix::respell(key, member.key.source(), suggestion.name)));
        finding.notes.extend(messages::about_unknown(member, ty));
        Self { finding, detail }
    }
}

fn message(member: &Member<'_>, suggestion: Option<FieldSuggestion>, path: &Path<'_>) -> String {
    let (name, within) = (&*member.name, path.manifest().in_parent());
    if messages::is_read_otherwise(member) {
        return format!("unknown field `{}`{within}, which kubectl reads as `{name}`", member.key.source());
    }
    match suggestion {
        Some(near) => format!("unknown field `{name}`{within}; did you mean `{}`?", near.name),
        None => format!("unknown field `{name}`{within}"),
    }
}

/// The findings on unknown fields. `decoding_failed`: the server stops before it speaks of them.
pub(super) fn findings(
    unknown: Vec<UnknownField>,
    validation: FieldValidation,
    decoding_failed: bool,
) -> Vec<Finding> {
    let severity = match validation {
        FieldValidation::Strict => Severity::Error,
        FieldValidation::Warn => Severity::Warning,
        FieldValidation::Ignore => return Vec::new(),
    };
    let mut said = HashSet::new();
    let mut findings = Vec::with_capacity(unknown.len());
    for UnknownField { mut finding, detail } in unknown {
        let listed = said.len() < MAX_LISTED && said.insert(detail.clone());
        finding.severity = severity;
        let kind = ErrorType::StrictDecoding;
        finding.server = Some(Server { kind, field: String::new(), detail, bad: None, shadowed: false });
        finding.set_shadowed(decoding_failed || !listed);
        findings.push(finding);
    }
    findings
}
