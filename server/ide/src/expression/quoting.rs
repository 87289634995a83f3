//! Quotes that an expression needs once a suggestion is accepted: YAML would read something else.
//!
//! Knows where a suggestion stands in its expression; what YAML misreads is `crdls_yaml::misread`'s to know.

use crdls_text::{Edit, TextRange};
use crdls_yaml::{Kind, misread};

use super::Expression;
use crate::suggestion::InsertionPoint;
use crate::{Completion, File};

/// Adds quotes or the header of a block around an expression that is written plainly, where what it becomes with a
/// suggestion needs them.
pub(super) fn quote(
    completion: &mut Completion,
    expression: &Expression<'_>,
    file: &File,
    point: &InsertionPoint<'_>,
) {
    let (text, range) = (file.text(), expression.range);
    let is_plain = matches!(expression.style, Kind::Plain | Kind::Empty) || range.is_empty();
    if !is_plain || point.style().json || point.is_quoted() || range.of(text).contains('\n') {
        return;
    }
    let edit = completion.edit.range;
    let (start, end) = if range.is_empty() { (edit.start, edit.end) } else { (range.start, range.end) };
    let before = TextRange::new(start, edit.start.max(start)).of(text);
    let behind = TextRange::new(edit.end.min(end), end).of(text);
    // What a snippet writes has the quotes that its plain text may lack.
    let written = if completion.snippet { &completion.edit.new_text } else { &completion.plain };
    let code = format!("{before}{written}{behind}");
    let Some(quoting) = misread::quoting(text, expression.key, code.trim()) else { return };
    let line = text.get(..start as usize).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    let indent = line.len() - line.trim_start_matches(' ').len();
    if edit.start <= start {
        // The editor indents the lines of what it inserts.
        let open = quoting.open.replace(&format!("\n{:indent$}", ""), "\n");
        for text in [&mut completion.edit.new_text, &mut completion.plain] {
            let code = text.trim_start();
            let blank = text.get(..text.len() - code.len()).unwrap_or_default();
            *text = format!("{blank}{open}{code}");
        }
    } else {
        completion.additional.push(Edit { range: TextRange::empty(start), new_text: quoting.open });
    }
    if edit.end >= end {
        completion.edit.new_text.push_str(quoting.close);
        completion.plain.push_str(quoting.close);
    } else if !quoting.close.is_empty() {
        completion.additional.push(Edit { range: TextRange::empty(end), new_text: quoting.close.to_owned() });
    }
}
