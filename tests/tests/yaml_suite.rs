//! The public YAML test suite: values equal to sigs.k8s.io/yaml's on every case that it reads, and
//! nothing crashes on the others (needs the corpus and Go).

use crdls_tests::{corpus, json, oracle};
use crdls_yaml::{Budget, Tree, strict};
use serde_json::Value;

const SEPARATOR: &str = "text behind `---`: kubectl rejects the stream before the library sees it";
const DIRECTIVE: &str =
    "a directive: kubectl cuts the text at the `---` behind it, and the library rejects what is left";

/// Cases that the Go library reads and we read otherwise, each with its reason.
const KNOWN: &[(&str, &str)] = &[
    ("4Q9F#0", SEPARATOR),
    ("6FWR#0", SEPARATOR),
    ("82AN#0", SEPARATOR),
    ("96L6#0", SEPARATOR),
    ("9MQT#0", SEPARATOR),
    ("B3HG#0", SEPARATOR),
    ("DK3J#0", SEPARATOR),
    ("EXG3#0", SEPARATOR),
    ("FP8R#0", SEPARATOR),
    ("KSS4#0", SEPARATOR),
    ("T26H#0", SEPARATOR),
    ("T5N4#0", SEPARATOR),
    ("MUS6#0", DIRECTIVE),
    ("MUS6#2", DIRECTIVE),
    ("MUS6#3", DIRECTIVE),
    ("MUS6#4", DIRECTIVE),
    ("RHX7#0", DIRECTIVE),
];

/// The `yaml:` texts of a file of the suite, its visible marks put back to what they stand for.
fn cases(text: &str) -> Vec<String> {
    let tree = Tree::parse(text);
    let Some(root) = tree.documents().iter().find_map(|d| tree.root(text, d)) else { return Vec::new() };
    let yaml =
        |item: crdls_yaml::Node<'_>| item.get("yaml").and_then(|entry| entry.value.str()).map(|t| unmark(&t));
    root.items().filter_map(yaml).collect()
}

fn unmark(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '␣' => out.push(' '),
            '—' => {} // a tab is drawn as dashes that end in `»`
            '»' => out.push('\t'),
            '↵' | '∎' => {}
            '←' => out.push('\r'),
            '⇔' => out.push('\u{feff}'),
            c => out.push(c),
        }
    }
    if text.contains('∎') { out.trim_end_matches('\n').to_owned() } else { out }
}

/// What the library says of each text: its JSON, or `None` where it refuses it.
fn theirs(texts: &[String]) -> Option<Vec<Result<Value, String>>> {
    let binary = oracle::binary_or_skip("the YAML test suite")?;
    let answers =
        oracle::answers(&binary, &["yaml", "--wrap"], &texts.join("\0")).expect("the oracle answers");
    let parse = |value: Value| match value.get("error").and_then(Value::as_str) {
        Some(error) => Err(error.to_owned()),
        None => Ok(value["json"].clone()),
    };
    Some(answers.into_iter().map(parse).collect())
}

#[test]
fn the_suite_is_read_as_the_go_library_reads_it() {
    let Some(root) = corpus::dir_or_skip("the YAML test suite") else { return };
    let files = corpus::files(&root, &["yaml-test-suite/src"], &["yaml"]);
    let mut names = Vec::new();
    let mut texts = Vec::new();
    for path in &files {
        for (i, text) in cases(&corpus::read(path)).into_iter().enumerate() {
            names.push(format!("{}#{i}", path.file_stem().unwrap_or_default().display()));
            texts.push(if text.ends_with('\n') { text } else { text + "\n" });
        }
    }
    let Some(theirs) = theirs(&texts) else { return };
    assert_eq!(theirs.len(), texts.len());
    let (mut read, mut differ, mut verdicts) = (0, Vec::new(), Vec::new());
    for ((name, text), theirs) in names.iter().zip(&texts).zip(&theirs) {
        let ours_says = strict::check(text).map_err(|refusal| refusal.message);
        if ours_says.as_ref().err() != theirs.as_ref().err() {
            verdicts.push(format!("{name}: ours {ours_says:?}, theirs {:?}", theirs.as_ref().err()));
        }
        let tree = Tree::parse(text);
        let Some(document) = tree.documents().iter().find(|d| !d.range.of(text).trim().is_empty()) else {
            continue;
        };
        let Ok(theirs) = theirs else {
            if !document.rare && tree.documents().len() == 1 {
                verdicts.push(format!("{name}: rejected, and not seen to be rare"));
            }
            continue;
        };
        // What kubectl cuts into documents is no single text for the library.
        if tree.documents().iter().filter(|d| !d.range.of(text).trim().is_empty()).count() > 1 {
            continue;
        }
        read += 1;
        let ours =
            tree.root(text, document).map_or(Value::Null, |root| json::of(root, &mut Budget::default()));
        if &ours != theirs && !KNOWN.iter().any(|(known, _)| known == name) {
            differ.push(format!("{name}: ours {ours}, theirs {theirs}"));
        }
    }
    println!(
        "YAML test suite: {} cases in {} files, {read} read by the library, {} differ, {} known; verdicts differ: {}",
        texts.len(),
        files.len(),
        differ.len(),
        KNOWN.len(),
        verdicts.len()
    );
    for (name, reason) in KNOWN {
        println!("  known: {name}: {reason}");
    }
    for line in verdicts.iter().chain(&differ) {
        println!("  {}", line.chars().take(300).collect::<String>());
    }
    assert!(differ.is_empty() && verdicts.is_empty());
}
