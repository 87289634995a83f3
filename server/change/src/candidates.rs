//! What to want of an object so that it may show what a difference does.
//!
//! Boundary values of the node on both sides, the node without or with what is named, and for a rule what makes it
//! false. Nothing is promised: each candidate is run.

use std::collections::VecDeque;

use crdls_cel::ast::{ExprKind, Literal};
use crdls_cel::eval::Value;
use crdls_manifest::model::{Property, Schema};
use crdls_report::FieldPath;
use crdls_resource::is_resource_field;
use crdls_rules::run::RunnableRule;
use crdls_rules::{Library, escape, parsed};
use crdls_values::{Json, JsonValue};
use crdls_witness::{Conditions, Wanted, Wants, Wish, boundary_values};

use crate::difference::{Difference, Subject};
use crate::node_values::NodeValues;
use crate::trial::Trial;
use crate::{code, empty};

/// So many candidates are run for a difference.
pub(crate) const MOST: usize = 24;

/// The wants for a difference, the likeliest first, each worked out once it is asked for.
pub(crate) struct Candidates<'s, 'm> {
    open: VecDeque<Part<'s, 'm>>,
    /// How many wants were given.
    given: usize,
}

/// A part of the candidates.
enum Part<'s, 'm> {
    One(Wants),
    /// The first of the values.
    Value,
    /// All values that are left.
    Values(TellingValues<'s, 'm>),
}

impl<'s, 'm> Candidates<'s, 'm> {
    /// The candidates of a difference. `has_rivals`: other differences may refuse values of the node too.
    pub(crate) fn of(difference: &'s Difference<'m>, has_rivals: bool, trial: &mut Trial<'m>) -> Self {
        let site = &difference.site;
        let mut found = Vec::new();
        if let Subject::Rule(rule) = difference.subject {
            found.extend(failing(rule, difference, trial).into_iter().map(|[new, _]| new));
            found.extend(valid(difference, trial));
            found.dedup();
        }
        if site.in_clause {
            found.extend(asked(difference));
        }
        let is_whole = site.owner_value.is_empty() && !site.in_clause;
        let values = (!is_whole).then(|| Part::Values(TellingValues::new(difference, has_rivals)));
        let named = named(difference).into_iter().map(Part::One);
        let mut open: VecDeque<_> = found.into_iter().map(Part::One).collect();
        match difference.subject {
            Subject::Name(_) | Subject::Value(_) | Subject::Property => open.extend(named.chain(values)),
            // What rules leave of the values may be none of those at the boundary.
            Subject::Keyword | Subject::Rule(_) | Subject::Definition => {
                open.extend(values.is_some().then_some(Part::Value));
                open.extend(named.chain(values));
            }
        }
        if site.in_clause && site.value != site.owner_value {
            let schemas: Vec<_> = difference.schemas.iter().flatten().copied().collect();
            let name = site.value.last_name().unwrap_or_default();
            let all = boundary_values(&schemas, name, trial.config().kubernetes);
            open.extend(all.map(|value| Part::One(want(&site.value, Wanted::Value(value)))));
        }
        let mut candidates = Self { open, given: 0 };
        if let [Some(old), _] = difference.schemas {
            if let Some(inner) = open_in(old, &site.value) {
                let mut found = candidates.rest(trial);
                around_unknown((old, &site.value), &inner, &mut found);
                candidates.open = found.into_iter().map(Part::One).collect();
            }
            let filled = filled(difference, old).into_iter().rev().map(Part::One);
            filled.for_each(|part| candidates.open.push_front(part));
        }
        candidates
    }

    /// The next candidate; `None` after the last.
    pub(crate) fn next(&mut self, trial: &mut Trial<'m>) -> Option<Wants> {
        if self.given == MOST {
            return None;
        }
        let next = self.any(trial);
        self.given += usize::from(next.is_some());
        next
    }

    /// The next candidate, however many were given.
    fn any(&mut self, trial: &mut Trial<'m>) -> Option<Wants> {
        loop {
            let found = match self.open.front_mut()? {
                Part::One(wants) => Some(std::mem::take(wants)),
                Part::Values(values) => {
                    if let Some(wants) = values.next(trial) {
                        return Some(wants);
                    }
                    None
                }
                Part::Value => {
                    let values = self.open.iter_mut().find_map(|part| match part {
                        Part::Values(values) => Some(values),
                        Part::One(_) | Part::Value => None,
                    });
                    values.and_then(|values| values.next(trial))
                }
            };
            self.open.pop_front();
            if found.is_some() {
                return found;
            }
        }
    }

    fn rest(&mut self, trial: &mut Trial<'m>) -> Vec<Wants> {
        std::iter::from_fn(|| self.any(trial)).collect()
    }
}

/// The members that a clause and what is in it require, all of them there, or none: what else the value needs is left to
/// the rules around it.
fn asked(difference: &Difference<'_>) -> Vec<Wants> {
    let mut names: Vec<&str> = Vec::new();
    let mut open: Vec<_> = difference.schemas.iter().flatten().copied().collect();
    while let Some(clause) = open.pop() {
        names.extend(clause.required().map(|(name, _)| name));
        open.extend(clause.all_of().chain(clause.any_of()).chain(clause.one_of()).chain(clause.not()));
    }
    names.sort_unstable();
    names.dedup();
    let value = &difference.site.value;
    let all = |wanted: &Wanted| names.iter().map(|name| (value.child(name), wanted.clone())).collect();
    if names.is_empty() { Vec::new() } else { vec![all(&Wanted::Present), all(&Wanted::Absent)] }
}

/// Adds a candidate with a field that no schema names: ratcheting forgives nothing around one. It is like the first that
/// leaves room for the field, or that has a value in which there is room.
fn around_unknown((old, value): (Schema<'_>, &FieldPath), open: &FieldPath, found: &mut Vec<Wants>) {
    let is_whole = |(path, wanted): (&FieldPath, &Wanted)| {
        matches!(wanted, Wanted::Value(_)) && open.starts_with(path.steps())
    };
    let has_room =
        |wants: &&Wants| !wants.iter().any(is_whole) && !wants.contains_key(&value.child("unknown"));
    let filled = found.iter().find_map(|wants| match wants.get(value)? {
        Wanted::Value(whole) => {
            let mut whole = whole.clone();
            fill(&mut whole, old).then(|| want(value, Wanted::Value(whole)))
        }
        _ => None,
    });
    let first = found.iter().find(has_room).cloned();
    let unequal = first.into_iter().flatten().chain(unknown(open)).collect();
    let at = found.len().min(1);
    found.splice(at..at, filled.into_iter().chain([unequal]));
}

/// Adds a field that no schema names to the first object in a value that keeps it; whether there is one.
fn fill(value: &mut Json, schema: Schema<'_>) -> bool {
    let text = || Json::unplaced(JsonValue::Str("value".into()));
    if schema.preserve_unknown_fields() == Some(true) && matches!(value.value, JsonValue::Map(_)) {
        value.set("unknown", |_| text());
        return true;
    }
    if let JsonValue::List(items) = &mut value.value {
        let is_map = schema.list_type() == Some("map");
        return is_map && items.iter_mut().zip(schema.item_schema()).any(|(item, schema)| fill(item, schema));
    }
    let names: Vec<_> = value.members().iter().map(|member| member.name.to_string()).collect();
    let there = names.iter().any(|name| {
        let below = schema.property(name).or_else(|| schema.value_schema());
        below.zip(value.get_mut(name)).is_some_and(|(schema, value)| fill(value, schema))
    });
    // What keeps any field may be missing.
    let is_map = matches!(value.value, JsonValue::Map(_));
    let mut open =
        schema.properties().filter(|property| property.schema.preserve_unknown_fields() == Some(true));
    let is_object = |property: &Property<'_>| matches!(property.schema.type_(), "object" | "");
    there
        || is_map
            && open.find(is_object).is_some_and(|property| {
                let mut inner = Json::unplaced(JsonValue::Map(Vec::new()));
                inner.set("unknown", |_| text());
                value.set(property.name, |_| inner);
                true
            })
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
/// (`CachedDeepEqual` of k8s.io/apiserver, pkg/cel/common/equality.go; items of lists without keys are compared as a whole).
fn open_in(schema: Schema<'_>, value: &FieldPath) -> Option<FieldPath> {
    if schema.preserve_unknown_fields() == Some(true) {
        return Some(value.clone());
    }
    let of_property = |property: Property<'_>| open_in(property.schema, &value.child(property.name));
    let of_entries = || open_in(schema.value_schema()?, &value.key("key"));
    let of_items =
        || open_in(schema.item_schema().filter(|_| schema.list_type() == Some("map"))?, &value.item(0));
    schema.properties().find_map(of_property).or_else(of_entries).or_else(of_items)
}

/// The values of a difference's node that the trial has; otherwise they are begun.
fn node_values<'m>(difference: &Difference<'m>, trial: &mut Trial<'m>) -> NodeValues<'m> {
    let (owner, place) = (difference.site.owner, &difference.site.owner_value);
    let known = trial.node_values.take().filter(|values| values.are_of(owner, place));
    known.unwrap_or_else(|| {
        NodeValues::new(owner, place.clone(), listed(place, trial), trial.config().kubernetes)
    })
}

/// The boundary values of a node that the old schema accepts and the new one does not, those first that it refuses for the
/// difference.
struct TellingValues<'s, 'm> {
    difference: &'s Difference<'m>,
    /// How many values were tried with the difference alone; `None` where all were.
    asked_alone: Option<usize>,
    /// How many values were tried with all differences.
    asked: usize,
    /// The values that tell by the difference alone.
    alone: Vec<Json>,
    /// How many values may still be given.
    left: usize,
}

impl<'s, 'm> TellingValues<'s, 'm> {
    const fn new(difference: &'s Difference<'m>, has_rivals: bool) -> Self {
        let asked_alone = if has_rivals { Some(0) } else { None };
        Self { difference, asked_alone, asked: 0, alone: Vec::new(), left: MOST }
    }

    fn next(&mut self, trial: &mut Trial<'m>) -> Option<Wants> {
        self.left = self.left.checked_sub(1)?;
        let mut values = node_values(self.difference, trial);
        let found = self.telling(&mut values, trial);
        trial.node_values = Some(values);
        let (path, schemas) = (&self.difference.site.owner_value, self.difference.site.owner);
        match (path.is_empty(), schemas[0]) {
            // Of the root only the members can be wanted.
            (true, Some(root)) => found.map(|value| members(&value, root)),
            _ => found.map(|value| want(path, Wanted::Value(value))),
        }
    }

    fn telling(&mut self, values: &mut NodeValues<'m>, trial: &mut Trial<'m>) -> Option<Json> {
        if let Some(asked) = &mut self.asked_alone {
            if let Some(value) = trial.telling_alone(values, asked, self.difference) {
                self.alone.push(value.clone());
                return Some(value);
            }
            self.asked_alone = None;
        }
        while let Some(value) = values.get(self.asked) {
            self.asked += 1;
            if self.alone.contains(&value.value) {
                continue;
            }
            let tells = || trial.tells(&value.value, self.difference.site.owner);
            if *value.tells.get_or_insert_with(tells) {
                return Some(value.value.clone());
            }
        }
        None
    }
}

/// What to want of an object so that its members are those of a value: name and version are its own.
fn members(value: &Json, root: Schema<'_>) -> Wants {
    let own = root.properties().map(|property| property.name).filter(|name| !is_resource_field(name));
    let wanted = |name: &str| value.get(name).map_or(Wanted::Absent, |its| Wanted::Value(its.clone()));
    own.map(|name| (FieldPath::of_names(&[name]), wanted(name))).collect()
}

/// The values at a place, where the alternatives around it list them, and those that rules at it and around it name.
fn listed(place: &FieldPath, trial: &Trial<'_>) -> Vec<Json> {
    let Some(root) = trial.old_version().1.schema() else { return Vec::new() };
    let around = place.parent().and_then(|parent| root.at(parent.steps()));
    let values = around.zip(place.last_name()).and_then(|(around, name)| empty::listed(around, name));
    values.into_iter().flatten().cloned().chain(in_rules(place, root, trial)).collect()
}

/// So many constants of rules are tried.
const MOST_CONSTANTS: usize = 8;

/// The texts and numbers in the rules at a place, and in those of the two values around it that name what leads to it.
fn in_rules(place: &FieldPath, root: Schema<'_>, trial: &Trial<'_>) -> Vec<Json> {
    let library = Library::of_new_rules(trial.config().kubernetes);
    let mut found = Vec::new();
    let depth = place.steps().len();
    for end in (0..=depth).rev().take(3) {
        let Some(schema) = root.at(place.first_steps(end).steps()) else { continue };
        let name = place.steps().get(end).and_then(|step| escape(step.member()?));
        let is_of_place =
            |rule: &&str| end == depth || name.as_ref().is_some_and(|name| rule.contains(&**name));
        for rule in schema.validations().map(|rule| rule.rule()).filter(is_of_place) {
            let parsed = parsed(rule, library);
            let ast = &parsed.ast;
            let constants = ast.descendants(ast.root).filter_map(|id| match ast.kind(id) {
                ExprKind::Literal(Literal::String(text)) => Some(JsonValue::Str((**text).into())),
                ExprKind::Literal(Literal::Int(number)) => Some(JsonValue::Int(*number)),
                _ => None,
            });
            found.extend(constants.map(Json::unplaced));
        }
    }
    found.truncate(MOST_CONSTANTS);
    found
}

/// The boundary values of a node that the old schema accepts: those first that its rules accept, and of these the ones that
/// fail the rule.
fn valid<'m>(difference: &Difference<'m>, trial: &mut Trial<'m>) -> Vec<Wants> {
    let ([Some(old), new], value) = (difference.schemas, &difference.site.value) else { return Vec::new() };
    if value.is_empty() {
        return Vec::new();
    }
    let minor = trial.config().kubernetes;
    let name = value.last_name().unwrap_or_default();
    let all = listed(value, trial).into_iter().chain(boundary_values(&[old], name, minor));
    let mut valid: Vec<_> = all.filter(|value| trial.accepts(value, old)).collect();
    let runnable =
        |rule: &str, schema| RunnableRule::of(rule, schema, schema.embedded_resource(), false, minor);
    let before: Vec<_> = old.validations().filter_map(|rule| runnable(rule.rule(), old)).collect();
    let added = match (difference.subject, new) {
        (Subject::Rule(rule), Some(new)) => runnable(rule, new),
        _ => None,
    };
    let is_true = |rule: &RunnableRule, value: &Json| {
        rule.uses_old_self || matches!(rule.result(value, None), Ok(Value::Bool(true)))
    };
    valid.sort_by_cached_key(|value| {
        let is_refused = before.iter().any(|rule| !is_true(rule, value));
        (is_refused, added.as_ref().is_some_and(|rule| is_true(rule, value)))
    });
    valid.into_iter().take(MOST / 2).map(|its| want(value, Wanted::Value(its))).collect()
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
