//! The names of changes: what of a CRD changed, and how.
//!
//! A row for each part of a CRD that can change; the walk over two schemas reads the rows of keywords. Must not know how
//! a change is shown.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crdls_manifest::fields::Field;
use crdls_report::{Code, Severity};
use crdls_resource::codes::{
    ALTERNATIVES, DUPLICATE_ITEM, EMBEDDED_RESOURCE, FAILED_RULE, INVALID_FORMAT, INVALID_TYPE,
    MISSING_FIELD, OUT_OF_BOUNDS, PATTERN_MISMATCH, RULE_ERROR, UNSUPPORTED_VALUE,
};

/// How something changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// The item is new.
    Added,
    /// The item is removed.
    Removed,
    /// The item has another value.
    Changed,
    /// A number is smaller.
    Lowered,
    /// A number is larger.
    Raised,
    /// A value of `enum` is new.
    ValueAdded,
    /// A value of `enum` is gone.
    ValueRemoved,
    /// The new state itself is rejected.
    Refused,
}

impl What {
    const ALL: [Self; 8] = [
        Self::Added,
        Self::Removed,
        Self::Changed,
        Self::Lowered,
        Self::Raised,
        Self::ValueAdded,
        Self::ValueRemoved,
        Self::Refused,
    ];

    const fn suffix(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
            Self::Lowered => "lowered",
            Self::Raised => "raised",
            Self::ValueAdded => "value-added",
            Self::ValueRemoved => "value-removed",
            Self::Refused => "refused",
        }
    }
}

/// What a change can do, before anything was run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Values that were accepted may be refused.
    Tightens,
    /// Values that were refused may be accepted.
    Loosens,
    /// Both.
    Either,
    /// Clients see values that there were not before; none is refused.
    Shows,
    /// Clients see something else. Values may be refused too.
    Readers,
    /// Nothing for objects.
    Nothing,
}

/// How the effect of a keyword follows from how it changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Influence {
    /// More than the bound is refused.
    Most,
    /// Less than the bound is refused.
    Least,
    /// The keyword refuses values; another value refuses others.
    Refuses,
    /// The keyword accepts values.
    Accepts,
    /// The keyword accepts values that clients do not expect.
    AcceptsNull,
    /// Values with the keyword and without it have nothing to do with each other.
    Either,
    Readers,
    Nothing,
}

impl Influence {
    pub(crate) const fn effect(self, what: What) -> Effect {
        match (self, what) {
            (Self::Nothing, _) => Effect::Nothing,
            (Self::Readers, _) => Effect::Readers,
            (Self::Most, What::Added | What::Lowered) | (Self::Least, What::Added | What::Raised) => {
                Effect::Tightens
            }
            (Self::Most | Self::Least, _) => Effect::Loosens,
            (Self::Refuses, What::Added | What::ValueRemoved | What::Refused) => Effect::Tightens,
            (Self::Refuses, What::ValueAdded) | (Self::AcceptsNull, What::Added) => Effect::Shows,
            (Self::Refuses, What::Removed) => Effect::Loosens,
            (Self::Accepts, What::Added) => Effect::Loosens,
            (Self::Accepts | Self::AcceptsNull, What::Removed) => Effect::Tightens,
            (Self::Refuses | Self::Accepts | Self::AcceptsNull | Self::Either, _) => Effect::Either,
        }
    }
}

/// Something of a CRD that can change.
#[derive(Debug)]
pub struct Part {
    /// The first words of the names of its changes.
    pub name: &'static str,
    pub(crate) influence: Influence,
    /// The names that crdify and crd-schema-checker have for a change of it; of the latter only where the check is not
    /// about something else too.
    pub(crate) aliases: &'static [&'static str],
    /// The codes of the findings on objects that it causes; any code where it is empty.
    pub(crate) errors: &'static [&'static Code],
}

/// The name of a change: `maximum-lowered`.
#[derive(Clone, Copy, Debug)]
pub struct ChangeCode {
    /// What changed.
    pub part: &'static Part,
    /// How.
    pub what: What,
}

impl ChangeCode {
    /// The change of a name; `None` for no name of one, and for the names that other tools have.
    pub fn named(name: &str) -> Option<Self> {
        let ((part, what), _) = CHANGE_NAMES.iter().find(|(_, known)| known == name)?;
        Some(Self { part: parts().find(|of| of.name == *part)?, what: *what })
    }

    /// The names of all changes.
    pub fn names() -> impl Iterator<Item = &'static str> {
        CHANGE_NAMES.iter().map(|(_, name)| &**name)
    }

    /// What it can do at a node that is validated as it is, before anything was run.
    pub const fn effect(&self) -> Effect {
        self.part.influence.effect(self.what)
    }

    /// The codes of the findings on objects that it can cause; empty for any code.
    pub const fn errors(&self) -> &'static [&'static Code] {
        self.part.errors
    }

    /// The name as it is printed.
    pub fn name(&self) -> &'static str {
        self.code().name
    }

    /// The same as the code of a finding.
    pub fn code(&self) -> &'static Code {
        CODES.get(&(self.part.name, self.what)).unwrap_or(const { &UNNAMED })
    }

    /// What other tools call it: `crdify:maximum`. Empty where they have no check for it.
    pub fn aliases(&self) -> Vec<&'static str> {
        let fits = |alias: &&&str| match (**alias, self.what) {
            (NO_FIELD_REMOVAL | NO_ENUM_REMOVAL, what) => matches!(what, What::Removed | What::ValueRemoved),
            (NO_NEW_REQUIRED, what) => what == What::Added,
            _ => true,
        };
        self.part.aliases.iter().filter(fits).copied().collect()
    }
}

/// Whether changes have a name, here or in another tool.
pub(crate) fn is_known(name: &str) -> bool {
    parts().any(|part| part.aliases.contains(&name)) || ChangeCode::named(name).is_some()
}

fn parts() -> impl Iterator<Item = &'static Part> {
    KEYWORDS.iter().map(|(_, part)| part).chain(OTHERS.iter().copied())
}

/// The names of all changes of all parts, `maximum-lowered`.
static CHANGE_NAMES: LazyLock<Vec<((&str, What), String)>> = LazyLock::new(|| {
    let all = parts().flat_map(|part| What::ALL.map(|what| (part.name, what)));
    all.map(|(part, what)| ((part, what), format!("{part}-{}", what.suffix()))).collect()
});

static CODES: LazyLock<BTreeMap<(&str, What), Code>> = LazyLock::new(|| {
    let named = CHANGE_NAMES.iter().map(|(change, name)| (*change, Code { name, ..UNNAMED }));
    named.collect()
});

const UNNAMED: Code = Code {
    name: "change",
    severity: Severity::Warning,
    summary: "a change of a CRD",
    server: false,
    page: "",
};

impl Part {
    /// Whether stored objects are read by it: pruned, defaulted or coerced.
    pub(crate) fn is_read(&self) -> bool {
        let only_refuses = matches!(self.influence, Influence::Most | Influence::Least | Influence::Refuses);
        !only_refuses && !["list-type", "list-map-keys", "map-type"].contains(&self.name)
    }
}

impl PartialEq for ChangeCode {
    fn eq(&self, other: &Self) -> bool {
        (self.part.name, self.what) == (other.part.name, other.what)
    }
}

const NO_FIELD_REMOVAL: &str = "crd-schema-checker:NoFieldRemoval";
const NO_ENUM_REMOVAL: &str = "crd-schema-checker:NoEnumRemoval";
const NO_NEW_REQUIRED: &str = "crd-schema-checker:NoNewRequiredFields";
const UNHANDLED: &[&str] = &["crdify:unhandled"];

const fn part(
    name: &'static str,
    influence: Influence,
    aliases: &'static [&'static str],
    errors: &'static [&'static Code],
) -> Part {
    Part { name, influence, aliases, errors }
}

/// The keywords of a schema whose values are compared as they are, in the order in which their changes are reported.
pub(crate) static KEYWORDS: &[(Field, Part)] = &[
    (
        Field::Type,
        part(
            "type",
            Influence::Either,
            &["crdify:type", "crd-schema-checker:NoDataTypeChange"],
            &[&INVALID_TYPE],
        ),
    ),
    (Field::XIntOrString, part("int-or-string", Influence::Either, UNHANDLED, &[&INVALID_TYPE])),
    (Field::Nullable, part("nullable", Influence::AcceptsNull, &["crdify:nullable"], &[&INVALID_TYPE])),
    (
        Field::Format,
        part("format", Influence::Refuses, UNHANDLED, &[&INVALID_FORMAT, &INVALID_TYPE, &OUT_OF_BOUNDS]),
    ),
    (Field::Maximum, part("maximum", Influence::Most, &["crdify:maximum"], &[&OUT_OF_BOUNDS])),
    (Field::ExclusiveMaximum, part("exclusive-maximum", Influence::Refuses, UNHANDLED, &[&OUT_OF_BOUNDS])),
    (Field::Minimum, part("minimum", Influence::Least, &["crdify:minimum"], &[&OUT_OF_BOUNDS])),
    (Field::ExclusiveMinimum, part("exclusive-minimum", Influence::Refuses, UNHANDLED, &[&OUT_OF_BOUNDS])),
    (Field::MultipleOf, part("multiple-of", Influence::Refuses, UNHANDLED, &[&OUT_OF_BOUNDS])),
    (Field::MaxLength, part("max-length", Influence::Most, &["crdify:maxLength"], &[&OUT_OF_BOUNDS])),
    (Field::MinLength, part("min-length", Influence::Least, &["crdify:minLength"], &[&OUT_OF_BOUNDS])),
    (Field::Pattern, part("pattern", Influence::Refuses, &["crdify:pattern"], &[&PATTERN_MISMATCH])),
    (Field::MaxItems, part("max-items", Influence::Most, &["crdify:maxItems"], &[&OUT_OF_BOUNDS])),
    (Field::MinItems, part("min-items", Influence::Least, &["crdify:minItems"], &[&OUT_OF_BOUNDS])),
    (Field::UniqueItems, part("unique-items", Influence::Refuses, UNHANDLED, &[&DUPLICATE_ITEM])),
    (
        Field::MaxProperties,
        part("max-properties", Influence::Most, &["crdify:maxProperties"], &[&OUT_OF_BOUNDS]),
    ),
    (
        Field::MinProperties,
        part("min-properties", Influence::Least, &["crdify:minProperties"], &[&OUT_OF_BOUNDS]),
    ),
    (Field::XPreserveUnknownFields, part("preserve-unknown-fields", Influence::Accepts, UNHANDLED, &[])),
    (
        Field::XEmbeddedResource,
        part("embedded-resource", Influence::Either, UNHANDLED, &[&EMBEDDED_RESOURCE]),
    ),
    (Field::XListType, part("list-type", Influence::Readers, UNHANDLED, &[&DUPLICATE_ITEM])),
    (Field::XListMapKeys, part("list-map-keys", Influence::Readers, UNHANDLED, &[&DUPLICATE_ITEM])),
    (Field::XMapType, part("map-type", Influence::Readers, UNHANDLED, &[])),
    (Field::Default, part("default", Influence::Readers, &["crdify:default"], &[])),
    (Field::Title, part("title", Influence::Nothing, UNHANDLED, &[])),
    (Field::Description, part("description", Influence::Nothing, &["crdify:description"], &[])),
    (Field::ExternalDocs, part("external-docs", Influence::Nothing, UNHANDLED, &[])),
    (Field::Example, part("example", Influence::Nothing, UNHANDLED, &[])),
];

/// Parts of a schema that are more than one value.
pub(crate) static PROPERTY: Part =
    part("property", Influence::Accepts, &["crdify:existingFieldRemoval", NO_FIELD_REMOVAL], &[]);
pub(crate) static REQUIRED: Part =
    part("required", Influence::Refuses, &["crdify:required", NO_NEW_REQUIRED], &[&MISSING_FIELD]);
pub(crate) static ENUM: Part =
    part("enum", Influence::Refuses, &["crdify:enum", NO_ENUM_REMOVAL], &[&UNSUPPORTED_VALUE]);
pub(crate) static ITEMS: Part = part("items", Influence::Either, UNHANDLED, &[]);
pub(crate) static ADDITIONAL_PROPERTIES: Part =
    part("additional-properties", Influence::Either, UNHANDLED, &[]);
pub(crate) static ALL_OF: Part = part("all-of", Influence::Refuses, UNHANDLED, &[]);
pub(crate) static ANY_OF: Part = part("any-of", Influence::Accepts, UNHANDLED, &[&ALTERNATIVES]);
pub(crate) static ONE_OF: Part = part("one-of", Influence::Either, UNHANDLED, &[&ALTERNATIVES]);
pub(crate) static NOT: Part = part("not", Influence::Refuses, UNHANDLED, &[&ALTERNATIVES]);
pub(crate) static RULE: Part = part("rule", Influence::Refuses, UNHANDLED, &[&FAILED_RULE, &RULE_ERROR]);
pub(crate) static RULE_MESSAGE: Part = part("rule-message", Influence::Nothing, UNHANDLED, &[]);

/// Parts of a version.
pub(crate) static VERSION: Part = part("version", Influence::Accepts, &["crdify:storedVersionRemoval"], &[]);
pub(crate) static SERVED: Part = part("served", Influence::Accepts, &[], &[]);
pub(crate) static STORAGE: Part = part("storage-version", Influence::Nothing, &[], &[]);
pub(crate) static SCHEMA: Part = part("schema", Influence::Either, &[], &[]);
pub(crate) static DEPRECATED: Part = part("deprecated", Influence::Readers, &[], &[]);
pub(crate) static STATUS: Part = part("status-subresource", Influence::Either, &[], &[]);
pub(crate) static SCALE: Part = part("scale-subresource", Influence::Either, &[], &[]);
pub(crate) static COLUMNS: Part = part("printer-columns", Influence::Readers, &[], &[]);
pub(crate) static SELECTABLE: Part = part("selectable-fields", Influence::Readers, &[], &[]);

/// Parts of a whole CRD.
pub(crate) static CRD: Part = part("crd", Influence::Accepts, &[], &[]);
pub(crate) static SCOPE: Part = part("scope", Influence::Readers, &["crdify:scope"], &[]);
pub(crate) static GROUP: Part = part("group", Influence::Readers, &[], &[]);
pub(crate) static NAMES: Part = part("names", Influence::Readers, &[], &[]);
pub(crate) static CONVERSION: Part = part("conversion", Influence::Readers, &[], &[]);
pub(crate) static UNKNOWN_FIELDS: Part = part("unknown-fields", Influence::Accepts, &[], &[]);

/// All parts but the keywords that are compared as they are.
static OTHERS: [&Part; 26] = [
    &PROPERTY,
    &REQUIRED,
    &ENUM,
    &ITEMS,
    &ADDITIONAL_PROPERTIES,
    &ALL_OF,
    &ANY_OF,
    &ONE_OF,
    &NOT,
    &RULE,
    &RULE_MESSAGE,
    &VERSION,
    &SERVED,
    &STORAGE,
    &SCHEMA,
    &DEPRECATED,
    &STATUS,
    &SCALE,
    &COLUMNS,
    &SELECTABLE,
    &CRD,
    &SCOPE,
    &GROUP,
    &NAMES,
    &CONVERSION,
    &UNKNOWN_FIELDS,
];
