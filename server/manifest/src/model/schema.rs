//! A schema: JSONSchemaProps.

use crdls_text::TextRange;

use super::value::objects;
use super::view::view;
use super::{Entry, Object, ValidationRule, Value};
use crate::fields::{Field, JSON_SCHEMA_PROPS};
use crdls_report::PathStep;
use crdls_values::Json;

view!(
    /// A schema.
    Schema
);

/// The types that a schema may be of: `type` is one of these or empty (`openapiV3Types`, validation.go).
pub const TYPES: [&str; 6] = ["array", "boolean", "integer", "number", "object", "string"];

/// A schema below a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Property<'m> {
    /// The name.
    pub name: &'m str,
    /// Where the name is written.
    pub key: TextRange,
    /// The schema of its values.
    pub schema: Schema<'m>,
}

/// Finds the schemas of properties for names that are asked for in their order, as the members of a value are: the next
/// one is mostly the nearest.
#[derive(Clone, Debug)]
pub struct PropertiesInOrder<'m>(&'m [Entry]);

/// So many are looked at one after the other: names mostly differ by their lengths.
const NEAR: usize = 8;

impl<'m> PropertiesInOrder<'m> {
    /// The schema of a property; `None` if no property has the name. Names before the last one that was asked for are not
    /// found any more.
    pub fn find(&mut self, name: &str) -> Option<Schema<'m>> {
        let is_it = |entry: &Entry| *entry.name == *name;
        if let Some(at) = self.0.iter().take(NEAR).position(is_it) {
            let found = self.0.get(at)?;
            self.0 = self.0.get(at + 1..).unwrap_or_default();
            return found.value.as_object().map(Schema);
        }
        let (mut nearest, mut step) = (self.0, 1);
        while nearest.get(step - 1).is_some_and(|entry| *entry.name < *name) {
            step *= 2;
        }
        nearest = nearest.get(step / 2..step.min(nearest.len())).unwrap_or_default();
        let found = nearest.binary_search_by(|entry| (*entry.name).cmp(name));
        self.0 = self.0.get(step / 2 + found.map_or_else(|at| at, |at| at + 1)..).unwrap_or_default();
        nearest.get(found.ok()?)?.value.as_object().map(Schema)
    }
}

/// What `items` holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Items<'m> {
    /// A value that is neither a schema nor a list of schemas.
    Nothing,
    /// One schema for all items.
    Schema(Schema<'m>),
    /// A schema for each place: the server refuses it.
    Schemas(Vec<Schema<'m>>),
}

/// What `additionalProperties` or `additionalItems` holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OrBool<'m> {
    /// Whether any value is allowed.
    Bool(bool),
    /// The schema of the values.
    Schema(Schema<'m>),
}

/// What `dependencies` holds for a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Dependency<'m> {
    /// A value that is neither a schema nor a list of names.
    Nothing,
    /// A schema that applies where the name is there.
    Schema(Schema<'m>),
    /// The names that are required where the name is there.
    Properties(Vec<&'m str>),
}

macro_rules! read {
    ($($name:ident -> $result:ty = $read:ident($field:ident);)*) => {
        $(#[doc = concat!("The keyword `", stringify!($field), "`: nothing, false or empty where it is not written.")]
        #[inline]
        pub fn $name(self) -> $result {
            self.0.$read(Field::$field)
        })*
    };
}

impl<'m> Schema<'m> {
    read! {
        type_ -> &'m str = str(Type);
        format -> &'m str = str(Format);
        title -> &'m str = str(Title);
        description -> &'m str = str(Description);
        pattern -> &'m str = str(Pattern);
        id -> &'m str = str(Id);
        schema_url -> &'m str = str(DollarSchema);
        reference -> Option<&'m str> = opt_str(DollarRef);
        list_type -> Option<&'m str> = opt_str(XListType);
        map_type -> Option<&'m str> = opt_str(XMapType);
        nullable -> bool = bool(Nullable);
        unique_items -> bool = bool(UniqueItems);
        exclusive_minimum -> bool = bool(ExclusiveMinimum);
        exclusive_maximum -> bool = bool(ExclusiveMaximum);
        embedded_resource -> bool = bool(XEmbeddedResource);
        int_or_string -> bool = bool(XIntOrString);
        preserve_unknown_fields -> Option<bool> = opt_bool(XPreserveUnknownFields);
        maximum -> Option<f64> = opt_float(Maximum);
        minimum -> Option<f64> = opt_float(Minimum);
        multiple_of -> Option<f64> = opt_float(MultipleOf);
        max_length -> Option<i64> = opt_int(MaxLength);
        min_length -> Option<i64> = opt_int(MinLength);
        max_items -> Option<i64> = opt_int(MaxItems);
        min_items -> Option<i64> = opt_int(MinItems);
        max_properties -> Option<i64> = opt_int(MaxProperties);
        min_properties -> Option<i64> = opt_int(MinProperties);
        default -> Option<&'m Json> = json(Default);
        example -> Option<&'m Json> = json(Example);
    }

    /// `enum`
    #[inline]
    pub fn enum_values(self) -> impl ExactSizeIterator<Item = &'m Json> + Clone {
        self.0.list(Field::Enum).iter().map(|item| match &item.value {
            Value::Json(json) => json,
            _ => &NULL,
        })
    }

    /// `required`, each name with its range.
    #[inline]
    pub fn required(self) -> impl ExactSizeIterator<Item = (&'m str, TextRange)> + Clone {
        self.0.strings(Field::Required)
    }

    /// `x-kubernetes-list-map-keys`, each name with its range.
    #[inline]
    pub fn list_map_keys(self) -> impl ExactSizeIterator<Item = (&'m str, TextRange)> + Clone {
        self.0.strings(Field::XListMapKeys)
    }

    /// Sorted by name.
    #[inline]
    pub fn properties(self) -> impl ExactSizeIterator<Item = Property<'m>> + Clone {
        named(self.0.map(Field::Properties))
    }

    /// The property of a name; `None` where there is none.
    pub fn find_property(self, name: &str) -> Option<Property<'m>> {
        self.property_entry(name).map(property_of)
    }

    /// The schema of a property; `None` where there is none of that name.
    #[inline]
    pub fn property(self, name: &str) -> Option<Schema<'m>> {
        self.property_entry(name)?.value.as_object().map(Schema)
    }

    /// The schemas of properties, for names that are asked for in their order.
    #[inline]
    pub fn properties_in_order(self) -> PropertiesInOrder<'m> {
        PropertiesInOrder(self.0.map(Field::Properties))
    }

    fn property_entry(self, name: &str) -> Option<&'m Entry> {
        let entries = self.0.map(Field::Properties);
        let at = entries.binary_search_by(|entry| (*entry.name).cmp(name)).ok()?;
        entries.get(at)
    }

    /// `patternProperties`
    #[inline]
    pub fn pattern_properties(self) -> impl ExactSizeIterator<Item = Property<'m>> + Clone {
        named(self.0.map(Field::PatternProperties))
    }

    /// `definitions`
    #[inline]
    pub fn definitions(self) -> impl ExactSizeIterator<Item = Property<'m>> + Clone {
        named(self.0.map(Field::Definitions))
    }

    /// `dependencies`, by name.
    #[inline]
    pub fn dependencies(self) -> impl ExactSizeIterator<Item = (&'m Entry, Dependency<'m>)> + Clone {
        self.0.map(Field::Dependencies).iter().map(|entry| (entry, Dependency::of(&entry.value)))
    }

    /// `items`; `None` where it is not written.
    #[inline]
    pub fn items(self) -> Option<Items<'m>> {
        match &self.0.get(Field::Items)?.value {
            Value::Null => None,
            Value::Object(object) => Some(Items::Schema(Schema(object))),
            Value::List(items) => Some(Items::Schemas(objects(items).map(Schema).collect())),
            _ => Some(Items::Nothing),
        }
    }

    /// The schema of all items; `None` where there is a list of them.
    #[inline]
    pub fn item_schema(self) -> Option<Schema<'m>> {
        self.0.object(Field::Items).map(Schema)
    }

    /// `additionalProperties`; `None` where it is not written.
    #[inline]
    pub fn additional_properties(self) -> Option<OrBool<'m>> {
        self.or_bool(Field::AdditionalProperties)
    }

    /// The schema of all values of a map; `None` where it says nothing of them.
    pub fn value_schema(self) -> Option<Schema<'m>> {
        match self.additional_properties()? {
            OrBool::Schema(values) => Some(values),
            OrBool::Bool(_) => None,
        }
    }

    /// The schema of a value inside of a value of it, clauses aside; `None` where it says nothing of one.
    pub fn at(self, steps: &[PathStep]) -> Option<Schema<'m>> {
        steps.iter().try_fold(self, |schema, step| match (step.member(), step.index()) {
            (Some(name), _) => schema.property(name).or_else(|| schema.value_schema()),
            (_, Some(_)) => schema.item_schema(),
            _ => None,
        })
    }

    /// `additionalItems`; `None` where it is not written.
    #[inline]
    pub fn additional_items(self) -> Option<OrBool<'m>> {
        self.or_bool(Field::AdditionalItems)
    }

    #[inline]
    fn or_bool(self, field: Field) -> Option<OrBool<'m>> {
        match &self.0.get(field)?.value {
            Value::Bool(value) => Some(OrBool::Bool(*value)),
            Value::Object(object) => Some(OrBool::Schema(Schema(object))),
            _ => None,
        }
    }

    /// `allOf`
    #[inline]
    pub fn all_of(self) -> impl ExactSizeIterator<Item = Schema<'m>> + Clone {
        self.0.objects(Field::AllOf).map(Schema)
    }

    /// `anyOf`
    #[inline]
    pub fn any_of(self) -> impl ExactSizeIterator<Item = Schema<'m>> + Clone {
        self.0.objects(Field::AnyOf).map(Schema)
    }

    /// `oneOf`
    #[inline]
    pub fn one_of(self) -> impl ExactSizeIterator<Item = Schema<'m>> + Clone {
        self.0.objects(Field::OneOf).map(Schema)
    }

    /// `not`
    #[expect(clippy::should_implement_trait, reason = "the keyword's own name")]
    #[inline]
    pub fn not(self) -> Option<Schema<'m>> {
        self.0.object(Field::Not).map(Schema)
    }

    /// `x-kubernetes-validations`
    #[inline]
    pub fn validations(self) -> impl ExactSizeIterator<Item = ValidationRule<'m>> + Clone {
        self.0.objects(Field::XValidations).map(ValidationRule)
    }

    /// Whether a field may be written in it or in a schema below it: false only where none has it.
    #[inline]
    pub fn may_have_within(self, field: Field) -> bool {
        self.0.may_write_within(field)
    }

    /// Whether it says nothing at all.
    pub fn is_zero(self) -> bool {
        self.0.is_zero()
    }
}

static NULL: Json = Json { value: crdls_values::JsonValue::Null, range: TextRange { start: 0, end: 0 } };
static EMPTY: Object = Object::empty(&JSON_SCHEMA_PROPS, TextRange { start: 0, end: 0 });

#[inline]
fn named(entries: &[Entry]) -> impl ExactSizeIterator<Item = Property<'_>> + Clone {
    entries.iter().map(property_of)
}

#[inline]
fn property_of(entry: &Entry) -> Property<'_> {
    let schema = Schema(entry.value.as_object().unwrap_or(&EMPTY));
    Property { name: &entry.name, key: entry.key, schema }
}

impl<'m> Dependency<'m> {
    fn of(value: &'m Value) -> Self {
        match value {
            Value::Object(object) => Self::Schema(Schema(object)),
            Value::List(items) => {
                Self::Properties(items.iter().map(|item| item.value.as_str().unwrap_or("")).collect())
            }
            _ => Self::Nothing,
        }
    }
}
