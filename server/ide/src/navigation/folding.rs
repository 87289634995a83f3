//! What can be folded: documents, blocks, block scalars and runs of comments.

use crdls_report::stop::checkpoint;
use crdls_text::TextRange;
use crdls_yaml::TallBlock;

use crate::File;

/// A range that folds to its first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// From what stays in sight to the last character that goes.
    pub range: TextRange,
    /// The line that stays in sight, from 0.
    pub first_line: u32,
    /// The last line that goes.
    pub last_line: u32,
    /// Whether it is a run of comments.
    pub comment: bool,
    /// How many blocks it is in: the outer ones first, where there are too many.
    pub depth: u32,
}

/// What can be folded, in the order of the text; of those that start on one line the largest.
pub fn folds(file: &File) -> Vec<Fold> {
    let (tree, text, lines) = (file.tree(), file.text(), file.lines());
    let documents = tree.documents();
    let mut found = comments(file);
    for document in documents {
        checkpoint();
        let Some(root) = tree.root(text, document).filter(|_| documents.len() > 1) else { continue };
        // Not from the comments above it, which fold by themselves.
        let range = root.range();
        let range = TextRange::new(range.start, range.start + range.of(text).trim_end().len() as u32);
        let [first_line, last_line] = [range.start, range.end].map(|at| lines.line_col(at).line);
        found.push(Fold { range, first_line, last_line, comment: false, depth: 0 });
    }
    let fold = |TallBlock { range, first_line, last_line, depth }| Fold {
        range,
        first_line,
        last_line,
        comment: false,
        depth,
    };
    for document in documents {
        found.extend(tree.tall_blocks(text, lines, document).into_iter().map(fold));
    }
    found.retain(|fold| fold.first_line < fold.last_line);
    found.sort_by_key(|fold| (fold.first_line, std::cmp::Reverse(fold.range.end), fold.depth));
    found.dedup_by_key(|fold| fold.first_line);
    found
}

/// Runs of lines that are nothing but comments.
fn comments(file: &File) -> Vec<Fold> {
    let (text, lines) = (file.text(), file.lines());
    let mut runs: Vec<Fold> = Vec::new();
    for comment in file.tree().comments() {
        let at = lines.line_col(comment.start);
        let before = TextRange::new(comment.start - at.col, comment.start).of(text);
        if !before.trim_start().is_empty() {
            continue;
        }
        let comment = TextRange::new(comment.start, comment.start + comment.of(text).trim_end().len() as u32);
        match runs.last_mut() {
            Some(run) if run.last_line + 1 == at.line => {
                run.last_line = at.line;
                run.range = run.range.join(comment);
            }
            _ => runs.push(Fold {
                range: comment,
                first_line: at.line,
                last_line: at.line,
                comment: true,
                depth: 0,
            }),
        }
    }
    runs
}
