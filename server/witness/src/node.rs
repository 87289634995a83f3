//! All schemas that a value has to satisfy: its structural one and, of `allOf`, `anyOf`, `oneOf` and `not`,
//! what follows from the alternatives that are chosen.

use std::collections::BTreeSet;

use super::choice::{Choices, Open};
use crdls_manifest::model::{Property, Schema};
use crdls_report::FieldPath;
use crdls_values::{Json, JsonValue};

#[derive(Clone, Debug, Default)]
pub(super) struct Node<'m> {
    /// The structural schema first.
    schemas: Vec<Schema<'m>>,
    /// Members that must not be there.
    pub(super) forbidden: BTreeSet<&'m str>,
    /// Values that it must not have.
    excluded: Vec<&'m Json>,
    /// Values that nobody wants it to have.
    unwanted: Vec<Json>,
}

impl<'m> Node<'m> {
    /// Chooses among the alternatives of the schemas of a value.
    pub(super) fn new(
        schemas: Vec<Schema<'m>>,
        path: &FieldPath,
        choices: &Choices,
        open: &mut Open,
    ) -> Self {
        let mut node = Self::default();
        let mut pending = schemas;
        pending.reverse();
        let mut clauses = 0;
        while let Some(schema) = pending.pop() {
            node.schemas.push(schema);
            pending.extend(schema.all_of());
            let any: Vec<_> = schema.any_of().collect();
            let one: Vec<_> = schema.one_of().collect();
            for (alternatives, excludes) in [(any, false), (one, true)] {
                if alternatives.is_empty() {
                    continue;
                }
                clauses += 1;
                let key = (path.clone(), clauses);
                open.branches.insert(key.clone(), alternatives.len());
                let chosen = choices.branch(&key) % alternatives.len();
                for (at, alternative) in alternatives.into_iter().enumerate() {
                    if at == chosen {
                        pending.push(alternative);
                    } else if excludes {
                        node.exclude(alternative);
                    }
                }
            }
            if let Some(not) = schema.not() {
                node.exclude(not);
            }
        }
        if !node.forbidden.is_empty() {
            let required: BTreeSet<_> = node.required().collect();
            node.forbidden.retain(|name| !required.contains(name));
        }
        node
    }

    /// Keeps a value from being what a schema asks for, as far as that is said by members or values.
    fn exclude(&mut self, schema: Schema<'m>) {
        let mut names = schema.required().map(|(name, _)| name);
        if let Some(first) = names.next() {
            // One of several is enough.
            let given = |name: &str| self.schemas.iter().any(|its| its.required().any(|(n, _)| n == name));
            self.forbidden.extend(std::iter::once(first).chain(names).find(|name| !given(name)));
        }
        self.excluded.extend(schema.enum_values());
        for part in schema.any_of().chain(schema.one_of()).chain(schema.all_of().take(1)) {
            self.exclude(part);
        }
    }

    pub(super) fn structural(&self) -> Option<Schema<'m>> {
        self.schemas.first().copied()
    }

    /// The type, which an alternative may have narrowed.
    pub(super) fn type_(&self) -> &'m str {
        self.schemas.iter().rev().map(|schema| schema.type_()).find(|name| !name.is_empty()).unwrap_or("")
    }

    pub(super) fn required(&self) -> impl Iterator<Item = &'m str> + '_ {
        self.schemas.iter().flat_map(|schema| schema.required()).map(|(name, _)| name)
    }

    /// All schemas of a property.
    pub(super) fn property(&self, name: &str) -> Vec<Schema<'m>> {
        self.schemas.iter().filter_map(|schema| schema.property(name)).collect()
    }

    pub(super) fn properties(&self) -> impl Iterator<Item = Property<'m>> + use<'m> {
        self.structural().into_iter().flat_map(Schema::properties)
    }

    /// All schemas of an item.
    pub(super) fn items(&self) -> Vec<Schema<'m>> {
        self.schemas.iter().filter_map(|schema| schema.item_schema()).collect()
    }

    /// The greatest of what all schemas say.
    pub(super) fn most<T: PartialOrd>(&self, read: impl Fn(Schema<'m>) -> Option<T>) -> Option<T> {
        self.schemas.iter().filter_map(|schema| read(*schema)).reduce(|a, b| if b > a { b } else { a })
    }

    /// The least of what all schemas say.
    pub(super) fn least<T: PartialOrd>(&self, read: impl Fn(Schema<'m>) -> Option<T>) -> Option<T> {
        self.schemas.iter().filter_map(|schema| read(*schema)).reduce(|a, b| if b < a { b } else { a })
    }

    pub(super) fn texts(&self, read: fn(Schema<'m>) -> &'m str) -> impl Iterator<Item = &'m str> + Clone {
        self.schemas.iter().map(move |schema| read(*schema)).filter(|text| !text.is_empty())
    }

    /// The values of `enum` that no schema rules out; `None` where none has any.
    pub(super) fn enumerated(&self) -> Option<Vec<&'m Json>> {
        let mut lists = self.schemas.iter().filter(|schema| schema.enum_values().len() > 0);
        let first = lists.next()?;
        let rest: Vec<_> = lists.collect();
        let fits = |value: &&Json| {
            rest.iter().all(|list| list.enum_values().any(|other| other == *value)) && !self.excludes(value)
        };
        Some(first.enum_values().filter(fits).collect())
    }

    pub(super) fn excludes(&self, value: &Json) -> bool {
        self.excluded.iter().copied().chain(&self.unwanted).any(|other| *other == *value)
    }

    /// Whether nobody wants it not to have this value.
    pub(super) fn may_be(&self, value: impl FnOnce() -> JsonValue) -> bool {
        self.unwanted.is_empty() || {
            let value = value();
            self.unwanted.iter().all(|other| other.value != value)
        }
    }

    /// Whether there are values that nobody wants it to have.
    pub(super) const fn has_unwanted(&self) -> bool {
        !self.unwanted.is_empty()
    }

    /// Keeps a value from being one of these.
    pub(super) fn exclude_values(&mut self, values: &[Json]) {
        self.unwanted.extend_from_slice(values);
    }

    /// A value that the author gave, where it is of the right type: the default, else the example.
    pub(super) fn given(&self) -> Option<&'m Json> {
        let by_author = |schema: &Schema<'m>| {
            let values = [schema.default(), schema.example()].into_iter().flatten();
            values.into_iter().find(|json| !json.is_null() && is_of(json, self.type_()))
        };
        self.schemas.iter().find_map(by_author).filter(|json| !self.excludes(json))
    }
}

/// Whether a value is of a type; of none is every one.
pub(super) fn is_of(json: &Json, type_: &str) -> bool {
    match (&json.value, type_) {
        (JsonValue::Map(_), "object") | (JsonValue::List(_), "array") | (JsonValue::Str(_), "string") => true,
        (JsonValue::Int(_), "integer" | "number") | (JsonValue::Float(_), "number") => true,
        (JsonValue::Bool(_), "boolean") => true,
        (_, type_) => type_.is_empty(),
    }
}
