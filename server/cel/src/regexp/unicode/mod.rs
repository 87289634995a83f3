//! Unicode 15.0, the edition of Go's `unicode` package: case folding, categories, scripts.
//! The tables are regex-syntax's, which follows a newer edition, less what came after 15.0.

mod fold;
mod names;

use std::sync::LazyLock;

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

use super::ranges::{MAX_RUNE, RangeSet};
use names::Name;
#[cfg(test)]
pub(super) use names::all as names;

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
    let known = in_go(table(r"\p{Changes_When_Casemapped}"));
    known.iter().flat_map(|range| range.start()..=range.end()).filter_map(orbit_of).collect()
});

/// Pairs of Unicode 15.1; Go's orbits of these end where they begin.
const FOLDS_AFTER_15_0: [char; 6] = ['\u{390}', '\u{3B0}', '\u{1FD3}', '\u{1FE3}', '\u{FB05}', '\u{FB06}'];

fn orbit_of(rune: char) -> Option<(u32, Orbit)> {
    if FOLDS_AFTER_15_0.contains(&rune) {
        return None;
    }
    let mut class = ClassUnicode::new([ClassUnicodeRange::new(rune, rune)]);
    class.try_case_fold_simple().ok()?;
    class.intersect(&ASSIGNED);
    let members = class.iter().flat_map(|range| range.start()..=range.end()).map(u32::from);
    let mut orbit = Orbit { runes: [0; LONGEST_ORBIT], len: 0 };
    for (slot, member) in orbit.runes.iter_mut().zip(members) {
        *slot = member;
        orbit.len += 1;
    }
    (orbit.len > 1).then_some((u32::from(rune), orbit))
}

/// What has a meaning in Unicode 15.0.
static ASSIGNED: LazyLock<ClassUnicode> = LazyLock::new(|| table(r"\p{Age=15.0}"));

fn in_go(mut class: ClassUnicode) -> ClassUnicode {
    class.intersect(&ASSIGNED);
    class
}

/// regex-syntax's table behind a class escape. Empty if it knows none.
fn table(escape: &str) -> ClassUnicode {
    match regex_syntax::parse(escape).map(|hir| hir.into_kind()) {
        Ok(HirKind::Class(Class::Unicode(class))) => class,
        // A table with one member is reduced to that character.
        Ok(HirKind::Literal(literal)) => {
            let text = String::from_utf8_lossy(&literal.0);
            ClassUnicode::new(text.chars().map(|c| ClassUnicodeRange::new(c, c)))
        }
        _ => ClassUnicode::empty(),
    }
}

const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

/// In code points: regex-syntax steps over the surrogates, so a range of its may span them.
fn ranges_of(class: &ClassUnicode) -> RangeSet {
    let mut set = RangeSet::default();
    for range in class.iter() {
        let (lo, hi) = (u32::from(range.start()), u32::from(range.end()));
        if lo < SURROGATES.0 && SURROGATES.1 < hi {
            set.add(lo, SURROGATES.0 - 1);
            set.add(SURROGATES.1 + 1, hi);
        } else {
            set.add(lo, hi);
        }
    }
    set
}

fn by_name(name: Name) -> RangeSet {
    match name {
        Name::Any => RangeSet::of(&[(0, MAX_RUNE)]),
        Name::Assigned => category("Cn").negated(),
        Name::Ascii => RangeSet::of(&[(0, 0x7F)]),
        Name::Category(name) => category(name),
        Name::Script(name) => ranges_of(&in_go(table(&format!(r"\p{{sc={name}}}")))),
    }
}

fn category(name: &str) -> RangeSet {
    let class = table(&format!(r"\p{{gc={name}}}"));
    let mut set = match name {
        "Cs" => RangeSet::default(),
        // What came after 15.0 is unassigned in Go.
        "C" | "Cn" => {
            let mut class = class;
            let mut later = ASSIGNED.clone();
            later.negate();
            class.union(&later);
            ranges_of(&class)
        }
        _ => ranges_of(&in_go(class)),
    };
    amend(name, &mut set);
    set
}

fn amend(name: &str, set: &mut RangeSet) {
    match name {
        "C" | "Cs" => set.add(SURROGATES.0, SURROGATES.1),
        // AHOM CONSONANT SIGN MEDIAL RA became a spacing mark with 16.0.
        "Mn" => set.add(0x1171E, 0x1171E),
        "Mc" => *set = without(set, 0x1171E),
        _ => return,
    }
    set.clean();
}

fn without(set: &RangeSet, rune: u32) -> RangeSet {
    let mut others = set.negated();
    others.add(rune, rune);
    others.clean();
    others.negated()
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
