//! Runs a [`Program`] over a text: all ways at once, in the order of their priority, one character
//! after the other. Time is bounded by steps × characters (Pike's simulation).

use super::program::{Program, Step, StepIndex};
use super::tree::Assertion;

/// Where the groups of a match begin and end: two slots a group, the whole match first.
pub(super) type Slots = Vec<Option<usize>>;

/// The first match that begins at `from` or later; without slots, any match will do.
pub(super) fn run(program: &Program, text: &str, from: usize, slots: usize) -> Option<Slots> {
    let mut machine = Machine { program, trail: Vec::new(), slots: vec![None; slots] };
    let mut now = Ways::new(program.len(), slots);
    let mut then = Ways::new(program.len(), slots);
    let mut position = Some(Position::at(text, from));
    let mut found = None;
    while let Some(here) = position {
        if found.is_none() && (here.offset == 0 || !program.anchored) {
            machine.slots.fill(None);
            machine.follow(&mut now, program.start, &here);
        } else if now.places.is_empty() {
            break;
        }
        let after = here.next.map(|_| here.after(text));
        if let Some(slots) = machine.advance(&now, &mut then, here.next.zip(after.as_ref())) {
            if slots.is_empty() {
                return Some(slots);
            }
            found = Some(slots);
        }
        position = after;
        std::mem::swap(&mut now, &mut then);
        then.clear();
    }
    found
}

struct Machine<'p> {
    program: &'p Program,
    /// What is still to do at the current position.
    trail: Vec<Task>,
    /// The slots of the way that is followed.
    slots: Slots,
}

enum Task {
    Follow(StepIndex),
    Restore(usize, Option<usize>),
}

impl Machine<'_> {
    /// Takes the next character on all ways. Returns the slots of a match, which ends the ways
    /// behind it.
    fn advance(&mut self, now: &Ways, then: &mut Ways, taken: Option<(char, &Position)>) -> Option<Slots> {
        for (index, &place) in now.places.iter().enumerate() {
            let step = self.program.step(place);
            if let Step::Match = step {
                return Some(now.slots_of(index).to_vec());
            }
            let Some((rune, after)) = taken else { continue };
            if let Some(next) = self.program.taking(step, rune) {
                self.slots.copy_from_slice(now.slots_of(index));
                self.follow(then, next, after);
            }
        }
        None
    }

    /// Adds all ways that go on from a place without taking a character.
    fn follow(&mut self, ways: &mut Ways, place: StepIndex, position: &Position) {
        self.trail.push(Task::Follow(place));
        while let Some(task) = self.trail.pop() {
            match task {
                Task::Restore(slot, value) => self.set_slot(slot, value),
                Task::Follow(place) => self.follow_one(ways, place, position),
            }
        }
    }

    fn follow_one(&mut self, ways: &mut Ways, mut place: StepIndex, position: &Position) {
        while ways.reach(place) {
            place = match self.program.step(place) {
                Step::Split { first, second } => {
                    self.trail.push(Task::Follow(second));
                    first
                }
                Step::Assertion { look, next } if position.holds(look) => next,
                Step::Assertion { .. } => return,
                Step::Save { slot, next } => {
                    self.save(slot as usize, position.offset);
                    next
                }
                _ => return ways.add(place, &self.slots),
            };
        }
    }

    fn save(&mut self, slot: usize, offset: usize) {
        if let Some(&old) = self.slots.get(slot) {
            self.trail.push(Task::Restore(slot, old));
            self.set_slot(slot, Some(offset));
        }
    }

    fn set_slot(&mut self, slot: usize, value: Option<usize>) {
        if let Some(old) = self.slots.get_mut(slot) {
            *old = value;
        }
    }
}

/// The places reached at one position that take a character or end the match, by priority.
struct Ways {
    /// The round in which each place was last reached.
    reached: Vec<u32>,
    round: u32,
    places: Vec<StepIndex>,
    slots: Slots,
    width: usize,
}

impl Ways {
    fn new(places: usize, width: usize) -> Ways {
        Ways { reached: vec![0; places], round: 1, places: Vec::new(), slots: Vec::new(), width }
    }

    fn clear(&mut self) {
        self.round += 1;
        self.places.clear();
        self.slots.clear();
    }

    /// Whether the place is reached for the first time.
    fn reach(&mut self, place: StepIndex) -> bool {
        let Some(last) = self.reached.get_mut(place as usize) else { return false };
        std::mem::replace(last, self.round) != self.round
    }

    fn add(&mut self, place: StepIndex, slots: &[Option<usize>]) {
        self.places.push(place);
        self.slots.extend_from_slice(slots);
    }

    fn slots_of(&self, index: usize) -> &[Option<usize>] {
        let start = index * self.width;
        self.slots.get(start..start + self.width).unwrap_or_default()
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
