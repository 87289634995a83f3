//! Parts of rules that can fail to evaluate.

use crdls_cel::ast::ExprId;
use crdls_manifest::model::{Crd, Object, OrBool, Schema};
use crdls_report::{FieldPath, Fix, PathStep};
use crdls_rules::{Library, escape, parsed};
use crdls_text::Edit;
use crdls_values::JsonValue;
use crdls_witness::{Conditions, example};

use super::edit;
use super::request::{FixRequest, fix};
use super::resolved_path::ResolvedPath;
use super::value::Value;
use crate::expression::{ExpressionRewrite, guards};

/// Guards in the rule, then a schema that sees to it that there is a value.
pub(super) fn part(request: &FixRequest<'_>) -> Vec<Fix> {
    let rewrites = guards(request.file, request.finding.range, request.config);
    let mut fixes: Vec<_> = rewrites.iter().filter_map(|rewrite| guarded(request, rewrite)).collect();
    if let Some(field) = field(request) {
        fixes.extend(required(request, &field));
        fixes.extend(default(request, &field));
    }
    fixes
}

/// A rule of the object around an immutable field keeps the field from being removed.
pub(super) fn removal(request: &FixRequest<'_>) -> Vec<Fix> {
    guarded_removal(request).into_iter().collect()
}

fn guarded_removal(request: &FixRequest<'_>) -> Option<Fix> {
    // rule, index, validations, the field's schema, properties
    let name = request.target()?.above(3)?.name().to_owned();
    let field = escape(&name)?;
    let rule = Value::Map(vec![
        ("rule".to_owned(), Value::text(format!("!has(oldSelf.{field}) || has(self.{field})"))),
        ("message".to_owned(), Value::text(format!("{name} cannot be removed"))),
    ]);
    in_versions(request, format!("add a rule that `{name}` cannot be removed"), |target| {
        let holder = target.above(5)?;
        Some(vec![holder.down("x-kubernetes-validations").push(&rule)?])
    })
}

/// Edits in each version that has the same rule in the same place.
fn in_versions<'t>(
    request: &FixRequest<'t>,
    title: impl Into<String>,
    edits: impl Fn(&ResolvedPath<'t>) -> Option<Vec<Edit>>,
) -> Option<Fix> {
    let path = &request.finding.path;
    let text = request.target()?.text()?;
    let count = request.at(&path.versions()?)?.node.items().count();
    let targets = (0..count).filter_map(|number| request.at(&path.in_version(number)));
    let same = targets.filter(|target| target.text().as_deref() == Some(text.as_str()));
    let edits: Option<Vec<_>> = same.map(|target| edits(&target)).collect();
    fix(title, edits?.into_iter().flatten().collect())
}

fn guarded(request: &FixRequest<'_>, rewrite: &ExpressionRewrite) -> Option<Fix> {
    in_versions(request, rewrite.title.as_str(), |target| {
        edit::within(target.node, &rewrite.edits, &rewrite.text)
    })
}

/// The field that the part reads is added to `required`.
fn required(request: &FixRequest<'_>, field: &OptionalField) -> Option<Fix> {
    let title = format!("add `{}` to `required`", field.name);
    in_versions(request, title, |target| {
        Some(vec![field.holder(target)?.down("required").push(&Value::text(field.name.as_str()))?])
    })
}

/// The field gets a default, where one is evident.
fn default(request: &FixRequest<'_>, field: &OptionalField) -> Option<Fix> {
    let value = field.default.clone()?;
    let title = format!("add `default: {}` to `{}`", value.flow(false), field.name);
    in_versions(request, title, |target| {
        let property = field.holder(target)?.down("properties").down(&field.name);
        Some(vec![property.down("default").set(&value)?])
    })
}

/// An optional field that a rule reads.
struct OptionalField {
    /// The names and items that lead to what it is in, from the value that the rule is about.
    way: Vec<PathStep>,
    name: String,
    default: Option<Value>,
}

impl OptionalField {
    /// The schema of what the field is in, from a rule on.
    fn holder<'t>(&self, rule: &ResolvedPath<'t>) -> Option<ResolvedPath<'t>> {
        self.way.iter().try_fold(rule.above(3)?, |schema, step| match step.member() {
            None => Some(schema.down("items")),
            Some(name) if schema.has("properties") => Some(schema.down("properties").down(name)),
            Some(_) => Some(schema.down("additionalProperties")),
        })
    }
}

/// The field that the finding is about; `None` where it is about something else.
fn field(request: &FixRequest<'_>) -> Option<OptionalField> {
    let rule = request.target()?.text()?;
    let parsed = parsed(&rule, Library::of_new_rules(request.config.kubernetes));
    let decoded = request.file.decoded(request.root, request.config)?;
    let part = request.finding.range.of(request.root.text());
    let schema = schema_of(&decoded.object, &request.finding.path)?;
    let conditions = Conditions::of_rule(&parsed.ast, schema, true);
    let is_part = |id: &ExprId| parsed.ast.expr(*id).origin.range.of(&rule) == part;
    let id = parsed.ast.descendants(parsed.ast.root).find(is_part)?;
    let value = conditions.value(id).filter(|value| !value.is_entry())?;
    let name = value.path.last_name()?.to_owned();
    let (_, way) = value.path.steps().split_first()?;
    let (_, way) = way.split_last()?;
    let schema = value.schema;
    let default = match schema.type_() {
        "boolean" => Some(Value::Bool(false)),
        "integer" if schema.minimum().is_some() => {
            match example(schema, &name, request.config.kubernetes).value {
                JsonValue::Int(number) => u64::try_from(number).ok().map(Value::number),
                _ => None,
            }
        }
        "string" => schema.enum_values().find_map(|value| value.as_str()).map(Value::text),
        _ => None,
    };
    Some(OptionalField { way: way.to_vec(), name, default })
}

/// The schema that a rule is at.
fn schema_of<'m>(crd: &'m Object, rule: &FieldPath) -> Option<Schema<'m>> {
    let (version, steps) = rule.version()?;
    let mut schema = Crd::new(crd).versions().nth(version)?.schema()?;
    let mut steps = steps.iter().skip(2);
    while let Some(step) = steps.next() {
        schema = match step.member()? {
            "properties" => schema.property(steps.next()?.member()?)?,
            "items" => schema.item_schema()?,
            "additionalProperties" => match schema.additional_properties()? {
                OrBool::Schema(values) => values,
                OrBool::Bool(_) => return None,
            },
            _ => return Some(schema),
        };
    }
    None
}
