//! Blocks that were pasted with another indentation: moved to the column where they belong.
//!
//! Where a block begins and ends, and how far it is off, follows from the lines around it: candidates are those moves
//! after which its first line and the line after it have the columns of what is above them. The document is checked with
//! the best ones, and the one that leaves the fewest errors is the fix. Knows lines and indentation; what a block means is
//! decided by the check.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crdls_manifest::crd_kinds::CrdKind;
use crdls_manifest::decode::Decoded;
use crdls_manifest::objects::DocumentObject;
use crdls_report::{Advice, Config, ErrorType, Finding, Fix, Locator};
use crdls_text::{Edit, TextChange, TextRange};
use crdls_yaml::Node;

use super::edit_set::EditSet;
use super::proof::adds_errors;
use super::syntax;
use crate::diagnostics::check_document;
use crate::{File, FileContext, FileFinding};

/// Codes of findings on a block in the wrong column.
const CODES: [&str; 13] = [
    "dropped-field",
    "duplicate-key",
    "invalid-type",
    "list-map-items",
    "lost-indentation",
    "missing-field",
    "missing-items",
    "missing-type",
    "non-structural-keyword",
    "not-yaml",
    "restricted-metadata",
    "unknown-field",
    "wrong-type",
];

/// More of a document is not checked for it.
const MOST_BYTES: u32 = 256 << 10;

/// How many lines with findings are looked at.
const MOST_LINES: usize = 4;

/// How many moves are parsed, and with how many of them the document is checked.
const MOST_PARSED: usize = 400;
const MOST_CHECKED: usize = 40;

/// So many bytes are checked for the fixes of a document, and so many for its findings.
const FOR_FIXES: u32 = 1 << 20;
const FOR_FINDINGS: u32 = 512 << 10;

/// Ends of one block that are tried.
const MOST_ENDS: usize = 24;

/// A block of lines with another indentation, and how far it is to be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Move {
    /// How much speaks against it.
    doubt: usize,
    distance: usize,
    from: usize,
    to: usize,
    /// Columns to the right; negative to the left.
    by: isize,
}

/// A block in the wrong column.
#[derive(Clone, Debug)]
pub(super) struct MovedBlock {
    /// The lines of the block.
    pub(super) range: TextRange,
    /// Moves it to where it belongs.
    pub(super) fix: Fix,
    /// The document has no errors then.
    pub(super) is_all: bool,
    pub(super) lines: usize,
}

impl MovedBlock {
    /// Whether a finding may have the block's column as its cause.
    pub(super) fn explains(&self, finding: &Finding) -> bool {
        is_error(finding) && (self.is_all || self.range.touches(finding.range.start))
    }
}

/// Whether a finding may have a block in the wrong column as its cause.
pub(super) fn may_be_pasted(finding: &Finding) -> bool {
    is_error(finding)
}

/// The block of a document that is in the wrong column: with it moved, the document has fewer errors than now, and fewer
/// than with any other move. `findings`: those of the document.
pub(super) fn moved_block(
    file: &File,
    number: usize,
    findings: &[&Finding],
    context: FileContext<'_>,
    config: &Config,
) -> Option<MovedBlock> {
    search((file, number), findings, context, config, FOR_FIXES)
}

fn search(
    (file, number): (&File, usize),
    findings: &[&Finding],
    context: FileContext<'_>,
    config: &Config,
    most_bytes: u32,
) -> Option<MovedBlock> {
    let document = file.tree().documents().get(number).filter(|it| it.range.len() <= MOST_BYTES)?;
    let root = file.tree().root(file.text(), document);
    // An object in a text has no columns of the document's. Moved, its text may be that of no object.
    let own = of_document(root, findings.iter().copied());
    let suspects = own.iter().filter(|finding| CODES.contains(&finding.code.name));
    // What is missing is missing far above.
    let is_missing = |finding: &Finding| finding.code.name.starts_with("missing-");
    let mut starts: Vec<_> = suspects.map(|finding| (is_missing(finding), finding.range.start)).collect();
    if starts.is_empty() {
        return None;
    }
    starts.sort_unstable();
    let before = (file.tree().errors().len(), own.iter().filter(|finding| is_error(finding)).count());
    let doubled = doubled_keys(file, number);
    let decoded_before = decoded(file, number, config);
    let undecoded: Vec<&Finding> = decoded_before.iter().flat_map(|decoded| &decoded.findings).collect();
    // What the server cannot decode is not all reported where the document has lost its indentation.
    let is_lost = own.iter().any(|finding| finding.code.name == "lost-indentation");
    // What nothing was wrong with shows what is wrong with it now around the block.
    let may_break = undecoded.is_empty() && doubled == 0 && !is_lost && is_plain(file, number);
    let draft = file.draft();
    let file = &if draft.is_remembering() { draft } else { draft.remembering() };
    let lines = Lines::of(file.text(), document.range);
    let mut at: Vec<usize> = starts.into_iter().filter_map(|(_, start)| lines.at(start)).collect();
    at.dedup();
    let config = Config { advice: Advice::Nothing, ..config.clone() };
    for fix in syntax::tabs(file, number) {
        let mut edits = EditSet::of(file.text());
        let Some(changed) = edits.add(&fix).then(|| edits.edited(file)).flatten() else { continue };
        let is_all = !check_document(&changed, number, context, &config).iter().any(is_error);
        let ends = fix.edits.first().zip(fix.edits.last());
        if let Some((first, last)) = ends.filter(|_| is_all) {
            let (range, lines) = (first.range.join(last.range), fix.edits.len());
            return Some(MovedBlock { range, fix, is_all, lines });
        }
    }
    let mut best: Option<(usize, MovedBlock)> = None;
    let mut checked = 0;
    for of in moves(&lines, at.into_iter().take(MOST_LINES)).into_iter().take(MOST_PARSED) {
        let moved = lines.moved(of)?;
        let mut edits = EditSet::of(file.text());
        let edited = edits.add(&moved.fix).then(|| edits.edited_at_once(file)).flatten();
        let Some((changed, change)) = edited else { continue };
        let faults = changed.tree().errors().len();
        if faults > 0 && faults >= before.0 || !lines.is_entry(&changed, number, of) {
            continue;
        }
        let may_break = may_break && is_plain(&changed, number);
        // A key that is written twice loses a value.
        if !(may_break && has_no_double(&changed, number, change)) && doubled_keys(&changed, number) > doubled
        {
            continue;
        }
        if checked == MOST_CHECKED || (checked as u32 + 1) * document.range.len() > most_bytes {
            break;
        }
        checked += 1;
        // No fix adds an error, and most moves do so before anything is validated.
        if may_break && is_broken(&changed, number, change, &decoded_before, &config) {
            continue;
        }
        let is_undecoded = |after: &Arc<Decoded>| adds_errors(&undecoded, &after.findings);
        if !is_lost && decoded(&changed, number, &config).iter().any(is_undecoded) {
            continue;
        }
        let root = changed.tree().documents().get(number);
        let root = root.and_then(|document| changed.tree().root(changed.text(), document));
        let after = check_document(&changed, number, context, &config);
        let errors = of_document(root, after.iter().filter(|finding| is_error(finding))).len();
        if best.as_ref().map_or(errors < before.1 || faults < before.0, |(fewest, _)| errors < *fewest) {
            best = Some((errors, MovedBlock { is_all: errors == 0, ..moved }));
        }
        if errors == 0 {
            break;
        }
    }
    best.map(|(_, block)| block)
}

/// The models of the CRDs of a document.
fn decoded(file: &File, number: usize, config: &Config) -> Vec<Arc<Decoded>> {
    file.crds_of(number).filter_map(|crd| file.decoded(crd, config)).collect()
}

/// Whether a change makes something wrong with a CRD of a plain document, as far as the value around the change shows it.
/// `before`: the models of the document's CRDs before.
fn is_broken(
    changed: &File,
    number: usize,
    change: TextChange,
    before: &[Arc<Decoded>],
    config: &Config,
) -> bool {
    let is_itself = |object: &DocumentObject<'_>| object.kind.crd().is_some_and(CrdKind::is_itself);
    let mut crds = changed.objects_of(number).filter(is_itself).map(|object| object.node);
    crds.any(|crd| before.iter().any(|before| before.is_broken_by(crd, change, config)))
}

/// Whether nothing in a document depends on text elsewhere in it.
fn is_plain(file: &File, number: usize) -> bool {
    file.tree().documents().get(number).is_some_and(|document| file.tree().is_plain(document))
}

/// Whether a look at the keys around a change shows that none of them is written twice.
fn has_no_double(changed: &File, number: usize, change: TextChange) -> bool {
    // A collection of the moved lines alone has the keys that it had before.
    fn may_double(node: Node<'_>, moved: TextRange) -> bool {
        let mut members = node.entries().map(|entry| entry.value).chain(node.items());
        let is_cut = |range: TextRange| range.meets(moved) && !moved.covers(range);
        node.kind().is_map() && node.may_repeat_keys()
            || members.any(|member| is_cut(member.range()) && may_double(member, moved))
    }
    let range = TextRange::new(change.old.start, change.old.start + change.inserted);
    let document = changed.tree().documents().get(number);
    let root = document.and_then(|document| changed.tree().root(changed.text(), document));
    root.is_some_and(|root| !may_double(root, range))
}

/// The number of keys of a document that a later one hides.
fn doubled_keys(file: &File, number: usize) -> usize {
    let document = file.tree().documents().get(number);
    let root = document.and_then(|document| file.tree().root(file.text(), document));
    root.map_or(0, |root| crdls_check::duplicate_keys(root).len())
}

/// Marks the findings that an editor does not show: of those that have a block in the wrong column as their only cause, all
/// but the first one in the block.
pub fn hide_of_paste(file: &File, findings: &mut [FileFinding], context: FileContext<'_>, config: &Config) {
    let is_shown = |found: &FileFinding| !found.hidden && is_error(&found.finding);
    let documents: BTreeSet<usize> =
        findings.iter().filter(|found| is_shown(found)).map(|found| found.document).collect();
    for document in documents {
        let of_document = || findings.iter().filter(|found| found.document == document);
        if of_document().filter(|found| is_shown(found)).count() < 2 {
            continue;
        }
        let all: Vec<_> = of_document().map(|found| &*found.finding).collect();
        let block =
            search((file, document), &all, context, config, FOR_FINDINGS).filter(|block| block.is_all);
        let Some(block) = block else { continue };
        let is_explained = |found: &FileFinding| found.document == document && is_shown(found);
        let is_in = |found: &FileFinding| block.range.touches(found.finding.range.start);
        let explained = || findings.iter().enumerate().filter(|(_, found)| is_explained(found));
        let first = explained().find(|(_, found)| is_in(found)).or_else(|| explained().next());
        let Some(kept) = first.map(|(at, _)| at) else { continue };
        let others = findings.iter_mut().enumerate().filter(|(at, found)| *at != kept && is_explained(found));
        others.for_each(|(_, found)| found.hidden = true);
    }
}

/// Whether it is an error of the server, also one that it would report only after others.
fn is_error(finding: &Finding) -> bool {
    finding.server.as_ref().is_some_and(|server| server.kind != ErrorType::Warning)
}

/// The findings that are not about an object in a text of the document, such as an annotation.
fn of_document<'f>(root: Option<Node<'_>>, findings: impl Iterator<Item = &'f Finding>) -> Vec<&'f Finding> {
    let mut locator = root.map(Locator::new);
    let mut is_in_text = |finding: &Finding| {
        let found = locator.as_mut().and_then(|locator| locator.find(finding.path.steps()));
        found.is_some_and(|found| {
            let (text, own) = (found.value.range(), finding.range);
            let is_inside = text.start < own.start && own.end <= text.end;
            !found.complete && found.value.kind().is_scalar() && is_inside
        })
    };
    findings.filter(|finding| !is_in_text(finding)).collect()
}

/// The moves that may be meant where something is wrong at some lines, the most plausible first.
fn moves(lines: &Lines<'_>, at: impl Iterator<Item = usize>) -> Vec<Move> {
    let mut all: BTreeMap<(usize, usize, isize), Move> = BTreeMap::new();
    let mut starts: BTreeMap<usize, usize> = BTreeMap::new();
    for (from, doubt) in at.flat_map(|line| starts_of(lines, line)) {
        let least = starts.entry(from).or_insert(doubt);
        *least = doubt.min(*least);
    }
    for (from, of_start) in starts {
        let own = lines.indent(from);
        let above = lines.columns(from);
        for target in above.iter().copied().filter(|target| *target != own) {
            let by = target as isize - own as isize;
            for to in ends(lines, from, target, &above) {
                let of = Move {
                    doubt: of_start + lines.doubt(from, to, target),
                    distance: by.unsigned_abs(),
                    from,
                    to,
                    by,
                };
                all.insert((from, to, by), of);
            }
        }
    }
    let mut all: Vec<_> = all.into_values().collect();
    all.sort_unstable();
    all
}

/// Where the block may begin, each with how much speaks against it: at the line, at the lines next to it, at a line that it
/// is below, or where the lines above it are deeper than it is.
fn starts_of(lines: &Lines<'_>, line: usize) -> Vec<(usize, usize)> {
    /// So many lines that it is below.
    const MOST_AROUND: usize = 3;
    let own = lines.indent(line);
    let mut found = vec![(line, 0)];
    found.extend(lines.below(line).map(|below| (below, 0)));
    found.extend(lines.above(line).map(|above| (above, 1)));
    let mut top = line;
    while let Some(next) = lines.above(top).filter(|next| lines.indent(*next) > own) {
        top = next;
    }
    found.push((top, 0));
    let (mut at, mut least, mut around) = (line, own, 0);
    while let Some(above) = lines.above(at).filter(|_| least > 0 && around < MOST_AROUND) {
        if lines.indent(above) < least {
            least = lines.indent(above);
            around += 1;
            found.push((above, around));
        }
        at = above;
    }
    found
}

/// Where a block ends. Moved to the left, before what is less deep. Moved to the right, before a line that has the column
/// of the block then, or of what is around it.
fn ends(lines: &Lines<'_>, from: usize, target: usize, above: &BTreeSet<usize>) -> Vec<usize> {
    let own = lines.indent(from);
    let is_item = |line: usize| lines.content(line).starts_with('-');
    let mut found = Vec::new();
    let mut at = from;
    while let Some(next) = lines.below(at) {
        let indent = lines.indent(next);
        let is_outside = match target < own {
            true => indent < own,
            false => indent < own || indent == own && !is_item(next),
        };
        let may_follow = target > own && indent <= target && above.contains(&indent) || indent == own;
        if is_outside || may_follow && found.len() < MOST_ENDS {
            found.push(next);
        }
        if is_outside {
            return found;
        }
        at = next;
    }
    found.push(at + 1);
    found
}

/// The lines of a document.
struct Lines<'t> {
    text: &'t str,
    /// The start of each.
    starts: Vec<u32>,
    /// The number of spaces at the start of each.
    indents: Vec<usize>,
    /// The numbers of those with content.
    with_content: Vec<usize>,
    /// How many of those are before each, and before the end.
    before: Vec<usize>,
    end: u32,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str, document: TextRange) -> Self {
        let (mut starts, mut indents, mut with_content) = (Vec::new(), Vec::new(), Vec::new());
        let mut before = vec![0];
        let mut at = document.start;
        for (number, line) in document.of(text).split_inclusive('\n').enumerate() {
            let content = line.trim_start_matches(' ');
            let is_content = |content: &str| !content.is_empty() && !content.starts_with('#');
            with_content.extend(is_content(content.trim_end()).then_some(number));
            before.push(with_content.len());
            indents.push(line.len() - content.len());
            starts.push(at);
            at += line.len() as u32;
        }
        Self { text, starts, indents, with_content, before, end: document.end }
    }

    fn at(&self, offset: u32) -> Option<usize> {
        self.starts.partition_point(|start| *start <= offset).checked_sub(1)
    }

    fn start(&self, number: usize) -> u32 {
        self.starts.get(number).copied().unwrap_or(self.end)
    }

    fn line(&self, number: usize) -> &'t str {
        TextRange::new(self.start(number), self.start(number + 1)).of(self.text)
    }

    fn content(&self, number: usize) -> &'t str {
        self.line(number).get(self.indent(number)..).unwrap_or_default()
    }

    fn indent(&self, number: usize) -> usize {
        self.indents.get(number).copied().unwrap_or_default()
    }

    /// How many lines with content are before a line; all past the end.
    fn contents_before(&self, number: usize) -> usize {
        self.before.get(number).copied().unwrap_or(self.with_content.len())
    }

    fn has_content(&self, number: usize) -> bool {
        self.contents_before(number) < self.contents_before(number + 1)
    }

    /// The next line with content.
    fn below(&self, number: usize) -> Option<usize> {
        self.with_content.get(self.contents_before(number + 1)).copied()
    }

    /// The last line with content before one.
    fn above(&self, number: usize) -> Option<usize> {
        let last = self.contents_before(number).checked_sub(1)?;
        self.with_content.get(last).copied()
    }

    /// Whether a block may be below a line.
    fn opens(&self, number: usize) -> bool {
        let content = self.content(number).trim_end();
        content.ends_with([':', '|', '>'])
            || content.ends_with("|-")
            || content.ends_with(">-")
            || content == "-"
    }

    /// The columns that a line can have, by the lines above it.
    fn columns(&self, from: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut at = self.above(from);
        if let Some(above) = at {
            let content = self.content(above);
            let dash = content.len() - content.trim_start_matches(['-', ' ']).len();
            if self.opens(above) {
                found.insert(self.indent(above) + dash + 2);
            }
        }
        let mut least = usize::MAX;
        while let Some(line) = at.filter(|_| least > 0) {
            let indent = self.indent(line);
            if indent < least {
                let content = self.content(line);
                let dash = content.len() - content.trim_start_matches(['-', ' ']).len();
                if content.starts_with("- ") && indent + dash < least {
                    found.insert(indent + dash);
                }
                least = indent;
                found.insert(indent);
            }
            at = self.above(line);
        }
        found
    }

    /// How much speaks against a block in a column: names that are not in their order there, a long way, and for a block at
    /// column 0 a line after it that may belong to it.
    fn doubt(&self, from: usize, to: usize, target: usize) -> usize {
        let name = |number: usize| self.content(number).trim_start_matches(['-', ' ']).split(':').next();
        let mut at = self.above(from);
        while let Some(line) = at.filter(|line| self.indent(*line) > target) {
            at = self.above(line);
        }
        let before = at.filter(|line| self.indent(*line) == target);
        let next = Some(to).filter(|to| self.has_content(*to)).or_else(|| self.below(to));
        let after = next.filter(|next| self.indent(*next) == target);
        let is_sorted = |one: usize, other: usize| name(one) <= name(other);
        let order = match (before.map(|it| is_sorted(it, from)), after.map(|it| is_sorted(from, it))) {
            (Some(true), Some(true)) => 0,
            (Some(true), None) | (None, Some(true)) => 1,
            _ => 2,
        };
        let own = self.indent(from);
        // The lines of its block are below a key.
        let is_key_alone = self.below(from) == next && self.opens(from) && after.is_some() && own < target;
        let is_other_style = self.dash_column(from).is_some_and(|column| column != target);
        let order = order + if is_key_alone { 2 } else { 0 } + usize::from(is_other_style);
        if own > 0 {
            return order + (own.abs_diff(target) / 2).saturating_sub(1).min(6);
        }
        let last = self.above(to).filter(|last| *last >= from).unwrap_or(from);
        let jumps = next.is_none_or(|next| self.indent(next) > self.indent(last) && !self.opens(last));
        order + if jumps { 0 } else { 3 }
    }

    /// The column that an item below a key has as other items of the document do; nothing for other lines.
    fn dash_column(&self, item: usize) -> Option<usize> {
        let is_item = |line: usize| self.content(line).starts_with("- ");
        let key = self.above(item).filter(|key| is_item(item) && self.opens(*key))?;
        let lists = self.with_content.iter().copied().filter(|line| self.opens(*line));
        let pairs = lists.filter_map(|line| Some((line, self.below(line).filter(|below| is_item(*below))?)));
        let mut others = pairs.filter(|(_, first)| *first != item);
        let (line, first) = others.find(|(line, first)| self.indent(*first) >= self.indent(*line))?;
        Some(self.indent(key) + self.indent(first) - self.indent(line))
    }

    /// Whether the first line of a block begins an entry of the text with the block moved: it may be the text of what is above
    /// it.
    fn is_entry(&self, changed: &File, number: usize, Move { from, by, .. }: Move) -> bool {
        let content = self.content(from);
        let dash = content.len() - content.trim_start_matches(['-', ' ']).len();
        let column = self.indent(from).saturating_add_signed(by) + dash;
        let at = self.start(from) + column as u32;
        let document = changed.tree().documents().get(number);
        let root = document.and_then(|document| changed.tree().root(changed.text(), document));
        let mut open = root;
        while let Some(node) = open {
            let entries = || node.entries().filter(|entry| entry.range.touches(at));
            if entries().any(|entry| entry.key.range().start == at) {
                return true;
            }
            let items = || node.items().filter(|item| item.range().touches(at));
            if items().any(|item| item.range().start == at) {
                return true;
            }
            open = entries().map(|entry| entry.value).chain(items()).last();
        }
        false
    }

    fn moved(&self, Move { from, to, by, .. }: Move) -> Option<MovedBlock> {
        let mut edits = Vec::new();
        for number in (from..to).filter(|number| !self.line(*number).trim().is_empty()) {
            let start = self.start(number);
            edits.push(match by {
                0.. => Edit { range: TextRange::empty(start), new_text: " ".repeat(by.unsigned_abs()) },
                _ => {
                    let end = start + by.unsigned_abs().min(self.indent(number)) as u32;
                    Edit { range: TextRange::new(start, end), new_text: String::new() }
                }
            });
        }
        let name: String = self.content(from).trim().chars().take(40).collect();
        let lines = edits.len();
        let below = if lines > 1 { " and what is below it" } else { "" };
        let columns = by.unsigned_abs();
        let title = match by {
            0.. => format!("indent `{name}`{below} by {columns}"),
            _ => format!("outdent `{name}`{below} by {columns}"),
        };
        let range = TextRange::new(self.start(from), self.start(to));
        let fix = Fix { title, safe: false, edits };
        (lines > 0).then_some(MovedBlock { range, fix, is_all: false, lines })
    }
}

#[cfg(test)]
mod tests {
    use crdls_sample::crd;

    use super::*;
    use crate::check;

    #[test]
    fn moves_that_fit_the_lines_around_come_first() {
        let text = "a:\n  b: 1\nc:\n  d: 1\n  e: 1\n";
        let lines = Lines::of(text, TextRange::new(0, text.len() as u32));
        let all = moves(&lines, [2].into_iter());
        let has = |from, to, by| all.iter().any(|of| (of.from, of.to, of.by) == (from, to, by));
        assert!(has(2, 5, 2) && has(2, 3, 2), "{all:?}");
        assert!(!has(2, 4, 2) || all.iter().all(|of| of.from != 2 || of.by == 2), "{all:?}");
    }

    #[test]
    fn no_block_is_moved_to_where_it_cannot_be_decoded() {
        let text = crd(|c| c).replace("\nspec:", "\n  labels:\n    a: 1\nspec:");
        let (file, config) = (File::new(text), Config::default());
        let found = check(&file, FileContext::default(), &config);
        let findings: Vec<_> = found.iter().map(|found| &*found.finding).collect();
        assert!(findings.iter().any(|finding| finding.code.name == "wrong-type"), "{findings:?}");
        // With the spec below the labels it would not even be checked as a CRD.
        let moved = moved_block(&file, 0, &findings, FileContext::default(), &config);
        assert!(moved.is_none(), "{moved:?}");
    }
}
