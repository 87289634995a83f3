//! What edits cost: the share of them for which a whole document is read again, and their times on a large CRD.
//!
//! Two kinds: hostile ones ([`random_edit`], eight in a row on one text), and typing: lines of real CRDs retyped
//! key by key, pasted, indented, commented out, all of it undone. 2,000 of each by default, or `CRDLS_EDITS`; typing comes in
//! long runs, and ten times as many of it are made, so that a few lines do not decide.
//! Times mean something only with `--profile ci`.

use std::time::{Duration, Instant};

use crdls_tests::corpus;
use crdls_tests::generate::edits::random_edit;
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_text::{Edit, TextRange};
use crdls_yaml::{Reparsed, Tree};

/// Of 2.4 MB: the largest single CRD of the corpus.
const LARGE: &str = "crds/scylladb__scylla-operator/scylladbclusters.scylla.scylladb.com.yaml";

/// What an edit should take at most at the 99th percentile: printed, since a busy machine fails no test.
const AIM: Duration = Duration::from_millis(16);

/// No more edits of the large CRD than these: each takes a millisecond.
const MOST_LARGE: usize = 1_000;

/// What a number of edits cost.
#[derive(Default)]
struct Costs {
    edits: usize,
    whole: usize,
    read: u64,
    text: u64,
    times: Vec<Duration>,
}

impl Costs {
    /// Edits the text and its tree; `exact` also compares the tree with one from scratch.
    fn edit(&mut self, text: &mut String, tree: &mut Tree, edit: &Edit, exact: bool) {
        assert!(edit.apply(text), "{edit:?}");
        // Other work on the machine may be in the way: of several times the shortest counts.
        let again = if exact { 0 } else { 2 };
        let tries = (0..again).map(|_| timed(&mut tree.clone(), text, edit).1).min();
        let (how, time) = timed(tree, text, edit);
        self.times.push(tries.map_or(time, |other| other.min(time)));
        self.edits += 1;
        self.whole += usize::from(how.whole);
        self.read += u64::from(how.range.len());
        self.text += text.len() as u64;
        assert!(!exact || *tree == Tree::parse(text), "{edit:?}");
    }

    fn share(&self) -> f64 {
        self.whole as f64 / self.edits.max(1) as f64
    }

    fn percentile(&mut self, percent: usize) -> Duration {
        self.times.sort();
        self.times.get(self.times.len() * percent / 100).copied().unwrap_or_default()
    }

    fn print(&mut self, what: &str) {
        let read = self.read as f64 / self.text.max(1) as f64;
        let (median, p99) = (self.percentile(50), self.percentile(99));
        println!(
            "{what}: {} edits, {:.2} % read a whole document again, {:.2} % of the text was read; {median:.2?} at the \
             median, {p99:.2?} at p99",
            self.edits,
            100.0 * self.share(),
            100.0 * read
        );
    }
}

fn timed(tree: &mut Tree, text: &str, edit: &Edit) -> (Reparsed, Duration) {
    let start = Instant::now();
    let how = tree.edit(text, edit.range, edit.new_text.len() as u32);
    (how, start.elapsed())
}

/// How many edits of a kind.
fn wanted() -> usize {
    number("CRDLS_EDITS").unwrap_or(2_000)
}

fn hostile(files: &[String], edits: usize, exact: bool) -> Costs {
    let (mut random, mut costs) = (Random::new(0xBAD), Costs::default());
    while costs.edits < edits {
        let mut text = random.pick(files).cloned().unwrap_or_default();
        let mut tree = Tree::parse(&text);
        for _ in 0..8 {
            let edit = random_edit(&mut random, &text);
            costs.edit(&mut text, &mut tree, &edit, exact);
        }
    }
    costs
}

fn typing(files: &[String], edits: usize, exact: bool) -> Costs {
    let (mut random, mut costs) = (Random::new(0x7E57), Costs::default());
    while costs.edits < edits {
        let mut text = random.pick(files).cloned().unwrap_or_default();
        let mut tree = Tree::parse(&text);
        for _ in 0..4 {
            for edit in gesture(&mut random, &text) {
                costs.edit(&mut text, &mut tree, &edit, exact);
            }
        }
    }
    costs
}

/// What a person does at some line: the edits, one after the other, and each of them undone.
fn gesture(random: &mut Random, text: &str) -> Vec<Edit> {
    let block = block(random, text);
    let edits = match random.below(4) {
        0 => retyped(text, block),
        1 => pasted(text, block),
        2 => each_line(text, block, "  "),
        _ => each_line(text, block, "# "),
    };
    let mut text = text.to_owned();
    let mut undone = Vec::new();
    for edit in &edits {
        undone.push(undo(&text, edit));
        assert!(edit.apply(&mut text));
    }
    edits.into_iter().chain(undone.into_iter().rev()).collect()
}

fn undo(text: &str, edit: &Edit) -> Edit {
    let range = TextRange::new(edit.range.start, edit.range.start + edit.new_text.len() as u32);
    Edit { range, new_text: edit.range.of(text).to_owned() }
}

/// A line and those below it that are indented deeper, at most twelve.
fn block(random: &mut Random, text: &str) -> TextRange {
    let start = text[..boundary(text, random.below(text.len() + 1))].rfind('\n').map_or(0, |i| i + 1);
    let mut lines = text[start..].split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    let deeper = lines.take_while(|line| indent(line) > indent(first)).take(11);
    let len = first.len() + deeper.map(str::len).sum::<usize>();
    TextRange::new(start as u32, (start + len) as u32)
}

fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The first line is taken out behind its indentation, and typed again.
fn retyped(text: &str, block: TextRange) -> Vec<Edit> {
    let line = block.of(text).lines().next().unwrap_or_default();
    let start = block.start + indent(line) as u32;
    let out = Edit { range: TextRange::new(start, block.start + line.len() as u32), new_text: String::new() };
    let typed = line.trim_start_matches(' ').char_indices();
    let keys = typed.map(|(i, c)| Edit { range: TextRange::empty(start + i as u32), new_text: c.into() });
    [out].into_iter().chain(keys).collect()
}

/// The block once more below itself.
fn pasted(text: &str, block: TextRange) -> Vec<Edit> {
    vec![Edit { range: TextRange::empty(block.end), new_text: block.of(text).to_owned() }]
}

/// Something in front of the text of each line.
fn each_line(text: &str, block: TextRange, new_text: &str) -> Vec<Edit> {
    let mut at = block.start;
    let mut edits = Vec::new();
    for line in block.of(text).split_inclusive('\n') {
        let column = indent(line) as u32;
        edits.push(Edit { range: TextRange::empty(at + column), new_text: new_text.to_owned() });
        at += (line.len() + new_text.len()) as u32;
    }
    edits
}

#[test]
fn edits_read_what_they_touch() {
    let Some(root) = corpus::dir_or_skip("the cost of edits") else { return };
    let files = corpus::files(&root, &["crds", "mutated"], &["yaml", "yml"]);
    let files: Vec<_> = files.iter().step_by(17).map(|path| corpus::read(path)).collect();
    let small: Vec<_> = files.into_iter().filter(|text| text.len() < 60_000).collect();
    let mut typing = typing(&small, 10 * wanted(), true);
    let mut hostile = hostile(&small, wanted(), true);
    typing.print("typing");
    hostile.print("hostile edits");
    assert!(typing.share() <= 0.01 && hostile.share() <= 0.3);
}

#[test]
fn times_of_edits_of_a_large_crd() {
    let Some(root) = corpus::dir_or_skip("the time of edits") else { return };
    let large = [corpus::read(&root.join(LARGE))];
    let start = Instant::now();
    assert!(!Tree::parse(&large[0]).is_empty());
    println!("a CRD of {} bytes is read in {:.2?}", large[0].len(), start.elapsed());
    let edits = MOST_LARGE.min(wanted());
    let mut typing = typing(&large, edits, false);
    let mut hostile = hostile(&large, edits, false);
    typing.print("typing in it");
    hostile.print("hostile edits of it");
    println!("aim at p99: {AIM:.2?}");
    assert!(typing.percentile(99) > Duration::ZERO && hostile.percentile(99) > Duration::ZERO);
}
