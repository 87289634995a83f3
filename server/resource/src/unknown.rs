//! Fields of a custom resource that its schema does not know.
//!
//! Mirrors how `PruneWithOptions` records paths (k8s.io/apiextensions-apiserver,
//! pkg/apiserver/schema/options.go): names joined by dots, whatever is in them.

use crdls_text::{Edit, TextRange};

use super::structural::Structural;
use crdls_manifest::decode::UNKNOWN_FIELD;
use crdls_report::{
    Config, ErrorType, FieldPath, FieldValidation, Finding, Fix, Path, Server, Severity, Unit,
};
use crdls_text::nearest;
use crdls_values::JsonMember;

/// A field that was dropped.
pub struct Unknown {
    name: Box<str>,
    key: TextRange,
    detail: String,
    path: FieldPath,
    meant: Option<String>,
}

impl Unknown {
    pub fn new(member: &JsonMember, path: &Path<'_>, schema: Option<Structural<'_>>) -> Self {
        let known = schema.into_iter().flat_map(|schema| schema.properties().map(|(name, _)| name));
        let meant = nearest(&member.name, known).map(str::to_owned);
        let detail = format!("unknown field \"{}\"", path.dotted(0));
        Self { name: member.name.clone(), key: member.key, detail, path: path.manifest(), meant }
    }
}

/// The findings on them.
pub fn findings(unknown: Vec<Unknown>, unit: Unit<'_>, config: &Config) -> Vec<Finding> {
    let severity = match config.field_validation {
        FieldValidation::Strict => Severity::Error,
        FieldValidation::Warn => Severity::Warning,
        FieldValidation::Ignore => return Vec::new(),
    };
    unknown.into_iter().map(|unknown| finding(unknown, unit, severity)).collect()
}

fn finding(unknown: Unknown, unit: Unit<'_>, severity: Severity) -> Finding {
    let Unknown { name, key, detail, path, meant } = unknown;
    let within = path.in_parent();
    let message = match &meant {
        Some(meant) => format!("unknown field `{name}`{within}; did you mean `{meant}`?"),
        None => format!("unknown field `{name}`{within}"),
    };
    let mut finding = Finding::new(&UNKNOWN_FIELD, key, path, message);
    finding.severity = severity;
    let is_written = matches!(unit, Unit::Written(root) if key.of(root.text()) == &*name);
    finding.fixes.extend(meant.filter(|_| is_written).map(|meant| respell(key, &name, &meant)));
    let kind = ErrorType::StrictDecoding;
    finding.server = Some(Server { kind, field: String::new(), detail, bad: None, shadowed: false });
    finding.why("the schema does not declare this field, so the API server drops it")
}

fn respell(key: TextRange, name: &str, meant: &str) -> Fix {
    let edits = vec![Edit { range: key, new_text: meant.to_owned() }];
    Fix { title: format!("replace with `{meant}`"), safe: name.eq_ignore_ascii_case(meant), edits }
}
