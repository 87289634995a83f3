//! The API server's verdicts on the rules of Kubernetes' own tests (`expressions.jsonl`).
#![allow(clippy::disallowed_methods)]

mod kubernetes;

use std::collections::BTreeMap;
use std::path::PathBuf;

use crdls_cel::checker::{Environment, check};
use crdls_cel::cost::{CostOptions, LISTS, SETS, cost};
use crdls_cel::functions::Functions;
use crdls_cel::lower::{Dialect, parse_expression};
use crdls_cel::report;
use crdls_cel::types::Type;
use crdls_cel::validate::{Validator, validate};
use kubernetes::declaration::Declaration;
use kubernetes::estimator::SchemaSizes;
use kubernetes::{SchemaTypes, functions, macros};
use serde_json::{Value, json};

fn lines(name: &str) -> Option<Vec<Value>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let default = || root.join("../shared/corpus");
    let path = std::env::var_os("CRDLS_CORPUS").map_or_else(default, |dir| root.join(dir)).join(name);
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: no {name} in the corpus");
        return None;
    };
    Some(text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect())
}

#[test]
fn errors_types_and_costs_are_the_servers() {
    let (Some(rows), Some(verdicts), Some(table)) = (
        lines("kubernetes-cases/expressions.jsonl"),
        lines("verdicts/expressions.jsonl"),
        lines("../cel-functions.jsonl"),
    ) else {
        return;
    };
    let functions = functions(&table, 36);
    let mut wrong = BTreeMap::new();
    for (row, theirs) in rows.iter().zip(&verdicts) {
        let mut ours = judge(row, &functions, &Dialect::default());
        let syntax = theirs["error"].as_str().filter(|error| error.contains("Syntax error"));
        if let (Some(theirs_text), Some(ours_text)) = (syntax, ours["error"].as_str()) {
            // Of a syntax error the place has to agree; the words are our own.
            let place = |text: &str| text.splitn(4, ':').take(3).collect::<Vec<_>>().join(":");
            if place(theirs_text) == place(ours_text) {
                ours["error"] = theirs["error"].clone();
            }
        }
        for key in ["error", "type", "minCost", "maxCost"] {
            if ours[key] != theirs[key] {
                *wrong.entry(key).or_insert(0) += 1;
                eprintln!(
                    "{key} of {}\n  {}\n  ours   {}\n  theirs {}",
                    row["id"], row["rule"], ours[key], theirs[key]
                );
            }
        }
    }
    println!("{} expressions, differences: {wrong:?}", rows.len());
    assert!(wrong.is_empty());
}

/// The table says which minor lets a new rule use a function.
#[test]
fn rules_compile_from_the_minor_that_the_server_says() {
    let (Some(rows), Some(table)) = (lines("verdicts/minors.jsonl"), lines("../cel-functions.jsonl")) else {
        return;
    };
    let schema = &rows[0]["schema"];
    let (mut judged, mut wrong) = (0, 0);
    for minor in 31..=37 {
        let functions = functions(&table, minor);
        let dialect = Dialect { macros: macros(&table, minor), ..Dialect::default() };
        for row in rows.iter().skip(1) {
            let ours = judge(&json!({"rule": row["rule"], "schema": schema}), &functions, &dialect);
            judged += 1;
            if (ours["type"] == "bool") != (row["compiles"][format!("1.{minor}")] == true) {
                wrong += 1;
                eprintln!("1.{minor}: {row} ours: {ours}");
            }
        }
    }
    println!("{judged} verdicts, {wrong} differ");
    assert_eq!(wrong, 0);
}

fn judge(row: &Value, functions: &Functions, dialect: &Dialect) -> Value {
    let text = row["rule"].as_str().unwrap();
    let declaration = Declaration::of(&row["schema"], false).expect("a schema that CEL sees");
    let named = declaration.clone().named("selfType");
    let mut types = SchemaTypes(BTreeMap::new());
    named.objects(&mut types.0);
    let old = if row["optionalOldSelf"] == true { Type::optional(named.t.clone()) } else { named.t.clone() };
    let variables = [("self", named.t.clone()), ("oldSelf", old)];
    let environment = Environment { functions, variables: &variables, types: &types };

    let parsed = parse_expression(text, dialect);
    if !parsed.errors.is_empty() {
        return json!({"error": report::syntax_errors(text, &parsed.errors), "minCost": 0, "maxCost": 0});
    }
    let mut checked = check(parsed.ast, &environment);
    if checked.errors.is_empty() {
        checked.errors = validate(&checked, Validator::ALL);
    }
    if !checked.errors.is_empty() {
        return json!({"error": report::check_errors(text, &checked.errors), "minCost": 0, "maxCost": 0});
    }
    let overloads: Vec<_> = SETS.iter().chain(LISTS).copied().collect();
    let options = CostOptions { presence_test_costs: false, overloads: &overloads, ..CostOptions::default() };
    let cost = cost(&checked, &SchemaSizes(&declaration), options);
    json!({"type": checked.result_type().full_name(), "minCost": cost.min, "maxCost": cost.max})
}
