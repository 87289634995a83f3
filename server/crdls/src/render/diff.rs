//! Two texts line by line: what is in both, and what in one of them.
//!
//! Must not know what the texts are.

/// With more pairs of lines than this the middle of two texts is shown as one change.
const MAX_PAIRS: usize = 4_000_000;

/// The lines of both, each after ` `, `-` or `+`.
pub(crate) fn diff(old: &str, new: &str) -> String {
    let (a, b): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    let start = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (before, a) = a.split_at(start);
    let b = b.get(start..).unwrap_or_default();
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, after) = a.split_at(a.len() - end);
    let b = b.get(..b.len() - end).unwrap_or_default();
    let mut out = String::new();
    lines(' ', before, &mut out);
    middle(a, b, &mut out);
    lines(' ', after, &mut out);
    out
}

fn lines(mark: char, lines: &[&str], out: &mut String) {
    for line in lines {
        out.push(mark);
        out.push_str(line);
        out.push('\n');
    }
}

fn middle(a: &[&str], b: &[&str], out: &mut String) {
    if a.len().saturating_mul(b.len()) > MAX_PAIRS {
        lines('-', a, out);
        return lines('+', b, out);
    }
    let common = common(a, b);
    let at = |i: usize, j: usize| common.get(i * (b.len() + 1) + j).copied().unwrap_or(0);
    let (mut i, mut j) = (0, 0);
    loop {
        match (a.get(i), b.get(j)) {
            (Some(x), Some(y)) if x == y => {
                lines(' ', &[x], out);
                (i, j) = (i + 1, j + 1);
            }
            (Some(x), y) if y.is_none() || at(i + 1, j) >= at(i, j + 1) => {
                lines('-', &[x], out);
                i += 1;
            }
            (_, Some(y)) => {
                lines('+', &[y], out);
                j += 1;
            }
            _ => return,
        }
    }
}

/// How many lines the ends of both have in common, from each pair of lines on.
fn common(a: &[&str], b: &[&str]) -> Vec<u32> {
    let width = b.len() + 1;
    let mut table = vec![0; (a.len() + 1) * width];
    for (i, x) in a.iter().enumerate().rev() {
        for (j, y) in b.iter().enumerate().rev() {
            let get = |at: usize| table.get(at).copied().unwrap_or(0);
            let (down, right) = (get((i + 1) * width + j), get(i * width + j + 1));
            let longest = if x == y { get((i + 1) * width + j + 1) + 1 } else { down.max(right) };
            if let Some(place) = table.get_mut(i * width + j) {
                *place = longest;
            }
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_one_text_are_marked() {
        assert_eq!(diff("a\nb\nc\n", "a\nx\nc\nd\n"), " a\n-b\n+x\n c\n+d\n");
        assert_eq!(diff("", "a\n"), "+a\n");
        assert_eq!(diff("a\n", "a\n"), " a\n");
    }
}
