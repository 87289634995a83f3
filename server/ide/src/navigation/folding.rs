//! What can be folded: documents, blocks, block scalars and runs of comments.

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
    let lines = file.lines();
    let line = |offset| lines.line_col(offset).line;
    let text = file.text();
    for fold in &mut found {
        let written = fold.range.of(text);
        let start = fold.range.start + (written.len() - written.trim_start().len()) as u32;
        fold.range = TextRange::new(start, fold.range.start + written.trim_end().len() as u32);
    }
    found.retain(|fold| line(fold.range.start) < line(fold.range.end));
    found.sort_by_key(|fold| (line(fold.range.start), std::cmp::Reverse(fold.range.end), fold.depth));
    found.dedup_by_key(|fold| line(fold.range.start));
    found
}

/// The entries and items below a node that may take more than a line.
fn blocks(root: Node<'_>, found: &mut Vec<Fold>) {
    let mut open = vec![(root, 1)];
    while let Some((node, depth)) = open.pop() {
        let block = |range| Fold { range, comment: false, depth };
        for entry in node.entries() {
            found.push(block(entry.range));
            open.push((entry.value, depth + 1));
        }
        for (item, range) in node.item_ranges() {
            found.push(block(range));
            open.push((item, depth + 1));
        }
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
