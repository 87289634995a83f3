//! Semantic versions (k8s.io/apiserver, pkg/cel/library/semverlib.go).

use std::cmp::Ordering;

use crdls_cel::eval::{Binding, Error, Outcome, Value};

use super::{LibraryType, held, own, text};
use crdls_values::Semver;

pub(super) static FUNCTIONS: &[Binding] = &[
    Binding::new("string_to_semver", to_semver),
    Binding::new("string_bool_to_semver", to_semver),
    Binding::new("is_semver_string", |args| Ok(Value::Bool(parsed(args)?.is_ok()))),
    Binding::new("is_semver_string_bool", |args| Ok(Value::Bool(parsed(args)?.is_ok()))),
    Binding::new("semver_is_greater_than", |args| compared(args, Ordering::is_gt)),
    Binding::new("semver_is_less_than", |args| compared(args, Ordering::is_lt)),
    Binding::new("semver_compare_to", |args| Ok(Value::Int(order(args)? as i64))),
    Binding::new("semver_major", |args| Ok(Value::Int(version(args, 0)?.major as i64))),
    Binding::new("semver_minor", |args| Ok(Value::Int(version(args, 0)?.minor as i64))),
    Binding::new("semver_patch", |args| Ok(Value::Int(version(args, 0)?.patch as i64))),
];

fn parsed(args: &[Value]) -> Result<Result<Semver, String>, Error> {
    let text = text(args)?;
    Ok(match args.get(1) {
        None | Some(Value::Bool(false)) => Semver::parse(text),
        Some(Value::Bool(true)) => Semver::parse_normalized(text),
        Some(_) => return Err(Error::no_such_overload()),
    })
}

fn to_semver(args: &[Value]) -> Outcome {
    parsed(args)?.map(held).map_err(Error::new)
}

fn version(args: &[Value], at: usize) -> Result<&Semver, Error> {
    own(args, at)
}

fn order(args: &[Value]) -> Result<Ordering, Error> {
    Ok(version(args, 0)?.compare(version(args, 1)?))
}

fn compared(args: &[Value], holds: fn(Ordering) -> bool) -> Outcome {
    Ok(Value::Bool(holds(order(args)?)))
}

impl LibraryType for Semver {
    const NAMES: [&'static str; 3] = ["kubernetes.Semver", "cel.Semver", "semver.Version"];
    const IS_HASHABLE: bool = false;

    fn equals(&self, other: &Self) -> bool {
        self.compare(other).is_eq()
    }

    fn text(&self) -> String {
        self.canonical_text()
    }
}
