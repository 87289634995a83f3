//! What may stand inside allOf, anyOf, oneOf and not.
//!
//! Mirrors `validateValueValidation` and `validateNestedValueValidation` of
//! k8s.io/apiextensions-apiserver (pkg/apiserver/schema/validation.go), with the options that
//! CRDs have: nothing nested is allowed.

use std::cell::RefCell;
use std::collections::HashSet;

use crdls_manifest::fields::Field;
use crdls_manifest::model::{OrBool, Schema};
use crdls_report::{Path, Report, Step, code};

code!(
    NON_STRUCTURAL_KEYWORD,
    "non-structural-keyword",
    Error,
    server,
    "a structural keyword inside allOf, anyOf, oneOf or not"
);
code!(
    NESTED_METADATA,
    "nested-metadata",
    Error,
    server,
    "`metadata` is restricted inside allOf, anyOf, oneOf or not"
);
code!(
    INVALID_PATTERN,
    "invalid-pattern",
    Error,
    server,
    "a pattern is not a regular expression in Go syntax"
);

/// The two places where the int-or-string pattern may name types.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Skip {
    pub(super) any_of: bool,
    pub(super) first_all_of: bool,
}

/// `validateValueValidation`.
pub(super) fn value_validation(schema: Schema<'_>, skip: Skip, path: &Path<'_>, report: &mut Report) {
    if !skip.any_of {
        for (i, clause) in schema.any_of().enumerate() {
            nested(clause, Skip::default(), &path.child("anyOf").index(i), report);
        }
    }
    for (i, clause) in schema.all_of().enumerate() {
        let skip = Skip { any_of: skip.first_all_of && i == 0, first_all_of: false };
        nested(clause, skip, &path.child("allOf").index(i), report);
    }
    for (i, clause) in schema.one_of().enumerate() {
        nested(clause, Skip::default(), &path.child("oneOf").index(i), report);
    }
    if let Some(clause) = schema.not() {
        nested(clause, Skip::default(), &path.child("not"), report);
    }
    pattern(schema, path, report);
}

/// Which of them a path is inside of, the innermost.
pub(crate) fn junctor(path: &Path<'_>) -> Option<&'static str> {
    const JUNCTORS: [&str; 4] = ["allOf", "anyOf", "oneOf", "not"];
    let of = |step| JUNCTORS.into_iter().find(|name| step == Step::Child(name));
    path.back().find_map(of)
}

/// Patterns that compile. Versions and CRDs repeat them, and they are there again after each edit.
#[derive(Default)]
struct GoodPatterns {
    known: HashSet<Box<str>>,
    bytes: usize,
}

impl GoodPatterns {
    /// More bytes of text than this are not kept by a thread.
    const MOST: usize = 32 << 10;

    /// Keeps what is not too long for it; all else is forgotten where it would be too much.
    fn keep(&mut self, pattern: &str) {
        if pattern.len() > Self::MOST {
            return;
        }
        if self.bytes + pattern.len() > Self::MOST {
            *self = Self::default();
        }
        self.bytes += pattern.len();
        self.known.insert(pattern.into());
    }
}

thread_local! {
    static GOOD: RefCell<GoodPatterns> = RefCell::default();
}

fn pattern(schema: Schema<'_>, path: &Path<'_>, report: &mut Report) {
    let pattern = schema.pattern();
    if pattern.is_empty() || GOOD.with_borrow(|good| good.known.contains(pattern)) {
        return;
    }
    let Err(error) = crdls_go::regexp::compile(pattern) else {
        return GOOD.with_borrow_mut(|good| good.keep(pattern));
    };
    let detail = format!("must be a valid regular expression, but isn't: {error}");
    report
        .invalid(&INVALID_PATTERN, &path.child("pattern"), pattern, detail)
        .predicate(format!("is not a regular expression in Go syntax: {}", cause(&error.to_string())))
        .why("the server compiles patterns with Go's regexp, which has no look-around and no back references")
        .help("write the pattern in RE2 syntax");
}

/// `validateNestedValueValidation`.
fn nested(schema: Schema<'_>, skip: Skip, path: &Path<'_>, report: &mut Report) {
    value_validation(schema, skip, path, report);
    if let Some(items) = schema.item_schema() {
        nested(items, Skip::default(), &path.child("items"), report);
    }
    for property in schema.properties() {
        nested(property.schema, Skip::default(), &path.child("properties").key(property.name), report);
    }
    for (keyword, words) in FORBIDDEN {
        if stands(schema, *keyword) {
            forbidden(&path.child(keyword.name()), keyword.name(), words, report);
        }
    }
    if schema.property("metadata").is_some() {
        report
            .forbidden(
                &NESTED_METADATA,
                &path.child("properties").key("metadata"),
                "must not be specified in a nested context",
            )
            .predicate(not_inside(path))
            .why("a condition on metadata could make an object impossible to update")
            .help("remove `metadata`, or write a rule in `x-kubernetes-validations` at the root");
    }
}

/// The keywords that are not allowed, in the server's order, and its words.
const FORBIDDEN: &[(Field, &str)] = &[
    (Field::Type, "must be empty to be structural"),
    (Field::AdditionalProperties, "must be undefined to be structural"),
    (Field::Default, "must be undefined to be structural"),
    (Field::Title, "must be empty to be structural"),
    (Field::Description, "must be empty to be structural"),
    (Field::Nullable, "must be false to be structural"),
    (Field::XPreserveUnknownFields, "must be false to be structural"),
    (Field::XEmbeddedResource, "must be false to be structural"),
    (Field::XIntOrString, "must be false to be structural"),
    (Field::XListMapKeys, "must be empty to be structural"),
    (Field::XListType, "must be undefined to be structural"),
    (Field::XMapType, "must be undefined to be structural"),
    (Field::XValidations, "must be empty to be structural"),
];

/// Whether `x-kubernetes-preserve-unknown-fields` is true.
pub(super) fn preserves(schema: Schema<'_>) -> bool {
    schema.preserve_unknown_fields() == Some(true)
}

/// Whether the server sees the keyword as set.
fn stands(schema: Schema<'_>, keyword: Field) -> bool {
    match keyword {
        Field::AdditionalProperties => {
            schema.additional_properties().is_some_and(|additional| additional != OrBool::Bool(false))
        }
        Field::XPreserveUnknownFields => preserves(schema),
        keyword => schema.object().get(keyword).is_some_and(|field| !field.is_zero()),
    }
}

fn forbidden(path: &Path<'_>, keyword: &str, words: &str, report: &mut Report) {
    report
        .forbidden(&NON_STRUCTURAL_KEYWORD, path, words)
        .predicate(not_inside(path))
        .why("`allOf`, `anyOf`, `oneOf` and `not` may only restrict values, not define structure")
        .help(help(keyword));
}

fn not_inside(path: &Path<'_>) -> String {
    format!("is not allowed inside `{}`", junctor(path).unwrap_or("allOf"))
}

/// Go's error without the words that begin all of them.
fn cause(error: &str) -> &str {
    error.strip_prefix("error parsing regexp: ").unwrap_or(error)
}

fn help(keyword: &str) -> String {
    match keyword {
        "type" => "move `type` to the schema around, or write `x-kubernetes-int-or-string: true` there for an integer or a string".to_owned(),
        "description" | "title" => format!("remove `{keyword}`, or move it to the enclosing schema"),
        _ => format!("move `{keyword}` to the schema of this field outside `allOf`, `anyOf`, `oneOf` and `not`"),
    }
}
