//! A case that is added to a suite. Must not know what it comes to.

use crdls_suite::{CaseKind, suite_root};
use crdls_yaml::{Kind, Node};

use crate::File;

/// The text of a suite with a case at the end of `onCreate`, which creates an object and expects an error that no server
/// answers, and the index of the case; `None` where the cases are not written as a block. `object` is YAML.
pub fn with_case(file: &File, name: &str, object: &str) -> Option<(String, usize)> {
    let tests = suite_root(file.text(), file.tree())?.get("tests")?.value;
    let list = tests.get(CaseKind::OnCreate.name()).map(|entry| entry.value).filter(|list| !list.is_empty());
    let (at, column, head, index) = match list {
        Some(list) => {
            let (_, last) = list.item_ranges().last().filter(|_| list.kind() == Kind::BlockSeq)?;
            (
                line_end(file, last.end.max(last_end(list))),
                column(file, last.start),
                String::new(),
                list.items().count(),
            )
        }
        None => {
            let first = tests.entries().next().filter(|_| tests.kind() == Kind::BlockMap)?;
            let start = first.key.range().start;
            let indent = column(file, start);
            let head = format!("{}onCreate:\n", " ".repeat(indent));
            (start - indent as u32, indent + 2, head, 0)
        }
    };
    let indent = " ".repeat(column);
    let object: String = object.lines().map(|line| format!("{indent}    {line}\n")).collect();
    let name = crdls_values::double_quoted(name);
    let case = format!(
        "{head}{indent}- name: {name}\n{indent}  initial: |\n{object}{indent}  expectedError: \"?\"\n"
    );
    let (before, after) = file.text().split_at_checked(at as usize)?;
    let line_break = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
    Some((format!("{before}{line_break}{case}{after}"), index))
}

fn last_end(list: Node<'_>) -> u32 {
    list.items().last().map_or(0, |item| item.range().end)
}

fn column(file: &File, at: u32) -> usize {
    file.lines().line_col(at).col as usize
}

/// The end of the last line with content up to an offset, with its line break.
fn line_end(file: &File, at: u32) -> u32 {
    let before = file.text().get(..at as usize).unwrap_or_default().trim_end().len();
    let rest = file.text().get(before..).unwrap_or_default();
    (before + rest.find('\n').map_or(rest.len(), |end| end + 1)) as u32
}
