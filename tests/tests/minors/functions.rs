//! The functions and macros of each minor, for new rules and for stored ones (`functions.jsonl`).

use std::collections::BTreeSet;

use crdls_minors::Minor;
use crdls_rules::Library;
use crdls_tests::{corpus, evaluate, oracle};
use serde_json::Value;

use crate::cel_expressions::lines;

#[test]
fn functions_and_macros() {
    let Some(root) = corpus::dir_or_skip("functions by minor") else { return };
    let mut rows = lines(&root, "minors/functions.jsonl");
    let (unreachable, rows) = rows.drain(..).partition::<Vec<_>, _>(is_unreachable);
    let mut wrong = Vec::new();
    for minor in Minor::all() {
        for (stored, library) in
            [(false, Library::of_new_rules(minor)), (true, Library::of_stored_rules(minor))]
        {
            let theirs: BTreeSet<_> =
                rows.iter().filter(|row| is_there(row, minor, stored)).map(row_of).collect();
            let ours = rows_of(library);
            let age = if stored { "stored" } else { "new" };
            wrong.extend(theirs.difference(&ours).map(|row| format!("{minor} {age}: {row} is missing")));
            wrong.extend(ours.difference(&theirs).map(|row| format!("{minor} {age}: {row} is not there")));
        }
    }
    println!(
        "{} of {} functions and macros compared, {} differences",
        rows.len(),
        rows.len() + unreachable.len(),
        wrong.len()
    );
    for row in &unreachable {
        println!("  declared to nobody, so that no expression can call it: {}", row_of(row));
    }
    assert!(rows.len() > 300 && wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The old names of operators, which cel-go declares to nobody.
const OLD_NAMES: [&str; 3] = ["_in_", "in", "__not_strictly_false__"];

fn is_unreachable(row: &Value) -> bool {
    OLD_NAMES.iter().any(|name| row["function"] == *name)
}

/// No expression can call them: `in` is a word of the language, and the other two are not declared on any minor.
#[test]
fn old_names_of_operators_cannot_be_called() {
    for minor in Minor::all() {
        let Some(oracle) = oracle::of_minor_or_skip("old names of operators", minor) else { continue };
        let calls = ["_in_(1, [1])", "[1]._in_(1)", "__not_strictly_false__(true)", "in(1, [1])"];
        let questions = calls.map(Value::from);
        for (call, theirs) in calls.iter().zip(evaluate::ask(&oracle, &questions)) {
            let theirs = theirs["compileError"].as_str().unwrap_or_default().to_owned();
            let refused = ["undeclared reference", "Syntax error"].iter().any(|words| theirs.contains(words));
            assert!(refused, "{minor} {call}: {theirs}");
            let ours = evaluate::expression(call, minor);
            assert!(ours["compileError"].is_string(), "{minor} {call}: {ours}");
        }
    }
}

fn is_there(row: &Value, minor: Minor, stored: bool) -> bool {
    let named = |key: &str| row[key].as_str().and_then(Minor::parse);
    let since = if stored { named("stored").or(named("since")) } else { named("since") };
    since.is_some_and(|since| since <= minor) && named("until").is_none_or(|last| minor <= last)
}

/// A function with the types of its arguments, or a macro with their number.
fn row_of(row: &Value) -> String {
    match row["macro"].as_str() {
        Some(name) => format!("macro {name} {} {}", row["args"], row["receiver"] == true),
        None => {
            let args: Vec<_> =
                row["args"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let text = |key: &str| row[key].as_str().unwrap_or_default();
            let (function, overload, result) = (text("function"), text("overload"), text("result"));
            format!("{function} {overload} {} ({}) {result}", row["member"] == true, args.join(", "))
        }
    }
}

fn rows_of(library: &Library) -> BTreeSet<String> {
    let functions = library.functions.iter().flat_map(|function| {
        function.overloads.iter().map(move |overload| {
            let args: Vec<_> = overload.args.iter().map(|arg| arg.full_name()).collect();
            let (name, id, result) = (&function.name, &overload.id, overload.result.full_name());
            format!("{name} {id} {} ({}) {result}", overload.member, args.join(", "))
        })
    });
    let macros = library
        .dialect
        .macros
        .signatures()
        .map(|its| format!("macro {} {} {}", its.name, its.args, its.receiver));
    functions.chain(macros).collect()
}
