//! Values as Go's fmt writes them by `%#v`, which the library's sentences about keys quote.

use std::cmp::Ordering;

use crdls_go::{go_quote, go_quote_bytes};

use crate::resolve::{Scalar, format_g};

use super::values::{Entry, Leaf, Value, ValueId, Values};

/// Aliases can make a value far longer than its text; beyond this it is cut.
const LONGEST: usize = 64 * 1024;

pub(super) fn print(values: &Values<'_>, id: ValueId) -> String {
    let mut out = String::new();
    let mut work = vec![Piece::Value(id)];
    while let Some(piece) = work.pop() {
        if out.len() > LONGEST {
            out.push('…');
            break;
        }
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Value(id) => match values.get(id) {
                Some(Value::Leaf(value)) => out.push_str(&leaf(value)),
                Some(Value::Sequence(items)) => push_sequence(&mut work, items),
                Some(Value::Mapping(entries)) => push_mapping(&mut work, values, entries),
                None => {}
            },
        }
    }
    out
}

/// A value that is not inside another, where Go writes nil in another way.
pub(super) fn print_alone(values: &Values<'_>, id: ValueId) -> String {
    match values.leaf(id) {
        Some(Leaf::Scalar(Scalar::Null)) => "<nil>".to_owned(),
        _ => print(values, id),
    }
}

enum Piece {
    Text(&'static str),
    Value(ValueId),
}

/// Onto a stack: the last piece first.
fn push_sequence(work: &mut Vec<Piece>, items: &[ValueId]) {
    work.push(Piece::Text("}"));
    for (index, &item) in items.iter().enumerate().rev() {
        work.push(Piece::Value(item));
        work.extend((index > 0).then_some(Piece::Text(", ")));
    }
    work.push(Piece::Text("[]interface {}{"));
}

fn push_mapping(work: &mut Vec<Piece>, values: &Values<'_>, entries: &[Entry]) {
    let mut sorted: Vec<_> = entries.iter().map(|entry| (values.leaf(entry.key), entry)).collect();
    sorted.sort_by(|(a, _), (b, _)| match (a, b) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    work.push(Piece::Text("}"));
    for (index, (_, entry)) in sorted.into_iter().enumerate().rev() {
        work.extend([Piece::Value(entry.value), Piece::Text(":"), Piece::Value(entry.key)]);
        work.extend((index > 0).then_some(Piece::Text(", ")));
    }
    work.push(Piece::Text("map[interface {}]interface {}{"));
}

fn leaf(value: &Leaf<'_>) -> String {
    match value {
        Leaf::Bytes(bytes) => go_quote_bytes(bytes),
        Leaf::Scalar(Scalar::Null) => "interface {}(nil)".to_owned(),
        Leaf::Scalar(Scalar::Bool(value)) => value.to_string(),
        Leaf::Scalar(Scalar::Int(value)) => value.to_string(),
        Leaf::Scalar(Scalar::Uint(value)) => format!("{value:#x}"),
        Leaf::Scalar(Scalar::Float(value)) => format_g(*value),
        Leaf::Scalar(Scalar::Str(text)) => go_quote(text),
    }
}

/// internal/fmtsort: by type, then by value. The types stand in the order that their descriptors
/// have in a program's memory, which only nil's place is fixed in.
fn compare(a: &Leaf<'_>, b: &Leaf<'_>) -> Ordering {
    let by_value = match (a, b) {
        (Leaf::Scalar(Scalar::Bool(a)), Leaf::Scalar(Scalar::Bool(b))) => a.cmp(b),
        (Leaf::Scalar(Scalar::Int(a)), Leaf::Scalar(Scalar::Int(b))) => a.cmp(b),
        (Leaf::Scalar(Scalar::Uint(a)), Leaf::Scalar(Scalar::Uint(b))) => a.cmp(b),
        (Leaf::Scalar(Scalar::Float(a)), Leaf::Scalar(Scalar::Float(b))) => compare_floats(*a, *b),
        _ => Ordering::Equal,
    };
    rank(a).cmp(&rank(b)).then(by_value).then_with(|| string_bytes(a).cmp(string_bytes(b)))
}

fn rank(key: &Leaf<'_>) -> u8 {
    match key {
        Leaf::Scalar(Scalar::Null) => 0,
        Leaf::Scalar(Scalar::Str(_)) | Leaf::Bytes(_) => 1,
        Leaf::Scalar(Scalar::Uint(_)) => 2,
        Leaf::Scalar(Scalar::Int(_)) => 3,
        Leaf::Scalar(Scalar::Float(_)) => 4,
        Leaf::Scalar(Scalar::Bool(_)) => 5,
    }
}

/// NaN before all numbers; they are no keys' equals and their order among each other is chance.
fn compare_floats(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| b.is_nan().cmp(&a.is_nan()))
}

fn string_bytes<'a>(key: &'a Leaf<'_>) -> &'a [u8] {
    match key {
        Leaf::Scalar(Scalar::Str(text)) => text.as_bytes(),
        Leaf::Bytes(bytes) => bytes,
        Leaf::Scalar(_) => &[],
    }
}
