//! Renames over the corpus: another name for a property changes no verdict and no cost (needs the corpus).

use std::collections::BTreeMap;

use crdls_ide::{
    File, FileContext, MentionRole, Renamable, Renaming, Symbol, SymbolKind, check, costs, meaning,
    references, renamable, rename, symbols,
};
use crdls_report::Config;
use crdls_rules::escape;
use crdls_tests::corpus;
use crdls_tests::random::Random;

/// Properties that are renamed in one file at most.
const EACH: usize = 4;

const RENAMES: usize = 600;

#[derive(Default)]
struct Count {
    renames: usize,
    files: usize,
    edits: usize,
    /// By what the changed places are.
    roles: BTreeMap<String, usize>,
    refused: BTreeMap<String, usize>,
    findings: usize,
    rules: usize,
}

#[test]
fn a_rename_changes_no_verdict_and_no_cost() {
    let Some(root) = corpus::dir_or_skip("renames") else { return };
    let mut files = corpus::files(&root, &["crds"], &["yaml", "yml", "json"]);
    let mut random = Random::new(7);
    let mut count = Count::default();
    while count.renames < RENAMES && !files.is_empty() {
        let path = files.swap_remove(random.below(files.len()));
        let file = File::new(corpus::read(&path));
        let before = Said::of(&file);
        let renames = count.renames;
        let (mut others, mut in_rules): (Vec<_>, Vec<_>) =
            properties(&file).into_iter().partition(|property| !is_in_rules(&file, property));
        for number in 0..EACH {
            // Those that rules name are few, and the most interesting.
            let from = if number % 2 == 0 && !in_rules.is_empty() { &mut in_rules } else { &mut others };
            if from.is_empty() {
                continue;
            }
            let property = from.swap_remove(random.below(from.len()));
            try_one(&file, &property, &before, &mut random, &mut count, &path.display().to_string());
        }
        count.files += usize::from(count.renames > renames);
    }
    println!(
        "{} renames in {} files, {} places changed; verdicts with {} findings and {} rules are the same",
        count.renames, count.files, count.edits, count.findings, count.rules
    );
    println!("places: {:?}", count.roles);
    println!("refused: {:?}", count.refused);
    assert!(count.renames >= 400, "{}", count.renames);
    assert!(count.roles["Expression"] > 100, "{:?}", count.roles);
}

/// A property by its CRD, and its names from there; the version is not among them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Property {
    crd: usize,
    names: Vec<String>,
    /// Where each version defines it.
    places: Vec<u32>,
}

/// All properties of a file, those of several versions as one.
fn properties(file: &File) -> Vec<Property> {
    let mut found: BTreeMap<(usize, Vec<String>), Vec<u32>> = BTreeMap::new();
    let definitions = symbols(file).into_iter().filter(|symbol| symbol.kind == SymbolKind::Definition);
    for (crd, definition) in definitions.enumerate() {
        for version in &definition.children {
            gather(crd, &version.children, &mut Vec::new(), &mut found);
        }
    }
    found.into_iter().map(|((crd, names), places)| Property { crd, names, places }).collect()
}

fn gather(
    crd: usize,
    symbols: &[Symbol],
    names: &mut Vec<String>,
    found: &mut BTreeMap<(usize, Vec<String>), Vec<u32>>,
) {
    for symbol in symbols.iter().filter(|symbol| symbol.kind != SymbolKind::Rule) {
        names.push(symbol.name.clone());
        found.entry((crd, names.clone())).or_default().push(symbol.selection.start);
        gather(crd, &symbol.children, names, found);
        names.pop();
    }
}

fn is_in_rules(file: &File, property: &Property) -> bool {
    // A cheap look before the expressions are typed.
    let last = property.names.last().map_or("", String::as_str);
    file.text().contains(&format!(".{last}"))
        && roles(file, property.places[0]).contains(&MentionRole::Expression)
}

fn roles(file: &File, offset: u32) -> Vec<MentionRole> {
    let config = Config::default();
    let found = meaning(file, offset, FileContext::default(), &config);
    let found = found.map_or(Vec::new(), |meaning| references(file, &meaning, &config));
    found.into_iter().map(|found| found.role).collect()
}

/// Renames a property in each version that has it, and compares.
fn try_one(
    file: &File,
    property: &Property,
    before: &Said,
    random: &mut Random,
    count: &mut Count,
    path: &str,
) {
    let Renamable::Name(_, old) = renamable(file, property.places[0], &Config::default()) else {
        if let Renamable::Refused(why) = renamable(file, property.places[0], &Config::default()) {
            *count.refused.entry(why.split('`').next().unwrap_or_default().to_owned()).or_default() += 1;
        }
        return;
    };
    let new = fresh(file.text(), &old, random);
    let (mut after, mut edits) = (file.clone(), 0);
    let mut changed = Vec::new();
    for version in 0..property.places.len() {
        let mut names = property.names.clone();
        let same = properties(&after).into_iter().find(|p| p.crd == property.crd && p.names == names);
        let Some(same) = same else { panic!("{path}: {names:?} is gone in version {version}") };
        changed.extend(roles(&after, same.places[0]));
        match rename(&after, same.places[0], &new, &Config::default()) {
            Renaming::Refused(why) => {
                *count.refused.entry(why.replace(&new, "…").replace(&old, "…")).or_default() += 1;
                return;
            }
            Renaming::Edits(all) => {
                edits += all.len();
                let mut text = after.text().to_owned();
                assert!(all.iter().rev().all(|edit| edit.apply(&mut text)));
                after = File::new(text);
            }
        }
        *names.last_mut().expect("a name") = new.clone();
        assert!(
            properties(&after).iter().any(|p| p.crd == property.crd && p.names == names),
            "{path}: {names:?}"
        );
    }
    for role in changed {
        *count.roles.entry(format!("{role:?}")).or_default() += 1;
    }
    let said = Said::of(&after);
    let (ours, theirs) = (before.without(&[&old, &new]), said.without(&[&old, &new]));
    assert_eq!(ours, theirs, "{path}: {old} → {new} in {:?}", property.names);
    count.renames += 1;
    count.edits += edits;
    count.findings += before.findings.len();
    count.rules += before.costs.len();
}

/// A name that is nowhere in a text, as long as another one: how long names are is part of the cost.
fn fresh(text: &str, old: &str, random: &mut Random) -> String {
    loop {
        let letter = |c: char| {
            if c.is_ascii_alphanumeric() { char::from(b'a' + random.below(26) as u8) } else { c }
        };
        let new: String = old.chars().map(letter).collect();
        let known = old.len() > 3 && text.contains(&new);
        if new != old && !known && escape(&new).is_some_and(|escaped| escaped.len() >= new.len()) {
            return new;
        }
    }
}

/// What the server says of a file, and what its rules cost.
struct Said {
    findings: Vec<String>,
    costs: Vec<String>,
}

impl Said {
    fn of(file: &File) -> Self {
        let config = Config::default();
        // Advice of our own may go by names: `conditions` shall be a map.
        let findings = check(file, FileContext::default(), &config).into_iter().filter_map(|found| {
            let (at, finding) = (found.document, found.finding);
            let server = finding.server.clone()?;
            let said = (server.kind, server.field, server.detail, server.shadowed);
            Some(format!("{at} {} {} {} {said:?}", finding.code.name, finding.path, finding.message))
        });
        let costs = costs(file, &config).into_iter().flat_map(|found| {
            let of_version = format!("{} {} {}", found.document, found.cost.version, found.cost.total);
            let rules = found.cost.rules.into_iter().map(|rule| {
                let message = (rule.message_cost, rule.message_error);
                let error = rule.error;
                let numbers = (rule.per_call, rule.cardinality, rule.unbounded, rule.total);
                format!("{} {numbers:?} {message:?} {error:?}", rule.path)
            });
            std::iter::once(of_version).chain(rules).collect::<Vec<_>>()
        });
        Self { findings: findings.collect(), costs: costs.collect() }
    }

    /// The same without some names, sorted.
    fn without(&self, names: &[&str]) -> Vec<String> {
        let mut said: Vec<_> =
            self.findings.iter().chain(&self.costs).map(|said| without(said, names)).collect();
        said.sort();
        said
    }
}

/// A text with a mark in place of each of some names, also as rules spell them.
fn without(text: &str, names: &[&str]) -> String {
    let mut out = text.to_owned();
    for name in names {
        let escaped = escape(name).map_or((*name).to_owned(), |escaped| escaped.into_owned());
        for spelled in [escaped.as_str(), name] {
            out = whole_words(&out, spelled);
        }
    }
    out
}

fn whole_words(text: &str, word: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(word) {
        let (before, behind) = (&rest[..at], &rest[at + word.len()..]);
        let alone = !before.ends_with(is_word) && !behind.starts_with(is_word);
        out.push_str(before);
        out.push_str(if alone { "•" } else { word });
        rest = behind;
    }
    out + rest
}
