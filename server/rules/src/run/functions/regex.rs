//! `find` and `findAll` (k8s.io/apiserver, pkg/cel/library/regex.go).

use crdls_cel::eval::{Binding, Error, MAX_WORK, Outcome, PatternFunction, Value, within};
use crdls_go::regexp::{self, Regexp};

pub(super) static FUNCTIONS: &[Binding] = &[
    Binding::new("string_find_string", |args| with_pattern(args, find)),
    Binding::new("string_find_all_string", |args| with_pattern(args, find_all)),
    Binding::new("string_find_all_string_int", |args| with_pattern(args, find_all)),
];

pub(super) static PATTERNS: &[(&str, PatternFunction)] = &[("find", find), ("findAll", find_all)];

fn with_pattern(args: &[Value], call: PatternFunction) -> Outcome {
    let pattern = args.get(1).and_then(Value::as_str).ok_or_else(Error::no_such_overload)?;
    let compiled = regexp::compile(pattern).map_err(|error| Error::new(format!("Illegal regex: {error}")))?;
    call(&compiled, args)
}

/// The first match, or nothing.
fn find(pattern: &Regexp, args: &[Value]) -> Outcome {
    let [Value::String(text), Value::String(written)] = args else { return Err(Error::no_such_overload()) };
    within(text.len().saturating_mul(written.len()), MAX_WORK)?;
    let found = pattern.find(text).and_then(|range| text.get(range));
    Ok(Value::string(found.unwrap_or("")))
}

/// All matches, or the first so many.
fn find_all(pattern: &Regexp, args: &[Value]) -> Outcome {
    let (text, written, limit) = match args {
        [Value::String(text), Value::String(written)] => (text, written, None),
        [Value::String(text), Value::String(written), Value::Int(limit)] => {
            (text, written, usize::try_from(*limit).ok())
        }
        _ => return Err(Error::no_such_overload()),
    };
    within(text.len().saturating_mul(written.len()), MAX_WORK)?;
    let matches = pattern.find_all(text, limit);
    let texts = matches.into_iter().filter_map(|range| text.get(range)).map(Value::string);
    Ok(Value::list(texts.collect()))
}
