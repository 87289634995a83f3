//! The API server's verdicts on the rules of Kubernetes' own tests (`expressions.jsonl`): needs the corpus.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crdls_ide::File;
use crdls_manifest::decode::decode;
use crdls_manifest::fields::JSON_SCHEMA_PROPS;
use crdls_manifest::model::Schema;
use crdls_minors::Minor;
use crdls_report::Config;
use crdls_rules::{Compiled, Declaration, Purpose, Terms, compile};
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
        let ours = with_their_words(Expression::of(row).judged(Minor::NEWEST, Purpose::Any), theirs);
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
    assert!(wrong.is_empty() && !rows.is_empty());
}

/// Of a syntax error the place has to agree; the words are our own.
pub(crate) fn with_their_words(mut ours: Value, theirs: &Value) -> Value {
    let place = |text: &str| text.splitn(4, ':').take(3).collect::<Vec<_>>().join(":");
    let broken = theirs["error"].as_str().filter(|error| error.contains("Syntax error"));
    if let (Some(theirs_text), Some(ours_text)) = (broken, ours["error"].as_str())
        && place(theirs_text) == place(ours_text)
    {
        ours["error"] = theirs["error"].clone();
    }
    ours
}

/// An expression of the corpus, on a schema.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expression<'r> {
    pub(crate) schema: &'r Value,
    pub(crate) text: &'r str,
    pub(crate) optional_old_self: bool,
    /// Whether the schema is a resource's.
    pub(crate) is_root: bool,
    /// Whether the CRD had it before.
    pub(crate) is_stored: bool,
}

impl<'r> Expression<'r> {
    /// That of a line with a schema of its own.
    pub(crate) fn of(row: &'r Value) -> Self {
        Self {
            schema: &row["schema"],
            text: row["rule"].as_str().unwrap_or_default(),
            optional_old_self: row["optionalOldSelf"] == true,
            is_root: row["root"] == true,
            is_stored: false,
        }
    }

    /// What is said of it, in the corpus' words.
    pub(crate) fn judged(self, minor: Minor, purpose: Purpose) -> Value {
        let file = File::new(self.schema.to_string());
        let document = file.tree().documents().first().expect("a document");
        let root = file.tree().root(file.text(), document).expect("a value");
        let decoded = decode(root, &JSON_SCHEMA_PROPS, &crdls_report::Path::EMPTY, &Config::default());
        let declaration = Declaration::of(Schema::new(&decoded.object), self.is_root, minor)
            .expect("a schema that rules see");
        let declaration = Arc::new(declaration);
        let terms = Terms { declaration: &declaration, minor, optional_old_self: self.optional_old_self };
        match compile(self.text, purpose, self.is_stored, terms) {
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
}

pub(crate) fn lines(root: &Path, name: &str) -> Vec<Value> {
    let text = corpus::read(&root.join(name));
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}
