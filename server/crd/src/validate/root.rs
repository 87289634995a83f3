//! The root of a version's schema, and what is looked at below it.
//!
//! Mirrors `validateCustomResourceDefinitionValidation` of k8s.io/apiextensions-apiserver
//! (pkg/apis/apiextensions/validation/validation.go). Its last step, which builds a validator, cannot fail.

use crate::structural::{self, Unconvertible};
use crate::validate::expressions::{self, RuleCheckContext};
use crate::validate::schema::Inherited;
use crate::validate::{Options, defaults, schema};
use crdls_manifest::fields::Field;
use crdls_manifest::model::Schema;
use crdls_report::{Path, Report, code};

code!(
    ROOT_WITH_STATUS,
    "root-with-status",
    Error,
    server,
    "a keyword at the root of a schema whose status has a subresource"
);
code!(ROOT_NULLABLE, "root-nullable", Error, server, "the root of a schema is nullable");

/// Checks what is below `schema`: its `openAPIV3Schema`.
pub(super) fn check(
    schema: Schema<'_>,
    status: bool,
    unchanged: bool,
    options: &Options<'_>,
    path: &Path<'_>,
    report: &mut Report,
) {
    let raised = report.errors.len();
    if status {
        root_with_status(schema, &path.child("openAPIV3Schema"), report);
    }
    let path = path.child("openAPIV3Schema");
    if schema.nullable() {
        report
            .forbidden(&ROOT_NULLABLE, &path.child("nullable"), "nullable cannot be true at the root")
            .message("the root schema cannot be nullable")
            .why("an object cannot be null")
            .help("remove `nullable: true`");
    }
    let structure = report.errors.len();
    let obstacle = Unconvertible::in_schema(schema, &path).filter(|_| options.structural);
    if options.structural {
        report.shadowed_if(obstacle.is_some(), |report| structural::check(schema, &path, report));
    }
    let wrong_structure = report.errors.len() > structure;
    let defaults = report.errors.len();
    if options.structural {
        report.shadowed_if(obstacle.is_some() || wrong_structure, |report| {
            defaults::check(schema, options.pruned_defaults, options.kubernetes, &path, report);
        });
    }
    let wrong_defaults = report.errors.len() > defaults;
    let first_error = if wrong_structure { structure } else { report.errors.len() };
    schema::check(schema, Inherited::root(options), true, &path, report);
    if options.structural {
        let skipped = obstacle.is_some() || wrong_structure || wrong_defaults;
        let around = RuleCheckContext { options, skipped, unchanged, first_error };
        expressions::check(schema, around, &path, report);
    }
    // The server keeps this sentence back where it has another one.
    let silent = report.errors.iter().skip(raised).all(|raised| raised.shadowed);
    if let Some(found) = obstacle.filter(|_| silent) {
        found.raise(schema, &path, &path, report);
    }
}

/// The keywords in the order of the server's struct, and whether they may stand at a root whose status
/// has a subresource of its own.
const KEYWORDS: [(Field, &str, bool); 44] = [
    (Field::Id, "ID", false),
    (Field::DollarSchema, "Schema", false),
    (Field::DollarRef, "Ref", false),
    (Field::Description, "Description", true),
    (Field::Type, "Type", true),
    (Field::Nullable, "Nullable", false),
    (Field::Format, "Format", true),
    (Field::Title, "Title", true),
    (Field::Default, "Default", false),
    (Field::Maximum, "Maximum", true),
    (Field::ExclusiveMaximum, "ExclusiveMaximum", true),
    (Field::Minimum, "Minimum", true),
    (Field::ExclusiveMinimum, "ExclusiveMinimum", true),
    (Field::MaxLength, "MaxLength", true),
    (Field::MinLength, "MinLength", true),
    (Field::Pattern, "Pattern", true),
    (Field::MaxItems, "MaxItems", true),
    (Field::MinItems, "MinItems", true),
    (Field::UniqueItems, "UniqueItems", true),
    (Field::MultipleOf, "MultipleOf", true),
    (Field::Enum, "Enum", false),
    (Field::MaxProperties, "MaxProperties", false),
    (Field::MinProperties, "MinProperties", false),
    (Field::Required, "Required", true),
    (Field::Items, "Items", true),
    (Field::AllOf, "AllOf", false),
    (Field::OneOf, "OneOf", false),
    (Field::AnyOf, "AnyOf", false),
    (Field::Not, "Not", false),
    (Field::Properties, "Properties", true),
    (Field::AdditionalProperties, "AdditionalProperties", false),
    (Field::PatternProperties, "PatternProperties", false),
    (Field::Dependencies, "Dependencies", false),
    (Field::AdditionalItems, "AdditionalItems", false),
    (Field::Definitions, "Definitions", false),
    (Field::ExternalDocs, "ExternalDocs", true),
    (Field::Example, "Example", true),
    (Field::XPreserveUnknownFields, "XPreserveUnknownFields", true),
    (Field::XEmbeddedResource, "XEmbeddedResource", false),
    (Field::XIntOrString, "XIntOrString", false),
    (Field::XListMapKeys, "XListMapKeys", false),
    (Field::XListType, "XListType", false),
    (Field::XMapType, "XMapType", false),
    (Field::XValidations, "XValidations", true),
];

/// Whether a keyword may stand at the root of a schema whose status has a subresource of its own.
pub fn stands_beside_status(keyword: Field) -> bool {
    KEYWORDS.iter().any(|(field, _, allowed)| *field == keyword && *allowed)
}

/// The first keyword that would be lost for status; its schema is taken out of `properties`.
fn root_with_status(schema: Schema<'_>, path: &Path<'_>, report: &mut Report) {
    for (field, _, allowed) in KEYWORDS.iter().filter(|(field, ..)| is_set(schema, *field)) {
        if *field == Field::Type && schema.type_() != "object" {
            report
                .invalid(
                    &ROOT_WITH_STATUS,
                    &path.child("type"),
                    schema.type_(),
                    r#"only "object" is allowed as the type at the root of the schema if the status subresource is enabled"#,
                )
                .predicate(format!("must be `object`, got `{}`", schema.type_()))
                .help("write `type: object`");
            return;
        }
        if !allowed {
            return misplaced(*field, path, report);
        }
    }
}

fn misplaced(field: Field, path: &Path<'_>, report: &mut Report) {
    let names: Vec<_> = KEYWORDS.iter().filter(|(.., allowed)| *allowed).map(|(_, name, _)| *name).collect();
    let detail = format!(
        "only [{}] fields are allowed at the root of the schema if the status subresource is enabled",
        names.join(" ")
    );
    let keyword = field.name();
    report
        .add(&ROOT_WITH_STATUS, crdls_report::ErrorType::Invalid, path, detail)
        .message(format!("`{keyword}` is not allowed at the root of a schema with the status subresource"))
        .why("the server validates updates of the status by `properties.status` alone, so the root would not apply")
        .help(format!("move `{keyword}` into a property such as `spec`, or write a rule in `x-kubernetes-validations`"))
        .mark_key(&path.child(keyword));
}

/// Whether Go's value differs from the zero one: an empty list or map that is written does.
fn is_set(schema: Schema<'_>, field: Field) -> bool {
    use crdls_manifest::model::Value;
    schema.object().get(field).is_some_and(|found| match &found.value {
        Value::List(_) | Value::Map(_) => true,
        _ => !found.is_zero(),
    })
}
