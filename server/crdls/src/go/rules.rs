//! Rules in markers: what is known of them in the CRDs that have them, at their characters in Go.
//!
//! Where several CRDs have a rule, only that is completed which all of them take. Must not know CEL.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use crdls_ide::{
    Completion, File, FileContext, Hint, Hover, SemanticToken, Signatures, definition, hints, hover,
    semantic_tokens, signatures,
};
use crdls_markers::grammar::Quotes;
use crdls_report::Config;
use crdls_text::TextRange;

use super::crds::{GoCrd, GoCrds, MarkerString};

/// What can be typed at an offset of a file; `None` where it is not in a rule.
pub(crate) fn completions(
    crds: &GoCrds,
    (path, source): (&Path, &str),
    offset: u32,
    config: &Config,
) -> Option<Vec<Completion>> {
    let mut all = at(crds, path, offset).map(|rule| rule.completions(source, config));
    let mut found = all.next()?;
    for others in all {
        found.retain(|item| others.iter().any(|other| other.label == item.label));
    }
    Some(found)
}

/// What is at an offset.
pub(crate) fn hover_at(crds: &GoCrds, path: &Path, offset: u32, config: &Config) -> Option<Hover> {
    at(crds, path, offset).find_map(|rule| {
        let found = hover(rule.file(), rule.offset, FileContext::default(), config)?;
        Some(Hover { range: rule.in_go(found.range)?, ..found })
    })
}

/// The call around an offset.
pub(crate) fn signatures_at(crds: &GoCrds, path: &Path, offset: u32, config: &Config) -> Option<Signatures> {
    at(crds, path, offset).find_map(|rule| signatures(rule.file(), rule.offset, config))
}

/// The field of Go that an expression names at an offset: its file and range.
pub(crate) fn definition_at<'c>(
    crds: &'c GoCrds,
    path: &'c Path,
    offset: u32,
    config: &Config,
) -> Option<(&'c Path, TextRange)> {
    at(crds, path, offset).find_map(|rule| {
        let found = definition(rule.file(), rule.offset, FileContext::default(), config)?;
        rule.crd.origin(found.range)
    })
}

/// The words of the rules in a file.
pub(crate) fn tokens(crds: &GoCrds, path: &Path, config: &Config) -> Vec<SemanticToken> {
    let mut found = Vec::new();
    for (crd, strings) in rules_of_file(crds, path) {
        let words = semantic_tokens(&crd.made.text.file, None, config);
        for string in strings {
            let whole = string.span.range();
            let start = words.partition_point(|word| word.range.start < whole.start);
            let inside = words.iter().skip(start).take_while(|word| word.range.end <= whole.end);
            found.extend(inside.filter_map(|word| {
                let range = in_go(crd, word.range)?;
                Some(SemanticToken { range, kind: word.kind })
            }));
        }
    }
    found.sort_by_key(|token| token.range.start);
    found
}

/// What the rules in a file cost: behind each.
pub(crate) fn costs(crds: &GoCrds, path: &Path, config: &Config) -> Vec<Hint> {
    let mut found = Vec::new();
    for (crd, strings) in rules_of_file(crds, path) {
        for hint in hints(&crd.made.text.file, config) {
            let string = strings.iter().find(|string| string.span.range().end == hint.offset);
            let end = string.and_then(|string| string.end());
            found.extend(end.map(|offset| Hint { offset, ..hint }));
        }
    }
    found.sort_by_key(|hint| hint.offset);
    found
}

/// The CRDs with rules of a file, each with those that no CRD before has.
fn rules_of_file<'c>(crds: &'c GoCrds, path: &'c Path) -> Vec<(&'c GoCrd, Vec<MarkerString<'c>>)> {
    let mut known = BTreeSet::new();
    let mut all = Vec::new();
    for crd in &crds.crds {
        let own = crd.strings(path).filter(|string| is_rule(crd, *string));
        let strings: Vec<_> = own.filter(|string| known.insert(string.marker().start)).collect();
        if !strings.is_empty() {
            all.push((&**crd, strings));
        }
    }
    all
}

/// A cursor in a rule, in a CRD that has it.
struct RuleCursor<'c> {
    crd: &'c GoCrd,
    string: MarkerString<'c>,
    /// In the text of the CRD.
    offset: u32,
}

/// The rule at an offset of a file, in each CRD that has it.
fn at<'c>(crds: &'c GoCrds, path: &'c Path, offset: u32) -> impl Iterator<Item = RuleCursor<'c>> {
    /// More CRDs tell little more.
    const MOST: usize = 8;
    let in_crd = move |crd: &'c Arc<GoCrd>| {
        crd.strings(path).filter(|string| is_rule(crd, *string)).find_map(|string| {
            let offset = string.generated(offset)?;
            Some(RuleCursor { crd, string, offset })
        })
    };
    crds.crds.iter().filter_map(in_crd).take(MOST)
}

/// Whether a string of a CRD is an expression.
fn is_rule(crd: &GoCrd, string: MarkerString<'_>) -> bool {
    let before = crd.made.text.file.text().get(..string.span.range().start as usize).unwrap_or_default();
    before.ends_with("rule: ") || before.ends_with("messageExpression: ")
}

fn in_go(crd: &GoCrd, range: TextRange) -> Option<TextRange> {
    crd.origin(range).map(|(_, range)| range)
}

impl RuleCursor<'_> {
    fn file(&self) -> &File {
        &self.crd.made.text.file
    }

    fn in_go(&self, range: TextRange) -> Option<TextRange> {
        in_go(self.crd, range)
    }

    fn completions(&self, source: &str, config: &Config) -> Vec<Completion> {
        let quotes = self.string.quotes(source);
        let found = crdls_ide::completions(self.file(), self.offset, FileContext::default(), config);
        let in_go = |mut item: Completion| {
            item.additional.clear();
            item.edit.range = self.in_go(item.edit.range)?;
            item.edit.new_text = written(item.edit.new_text, quotes)?;
            item.plain = written(item.plain, quotes)?;
            Some(item)
        };
        found.into_iter().filter_map(in_go).collect()
    }
}

/// A part of a string that YAML has in double quotes, as a literal of Go takes it; `None` where it cannot be written.
pub(super) fn written(text: String, quotes: Quotes) -> Option<String> {
    // Go's escapes in double quotes are those that YAML has of what a rule is made of.
    let fits = match quotes {
        Quotes::Double => true,
        Quotes::Back => !text.contains(['`', '\\']),
        Quotes::None => !text.contains(['"', '\\', ',', ';', '}', '`']),
    };
    fits.then_some(text)
}
