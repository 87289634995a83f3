//! What the server warns of and accepts.
//!
//! Mirrors `WarningsOnCreate` and `WarningsOnUpdate` of k8s.io/apiextensions-apiserver
//! (pkg/registry/customresourcedefinition/strategy.go) and `GetUnrecognizedFormats`
//! (pkg/apiserver/validation/formats.go). Formats are named once for each place, sets once for each type
//! of items.

use std::collections::{BTreeMap, BTreeSet};

use crdls_text::TextRange;

use crate::validate::hoist::Hoisted;
use crate::validate::near_format::{MeantFormat, meant_format};
use crate::validate::schema_nodes::{any_node, each};
use crdls_go::go_quote;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Schema, Spec};
use crdls_minors::{Difference, Minor};
use crdls_report::{Path, Report, code};

code!(
    UNRECOGNIZED_FORMAT,
    "unrecognized-format",
    Warning,
    server,
    "a format that the server does not recognize"
);
code!(NON_SCALAR_SET, "non-scalar-set", Warning, server, "the items of a set are objects or lists");

/// What the CRD that is updated is warned of already.
#[derive(Debug, Default)]
pub(super) struct WarnedBefore<'m> {
    formats: BTreeSet<&'m str>,
    sets: BTreeSet<&'static str>,
}

impl<'m> WarnedBefore<'m> {
    pub(super) fn of(old: Spec<'m>, minor: Minor) -> Self {
        let mut known = Self::default();
        any_node(old, &mut |schema| {
            known.formats.extend(is_unrecognized(schema, minor).then(|| schema.format()));
            known.sets.extend(non_scalar_items(schema));
            false
        });
        known
    }
}

pub(super) fn check(
    spec: Spec<'_>,
    hoisted: Hoisted,
    known: WarnedBefore<'_>,
    minor: Minor,
    path: &Path<'_>,
    report: &mut Report,
) {
    let mut sets = BTreeMap::new();
    let shared = if hoisted.schema { 1 } else { usize::MAX };
    let (versions, validation) = (path.child("versions"), path.hoisted("validation", "schema"));
    for (i, version) in spec.versions().enumerate().take(shared) {
        let version_path = versions.index(i);
        let own = version_path.child("schema");
        let path = if hoisted.schema { &validation } else { &own };
        let Some(schema) = version.schema() else { continue };
        each(schema, &path.child("openAPIV3Schema"), &mut |schema, path| {
            if is_unrecognized(schema, minor) && !known.formats.contains(schema.format()) {
                format(schema, minor, path, report);
            }
            let set_of = non_scalar_items(schema).filter(|type_| !known.sets.contains(type_));
            if let Some(type_) = set_of.filter(|_| minor.has(Difference::WarnsOfNonScalarSets)) {
                set(schema, type_, path, &mut sets, report);
            }
        });
    }
}

fn is_unrecognized(schema: Schema<'_>, minor: Minor) -> bool {
    !schema.format().is_empty() && !crdls_minors::recognizes_format(schema.format(), schema.type_(), minor)
}

const WITHOUT_FORMAT: &str = "remove the line, or validate values with `pattern`, `minimum` and `maximum`, or a rule in `x-kubernetes-validations`";

fn format(schema: Schema<'_>, minor: Minor, path: &Path<'_>, report: &mut Report) {
    let (format, type_) = (schema.format(), schema.type_());
    let raised = report.warning(
        &UNRECOGNIZED_FORMAT,
        &path.child("format"),
        format!("unrecognized format {}", go_quote(format)),
    );
    raised.why("the API server ignores unknown formats, so values are not validated");
    match crdls_minors::format_since(format).filter(|since| *since > minor && matches!(type_, "" | "string")) {
        Some(since) => raised.predicate(format!("is not recognized by Kubernetes {minor}: `{format}`")).help(format!(
            "validate values with `pattern` or a rule in `x-kubernetes-validations`; Kubernetes {since} recognizes the format"
        )),
        None => {
            let of_type = if type_.is_empty() { String::new() } else { format!(" for type {type_}") };
            let (near, help) = match meant_format(format, type_, minor) {
                Some(MeantFormat::Format(name)) => {
                    (format!("; did you mean `{name}`?"), format!("write `format: {name}`, or remove the line"))
                }
                Some(MeantFormat::Other(name, help)) => (format!("; did you mean `{name}`?"), help.to_owned()),
                None => (String::new(), WITHOUT_FORMAT.to_owned()),
            };
            raised.predicate(format!("is not recognized{of_type}: `{format}`{near}")).help(help)
        }
    };
}

/// The type of a set's items, where they are objects or lists.
fn non_scalar_items(schema: Schema<'_>) -> Option<&'static str> {
    let items = schema.item_schema().filter(|_| schema.list_type() == Some("set"))?;
    ["object", "array"].into_iter().find(|type_| *type_ == items.type_())
}

/// One warning for each type of items, at the set that is written first; the others are told with it.
fn set(
    schema: Schema<'_>,
    type_: &'static str,
    path: &Path<'_>,
    said: &mut BTreeMap<&'static str, (usize, TextRange)>,
    report: &mut Report,
) {
    let path = path.child("x-kubernetes-list-type");
    let here = schema.object().span(Field::XListType).map_or(TextRange::new(0, 0), |span| span.key);
    if let Some((at, first)) = said.get_mut(type_) {
        if let Some(raised) = report.errors.get_mut(*at) {
            if here.start < first.start {
                *first = here;
                raised.moved(&path, "the same here").predicate(items_of_set(type_));
            } else {
                raised.related(&path, "the same here");
            }
        }
        return;
    }
    said.insert(type_, (report.errors.len(), here));
    let detail = format!(
        "x-kubernetes-list-type: set for items of type \"{type_}\" is not supported by server-side apply or CEL validation rules"
    );
    report
        .warning(&NON_SCALAR_SET, &path, detail)
        .predicate(items_of_set(type_))
        .why("server-side apply and CEL rules support sets of scalars only")
        .help("use `x-kubernetes-list-type: map` with keys, or `atomic`");
}

fn items_of_set(type_: &str) -> String {
    format!("is `set`, but the items are of type {type_}")
}
