//! Half-typed rules: each prefix of each rule of the corpus is a tree, and no name in it is lost.

use std::collections::BTreeSet;
use std::path::Path;

use crdls_cel::lower::{Dialect, parse_expression};
use crdls_cel::syntax::{NodeKind, TokenKind, Tree};
use crdls_tests::{corpus, verdicts};
use crdls_text::TextRange;
use serde_json::Value;

#[test]
fn prefixes_keep_their_names() {
    let Some(root) = corpus::dir_or_skip("prefixes of rules") else { return };
    let dialect = Dialect::default();
    let rules = rules(&root);
    let (mut prefixes, mut kept, mut lost) = (0, 0, Vec::new());
    for rule in &rules {
        let ends = rule.char_indices().map(|(at, _)| at).chain([rule.len()]);
        for prefix in ends.filter_map(|end| rule.get(..end)) {
            let tree = parse_expression(prefix, &dialect).tree;
            let named = names(&tree);
            prefixes += 1;
            for name in written(&tree) {
                match named.contains(&(name.start, name.end)) {
                    true => kept += 1,
                    false => lost.push(format!("`{}` of {prefix:?}", name.of(prefix))),
                }
            }
        }
    }
    println!("{} rules, {prefixes} prefixes, {kept} names kept, {} lost", rules.len(), lost.len());
    assert!(!rules.is_empty());
    lost.truncate(20);
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

/// Every rule and message of CRDs and of Kubernetes' own expressions, each once.
fn rules(root: &Path) -> BTreeSet<String> {
    let lines = |file: &str| -> Vec<Value> {
        let text = corpus::read(&root.join(file));
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    };
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let mut rules = BTreeSet::new();
    for folder in verdicts::FOLDERS {
        for line in lines(&format!("verdicts/{folder}.jsonl")) {
            let all = list(&line, "costs").into_iter().flat_map(|version| list(&version, "rules"));
            rules.extend(all.filter_map(|rule| rule["rule"].as_str().map(str::to_owned)));
        }
    }
    let expressions = lines("kubernetes-cases/expressions.jsonl");
    rules.extend(expressions.iter().filter_map(|line| line["rule"].as_str().map(str::to_owned)));
    rules
}

/// The names that stand in the text.
fn written(tree: &Tree) -> impl Iterator<Item = TextRange> {
    let name = |kind| matches!(kind, TokenKind::Ident | TokenKind::EscapedIdent);
    tree.tokens.iter().filter(move |token| name(token.kind)).map(|token| token.range)
}

/// The names that the nodes of the tree have.
fn names(tree: &Tree) -> BTreeSet<(u32, u32)> {
    let mut names = BTreeSet::new();
    let mut open = vec![tree.root];
    while let Some(id) = open.pop() {
        let node = tree.node(id);
        let mut keep = |range: TextRange| {
            names.insert((range.start, range.end));
        };
        match &node.kind {
            NodeKind::Ident { name, .. } | NodeKind::Call { name, .. } => keep(*name),
            NodeKind::Select { field: Some(field), .. } => keep(*field),
            NodeKind::Message { name, fields, .. } => {
                name.iter().copied().chain(fields.iter().filter_map(|field| field.name)).for_each(keep);
            }
            _ => {}
        }
        node.kind.for_each_child(|child| open.push(child));
    }
    names
}
