//! Whole pieces of a manifest to start from: a version, a property, conditions, a rule, a column.
//!
//! Knows where each belongs; what they hold is made from the text around where it says more than a table.

use std::borrow::Cow;

use crdls_manifest::fields::{Field, FieldDef};

use super::context::{CompletionContext, ItemText};
use super::target_schema::{SchemaRole, TargetSchema};
use super::{keys, names, values};
use crate::Completion;
use crate::manifest_position::Shape;
use crate::suggestion::Template;

/// The usual list of conditions, as `metav1.Condition` has it.
const CONDITIONS: &str = "
  type: array
  x-kubernetes-list-type: map
  x-kubernetes-list-map-keys: [type]
  items:
    type: object
    required: [type, status, lastTransitionTime, reason, message]
    properties:
      type:
        type: string
        maxLength: 316
      status:
        type: string
        enum: ['True', 'False', Unknown]
      observedGeneration:
        type: integer
        format: int64
        minimum: 0
      lastTransitionTime:
        type: string
        format: date-time
      reason:
        type: string
        minLength: 1
        maxLength: 1024
      message:
        type: string
        maxLength: 32768";

/// A schema of a property: its label, what it is for and what it holds.
const PROPERTIES: [(&str, &str, &str); 6] = [
    (
        "property",
        "A field with a scalar type.",
        "\n  type: ${1|string,integer,boolean,number|}\n  description: $2",
    ),
    (
        "object property",
        "An object with named fields.",
        "\n  type: object\n  properties:\n    ${1:name}:\n      type: ${2:string}",
    ),
    (
        "list property",
        "A field that holds a list.",
        "\n  type: array\n  x-kubernetes-list-type: ${1|atomic,set|}\n  items:\n    type: ${2:string}",
    ),
    (
        "map property",
        "A map with arbitrary keys.",
        "\n  type: object\n  additionalProperties:\n    type: ${1:string}",
    ),
    (
        "list property by key",
        "A list of objects identified by `name`.",
        "\n  type: array\n  x-kubernetes-list-type: map\n  x-kubernetes-list-map-keys: [name]\n  items:\n    type: object\n    required: [name]\n    properties:\n      name:\n        type: string",
    ),
    (
        "int-or-string property",
        "An integer or string (`x-kubernetes-int-or-string`), for example a port.",
        "\n  x-kubernetes-int-or-string: true",
    ),
];

/// Whole properties, below `properties:`.
pub(super) fn properties(
    context: &CompletionContext<'_>,
    target: &TargetSchema<'_>,
    written: &[Cow<'_, str>],
) -> Vec<Completion> {
    if target.is_meta {
        return Vec::new();
    }
    let mut found: Vec<_> = PROPERTIES
        .iter()
        .enumerate()
        .filter_map(|(i, (label, doc, schema))| {
            let name = free_name(written);
            let piece = Template::Map(vec![(Template::slot(name), Template::of_table(schema))]);
            context.piece(words(label, doc, 100 + i), &piece)
        })
        .collect();
    let in_status = target.role == SchemaRole::SchemaProperty(Cow::Borrowed("status"));
    if in_status && !written.iter().any(|name| name == "conditions") {
        let piece = Template::Map(vec![(Template::text("conditions"), Template::of_table(CONDITIONS))]);
        let doc = "Status conditions, a list keyed by `type`.";
        found.extend(context.piece(words("conditions", doc, 50), &piece));
    }
    found
}

fn free_name(written: &[Cow<'_, str>]) -> String {
    let taken = |name: &str| written.iter().any(|other| other == name);
    let numbered = (2_usize..).take(written.len() + 1).map(|n| format!("name{n}"));
    std::iter::once("name".to_owned()).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
}

fn words(label: &str, doc: &str, rank: usize) -> ItemText {
    ItemText {
        label: label.to_owned(),
        detail: Some("template".to_owned()),
        documentation: doc.to_owned(),
        rank,
    }
}

/// An item as a whole, after a dash with nothing after it.
pub(super) fn of_item(context: &CompletionContext<'_>) -> Vec<Completion> {
    let here = context.place.here();
    let list = context.place.outwards(1).map(|level| level.shape);
    let (Some(here), Some(Shape::List { field, .. })) = (here, list) else { return Vec::new() };
    if here.node.kind().is_map() {
        return Vec::new();
    }
    let item = item(context, field);
    item.into_iter().filter_map(|(words, template)| context.piece(words, &template)).collect()
}

/// A new item of a list, with its dash.
pub(super) fn new_item(context: &CompletionContext<'_>, field: &'static FieldDef) -> Vec<Completion> {
    if let Some(list) = context.place.here().filter(|here| here.node.kind() == crdls_yaml::Kind::BlockSeq) {
        // A dash elsewhere than under the others belongs to no list.
        if context.column_of(list.node) != context.cursor.column {
            return Vec::new();
        }
    }
    let Some((words, template)) = item(context, field) else {
        let values = values::all(context, field);
        return values.into_iter().filter_map(|value| context.as_item(value)).collect();
    };
    context.item(words, template).into_iter().collect()
}

/// What an item of a list of structs is, and how it is called.
fn item(context: &CompletionContext<'_>, field: &FieldDef) -> Option<(ItemText, Template)> {
    Some(match field.id {
        Field::Versions => (words("version", "A version with a schema of its own.", 0), version(context)),
        Field::XValidations => (words("validation rule", field.doc, 0), rule()),
        Field::AdditionalPrinterColumns => (words("column", field.doc, 0), keys::column(context)),
        Field::SelectableFields => {
            let paths = values::selectable_paths(context).into_iter().map(|leaf| leaf.path).take(20);
            (words("selectable field", field.doc, 0), Template::map([("jsonPath", Template::choice(paths))]))
        }
        _ => return None,
    })
}

fn rule() -> Template {
    Template::map([("rule", Template::slot("")), ("message", Template::slot("what has to hold"))])
}

fn version(context: &CompletionContext<'_>) -> Template {
    let name = names::versions(&values::version_names(context)).into_iter().next().unwrap_or_default();
    let spec = Template::map([("type", Template::text("object"))]);
    let root = Template::map([
        ("type", Template::text("object")),
        ("properties", Template::Map(vec![(Template::slot("spec"), spec)])),
    ]);
    Template::map([
        ("name", Template::slot(name)),
        ("served", Template::choice(["true", "false"])),
        ("storage", Template::text(values::storage(context))),
        ("schema", Template::map([("openAPIV3Schema", root)])),
    ])
}
