//! What a pattern finds in a text. Mirrors `Regexp.MatchString`, `FindStringIndex`,
//! `FindAllStringIndex` and their `Submatch` twins.

use std::ops::Range;

use super::machine::{self, Slots};
use super::program::Program;
use super::{Regexp, compile};

/// Where each group matched, the whole match first; `None` for a group that took no part.
pub type Groups = Vec<Option<Range<usize>>>;

impl Regexp {
    /// Whether the pattern matches anywhere in the text.
    ///
    /// A pattern whose program would have more than four million steps (one long string, repeated)
    /// is taken to match nothing.
    pub fn is_match(&self, text: &str) -> bool {
        self.run(text, 0, 0).is_some()
    }

    /// The leftmost match; of several there, the one that a backtracking search finds first.
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        self.run(text, 0, 2).as_deref().and_then(whole)
    }

    /// As [`find`](Self::find), with the groups.
    pub fn captures(&self, text: &str) -> Option<Groups> {
        self.run(text, 0, self.slots()).as_deref().map(groups)
    }

    /// Successive matches that do not overlap, at most `limit` of them.
    pub fn find_all(&self, text: &str, limit: Option<usize>) -> Vec<Range<usize>> {
        self.all(text, limit, 2).iter().filter_map(|slots| whole(slots)).collect()
    }

    /// As [`find_all`](Self::find_all), with the groups.
    pub fn captures_all(&self, text: &str, limit: Option<usize>) -> Vec<Groups> {
        self.all(text, limit, self.slots()).iter().map(|slots| groups(slots)).collect()
    }

    /// The number of groups that capture, without the whole match.
    pub fn group_count(&self) -> usize {
        self.parsed.captures as usize
    }

    fn slots(&self) -> usize {
        2 * (self.group_count() + 1)
    }

    fn program(&self) -> Option<&Program> {
        self.program.get_or_init(|| compile::compile(&self.parsed)).as_ref()
    }

    fn run(&self, text: &str, from: usize, slots: usize) -> Option<Slots> {
        machine::run(self.program()?, text, from, slots)
    }

    /// Mirrors `Regexp.allMatches`: an empty match right behind a match does not count.
    fn all(&self, text: &str, limit: Option<usize>, slots: usize) -> Vec<Slots> {
        let mut all = Vec::new();
        let (mut from, mut last_end) = (0, None);
        while limit.is_none_or(|limit| all.len() < limit) && from <= text.len() {
            let Some(slots) = self.run(text, from, slots) else { break };
            let Some(Range { start, end }) = whole(&slots) else { break };
            let counts = start < end || last_end != Some(start);
            let next = text.get(from..).and_then(|rest| rest.chars().next());
            from = if end > from { end } else { from + next.map_or(1, char::len_utf8) };
            last_end = Some(end);
            if counts {
                all.push(slots);
            }
        }
        all
    }
}

fn whole(slots: &[Option<usize>]) -> Option<Range<usize>> {
    groups(slots.get(..2)?).into_iter().next()?
}

fn groups(slots: &[Option<usize>]) -> Groups {
    let pairs = slots.chunks_exact(2);
    pairs
        .map(|pair| pair.first().copied()?.zip(pair.last().copied()?).map(|(start, end)| start..end))
        .collect()
}
