//! Which field somebody meant.

use crate::fields::{FieldDef, TypeDef};

/// The field whose name is nearest to a text, where it is near enough to be meant.
pub fn near_field(ty: &TypeDef, name: &str) -> Option<&'static FieldDef> {
    if name.len() > 64 {
        return None;
    }
    let limit = name.chars().count().div_ceil(4).min(3);
    let near = ty.fields.iter().map(|field| (distance(name, field.name), field));
    near.filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, field)| field)
}

/// How many letters have to be put in, taken out, changed or swapped with the next; upper and lower case
/// are the same.
fn distance(a: &str, b: &str) -> usize {
    let lower = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<Vec<_>>();
    let (a, b) = (lower(a), lower(b));
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, &from) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &to) in b.iter().enumerate() {
            let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX - 1);
            let mut best =
                (at(&above, j) + usize::from(from != to)).min(at(&above, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(&to) && b.get(j - 1) == Some(&from);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::{CUSTOM_RESOURCE_DEFINITION_NAMES, JSON_SCHEMA_PROPS};

    #[test]
    fn finds_what_was_meant() {
        let near = |name| near_field(&JSON_SCHEMA_PROPS, name).map(|field| field.name);
        assert_eq!(near("propreties"), Some("properties"));
        assert_eq!(near("desciption"), Some("description"));
        assert_eq!(near("maxlength"), Some("maxLength"));
        assert_eq!(near("x-kubernetes-validation"), Some("x-kubernetes-validations"));
        assert_eq!(near("readOnly"), None);
        assert_eq!(near("foo"), None);
        assert_eq!(
            near_field(&CUSTOM_RESOURCE_DEFINITION_NAMES, "shortName").map(|f| f.name),
            Some("shortNames")
        );
    }

    #[test]
    fn counts_swaps_once() {
        assert_eq!(distance("ab", "ba"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("Kind", "kind"), 0);
    }
}
