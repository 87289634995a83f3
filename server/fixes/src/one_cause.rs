//! Findings as an editor shows them: of those with one cause the first.
//!
//! While a line is typed, a block may be without the line of its key, and is part of the mapping or list above it. The
//! server reports each of its keys, and then what is missing or leads nowhere without them. Values below one of the wrong
//! type are reported as well, and so are all members of a mapping or list whose schema is being typed; and a version that
//! does not parse lacks what other versions have. The next state of the text shows what is left.
//!
//! Knows findings, the text and the tree. Must not be used for a verdict: the terminal reports what the server does.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crdls_check::refers;
use crdls_manifest::decode::WRONG_TYPE;
use crdls_report::{ErrorType, FieldPath, Finding, PathStep};
use crdls_resource::codes::{INVALID_TYPE, UNCHECKED_RULES};
use crdls_text::{TextRange, line_start};
use crdls_yaml::{Kind, Node};

use crate::{File, FileFinding, calm};

/// Codes of findings on keys that are in the wrong mapping.
const MISPLACED: [&str; 5] =
    ["duplicate-key", "invalid-type", "restricted-metadata", "unknown-field", "wrong-type"];

/// Codes of findings on members that do not fit into their mapping or list.
const UNFITTING: [&str; 3] = ["invalid-type", "unknown-field", "wrong-type"];

/// Codes of findings that compare one version with another, of which a YAML fault may have hidden a part.
const COMPARING: [&str; 1] = ["lossy-conversion"];

/// So few members that do not fit are shown one by one.
const FEW: usize = 3;

/// Of a document with more such findings the first decide where blocks without a key are.
const MOST: usize = 32;

/// Marks the findings that an editor does not show; `typed` is where something was typed last, and nothing else was done
/// since. That rules are not checked until other errors are fixed is no second
/// error beside these: the next state of the text says what the rules say.
pub fn in_editor(file: &File, mut findings: Vec<FileFinding>, typed: Option<u32>) -> Vec<FileFinding> {
    hide(&mut findings, |found| *found.finding.code == UNCHECKED_RULES);
    let is_fault = |found: &&FileFinding| found.finding.code.name == "not-yaml";
    let broken: BTreeSet<usize> = findings.iter().filter(is_fault).map(|found| found.document).collect();
    hide(&mut findings, |found| {
        broken.contains(&found.document) && COMPARING.contains(&found.finding.code.name)
    });
    let misplaced = findings.iter().filter(|found| is_misplaced(&found.finding));
    for document in misplaced.map(|found| found.document).collect::<BTreeSet<_>>() {
        for block in headless_blocks(file, document, &findings) {
            hide(&mut findings, |found| found.document == document && block.explains(&found.finding));
        }
    }
    hide_below_wrong_types(&mut findings);
    hide_types_of_alternatives(&mut findings);
    hide_where_none_fits(file, &mut findings);
    if let Some(typed) = typed {
        calm::wait(file, &mut findings, typed);
    }
    findings
}

fn hide(findings: &mut [FileFinding], which: impl Fn(&FileFinding) -> bool) {
    findings.iter_mut().for_each(|found| found.hidden |= which(found));
}

fn is_misplaced(finding: &Finding) -> bool {
    MISPLACED.contains(&finding.code.name)
}

/// A block below an empty line where its key may have been.
struct HeadlessBlock {
    range: TextRange,
    /// The code and the range of the finding that an editor shows of it.
    shown: (&'static str, TextRange),
}

impl HeadlessBlock {
    /// Whether a finding says no more than that the block has lost its key: it is in the block, or says that something
    /// is missing.
    fn explains(&self, finding: &Finding) -> bool {
        let is_in = || places(finding).any(|range| self.range.covers(range));
        let missing = || finding.is(ErrorType::Required);
        (finding.code.name, finding.range) != self.shown && (is_in() || refers(finding) || missing())
    }
}

/// The blocks of a document with at least two findings on keys that are in the wrong mapping.
fn headless_blocks(file: &File, document: usize, findings: &[FileFinding]) -> Vec<HeadlessBlock> {
    let Some(root) = root(file, document) else { return Vec::new() };
    let of_document = findings.iter().filter(|found| found.document == document).map(|found| &found.finding);
    let mut blocks: BTreeMap<u32, (TextRange, Vec<&Finding>)> = BTreeMap::new();
    for finding in of_document.filter(|finding| is_misplaced(finding)).take(MOST) {
        if let Some(range) = places(finding).find_map(|range| headless_block(root, range)) {
            blocks.entry(range.start).or_insert((range, Vec::new())).1.push(finding);
        }
    }
    let block = |(range, findings): (TextRange, Vec<&Finding>)| {
        let shown =
            findings.iter().min_by_key(|finding| finding.range.start).filter(|_| findings.len() > 1)?;
        Some(HeadlessBlock { range, shown: (shown.code.name, shown.range) })
    };
    blocks.into_values().filter_map(block).collect()
}

fn root(file: &File, document: usize) -> Option<Node<'_>> {
    file.tree().documents().get(document).and_then(|one| file.tree().root(file.text(), one))
}

/// Where a finding is: a duplicate key is in two places.
fn places(finding: &Finding) -> impl Iterator<Item = TextRange> {
    let related =
        finding.related.iter().filter(|related| related.file.is_none()).map(|related| related.range);
    std::iter::once(finding.range).chain(related)
}

/// The block without a key that the key or value of a range is directly in: entries of its mapping, or the items of the
/// list that the mapping is in, from the last one on that is below such an empty line.
fn headless_block(root: Node<'_>, range: TextRange) -> Option<TextRange> {
    let (mut node, mut list, mut parent) = (root, None, None);
    loop {
        if node.kind() == Kind::BlockSeq {
            list = Some(node);
            node = node.items().find(|item| item.range().covers(range))?;
            continue;
        }
        let entry = node.entries().find(|entry| entry.range.covers(range))?;
        if [entry.key.range(), entry.value.range()].contains(&range) {
            break;
        }
        (node, list, parent) = (entry.value, None, Some(column(node.text(), entry.range.start)));
    }
    let (text, parent) = (root.text(), parent?);
    let width = |part: &TextRange| blank_above(text, part.start).filter(|width| parent <= *width);
    let entries = node.entries().map(|entry| entry.range).take_while(|entry| entry.start <= range.start);
    let is_headless = |entry: &TextRange| width(entry).is_some_and(|w| w < column(text, entry.start));
    if let Some(first) = entries.filter(is_headless).last() {
        return Some(TextRange::new(first.start, node.range().end));
    }
    let list = list?;
    let items = list.item_ranges().map(|(_, item)| item).take_while(|item| item.start <= range.start);
    let is_headless = |item: &TextRange| width(item).is_some_and(|w| w <= column(text, item.start));
    items.filter(is_headless).last().map(|first| TextRange::new(first.start, list.range().end))
}

/// The column of an offset, in bytes.
fn column(text: &str, at: u32) -> usize {
    (at - line_start(text, at)) as usize
}

/// The width of the line above the one that begins with an offset, and above its comments, where it has only blanks.
fn blank_above(text: &str, at: u32) -> Option<usize> {
    let mut lines = TextRange::new(0, at).of(text).rsplit('\n');
    let indentation = lines.next()?;
    let above = lines.find(|line| !line.trim_start().starts_with('#'))?;
    let is_blank = |line: &str| line.trim().is_empty();
    (is_blank(indentation) && is_blank(above)).then(|| above.trim_end_matches('\r').len())
}

/// What is unknown or missing below a value of the wrong type follows from that type.
fn hide_below_wrong_types(findings: &mut [FileFinding]) {
    let is_wrong_type = |finding: &Finding| [&INVALID_TYPE, &WRONG_TYPE].contains(&finding.code);
    let wrong: HashSet<_> = findings
        .iter()
        .filter(|found| is_wrong_type(&found.finding))
        .map(|found| (found.document, found.finding.path.steps().to_vec()))
        .collect();
    if wrong.is_empty() {
        return;
    }
    hide(findings, |FileFinding { document, finding, .. }| {
        let follows = ["missing-field", "unknown-field"].contains(&finding.code.name);
        follows && finding.path.ancestors().any(|above| wrong.contains(&(*document, above.to_vec())))
    });
}

/// A schema whose type is in its alternatives has one cause: the type is not next to them.
fn hide_types_of_alternatives(findings: &mut [FileFinding]) {
    let is_missing = |found: &&FileFinding| found.finding.code.name == "missing-type";
    let schemas: HashSet<_> = findings
        .iter()
        .filter(is_missing)
        .filter_map(|found| Some((found.document, found.finding.path.parent()?)))
        .collect();
    if schemas.is_empty() {
        return;
    }
    hide(findings, |FileFinding { document, finding, .. }| {
        let is_type =
            finding.code.name == "non-structural-keyword" && finding.path.last_name() == Some("type");
        // The alternative, the list of alternatives, the schema.
        let mut above = finding.path.parent();
        for _ in 0..2 {
            above = above.and_then(|path| path.parent());
        }
        is_type && above.is_some_and(|schema| schemas.contains(&(*document, schema)))
    });
}

/// Where no member of a mapping or list fits, what is around them is the cause: of many the first is shown.
fn hide_where_none_fits(file: &File, findings: &mut [FileFinding]) {
    let mut members: BTreeMap<(usize, FieldPath, &str), usize> = BTreeMap::new();
    for FileFinding { document, finding, .. } in findings.iter().filter(|found| is_unfitting(found)) {
        if let Some(around) = finding.path.parent() {
            *members.entry((*document, around, finding.code.name)).or_default() += 1;
        }
    }
    let many = members.into_iter().filter(|(_, number)| *number > FEW).map(|(key, _)| key).take(MOST);
    let unread = findings.iter().filter(|found| is_unfitting(found) || found.finding.code.name == "not-yaml");
    let starts: BTreeSet<u32> = unread.map(|found| found.finding.range.start).collect();
    let has_finding = |member: TextRange| starts.range(member.start..member.end).next().is_some();
    let none_fits = |(document, around, _): &(usize, FieldPath, &str)| {
        let node = root(file, *document).and_then(|root| node_at(root, around));
        node.is_some_and(|node| {
            let mut entries = node.entries().map(|entry| entry.range);
            entries.all(has_finding) && node.item_ranges().all(|(_, item)| has_finding(item))
        })
    };
    for (document, around, code) in many.filter(none_fits) {
        let is_member = |found: &&mut FileFinding| {
            let finding = &found.finding;
            let is_here = found.document == document && finding.code.name == code && !found.hidden;
            is_here && finding.path.steps().split_last().is_some_and(|(_, steps)| steps == around.steps())
        };
        findings.iter_mut().filter(is_member).skip(1).for_each(|found| found.hidden = true);
    }
}

fn is_unfitting(found: &FileFinding) -> bool {
    !found.hidden && UNFITTING.contains(&found.finding.code.name)
}

/// The node that a path leads to.
fn node_at<'t>(root: Node<'t>, path: &FieldPath) -> Option<Node<'t>> {
    path.steps().iter().try_fold(root, |node, step| match step {
        PathStep::Index(index) => node.items().nth(*index),
        PathStep::Name(name) | PathStep::Key(name) => Some(node.get(name)?.value),
    })
}

#[cfg(test)]
mod tests {
    use crdls_report::Config;
    use crdls_sample::crd;

    use super::*;
    use crate::{FileContext, check};

    /// The codes that the terminal and an editor show.
    fn codes(text: String) -> (Vec<&'static str>, Vec<&'static str>) {
        let file = File::new(text);
        let found = check(&file, FileContext::default(), &Config::default());
        let codes = |found: &[FileFinding]| {
            let shown = found.iter().filter(|found| !found.hidden);
            shown.map(|found| found.finding.code.name).collect()
        };
        (codes(&found), codes(&in_editor(&file, found, None)))
    }

    #[test]
    fn a_block_that_lost_its_key_is_one_finding() {
        let (terminal, editor) = codes(crd(|c| c).replace("spec:", ""));
        assert!(terminal.len() > 4, "{terminal:?}");
        assert_eq!(editor, ["unknown-field"]);
        // Without the empty line they are mistakes of their own.
        let (terminal, editor) = codes(crd(|c| c).replace("spec:", "  labels: {}"));
        assert_eq!(editor, terminal);
    }

    #[test]
    fn a_rule_of_a_block_that_lost_its_key_is_no_second_finding() {
        let of = |line: &str| {
            let schema = "
                type: object
                x-kubernetes-validations:
                - {rule: self.mode != 'x'}
                required: [mode]
                properties:
                  mode:
                    description: one
                    type: string
                  LINE
                    description: two
                    type: object
                    properties:
                      size: {type: string}
            ";
            codes(crd(|c| c.schema(&schema.replace("LINE", line))))
        };
        let of_rules = |codes: &[&str]| codes.contains(&"cel-type");
        let (terminal, editor) = of("");
        assert!(of_rules(&terminal) && !of_rules(&editor), "{terminal:?} {editor:?}");
        let (terminal, _) = of("next:");
        assert!(!of_rules(&terminal), "{terminal:?}");
    }

    #[test]
    fn members_of_which_none_fits_are_one_finding() {
        let crd = crd(|c| c);
        let (head, _) = crd.split_once("versions:").unwrap();
        let of = |members: &str| codes(format!("{head}versions: {members}\n"));
        let (terminal, editor) = of("[a, b, c, d]");
        let wrong = |codes: &[&str]| codes.iter().filter(|code| **code == "wrong-type").count();
        assert_eq!((wrong(&terminal), wrong(&editor)), (4, 1), "{terminal:?}");
        // One that fits shows that the others are mistakes of their own; so do few of them.
        for members in ["[a, b, c, d, {name: v1}]", "[a, b, c]"] {
            let (terminal, editor) = of(members);
            assert_eq!(wrong(&terminal), wrong(&editor), "{members}: {editor:?}");
        }
    }

    #[test]
    fn versions_are_not_compared_while_one_does_not_parse() {
        let of = |key: &str| {
            let schema = "
                type: object
                properties:
                  sizes:
                    type: array
                    items:
                      type: object
                      properties:
                        size: {type: string}
            ";
            let broken = schema.replace("items:", key);
            codes(crd(|c| c.version("v1", |v| v.schema(&broken)).version("v2", |v| v.schema(schema))))
        };
        let lossy = |codes: &[&str]| codes.contains(&"lossy-conversion");
        let (terminal, editor) = of("item");
        assert!(lossy(&terminal) && !lossy(&editor), "{terminal:?} {editor:?}");
        let (terminal, editor) = of("x-items:");
        assert!(lossy(&terminal) && lossy(&editor), "{terminal:?} {editor:?}");
    }

    #[test]
    fn an_integer_or_a_string_without_the_keyword_is_one_finding() {
        let schema = "
            type: object
            properties:
              port:
                anyOf:
                - type: string
                - type: integer
        ";
        let (terminal, editor) = codes(crd(|c| c.schema(schema)));
        assert_eq!(
            terminal.iter().filter(|code| **code == "non-structural-keyword").count(),
            2,
            "{terminal:?}"
        );
        assert_eq!(editor, ["missing-type"]);
    }

    #[test]
    fn codes_exist() {
        assert!(
            MISPLACED
                .iter()
                .chain(&UNFITTING)
                .chain(&COMPARING)
                .all(|code| crdls_check::codes::by_code(code).is_some())
        );
    }
}
