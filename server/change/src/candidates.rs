//! What to want of an object so that it may show what a difference does.
//!
//! Boundary values of the node on both sides, the node without or with what is named, and for a rule what makes it
//! false. Nothing is promised: each candidate is run.

use crdls_cel::ast::ExprKind;
use crdls_rules::{Library, parsed};
use crdls_schema::FieldPath;
use crdls_schema::model::{Property, Schema};
use crdls_values::{Json, JsonValue};
use crdls_witness::{Conditions, Wanted, Wants, Wish, boundary_values};

use crate::difference::{Difference, Subject};
use crate::trial::Trial;

/// So many candidates are run for a difference.
pub(crate) const MOST: usize = 24;

/// What to want, the likeliest first.
pub(crate) fn of<'m>(difference: &Difference<'m>, trial: &mut Trial<'m>) -> Vec<Wants> {
    let site = &difference.site;
    let mut found = Vec::new();
    if let Subject::Rule(rule) = difference.subject {
        let failing = failing(rule, difference, trial);
        let mut failing: Vec<Wants> = failing.into_iter().map(|[new, _]| new).collect();
        // Ratcheting forgives nothing around a field that no schema names.
        let open = difference.schemas[0].and_then(|old| open_in(old, &site.value));
        if let (Some(first), Some(open)) = (failing.first(), open) {
            let unequal = first.clone().into_iter().chain(unknown(&open)).collect();
            failing.insert(1, unequal);
        }
        found.extend(failing);
        found.extend(valid(difference, trial));
    }
    // What only an open object keeps is lost first of all.
    if matches!(difference.schemas, [Some(old), _] if old.preserve_unknown_fields() == Some(true)) {
        found.push(unknown(&site.value));
    }
    let (named, values) = (named(difference), values(&site.owner_value, site.owner, trial));
    found.extend(match difference.subject {
        Subject::Name(_) | Subject::Value(_) | Subject::Property => [named, values].concat(),
        Subject::Keyword | Subject::Rule(_) | Subject::Definition => [values, named].concat(),
    });
    if site.in_clause && site.value != site.owner_value {
        let schemas: Vec<_> = difference.schemas.iter().flatten().copied().collect();
        let name = site.value.last_name().unwrap_or_default();
        let all = boundary_values(&schemas, name, trial.config().kubernetes);
        found.extend(all.into_iter().map(|value| want(&site.value, Wanted::Value(value))));
    }
    found.truncate(MOST);
    found
}

fn want(path: &FieldPath, wanted: Wanted) -> Wants {
    Wants::from([(path.clone(), wanted)])
}

/// What follows from what the difference names.
fn named(difference: &Difference<'_>) -> Vec<Wants> {
    let value = &difference.site.value;
    let of = |wanted: Wanted| want(value, wanted);
    match difference.subject {
        Subject::Name(name) => {
            let absent = want(&value.child(name), Wanted::Absent);
            let present = if value.is_empty() { Wants::new() } else { of(Wanted::Present) };
            vec![absent.into_iter().chain(present).collect()]
        }
        Subject::Value(value) => vec![of(Wanted::Value(value.clone()))],
        Subject::Property => {
            vec![of(Wanted::Present), of(Wanted::Size(1))]
        }
        Subject::Keyword | Subject::Rule(_) | Subject::Definition if value.is_empty() => vec![Wants::new()],
        Subject::Keyword | Subject::Rule(_) | Subject::Definition => {
            vec![of(Wanted::Present), unknown(value)]
        }
    }
}

/// A field that no schema names.
fn unknown(value: &FieldPath) -> Wants {
    want(&value.child("unknown"), Wanted::Value(Json::unplaced(JsonValue::Str("value".into()))))
}

/// The first object in a value that keeps fields which no schema names: a value with one is never taken as unchanged
/// (`CachedDeepEqual` of k8s.io/apiserver, pkg/cel/common/equality.go; items of lists are compared as a whole).
fn open_in(schema: Schema<'_>, value: &FieldPath) -> Option<FieldPath> {
    if schema.preserve_unknown_fields() == Some(true) {
        return Some(value.clone());
    }
    let of_property = |property: Property<'_>| open_in(property.schema, &value.child(property.name));
    let of_entries = || open_in(schema.value_schema()?, &value.key("key"));
    schema.properties().find_map(of_property).or_else(of_entries)
}

/// The boundary values of a node that the old schema accepts and the new one does not.
fn values<'m>(path: &FieldPath, schemas: [Option<Schema<'m>>; 2], trial: &mut Trial<'m>) -> Vec<Wants> {
    if path.is_empty() {
        return Vec::new();
    }
    let both: Vec<_> = schemas.iter().flatten().copied().collect();
    let all = boundary_values(&both, path.last_name().unwrap_or_default(), trial.config().kubernetes);
    let telling = all.into_iter().filter(|value| trial.tells(value, schemas));
    telling.take(MOST).map(|value| want(path, Wanted::Value(value))).collect()
}

/// The boundary values of a node that the old schema accepts.
fn valid<'m>(difference: &Difference<'m>, trial: &mut Trial<'m>) -> Vec<Wants> {
    let ([Some(old), _], value) = (difference.schemas, &difference.site.value) else { return Vec::new() };
    if value.is_empty() {
        return Vec::new();
    }
    let all = boundary_values(&[old], value.last_name().unwrap_or_default(), trial.config().kubernetes);
    let valid = all.into_iter().filter(|value| trial.accepts(value, old));
    valid.take(MOST / 2).map(|its| want(value, Wanted::Value(its))).collect()
}

/// Each two of a few values of a node, of which the first replaces the second.
pub(crate) fn pairs<'m>(difference: &Difference<'m>, trial: &mut Trial<'m>) -> Vec<[Wants; 2]> {
    let few: Vec<_> = valid(difference, trial).into_iter().take(4).collect();
    let others = |new: &Wants| -> Vec<[Wants; 2]> {
        few.iter().filter(|old| *old != new).map(|old| [new.clone(), old.clone()]).collect()
    };
    few.iter().flat_map(others).collect()
}

/// What makes a rule false: of an object, and of the one that it replaces.
pub(crate) fn failing(rule: &str, difference: &Difference<'_>, trial: &Trial<'_>) -> Vec<[Wants; 2]> {
    let [_, Some(schema)] = difference.schemas else { return Vec::new() };
    let parsed = parsed(rule, Library::of_new_rules(trial.config().kubernetes));
    if !parsed.errors.is_empty() {
        return Vec::new();
    }
    let is_transition = uses_old_self(&parsed.ast);
    let conditions = Conditions::of_rule(&parsed.ast, schema, is_transition);
    let whole = |wish: &Wish, variable: &str| -> Wants {
        let below = wish.of_variable(variable).into_iter().map(|(path, wanted)| {
            let path =
                path.steps().iter().fold(difference.site.value.clone(), |path, step| path.with(step.clone()));
            (path, wanted)
        });
        below.collect()
    };
    let wishes = conditions.making(false);
    wishes.iter().map(|wish| [whole(wish, "self"), whole(wish, "oldSelf")]).collect()
}

/// Whether a rule speaks of the value that is replaced.
pub(crate) fn is_transition(rule: &str, trial: &Trial<'_>) -> bool {
    let parsed = parsed(rule, Library::of_new_rules(trial.config().kubernetes));
    uses_old_self(&parsed.ast)
}

fn uses_old_self(ast: &crdls_cel::ast::Ast) -> bool {
    ast.ids().any(|id| matches!(ast.kind(id), ExprKind::Ident(name) if name == "oldSelf"))
}
