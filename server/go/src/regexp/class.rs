//! The ASCII groups that a pattern names: `\d` and `[[:alpha:]]` and their like (Go's regexp/syntax/perl_groups.go).

use super::ranges::RangeSet;

/// The named ASCII groups of `\d` and its like; the letter in lower case.
pub(super) fn perl_group(letter: u8) -> Option<RangeSet> {
    let ranges: &[_] = match letter {
        b'd' => &[(0x30, 0x39)],
        b's' => &[(0x09, 0x0A), (0x0C, 0x0D), (0x20, 0x20)],
        b'w' => &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)],
        _ => return None,
    };
    Some(RangeSet::of(ranges))
}

/// The groups of `[[:alpha:]]` and its like.
pub(super) fn posix_group(name: &str) -> Option<RangeSet> {
    let ranges: &[_] = match name {
        "alnum" => &[(0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)],
        "alpha" => &[(0x41, 0x5A), (0x61, 0x7A)],
        "ascii" => &[(0x00, 0x7F)],
        "blank" => &[(0x09, 0x09), (0x20, 0x20)],
        "cntrl" => &[(0x00, 0x1F), (0x7F, 0x7F)],
        "digit" => &[(0x30, 0x39)],
        "graph" => &[(0x21, 0x7E)],
        "lower" => &[(0x61, 0x7A)],
        "print" => &[(0x20, 0x7E)],
        "punct" => &[(0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)],
        "space" => &[(0x09, 0x0D), (0x20, 0x20)],
        "upper" => &[(0x41, 0x5A)],
        "word" => &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)],
        "xdigit" => &[(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)],
        _ => return None,
    };
    Some(RangeSet::of(ranges))
}
