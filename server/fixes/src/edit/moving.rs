//! An entry that goes from one mapping to another.

use crdls_text::{Edit, TextRange};
use crdls_yaml::{Kind, Node};

use super::insert::into_block;
use super::{lines, parts, remove};

/// Takes the n-th entry out of a block mapping and puts it, indented anew, into another one.
pub(in super::super) fn moved(from: Node<'_>, index: usize, to: Node<'_>) -> Option<[Edit; 2]> {
    if from.kind() != Kind::BlockMap || to.kind() != Kind::BlockMap {
        return None;
    }
    let text = from.text();
    let entry = from.entries().nth(index)?;
    let end = lines::end(text, lines::content_end(entry.value, entry.range));
    let source = TextRange::new(entry.range.start, end).of(text);
    let old = lines::column(text, entry.range.start);
    let removed = remove(from, &parts(from), index)?;
    let (first, rest) = source.split_once('\n').map_or((source, None), |(first, rest)| (first, Some(rest)));
    let rest: Option<Vec<&str>> =
        rest.map_or(Some(Vec::new()), |rest| rest.split('\n').map(|line| outdented(line, old)).collect());
    let rest = rest?;
    let line = |column: usize| {
        let pad = " ".repeat(column);
        let rest = rest
            .iter()
            .map(|line| if line.trim().is_empty() { format!("\n{line}") } else { format!("\n{pad}{line}") });
        format!("{first}{}", rest.collect::<String>())
    };
    let inserted = into_block(to, &entry.key.str()?, line, Some(removed.range))?;
    Some([inserted, removed])
}

fn outdented(line: &str, column: usize) -> Option<&str> {
    let blanks = line.len() - line.trim_start_matches(' ').len();
    if line.trim().is_empty() { Some("") } else { line.get(column..).filter(|_| blanks >= column) }
}
