//! What the server warns of and accepts.
//!
//! Mirrors `WarningsOnCreate` of k8s.io/apiextensions-apiserver v0.37.2
//! (pkg/registry/customresourcedefinition/strategy.go) and `GetUnrecognizedFormats`
//! (pkg/apiserver/validation/formats.go). Formats are named once for each place, sets once for each type
//! of items.

use std::collections::BTreeMap;

use crate::model::{Schema, Spec};
use crate::path::Path;
use crate::validate::hoist::Hoisted;
use crate::validate::report::{Report, quoted};
use crate::validate::walk;
use crate::{Minor, minors, rule};

rule!(UNRECOGNIZED_FORMAT, "unrecognized-format", Warning, server, "a format that the server does not check");
rule!(NON_SCALAR_SET, "non-scalar-set", Warning, server, "a set whose items are objects or lists");

pub(super) fn check(spec: Spec<'_>, hoisted: Hoisted, minor: Minor, path: &Path<'_>, report: &mut Report) {
    let mut sets = BTreeMap::new();
    let shared = if hoisted.schema { 1 } else { usize::MAX };
    let (versions, validation) = (path.child("versions"), path.renamed("validation", "versions[0].schema"));
    for (i, version) in spec.versions().enumerate().take(shared) {
        let version_path = versions.index(i);
        let own = version_path.child("schema");
        let path = if hoisted.schema { &validation } else { &own };
        let Some(schema) = version.schema() else { continue };
        walk::each(schema, &path.child("openAPIV3Schema"), &mut |schema, path| {
            format(schema, minor, path, report);
            if minor >= minors::WARNS_OF_NON_SCALAR_SETS {
                set(schema, path, &mut sets, report);
            }
        });
    }
}

fn format(schema: Schema<'_>, minor: Minor, path: &Path<'_>, report: &mut Report) {
    let (format, type_) = (schema.format(), schema.type_());
    if format.is_empty() || minors::recognizes(format, type_, minor) {
        return;
    }
    let raised = report.warning(
        &UNRECOGNIZED_FORMAT,
        &path.child("format"),
        format!("unrecognized format {}", quoted(format)),
    );
    raised.why("the server ignores a format that it does not know: values are not held against it");
    match minors::since(format).filter(|since| *since > minor && matches!(type_, "" | "string")) {
        Some(since) => raised.message(format!("Kubernetes {minor} does not know the format `{format}`")).help(format!(
            "Kubernetes {since} and later check it; until then use `pattern` or a rule in `x-kubernetes-validations`"
        )),
        None => raised
            .message(if type_.is_empty() {
                format!("the server does not know the format `{format}`")
            } else {
                format!("the server knows no format `{format}` of type {type_}")
            })
            .help("remove it, or check values by `pattern`, `minimum` and `maximum`, or a rule in `x-kubernetes-validations`"),
    };
}

/// One warning for each type of items, at the first such set; the others are told with it.
fn set(schema: Schema<'_>, path: &Path<'_>, said: &mut BTreeMap<&'static str, usize>, report: &mut Report) {
    let items = schema.item_schema().map(|items| items.type_());
    let type_ = match items {
        Some("object") => "object",
        Some("array") => "array",
        _ => return,
    };
    if schema.list_type() != Some("set") {
        return;
    }
    let path = path.child("x-kubernetes-list-type");
    if let Some(first) = said.get(type_).and_then(|at| report.raised.get_mut(*at)) {
        first.related(&path, "this too");
        return;
    }
    said.insert(type_, report.raised.len());
    let detail = format!(
        "x-kubernetes-list-type: set for items of type \"{type_}\" is not supported by server-side apply or CEL validation rules"
    );
    report
        .warning(&NON_SCALAR_SET, &path, detail)
        .message(format!("items of type {type_} cannot be told apart in a set"))
        .why("server-side apply merges sets of scalars only, and CEL compares the items of a set one by one")
        .help("use `x-kubernetes-list-type: map` with keys, or `atomic`");
}
