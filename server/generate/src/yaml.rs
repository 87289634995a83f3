//! Values as YAML: as sigs.k8s.io/yaml writes them (go.yaml.in/yaml/v2, encode.go and emitterc.go), and as a text whose
//! way back to Go is known.

mod emitter;
mod mapped;
mod spans;

use std::cmp::Ordering;

use crdls_yaml::resolve::{json_number, yaml_number};

pub use mapped::Fragments;
pub use spans::{Origins, SpanAt};

use crate::{Data, Item, Member};

/// A CRD as controller-gen writes it: the header, `---`, and the object.
pub fn to_yaml(object: &Item, header: &str) -> String {
    let mut emitter = emitter::Emitter::new();
    emitter.document(object);
    format!("{header}---\n{}", emitter.finish())
}

/// A CRD for checks: each string on one line in double quotes, and where each value comes from.
pub fn mapped(object: &Item) -> (String, Origins) {
    Fragments::default().written(object)
}

/// The members of an object in the order in which the library writes them (sorter.go, `keyList`).
fn sorted(members: &[Member]) -> Vec<&Member> {
    merged(members.iter().collect())
}

/// Sorts by merging: the library's order goes in a circle for keys such as `p1b`, `p2a` and `p10`, on which the standard
/// library panics.
fn merged(mut members: Vec<&Member>) -> Vec<&Member> {
    if members.is_sorted_by(|a, b| by_key(&a.name, &b.name).is_le()) {
        return members;
    }
    let half = members.split_off(members.len() / 2);
    let (left, mut right) = (merged(members), merged(half).into_iter().peekable());
    let mut all = Vec::with_capacity(left.len() + right.len());
    for member in left {
        while let Some(before) = right.next_if(|other| by_key(&other.name, &member.name).is_lt()) {
            all.push(before);
        }
        all.push(member);
    }
    all.extend(right);
    all
}

/// Letters after everything else, and numbers by their value.
fn by_key(a: &str, b: &str) -> Ordering {
    let mut differing = a.char_indices().zip(b.chars()).filter(|((_, l), r)| l != r);
    let Some(((at, l), r)) = differing.next() else { return a.len().cmp(&b.len()) };
    match (l.is_alphabetic(), r.is_alphabetic()) {
        (true, true) => return l.cmp(&r),
        (true, false) => return Ordering::Greater,
        (false, true) => return Ordering::Less,
        (false, false) => {}
    }
    // A zero behind other digits is part of their number.
    let before = a.get(..at).unwrap_or_default();
    let digits_before = before.chars().rev().take_while(|c| c.is_ascii_digit());
    let continues = (l == '0' || r == '0') && digits_before.into_iter().any(|c| c != '0');
    let number = |key: &str| {
        let digits = key.get(at..).unwrap_or_default().chars().take_while(char::is_ascii_digit);
        let start = u64::from(continues);
        let value = digits.clone().fold(start, |value, digit| {
            value.wrapping_mul(10).wrapping_add(u64::from(digit.to_digit(10).unwrap_or(0)))
        });
        (value, digits.count())
    };
    number(a).cmp(&number(b)).then(l.cmp(&r))
}

/// A number, boolean or null, as both texts have it.
fn word(data: &Data) -> Option<String> {
    Some(match data {
        Data::Null => "null".to_owned(),
        Data::Bool(value) => value.to_string(),
        Data::Int(value) => value.to_string(),
        // JSON is written first, and read again: what is whole there is an integer.
        Data::Float(value) => {
            let text = json_number(*value).unwrap_or_default();
            let whole = text.parse::<i64>().ok().map(i128::from);
            let whole = whole.or_else(|| text.parse::<u64>().ok().map(i128::from));
            whole.map_or_else(|| yaml_number(*value), |whole| whole.to_string())
        }
        Data::Text(_) | Data::List(_) | Data::Map(_) => return None,
    })
}

#[cfg(test)]
mod tests;
