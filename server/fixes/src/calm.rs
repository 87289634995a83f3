//! Findings that wait while their block is being typed.
//!
//! A person who types a mapping supplies its fields one after the other: missing fields are not reported as long as the cursor
//! is in the mapping. Where something was typed last is known to the caller; findings that wait are shown once something
//! is typed elsewhere, something is deleted, or the text is saved.
//!
//! Knows findings, the text and the tree. Must not be used for a verdict.

use crdls_check::refers;
use crdls_report::{ErrorType, Finding};
use crdls_text::{TextRange, line_start};
use crdls_yaml::Node;

use crate::{File, FileFinding};

/// Codes of findings on a mapping that lacks something, besides those that the server reports as required.
const LACKING: [&str; 7] = [
    "metadata-type",
    "missing-items",
    "missing-schema",
    "missing-type",
    "status-without-schema",
    "storage-version",
    "type-meta-type",
];

/// The code of the finding on a CRD's name that does not fit its group and plural.
const NAME_MISMATCH: &str = "name-mismatch";

/// Marks the findings that wait for what is being typed at `typed`.
pub(crate) fn wait(file: &File, findings: &mut [FileFinding], typed: u32) {
    let number = file.document_at(typed);
    let Some(document) = file.tree().documents().get(number) else { return };
    let Some(root) = file.tree().root(file.text(), document) else { return };
    let line = |offset: u32| file.lines().line_col(offset).line;
    let own = line(typed);
    for found in findings.iter_mut().filter(|found| found.document == number && !found.hidden) {
        let finding = &found.finding;
        let is_other = line(finding.range.start) != own;
        found.hidden = is_other && is_lacking(finding) && is_typed_in(root, finding, typed);
    }
}

fn is_lacking(finding: &Finding) -> bool {
    let is_required = || finding.is(ErrorType::Required);
    LACKING.contains(&finding.code.name) || is_required() || refers(finding)
}

/// Whether an offset is in the mapping that lacks what a finding is about.
fn is_typed_in(root: Node<'_>, finding: &Finding, typed: u32) -> bool {
    if finding.code.name == NAME_MISMATCH {
        return are_names_typed(root, typed);
    }
    let mut blocks = vec![root];
    for step in finding.path.steps() {
        let node = blocks.last().copied().unwrap_or(root);
        let below = match step.index() {
            Some(index) => node.items().nth(index),
            None => step.member().and_then(|name| node.get(name)).map(|entry| entry.value),
        };
        blocks.extend(below);
        if below.is_none() {
            break;
        }
    }
    // An empty value is being typed in the mapping that has it.
    let is_block = |node: &&Node<'_>| node.kind().is_map() || node.kind().is_seq();
    let innermost = blocks.iter().rev().find(is_block);
    innermost.is_some_and(|node| is_in_block(*node, typed))
}

/// Whether an offset is in what the name of a CRD is made of.
fn are_names_typed(root: Node<'_>, typed: u32) -> bool {
    let Some(spec) = root.get("spec").map(|entry| entry.value) else { return true };
    let is_in_group = spec.get("group").is_some_and(|group| group.range.touches(typed));
    let names = spec.get("names").map_or(spec, |names| names.value);
    is_in_group || is_in_block(names, typed)
}

/// Whether an offset is in a block, or below it in a line that may become a part of it.
fn is_in_block(node: Node<'_>, at: u32) -> bool {
    let (text, range) = (node.text(), node.range());
    if at < range.start {
        return false;
    }
    if at <= range.end {
        return true;
    }
    let column = range.start - line_start(text, range.start);
    let below = text.get(range.end as usize..).unwrap_or_default();
    let end = below.get((at - range.end) as usize..).and_then(|rest| rest.find('\n'));
    let end = end.map_or(text.len() as u32, |len| at + len as u32);
    let mut lines = TextRange::new(range.end, end).of(text).split('\n').skip(1);
    let is_deep = |line: &str| {
        let content = line.trim_start_matches(' ');
        content.trim().is_empty() || content.starts_with('#') || (line.len() - content.len()) as u32 >= column
    };
    lines.all(is_deep)
}
