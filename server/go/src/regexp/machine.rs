//! Runs a [`Program`] over a text: all ways at once, in the order of their priority, one character
//! after the other. Time is bounded by steps × characters (Pike's simulation); a way is two numbers,
//! for no one asks where the groups matched.

use std::ops::Range;

use super::program::{Program, Step, StepIndex};
use super::tree::Assertion;

/// What of several matches is wanted.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Wanted {
    /// The leftmost match; of several there, the one that a backtracking search finds first.
    Leftmost,
    /// Whichever ends first.
    Any,
}

/// The match that begins at `from` or later.
pub(super) fn run(program: &Program, text: &str, from: usize, wanted: Wanted) -> Option<Range<usize>> {
    let mut machine = Machine { program, todo: Vec::new() };
    let mut now = Ways::new(program.len());
    let mut then = Ways::new(program.len());
    let mut position = Some(Position::at(text, from));
    let mut found = None;
    while let Some(here) = position {
        if found.is_none() && (here.offset == 0 || !program.anchored) {
            machine.follow(&mut now, Way { place: program.start, start: here.offset }, &here);
        } else if now.ways.is_empty() {
            break;
        }
        let after = here.next.map(|_| here.after(text));
        if let Some(start) = machine.advance(&now, &mut then, here.next.zip(after.as_ref())) {
            found = Some(start..here.offset);
            if wanted == Wanted::Any {
                break;
            }
        }
        position = after;
        std::mem::swap(&mut now, &mut then);
        then.clear();
    }
    found
}

struct Machine<'p> {
    program: &'p Program,
    /// The places still to follow at the current position.
    todo: Vec<StepIndex>,
}

/// A place of the program, and where in the text the match began that led there.
#[derive(Clone, Copy)]
struct Way {
    place: StepIndex,
    start: usize,
}

impl Machine<'_> {
    /// Takes the next character on all ways. Returns where a match began that ends here; the ways
    /// behind it end too.
    fn advance(&mut self, now: &Ways, then: &mut Ways, taken: Option<(char, &Position)>) -> Option<usize> {
        for &Way { place, start } in &now.ways {
            let step = self.program.step(place);
            if let Step::Match = step {
                return Some(start);
            }
            let Some((rune, after)) = taken else { continue };
            if let Some(place) = self.program.taking(step, rune) {
                self.follow(then, Way { place, start }, after);
            }
        }
        None
    }

    /// Adds all ways that go on from a place without taking a character.
    fn follow(&mut self, ways: &mut Ways, way: Way, position: &Position) {
        self.todo.push(way.place);
        while let Some(place) = self.todo.pop() {
            self.follow_one(ways, Way { place, ..way }, position);
        }
    }

    fn follow_one(&mut self, ways: &mut Ways, Way { mut place, start }: Way, position: &Position) {
        while ways.reach(place) {
            place = match self.program.step(place) {
                Step::Split { first, second } => {
                    self.todo.push(second);
                    first
                }
                Step::Assertion { look, next } if position.holds(look) => next,
                Step::Assertion { .. } => return,
                _ => return ways.ways.push(Way { place, start }),
            };
        }
    }
}

/// The places reached at one position that take a character or end the match, by priority.
struct Ways {
    /// The round in which each place was last reached.
    reached: Vec<u32>,
    round: u32,
    ways: Vec<Way>,
}

impl Ways {
    fn new(places: usize) -> Ways {
        Ways { reached: vec![0; places], round: 1, ways: Vec::new() }
    }

    fn clear(&mut self) {
        self.round += 1;
        self.ways.clear();
    }

    /// Whether the place is reached for the first time.
    fn reach(&mut self, place: StepIndex) -> bool {
        let Some(last) = self.reached.get_mut(place as usize) else { return false };
        std::mem::replace(last, self.round) != self.round
    }
}

/// A place in the text with the characters around it.
struct Position {
    offset: usize,
    previous: Option<char>,
    next: Option<char>,
}

impl Position {
    fn at(text: &str, offset: usize) -> Position {
        let (before, rest) = text.split_at_checked(offset).unwrap_or((text, ""));
        Position { offset, previous: before.chars().next_back(), next: rest.chars().next() }
    }

    fn after(&self, text: &str) -> Position {
        let offset = self.offset + self.next.map_or(0, char::len_utf8);
        let next = text.get(offset..).and_then(|rest| rest.chars().next());
        Position { offset, previous: self.next, next }
    }

    /// Mirrors `EmptyOpContext`: word characters are ASCII, lines end at `\n` only.
    fn holds(&self, look: Assertion) -> bool {
        let is_word = |side: Option<char>| side.is_some_and(|c| c == '_' || c.is_ascii_alphanumeric());
        let boundary = is_word(self.previous) != is_word(self.next);
        match look {
            Assertion::TextStart => self.previous.is_none(),
            Assertion::TextEnd => self.next.is_none(),
            Assertion::LineStart => self.previous.is_none_or(|c| c == '\n'),
            Assertion::LineEnd => self.next.is_none_or(|c| c == '\n'),
            Assertion::WordBoundary => boundary,
            Assertion::NotWordBoundary => !boundary,
        }
    }
}
