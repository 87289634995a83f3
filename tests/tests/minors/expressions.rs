//! Rules by minor: whether they compile, new and stored, the words where they do not, and the costs
//! (`rules.jsonl`, `schemas.jsonl`, `expressions.jsonl`).

use std::collections::BTreeMap;

use crdls_minors::Minor;
use crdls_rules::Purpose;
use crdls_tests::corpus;
use serde_json::{Value, json};

use crate::cel_expressions::{Expression, lines, with_their_words};

#[test]
fn rules() {
    let Some(root) = corpus::dir_or_skip("rules by minor") else { return };
    let rows = lines(&root, "minors/rules.jsonl");
    let Some((first, rows)) = rows.split_first() else { panic!("rules.jsonl is empty") };
    compare(
        rows.iter().map(|row| (row, Expression { schema: &first["schema"], ..Expression::of(row) })),
        Purpose::Rule,
    );
}

#[test]
fn rules_on_schemas_of_their_own() {
    let Some(root) = corpus::dir_or_skip("rules on schemas by minor") else { return };
    let rows = lines(&root, "minors/schemas.jsonl");
    compare(rows.iter().map(|row| (row, Expression::of(row))), Purpose::Rule);
}

#[test]
fn expressions_of_kubernetes() {
    let Some(root) = corpus::dir_or_skip("expressions by minor") else { return };
    let inputs = lines(&root, "kubernetes-cases/expressions.jsonl");
    let rows = lines(&root, "minors/expressions.jsonl");
    let verdicts = lines(&root, "verdicts/expressions.jsonl");
    let is_rule = |row: &Value| input_of(&verdicts, row)["type"] == "bool";
    let (rules, others): (Vec<_>, Vec<_>) = rows.iter().partition(|row| is_rule(row));
    for (rows, purpose) in [(rules, Purpose::Rule), (others, Purpose::Any)] {
        compare(rows.into_iter().map(|row| (row, Expression::of(input_of(&inputs, row)))), purpose);
    }
}

/// The recorded words without an address, and as an API server says that no program can be made.
fn comparable(words: &str) -> String {
    let words = words.replacen("program: ", "program instantiation failed: ", 1);
    match (words.find("&{"), words.find(") old:")) {
        (Some(start), Some(end)) => words.replacen(&words[start..end + 2], "", 1),
        _ => words,
    }
}

/// The line of another file that a row is about.
fn input_of<'r>(lines: &'r [Value], row: &Value) -> &'r Value {
    lines.get(row["line"].as_u64().unwrap_or(u64::MAX) as usize).expect("a line")
}

/// Holds the verdicts of all minors on each row against ours; what differs is printed and fails.
fn compare<'r>(rows: impl Iterator<Item = (&'r Value, Expression<'r>)>, purpose: Purpose) {
    let (mut judged, mut wrong) = (0, BTreeMap::<&str, Vec<String>>::new());
    for (row, expression) in rows {
        for minor in Minor::all() {
            let version = minor.to_string();
            let theirs = json!({
                "compiles": row["compiles"][&version],
                "stored": row["stored"].get(&version).unwrap_or(&row["compiles"][&version]),
                "error": row["errors"][&version].as_str().map(comparable),
                "minCost": row["minCost"][&version],
                "maxCost": row["maxCost"][&version],
            });
            let mut ours = with_their_words(expression.judged(minor, purpose), &theirs);
            let stored = Expression { is_stored: true, ..expression }.judged(minor, purpose);
            ours["compiles"] = json!(ours["error"].is_null());
            ours["stored"] = json!(stored["error"].is_null());
            judged += 1;
            let keys: &[_] = match theirs["compiles"] == true {
                true => &["compiles", "stored", "minCost", "maxCost"],
                false => &["compiles", "stored", "error"],
            };
            if let Some(key) = keys.iter().find(|key| ours[**key] != theirs[**key]) {
                wrong.entry(key).or_default().push(format!(
                    "{version} {key}: {}\n    ours   {}\n    theirs {}",
                    expression.text, ours[*key], theirs[*key]
                ));
            }
        }
    }
    let counts: Vec<_> = wrong.iter().map(|(key, lines)| format!("{key} {}", lines.len())).collect();
    println!(
        "{judged} verdicts by minor, different: {}",
        if counts.is_empty() { "0".into() } else { counts.join(", ") }
    );
    let lines: Vec<_> = wrong.into_values().flatten().collect();
    assert!(judged > 0 && lines.is_empty(), "{}", lines.join("\n"));
}
