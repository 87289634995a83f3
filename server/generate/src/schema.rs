//! A schema on its way into a CRD: `JSONSchemaProps` as far as controller-gen fills it, each keyword with its origin.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crdls_markers::program::{Program, TypeAt};
use foldhash::quality::FixedState;

use crate::{Item, Origin};

/// What controller-gen refuses, in its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What must change.
    pub origin: Origin,
    /// The sentence.
    pub sentence: String,
}

/// A type by the path of its package and its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TypeId {
    pub package: Arc<str>,
    pub name: Arc<str>,
}

/// Something by type, found fast: each run asks for each type several times.
pub(crate) type TypeMap<V> = HashMap<TypeId, V, FixedState>;

impl TypeId {
    pub(crate) fn new(package: &str, name: &str) -> Self {
        Self { package: package.into(), name: name.into() }
    }

    pub(crate) fn of(at: TypeAt<'_>) -> Self {
        Self::new(&at.package.import_path, at.name())
    }

    /// The declaration of the type.
    pub(crate) fn declared<'p>(&self, program: &'p Program) -> Option<TypeAt<'p>> {
        program.package(&self.package)?.named(&self.name)
    }
}

/// A schema. Parts are shared, since types are used in many places.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Schema {
    /// What the node comes from: the field or the type.
    pub origin: Origin,
    /// A type that could not be found: the node accepts anything, and nothing below it is known.
    pub unknown: Option<Arc<str>>,
    /// `$ref`, until it is flattened.
    pub reference: Option<TypeId>,
    /// `type`
    pub ty: Option<Item>,
    pub description: Option<Item>,
    pub title: Option<Item>,
    pub example: Option<Item>,
    pub external_docs: Option<Item>,
    /// Keywords with a single value.
    pub keywords: BTreeMap<Keyword, Item>,
    /// `enum`
    pub enumeration: Option<Vec<Item>>,
    pub enum_origin: Origin,
    pub required: Vec<Item>,
    pub items: Option<Arc<Schema>>,
    pub all_of: Vec<Arc<Schema>>,
    pub any_of: Vec<Arc<Schema>>,
    pub properties: BTreeMap<Arc<str>, Property>,
    pub additional: Option<Additional>,
    /// `x-kubernetes-list-map-keys`
    pub list_map_keys: Vec<Item>,
    /// `x-kubernetes-validations`
    pub rules: Vec<Item>,
}

/// A property.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Property {
    /// What the name comes from: the name in the `json` tag.
    pub origin: Origin,
    pub schema: Arc<Schema>,
}

/// `additionalProperties`
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Additional {
    /// `true`
    Allowed,
    Schema(Arc<Schema>),
}

/// A keyword with a single value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Keyword {
    Format,
    Default,
    Maximum,
    ExclusiveMaximum,
    Minimum,
    ExclusiveMinimum,
    MaxLength,
    MinLength,
    Pattern,
    MaxItems,
    MinItems,
    UniqueItems,
    MultipleOf,
    MaxProperties,
    MinProperties,
    Nullable,
    PreserveUnknownFields,
    EmbeddedResource,
    IntOrString,
    ListType,
    MapType,
}

impl Keyword {
    /// The keywords with their names in a CRD.
    const NAMES: [(Self, &'static str); 21] = [
        (Self::Format, "format"),
        (Self::Default, "default"),
        (Self::Maximum, "maximum"),
        (Self::ExclusiveMaximum, "exclusiveMaximum"),
        (Self::Minimum, "minimum"),
        (Self::ExclusiveMinimum, "exclusiveMinimum"),
        (Self::MaxLength, "maxLength"),
        (Self::MinLength, "minLength"),
        (Self::Pattern, "pattern"),
        (Self::MaxItems, "maxItems"),
        (Self::MinItems, "minItems"),
        (Self::UniqueItems, "uniqueItems"),
        (Self::MultipleOf, "multipleOf"),
        (Self::MaxProperties, "maxProperties"),
        (Self::MinProperties, "minProperties"),
        (Self::Nullable, "nullable"),
        (Self::PreserveUnknownFields, "x-kubernetes-preserve-unknown-fields"),
        (Self::EmbeddedResource, "x-kubernetes-embedded-resource"),
        (Self::IntOrString, "x-kubernetes-int-or-string"),
        (Self::ListType, "x-kubernetes-list-type"),
        (Self::MapType, "x-kubernetes-map-type"),
    ];

    /// The keyword as a CRD has it.
    pub(crate) fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(keyword, _)| *keyword == self).map_or("", |(_, name)| name)
    }

    /// The keyword with a name in a CRD.
    pub(crate) fn named(wanted: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, name)| *name == wanted).map(|(keyword, _)| *keyword)
    }

    /// Whether Go keeps the value itself, so that equal ones are the same; of others it keeps a pointer.
    pub(crate) const fn is_comparable(self) -> bool {
        matches!(
            self,
            Self::Format
                | Self::ExclusiveMaximum
                | Self::ExclusiveMinimum
                | Self::Pattern
                | Self::UniqueItems
                | Self::Nullable
                | Self::EmbeddedResource
                | Self::IntOrString
        )
    }

    /// Whether copies of a schema share the pointer to the value (`JSONSchemaProps.DeepCopy` leaves it as it is).
    pub(crate) const fn is_shared(self) -> bool {
        matches!(self, Self::Default | Self::ListType)
    }
}

impl Schema {
    pub(crate) fn at(origin: Origin) -> Self {
        Self { origin, ..Self::default() }
    }

    /// A schema of a type.
    pub(crate) fn of(ty: &str, origin: Origin) -> Self {
        let mut schema = Self::at(origin);
        schema.set_type(ty, origin);
        schema
    }

    /// Whether no schema is in it that could have references.
    pub(crate) fn is_leaf(&self) -> bool {
        let has_values = matches!(self.additional, Some(Additional::Schema(_)));
        self.items.is_none() && self.all_of.is_empty() && self.properties.is_empty() && !has_values
    }

    pub(crate) fn ty(&self) -> &str {
        self.ty.as_ref().and_then(Item::as_str).unwrap_or("")
    }

    pub(crate) fn set_type(&mut self, ty: &str, origin: Origin) {
        self.ty = (!ty.is_empty()).then(|| Item::text(ty, origin));
    }

    pub(crate) fn with(mut self, keyword: Keyword, value: Item) -> Self {
        self.keywords.insert(keyword, value);
        self
    }

    /// Sets a keyword; what Go omits as the zero value is not there.
    pub(crate) fn set(&mut self, keyword: Keyword, value: Item) {
        let is_zero =
            keyword.is_comparable() && (value.data == crate::Data::Bool(false) || value.as_str() == Some(""));
        if is_zero {
            self.keywords.remove(&keyword);
        } else {
            self.keywords.insert(keyword, value);
        }
    }

    pub(crate) fn has(&self, keyword: Keyword) -> bool {
        self.keywords.contains_key(&keyword)
    }
}
