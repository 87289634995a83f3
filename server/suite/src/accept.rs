//! The edits of a suite that make a case expect the actual result.
//!
//! Must not know how the server comes to the answer.

use crdls_text::{Edit, TextRange, line_start};
use crdls_values::Json;
use crdls_values::json::{double_quoted, yaml};
use crdls_yaml::{Entry, Node};

use crate::compare::comparable;
use crate::error_text::sentences_of;
use crate::read::case_node;
use crate::run::{Answer, CaseResult};
use crate::suite::{Case, Expectation};

const EXPECTATIONS: [Expectation; 3] = [Expectation::Object, Expectation::Error, Expectation::StatusError];

/// The edits with which a case expects the answer that it got; nothing where no expectation would do, or where the case
/// is not written as a block of its own. `root` is the suite.
pub fn accepting(root: Node<'_>, case: &Case, result: &CaseResult) -> Option<Vec<Edit>> {
    let (met, answer) = (result.met?, result.answer.as_ref()?);
    let node = case_node(root, case)?;
    let entries: Vec<_> = node.entries().collect();
    let written = |entry: &&Entry<'_>| {
        let key = entry.key.str().unwrap_or_default();
        EXPECTATIONS.iter().any(|expectation| expectation.key() == key)
    };
    let text = root.text();
    let first = entries.first()?;
    let column = (first.key.range().start - line_start(text, first.key.range().start)) as usize;
    let expected = entry(met, answer, column);
    let mut replaced = entries.iter().filter(written);
    let Some(main) = replaced.next() else {
        let end = entries.last()?.range.end;
        let ends_line = text.get(..end as usize)?.ends_with('\n');
        let (before, after) = if ends_line { ("", "\n") } else { ("\n", "") };
        let new_text = format!("{before}{}{expected}{after}", " ".repeat(column));
        return Some(vec![Edit { range: TextRange::empty(end), new_text }]);
    };
    let mut edits = vec![Edit { range: without_line_end(text, main.range), new_text: expected }];
    for other in replaced {
        let start = other.range.start - column as u32;
        let end = without_line_end(text, other.range).end;
        let line_break = text.get(end as usize..).unwrap_or_default().starts_with('\n');
        edits.push(Edit {
            range: TextRange::new(start, end + u32::from(line_break)),
            new_text: String::new(),
        });
    }
    Some(edits)
}

/// The expectation as an entry without the end of its line.
pub(crate) fn entry(met: Expectation, answer: &Answer, column: usize) -> String {
    let key = met.key();
    match answer {
        Answer::Refused(text) => format!("{key}: {}", double_quoted(sentences_of(text))),
        Answer::Stored(object) => {
            let indent = " ".repeat(column + 2);
            let lines = yaml(&shown(object));
            let lines = lines.lines().map(|line| match line.is_empty() {
                true => "\n".to_owned(),
                false => format!("\n{indent}{line}"),
            });
            format!("{key}: |{}", lines.collect::<String>())
        }
    }
}

/// An object as an author would write it.
pub(crate) fn shown(object: &Json) -> Json {
    let mut object = comparable(object);
    if object.get("metadata").is_some_and(|metadata| metadata.members().is_empty()) {
        object.remove("metadata");
    }
    object
}

fn without_line_end(text: &str, range: TextRange) -> TextRange {
    let written = range.of(text);
    TextRange::new(range.start, range.start + written.trim_end_matches(['\n', '\r', ' ']).len() as u32)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crdls_report::Config;
    use crdls_sample::crd;
    use crdls_yaml::Tree;

    use crate::{Candidate, Installed, Session, settings};

    /// The suite with the answers, each failing case in turn.
    fn accepted(suite: &str) -> String {
        let config = settings(&Config::default());
        let spec = "{type: object, properties: {size: {type: integer, maximum: 3, default: 1}}}";
        let crd = Arc::new(crd(|c| c.schema(&format!("type: object\nproperties: {{spec: {spec}}}"))));
        let tree = Tree::parse(&crd);
        let candidates = Candidate::all("crd.yaml", &crd, &tree);
        let installed = Installed::new(&candidates[0], "v1", &config);
        assert_eq!(installed.refusal(), None);
        let mut session = Session::new(&installed, &config);
        let mut text = suite.to_owned();
        for at in 0.. {
            let tree = Tree::parse(&text);
            let read = crate::read(&text, &tree).unwrap();
            let Some(case) = read.cases.get(at) else { break };
            let result = session.run(case);
            if result.outcome == crate::Outcome::Passed {
                continue;
            }
            let root = tree.root(&text, &tree.documents()[0]).unwrap();
            let mut edits = super::accepting(root, case, &result).unwrap();
            edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
            edits.iter().for_each(|edit| assert!(edit.apply(&mut text)));
        }
        text
    }

    #[test]
    fn the_answer_takes_the_place_of_what_is_expected() {
        let object =
            |n: &str| format!("      apiVersion: example.com/v1\n      kind: Table\n      spec: {n}\n");
        let suite = format!(
            "crdName: tables.example.com\ntests:\n  onCreate:\n  - name: a\n    initial: |\n{}    expected: |\n{}  - name: b\n    \
             initial: |\n{}    expectedError: no\n",
            object("{}"),
            object("{size: 2}"),
            object("{size: 4}"),
        );
        let accepted = accepted(&suite);
        assert!(
            accepted.contains(
                "    expected: |\n      apiVersion: example.com/v1\n      kind: Table\n      spec:\n        size: 1\n"
            ),
            "{accepted}"
        );
        assert!(accepted.contains("    expectedError: \"spec.size: Invalid value: 4: "), "{accepted}");
    }
}
