//! Fields that the server does not know.
//!
//! Mirrors `saveStrictError` of sigs.k8s.io/json
//! (internal/golang/encoding/json/kubernetes_patch.go): the path is not quoted, the same path is said once,
//! and 100 of them are said.

use std::collections::HashSet;

use crdls_yaml::Member;

use super::problems::{Problems, shadow};
use super::walk::At;
use super::{Dropped, Meant, words};
use crate::fields::TypeDef;
use crate::{ErrorType, FieldValidation, Finding, Fix, Server, Severity, code};
use crdls_values::json::go_quote;

code!(UNKNOWN_FIELD, "unknown-field", Error, server, "a field does not exist");

/// How many the server lists.
const MAX_LISTED: usize = 100;

/// A finding, before it is known whether the server says it.
#[derive(Debug)]
pub struct Unknown {
    finding: Finding,
    detail: String,
}

impl Problems {
    /// A key that is no field of a type.
    pub fn unknown(
        &mut self,
        member: &Member<'_>,
        siblings: &[Member<'_>],
        ty: &'static TypeDef,
        at: At<'_>,
    ) {
        let key = member.key.range();
        let meant = Meant::of(member, siblings, ty);
        if at.custom {
            let (name, path) = (member.name.to_string(), at.path.manifest());
            self.dropped.push(Dropped { name, key, ty, meant, path });
            return;
        }
        let detail = format!("unknown field {}", go_quote(&at.path.dotted(self.base)));
        let mut finding = Finding::new(&UNKNOWN_FIELD, key, at.path, message(member, meant));
        let safe = meant.filter(|meant| meant.safe);
        finding.fixes.extend(safe.map(|meant| Fix::respell(key, member.key.source(), meant.name)));
        finding.notes.extend(words::about_unknown(member, ty));
        self.unknown.push(Unknown { finding, detail });
    }
}

fn message(member: &Member<'_>, meant: Option<Meant>) -> String {
    let name = &*member.name;
    if words::is_read_otherwise(member) {
        return format!("unknown field `{}`, which kubectl reads as `{name}`", member.key.source());
    }
    match meant {
        Some(near) => format!("unknown field `{name}`; did you mean `{}`?", near.name),
        None => format!("unknown field `{name}`"),
    }
}

/// The findings on unknown fields. `decoding_failed`: the server stops before it speaks of them.
pub fn findings(unknown: Vec<Unknown>, validation: FieldValidation, decoding_failed: bool) -> Vec<Finding> {
    let severity = match validation {
        FieldValidation::Strict => Severity::Error,
        FieldValidation::Warn => Severity::Warning,
        FieldValidation::Ignore => return Vec::new(),
    };
    let mut said = HashSet::new();
    let mut findings = Vec::with_capacity(unknown.len());
    for Unknown { mut finding, detail } in unknown {
        let listed = said.len() < MAX_LISTED && said.insert(detail.clone());
        finding.severity = severity;
        let kind = ErrorType::StrictDecoding;
        finding.server = Some(Server { kind, field: String::new(), detail, bad: None, shadowed: false });
        shadow(&mut finding, decoding_failed || !listed);
        findings.push(finding);
    }
    findings
}
