//! What is wrong with a value, before it has words.
//!
//! Mirrors how k8s.io/apiextensions-apiserver makes field errors of what kube-openapi says
//! (`kubeOpenAPIResultToFieldErrors`, pkg/apiserver/validation/validation.go), and the paths that
//! kube-openapi writes: names joined by dots, whatever is in them.

use crdls_report::{FieldPath, Path, Step, in_backticks};
use crdls_values::{Json, JsonValue};

/// A side of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Minimum,
    Maximum,
}

impl Bound {
    pub(super) fn is_crossed<T: PartialOrd>(self, value: &T, limit: &T, exclusive: bool) -> bool {
        match self {
            Self::Maximum => value > limit || (exclusive && value >= limit),
            Self::Minimum => value < limit || (exclusive && value <= limit),
        }
    }
}

/// What a check finds.
#[derive(Clone, Debug)]
pub(super) enum Problem {
    Type {
        expected: String,
        found: &'static str,
    },
    Format {
        format: String,
        text: String,
    },
    Enum {
        allowed: Vec<String>,
        /// The same as a headline lists them: strings in quotes.
        listed: Vec<String>,
    },
    Required {
        name: String,
        /// The empty value of its type, where that may be valid.
        empty: Option<&'static str>,
    },
    Forbidden {
        key: String,
    },
    Length {
        bound: Bound,
        limit: i64,
        length: i64,
    },
    Pattern {
        pattern: String,
        error: Option<String>,
    },
    Bound {
        bound: Bound,
        exclusive: bool,
        limit: String,
    },
    MultipleOf {
        factor: String,
    },
    /// A factor that no number is a multiple of.
    Factor {
        factor: String,
    },
    /// A number or a bound of it that does not fit the type and format.
    Range {
        what: &'static str,
        type_: String,
        format: String,
    },
    Items {
        bound: Bound,
        limit: i64,
        count: i64,
    },
    Properties {
        bound: Bound,
        limit: i64,
        count: i64,
    },
    /// An item is there again.
    Unique {
        again: usize,
    },
    AnyOf {
        /// The field that the alternative with the fewest faults requires.
        nearest: Option<String>,
    },
    OneOf {
        valid: usize,
        /// A name for each alternative that matches; empty if a name is missing.
        names: Vec<String>,
    },
    AllOf {
        none: bool,
    },
    Not,
}

impl Problem {
    /// The value that the server quotes, where it is not the one that is checked.
    pub(super) fn value(&self) -> Option<&str> {
        match self {
            Self::Factor { factor } => Some(factor),
            Self::Range { .. } => Some("\"\""),
            _ => None,
        }
    }

    /// Whether the server gives it no path but that of the whole value.
    pub(super) const fn is_of_the_whole(&self) -> bool {
        matches!(
            self,
            Self::Range { .. } | Self::AnyOf { .. } | Self::OneOf { .. } | Self::AllOf { .. } | Self::Not
        )
    }
}

/// A problem and its place.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) problem: Problem,
    /// The path from the value that is checked, as kube-openapi writes it.
    pub(super) name: String,
    pub(super) path: FieldPath,
    /// Of an update, the path of the node that would have to be as before for the fault to be forgiven; nothing where
    /// there is none.
    pub(super) node: Option<FieldPath>,
    /// The value as the server quotes it.
    pub(super) bad: Option<String>,
    /// The value as a headline shows it; empty where none is known.
    pub(super) got: String,
}

impl Fault {
    pub(super) fn new(problem: Problem, bad: Option<String>, path: &Path<'_>, base: usize) -> Self {
        let (name, path) = (name(path, base), written(path, base));
        Self { problem, name, path, node: None, bad, got: String::new() }
    }

    /// The same fault, found in a value.
    pub(super) fn of(self, value: &Json) -> Self {
        Self { got: shown(value), ..self }
    }

    /// Whether the value has another type than the schema.
    pub(super) const fn is_type(&self) -> bool {
        matches!(self.problem, Problem::Type { .. })
    }

    /// A fault of a map that is at a member of it.
    pub(super) fn at_member(
        problem: Problem,
        bad: Option<String>,
        member: &str,
        path: &Path<'_>,
        base: usize,
    ) -> Self {
        Self { path: written(&path.child(member), base), ..Self::new(problem, bad, path, base) }
    }

    /// Required properties have a dot before them also at the root.
    pub(super) fn below_dot(mut self) -> Self {
        if !self.name.contains(['.', '[']) {
            self.name.insert(0, '.');
        }
        self
    }
}

/// A value as a headline shows it: a scalar in backticks, of others what they are.
pub(crate) fn shown(value: &Json) -> String {
    match &value.value {
        JsonValue::Null => "null".to_owned(),
        JsonValue::Bool(_) => format!("the boolean `{}`", value.to_json()),
        JsonValue::Int(_) | JsonValue::Float(_) => value.to_json(),
        JsonValue::Str(text) if text.is_empty() => "an empty string".to_owned(),
        JsonValue::Str(text) => in_backticks(text),
        JsonValue::List(_) => "an array".to_owned(),
        JsonValue::Map(_) => "an object".to_owned(),
    }
}

/// The path from the value that is checked, as kube-openapi writes it (`validate` of pkg/validation/validate/object_validator.go):
/// a key of a map has a dot before it even where nothing comes before.
fn name(path: &Path<'_>, base: usize) -> String {
    let mut text = String::new();
    for step in path.steps().into_iter().skip(base) {
        if matches!(step, Step::Key(_)) || step.name().is_some() && !text.is_empty() {
            text.push('.');
        }
        match (step.name(), step) {
            (Some(name), _) => text.push_str(name),
            (None, Step::Index(index)) => text.extend(["[", &index.to_string(), "]"]),
            (None, _) => {}
        }
    }
    text
}

/// The path in the manifest, with names where kube-openapi has no brackets.
fn written(path: &Path<'_>, base: usize) -> FieldPath {
    path.manifest().with_names_in_last(path.back().count().saturating_sub(base))
}
