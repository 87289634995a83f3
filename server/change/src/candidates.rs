//! What to want of an object so that it may show what a difference does.
//!
//! Boundary values of the node on both sides, the node without or with what is named, and for a rule what makes it
//! false. Nothing is promised: each candidate is run.

use crdls_resource::is_resource_field;
use crdls_rules::{Library, parsed};
use crdls_schema::FieldPath;
use crdls_schema::model::{Property, Schema};
use crdls_values::{Json, JsonValue};
use crdls_witness::{Conditions, Wanted, Wants, Wish, boundary_values};

use crate::code;
use crate::difference::{Difference, Subject};
use crate::trial::Trial;

/// So many candidates are run for a difference.
pub(crate) const MOST: usize = 24;

/// What to want, the likeliest first.
pub(crate) fn of<'m>(difference: &Difference<'m>, trial: &mut Trial<'m>) -> Vec<Wants> {
    let site = &difference.site;
    let mut found = Vec::new();
    if let Subject::Rule(rule) = difference.subject {
        found.extend(failing(rule, difference, trial).into_iter().map(|[new, _]| new));
        found.extend(valid(difference, trial));
    }
    let is_whole = site.owner_value.is_empty() && !site.in_clause;
    let values = if is_whole { Vec::new() } else { values(&site.owner_value, site.owner, trial) };
    let named = named(difference);
    found.extend(match difference.subject {
        Subject::Name(_) | Subject::Value(_) | Subject::Property => [named, values].concat(),
        // What rules leave of the values may be none of those at the boundary.
        Subject::Keyword | Subject::Rule(_) | Subject::Definition => {
            let (first, others) = values.split_at(values.len().min(1));
            [first, &named, others].concat()
        }
    });
    if site.in_clause && site.value != site.owner_value {
        let schemas: Vec<_> = difference.schemas.iter().flatten().copied().collect();
        let name = site.value.last_name().unwrap_or_default();
        let all = boundary_values(&schemas, name, trial.config().kubernetes);
        found.extend(all.into_iter().map(|value| want(&site.value, Wanted::Value(value))));
    }
    if let [Some(old), _] = difference.schemas {
        around_unknown(old, &site.value, &mut found);
        found.splice(0..0, filled(difference, old));
    }
    found.truncate(MOST);
    found
}

/// Adds a candidate with a field that no schema names: ratcheting forgives nothing around one. It is like the first that
/// leaves room for the field.
fn around_unknown(old: Schema<'_>, value: &FieldPath, found: &mut Vec<Wants>) {
    let Some(open) = open_in(old, value) else { return };
    let has_room = |wants: &&Wants| {
        let is_whole = |(path, wanted): (&FieldPath, &Wanted)| {
            matches!(wanted, Wanted::Value(_)) && open.starts_with(path.steps())
        };
        !wants.iter().any(is_whole) && !wants.contains_key(&value.child("unknown"))
    };
    let first = found.iter().find(has_room).cloned();
    let unequal = first.into_iter().flatten().chain(unknown(&open)).collect();
    found.insert(found.len().min(1), unequal);
}

/// What is lost where a node keeps less: a field that no schema names, and the first member of what is in it.
fn filled(difference: &Difference<'_>, old: Schema<'_>) -> Vec<Wants> {
    let value = &difference.site.value;
    let is_open = old.preserve_unknown_fields() == Some(true);
    let parts = ["type", code::ITEMS.name, code::ADDITIONAL_PROPERTIES.name];
    let keeps_less = parts.contains(&difference.code.part.name);
    let member = keeps_less.then(|| first_member(old, value)).flatten();
    let member = member.map(|member| want(&member, Wanted::Present));
    is_open.then(|| unknown(value)).into_iter().chain(member).collect()
}

/// The first member of a map or of the items of a list; `None` where the schema names none.
fn first_member(schema: Schema<'_>, value: &FieldPath) -> Option<FieldPath> {
    if let Some(items) = schema.item_schema() {
        return Some(first_member(items, &value.item(0)).unwrap_or_else(|| value.item(0)));
    }
    let property = schema.properties().next().map(|property| value.child(property.name));
    property.or_else(|| schema.value_schema().map(|_| value.key("key")))
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
            let old = difference.schemas[0];
            let may_be_open = old.is_none_or(|old| matches!(old.type_(), "object" | ""));
            std::iter::once(of(Wanted::Present)).chain(may_be_open.then(|| unknown(value))).collect()
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
    let both: Vec<_> = schemas.iter().flatten().copied().collect();
    let all = boundary_values(&both, path.last_name().unwrap_or_default(), trial.config().kubernetes);
    let telling = all.into_iter().filter(|value| trial.tells(value, schemas)).take(MOST);
    match (path.is_empty(), schemas[0]) {
        // Of the root only the members can be wanted.
        (true, Some(root)) => telling.map(|value| members(&value, root)).collect(),
        _ => telling.map(|value| want(path, Wanted::Value(value))).collect(),
    }
}

/// What to want of an object so that its members are those of a value: name and version are its own.
fn members(value: &Json, root: Schema<'_>) -> Wants {
    let own = root.properties().map(|property| property.name).filter(|name| !is_resource_field(name));
    let wanted = |name: &str| value.get(name).map_or(Wanted::Absent, |its| Wanted::Value(its.clone()));
    own.map(|name| (FieldPath::of_names(&[name]), wanted(name))).collect()
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
    let is_transition = parsed.ast.reads("oldSelf");
    let conditions = Conditions::of_rule(&parsed.ast, schema, is_transition);
    let whole = |wish: &Wish, variable: &str| -> Wants {
        let wants = wish.of_variable(variable).into_iter();
        wants.map(|(path, wanted)| (path.below(&difference.site.value), wanted)).collect()
    };
    // The node is there, also where the rule fails for what is not in it.
    let there = |mut wants: Wants| {
        if !difference.site.value.is_empty() {
            wants.entry(difference.site.value.clone()).or_insert(Wanted::Present);
        }
        wants
    };
    let wishes = conditions.making(false);
    wishes.iter().map(|wish| [there(whole(wish, "self")), whole(wish, "oldSelf")]).collect()
}

/// Whether a rule speaks of the value that is replaced.
pub(crate) fn is_transition(rule: &str, trial: &Trial<'_>) -> bool {
    let parsed = parsed(rule, Library::of_new_rules(trial.config().kubernetes));
    parsed.ast.reads("oldSelf")
}
