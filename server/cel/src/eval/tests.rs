//! Whole expressions: results, words, costs.

use super::{Bindings, Costs, Evaluation, LanguageCosts, Library, Outcome, Plan, Variables};
use crate::Edition;
use crate::ast::Name;
use crate::checker::{Environment, NoTypes, check};
use crate::functions::{Functions, Overload};
use crate::lower::{Dialect, parse_expression};
use crate::types::Type;

struct Nothing;

impl Variables for Nothing {
    fn get(&self, _: &str) -> Option<Outcome> {
        None
    }
}

/// The functions that the expressions here call.
fn functions() -> Functions {
    let rows: &[(&str, &str, &[Type], Type)] = &[
        ("_&&_", "logical_and", &[Type::Bool, Type::Bool], Type::Bool),
        ("_||_", "logical_or", &[Type::Bool, Type::Bool], Type::Bool),
        ("_?_:_", "conditional", &[Type::Bool, Type::Dyn, Type::Dyn], Type::Dyn),
        ("!_", "logical_not", &[Type::Bool], Type::Bool),
        ("_/_", "divide_int64", &[Type::Int, Type::Int], Type::Int),
        ("_+_", "add_int64", &[Type::Int, Type::Int], Type::Int),
        ("_+_", "add_list", &[Type::list(Type::Dyn), Type::list(Type::Dyn)], Type::list(Type::Dyn)),
        ("_==_", "equals", &[Type::Dyn, Type::Dyn], Type::Bool),
        ("_>_", "greater_int64", &[Type::Int, Type::Int], Type::Bool),
        ("_[_]", "index_list", &[Type::list(Type::Dyn), Type::Int], Type::Dyn),
        ("_[_]", "index_map", &[Type::map(Type::Dyn, Type::Dyn), Type::Dyn], Type::Dyn),
        ("@in", "in_list", &[Type::Dyn, Type::list(Type::Dyn)], Type::Bool),
        ("@not_strictly_false", "not_strictly_false", &[Type::Bool], Type::Bool),
        ("duration", "string_to_duration", &[Type::String], Type::Duration),
        ("dyn", "to_dyn", &[Type::Dyn], Type::Dyn),
        ("size", "size_list", &[Type::list(Type::Dyn)], Type::Int),
        ("matches", "matches", &[Type::String, Type::String], Type::Bool),
        ("startsWith", "starts_with_string", &[Type::String, Type::String], Type::Bool),
    ];
    let mut functions = Functions::default();
    for (name, id, args, result) in rows {
        let (args, result) = (args.to_vec(), result.clone());
        let id = Name::Borrowed(*id);
        let overload = Overload { id, member: *name == "startsWith", type_params: Vec::new(), args, result };
        functions.add(Name::Borrowed(*name), overload);
    }
    functions
}

fn run_within(text: &str, limit: u64) -> Evaluation {
    run_by(text, limit, Edition::default())
}

fn run_by(text: &str, limit: u64, edition: Edition) -> Evaluation {
    let functions = functions();
    let environment = Environment { functions: &functions, variables: &[], types: &NoTypes, edition };
    let checked = check(parse_expression(text, &Dialect::default()).ast, &environment);
    assert!(checked.errors.is_empty(), "{text}: {:?}", checked.errors);
    let bindings = Bindings::with(&[]);
    let library = Library { functions: &functions, bindings: &bindings, patterns: &[], edition };
    let plan = Plan::new(&checked, library).expect("a program");
    plan.run(&Nothing, Costs { limit, calls: &LanguageCosts })
}

fn shown(text: &str) -> String {
    match run_within(text, 1_000_000).result {
        Ok(value) => value.to_string(),
        Err(error) => error.words().to_owned(),
    }
}

#[test]
fn one_side_that_decides_is_enough() {
    let table = [
        ("1 / 0 == 1 || true", "true"),
        ("1 / 0 == 1 && false", "false"),
        ("1 / 0 == 1 || false", "division by zero"),
        ("true && 1 / 0 == 1", "division by zero"),
        ("[1, 0].exists(x, 1 / x == 1)", "true"),
        ("[0, 1].exists(x, 1 / x == 1)", "true"),
        ("[0, 1].all(x, 1 / x == 2)", "false"),
        ("[0].all(x, 1 / x == 2)", "division by zero"),
    ];
    for (text, result) in table {
        assert_eq!(shown(text), result, "{text}");
    }
}

#[test]
fn what_is_not_there() {
    let table = [
        ("[1][3]", "index out of bounds: 3"),
        ("{'a': 1}['b']", "no such key: b"),
        ("dyn({'a': 1}).b", "no such key: b"),
        ("dyn('a') + 1 == dyn(2)", "no such overload"),
        ("size(dyn(1))", "no such overload: size"),
        ("has({'a': 1}.b)", "false"),
    ];
    for (text, result) in table {
        assert_eq!(shown(text), result, "{text}");
    }
}

#[test]
fn folds() {
    assert_eq!(shown("[1, 2, 3].map(x, x + 1)"), "[2, 3, 4]");
    assert_eq!(shown("[1, 2, 3].filter(x, x > 1)"), "[2, 3]");
    assert_eq!(shown("[1, 2].map(x, [3, 4].map(y, x + y))"), "[[4, 5], [5, 6]]");
    assert_eq!(shown("[1, 2, 2].exists_one(x, x == 1)"), "true");
    assert_eq!(shown("{'a': 1}.all(k, k == 'a')"), "true");
}

#[test]
fn constants_are_free_and_steps_are_not() {
    let cost = |text| run_within(text, 1_000_000).cost;
    assert_eq!(cost("[1, 2]"), 0);
    assert_eq!(cost("1 in [1, 2]"), 0);
    assert_eq!(cost("duration('1h')"), 0);
    assert_eq!(cost("1 + 1"), 1);
    assert_eq!(cost("[1 + 1]"), 11);
}

#[test]
fn the_limit_ends_all() {
    let stopped = run_within("[1, 2, 3].all(x, x > 0) || true", 5);
    assert!(stopped.cancelled && stopped.cost == 6, "{stopped:?}");
    assert_eq!(stopped.result.unwrap_err().words(), "operation cancelled: actual cost limit exceeded");
}

#[test]
fn what_grows_for_little_cost_is_not_made() {
    let mut text = "[1, 2]".to_owned();
    for i in 0..60 {
        // A name for what is there so far, doubled: each step costs the same.
        text = format!("[{text}].map(x{i}, x{i} + x{i})[0]");
    }
    let run = run_within(&text, 1_000_000);
    assert!(run.result.unwrap_err().is_unknown_here());
}

#[test]
fn costs_and_results_of_older_editions() {
    let table = [
        // `startsWith` by the text, `matches` as a function next to nothing.
        ("'aaaaaaaaaaa'.startsWith('a')", Edition::V0_29, "true", 1),
        ("'aaaaaaaaaaa'.startsWith('a')", Edition::V0_23, "true", 2),
        ("matches('aaaaaaaaaaaaaaaaaaaa', 'aaaaa')", Edition::V0_29, "true", 6),
        ("matches('aaaaaaaaaaaaaaaaaaaa', 'aaaaa')", Edition::V0_23, "true", 1),
    ];
    for (text, edition, shown, cost) in table {
        let Evaluation { result, cost: found, .. } = run_by(text, 1_000_000, edition);
        let result = result.map_or_else(|error| error.words().to_owned(), |value| value.to_string());
        assert_eq!((&*result, found), (shown, cost), "{text} {edition:?}");
    }
}
