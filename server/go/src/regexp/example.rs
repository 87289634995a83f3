//! A text that a pattern matches, made from its tree: the plainest of several tries.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::ranges::RangeSet;
use super::tree::{Kind, NodeId};
use super::{Regexp, compile};

/// Letters and digits are taken from these, one after the other.
const WORD: &str = "example";
const DIGITS: &str = "123456789";
/// What else a text is made of, the first that fits.
const OTHERS: &str = "abcdfghijknoqrstuvwyz0ABCDEFGHIJKLMNOPQRSTUVWXYZ-_./:@+=, ~#$%&*!?'\"()[]{}<>|^`;\\";

/// The longest text that is tried; a pattern may ask for much more.
const MAX_LEN: usize = 4_096;

/// How a text is made from a tree.
#[derive(Clone, Copy)]
struct Try {
    /// How often what may be repeated stands there, where the pattern leaves the choice.
    repeats: usize,
    /// Whether what may be left out is there.
    whole: bool,
    /// Which of several alternatives is taken.
    turn: usize,
}

impl Regexp {
    /// A text with so many characters that the pattern matches; `None` where no try gives one.
    pub fn example(&self, lengths: RangeInclusive<usize>) -> Option<String> {
        let repeats = [0, 1, 2, 5].into_iter().chain([3, 4, *lengths.start()]);
        // No text of these lengths is nearer to a short word.
        let least = lengths.start().saturating_sub(WORD.len()).max(WORD.len().saturating_sub(*lengths.end()));
        let mut search = Search { regexp: self, lengths, best: None, refused: HashSet::new() };
        for (repeats, whole) in repeats.flat_map(|repeats| [(repeats, false), (repeats, true)]) {
            for turn in 0..4 {
                let oddity = search.best.as_ref().map(|(oddity, _)| *oddity);
                if oddity == Some(least) {
                    break;
                }
                // A longer text is further from it.
                let most = oddity.map_or(MAX_LEN, |oddity| (WORD.len() + oddity).min(MAX_LEN));
                let mut writer = Writer::new(self, Try { repeats, whole, turn }, most);
                if writer.node(self.parsed.root).is_some() {
                    search.take(writer.out);
                }
                // Without alternatives the next turn is the same.
                if writer.choices == 0 {
                    break;
                }
            }
        }
        search.best.map(|(_, text)| text)
    }
}

/// The plainest text so far.
struct Search<'r> {
    regexp: &'r Regexp,
    lengths: RangeInclusive<usize>,
    /// With how odd it is.
    best: Option<(usize, String)>,
    /// Texts that the pattern does not match.
    refused: HashSet<String>,
}

impl Search<'_> {
    /// Takes a text, and a longer one: patterns without an end let anything follow.
    fn take(&mut self, text: String) {
        let longer = padded(text.clone(), WORD.len().max(*self.lengths.start()));
        for text in [text, longer] {
            let odd = oddity(&text);
            let is_no_better = self.best.as_ref().is_some_and(|(least, _)| *least <= odd);
            // To match takes longest.
            if is_no_better || !self.lengths.contains(&text.chars().count()) || self.refused.contains(&text) {
                continue;
            }
            match self.regexp.is_match(&text) {
                true => self.best = Some((odd, text)),
                false => drop(self.refused.insert(text)),
            }
        }
    }
}

fn padded(mut text: String, length: usize) -> String {
    let count = text.chars().count();
    text.extend(WORD.chars().cycle().take(length.min(MAX_LEN)).skip(count));
    text
}

/// How far it is from a short word.
fn oddity(text: &str) -> usize {
    let odd = text.chars().filter(|c| !c.is_ascii_lowercase() && !c.is_ascii_digit()).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    odd * 4 + digits + text.chars().count().abs_diff(WORD.len())
}

struct Writer<'r> {
    regexp: &'r Regexp,
    one: Try,
    /// The most bytes of the text.
    most: usize,
    out: String,
    letters: usize,
    digits: usize,
    choices: usize,
}

impl<'r> Writer<'r> {
    const fn new(regexp: &'r Regexp, one: Try, most: usize) -> Self {
        Self { regexp, one, most, out: String::new(), letters: 0, digits: 0, choices: 0 }
    }

    /// Writes what a node stands for; `None` where it grows too long or nothing can stand there.
    fn node(&mut self, id: NodeId) -> Option<()> {
        if self.out.len() > self.most {
            return None;
        }
        let node = &self.regexp.parsed.tree[id];
        let first = node.subs.first().copied();
        match &node.kind {
            Kind::Literal(runes) => {
                let lower = |c: char| if node.flags.fold { c.to_ascii_lowercase() } else { c };
                self.out.extend(runes.iter().filter_map(|rune| char::from_u32(*rune)).map(lower));
            }
            Kind::Class(set) => {
                let c = self.member(set)?;
                self.out.push(c);
            }
            Kind::AnyButNewline | Kind::Any => {
                let c = self.letter();
                self.out.push(c);
            }
            Kind::Capture => self.node(first?)?,
            Kind::Star => self.repeated(first?, 0, None)?,
            Kind::Plus => self.repeated(first?, 1, None)?,
            Kind::Quest => self.repeated(first?, 0, Some(1))?,
            Kind::Repeat { min, max } => self.repeated(first?, *min, *max)?,
            Kind::Concat => node.subs.iter().try_for_each(|sub| self.node(*sub))?,
            Kind::Alternate => {
                self.choices += 1;
                let at = (self.one.turn * self.choices) % node.subs.len().max(1);
                self.node(*node.subs.get(at)?)?;
            }
            Kind::Empty | Kind::Assertion(_) | Kind::Open { .. } | Kind::Bar => {}
        }
        Some(())
    }

    fn repeated(&mut self, sub: NodeId, min: u32, max: Option<u32>) -> Option<()> {
        let is_character = match &self.regexp.parsed.tree[sub].kind {
            Kind::Literal(runes) => runes.len() == 1,
            Kind::Class(_) | Kind::AnyButNewline | Kind::Any => true,
            _ => false,
        };
        let wanted = match (max, is_character) {
            (Some(1), _) => usize::from(self.one.whole),
            (_, true) => self.one.repeats,
            // A group is long enough once.
            (_, false) => usize::from(self.one.whole || self.one.repeats > 0),
        };
        let most = max.map_or(usize::MAX, |max| max as usize);
        for _ in 0..wanted.max(min as usize).min(most) {
            self.node(sub)?;
        }
        Some(())
    }

    /// A character of a class: a letter of the word, a digit, or the first of the others.
    fn member(&mut self, set: &RangeSet) -> Option<char> {
        let contains = |c: char| set.contains(c as u32);
        let (has_letters, has_digits) = (WORD.chars().all(contains), DIGITS.chars().all(contains));
        if has_letters {
            return Some(self.letter());
        }
        if has_digits {
            return nth(DIGITS, &mut self.digits);
        }
        let known = WORD.chars().chain(DIGITS.chars()).chain(OTHERS.chars()).find(|c| contains(*c));
        known.or_else(|| set.ranges().iter().find_map(|(low, _)| char::from_u32(*low)))
    }

    fn letter(&mut self) -> char {
        nth(WORD, &mut self.letters).unwrap_or('e')
    }
}

/// The next character of an ASCII word that is repeated, after so many.
fn nth(word: &str, taken: &mut usize) -> Option<char> {
    let next = word.as_bytes().get(*taken % word.len()).map(|byte| char::from(*byte));
    *taken += 1;
    next
}

/// An example of a pattern; `None` where it is none or nothing is found.
pub fn example(pattern: &str, lengths: RangeInclusive<usize>) -> Option<String> {
    compile(pattern).ok()?.example(lengths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_texts() {
        let table = [
            ("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "example"),
            ("^[0-9]+$", "1"),
            ("^(ms|s|m)$", "ms"),
            (r"^\d{1,3}(\.\d{1,3}){3}$", "1.2.3.4"),
            (r"^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$", "1ms"),
            ("", "example"),
            ("^$", ""),
            ("(?i)^ABC$", "abc"),
            ("^https?://.+$", "http://e"),
            (r"^\bx\B", "xxample"),
        ];
        for (pattern, text) in table {
            assert_eq!(example(pattern, 0..=100).as_deref(), Some(text), "{pattern}");
        }
    }

    #[test]
    fn lengths() {
        for (pattern, lengths) in
            [("^[a-z]+$", 10..=12), ("^a*$", 3..=3), ("x", 9..=9), ("^[a-z]{2,4}$", 4..=4)]
        {
            let text = example(pattern, lengths.clone()).expect(pattern);
            assert!(lengths.contains(&text.len()), "{pattern} {text}");
        }
        assert_eq!(example("^a$", 2..=3), None);
    }
}
