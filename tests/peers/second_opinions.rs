//! Second opinions over the corpus: the crates yaml-rust2 on documents and cel on expressions. Where one of them disagrees
//! with crdls, the Go library decides, and `tests/oracle/second-opinions.toml` has each class of disagreement with its
//! reason. A class that is not listed fails, and so does one that no longer occurs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crdls_cel::lower::{Dialect, parse_expression};
use crdls_tests::differences::entries;
use crdls_tests::{corpus, json, oracle};
use crdls_yaml::{Budget, Tree, strict};
use serde_json::Value;
use yaml_rust2::{Yaml, YamlLoader};

/// A disagreement: its class, and where it was met.
type Found = Vec<(String, String)>;

#[test]
fn yaml_rust2_disagrees_only_as_listed() {
    let Some(root) = corpus::dir_or_skip("a second opinion on YAML") else { return };
    let folders = ["crds", "bundles", "mutated", "kubernetes-cases", "instances", "partial", "templated"];
    let (mut documents, mut found, mut files) = (0, Found::new(), BTreeSet::new());
    for path in corpus::files(&root, &folders, &["yaml", "yml"]) {
        let text = corpus::read(&path);
        let tree = Tree::parse(&text);
        for document in tree.documents() {
            documents += 1;
            let of_document = document.range.of(&text);
            let classes = of_yaml(of_document);
            if !classes.is_empty() {
                files.insert(path.clone());
            }
            let place = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
            found.extend(classes.into_iter().map(|class| (class, place.clone())));
        }
    }
    println!("{documents} documents; yaml-rust2 disagrees in {} files", files.len());
    listed("yaml-rust2", &found);
    go_agrees(&files);
}

/// The classes of disagreement on the text of one document.
fn of_yaml(text: &str) -> BTreeSet<String> {
    let theirs = YamlLoader::load_from_str(text);
    let class = match (strict::check(text), theirs) {
        (Ok(()), Ok(theirs)) => {
            let tree = Tree::parse(text);
            let root = tree.first_root(text);
            let ours = root.map_or(Value::Null, |root| json::of(root, &mut Budget::default()));
            let mut classes = BTreeSet::new();
            of_values(&ours, theirs.first().unwrap_or(&Yaml::Null), &mut classes);
            return classes;
        }
        (Err(_), Err(_)) => return BTreeSet::new(),
        (Ok(()), Err(error)) => format!("rejected by yaml-rust2: {}", kind(error.info())),
        (Err(refusal), Ok(_)) => format!("rejected by Go: {}", kind(&refusal.message)),
    };
    BTreeSet::from([class])
}

/// A message without places and the user's words.
fn kind(message: &str) -> String {
    let words = message.split(&['"', '\'', '`'][..]).step_by(2).collect::<Vec<_>>().join("…");
    words
        .chars()
        .filter(|c| !c.is_ascii_digit())
        .collect::<String>()
        .replace("line :", "line:")
        .trim()
        .to_owned()
}

fn of_values(ours: &Value, theirs: &Yaml, classes: &mut BTreeSet<String>) {
    match (ours, theirs) {
        (Value::Object(ours), Yaml::Hash(theirs)) => {
            let members: BTreeMap<_, _> = theirs.iter().map(|(key, value)| (key_text(key), value)).collect();
            for (name, value) in ours {
                match members.get(name) {
                    Some(theirs) => of_values(value, theirs, classes),
                    None => drop(classes.insert(class_of_key(name, members.contains_key("<<")))),
                }
            }
        }
        (Value::Array(ours), Yaml::Array(theirs)) if ours.len() == theirs.len() => {
            ours.iter().zip(theirs).for_each(|(ours, theirs)| of_values(ours, theirs, classes));
        }
        (ours, theirs) if same(ours, theirs) => {}
        (ours, theirs) => drop(classes.insert(format!("{} for {}", type_of(theirs), type_of_json(ours)))),
    }
}

fn class_of_key(name: &str, merges: bool) -> String {
    match name {
        "true" | "false" => "a key that is a boolean of YAML 1.1".to_owned(),
        _ if merges => "a merge key".to_owned(),
        _ => "another key".to_owned(),
    }
}

fn key_text(key: &Yaml) -> String {
    match key {
        Yaml::String(text) | Yaml::Real(text) => text.clone(),
        Yaml::Integer(number) => number.to_string(),
        Yaml::Boolean(value) => value.to_string(),
        Yaml::Null => "null".to_owned(),
        other => format!("{other:?}"),
    }
}

fn same(ours: &Value, theirs: &Yaml) -> bool {
    match (ours, theirs) {
        (Value::Null, Yaml::Null) => true,
        (Value::Bool(ours), Yaml::Boolean(theirs)) => ours == theirs,
        (Value::String(ours), Yaml::String(theirs)) => ours == theirs,
        (Value::Number(ours), Yaml::Integer(theirs)) => {
            ours.as_i64() == Some(*theirs) || ours.as_f64() == Some(*theirs as f64)
        }
        (Value::Number(ours), Yaml::Real(theirs)) => {
            theirs.parse().is_ok_and(|theirs: f64| ours.as_f64() == Some(theirs))
        }
        _ => false,
    }
}

fn type_of(theirs: &Yaml) -> &'static str {
    match theirs {
        Yaml::String(_) => "a string",
        Yaml::Real(_) => "a float",
        Yaml::Integer(_) => "an integer",
        Yaml::Boolean(_) => "a boolean",
        Yaml::Array(_) => "a list",
        Yaml::Hash(_) => "a map",
        Yaml::Null => "null",
        Yaml::Alias(_) | Yaml::BadValue => "nothing",
    }
}

fn type_of_json(ours: &Value) -> &'static str {
    match ours {
        Value::String(_) => "a string",
        Value::Number(number) if number.is_f64() => "a float",
        Value::Number(_) => "an integer",
        Value::Bool(_) => "a boolean",
        Value::Array(_) => "a list",
        Value::Object(_) => "a map",
        Value::Null => "null",
    }
}

/// The Go library has the values that crdls has in the documents of some files, or refuses them as crdls does.
fn go_agrees(files: &BTreeSet<PathBuf>) {
    let Some(binary) = oracle::binary_or_skip("what the Go library says where yaml-rust2 disagrees") else {
        return;
    };
    let output = Command::new(binary).arg("values").args(files).output().expect("the oracle runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut wrong = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let theirs: Value = serde_json::from_str(line).expect("JSON");
        let text = corpus::read(Path::new(theirs["file"].as_str().unwrap_or_default()));
        let tree = Tree::parse(&text);
        let number = theirs["doc"].as_u64().unwrap_or_default() as usize;
        let Some(document) = tree.documents().get(number) else { continue };
        let of_document = document.range.of(&text);
        let root = tree.root(&text, document);
        let ours = root.map_or(Value::Null, |root| json::of(root, &mut Budget::default()));
        let agrees = match strict::check(of_document) {
            Ok(()) => ours == theirs["json"],
            Err(_) => theirs["error"].is_string(),
        };
        wrong.extend((!agrees).then(|| format!("{}#{number}: {}", theirs["file"], theirs["error"])));
    }
    assert!(wrong.is_empty(), "the Go library disagrees too:\n{}", wrong.join("\n"));
}

/// The recorded verdicts of cel-go's parser decide; crdls agrees with all of them (`cel_parse`).
#[test]
fn cel_disagrees_only_as_listed() {
    let Some(root) = corpus::dir_or_skip("a second opinion on CEL") else { return };
    let text = corpus::read(&root.join("cel-parse.jsonl"));
    let rows: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    // The parser of cel needs more stack than a test has, where it is not optimized.
    let compare = || of_cel(&rows);
    let found = thread::scope(|scope| {
        let compared = thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, compare);
        compared.expect("a thread starts").join().expect("cel-go agrees with crdls")
    });
    println!("{} expressions; cel disagrees on {}", rows.len(), found.len());
    listed("cel", &found);
}

/// Where cel's parser and ours disagree.
fn of_cel(rows: &[Value]) -> Found {
    let mut found = Found::new();
    for row in rows {
        let expression = row["expression"].as_str().expect("an expression");
        let ours = parse_expression(expression, &Dialect::default()).errors.is_empty();
        let parser = cel::parser::Parser::new().enable_optional_syntax(true).enable_ident_escape_syntax(true);
        let class = match parser.parse(expression) {
            Ok(_) if !ours => "accepted by cel".to_owned(),
            Err(errors) if ours => {
                let first = errors.errors.first().map_or(String::new(), |error| kind(&error.msg));
                format!("rejected by cel: {first}")
            }
            _ => continue,
        };
        assert_eq!(row["ok"] == true, ours, "cel-go agrees with cel: {row}");
        found.push((class, expression.to_owned()));
    }
    found
}

/// Holds the classes met to those that the table lists for a library.
fn listed(library: &str, found: &[(String, String)]) {
    let entries = entries("tests/oracle/second-opinions.toml", "disagreement");
    let known: BTreeMap<_, _> = entries
        .iter()
        .filter(|entry| entry.get("library").is_some_and(|name| name == library))
        .filter_map(|entry| Some((entry.get("class")?.as_str(), entry.get("reason")?.as_str())))
        .collect();
    let mut met: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (class, place) in found {
        met.entry(class).or_default().push(place);
    }
    for (class, places) in &met {
        println!("  {class}: {}, first {}", places.len(), places[0]);
    }
    let unlisted: Vec<_> = met.keys().filter(|class| !known.contains_key(*class)).collect();
    let stale: Vec<_> = known.keys().filter(|class| !met.contains_key(*class)).collect();
    assert!(unlisted.is_empty(), "{library} disagrees in ways that are not listed: {unlisted:#?}");
    assert!(stale.is_empty(), "{library} no longer disagrees in {stale:#?}");
    assert!(known.values().all(|reason| !reason.is_empty()), "each class has a reason");
}
