//! Rules and expressions evaluated as crdls does, in the words of the oracle's `cel` command.

use std::path::Path as FilePath;
use std::sync::Arc;

use crdls_cel::checker::{Checked, NoTypes, TypeProvider, check};
use crdls_cel::eval::{Evaluation, Outcome, Value as Cel, Variables};
use crdls_cel::lower::parse_expression;
use crdls_cel::types::Type;
use crdls_cel::validate::{Validator, validate};
use crdls_manifest::model::Schema;
use crdls_manifest::{decode, fields};
use crdls_minors::Minor;
use crdls_report::{Config, Path};
use crdls_rules::run::{Data, Program, Subject, ValueSchema};
use crdls_rules::{Declaration, Library, Terms, variables};
use crdls_text::TextRange;
use crdls_values::{Json, JsonMember, JsonValue};
use crdls_yaml::Tree;
use serde_json::{Value, json};

use crate::oracle;

/// The most values in a result that is printed.
const PRINTED: usize = 100_000;

/// What an expression without variables comes to.
pub fn expression(text: &str, minor: Minor) -> Value {
    match compiled(text, &[], &NoTypes, minor) {
        Ok(checked) => answer(Program::new(&checked, minor).map(|program| program.run_with(&Nothing))),
        Err(refused) => refused,
    }
}

/// What a rule comes to: its `schema`, `rule`, `self`, `oldSelf`, and whether `optionalOldSelf`.
pub fn rule(case: &Value, minor: Minor) -> Value {
    let text = case["schema"].to_string();
    let tree = Tree::parse(&text);
    let root = tree.first_root(&text).expect("a schema");
    let decoded = decode::decode(root, &fields::JSON_SCHEMA_PROPS, &Path::EMPTY, &Config::default());
    let schema = Schema::new(&decoded.object);
    let declaration = Arc::new(Declaration::of(schema, false, minor).expect("a schema that CEL sees"));
    let optional = case["optionalOldSelf"] == true;
    let variables = variables(Terms { declaration: &declaration, minor, optional_old_self: optional });
    let rule = case["rule"].as_str().expect("a rule");
    let checked = match compiled(
        rule,
        &variables,
        &Library::of_stored_rules(minor).object_types(&declaration),
        minor,
    ) {
        Ok(checked) => checked,
        Err(refused) => return refused,
    };
    let shape = Arc::new(ValueSchema::of(schema, false, minor));
    let data = |key: &str| case.get(key).map(|value| Data::of(&json_of(value)));
    let subject = Subject::new(&data("self").unwrap_or(Data::Null), data("oldSelf").as_ref(), &shape);
    let subject = if optional { subject.with_optional_old_self() } else { subject };
    answer(Program::new(&checked, minor).map(|program| program.run(&subject)))
}

/// What the oracle says of expressions (JSON strings) and rules (objects as [`rule`] takes them).
pub fn ask(binary: &FilePath, questions: &[Value]) -> Vec<Value> {
    let input: String = questions.iter().map(|question| format!("{question}\n")).collect();
    oracle::answers(binary, &["cel"], &input).expect("the oracle answers")
}

struct Nothing;

impl Variables for Nothing {
    fn get(&self, _: &str) -> Option<Outcome> {
        None
    }
}

fn compiled(
    text: &str,
    variables: &[(&str, Type)],
    types: &dyn TypeProvider,
    minor: Minor,
) -> Result<Checked, Value> {
    let library = Library::of_stored_rules(minor);
    let environment = library.environment(variables, types);
    let parsed = parse_expression(text, &library.dialect);
    let mut checked = check(parsed.ast, &environment);
    if checked.errors.is_empty() {
        checked.errors = validate(&checked, Validator::ALL, library.dialect.edition);
    }
    match checked.errors.first() {
        Some(error) => Err(json!({"compileError": error.message})),
        None if !parsed.errors.is_empty() => Err(json!({"compileError": "syntax"})),
        None => Ok(checked),
    }
}

fn answer(run: Result<Evaluation, crdls_cel::eval::Error>) -> Value {
    match run {
        // What a fold repeats is in it so often that nobody prints it.
        Ok(Evaluation { result: Ok(value), cost, .. }) if value.weight() > PRINTED => {
            json!({"type": value.type_name(), "cost": cost})
        }
        Ok(Evaluation { result: Ok(value), cost, .. }) => {
            json!({"type": value.type_name(), "value": held(&value), "cost": cost})
        }
        Ok(Evaluation { result: Err(error), cost, .. }) => json!({"error": error.words(), "cost": cost}),
        Err(error) => json!({"compileError": error.words()}),
    }
}

/// The outcome of an expression, without its cost.
pub fn outcome(outcome: &Outcome) -> Value {
    let evaluation = Evaluation { result: outcome.clone(), cost: 0, cancelled: false };
    let mut answer = answer(Ok(evaluation));
    answer.as_object_mut().map(|answer| answer.remove("cost"));
    answer
}

/// As Go's `%v` prints what a value holds (`ref.Val.Value()`).
fn held(value: &Cel) -> String {
    let inner = |outcome: Outcome| outcome.map_or_else(|error| error.to_string(), |value| value.to_string());
    match value {
        Cel::Null => "NULL_VALUE".to_owned(),
        Cel::Optional(Some(value)) => held(value),
        Cel::Optional(None) => "<nil>".to_owned(),
        Cel::List(list) => {
            let items: Vec<_> = list.iter().map(inner).collect();
            format!("[{}]", items.join(" "))
        }
        Cel::Map(map) => {
            let mut keys = map.keys();
            keys.sort_by_cached_key(ToString::to_string);
            let entries: Vec<_> = keys.iter().map(|key| format!("{key}:{}", inner(map.get(key)))).collect();
            format!("map[{}]", entries.join(" "))
        }
        other => other.to_string(),
    }
}

fn json_of(value: &Value) -> Json {
    let nowhere = TextRange::new(0, 0);
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
            let member = |(name, value): (&String, &Value)| JsonMember {
                name: name.as_str().into(),
                key: nowhere,
                value: json_of(value),
            };
            let mut members: Vec<_> = members.iter().map(member).collect();
            members.sort_by(|a, b| a.name.cmp(&b.name));
            JsonValue::Map(members)
        }
    };
    Json { value, range: nowhere }
}
