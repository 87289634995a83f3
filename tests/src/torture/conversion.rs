//! A review and an answer to it: findings fit the answer, the server has one first error or takes all objects, and what
//! it takes can be compared with what was sent.

use crdls_conversion::{Answer, CheckedAnswer, Review, check_answer, round_trip};
use crdls_report::{FieldPath, Finding};
use crdls_values::json::Reader;
use crdls_yaml::Tree;

use super::inputs::{NEXT, tables};
use crate::World;

pub(super) fn run(bytes: &[u8], _: &super::Seeds) {
    let text = String::from_utf8_lossy(bytes);
    let (request, answer) = text.split_once(NEXT).unwrap_or((&text, &text));
    let World { crds, config } = World::with(tables());
    let (sent, answered) = (Tree::parse(request), Tree::parse(answer));
    let Some(root) = sent.first_root(request) else {
        return;
    };
    let review = Review::read(root, &config);
    let file = "response.json";
    let checked =
        check_answer(Answer { request: &review, text: answer, tree: &answered, file }, Some(&crds), &config);
    let CheckedAnswer { findings, objects } = checked;
    for finding in &findings {
        let ends = [finding.range.start, finding.range.end].map(|at| answer.is_char_boundary(at as usize));
        assert!(
            finding.range.start <= finding.range.end && ends == [true; 2],
            "outside of its text: {finding:?}"
        );
    }
    let is_first = |finding: &&Finding| finding.server.as_ref().is_some_and(|server| !server.shadowed);
    let first = findings.iter().filter(is_first).count();
    assert!(first <= 1 && (first == 0 || objects.is_empty()), "{first} first errors: {findings:#?}");
    let whole = Reader::default().read(root);
    for object in &objects {
        assert!(
            round_trip(object, object, "v1", &FieldPath::default()).is_none(),
            "not as before: {object:?}"
        );
        round_trip(&whole, object, "v1", &FieldPath::default());
    }
}
