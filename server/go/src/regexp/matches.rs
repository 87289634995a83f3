//! What a pattern finds in a text. Mirrors `Regexp.MatchString`, `FindStringIndex` and
//! `FindAllStringIndex`; the rules' functions ask for no groups.

use std::ops::Range;

use super::machine::{self, Wanted};
use super::program::Program;
use super::{Regexp, compile};

impl Regexp {
    /// Whether the pattern matches anywhere in the text.
    ///
    /// A pattern whose program would have more than four million steps (one long string, repeated)
    /// is taken to match nothing.
    pub fn is_match(&self, text: &str) -> bool {
        self.run(text, 0, Wanted::Any).is_some()
    }

    /// The leftmost match; of several there, the one that a backtracking search finds first.
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        self.run(text, 0, Wanted::Leftmost)
    }

    /// Successive matches that do not overlap, at most `limit` of them. Mirrors `Regexp.allMatches`:
    /// an empty match right behind a match does not count.
    pub fn find_all(&self, text: &str, limit: Option<usize>) -> Vec<Range<usize>> {
        let mut all = Vec::new();
        let (mut from, mut last_end) = (0, None);
        while limit.is_none_or(|limit| all.len() < limit) && from <= text.len() {
            let Some(found) = self.run(text, from, Wanted::Leftmost) else { break };
            let Range { start, end } = found;
            let counts = start < end || last_end != Some(start);
            let next = text.get(from..).and_then(|rest| rest.chars().next());
            from = if end > from { end } else { from + next.map_or(1, char::len_utf8) };
            last_end = Some(end);
            if counts {
                all.push(found);
            }
        }
        all
    }

    fn program(&self) -> Option<&Program> {
        self.program.get_or_init(|| compile::compile(&self.parsed)).as_ref()
    }

    fn run(&self, text: &str, from: usize, wanted: Wanted) -> Option<Range<usize>> {
        machine::run(self.program()?, text, from, wanted)
    }
}
