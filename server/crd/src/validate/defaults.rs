//! Whether defaults are values that the server would take.
//!
//! Mirrors `ValidateDefaults` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/defaulting/validation.go), with the surrounding objects of surroundingobject.go: a
//! default of a field that every resource has is looked at in a resource that has nothing else.

use crdls_manifest::fields::Field;
use crdls_manifest::model::Schema;
use crdls_minors::Minor;
use crdls_report::{Config, ErrorType, FieldError, Path, PathStep, Report, Step, code};
use crdls_resource::{Coerced, Origin, Structural, Validator, check_resource, coerce, prune};
use crdls_resource::{REQUEST_BUDGET, has_rules, is_resource_field, metadata_of_json, run_rules};
use crdls_values::{Json, JsonMember, JsonValue};

code!(
    UNPRUNED_DEFAULT,
    "unpruned-default",
    Error,
    server,
    "a default has fields that its schema does not have"
);
code!(DEFAULT_METADATA, "default-metadata", Error, server, "a default is not valid metadata of a resource");

/// Checks the defaults of a root schema. Whether they have to be pruned is the CRD's that is updated to say.
pub(super) fn check(schema: Schema<'_>, pruned: bool, minor: Minor, path: &Path<'_>, report: &mut Report) {
    let root = Structural::new(schema).as_resource();
    let validator = Validator::new(Origin::Default, minor);
    let mut walk = DefaultsCheck { validator, pruned, minor, budget: REQUEST_BUDGET, report };
    walk.node(root, DefaultContext { resource: root, way: Path::EMPTY, inside: false }, path);
}

/// What stands round a node.
#[derive(Clone, Copy)]
struct DefaultContext<'m, 's> {
    /// The innermost resource.
    resource: Structural<'m>,
    /// How a value gets from there to the node.
    way: Path<'s>,
    /// The node is part of what every resource has.
    inside: bool,
}

struct DefaultsCheck<'m, 'r> {
    validator: Validator<'m>,
    pruned: bool,
    minor: Minor,
    /// What is left for rules on defaults; the server goes no further where it did not suffice.
    budget: i64,
    report: &'r mut Report,
}

impl<'m> DefaultsCheck<'m, '_> {
    fn node(&mut self, schema: Structural<'m>, around: DefaultContext<'m, '_>, path: &Path<'_>) {
        if !schema.may_have_within(Field::Default) {
            return;
        }
        let around = match schema.resource {
            true => DefaultContext { resource: schema, way: Path::EMPTY, inside: false },
            false => around,
        };
        if let Some(default) = schema.default() {
            let path = path.child("default");
            match around.inside {
                true => self.in_metadata(default, schema, around, &path),
                false => self.value(default, schema, &path),
            }
        }
        if let Some(items) = schema.items().filter(|_| self.budget >= 0) {
            self.node(items, DefaultContext { way: around.way.index(0), ..around }, &path.child("items"));
        }
        let properties = path.child("properties");
        for (name, property) in schema.properties() {
            if self.budget < 0 {
                return;
            }
            let way = around.way.child(name);
            let inside = around.inside || (schema.resource && is_resource_field(name));
            self.node(property, DefaultContext { way, inside, ..around }, &properties.key(name));
        }
    }

    fn value(&mut self, default: &Json, schema: Structural<'m>, path: &Path<'_>) {
        let mut value = default.clone();
        let Coerced { wrong, .. } = coerce(&mut value, schema, path, &mut decode());
        if self.pruned {
            self.unpruned(default, &value, schema, path);
        }
        let raised = self.report.errors.len();
        if let Some(wrong) = wrong.into_iter().next() {
            self.report
                .add_at(&DEFAULT_METADATA, ErrorType::Invalid, wrong.target, wrong.detail)
                .bad(wrong.bad)
                .message(format!("{}: {}", path.subject(), wrong.message));
            return;
        }
        check_resource(&value, schema, path, self.report);
        if self.report.errors.len() == raised {
            self.against_schema(&value, schema, path);
            let raised = self.report.errors.iter_mut().skip(raised);
            raised.for_each(|error| explain_inner_default(error, schema, path));
        }
    }

    /// The server prints the value at the end, when its metadata is coerced.
    fn unpruned(&mut self, default: &Json, coerced: &Json, schema: Structural<'m>, path: &Path<'_>) {
        let (mut pruned, mut names) = (default.clone(), Vec::new());
        prune(&mut pruned, Some(schema), &Path::EMPTY, &mut |member, path, _| {
            names.push((member.name.to_string(), path.manifest()));
        });
        let Some((name, _)) = names.first() else { return };
        self.report
            .add(&UNPRUNED_DEFAULT, ErrorType::Invalid, path, "must not have unknown fields")
            .bad(coerced.quoted())
            .predicate(format!("has the unknown field `{name}`"))
            .why("the server would prune the field from each object that gets the default")
            .help(format!("add `{name}` to `properties`, or remove it from the default"))
            .mark_key(&path.child("default"));
    }

    /// A default of a part of the metadata, or of `apiVersion` or `kind`.
    fn in_metadata(
        &mut self,
        default: &Json,
        schema: Structural<'m>,
        around: DefaultContext<'m, '_>,
        path: &Path<'_>,
    ) {
        let mut object = surrounded(default.clone(), &around.way);
        let resource = around.resource.as_resource();
        let Coerced { wrong, .. } = coerce(&mut object, resource, &Path::EMPTY, &mut decode());
        let mut sentences: Vec<_> =
            wrong.first().map(|wrong| wrong.sentence(self.report.kubernetes)).into_iter().collect();
        if sentences.is_empty() {
            let mut report = Report { kubernetes: self.report.kubernetes, ..Report::default() };
            check_resource(&object, resource, &Path::EMPTY, &mut report);
            for sentence in report.errors.iter().map(|raised| raised.sentence(report.kubernetes)) {
                if !sentences.contains(&sentence) {
                    sentences.push(sentence);
                }
            }
        }
        let detail = match sentences.as_slice() {
            [] => return self.against_schema(default, schema, path),
            [one] => one.clone(),
            all => format!("[{}]", all.join(", ")),
        };
        self.report
            .add(
                &DEFAULT_METADATA,
                ErrorType::Invalid,
                path,
                format!("must result in valid metadata: {detail}"),
            )
            .bad(default.quoted())
            .predicate("makes the metadata of the resource invalid")
            .why(detail);
    }

    fn against_schema(&mut self, value: &Json, schema: Structural<'m>, path: &Path<'_>) {
        let Some(node) = schema.schema() else { return };
        if !self.validator.check(value, node, path, self.report) && has_rules(node) {
            self.rules(value, node, schema.resource, path);
        }
    }

    /// Rules have to hold where the default replaces itself, and where it is new.
    fn rules(&mut self, value: &Json, schema: Schema<'m>, resource: bool, path: &Path<'_>) {
        let raised = self.report.errors.len();
        let (budget, minor) = (self.budget, self.minor);
        self.budget = run_rules(value, Some(value), schema, resource, budget, minor, path, self.report);
        if self.report.errors.len() == raised {
            // The server takes the budget for both from what was there before the first.
            let left = run_rules(value, None, schema, resource, budget, minor, path, self.report);
            self.budget = self.budget.min(left);
        }
    }
}

/// Says on an error about a default that lacks a field that the field has a default of its own, which does not count:
/// `validate` takes a default as it is written, while `Default` (algorithm.go) fills it in afterwards, in objects.
fn explain_inner_default<'m>(error: &mut FieldError, schema: Structural<'m>, default: &Path<'_>) {
    let below = error.path.steps().get(default.manifest().steps().len()..).unwrap_or_default();
    let (name, holder) = match error.kind {
        ErrorType::Required => match below.split_last() {
            Some((last, holder)) => (last.member().map(str::to_owned), holder),
            None => (None, below),
        },
        _ => {
            let missing = error.detail.split_once("no such key: ").map(|(_, rest)| rest);
            let word = |rest: &str| {
                rest.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).next().map(str::to_owned)
            };
            (missing.and_then(word), below)
        }
    };
    let Some(name) = name else { return };
    let at = |schema: Structural<'m>, step: &PathStep| match step.member() {
        Some(name) => schema.member(name).schema(),
        None => schema.items(),
    };
    let holder = holder.iter().try_fold(schema, at);
    let inner =
        holder.and_then(|holder| holder.member(&name).schema()).and_then(|schema| schema.default().cloned());
    let Some(inner) = inner else { return };
    let shown = inner.to_json();
    error.message = error
        .message
        .take()
        .map(|message| format!("{message}: the default of `{name}` does not apply inside another default"));
    error
        .why(format!("a default must be valid as it is written: the default `{shown}` of `{name}` is filled in only later"))
        .help(format!("write `{name}: {shown}` in this default too"));
}

fn decode() -> impl FnMut(&Json, &Path<'_>) -> crdls_manifest::decode::Decoded {
    let config = Config::default();
    move |value, _| metadata_of_json(value, &config)
}

/// The resource that has nothing but a value in its place.
fn surrounded(value: Json, way: &Path<'_>) -> Json {
    let range = value.range;
    let wrap = |value: Json, step: Step<'_>| {
        let value = match step.name() {
            Some(name) => JsonValue::Map(vec![JsonMember { name: name.into(), key: range, value }]),
            None => JsonValue::List(vec![value]),
        };
        Json { value, range }
    };
    let mut object = way.back().fold(value, wrap);
    for (name, text) in [("apiVersion", "validation/v1"), ("kind", "Validation")] {
        let JsonValue::Map(members) = &mut object.value else { continue };
        if let Err(at) = members.binary_search_by(|member| (*member.name).cmp(name)) {
            let value = Json { value: JsonValue::Str(text.into()), range };
            members.insert(at, JsonMember { name: name.into(), key: range, value });
        }
    }
    object
}
