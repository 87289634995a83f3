//! What can be folded: documents, blocks, block scalars and runs of comments.

use crdls_schema::stop::checkpoint;
use crdls_text::TextRange;
use crdls_yaml::Node;

use crate::File;

/// A range that folds to its first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// From what stays in sight to the last character that goes.
    pub range: TextRange,
    /// Whether it is a run of comments.
    pub comment: bool,
    /// How many blocks it is in: the outer ones first, where there are too many.
    pub depth: u32,
}

/// What can be folded, in the order of the text; of those that start on one line the largest.
pub fn folds(file: &File) -> Vec<Fold> {
    let documents = file.tree().documents();
    let mut found = comments(file);
    for document in documents {
        let Some(root) = file.tree().root(file.text(), document) else { continue };
        if documents.len() > 1 {
            // Not from the comments above it, which fold by themselves.
            found.push(Fold { range: root.range(), comment: false, depth: 0 });
        }
        blocks(root, &mut found);
    }
    let (text, lines) = (file.text(), file.lines());
    let line = |offset| lines.line_col(offset).line;
    let tall = found.into_iter().filter_map(|fold| {
        let written = fold.range.of(text);
        let start = fold.range.start + (written.len() - written.trim_start().len()) as u32;
        let range = TextRange::new(start, fold.range.start + written.trim_end().len() as u32);
        let first = line(range.start);
        (first < line(range.end)).then_some((first, Fold { range, ..fold }))
    });
    // The lines are looked up once: a large text has tens of thousands of blocks.
    let mut tall: Vec<_> = tall.collect();
    tall.sort_by_key(|(line, fold)| (*line, std::cmp::Reverse(fold.range.end), fold.depth));
    tall.dedup_by_key(|(line, _)| *line);
    tall.into_iter().map(|(_, fold)| fold).collect()
}

/// The entries and items below a node that may take more than a line.
fn blocks<'t>(root: Node<'t>, found: &mut Vec<Fold>) {
    let mut open = vec![(root, 1)];
    while let Some((node, depth)) = open.pop() {
        checkpoint();
        let mut add = |value: Node<'t>, range: TextRange| {
            let inner = value.kind().is_map() || value.kind().is_seq();
            if inner {
                open.push((value, depth + 1));
            }
            if inner || range.of(value.text()).contains(['\n', '\r']) {
                found.push(Fold { range, comment: false, depth });
            }
        };
        node.entries().for_each(|entry| add(entry.value, entry.range));
        node.item_ranges().for_each(|(item, range)| add(item, range));
    }
}

/// Runs of lines that are nothing but comments.
fn comments(file: &File) -> Vec<Fold> {
    let (text, lines) = (file.text(), file.lines());
    let mut runs: Vec<(u32, TextRange)> = Vec::new();
    for comment in file.tree().comments() {
        let at = lines.line_col(comment.start);
        let before = TextRange::new(comment.start - at.col, comment.start).of(text);
        if !before.trim_start().is_empty() {
            continue;
        }
        match runs.last_mut() {
            Some((line, run)) if *line + 1 == at.line => {
                *line = at.line;
                *run = run.join(*comment);
            }
            _ => runs.push((at.line, *comment)),
        }
    }
    runs.into_iter().map(|(_, range)| Fold { range, comment: true, depth: 0 }).collect()
}
