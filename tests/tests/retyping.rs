//! What a person sees on other lines while one line is typed: findings that the finished text does not have.
//!
//! Random lines of CRDs and of custom resources that the server accepts (needs the corpus) are taken out and typed again
//! key by key. Three stories: the findings of a CRD while it is typed, of a custom resource while it is typed, and of a
//! custom resource while its CRD is typed. The share of states with a new finding on another line and the largest number
//! of them are printed. A fourth story types CRDs from an empty file, and counts errors on other lines that the finished
//! text does not have. `CRDLS_STATES` says how many states each story has, `CRDLS_SEED` which lines, and
//! `CRDLS_SHOW=CODE` prints states with a new finding of that code.

use std::collections::BTreeMap;

use crdls_ide::{File, FileContext, check, in_editor};
use crdls_report::{Config, Severity};
use crdls_resource::Index;
use crdls_tests::corpus;
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_tests::verdicts::{index_of, instances};
use crdls_text::LineIndex;

/// The states of a story, unless `CRDLS_STATES` says it.
const STATES: usize = if cfg!(debug_assertions) { 300 } else { 10_000 };

/// The share of states with new findings on other lines that is not to be exceeded.
const AIM: f64 = 8.0;

/// The same for errors while a CRD is typed from an empty file.
const AIM_FROM_EMPTY: f64 = 15.0;

/// CRDs that are typed from an empty file are smaller.
const MOST_TYPED: usize = 4_000;

/// The number of new findings on other lines that is not to be exceeded in a state.
const MOST_WANTED: usize = 5;

/// Larger files are left out: a state takes as long as its file.
const MOST_BYTES: usize = 60_000;

/// Findings of a text by line and code, each how often.
type Findings = BTreeMap<(u32, &'static str), Vec<String>>;

/// What the states of a story come to.
#[derive(Default)]
struct Scars {
    states: usize,
    /// States with new findings on other lines.
    scarred: usize,
    /// The most of them in one state, and the states that have more than are wanted.
    most: usize,
    bad: BTreeMap<String, usize>,
    by_code: BTreeMap<&'static str, usize>,
}

impl Scars {
    /// Compares the findings of a state with those of the finished text; `typed` is the line under the cursor.
    fn add(&mut self, finished: &Findings, state: &Findings, typed: Option<u32>, show: impl Fn() -> String) {
        self.states += 1;
        let others = state.iter().filter(|((line, _), _)| Some(*line) != typed);
        let new = |(at, messages): (&(u32, &'static str), &Vec<String>)| {
            (at.1, messages.len().saturating_sub(finished.get(at).map_or(0, Vec::len)))
        };
        let mut count = 0;
        let wanted = std::env::var("CRDLS_SHOW").unwrap_or_default();
        for (at, messages) in others {
            let (code, more) = new((at, messages));
            if more > 0 {
                *self.by_code.entry(code).or_default() += 1;
                if wanted == code {
                    println!("{}\n      line {}: {messages:?}", show(), at.0 + 1);
                }
            }
            count += more;
        }
        self.scarred += usize::from(count > 0);
        self.most = self.most.max(count);
        if count > MOST_WANTED {
            self.bad.insert(show(), count);
        }
    }

    fn share(&self) -> f64 {
        100.0 * self.scarred as f64 / self.states.max(1) as f64
    }

    fn print(&self, what: &str, aim: f64) {
        let Self { states, most, .. } = self;
        println!(
            "{what}: {states} states, {:.2} % with new findings on other lines, at most {most}",
            self.share()
        );
        for (state, count) in &self.bad {
            println!("  {count} in {}", state.trim_start());
        }
        let mut codes: Vec<_> = self.by_code.iter().collect();
        codes.sort_by_key(|(_, states)| std::cmp::Reverse(**states));
        codes.iter().for_each(|(code, states)| println!("  {code}: {states}"));
        // In a few states one line decides.
        assert!(self.states < 10_000 || self.share() <= aim, "{what}: more than {aim} %");
    }
}

fn wanted() -> usize {
    number("CRDLS_STATES").unwrap_or(STATES)
}

fn seed() -> Random {
    Random::new(number("CRDLS_SEED").unwrap_or(1))
}

fn findings(text: &str, context: FileContext<'_>, typed: Option<u32>) -> Findings {
    let lines = LineIndex::new(text);
    let mut all = Findings::new();
    let file = File::new(text.to_owned());
    let found = in_editor(&file, check(&file, context, &Config::default()), typed);
    for found in found.into_iter().filter(|found| !found.hidden) {
        let line = lines.line_col(found.finding.range.start).line;
        all.entry((line, found.finding.code.name)).or_default().push(found.finding.message.clone());
    }
    all
}

/// A line with content, and the texts while it is typed again: from its indentation alone to all but its last character,
/// each with the place of the cursor.
fn retyped(random: &mut Random, text: &str) -> Option<(u32, Vec<(u32, String)>)> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let number = random.below(lines.len());
    let line = lines.get(number)?.trim_end();
    let content = line.trim_start();
    if content.is_empty() || content.starts_with(['#', '-']) && content.len() < 3 {
        return None;
    }
    let start: usize = lines.iter().take(number).map(|line| line.len()).sum();
    let (from, to) = (start + line.len() - content.len(), start + line.len());
    let state = |(typed, _)| {
        ((from + typed) as u32, format!("{}{}{}", &text[..from], &content[..typed], &text[to..]))
    };
    Some((number as u32, content.char_indices().map(state).collect()))
}

/// The line that is typed in a state.
fn line(text: &str, number: u32) -> &str {
    text.lines().nth(number as usize).unwrap_or_default()
}

#[test]
fn crds() {
    let Some(root) = corpus::dir_or_skip("retyping CRDs") else { return };
    let files = corpus::files(&root, &["crds"], &["yaml", "yml"]);
    let (mut random, mut scars) = (seed(), Scars::default());
    while scars.states < wanted() {
        let path = random.pick(&files).expect("files");
        let text = corpus::read(path);
        if text.len() > MOST_BYTES {
            continue;
        }
        let Some((number, states)) = retyped(&mut random, &text) else { continue };
        let finished = findings(&text, FileContext::default(), None);
        for (typed, state) in states {
            let found = findings(&state, FileContext::default(), Some(typed));
            let show = || format!("  {}:{}: {}", path.display(), number + 1, line(&state, number));
            scars.add(&finished, &found, Some(number), show);
        }
    }
    scars.print("CRDs that are typed", AIM);
}

#[test]
fn custom_resources() {
    let Some(root) = corpus::dir_or_skip("retyping custom resources") else { return };
    let all = instances(&root);
    let accepted: Vec<_> = all.iter().filter(|one| one.accepted).collect();
    let config = Config::default();
    let mut indices: BTreeMap<&str, Index> = BTreeMap::new();
    let (mut random, mut scars) = (seed(), Scars::default());
    while scars.states < wanted() {
        let one = random.pick(&accepted).expect("resources");
        let text = corpus::read(&root.join(&one.file));
        if text.len() > MOST_BYTES {
            continue;
        }
        let Some((number, states)) = retyped(&mut random, &text) else { continue };
        let index = indices.entry(&one.crd).or_insert_with(|| index_of(&root, &one.crd, &config));
        let context = FileContext { crds: Some(index), file: &one.file, ..FileContext::default() };
        let finished = findings(&text, context, None);
        for (typed, state) in states {
            let found = findings(&state, context, Some(typed));
            let show = || format!("  {}:{}: {}", one.file, number + 1, line(&state, number));
            scars.add(&finished, &found, Some(number), show);
        }
    }
    scars.print("custom resources that are typed", AIM);
}

#[test]
fn custom_resources_of_a_typed_crd() {
    let Some(root) = corpus::dir_or_skip("retyping the CRD of custom resources") else { return };
    let all = instances(&root);
    let accepted: Vec<_> = all.iter().filter(|one| one.accepted).collect();
    let config = Config::default();
    let (mut random, mut scars) = (seed(), Scars::default());
    while scars.states < wanted() {
        let one = random.pick(&accepted).expect("resources");
        let (crd, text) = (corpus::read(&root.join(&one.crd)), corpus::read(&root.join(&one.file)));
        if crd.len() > 4 * MOST_BYTES {
            continue;
        }
        let Some((number, states)) = retyped(&mut random, &crd) else { continue };
        let mut index = index_of(&root, &one.crd, &config);
        let context = FileContext { crds: Some(&index), file: &one.file, ..FileContext::default() };
        let finished = findings(&text, context, None);
        for (_, state) in states {
            let file = File::new(state.clone());
            // As the session does.
            if file.parses() {
                index.open(&one.crd, Index::found(&one.crd, 1, file.text(), file.tree(), &config));
            }
            let context = FileContext { crds: Some(&index), file: &one.file, ..FileContext::default() };
            let show = || format!("  {}:{}: {}", one.crd, number + 1, line(&state, number));
            scars.add(&finished, &findings(&text, context, None), None, show);
        }
    }
    scars.print("custom resources whose CRD is typed", AIM);
}

#[test]
fn crds_from_an_empty_file() {
    let Some(root) = corpus::dir_or_skip("typing CRDs") else { return };
    let files = corpus::files(&root, &["crds"], &["yaml", "yml"]);
    let (mut random, mut scars) = (seed(), Scars::default());
    while scars.states < wanted() {
        let path = random.pick(&files).expect("files");
        let text = corpus::read(path);
        if text.len() > MOST_TYPED || text.starts_with('{') {
            continue;
        }
        let errors = |text: &str, typed| {
            let file = File::new(text.to_owned());
            let found = in_editor(&file, check(&file, FileContext::default(), &Config::default()), typed);
            let shown = found.into_iter().filter(|found| !found.hidden);
            let mut all = Findings::new();
            for found in shown.filter(|found| found.finding.severity == Severity::Error) {
                let line = file.lines().line_col(found.finding.range.start).line;
                all.entry((line, found.finding.code.name)).or_default().push(found.finding.message.clone());
            }
            all
        };
        let finished = errors(&text, None);
        for (end, _) in text.char_indices().skip(1) {
            let state = &text[..end];
            let number = state.matches('\n').count() as u32;
            let show = || format!("  {}:{}: {}", path.display(), number + 1, line(state, number));
            scars.add(&finished, &errors(state, Some(end as u32)), Some(number), show);
        }
    }
    scars.print("CRDs that are typed from an empty file", AIM_FROM_EMPTY);
}
