//! Turns a pattern into its [`Program`]. Mirrors `syntax.Simplify` and `syntax.Compile` of Go:
//! which of several matches is found depends on the order of the ways.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::parse::Parsed;
use super::program::{Program, Step, StepIndex};
use super::ranges::RangeSet;
use super::tree::{Flags, Kind, Node, NodeId, Tree};
use super::unicode;

/// `None` for a program that no one wants to keep in memory.
pub(super) fn compile(parsed: &Parsed) -> Option<Program> {
    let (of_node, of_rune) = (BTreeMap::new(), BTreeMap::new());
    let mut compiler = Compiler { tree: &parsed.tree, program: Program::new(), of_node, of_rune };
    let all = compiler.node(parsed.root, Program::MATCH);
    let mut program = compiler.program;
    program.begin_at(all.start);
    (!program.is_full()).then_some(program)
}

/// A piece of the program and whether it can match no characters.
#[derive(Clone, Copy)]
struct Piece {
    start: StepIndex,
    nullable: bool,
}

/// Builds the program from its end: each node is given the place that follows it.
struct Compiler<'t> {
    tree: &'t Tree,
    program: Program,
    /// The classes known already: a repetition asks again for each copy.
    of_node: BTreeMap<NodeId, u32>,
    of_rune: BTreeMap<u32, u32>,
}

impl<'t> Compiler<'t> {
    /// Recurses as deep as the tree, which Go's limit bounds.
    fn node(&mut self, id: NodeId, next: StepIndex) -> Piece {
        let tree = self.tree;
        let node = &tree[id];
        match node.kind {
            Kind::Literal(ref runes) => self.literal(runes, node.flags.fold, next),
            Kind::Class(ref class) => self.class(id, class, next),
            Kind::AnyButNewline => self.taking(Step::AnyButNewline { next }),
            Kind::Any => self.taking(Step::Any { next }),
            Kind::Assertion(look) => self.nullable(Step::Assertion { look, next }),
            Kind::Capture => self.only_sub(node, next),
            Kind::Star => self.star(node, next),
            Kind::Plus => self.plus(node, next),
            Kind::Quest => self.quest(node, next),
            Kind::Repeat { min, max } => self.counted(node, min, max, next),
            Kind::Concat => self.concat(&node.subs, next),
            Kind::Alternate => self.alternate(&node.subs, next),
            Kind::Empty | Kind::Open { .. } | Kind::Bar => Piece { start: next, nullable: true },
        }
    }

    fn add(&mut self, step: Step) -> StepIndex {
        if self.program.is_full() { 0 } else { self.program.add(step) }
    }

    fn taking(&mut self, step: Step) -> Piece {
        Piece { start: self.add(step), nullable: false }
    }

    fn nullable(&mut self, step: Step) -> Piece {
        Piece { start: self.add(step), nullable: true }
    }

    fn literal(&mut self, runes: &[u32], fold: bool, mut next: StepIndex) -> Piece {
        for &rune in runes.iter().rev() {
            let orbit = if fold { unicode::orbit(rune) } else { None };
            let step = match orbit {
                Some(orbit) => Step::Class { class: self.folded(rune, orbit.runes()), next },
                None => Step::Rune { rune, next },
            };
            next = self.add(step);
        }
        Piece { start: next, nullable: runes.is_empty() }
    }

    fn folded(&mut self, rune: u32, orbit: &[u32]) -> u32 {
        if let Some(&class) = self.of_rune.get(&rune) {
            return class;
        }
        let ranges: Vec<_> = orbit.iter().map(|&rune| (rune, rune)).collect();
        let class = self.program.add_class(Arc::new(RangeSet::of(&ranges)));
        self.of_rune.insert(rune, class);
        class
    }

    fn class(&mut self, id: NodeId, set: &Arc<RangeSet>, next: StepIndex) -> Piece {
        let known = self.of_node.get(&id).copied();
        let class = known.unwrap_or_else(|| self.program.add_class(Arc::clone(set)));
        self.of_node.insert(id, class);
        self.taking(Step::Class { class, next })
    }

    fn concat(&mut self, subs: &[NodeId], next: StepIndex) -> Piece {
        let mut all = Piece { start: next, nullable: true };
        for &sub in subs.iter().rev() {
            let piece = self.node(sub, all.start);
            all = Piece { start: piece.start, nullable: piece.nullable && all.nullable };
        }
        all
    }

    fn alternate(&mut self, subs: &[NodeId], next: StepIndex) -> Piece {
        let mut all: Option<Piece> = None;
        for &sub in subs.iter().rev() {
            let first = self.node(sub, next);
            all = Some(match all {
                None => first,
                Some(others) => Piece {
                    start: self.add(Step::Split { first: first.start, second: others.start }),
                    nullable: first.nullable || others.nullable,
                },
            });
        }
        all.unwrap_or(Piece { start: next, nullable: true })
    }

    fn only_sub(&mut self, node: &Node, next: StepIndex) -> Piece {
        match node.subs.first() {
            Some(&sub) => self.node(sub, next),
            None => Piece { start: next, nullable: true },
        }
    }

    /// The way into the part, or past it.
    fn fork(&self, flags: Flags, inside: StepIndex, next: StepIndex) -> Step {
        match flags.lazy {
            false => Step::Split { first: inside, second: next },
            true => Step::Split { first: next, second: inside },
        }
    }

    /// The part, then a fork that leads back. Returns the fork too.
    fn looped(&mut self, node: &Node, next: StepIndex) -> (Piece, StepIndex) {
        let fork = self.add(Step::Match);
        let inside = self.only_sub(node, fork);
        self.program.replace(fork, self.fork(node.flags, inside.start, next));
        (inside, fork)
    }

    fn plus(&mut self, node: &Node, next: StepIndex) -> Piece {
        self.looped(node, next).0
    }

    /// Where the part can match nothing it is `(x+)?`: the order of the ways is right only then.
    fn star(&mut self, node: &Node, next: StepIndex) -> Piece {
        let (inside, fork) = self.looped(node, next);
        let start = match inside.nullable {
            true => self.add(self.fork(node.flags, inside.start, next)),
            false => fork,
        };
        Piece { start, nullable: true }
    }

    fn quest(&mut self, node: &Node, next: StepIndex) -> Piece {
        self.optional(node, next, next)
    }

    fn optional(&mut self, node: &Node, inner: StepIndex, next: StepIndex) -> Piece {
        let inside = self.only_sub(node, inner);
        let start = self.add(self.fork(node.flags, inside.start, next));
        Piece { start, nullable: true }
    }

    /// `x{2,4}` is `xx(x(x)?)?` and `x{2,}` is `xx+`.
    fn counted(&mut self, node: &Node, min: u32, max: Option<u32>, next: StepIndex) -> Piece {
        let (mut all, copies) = match (min, max) {
            (0, None) => return self.star(node, next),
            (_, None) => (self.plus(node, next), min - 1),
            (_, Some(max)) => (self.optionals(node, max.saturating_sub(min), next), min),
        };
        for _ in 0..copies {
            if self.program.is_full() {
                break;
            }
            let copy = self.only_sub(node, all.start);
            all = Piece { start: copy.start, nullable: copy.nullable && all.nullable };
        }
        all
    }

    fn optionals(&mut self, node: &Node, copies: u32, next: StepIndex) -> Piece {
        let mut all = Piece { start: next, nullable: true };
        for _ in 0..copies {
            if self.program.is_full() {
                break;
            }
            all = self.optional(node, all.start, next);
        }
        all
    }
}
