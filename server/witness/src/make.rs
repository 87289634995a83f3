//! A custom resource made from its schema: every required property, and every property of the first two
//! levels of `spec`.

use super::choice::{Choices, Open};
use super::distinct;
use super::node::{Node, is_of};
use super::scalar::{self, KnownTexts};
use super::value::Value;
use super::wanted::Wanted;
use crdls_manifest::model::{Crd, OrBool, Schema, Version};
use crdls_minors::Minor;
use crdls_report::{FieldPath, PathStep};
use crdls_values::{Json, JsonValue};

/// Below so many steps of properties in `spec` only what is required is written, where it is a sample to start from.
pub(super) const LEVELS: usize = 2;
/// No list or map is filled beyond that.
pub(super) const MAX_ITEMS: usize = 64;
/// Nor beyond that where so many are wanted.
const MAX_WANTED_ITEMS: usize = 100_001;

pub(super) struct Maker<'c, 'm> {
    pub(super) choices: &'c Choices,
    pub(super) minor: Minor,
    /// Below so many steps of properties in `spec` only what is required or wanted is written.
    levels: usize,
    /// How many texts are worked out for a value: more than one where another may be taken later.
    texts: usize,
    /// What could be decided otherwise.
    pub(super) open: Open,
    /// Whether only the alternatives of schemas are noted in `open`.
    is_final: bool,
    /// The schemas of all that the value is in: the texts in their rules may be what they ask for.
    around: Vec<Schema<'m>>,
    /// The numbers in the same rules.
    numbers: Vec<i64>,
    /// The texts of earlier objects of the version; `None` where there are none.
    known: Option<&'c mut KnownTexts>,
    /// Where the value stands that is made now.
    path: FieldPath,
}

/// What a resource is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResourceOf<'m> {
    pub(super) crd: Crd<'m>,
    pub(super) version: Version<'m>,
}

/// Where a value stands, besides its path.
#[derive(Clone, Copy)]
struct ValuePosition<'p> {
    /// The name of the property that it is of.
    name: &'p str,
    /// How many steps of properties lead to it from `spec`.
    level: usize,
    /// Which item of a list it is in: items differ where they can.
    variant: usize,
}

/// The least that a property of that name may hold.
pub(super) fn least(schema: Schema<'_>, name: &str, minor: Minor) -> Value {
    let choices = Choices::default();
    Maker::new(&choices, minor, 0).node(schema, name)
}

impl<'c, 'm> Maker<'c, 'm> {
    pub(super) fn new(choices: &'c Choices, minor: Minor, levels: usize) -> Self {
        Self {
            choices,
            minor,
            levels,
            texts: usize::MAX,
            open: Open::default(),
            is_final: false,
            around: Vec::new(),
            numbers: Vec::new(),
            known: None,
            path: FieldPath::default(),
        }
    }

    /// The same with the texts of earlier objects of the version.
    pub(super) fn knowing(self, known: &'c mut KnownTexts) -> Self {
        Self { known: Some(known), ..self }
    }

    /// The same for values that are made once.
    pub(super) fn at_once(self) -> Self {
        Self { texts: 1, is_final: true, ..self }
    }

    /// The same without a note of what could be decided otherwise.
    pub(super) fn unnoted(self) -> Self {
        Self { is_final: true, ..self }
    }

    /// A value of a property of that name; paths begin at the value.
    pub(super) fn node(&mut self, schema: Schema<'m>, name: &str) -> Value {
        let place = ValuePosition { name, level: self.levels + 1, variant: 0 };
        self.value(vec![schema], place, None)
    }

    /// Makes something of a value one step below.
    fn below<T>(&mut self, step: PathStep, make: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let made = make(self);
        self.path.pop();
        made
    }

    /// A resource of a version.
    pub(super) fn resource(&mut self, ResourceOf { crd, version }: ResourceOf<'m>) -> Value {
        if let Some(Wanted::Value(whole)) = self.choices.wants.get(&self.path) {
            return Value::of_json(whole);
        }
        let (spec, kind) = (crd.spec(), crd.spec().names().kind());
        let mut members = vec![
            ("apiVersion".to_owned(), Value::Str(format!("{}/{}", spec.group(), version.name()))),
            ("kind".to_owned(), Value::Str(kind.to_owned())),
        ];
        let schema = version.schema();
        self.around.extend(schema);
        members.push(("metadata".to_owned(), self.metadata(schema, kind)));
        let Some(schema) = schema else { return Value::Map(members) };
        let root = Node::new(vec![schema], &self.path, self.choices, &mut self.open);
        let has_spec = schema.property("spec").is_some();
        let required: Vec<_> = root.required().collect();
        let wanted = self.choices.wanted_members(&self.path);
        for (name, is_required) in ordered(&root, &required) {
            let is_written = match name {
                "apiVersion" | "kind" | "metadata" => false,
                "status" => is_required && !version.has_status(),
                "spec" => self.levels > 0 || is_required,
                name => (self.levels > 0 && !has_spec) || is_required || self.is_added(name),
            };
            let wanted = wanted.of(name);
            let level = usize::from(!has_spec);
            if wanted.unwrap_or(is_written) && self.takes(&root, name, is_required, wanted) {
                let place = ValuePosition { name, level, variant: 0 };
                let value =
                    self.below(PathStep::name(name), |maker| maker.value(root.property(name), place, None));
                members.push((name.to_owned(), value));
            }
        }
        if !has_spec && schema.preserve_unknown_fields() == Some(true) && schema.properties().len() == 0 {
            members.push(("spec".to_owned(), Value::Map(Vec::new())));
        }
        Value::Map(members)
    }

    /// A name, as the CRD's author may restrict it.
    fn metadata(&mut self, schema: Option<Schema<'m>>, kind: &str) -> Value {
        let schemas = schema.and_then(|schema| schema.property("metadata")?.property("name"));
        let name = |maker: &mut Self| {
            let node = Node::new(schemas.into_iter().collect(), &maker.path, maker.choices, &mut maker.open);
            let texts = maker.texts(&node, &format!("{}-sample", kind.to_lowercase()), 0);
            maker.pick(texts).unwrap_or_else(|| "example".to_owned())
        };
        let [metadata, step] = ["metadata", "name"].map(PathStep::name);
        let name = self.below(metadata, |maker| maker.below(step, name));
        Value::Map(vec![("name".to_owned(), Value::Str(name))])
    }

    /// A value for which `given` has what an outer default says of it.
    fn value(&mut self, schemas: Vec<Schema<'m>>, place: ValuePosition<'_>, given: Option<&Json>) -> Value {
        let (outer, outer_numbers) = (self.around.len(), self.numbers.len());
        if self.texts > 1 {
            self.around.extend(schemas.first());
        }
        if self.choices.unlikely {
            let rules = schemas.first().into_iter().flat_map(|schema| schema.validations());
            self.numbers.extend(rules.flat_map(|rule| numbers(rule.rule())));
        }
        let value = self.chosen(schemas, place, given);
        self.around.truncate(outer);
        self.numbers.truncate(outer_numbers);
        value
    }

    fn chosen(&mut self, schemas: Vec<Schema<'m>>, place: ValuePosition<'_>, given: Option<&Json>) -> Value {
        let mut node = Node::new(schemas, &self.path, self.choices, &mut self.open);
        let wanted = self.choices.wants.get(&self.path);
        match wanted {
            Some(Wanted::Value(value)) => return Value::of_json(value),
            Some(Wanted::Not(values)) => node.exclude_values(values),
            _ => {}
        }
        let Some(schema) = node.structural() else { return Value::Map(Vec::new()) };
        if let Some(values) = node.enumerated() {
            let by_author = given.or_else(|| node.given()).filter(|given| values.contains(given));
            let mut values: Vec<_> = values.into_iter().filter(|value| !value.is_null()).collect();
            // An empty text says nothing.
            values.sort_by_key(|value| (Some(*value) != by_author, value.as_str() == Some("")));
            return self.pick(values).map_or(Value::Null, Value::of_json);
        }
        let is_open = self.choices.turn(&self.path) == 0;
        let given = given.or_else(|| node.given()).filter(|_| is_open);
        // A default that is no object leaves no room for what is wanted inside of it.
        let is_wanted =
            || self.choices.over_defaults && self.choices.wanted_below(&self.path).next().is_some();
        let is_sized = matches!(wanted, Some(Wanted::Size(_)));
        let given = given.filter(|given| is_of(given, "object") || !is_sized && !is_wanted());
        let type_ =
            if schema.int_or_string() && !is_type(&node, "string") { "integer" } else { node.type_() };
        match (given, type_) {
            (Some(given), _) if !is_of(given, "object") && type_ != "object" => {
                if !self.is_final {
                    self.open.turns.insert(self.path.clone(), 2);
                }
                Value::of_json(given)
            }
            (_, "array") => self.list(&node, place),
            (_, "string") => self.text(&node, place),
            (_, "integer") => {
                let values = scalar::integers(&node, place.variant, &self.numbers);
                let values = values.into_iter().map(Value::Int).collect();
                self.pick(values).unwrap_or(Value::Int(0))
            }
            (_, "number") => {
                let whole = scalar::integers(&node, place.variant, &self.numbers).into_iter().map(Value::Int);
                let values = whole.chain(scalar::floats(&node).into_iter().map(Value::Float)).collect();
                self.pick(values).unwrap_or(Value::Int(0))
            }
            (_, "boolean") => {
                let values =
                    [false, true].into_iter().filter(|value| node.may_be(|| JsonValue::Bool(*value)));
                let values = values.map(Value::Bool).collect();
                self.pick(values).unwrap_or(Value::Bool(false))
            }
            (given, _) => self.map(&node, place, given),
        }
    }

    fn text(&mut self, node: &Node<'m>, place: ValuePosition<'_>) -> Value {
        let mut texts = self.texts(node, place.name, place.variant);
        if self.choices.unlikely {
            texts.extend(scalar::unlikely_texts(node, self.minor, &texts));
        }
        self.pick(texts).map_or_else(|| Value::Str("example".to_owned()), Value::Str)
    }

    /// The texts that fit a field: the first one where no other is picked, nor is known of.
    fn texts(&mut self, node: &Node<'_>, name: &str, variant: usize) -> Vec<String> {
        let is_first = self.is_final && !self.choices.unlikely && self.choices.turn(&self.path) == 0;
        let literals = || self.around.iter().rev().flat_map(|schema| literals(*schema).rev());
        let has_pattern = node.texts(Schema::pattern).next().is_some();
        let count = if is_first && !has_pattern { 1 } else { self.texts };
        let make = || scalar::texts(node, name, self.minor, variant, literals(), count);
        match &mut self.known {
            Some(known) if !node.has_unwanted() => known.at(&self.path, node, (variant, count), make),
            _ => make(),
        }
    }

    fn list(&mut self, node: &Node<'m>, place: ValuePosition<'_>) -> Value {
        let least = node.most(Schema::min_items).and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
        let most = node.least(Schema::max_items).map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(0));
        let wanted = if place.level <= self.levels { least.max(1) } else { least };
        let size = match self.choices.wants.get(&self.path) {
            Some(Wanted::Size(size)) => (*size).min(MAX_WANTED_ITEMS),
            _ => 0,
        };
        let wanted = wanted.max(match size {
            1.. => size,
            0 => self
                .choices
                .wanted_below(&self.path)
                .filter_map(|(step, _)| step.index())
                .max()
                .map_or(0, |n| n + 1),
        });
        let items = node.items();
        let count = if items.is_empty() { 0 } else { wanted.min(most).min(MAX_ITEMS.max(size)) };
        let made = (0..count).map(|index| {
            let place = ValuePosition { variant: place.variant + index, ..place };
            self.below(PathStep::Index(index), |maker| maker.value(items.clone(), place, None))
        });
        let mut made: Vec<_> = made.collect();
        if let Some(schema) = node.structural() {
            distinct::make(&mut made, schema);
        }
        Value::List(made)
    }

    fn map(&mut self, node: &Node<'m>, place: ValuePosition<'_>, given: Option<&Json>) -> Value {
        let Some(schema) = node.structural() else { return Value::Map(Vec::new()) };
        let mut members = Vec::new();
        if schema.embedded_resource() {
            members.extend(embedded(schema));
        }
        let required: Vec<_> = node.required().collect();
        let least = node.most(Schema::min_properties).and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
        let most = node.least(Schema::max_properties).map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(0));
        let all_wanted = self.choices.wanted_members(&self.path);
        for (name, is_required) in ordered(node, &required) {
            let outer = given.and_then(|given| given.get(name));
            let is_there = members.iter().any(|(key, _)| key == name);
            let is_wanted =
                is_required || place.level < self.levels || outer.is_some() || members.len() < least;
            let is_wanted = is_wanted || (!is_there && self.is_added(name));
            let wanted = all_wanted.of(name);
            let is_wanted = wanted.unwrap_or(is_wanted);
            let is_required = is_required || wanted == Some(true);
            if is_there || !is_wanted || !self.takes(node, name, is_required, wanted) {
                continue;
            }
            if members.len() >= most && !is_required {
                continue;
            }
            let place = ValuePosition { name, level: place.level + 1, ..place };
            let value =
                self.below(PathStep::name(name), |maker| maker.value(node.property(name), place, outer));
            members.push((name.to_owned(), value));
        }
        // Of these nothing is known but that they have to be there.
        for name in required {
            if all_wanted.of(name) != Some(false) && !members.iter().any(|(key, _)| key == name) {
                let texts = scalar::texts(&Node::default(), name, self.minor, 0, std::iter::empty(), 1);
                members.extend(texts.into_iter().next().map(|text| (name.to_owned(), Value::Str(text))));
            }
        }
        self.entries(schema, place, given, (least, most), &mut members);
        Value::Map(members)
    }

    /// Entries of a map whose keys are free.
    fn entries(
        &mut self,
        schema: Schema<'m>,
        place: ValuePosition<'_>,
        given: Option<&Json>,
        (least, most): (usize, usize),
        members: &mut Vec<(String, Value)>,
    ) {
        let values = match schema.additional_properties() {
            Some(OrBool::Schema(values)) => Some(values),
            _ => None,
        };
        let is_free = values.is_some()
            || schema.preserve_unknown_fields() == Some(true)
            || schema.additional_properties() == Some(OrBool::Bool(true));
        if !is_free {
            return;
        }
        for member in given.map_or(&[][..], Json::members) {
            if !members.iter().any(|(name, _)| **name == *member.name) && members.len() < most {
                members.push((member.name.to_string(), Value::of_json(&member.value)));
            }
        }
        let keys: Vec<_> = self.choices.wanted_below(&self.path).filter(|(_, there)| *there).collect();
        for key in keys.into_iter().filter_map(|(step, _)| step.member()) {
            if members.iter().any(|(name, _)| name == key) {
                continue;
            }
            let Some(values) = values else {
                // No schema tells what it may be.
                if let Some(Wanted::Value(value)) = self.choices.wants.get(&self.path.child(key)) {
                    members.push((key.to_owned(), Value::of_json(value)));
                }
                continue;
            };
            let place = ValuePosition { name: "value", level: place.level + 1, variant: 0 };
            let value = self.below(PathStep::name(key), |maker| maker.value(vec![values], place, None));
            members.push((key.to_owned(), value));
        }
        let size = match self.choices.wants.get(&self.path) {
            Some(Wanted::Size(size)) => (*size).min(MAX_WANTED_ITEMS),
            _ => 0,
        };
        let least = least.max(size);
        let typed = usize::from(values.is_some() && place.level <= self.levels && members.is_empty());
        let first = self.path.child("key");
        if typed == 1 && !self.is_final {
            self.open.optional.entry(self.path.clone()).or_default().push(first.clone());
        }
        let typed = if self.choices.omitted.contains(&first) { 0 } else { typed };
        for index in 0..least.max(typed).min(most).min(MAX_ITEMS.max(size)).saturating_sub(members.len()) {
            let name = if index == 0 { "key".to_owned() } else { format!("key-{index}") };
            let place = ValuePosition { name: "value", level: place.level + 1, variant: index };
            let value = match values {
                Some(values) => {
                    self.below(PathStep::name(&name), |maker| maker.value(vec![values], place, None))
                }
                None => Value::Str("value".to_owned()),
            };
            members.push((name, value));
        }
    }

    /// Whether a property is written, where nothing forbids it.
    fn takes(&mut self, node: &Node<'_>, name: &str, is_required: bool, wanted: Option<bool>) -> bool {
        if is_required {
            return true;
        }
        let is_forbidden = node.forbidden.contains(name);
        if self.is_final && (is_forbidden || self.choices.omitted.is_empty()) {
            return !is_forbidden;
        }
        let is_wanted = wanted == Some(true);
        let of_it = self.path.child(name);
        let is_taken = !is_forbidden && (is_wanted || !self.choices.omitted.contains(&of_it));
        if !self.is_final {
            if !is_wanted {
                self.open.optional.entry(self.path.clone()).or_default().push(of_it.clone());
            }
            if is_forbidden {
                self.open.forbidden.insert(of_it);
            }
        }
        is_taken
    }

    /// Whether an optional property is written that is too deep for a sample.
    fn is_added(&mut self, name: &str) -> bool {
        if self.is_final && self.choices.added.is_empty() {
            return false;
        }
        let of_it = self.path.child(name);
        let is_added = self.choices.added.contains(&of_it);
        if !is_added && !self.is_final {
            self.open.skipped.entry(self.path.clone()).or_default().push(of_it);
        }
        is_added
    }

    /// The value that is chosen of those that fit.
    fn pick<T>(&mut self, values: Vec<T>) -> Option<T> {
        let count = values.len();
        if count > 1 && !self.is_final {
            self.open.turns.insert(self.path.clone(), count);
        }
        values.into_iter().nth(self.choices.turn(&self.path) % count.max(1))
    }
}

/// The texts that are written out in the rules of a schema.
fn literals(schema: Schema<'_>) -> impl DoubleEndedIterator<Item = String> {
    let texts: Vec<_> = schema.validations().flat_map(|rule| quoted(rule.rule())).collect();
    texts.into_iter()
}

/// What stands between quotes and has no escapes.
fn quoted(mut rule: &str) -> Vec<String> {
    let mut found = Vec::new();
    let quotes = |(_, byte): &(usize, u8)| matches!(byte, b'\'' | b'"');
    while let Some((start, quote)) = rule.bytes().enumerate().find(quotes) {
        let inside = rule.get(start + 1..).unwrap_or_default();
        let Some(end) = inside.bytes().position(|byte| byte == quote) else { break };
        let text = inside.get(..end).unwrap_or_default();
        if !text.is_empty() && !text.contains('\\') {
            found.push(text.to_owned());
        }
        rule = inside.get(end + 1..).unwrap_or_default();
    }
    found
}

/// The numbers that stand in a rule, outside of names and of other numbers.
fn numbers(rule: &str) -> impl Iterator<Item = i64> {
    let words = rule.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.');
    words.filter_map(|word| word.parse().ok())
}

/// The names of all properties, and whether they are required; the required ones first.
fn ordered<'m>(node: &Node<'m>, required: &[&str]) -> Vec<(&'m str, bool)> {
    let names = node.properties().map(|property| (property.name, required.contains(&property.name)));
    let (mut ordered, optional): (Vec<_>, Vec<_>) = names.partition(|(_, is_required)| *is_required);
    ordered.extend(optional);
    ordered
}

/// Whether an alternative asks for a type.
fn is_type(node: &Node<'_>, type_: &str) -> bool {
    node.type_() == type_
}

/// The least that a resource inside of another has.
fn embedded(schema: Schema<'_>) -> impl Iterator<Item = (String, Value)> {
    let text = |text: &str| Value::Str(text.to_owned());
    let has_own = move |name: &str| schema.property(name).is_some_and(|own| own.enum_values().len() > 0);
    let name = Value::Map(vec![("name".to_owned(), text("example"))]);
    let members = [("apiVersion", text("v1")), ("kind", text("ConfigMap")), ("metadata", name)];
    members.into_iter().filter(move |(name, _)| !has_own(name)).map(|(name, value)| (name.to_owned(), value))
}
