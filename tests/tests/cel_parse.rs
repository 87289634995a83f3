//! The verdicts of cel-go's parser on the expressions of `cel-parse.jsonl`.

use crdls_cel::Edition;
use crdls_cel::checker::{Environment, NoTypes, check};
use crdls_cel::functions::Functions;
use crdls_cel::lower::{Dialect, parse_expression};
use crdls_cel::types::Type;
use crdls_tests::corpus;
use serde_json::Value;

/// The lines of the corpus file.
fn rows() -> Option<Vec<Value>> {
    let path = corpus::dir_or_skip("verdicts of cel-go's parser")?.join("cel-parse.jsonl");
    let text = std::fs::read_to_string(path).expect("a file of the corpus");
    Some(text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect())
}

/// Line from 1 and column from 0 in characters, as the server counts; no place is -1.
fn position(text: &str, at: Option<u32>) -> (i64, i64) {
    let Some(at) = at else { return (-1, -1) };
    let before = text.get(..at as usize).unwrap_or(text);
    let line = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or("").chars().count();
    (line as i64 + 1, if text.is_empty() { -1 } else { column as i64 })
}

#[test]
fn accepts_and_rejects_as_cel_go() {
    let Some(rows) = rows() else { return };
    let (mut wrong_verdict, mut rejected, mut wrong_place) = (0, 0, 0);
    for row in &rows {
        let text = row["expression"].as_str().unwrap();
        let parsed = parse_expression(text, &Dialect::default());
        let ok = row["ok"] == true;
        if ok != parsed.errors.is_empty() {
            wrong_verdict += 1;
            eprintln!("verdict: {row} ours: {:?}", parsed.errors.first());
        }
        if ok {
            continue;
        }
        rejected += 1;
        // cel-go looks at names, literals and macros once the whole text is parsed.
        let first = parsed.tree.errors.first().or(parsed.errors.first());
        let theirs = (row["line"].as_i64().unwrap(), row["column"].as_i64().unwrap());
        if first.is_some_and(|e| position(text, e.at) != theirs) {
            wrong_place += 1;
            eprintln!("place: {row} ours: {first:?}");
        }
    }
    let total = rows.len();
    println!("verdict equal: {} of {total}", total - wrong_verdict);
    println!("place of the first error equal: {} of {rejected}", rejected - wrong_place);
    assert_eq!(wrong_verdict, 0);
    assert!(wrong_place * 20 <= rejected, "{wrong_place} of {rejected} places differ");
}

#[test]
fn prefixes_are_parsed_and_checked_without_panic() {
    let Some(rows) = rows() else { return };
    let dialect = Dialect::default();
    let functions = Functions::default();
    let environment = Environment {
        functions: &functions,
        variables: &[("self", Type::Dyn)],
        types: &NoTypes,
        edition: Edition::default(),
    };
    for row in &rows {
        let text = row["expression"].as_str().unwrap();
        for (end, _) in text.char_indices() {
            let prefix = &text[..end];
            let parsed = parse_expression(prefix, &dialect);
            let joined: String = parsed.tree.tokens.iter().map(|t| t.range.of(prefix)).collect();
            assert_eq!(joined, prefix);
            check(parsed.ast, &environment);
        }
    }
}
