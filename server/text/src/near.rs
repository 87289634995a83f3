//! Names that are nearly the same: which of some was meant by a word.

/// Words that are longer were not misspelt, and of more than so many nobody meant one.
pub const MAX_WORD: usize = 64;
const MAX_NAMES: usize = 1000;

/// The name that is nearest to a text, where it is near enough to be meant; of equals the first.
pub fn nearest<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let (_, name) = near(text, names).min_by_key(|(distance, _)| *distance)?;
    Some(name)
}

/// The name that a text is but for one letter. For names of which not all are known: one that differs in more letters may
/// be one of those.
pub fn misspelled<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    near(text, names).find(|(distance, _)| *distance <= 1).map(|(_, name)| name)
}

/// The one of some words that was meant by another: it is near, or the other is a part of it, as `int` of
/// `integer`. None where two are as near.
pub fn suggested_value<'v>(word: &str, choices: &[&'v str]) -> Option<&'v str> {
    let found: Vec<_> = near(word, choices.iter().copied()).collect();
    let least = found.iter().map(|(distance, _)| *distance).min();
    let nearest = found.iter().filter(|(distance, _)| Some(*distance) == least).map(|(_, choice)| *choice);
    let lower = word.to_lowercase();
    let part = |choice: &&str| {
        let choice = choice.to_lowercase();
        (3..=MAX_WORD).contains(&lower.len()) && (choice.starts_with(&lower) || choice.ends_with(&lower))
    };
    only(nearest).or_else(|| only(choices.iter().copied().take(MAX_NAMES).filter(part)))
}

/// The names that are near enough to a text to be meant, and how near.
fn near<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> impl Iterator<Item = (usize, &'n str)> {
    let word = if text.len() > MAX_WORD { Vec::new() } else { lower(text) };
    let limit = word.len().div_ceil(4).min(3);
    let names = names.into_iter().take(if word.is_empty() { 0 } else { MAX_NAMES });
    let length = word.len();
    let fits = move |name: &&str| match name.is_ascii() {
        true => name.len().abs_diff(length) <= limit,
        false => name.len() <= 4 * MAX_WORD,
    };
    names.filter(fits).filter_map(move |name| Some((within(&word, &lower(name), limit)?, name)))
}

fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

/// Upper and lower case are the same.
fn lower(text: &str) -> Vec<char> {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// How many letters have to be put in, taken out, changed or swapped with the next, if they are no more
/// than `limit`.
fn within(a: &[char], b: &[char], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX - 1);
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    let mut row: Vec<usize> = Vec::with_capacity(above.len());
    for (i, &from) in a.iter().enumerate() {
        row.clear();
        row.push(i + 1);
        for (j, &to) in b.iter().enumerate() {
            let mut best =
                (at(&above, j) + usize::from(from != to)).min(at(&above, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(&to) && b.get(j - 1) == Some(&from);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        // A distance grows from the row above or, by a swap, from the one before that.
        if above.iter().chain(&row).all(|distance| *distance > limit) {
            return None;
        }
        std::mem::swap(&mut before, &mut above);
        std::mem::swap(&mut above, &mut row);
    }
    above.last().copied().filter(|distance| *distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn finds_the_value_that_was_meant() {
        let types = ["array", "boolean", "integer", "number", "object", "string"];
        let reasons =
            ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];
        let table = [
            ("Namespace", &["Cluster", "Namespaced"][..], Some("Namespaced")),
            ("namespaced", &["Cluster", "Namespaced"], Some("Namespaced")),
            ("String", &types, Some("string")),
            ("int", &types, Some("integer")),
            ("bool", &types, Some("boolean")),
            ("strnig", &types, Some("string")),
            ("Required", &reasons, Some("FieldValueRequired")),
            ("list", &types, None),
            ("float", &types, None),
            ("int32", &types, None),
            ("ab", &["aa", "bb"], None),
            ("FieldValue", &reasons, None),
            ("", &types, None),
        ];
        for (word, choices, meant) in table {
            assert_eq!(suggested_value(word, choices), meant, "{word}");
        }
    }

    #[test]
    fn counts_swaps_once() {
        let within = |a, b, limit| super::within(&lower(a), &lower(b), limit);
        assert_eq!(within("ab", "ba", 1), Some(1));
        assert_eq!(within("", "abc", 3), Some(3));
        assert_eq!(within("", "abc", 2), None);
        assert_eq!(within("axxb", "ayyb", 1), None);
        assert_eq!(within("Kind", "kind", 0), Some(0));
    }

    #[test]
    fn a_limit_changes_no_distance_below_it() {
        let words = [
            "",
            "ab",
            "ba",
            "abc",
            "bac",
            "axxb",
            "ayyb",
            "type",
            "tpye",
            "types",
            "properties",
            "propreteis",
        ];
        for (a, b) in words.iter().flat_map(|a| words.iter().map(move |b| (lower(a), lower(b)))) {
            let distance = within(&a, &b, usize::MAX);
            for limit in 0..4 {
                let near = distance.filter(|distance| *distance <= limit);
                assert_eq!(within(&a, &b, limit), near, "{a:?} {b:?} {limit}");
            }
        }
    }
}
