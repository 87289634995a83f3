//! A test suite: it is read, its findings fit the text, and its cases run to an end against a CRD.

use std::sync::Arc;

use crdls_report::Config;
use crdls_suite::{Candidate, Examples, Installed, Session, accepting, examples, read, settings};
use crdls_text::Edit;
use crdls_yaml::Tree;

use super::inputs::tables;

pub(super) fn run(bytes: &[u8], _: &super::Seeds) {
    let text = String::from_utf8_lossy(bytes);
    let tree = Tree::parse(&text);
    let config = settings(&Config::default());
    let crd = Arc::new(tables());
    let crd_tree = Tree::parse(&crd);
    let candidates = Candidate::all("crd.yaml", &crd, &crd_tree);
    let installed = Installed::new(candidates.first().expect("a CRD"), "v1", &config);
    let mut session = Session::new(&installed, &config);
    for example in examples(&text, &tree, Examples::Valid) {
        session.run(&example.case);
    }
    let Some(suite) = read(&text, &tree) else { return };
    for finding in &suite.findings {
        fits(&text, finding.range);
        finding.fixes.iter().flat_map(|fix| &fix.edits).for_each(|edit| fits(&text, edit.range));
    }
    let root = tree.documents().iter().find_map(|document| tree.root(&text, document));
    for case in &suite.cases {
        let result = session.run(case);
        fits(&text, result.range);
        let edits: Option<Vec<Edit>> = root.and_then(|root| accepting(root, case, &result));
        edits.iter().flatten().for_each(|edit| fits(&text, edit.range));
    }
}

fn fits(text: &str, range: crdls_text::TextRange) {
    let ends = [range.start, range.end].map(|at| text.is_char_boundary(at as usize));
    assert!(range.start <= range.end && ends == [true; 2], "{range:?} is no range of the text");
}
