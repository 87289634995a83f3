//! Rules made at random on a schema whose bounds are made at random, and what both sides say of them: the
//! words of what does not compile, the estimate, the result, the cost.

use std::path::Path;
use std::sync::Arc;

use crdls_cel::types::Type;
use crdls_manifest::model::Schema;
use crdls_manifest::{decode, fields};
use crdls_minors::Minor;
use crdls_report::Config;
use crdls_rules::{Compiled, Declaration, Purpose, Terms, compile};
use crdls_yaml::Tree;
use serde_json::{Value, json};

use super::data::{DATA, GIVENS};
use crate::evaluate;
use crate::generate::edits;
use crate::generate::expression::{self, Givens};
use crate::random::Random;

/// What rules on the schema of `data` can name.
pub fn givens() -> Givens {
    expression::givens(GIVENS)
}

/// Questions for `oracle cel`.
pub fn questions(random: &mut Random, count: usize) -> Vec<Value> {
    let data: Value = serde_json::from_str(DATA).expect("data");
    let givens = givens();
    (0..count).map(|_| question(random, &data, &givens)).collect()
}

/// A question for `oracle cel`.
fn question(random: &mut Random, data: &Value, givens: &Givens) -> Value {
    let mut schema = data["schema"].clone();
    bound(random, &mut schema);
    let wrong = [0, 0, 0, 30, 12][random.below(5)];
    let depth = 1 + random.below(6);
    let mut rule = expression::make(random, givens, &Type::Bool, depth, wrong);
    if random.below(12) == 0 {
        rule = edits::respelled(random, &rule);
    }
    // The others are of bad shape: the server comes to no rule then.
    let values = data["values"].as_array().and_then(|values| values.get(..3)).unwrap_or_default();
    let (new, old) = (random.pick(values), random.pick(values));
    json!({"schema": schema, "rule": rule, "self": new, "oldSelf": old})
}

/// Puts bounds to what has a size.
fn bound(random: &mut Random, schema: &mut Value) {
    let sizes = [0_u64, 1, 5, 60, 1000, 1_000_000, 3_000_000_000];
    let key = match schema["type"].as_str() {
        Some("string") => "maxLength",
        Some("array") => "maxItems",
        Some("object") if schema["additionalProperties"].is_object() => "maxProperties",
        _ => "",
    };
    if !key.is_empty() && random.below(2) == 0 {
        schema[key] = json!(random.pick(&sizes));
    }
    for part in ["properties", "items", "additionalProperties"] {
        match &mut schema[part] {
            Value::Object(members) if part == "properties" => {
                members.values_mut().for_each(|member| bound(random, member))
            }
            Value::Null => drop(schema.as_object_mut().map(|members| members.remove(part))),
            part => bound(random, part),
        }
    }
}

/// What crdls says.
fn ours(case: &Value, minor: Minor) -> Value {
    let text = case["schema"].to_string();
    let tree = Tree::parse(&text);
    let root = tree.first_root(&text).expect("a schema");
    let decoded =
        decode::decode(root, &fields::JSON_SCHEMA_PROPS, &crdls_report::Path::EMPTY, &Config::default());
    let declaration =
        Declaration::of(Schema::new(&decoded.object), false, minor).expect("a schema that CEL sees");
    let declaration = Arc::new(declaration);
    let terms = Terms { declaration: &declaration, minor, optional_old_self: false };
    let rule = case["rule"].as_str().unwrap_or_default();
    match compile(rule, Purpose::Rule, true, terms) {
        Compiled::Refused(refusal) => json!({"compileError": refusal.detail}),
        Compiled::Blank => json!({"compileError": "blank"}),
        Compiled::Good(good) => {
            let mut answer = evaluate::rule(case, minor);
            answer["estimate"] = json!(good.cost);
            answer
        }
    }
}

/// Asks both sides, and gives each question on which they differ with both answers.
pub fn compare(binary: &Path, minor: Minor, questions: &[Value]) -> Vec<(Value, Value, Value)> {
    let theirs = evaluate::ask(binary, questions);
    assert_eq!(theirs.len(), questions.len(), "each question has an answer");
    let both = questions
        .iter()
        .zip(theirs)
        .map(|(question, theirs)| (question.clone(), ours(question, minor), stable(theirs)));
    both.filter(|(_, ours, theirs)| !same(ours, theirs)).collect()
}

/// Without what is random.
fn stable(mut answer: Value) -> Value {
    if let Some(words) = answer["compileError"].as_str() {
        let mut parts = words.split("selfType");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            text += "selfType";
            text += part.trim_start_matches(|c: char| c.is_ascii_digit());
        }
        answer["compileError"] = json!(text);
    } else if let Some(members) = answer.as_object_mut() {
        members.remove("compileError");
    }
    answer
}

/// Whether two answers are the same. Of broken syntax only the place is the server's; what its macros then say of what is left is left aside.
pub fn same(ours: &Value, theirs: &Value) -> bool {
    // There is nothing to match where the server's own code panics.
    if theirs["panic"].is_string() {
        return true;
    }
    // A key that Go cannot hash is a panic of Go's, whose words and time depend on where cel-go builds the map.
    let unhashable = theirs["error"].as_str().is_some_and(|words| words.contains("hash of unhashable type"));
    if unhashable && ours["error"].is_string() {
        return true;
    }
    // The server names the types of its code, which are several for the lists and maps of an object.
    let key = |answer: &Value| {
        answer["error"].as_str().is_some_and(|words| words.starts_with("invalid qualifier type: "))
    };
    if key(ours) && key(theirs) {
        return ours["cost"] == theirs["cost"];
    }
    match (ours["compileError"].as_str(), theirs["compileError"].as_str()) {
        (Some(a), Some(b)) if b.contains("Syntax error") => {
            let place = |words: &str| words.splitn(3, ':').take(2).map(str::to_owned).collect::<Vec<_>>();
            let parts =
                |words: &str| words.split("ERROR: <input>:").skip(1).map(str::to_owned).collect::<Vec<_>>();
            let first = parts(b).into_iter().find(|error| error.contains("Syntax error"));
            parts(a).iter().any(|error| Some(place(error)) == first.as_deref().map(place))
        }
        _ => ours == theirs,
    }
}
