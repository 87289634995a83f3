//! What is accepted from a completion is written right: in plain text, in quotes, in flow style and in JSON, over
//! the whole word and up to the cursor, and by editors that indent the lines of a suggestion or do not (needs the
//! corpus). A known key or value is deleted and completed: the original comes back. Anything else that is offered
//! leaves a text that parses, with the new key or value at its place and nothing else changed.
//!
//! `CRDLS_SEED` is the seed, `CRDLS_PLACES` the number of places.

use std::collections::BTreeMap;

use crdls_ide::{Completion, CompletionKind, File, FileContext, completions};
use crdls_manifest::objects::objects;
use crdls_report::Config;
use crdls_resource::Index;
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_tests::snippet::{filled, indented};
use crdls_tests::{corpus, json, verdicts};
use crdls_text::{Edit, TextRange};
use crdls_yaml::{Budget, Kind, Node};
use serde_json::Value;

const PLACES: usize = if cfg!(debug_assertions) { 400 } else { 5_000 };
/// Larger files are read too slowly to be asked about a thousand times.
const MOST_BYTES: usize = 100_000;

/// A document of the corpus that the server accepts.
struct Original {
    name: String,
    text: String,
    /// The CRD of a custom resource, as the corpus names it.
    crd: Option<String>,
}

/// How a document is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layout {
    Block,
    Flow,
    Json,
}

/// What is deleted, and is to be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Deleted {
    Value,
    ExistingKey,
    NewKey,
    NewItem,
    /// Nothing: the cursor is in the indentation of an entry.
    Indentation,
    /// Nothing: the cursor is on a line below a complete value, deeper than its key.
    BelowValue,
}

/// What stands around the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Around {
    Nothing,
    /// The colon or the dash is right before the cursor.
    NoSpace,
    Quotes(char),
    OpenQuote(char),
}

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Key(String),
    Item(usize),
}

struct Place {
    text: String,
    cursor: u32,
    deleted: Deleted,
    around: Around,
    layout: Layout,
    /// The way to the mapping or list around the cursor.
    holder: Vec<Step>,
    /// The key or the number of the item.
    step: Step,
    /// What the document was.
    before: Value,
    /// The text that was there, without blanks and quotes.
    original: String,
}

#[test]
fn what_is_accepted_is_written_right() {
    let Some(root) = corpus::dir_or_skip("the edits of completions") else { return };
    let config = Config::default();
    let originals = originals(&root);
    let mut indices: BTreeMap<String, Index> = BTreeMap::new();
    let seed = number("CRDLS_SEED").unwrap_or(19);
    let mut random = Random::new(seed);
    let (mut places, mut applied, mut known, mut empty) = (0, 0, 0, 0);
    let mut by_kind: BTreeMap<(Layout, Deleted, Around), (usize, usize)> = BTreeMap::new();
    let mut broken: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let wanted = number("CRDLS_PLACES").unwrap_or(PLACES);
    while places < wanted {
        let Some(original) = random.pick(&originals) else { return };
        let layout = [Layout::Block, Layout::Block, Layout::Flow, Layout::Json][random.below(4)];
        let Some(place) = place(original, layout, &mut random) else { continue };
        let index = original.crd.as_ref().map(|crd| {
            &*indices.entry(crd.clone()).or_insert_with(|| verdicts::index_of(&root, crd, &config))
        });
        places += 1;
        let file = File::new(place.text.clone());
        let context = FileContext { crds: index, file: &original.name, ..FileContext::default() };
        let offered = completions(&file, place.cursor, context, &config);
        empty += usize::from(offered.is_empty());
        let of_kind = by_kind.entry((layout, place.deleted, place.around)).or_default();
        of_kind.0 += 1;
        let mut is_known = false;
        for completion in &offered {
            for way in Way::ALL {
                let Some(after) = accepted(&place, completion, way) else { continue };
                applied += 1;
                match judged(&place, completion, &after) {
                    Ok(same) => is_known |= same,
                    Err(why) => {
                        let line = place.text[..place.cursor as usize].matches('\n').count();
                        let shown = |text: &str| {
                            text.lines()
                                .skip(line.saturating_sub(1))
                                .take(4)
                                .collect::<Vec<_>>()
                                .join("\n    ")
                        };
                        let entry = format!(
                            "{why}: {} `{}` by {way:?}\n    {}\n   ->\n    {}",
                            original.name,
                            completion.label,
                            shown(&format!(
                                "{}§{}",
                                &place.text[..place.cursor as usize],
                                &place.text[place.cursor as usize..]
                            )),
                            shown(&after)
                        );
                        let class = format!("{layout:?} {:?} {:?} {why}", place.deleted, place.around);
                        broken.entry(class).or_default().push(entry);
                    }
                }
            }
        }
        known += usize::from(is_known);
        of_kind.1 += usize::from(is_known);
    }
    for ((layout, deleted, around), (asked, found)) in &by_kind {
        println!("{layout:?} {deleted:?} {around:?}: {asked} places, the original is offered in {found}");
    }
    for (class, all) in &broken {
        println!("{} broken: {class}", all.len());
        all.iter().take(number("CRDLS_SHOWN").unwrap_or(2)).for_each(|one| println!("  {one}"));
    }
    let broken: usize = broken.values().map(Vec::len).sum();
    println!(
        "seed {seed}: {places} places ({empty} without any item), the original offered in {known}, {applied} items accepted, {broken} broken"
    );
    assert!(known > wanted / 4, "{known}");
    assert_eq!(broken, 0);
}

fn originals(root: &std::path::Path) -> Vec<Original> {
    let crds = corpus::files(root, &["crds"], &["yaml"]).into_iter().map(|path| Original {
        name: path.display().to_string(),
        text: corpus::read(&path),
        crd: None,
    });
    let instances = verdicts::instances(root).into_iter().filter(|one| one.accepted && one.document == 0);
    let instances = instances.map(|one| {
        let text = corpus::read(&root.join(&one.file));
        Original { name: one.file, text, crd: Some(one.crd) }
    });
    let whole = |original: &Original| {
        let file = File::new(original.text.clone());
        let documents = file.tree().documents();
        // What has an anchor changes elsewhere too.
        let anchored = original.text.contains(": *") || original.text.contains("- *");
        let has_root = documents.first().and_then(|one| file.tree().root(file.text(), one)).is_some();
        original.text.len() < MOST_BYTES
            && !anchored
            && documents.len() == 1
            && has_root
            && file.tree().errors().is_empty()
    };
    // As many resources as CRDs.
    let (crds, instances): (Vec<_>, Vec<_>) =
        (crds.filter(whole).collect(), instances.filter(whole).collect());
    let most = crds.len().min(instances.len());
    crds.into_iter().take(most).chain(instances.into_iter().take(most)).collect()
}

fn root_of(file: &File) -> Option<Node<'_>> {
    file.tree().first_root(file.text())
}

fn value_of(node: Node<'_>) -> Value {
    json::of(node, &mut Budget::default())
}

/// The document in a layout: as it is, with one collection in flow style, or as JSON.
fn laid_out(original: &Original, layout: Layout, random: &mut Random) -> Option<String> {
    let file = File::new(original.text.clone());
    let root = root_of(&file)?;
    match layout {
        Layout::Block => Some(original.text.clone()),
        Layout::Json => Some(serde_json::to_string_pretty(&value_of(root)).ok()? + "\n"),
        Layout::Flow => {
            let mut found = Vec::new();
            let mut open = vec![root];
            while let Some(node) = open.pop() {
                if matches!(node.kind(), Kind::BlockMap | Kind::BlockSeq)
                    && node != root
                    && node.source().len() < 400
                {
                    found.push(node);
                }
                open.extend(node.entries().map(|entry| entry.value));
                open.extend(node.items());
            }
            let node = *random.pick(&found)?;
            let mut text = original.text.clone();
            let end = node.range().start as usize + node.source().trim_end().len();
            // A comment at the end is not in the node.
            let written = flow(&value_of(node));
            text.replace_range(node.range().start as usize..end, &written);
            let made = File::new(text.clone());
            (made.tree().errors().is_empty() && root_of(&made).map(value_of) == Some(value_of(root)))
                .then_some(text)
        }
    }
}

/// A value in flow style, with quotes only where they are needed.
fn flow(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let members: Vec<_> =
                map.iter().map(|(key, value)| format!("{}: {}", word(key), flow(value))).collect();
            format!("{{{}}}", members.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Value::String(text) => word(text),
        value => value.to_string(),
    }
}

fn word(text: &str) -> String {
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "-./".contains(c))
        && matches!(crdls_yaml::resolve::resolve_plain(text), crdls_yaml::Scalar::Str(_))
        && text.starts_with(|c: char| c.is_ascii_alphanumeric());
    if plain { text.to_owned() } else { Value::from(text).to_string() }
}

/// Where something can be deleted: a mapping or list, the way to it, and the number of its part.
type Candidate<'t> = (Node<'t>, Vec<Step>, usize);

fn candidates(root: Node<'_>) -> Vec<Candidate<'_>> {
    let mut found = Vec::new();
    let mut open = vec![(root, Vec::new())];
    while let Some((node, way)) = open.pop() {
        let below = |step: Step| way.iter().cloned().chain([step]).collect::<Vec<_>>();
        for (number, entry) in node.entries().enumerate() {
            let Some(key) = entry.key.str() else { continue };
            // By these everything else is judged.
            if !(way.is_empty() && matches!(&*key, "apiVersion" | "kind")) {
                found.push((node, way.clone(), number));
            }
            if !is_expression(&key) {
                open.push((entry.value, below(Step::Key(key.into_owned()))));
            }
        }
        for (number, item) in node.items().enumerate() {
            found.push((node, way.clone(), number));
            open.push((item, below(Step::Item(number))));
        }
    }
    found
}

fn is_expression(key: &str) -> bool {
    matches!(key, "rule" | "messageExpression")
}

fn place(original: &Original, layout: Layout, random: &mut Random) -> Option<Place> {
    let text = laid_out(original, layout, random)?;
    let file = File::new(text.clone());
    let root = root_of(&file)?;
    objects(root).first()?;
    let mut candidates = candidates(root);
    if layout == Layout::Flow {
        candidates.retain(|(node, ..)| matches!(node.kind(), Kind::FlowMap | Kind::FlowSeq));
    }
    let (holder, way, part) = random.pick(&candidates)?.clone();
    let before = value_of(root);
    let entry = holder.entries().nth(part);
    let item = holder.item_ranges().nth(part);
    let deleted = match (entry.is_some(), random.below(5)) {
        (true, 0) => Deleted::ExistingKey,
        (true, 1) => Deleted::NewKey,
        (false, 0) if holder.kind() == Kind::BlockSeq => Deleted::NewItem,
        (true, 3) => Deleted::Indentation,
        (true, 4) => Deleted::BelowValue,
        _ => Deleted::Value,
    };
    let flow = !matches!(holder.kind(), Kind::BlockMap | Kind::BlockSeq);
    let step = match entry {
        Some(entry) => Step::Key(entry.key.str()?.into_owned()),
        None => Step::Item(part),
    };
    let value = entry.map(|entry| entry.value).or(item.map(|(item, _)| item))?;
    // What is taken away, and what of it is typed again.
    let (range, content): (TextRange, String) = match deleted {
        Deleted::Value => {
            let plain = matches!(value.kind(), Kind::Plain | Kind::DoubleQuoted | Kind::SingleQuoted);
            if !plain || value.source().contains('\n') || value.anchor().is_some() || value.tag().is_some() {
                return None;
            }
            (value.range(), value.str()?.into_owned())
        }
        Deleted::ExistingKey => (entry?.key.range(), entry?.key.str()?.into_owned()),
        Deleted::NewKey => (TextRange::empty(entry?.key.range().start), String::new()),
        // Without a letter, or with the first one.
        Deleted::NewItem => {
            let first = value.source().chars().next().filter(char::is_ascii_alphanumeric);
            (TextRange::empty(item?.1.start), first.map(String::from).unwrap_or_default())
        }
        Deleted::Indentation | Deleted::BelowValue => {
            return undeleted(&text, (layout, deleted), (holder, entry?), (way, before), random);
        }
    };
    let around = around(layout, flow, deleted, value, random);
    let simple = content.chars().all(|c| c.is_ascii_alphanumeric() || "-./".contains(c));
    if matches!(around, Around::Quotes(_) | Around::OpenQuote(_)) && !simple {
        return None;
    }
    let typed = if simple && around != Around::NoSpace {
        &content[..random.below(content.len().min(6) + 1)]
    } else {
        ""
    };
    let (open, close) = match around {
        Around::Quotes(quote) => (quote.to_string(), quote.to_string()),
        Around::OpenQuote(quote) => (quote.to_string(), String::new()),
        _ => (String::new(), String::new()),
    };
    let mut start = range.start as usize;
    if around == Around::NoSpace {
        start = text[..start].trim_end_matches(' ').len();
    }
    let mut made = text[..start].to_owned();
    made += &open;
    made += typed;
    let cursor = made.len() as u32;
    made += &close;
    match deleted {
        Deleted::Value | Deleted::ExistingKey | Deleted::Indentation | Deleted::BelowValue => {}
        // As if the part were begun before the others.
        Deleted::NewKey if flow && layout == Layout::Json => made += ",\n",
        Deleted::NewKey if flow => made += ", ",
        Deleted::NewKey | Deleted::NewItem => {
            let line = text[..start].rsplit('\n').next()?;
            let is_dash = |c: char| c == ' ' || c == '-' && deleted == Deleted::NewKey;
            if !line.chars().all(is_dash) || deleted == Deleted::NewItem && !line.trim().is_empty() {
                return None;
            }
            made += &format!("\n{:width$}", "", width = line.len());
        }
    }
    // A comma that the user has yet to write.
    let mut rest = &text[range.end as usize..];
    if layout == Layout::Json && deleted == Deleted::NewKey && random.below(2) == 0 {
        made.truncate(made.len() - 2);
        made += "\n";
    } else if layout == Layout::Json && deleted == Deleted::Value && random.below(4) == 0 {
        rest = rest.strip_prefix(',').unwrap_or(rest);
    }
    made += rest;
    let original = squeezed(&text);
    Some(Place { text: made, cursor, deleted, around, layout, holder: way, step, before, original })
}

/// A place where nothing is deleted: in the indentation of an entry, or below its value, perhaps with a letter.
fn undeleted(
    text: &str,
    (layout, deleted): (Layout, Deleted),
    (holder, entry): (Node<'_>, crdls_yaml::Entry<'_>),
    (way, before): (Vec<Step>, Value),
    random: &mut Random,
) -> Option<Place> {
    if holder.kind() != Kind::BlockMap {
        return None;
    }
    let key = entry.key.range().start as usize;
    let start = text[..key].rfind('\n').map_or(0, |at| at + 1);
    let name = entry.key.str()?.into_owned();
    let mut made = text.to_owned();
    let cursor = match deleted {
        Deleted::Indentation => {
            let indent = text[start..].len() - text[start..].trim_start_matches(' ').len();
            start + random.below(indent.max(1)).min(indent.checked_sub(1)?)
        }
        _ => {
            let value = entry.value;
            let plain = matches!(value.kind(), Kind::Plain | Kind::DoubleQuoted | Kind::SingleQuoted);
            let end = value.range().end as usize;
            let rest = text[end..].lines().next().unwrap_or_default();
            if !plain || value.source().contains('\n') || is_expression(&name) || !rest.trim().is_empty() {
                return None;
            }
            let letter = ["", "t"][random.below(2)];
            let line = format!("\n{:width$}{letter}", "", width = key - start + 2);
            made.insert_str(end + rest.len(), &line);
            end + rest.len() + line.len()
        }
    };
    let original = squeezed(text);
    let (step, around) = (Step::Key(name), Around::Nothing);
    Some(Place {
        text: made,
        cursor: cursor as u32,
        deleted,
        around,
        layout,
        holder: way,
        step,
        before,
        original,
    })
}

fn around(layout: Layout, flow: bool, deleted: Deleted, value: Node<'_>, random: &mut Random) -> Around {
    let is_text = matches!(value.scalar(), Some(crdls_yaml::Scalar::Str(_)));
    let quotes = deleted != Deleted::NewItem && (deleted != Deleted::Value || is_text);
    let all: &[Around] = match (layout, quotes) {
        (Layout::Json, true) => &[Around::Nothing, Around::Quotes('"'), Around::Quotes('"')],
        (_, true) if flow || deleted != Deleted::Value => {
            &[Around::Nothing, Around::Nothing, Around::Quotes('"'), Around::Quotes('\'')]
        }
        (_, true) => &[
            Around::Nothing,
            Around::NoSpace,
            Around::Quotes('"'),
            Around::Quotes('\''),
            Around::OpenQuote('"'),
            Around::OpenQuote('\''),
        ],
        (Layout::Block, false) if deleted == Deleted::Value && !flow => &[Around::Nothing, Around::NoSpace],
        _ => &[Around::Nothing],
    };
    *random.pick(all).unwrap_or(&Around::Nothing)
}

/// What remains of a text without blanks, quotes and the commas that JSON wants.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'' | '\\')).collect()
}

/// How an editor accepts an item.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// What stands after the cursor stays.
    insert: bool,
    /// It indents the lines of what it inserts.
    adjusts: bool,
    snippets: bool,
}

impl Way {
    const ALL: [Self; 6] = [
        Self { insert: false, adjusts: true, snippets: true },
        Self { insert: true, adjusts: true, snippets: true },
        Self { insert: false, adjusts: false, snippets: true },
        Self { insert: true, adjusts: false, snippets: true },
        Self { insert: false, adjusts: true, snippets: false },
        Self { insert: true, adjusts: false, snippets: false },
    ];
}

/// The text after an item is accepted; none where the item does not come in that way.
fn accepted(place: &Place, item: &Completion, way: Way) -> Option<String> {
    let range = if way.insert { item.inserted(place.cursor)? } else { item.edit.range };
    let written = if way.snippets { &item.edit.new_text } else { &item.plain };
    let written = if way.adjusts { written.clone() } else { item.with_indentation(&place.text, written) };
    let written = if item.snippet && way.snippets { filled(&written) } else { written };
    let new_text = if way.adjusts { indented(&written, &place.text, range.start as usize) } else { written };
    let mut text = place.text.clone();
    let mut edits: Vec<_> = item.additional.iter().cloned().chain([Edit { range, new_text }]).collect();
    edits.sort_by_key(|edit| edit.range.start);
    edits.iter().rev().all(|edit| edit.apply(&mut text)).then_some(text)
}

/// Whether the original came back, or what is wrong.
fn judged(place: &Place, item: &Completion, after: &str) -> Result<bool, String> {
    let file = File::new(after.to_owned());
    if let Some(error) = file.tree().errors().first() {
        return Err(format!("does not parse, {:?}", error.kind));
    }
    if place.layout == Layout::Json && serde_json::from_str::<Value>(after).is_err() {
        return Err("is no JSON".to_owned());
    }
    let Some(root) = root_of(&file) else { return Err("nothing is left".to_owned()) };
    let after_value = value_of(root);
    let same = after_value == place.before;
    if same && squeezed(after) != place.original {
        return Err("is not the original text".to_owned());
    }
    if same {
        return Ok(true);
    }
    let (Some(old), Some(new)) = (at(&place.before, &place.holder), at(&after_value, &place.holder)) else {
        return Err("the mapping or list around it is gone".to_owned());
    };
    let outside = |value: &Value| without(value, &place.holder);
    if outside(&place.before) != outside(&after_value) {
        return Err("something else changed".to_owned());
    }
    beside(place, item, old, new).map(|()| false)
}

/// Whether a list of one item is in place of a list, or of nothing.
fn is_first_item(old: &Value, new: &Value) -> bool {
    (old.is_null() || old.is_array()) && new.as_array().is_some_and(|items| items.len() == 1)
}

/// Whether what is next to the place is as it was, and what was accepted at its place.
fn beside(place: &Place, item: &Completion, old: &Value, new: &Value) -> Result<(), String> {
    let label = label(item);
    let wrong = |what: &str| Err(what.to_owned());
    match (&place.step, old, new) {
        (Step::Key(name), Value::Object(old), Value::Object(new)) => {
            let mut rest = old.clone();
            if place.deleted != Deleted::NewKey {
                rest.remove(name);
            }
            // On a line below a list a new item of it may begin, too.
            let has_more = |old: &Value, new: &Value| match (old, new) {
                (Value::Array(old), Value::Array(new)) => {
                    new.starts_with(old) && item.kind != CompletionKind::Key
                }
                _ => false,
            };
            let kept = |(key, old): (&String, &Value)| {
                new.get(key).is_some_and(|new| new == old || has_more(old, new))
            };
            if !rest.iter().all(kept) {
                return wrong("a neighbor changed");
            }
            if new.len() == old.len() && place.deleted == Deleted::NewKey {
                return Ok(());
            }
            let added: Vec<_> = new.keys().filter(|key| !rest.contains_key(*key)).collect();
            match (place.deleted, item.kind) {
                (Deleted::Value, _) if added != [name] => wrong("another key"),
                // In an expression a value is a part of it; of a list it may be the first item.
                (Deleted::Value, CompletionKind::Value)
                    if new[name] != label
                        && !is_expression(name)
                        && !is_first_item(&old[name], &new[name]) =>
                {
                    wrong("another value")
                }
                (Deleted::Value, _) => Ok(()),
                (Deleted::ExistingKey, CompletionKind::Key) if added.len() == 1 => {
                    match (*added[0] == text(&label), new[added[0]] == old[name]) {
                        (true, true) => Ok(()),
                        (false, _) => wrong("another key"),
                        (_, false) => wrong("another value"),
                    }
                }
                (Deleted::ExistingKey, _) => wrong("a block before the colon"),
                (_, CompletionKind::Key) if !added.iter().any(|key| **key == text(&label)) => {
                    wrong("no such key")
                }
                _ if added.is_empty() => wrong("nothing new"),
                _ => Ok(()),
            }
        }
        (Step::Item(number), Value::Array(old), Value::Array(new)) => {
            let is_new = place.deleted == Deleted::NewItem;
            let (behind_old, behind_new) =
                if is_new { (*number, number + 1) } else { (number + 1, number + 1) };
            match () {
                () if new.len() != old.len() + usize::from(is_new) => wrong("another number of items"),
                () if old[..*number] != new[..*number] => wrong("an item before it changed"),
                () if old[behind_old..] != new[behind_new..] => wrong("an item after it changed"),
                () if item.kind == CompletionKind::Value && new[*number] != label => wrong("another value"),
                () => Ok(()),
            }
        }
        _ => wrong("no longer the same kind of collection"),
    }
}

/// What the label of an item means as YAML.
fn label(item: &Completion) -> Value {
    let file = File::new(item.label.clone());
    root_of(&file).map_or(Value::Null, value_of)
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn at<'v>(value: &'v Value, way: &[Step]) -> Option<&'v Value> {
    way.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.get(key),
        Step::Item(number) => value.get(number),
    })
}

/// A value without what is at the end of a way.
fn without(value: &Value, way: &[Step]) -> Value {
    let mut copy = value.clone();
    let inner = way.iter().try_fold(&mut copy, |value, step| match step {
        Step::Key(key) => value.get_mut(key),
        Step::Item(number) => value.get_mut(number),
    });
    if let Some(inner) = inner {
        *inner = Value::Null;
    }
    copy
}
