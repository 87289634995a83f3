//! Lists (ext/lists.go, version 3). Elements that are errors are carried along.

use super::sort::{Sorted, sort_indices};
use super::{Args, wrong};
use crate::edition::Edition;
use crate::eval::value::{Error, List, MAX_LIST, MAX_WORK, Outcome, Value, is_comparable, within};

/// The most numbers that `lists.range` gives.
const MAX_RANGE: i64 = 1_000_000;

pub(super) fn is_list(value: &Value) -> bool {
    matches!(value, Value::List(_))
}

fn list_of(items: Vec<Outcome>) -> Outcome {
    Ok(Value::List(List::of_outcomes(items)))
}

pub(super) fn slice(args: Args<'_>) -> Outcome {
    let [Value::List(list), Value::Int(start), Value::Int(end)] = args else { return wrong() };
    let why = if *start < 0 || *end < 0 {
        "negative indexes not supported".to_owned()
    } else if start > end {
        "start index must be less than or equal to end index".to_owned()
    } else if *end > list.len() as i64 {
        format!("list is length {}", list.len())
    } else {
        return list_of((*start as usize..*end as usize).map(|index| list.get(index)).collect());
    };
    Err(Error::new(format!("cannot slice({start}, {end}), {why}")))
}

pub(super) fn flatten(args: Args<'_>) -> Outcome {
    let (list, depth) = match args {
        [Value::List(list)] => (list, 1),
        [Value::List(list), Value::Int(depth)] => (list, *depth),
        [other] => return Err(Error::new(format!("no such overload: {}.flatten()", other.type_name()))),
        [a, b] => {
            let (a, b) = (a.type_name(), b.type_name());
            return Err(Error::new(format!("no such overload: {a}.flatten({b})")));
        }
        _ => return wrong(),
    };
    if depth < 0 {
        return Err(Error::new("level must be non-negative"));
    }
    let mut items = Vec::new();
    // Lists that are gone into, each with the place in it and how much deeper one may go.
    let mut open = vec![(list.clone(), 0, depth)];
    while let Some((list, place, depth)) = open.pop() {
        if place >= list.len() {
            continue;
        }
        let item = list.get(place);
        open.push((list, place + 1, depth));
        match item {
            Ok(Value::List(inner)) if depth > 0 => open.push((inner, 0, depth - 1)),
            item => items.push(item),
        }
        within(items.len(), MAX_LIST)?;
    }
    list_of(items)
}

pub(super) fn range(args: Args<'_>) -> Outcome {
    let [Value::Int(count)] = args else { return wrong() };
    if !(0..=MAX_RANGE).contains(count) {
        // Noted: an older edition gives a list.
        Edition::V0_29.has(Edition::V0_29);
    }
    if *count < 0 {
        return Err(Error::new(format!("lists.range: size must be non-negative, got {count}")));
    }
    if *count > MAX_RANGE {
        let words = format!("lists.range: size {count} exceeds maximum allowed ({MAX_RANGE})");
        return Err(Error::new(words));
    }
    Ok(Value::list((0..*count).map(Value::Int).collect()))
}

/// The same before [`Edition::V0_29`], with no bound but that of all lists.
pub(super) fn unbounded_range(args: Args<'_>) -> Outcome {
    let [Value::Int(count)] = args else { return wrong() };
    let count = usize::try_from(*count).unwrap_or_default();
    within(count, MAX_LIST)?;
    Ok(Value::list((0..count as i64).map(Value::Int).collect()))
}

pub(super) fn reverse(args: Args<'_>) -> Outcome {
    let [Value::List(list)] = args else { return wrong() };
    list_of(list.iter().rev().collect())
}

/// Each element once, the first of those that are equal.
pub(super) fn distinct(args: Args<'_>) -> Outcome {
    let [Value::List(list)] = args else { return wrong() };
    within(list.len().saturating_mul(list.weight()), MAX_WORK)?;
    let mut unique: Vec<Outcome> = Vec::new();
    for item in list.iter() {
        let is_seen = |other: &Outcome| match (&item, other) {
            (Ok(item), Ok(other)) => item.equals(other) == Ok(true),
            _ => false,
        };
        if !unique.iter().any(is_seen) {
            unique.push(item);
        }
    }
    list_of(unique)
}

pub(super) fn sort(args: Args<'_>) -> Outcome {
    let [Value::List(list)] = args else { return wrong() };
    sorted(list, list)
}

/// Sorts a list by keys that another one has in its order.
pub(super) fn sort_by_keys(args: Args<'_>) -> Outcome {
    let [Value::List(list), Value::List(keys)] = args else { return wrong() };
    sorted(list, keys)
}

fn sorted(list: &List, keys: &List) -> Outcome {
    if list.len() != keys.len() {
        return Err(Error::new(format!(
            "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got {} \
             and {} elements respectively",
            list.len(),
            keys.len()
        )));
    }
    let keys: Vec<Outcome> = keys.iter().collect();
    match keys.first() {
        None => return Ok(Value::List(list.clone())),
        Some(Ok(first)) if is_comparable(first) => {}
        Some(_) => return Err(Error::new("list elements must be comparable")),
    }
    match sort_indices(&keys) {
        Sorted::Order(order) => list_of(order.into_iter().map(|index| list.get(index)).collect()),
        Sorted::MixedTypes => Err(Error::new("list elements must have the same type")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(values: &[i64]) -> Value {
        Value::list(values.iter().copied().map(Value::Int).collect())
    }

    fn shown(outcome: Outcome) -> String {
        match outcome {
            Ok(value) => value.to_string(),
            Err(error) => error.words().to_owned(),
        }
    }

    #[test]
    fn slices() {
        let slice = |start, end| shown(slice(&[ints(&[1, 2, 3, 4]), Value::Int(start), Value::Int(end)]));
        assert_eq!(slice(1, 3), "[2, 3]");
        assert_eq!(slice(3, 0), "cannot slice(3, 0), start index must be less than or equal to end index");
        assert_eq!(slice(0, 10), "cannot slice(0, 10), list is length 4");
        assert_eq!(slice(-5, 10), "cannot slice(-5, 10), negative indexes not supported");
    }

    #[test]
    fn flat_lists() {
        let nested = Value::list(vec![Value::Int(1), Value::list(vec![ints(&[2, 3]), Value::Int(4)])]);
        let flat = |depth| shown(flatten(&[nested.clone(), Value::Int(depth)]));
        assert_eq!(flat(0), "[1, [[2, 3], 4]]");
        assert_eq!(flat(1), "[1, [2, 3], 4]");
        assert_eq!(flat(5), "[1, 2, 3, 4]");
        assert_eq!(flat(-1), "level must be non-negative");
        assert_eq!(shown(flatten(&[Value::Int(1)])), "no such overload: int.flatten()");
    }

    #[test]
    fn sorting() {
        assert_eq!(shown(sort(&[ints(&[3, 1, 2])])), "[1, 2, 3]");
        let mixed = Value::list(vec![Value::Int(1), Value::string("a")]);
        assert_eq!(shown(sort(&[mixed])), "list elements must have the same type");
        assert_eq!(shown(sort(&[Value::list(vec![ints(&[1])])])), "list elements must be comparable");
        let by_keys = sort_by_keys(&[ints(&[1, 2, 3]), ints(&[30, 20, 10])]);
        assert_eq!(shown(by_keys), "[3, 2, 1]");
    }

    #[test]
    fn distinct_across_numbers() {
        let list = Value::list(vec![Value::Int(1), Value::Double(1.0), Value::Int(2)]);
        assert_eq!(shown(distinct(&[list])), "[1, 2]");
        assert_eq!(shown(range(&[Value::Int(-1)])), "lists.range: size must be non-negative, got -1");
        let (_, reached) = Edition::traced(|| range(&[Value::Int(-1)]));
        assert_eq!(reached, Edition::V0_29);
        assert_eq!(shown(unbounded_range(&[Value::Int(-1)])), "[]");
        assert_eq!(shown(unbounded_range(&[Value::Int(2)])), "[0, 1]");
        assert!(unbounded_range(&[Value::Int(i64::MAX)]).is_err());
    }
}
