//! Rules evaluated on data as the API server evaluates them: the lines of Kubernetes' own CEL tests that
//! have values (`expressions.jsonl`), their results, error words and costs.

use std::sync::Arc;

use crdls_cel::checker::{Environment, check};
use crdls_cel::eval::Evaluation;
use crdls_cel::lower::parse_expression;
use crdls_crd::cel::run::{Data, Program, Shape, Subject};
use crdls_crd::cel::{Declaration, Library, ObjectTypes, Terms, variables};
use crdls_crd::model::Schema;
use crdls_crd::{Config, Json, JsonMember, JsonValue, Minor, Path, decode, fields};
use crdls_tests::corpus;
use crdls_text::TextRange;
use crdls_yaml::Tree;
use serde_json::{Value, json};

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
        let ours = evaluate(case);
        of += 1;
        let same = ["value", "evalError"].iter().all(|key| ours[key] == theirs[key]);
        results += usize::from(same);
        // Some have none: the server cannot make a program, or the order of Go's maps decides.
        let has_cost = theirs["actualCost"].is_u64();
        of_costs += usize::from(has_cost);
        let same_cost = has_cost && ours["actualCost"] == theirs["actualCost"];
        costs += usize::from(same_cost);
        if !same || has_cost && !same_cost {
            println!("{}\n  {}\n  ours   {ours}\n  theirs {theirs}", case["id"], case["rule"]);
        }
    }
    println!("result or error equal: {results} of {of}; actual cost equal: {costs} of {of_costs}");
    assert!(of > 1_000, "the corpus has these lines");
    // The functions of the libraries are not all there yet.
    assert!(results >= 976 && costs >= 1_038);
}

fn lines(path: &std::path::Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("a file of the corpus");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn evaluate(case: &Value) -> Value {
    let text = case["schema"].to_string();
    let tree = Tree::parse(&text);
    let root = tree.documents().first().and_then(|document| tree.root(&text, document)).expect("a schema");
    let decoded = decode::decode(root, &fields::JSON_SCHEMA_PROPS, &Path::EMPTY, &Config::default());
    let schema = Schema::new(&decoded.object);
    let minor = Minor::NEWEST;
    let declaration = Declaration::of(schema, false, minor).expect("a schema that CEL sees");
    let optional = case["optionalOldSelf"] == true;
    let terms = Terms { declaration: &declaration, minor, optional_old_self: optional };
    let variables = variables(terms);
    let types = ObjectTypes(&declaration);
    let library = Library::of_stored_rules(minor);
    let rule = case["rule"].as_str().expect("a rule");
    let environment = Environment { functions: &library.functions, variables: &variables, types: &types };
    let checked = check(parse_expression(rule, &library.dialect).ast, &environment);
    let shape = Arc::new(Shape::of(schema, false));
    let data = |key: &str| case.get(key).map(|value| Data::of(&json_of(value)));
    let subject = Subject::new(&data("self").unwrap_or(Data::Null), data("oldSelf").as_ref(), &shape);
    let subject = if optional { subject.with_optional_old_self() } else { subject };
    match Program::new(&checked, minor).map(|program| program.run(&subject)) {
        Ok(Evaluation { result: Ok(value), cost, .. }) => {
            json!({"value": value.to_string(), "actualCost": cost})
        }
        Ok(Evaluation { result: Err(error), cost, .. }) => {
            json!({"evalError": error.words(), "actualCost": cost})
        }
        Err(error) => json!({"evalError": error.words()}),
    }
}

fn json_of(value: &Value) -> Json {
    let value = match value {
        Value::Null => JsonValue::Null,
        Value::Bool(value) => JsonValue::Bool(*value),
        Value::Number(number) => match number.as_i64() {
            Some(value) => JsonValue::Int(value),
            None => JsonValue::Float(number.as_f64().unwrap_or_default()),
        },
        Value::String(text) => JsonValue::Str(text.as_str().into()),
        Value::Array(items) => JsonValue::List(items.iter().map(json_of).collect()),
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| {
                let key = TextRange::new(0, 0);
                JsonMember { name: name.as_str().into(), key, value: json_of(value) }
            };
            let mut members: Vec<_> = members.iter().map(member).collect();
            members.sort_by(|a, b| a.name.cmp(&b.name));
            JsonValue::Map(members)
        }
    };
    Json { value, range: TextRange::new(0, 0) }
}
