//! Completion in the CRDs of the corpus: what is offered is what the server takes, something is offered
//! wherever a key can stand; the time after an edit is printed (needs the corpus).

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crdls_ide::{Completion, CompletionKind, File, FileContext, check, completions};
use crdls_report::{Config, ErrorType};
use crdls_tests::corpus;
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_tests::snippet::{filled, indented};
use crdls_text::{Edit, TextRange};
use crdls_yaml::{Kind, Node};

/// Places of the corpus where everything offered is inserted.
const PLACES: usize = if cfg!(debug_assertions) { 20 } else { 200 };

/// So many, or as many as `CRDLS_PLACES` says.
fn wanted() -> usize {
    number("CRDLS_PLACES").unwrap_or(PLACES)
}

/// A finding of the server's, as far as it stays the same while keys are added.
type Said = (String, ErrorType, String);

fn said(file: &File, config: &Config) -> BTreeMap<Said, usize> {
    let mut found = BTreeMap::new();
    for finding in check(file, FileContext::default(), config) {
        let Some(server) = &finding.finding.server else { continue };
        if server.kind != ErrorType::Warning {
            let said = (finding.finding.path.to_string(), server.kind, server.detail.clone());
            *found.entry(said).or_default() += 1;
        }
    }
    found
}

/// All nodes of a text that are mappings or lists.
fn collections(file: &File) -> Vec<Node<'_>> {
    let mut open: Vec<_> =
        file.tree().documents().iter().filter_map(|d| file.tree().root(file.text(), d)).collect();
    let mut found = Vec::new();
    while let Some(node) = open.pop() {
        if node.kind().is_map() || node.kind().is_seq() {
            found.push(node);
        }
        open.extend(node.entries().map(|entry| entry.value));
        open.extend(node.items());
    }
    found
}

/// The text with room for one more entry or item behind one of a collection's, and the cursor there.
fn with_room(file: &File, node: Node<'_>, random: &mut Random) -> Option<(String, u32)> {
    let text = file.text();
    let parts: Vec<TextRange> = if node.kind().is_map() {
        node.entries().map(|entry| entry.range).collect()
    } else {
        node.item_ranges().map(|(_, range)| range).collect()
    };
    let part = random.pick(&parts)?;
    let end = text[..part.end as usize].trim_end().len();
    let (end, room) = match node.kind() {
        Kind::FlowMap | Kind::FlowSeq => (end, ", ".to_owned()),
        _ => {
            let column = file.lines().line_col(part.start).col as usize;
            let end = text[end..].find('\n').map_or(text.len(), |at| end + at);
            (end, format!("\n{:column$}", ""))
        }
    };
    let cursor = (end + room.len()) as u32;
    Some((format!("{}{room}{}", &text[..end], &text[end..]), cursor))
}

fn insert(text: &str, offered: &Completion) -> String {
    let new_text = &offered.edit.new_text;
    let new_text = if offered.snippet { filled(new_text) } else { new_text.clone() };
    let range = offered.edit.range;
    let new_text = indented(&new_text, text, range.start as usize);
    let mut text = text.to_owned();
    assert!(Edit { range, new_text }.apply(&mut text));
    text
}

fn crds() -> Option<Vec<PathBuf>> {
    let root = corpus::dir_or_skip("completion in the corpus")?;
    Some(corpus::files(&root, &["crds"], &["yaml", "yml", "json"]))
}

#[test]
fn the_server_takes_what_is_offered() {
    let Some(paths) = crds() else { return };
    let config = Config::default();
    let mut random = Random::new(7);
    let (mut places, mut inserted, mut bad) = (0, 0, Vec::new());
    let mut labels: BTreeMap<String, usize> = BTreeMap::new();
    let (mut empty, mut required) = (0, 0);
    while places < wanted() {
        let path = random.pick(&paths).expect("the corpus has CRDs");
        let file = File::new(corpus::read(path));
        let nodes = collections(&file);
        let Some(node) = random.pick(&nodes) else { continue };
        let Some((text, cursor)) = with_room(&file, *node, &mut random) else { continue };
        let offered = completions(&File::new(text.clone()), cursor, FileContext::default(), &config);
        if offered.is_empty() {
            empty += 1;
            continue;
        }
        places += 1;
        let before = said(&file, &config);
        for proposal in &offered {
            if !matches!(proposal.kind, CompletionKind::Key | CompletionKind::Snippet | CompletionKind::Value)
            {
                continue;
            }
            let after = insert(&text, proposal);
            inserted += 1;
            *labels.entry(proposal.label.clone()).or_default() += 1;
            for (said, times) in said(&File::new(after.clone()), &config) {
                if before.get(&said).is_some_and(|old| *old >= times) {
                    continue;
                }
                if said.1 == ErrorType::Required {
                    required += 1;
                } else {
                    let line = text[..cursor as usize].matches('\n').count() + 1;
                    bad.push(format!("{}:{line}: `{}`: {said:?}", path.display(), proposal.label));
                }
            }
        }
    }
    println!("{}", bad.join("\n"));
    println!(
        "{inserted} proposals ({} different) inserted in {places} places ({empty} more without any): {required} findings of FieldValueRequired, {} others",
        labels.len(),
        bad.len()
    );
    assert!(bad.is_empty());
}

/// The largest CRD of the corpus.
fn largest() -> Option<File> {
    let paths = crds()?;
    let path = paths.iter().max_by_key(|path| std::fs::metadata(path).map_or(0, |file| file.len()))?;
    Some(File::new(corpus::read(path)))
}

#[test]
fn something_is_offered_at_every_depth() {
    let Some(file) = largest() else { return };
    let config = Config::default();
    let mut random = Random::new(8);
    let mut by_depth: BTreeMap<u32, Vec<Node<'_>>> = BTreeMap::new();
    let nodes = collections(&file);
    for node in nodes.iter().filter(|node| node.kind() == Kind::BlockMap) {
        by_depth.entry(file.lines().line_col(node.range().start).col).or_default().push(*node);
    }
    let (mut asked, mut keys) = (0, 0);
    for (depth, nodes) in &by_depth {
        for _ in 0..if cfg!(debug_assertions) { 2 } else { 10 } {
            let node = *random.pick(nodes).expect("there is one");
            let named = node.entries().next().and_then(|entry| entry.key.str()).unwrap_or_default();
            // Labels and annotations are the user's own; `schema` has one key and no more; beside a type in
            // anyOf nothing can stand.
            let clause =
                file.text()[..node.range().start as usize].ends_with("- ") && node.entries().count() == 1;
            if *depth == 4 && named.contains('/') || named == "openAPIV3Schema" || clause && named == "type" {
                continue;
            }
            let Some((text, cursor)) = with_room(&file, node, &mut random) else { continue };
            let found = completions(&File::new(text.clone()), cursor, FileContext::default(), &config);
            assert!(!found.is_empty(), "nothing at {cursor}, column {depth}, beside {named}");
            asked += 1;
        }
    }
    for node in &nodes {
        for entry in node.entries() {
            keys += usize::from(
                !completions(&file, entry.key.range().start, FileContext::default(), &config).is_empty(),
            );
        }
    }
    println!(
        "{} kB, {} depths: something is offered in all of {asked} new lines, and at {keys} keys that are there",
        file.text().len() / 1000,
        by_depth.len()
    );
    assert!(by_depth.len() > 8);
}

#[test]
fn the_time_of_a_completion_is_printed() {
    let Some(mut file) = largest() else { return };
    let config = Config::default();
    let mut random = Random::new(9);
    let mut took: Vec<Duration> = Vec::new();
    let places = collections(&file).len();
    for _ in 0..PLACES {
        let place = random.below(places);
        let nodes = collections(&file);
        let Some(node) = nodes.get(place).copied() else { continue };
        let Some((text, cursor)) = with_room(&file, node, &mut random) else { continue };
        let added = text.len() - file.text().len();
        let start = cursor - added as u32;
        let new_text = text[start as usize..cursor as usize].to_owned();
        let edit = Edit { range: TextRange::empty(start), new_text };
        let undo = Edit { range: TextRange::new(start, cursor), new_text: String::new() };
        assert!(file.edit(&edit));
        let started = Instant::now();
        let _ = completions(&file, cursor, FileContext::default(), &config);
        took.push(started.elapsed());
        assert!(file.edit(&undo));
    }
    took.sort();
    let at = |share: usize| took[took.len() * share / 100];
    println!(
        "completion right behind an edit of {} kB: p50 {:?}, p99 {:?}, most {:?}",
        file.text().len() / 1000,
        at(50),
        at(99),
        took[took.len() - 1]
    );
}
