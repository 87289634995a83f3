//! The description of a declaration from its documentation (pkg/markers/zip.go, `extractDoc`; go/ast,
//! `CommentGroup.Text`).

use crdls_go_source::{File, GroupId};
use crdls_markers::MarkerText;

/// The documentation in a group, without markers; empty if there is none.
pub(crate) fn documentation(text: &str, file: &File, group: Option<GroupId>) -> String {
    let Some(group) = group else { return String::new() };
    let comments =
        file.comments_of(group).iter().filter(|range| MarkerText::of_comment(text, **range).is_none());
    let comments: Vec<&str> = comments.map(|range| range.of(text)).collect();
    let is_block = comments.iter().any(|comment| comment.starts_with("/*"));
    let lines = group_text(&comments);
    let mut in_code = false;
    let mut out: Vec<&str> = Vec::with_capacity(lines.len());
    for line in &lines {
        let line = if is_block { line.trim() } else { line.as_str() };
        if line.starts_with("```") || line.starts_with("~~~") {
            in_code = !in_code;
        }
        if !in_code {
            if line.starts_with("TODO") {
                continue;
            }
            if line.starts_with("---") {
                break;
            }
        }
        out.push(line);
    }
    out.join("\n")
}

/// The lines of a group: comment marks and blanks at the end removed, several empty lines made one, none at the
/// beginning and the end.
fn group_text(comments: &[&str]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for comment in comments {
        let text = comment.replace('\r', "");
        let inside = match text.strip_prefix("//") {
            Some(inside) if is_directive(inside) => continue,
            Some(inside) => inside.strip_prefix(' ').unwrap_or(inside),
            None => text.strip_prefix("/*").map_or("", |inside| inside.strip_suffix("*/").unwrap_or(inside)),
        };
        lines
            .extend(inside.split('\n').map(|line| line.trim_end_matches([' ', '\t', '\n', '\r']).to_owned()));
    }
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    for line in lines {
        if !line.is_empty() || out.last().is_some_and(|last| !last.is_empty()) {
            out.push(line);
        }
    }
    if out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    out
}

/// Whether what follows `//` is a directive such as `go:generate`, which is not text (go/ast, `isDirective`).
fn is_directive(text: &str) -> bool {
    if text.starts_with("line ") || text.starts_with("extern ") || text.starts_with("export ") {
        return true;
    }
    let Some((word, rest)) = text.split_once(':') else { return false };
    let is_word = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    !word.is_empty() && word.bytes().all(is_word) && rest.bytes().next().is_some_and(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_directives_and_notes_are_left_out() {
        let text = "package a\n\n// Foo is  \n//  indented.\n// +optional\n//go:generate x\n//\n//\n// TODO: later\n// Bar.\n\
                    // ---\n// hidden\ntype Foo string\n";
        let file = crdls_go_source::parse(text);
        let doc = file.decls[0].doc;
        assert_eq!(documentation(text, &file, doc), "Foo is\n indented.\n\nBar.");
    }
}
