//! Unicode 15.0, the edition of Go's `unicode` package: case folding, categories, scripts.
//! The table is what `go run .` in `tests/oracle/unicode` prints of that package; its comment says how to read it.

mod fold;
mod names;

use std::sync::LazyLock;

use super::ranges::{MAX_RUNE, RangeSet};
#[cfg(test)]
pub(super) use names::all as names;
use names::{CATEGORIES, Name, member};

/// Code points that differ by case only, ascending: `K`, `k` and the Kelvin sign.
#[derive(Debug, Clone, Copy)]
pub(super) struct Orbit {
    runes: [u32; LONGEST_ORBIT],
    len: usize,
}

impl Orbit {
    pub(super) fn runes(&self) -> &[u32] {
        self.runes.get(..self.len).unwrap_or_default()
    }
}

/// The orbit of a code point that has another case.
pub(super) fn orbit(rune: u32) -> Option<&'static Orbit> {
    orbits_within(rune, rune).next()
}

/// The smallest code point that differs from `rune` by case only.
pub(super) fn smallest_fold(rune: u32) -> u32 {
    orbit(rune).and_then(|orbit| orbit.runes().first().copied()).unwrap_or(rune)
}

/// The orbits of all members of a range, one for each member that has one.
pub(super) fn orbits_within(lo: u32, hi: u32) -> impl Iterator<Item = &'static Orbit> {
    // Most patterns know no other letters, and need not wait for the table of the others.
    let others: &[_] = if hi < FIRST_OF_OTHERS { &[] } else { within(&ORBITS, lo.max(FIRST_OF_OTHERS), hi) };
    within(&LETTERS, lo, hi).iter().chain(others).map(|(_, orbit)| orbit)
}

fn within(orbits: &[(u32, Orbit)], lo: u32, hi: u32) -> &[(u32, Orbit)] {
    let from = orbits.partition_point(|&(rune, _)| rune < lo);
    let to = orbits.partition_point(|&(rune, _)| rune <= hi);
    orbits.get(from..to).unwrap_or_default()
}

/// The set that `\p{name}` stands for, under `(?i)` if `folded`.
/// Mirrors `unicodeTable` and `parseUnicodeClass` of Go's regexp/syntax.
pub(super) fn property(name: &str, folded: bool) -> Option<RangeSet> {
    let name = Name::find(name)?;
    let set = by_name(name);
    Some(if folded && name.folds() { set.folded() } else { set })
}

/// The largest orbits have four members (theta, iota, mu's neighbours).
const LONGEST_ORBIT: usize = 4;

/// Where ASCII ends.
const FIRST_OF_OTHERS: u32 = 0x80;

/// The letters of ASCII with their orbits, ascending.
static LETTERS: LazyLock<Vec<(u32, Orbit)>> = LazyLock::new(|| {
    let orbit = |letter: u8| {
        let (upper, lower) = (letter.to_ascii_uppercase(), letter.to_ascii_lowercase());
        // The Kelvin sign, and the long s.
        let (third, len) = match lower {
            b'k' => (0x212A, 3),
            b's' => (0x17F, 3),
            _ => (0, 2),
        };
        (u32::from(letter), Orbit { runes: [u32::from(upper), u32::from(lower), third, 0], len })
    };
    (b'A'..=b'Z').chain(b'a'..=b'z').map(orbit).collect()
});

/// Every code point that has another case, ascending, with its orbit.
static ORBITS: LazyLock<Vec<(u32, Orbit)>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for (of, ranges) in TABLE.lines().filter(|line| !line.starts_with(char::is_uppercase)).map(parts) {
        if of.contains(',') {
            add_orbit(&mut all, of.split(',').map(hexadecimal));
        }
        for rune in spans(ranges).flat_map(|(lo, hi, step)| (lo..=hi).step_by(step)) {
            add_orbit(&mut all, [rune, rune + hexadecimal(of)]);
        }
    }
    all.sort_unstable_by_key(|&(rune, _)| rune);
    all
});

fn add_orbit(all: &mut Vec<(u32, Orbit)>, members: impl IntoIterator<Item = u32>) {
    let mut orbit = Orbit { runes: [0; LONGEST_ORBIT], len: 0 };
    for (slot, member) in orbit.runes.iter_mut().zip(members) {
        *slot = member;
        orbit.len += 1;
    }
    all.extend(orbit.runes().iter().map(|&rune| (rune, orbit)));
}

static TABLE: &str = include_str!("table.txt");

/// The name of a line and its ranges.
fn parts(line: &str) -> (&str, &str) {
    line.split_once(' ').unwrap_or((line, ""))
}

fn hexadecimal(digits: &str) -> u32 {
    u32::from_str_radix(digits, 16).unwrap_or_default()
}

/// The first and the last code point of ranges of the table, and how far apart two members are.
fn spans(ranges: &str) -> impl Iterator<Item = (u32, u32, usize)> {
    let mut end = 0;
    ranges.split_terminator(' ').map(move |range| {
        let (step, range) = range.strip_suffix('*').map_or((1, range), |range| (2, range));
        let (gap, len) = range.split_once('+').unwrap_or((range, ""));
        let lo = end + hexadecimal(gap);
        end = lo + hexadecimal(len);
        (lo, end, step)
    })
}

fn by_name(name: Name) -> RangeSet {
    match name {
        Name::Any => RangeSet::of(&[(0, MAX_RUNE)]),
        Name::Assigned => category("Cn").negated(),
        Name::Ascii => RangeSet::of(&[(0, 0x7F)]),
        Name::Category(name) => category(name),
        Name::Script(name) => union(|one| one == name),
    }
}

fn category(name: &str) -> RangeSet {
    let is_category = |one: &str| member(&CATEGORIES, one).is_some();
    match name {
        // What has no meaning is in no line.
        "C" => union(|one| is_category(one) && !one.starts_with('C')).negated(),
        "Cn" => union(is_category).negated(),
        "LC" => union(|one| ["Ll", "Lt", "Lu"].contains(&one)),
        _ => union(|one| is_category(one) && one.starts_with(name)),
    }
}

/// The sets of some lines in one.
fn union(takes: impl Fn(&str) -> bool) -> RangeSet {
    let mut set = RangeSet::default();
    for (_, ranges) in TABLE.lines().map(parts).filter(|(name, _)| takes(name)) {
        for (lo, hi, step) in spans(ranges) {
            match step {
                1 => set.add(lo, hi),
                _ => (lo..=hi).step_by(step).for_each(|rune| set.add(rune, rune)),
            }
        }
    }
    set.clean();
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_the_orbits_of_the_table() {
        let whole =
            |lo, hi| within(&ORBITS, lo, hi).iter().map(|(rune, orbit)| (*rune, orbit.runes().to_vec()));
        let letters = LETTERS.iter().map(|(rune, orbit)| (*rune, orbit.runes().to_vec()));
        assert!(letters.eq(whole(0, FIRST_OF_OTHERS - 1)));
    }
}
