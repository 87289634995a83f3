//! Rules evaluated on data as the API server evaluates them: the lines of Kubernetes' own CEL tests that
//! have values (`expressions.jsonl`), their results, error words and costs.

use crdls_minors::Minor;
use crdls_tests::{corpus, evaluate};
use serde_json::Value;

#[test]
fn results_and_costs_are_the_servers() {
    let Some(dir) = corpus::dir_or_skip("evaluated expressions") else { return };
    let cases = lines(&dir.join("kubernetes-cases/expressions.jsonl"));
    let verdicts = lines(&dir.join("verdicts/expressions.jsonl"));
    let (mut results, mut costs, mut of, mut of_costs) = (0, 0, 0, 0);
    for (case, theirs) in cases.iter().zip(&verdicts) {
        if case["eval"] != true || theirs["error"].is_string() {
            continue;
        }
        let ours = evaluate::rule(case, Minor::NEWEST);
        of += 1;
        // What the server says while it makes a program is recorded as the error of an evaluation.
        let error = ours.get("error").or(ours.get("compileError")).unwrap_or(&Value::Null);
        let same = ours["value"] == theirs["value"] && *error == theirs["evalError"];
        results += usize::from(same);
        // Some have none: no program, or the order of Go's maps decides it.
        let has_cost = theirs["actualCost"].is_u64();
        of_costs += usize::from(has_cost);
        let same_cost = has_cost && ours["cost"] == theirs["actualCost"];
        costs += usize::from(same_cost);
        if !same || has_cost && !same_cost {
            println!("{}\n  {}\n  ours   {ours}\n  theirs {theirs}", case["id"], case["rule"]);
        }
    }
    println!("result or error equal: {results} of {of}; actual cost equal: {costs} of {of_costs}");
    assert!(of > 1_000, "the corpus has these lines");
    assert_eq!((results, costs), (of, of_costs));
}

fn lines(path: &std::path::Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("a file of the corpus");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}
