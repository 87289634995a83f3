//! One difference between two CRDs, before anything was run.

use crdls_manifest::model::{Schema, Value};
use crdls_report::FieldPath;
use crdls_text::TextRange;
use crdls_values::{Json, JsonValue};

use crate::code::{ChangeCode, Effect, Part, What};

/// What a clause around a schema makes of a change in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Polarity {
    Same,
    /// Inside `not`: what accepts less makes the whole accept more.
    Flipped,
    /// Inside `oneOf`: it may be either.
    Mixed,
}

impl Polarity {
    pub(crate) const fn inside(self, other: Self) -> Self {
        match (self, other) {
            (Self::Mixed, _) | (_, Self::Mixed) => Self::Mixed,
            (Self::Flipped, Self::Flipped) | (Self::Same, Self::Same) => Self::Same,
            _ => Self::Flipped,
        }
    }

    pub(crate) const fn of(self, effect: Effect) -> Effect {
        match (self, effect) {
            (Self::Flipped, Effect::Tightens) => Effect::Loosens,
            (Self::Flipped, Effect::Loosens | Effect::Shows) => Effect::Tightens,
            (Self::Mixed, Effect::Tightens | Effect::Loosens | Effect::Shows) => Effect::Either,
            (_, effect) => effect,
        }
    }
}

/// A node of the schemas of both sides.
#[derive(Clone, Debug)]
pub(crate) struct Site<'m> {
    /// The path of the schema in each manifest; where one has none, where it would be.
    pub old_path: FieldPath,
    pub new_path: FieldPath,
    /// Where its values are in an object: the first item of lists, one entry of maps.
    pub value: FieldPath,
    /// The schemas of the node outside of `allOf`, `anyOf`, `oneOf` and `not`; of the version in each CRD.
    pub owner: [Option<Schema<'m>>; 2],
    /// Where the values of that are.
    pub owner_value: FieldPath,
    pub polarity: Polarity,
    pub in_clause: bool,
}

/// What of a node differs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Subject<'m> {
    /// One of its keywords.
    Keyword,
    /// One of its properties, which the site is.
    Property,
    /// A name in `required`.
    Name(&'m str),
    /// A value of `enum`.
    Value(&'m Json),
    /// A rule of the new side that is new, or is another one: its text.
    Rule(&'m str),
    /// A part of a version or of the CRD.
    Definition,
}

/// A difference in a version of both CRDs, or in what is around the versions.
#[derive(Clone, Debug)]
pub(crate) struct Difference<'m> {
    pub code: ChangeCode,
    pub effect: Effect,
    pub site: Site<'m>,
    pub subject: Subject<'m>,
    /// What is written on each side; `None` where nothing is.
    pub old: Option<Side>,
    pub new: Option<Side>,
    /// The schemas of the node.
    pub schemas: [Option<Schema<'m>>; 2],
}

/// What one side has.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// The bytes of its file's text.
    pub range: TextRange,
    /// The path in its manifest.
    pub path: FieldPath,
    /// The value, where it is one that fits into a sentence or is data.
    pub value: Option<Json>,
}

impl<'m> Difference<'m> {
    pub(crate) fn new(
        part: &'static Part,
        what: What,
        site: &Site<'m>,
        subject: Subject<'m>,
        [old, new]: [Option<Side>; 2],
        schemas: [Option<Schema<'m>>; 2],
    ) -> Self {
        let effect = site.polarity.of(part.influence.effect(what));
        Self { code: ChangeCode { part, what }, effect, site: site.clone(), subject, old, new, schemas }
    }

    /// Whether both may refuse or lose the same part of an object.
    pub(crate) fn is_rival_of(&self, other: &Self) -> bool {
        let [a, b] =
            [self, other].map(|its| if its.site.in_clause { &its.site.owner_value } else { &its.site.value });
        let is_same = std::ptr::eq(self, other);
        !is_same && self.effect != Effect::Nothing && (a.leads_into(b) || b.leads_into(a))
    }

    /// Where it is in a manifest: the new one where that has it.
    pub(crate) fn path(&self) -> &FieldPath {
        self.new.as_ref().or(self.old.as_ref()).map_or(&self.site.new_path, |side| &side.path)
    }
}

/// A field of the model as JSON; `None` where it is more than a value.
pub(crate) fn json_of(value: &Value, range: TextRange) -> Option<Json> {
    let json = |value| Some(Json { value, range });
    match value {
        Value::Bool(value) => json(JsonValue::Bool(*value)),
        Value::Int(value) => json(JsonValue::Int(*value)),
        Value::Float(value) => json(JsonValue::Float(*value)),
        Value::Str(text) => json(JsonValue::Str(text.as_str().into())),
        Value::Json(value) => Some(value.clone()),
        Value::List(items) => {
            let items = items.iter().map(|item| json_of(&item.value, item.range));
            json(JsonValue::List(items.collect::<Option<Vec<_>>>()?))
        }
        Value::Null | Value::Nothing | Value::Bytes(_) | Value::Map(_) | Value::Object(_) => None,
    }
}
