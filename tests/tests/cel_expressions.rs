//! The API server's verdicts on the rules of Kubernetes' own tests (`expressions.jsonl`), and on what each
//! minor lets new rules use (`minors.jsonl`): needs the corpus.

use std::collections::BTreeMap;
use std::path::Path;

use crdls_ide::File;
use crdls_rules::{Compiled, Declaration, Purpose, Terms, compile};
use crdls_schema::decode::decode;
use crdls_schema::fields::JSON_SCHEMA_PROPS;
use crdls_schema::model::Schema;
use crdls_schema::{Config, Minor};
use crdls_tests::corpus;
use serde_json::{Value, json};

#[test]
fn errors_types_and_costs_are_the_servers() {
    let Some(root) = corpus::dir_or_skip("rules of Kubernetes' own tests") else { return };
    let rows = lines(&root, "kubernetes-cases/expressions.jsonl");
    let verdicts = lines(&root, "verdicts/expressions.jsonl");
    assert_eq!(rows.len(), verdicts.len());
    let mut wrong = BTreeMap::new();
    for (row, theirs) in rows.iter().zip(&verdicts) {
        let optional_old_self = row["optionalOldSelf"] == true;
        let text = row["rule"].as_str().unwrap_or_default();
        let ours = judge(&row["schema"], text, Minor::NEWEST, optional_old_self);
        let ours = with_their_words(ours, theirs);
        for key in ["error", "type", "minCost", "maxCost"] {
            if ours[key] != theirs[key] {
                *wrong.entry(key).or_insert(0) += 1;
                eprintln!(
                    "{key} of {}\n  {text}\n  ours   {}\n  theirs {}",
                    row["id"], ours[key], theirs[key]
                );
            }
        }
    }
    println!("{} expressions, differences: {wrong:?}", rows.len());
    assert!(wrong.is_empty() && !rows.is_empty());
}

/// Of a syntax error the place has to agree; the words are our own.
fn with_their_words(mut ours: Value, theirs: &Value) -> Value {
    let place = |text: &str| text.splitn(4, ':').take(3).collect::<Vec<_>>().join(":");
    let broken = theirs["error"].as_str().filter(|error| error.contains("Syntax error"));
    if let (Some(theirs_text), Some(ours_text)) = (broken, ours["error"].as_str())
        && place(theirs_text) == place(ours_text)
    {
        ours["error"] = theirs["error"].clone();
    }
    ours
}

#[test]
fn rules_compile_from_the_minor_that_the_server_says() {
    let Some(root) = corpus::dir_or_skip("rules by minor") else { return };
    let rows = lines(&root, "verdicts/minors.jsonl");
    let Some((first, rules)) = rows.split_first() else { panic!("minors.jsonl is empty") };
    let (mut judged, mut wrong) = (0, Vec::new());
    for minor in Minor::OLDEST.0..=Minor::NEWEST.0 {
        for row in rules {
            let ours = judge(&first["schema"], row["rule"].as_str().unwrap_or_default(), Minor(minor), false);
            judged += 1;
            if (ours["type"] == "bool") != (row["compiles"][format!("1.{minor}")] == true) {
                wrong.push(format!("1.{minor}: {row} ours: {ours}"));
            }
        }
    }
    println!("{} rules, {judged} verdicts, {} differ", rules.len(), wrong.len());
    assert!(wrong.is_empty() && judged > 0, "{}", wrong.join("\n"));
}

/// What is said of an expression on a schema that is no resource's, in the corpus' words.
fn judge(schema: &Value, text: &str, minor: Minor, optional_old_self: bool) -> Value {
    let file = File::new(schema.to_string());
    let document = file.tree().documents().first().expect("a document");
    let root = file.tree().root(file.text(), document).expect("a value");
    let decoded = decode(root, &JSON_SCHEMA_PROPS, &crdls_schema::Path::EMPTY, &Config::default());
    let declaration =
        Declaration::of(Schema::new(&decoded.object), false, minor).expect("a schema that rules see");
    let terms = Terms { declaration: &declaration, minor, optional_old_self };
    match compile(text, Purpose::Any, false, terms) {
        Compiled::Blank => json!({}),
        Compiled::Refused(refusal) => {
            let words = refusal.detail.strip_prefix("compilation failed: ").unwrap_or(&refusal.detail);
            json!({"error": words, "minCost": 0, "maxCost": 0})
        }
        Compiled::Good(good) => {
            let t = good.checked.result_type().full_name();
            json!({"type": t, "minCost": good.least, "maxCost": good.cost})
        }
    }
}

fn lines(root: &Path, name: &str) -> Vec<Value> {
    let text = corpus::read(&root.join(name));
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}
