//! Making an input small that fails.

use std::collections::BTreeSet;

/// How often an input is tried at most.
const MOST: usize = 3_000;

/// The smallest input found that fails in the same way. `failure` says what is wrong with an input.
pub fn minimised(input: &[u8], mut failure: impl FnMut(&[u8]) -> Option<String>) -> Vec<u8> {
    let Some(wanted) = failure(input).map(|why| kind(&why)) else { return input.to_vec() };
    let mut left = MOST;
    let mut fails = |input: &[u8]| {
        left = left.saturating_sub(1);
        left > 0 && failure(input).is_some_and(|why| kind(&why) == wanted)
    };
    let mut small = input.to_vec();
    loop {
        let before = small.len();
        small = without_equal_lines(&small, &mut fails);
        small =
            without_parts(small.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect(), &mut fails);
        if small.len() < 4_000 {
            small = without_parts(characters(&small), &mut fails);
        }
        if small.len() == before {
            return small;
        }
    }
}

/// The kind of a failure: its words without numbers, up to what it quotes.
fn kind(why: &str) -> String {
    why.chars().take(60).take_while(|c| !"\"`{[".contains(*c)).filter(|c| !c.is_ascii_digit()).collect()
}

/// Removes lines wherever they are: in all states of a text that is edited.
fn without_equal_lines(input: &[u8], fails: &mut impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let lines: Vec<&[u8]> = input.split_inclusive(|b| *b == b'\n').collect();
    let mut kinds: Vec<&[u8]> = lines.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let of = |kinds: &[&[u8]]| {
        let kept: BTreeSet<_> = kinds.iter().collect();
        lines.iter().filter(|line| kept.contains(line)).copied().collect::<Vec<_>>().concat()
    };
    remove_parts(&mut kinds, &mut |kinds| fails(&of(kinds)));
    of(&kinds)
}

fn without_parts(mut parts: Vec<Vec<u8>>, fails: &mut impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    remove_parts(&mut parts, &mut |parts| fails(&parts.concat()));
    parts.concat()
}

/// Removes parts, first many at once, as long as what is left fails.
fn remove_parts<T: Clone>(parts: &mut Vec<T>, fails: &mut impl FnMut(&[T]) -> bool) {
    let mut size = parts.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < parts.len() {
            let end = (at + size).min(parts.len());
            let rest = [&parts[..at], &parts[end..]].concat();
            if fails(&rest) {
                *parts = rest;
            } else {
                at = end;
            }
        }
        size /= 2;
    }
}

/// Characters, and each byte that is part of none.
fn characters(input: &[u8]) -> Vec<Vec<u8>> {
    let mut parts = Vec::new();
    for chunk in input.utf8_chunks() {
        parts.extend(chunk.valid().chars().map(|c| c.to_string().into_bytes()));
        parts.extend(chunk.invalid().iter().map(|byte| vec![*byte]));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::minimised;

    #[test]
    fn what_is_left_is_needed() {
        let input = "a: 1\nb: [x\nc: 3\n".repeat(40);
        let failure = |input: &[u8]| {
            let text = String::from_utf8_lossy(input);
            (text.matches('[').count() > 1).then(|| format!("{} brackets", text.len()))
        };
        assert_eq!(minimised(input.as_bytes(), failure), b"[[");
        assert_eq!(minimised(b"good", failure), b"good");
    }
}
