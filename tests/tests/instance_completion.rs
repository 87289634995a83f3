//! What completion writes in custom resources of the corpus is nothing that the server refuses, missing fields
//! aside (needs the corpus).

use std::collections::{BTreeMap, BTreeSet};

use crdls_manifest::model::{OrBool, Schema};
use crdls_manifest::objects::objects;
use crdls_report::{Config, ErrorType};
use crdls_resource::{Index, judge};

use crdls_ide::{Completion, File, FileContext, completions};
use crdls_tests::corpus;
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_tests::snippet::{filled, indented};
use crdls_tests::verdicts::{self, Instance};
use crdls_text::Edit;
use crdls_yaml::{Kind, Node};

const PLACES: usize = 200;

/// A text with something left out, and where that was.
struct Place {
    text: String,
    at: u32,
    /// The way to the mapping around it.
    way: Vec<String>,
    /// The keys that are there.
    keys: Vec<String>,
}

#[test]
fn what_is_offered_is_taken() {
    let Some(root) = corpus::dir_or_skip("custom resources to complete") else { return };
    let config = Config::default();
    let accepted: Vec<_> = verdicts::instances(&root).into_iter().filter(|one| one.accepted).collect();
    let mut indices: BTreeMap<String, Index> = BTreeMap::new();
    let mut random = Random::new(7);
    let (mut places, mut empty, mut keys, mut values, mut marked, mut wrong) = (0, 0, 0, 0, 0, Vec::new());
    let (mut filled, mut lacking) = (0, Vec::new());
    let (mut slowest, mut slowest_at) = (std::time::Duration::ZERO, String::new());
    let wanted = number("CRDLS_PLACES").unwrap_or(PLACES);
    while places < wanted {
        let one = &accepted[random.below(accepted.len())];
        let index =
            indices.entry(one.crd.clone()).or_insert_with(|| verdicts::index_of(&root, &one.crd, &config));
        let whole = File::new(corpus::read(&root.join(&one.file)));
        let Some((place, is_key)) = place(&whole, one.document, &mut random) else { continue };
        places += 1;
        let before = said(whole.text(), one, index, &config);
        let file = File::new(place.text.clone());
        let context = FileContext { crds: Some(index), file: &one.file, ..FileContext::default() };
        let start = std::time::Instant::now();
        let offered = completions(&file, place.at, context, &config);
        if start.elapsed() > slowest {
            slowest = start.elapsed();
            slowest_at = format!("{} {:?}", one.file, place.way);
        }
        if is_key && offered.is_empty() {
            empty += 1;
            let missing = missing(index, &whole, one, &place);
            lacking
                .extend((!missing.is_empty()).then(|| format!("{} {:?}: {missing:?}", one.file, place.way)));
        }
        for completion in &offered {
            *(if is_key { &mut keys } else { &mut values }) += 1;
            let after = said(&inserted(&place.text, completion), one, index, &config);
            let new: Vec<_> = after.difference(&before).collect();
            // Of one value alone nobody can tell whether it is what the object is refused for.
            let refused = || said(&place.text, one, index, &config);
            if offered.len() == 1 && !new.is_empty() && after.is_subset(&refused()) {
                continue;
            }
            let is_marked = completion.detail.as_ref().is_some_and(|detail| detail.starts_with("rejected: "));
            marked += usize::from(is_marked);
            if is_marked == new.is_empty() {
                let line = place.text[..place.at as usize].lines().count();
                wrong.push(format!("{}:{line} {:?}: {new:?}", one.file, completion.edit.new_text));
            }
            if let Some(value) = value_of(index, &whole, one, &place, completion).filter(|_| is_key) {
                filled += 1;
                let text = inserted_as(&place.text, completion, &format!("{}: {value}", completion.label));
                let after = alternatives(&text, one, index, &config);
                let before = alternatives(&place.text, one, index, &config);
                let about_key =
                    |field: &&String| !field.split(['.', '[']).any(|name| name == completion.label);
                if let Some(new) = after.difference(&before).find(about_key) {
                    wrong.push(format!("{}: {:?} filled with {value}: {new}", one.file, completion.label));
                }
            }
        }
    }
    println!(
        "completion: {places} places, {empty} where no key is offered, {} of them with keys that are missing; {keys} keys \
         and {values} values, {marked} of them marked as refused; {filled} keys filled; {} are wrong; slowest {slowest:?} in {slowest_at}",
        lacking.len(),
        wrong.len()
    );
    lacking.iter().take(10).for_each(|line| println!("  {line}"));
    wrong.iter().take(40).for_each(|line| println!("  {line}"));
    assert!(keys > wanted, "{keys}");
    assert_eq!(wrong.len(), 0);
    assert_eq!(lacking.len(), 0);
    assert!(filled > wanted / 2, "{filled}");
}

/// What the CRD has at a place.
fn schema_at<'i>(index: &'i Index, whole: &File, one: &Instance, place: &Place) -> Option<Schema<'i>> {
    let root = index.served_version(object(whole, one.document)?, &one.file)?.version.schema()?;
    place.way.iter().try_fold(root, |schema, name| {
        let values = || match schema.additional_properties()? {
            OrBool::Schema(values) => Some(values),
            OrBool::Bool(_) => None,
        };
        if name == "[]" { schema.item_schema() } else { schema.property(name).or_else(values) }
    })
}

/// The fields that are not there and whose alternatives, if there are any, leave room for them.
fn missing(index: &Index, whole: &File, one: &Instance, place: &Place) -> Vec<String> {
    let Some(schema) = schema_at(index, whole, one, place) else { return Vec::new() };
    if place.way.first().is_some_and(|name| name == "metadata") || schema.one_of().len() > 0 {
        return Vec::new();
    }
    let names = schema.properties().map(|property| property.name.to_owned());
    names.filter(|name| !place.keys.contains(name)).collect()
}

/// A value with which a key would be filled.
fn value_of(
    index: &Index,
    whole: &File,
    one: &Instance,
    place: &Place,
    completion: &Completion,
) -> Option<String> {
    let schema = schema_at(index, whole, one, place)?.property(&completion.label)?;
    let plain = completion.label.chars().all(char::is_alphanumeric);
    plain.then(|| crdls_witness::example(schema, &completion.label, Config::default().kubernetes).to_json())
}

/// The fields of whose alternatives a text fits none, or too many.
fn alternatives(text: &str, one: &Instance, index: &Index, config: &Config) -> BTreeSet<String> {
    let file = File::new(text.to_owned());
    let by =
        object(&file, one.document).and_then(|root| Some((root, index.served_version(root, &one.file)?)));
    let Some((root, by)) = by else { return BTreeSet::new() };
    let findings = judge(root.into(), &one.file, by, config).findings;
    let said = findings.iter().filter(|finding| finding.code.name == "alternatives");
    said.filter_map(|finding| Some(finding.server.as_ref()?.field.clone())).collect()
}

fn object<'t>(file: &'t File, document: usize) -> Option<Node<'t>> {
    let root = file.tree().root(file.text(), file.tree().documents().get(document)?)?;
    objects(root).first().map(|object| object.node)
}

/// A line before a field for another one, or a field without its value.
fn place(file: &File, document: usize, random: &mut Random) -> Option<(Place, bool)> {
    let mut entries = Vec::new();
    let root = object(file, document)?;
    let mut pending = vec![(root, Vec::new())];
    while let Some((node, way)) = pending.pop() {
        let below = |name: &str| way.iter().cloned().chain([name.to_owned()]).collect::<Vec<String>>();
        pending.extend(node.items().map(|item| (item, below("[]"))));
        for entry in node.entries() {
            pending.push((entry.value, below(&entry.key.str()?)));
            // By these everything else is judged.
            let is_type = node == root && matches!(&*entry.key.str()?, "apiVersion" | "kind");
            if node.kind() == Kind::BlockMap && !is_type {
                entries.push((entry, node, way.clone()));
            }
        }
    }
    let (entry, node, way) = entries.get(random.below(entries.len().max(1)))?.clone();
    let keys = node.entries().filter_map(|entry| Some(entry.key.str()?.into_owned())).collect();
    let start = entry.key.range().start;
    if random.below(2) == 0 {
        let before = &file.text()[..start as usize];
        let indent = before.rsplit('\n').next().unwrap_or_default();
        let mut text = file.text().to_owned();
        text.insert_str(start as usize, &format!("\n{indent}"));
        return indent.trim().is_empty().then_some((Place { text, at: start, way, keys }, true));
    }
    let value = entry.value;
    let plain = matches!(value.kind(), Kind::Plain | Kind::DoubleQuoted) && !value.source().contains('\n');
    let mut text = file.text().to_owned();
    text.replace_range(value.range().start as usize..value.range().end as usize, "");
    plain.then_some((Place { text, at: value.range().start, way, keys }, false))
}

/// The text with a proposal in it as an editor puts it in, at the default text of its stops.
fn inserted(text: &str, completion: &Completion) -> String {
    let written = match completion.snippet {
        true => filled(&completion.edit.new_text),
        false => completion.edit.new_text.clone(),
    };
    inserted_as(text, completion, &written)
}

fn inserted_as(text: &str, completion: &Completion, written: &str) -> String {
    let range = completion.edit.range;
    let new_text = indented(written, text, range.start as usize);
    let mut text = text.to_owned();
    assert!(Edit { range, new_text }.apply(&mut text));
    text
}

/// What the server says of a document, but that something is missing and what follows from that.
fn said(text: &str, one: &Instance, index: &Index, config: &Config) -> BTreeSet<(String, String)> {
    let file = File::new(text.to_owned());
    let broken = |why: &str| BTreeSet::from([("not validated".to_owned(), why.to_owned())]);
    if let Some(error) = file.tree().errors().first() {
        return broken(&format!("{error:?}"));
    }
    let Some(root) = object(&file, one.document) else { return broken("no object") };
    let Some(by) = index.served_version(root, &one.file) else { return broken("no CRD") };
    let findings = judge(root.into(), &one.file, by, config).findings;
    let counts = |kind| !matches!(kind, ErrorType::Required | ErrorType::Warning);
    let refused = findings.iter().filter(|finding| finding.code.name != "unchecked-rules");
    let servers = refused.filter_map(|finding| finding.server.as_ref());
    servers
        .filter(|server| counts(server.kind) && !server.shadowed)
        .map(|server| (server.field.clone(), server.detail.clone()))
        .collect()
}
