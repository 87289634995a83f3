//! How much of a tree survives a line that is being typed.
//!
//! 1,000 half-typed states made by a fixed seed from files of the corpus: the mean share of the keys
//! outside of the edited line that keep their path.

use std::collections::HashMap;

use crdls_tests::corpus;
use crdls_tests::random::Random;
use crdls_text::LineIndex;
use crdls_yaml::{Node, Tree};

const KINDS: [&str; 5] = ["cut", "no colon", "open quote", "open bracket", "wrong indent"];

/// Keys by line and column, each with its path.
type Keys = HashMap<(u32, u32), String>;

fn keys(text: &str) -> Keys {
    let tree = Tree::parse(text);
    let lines = LineIndex::new(text);
    let mut found = Keys::new();
    for (i, document) in tree.documents().iter().enumerate() {
        if let Some(root) = tree.root(text, document) {
            collect(root, &format!("{i}:"), &lines, &mut found);
        }
    }
    found
}

fn collect(node: Node<'_>, path: &str, lines: &LineIndex, out: &mut Keys) {
    for entry in node.entries() {
        let path = format!("{path}/{}", entry.key.source());
        let at = lines.line_col(entry.key.range().start);
        collect(entry.value, &path, lines, out);
        out.insert((at.line, at.col), path);
    }
    for (i, item) in node.items().enumerate() {
        collect(item, &format!("{path}[{i}]"), lines, out);
    }
}

/// One line of a text while it is typed. `None` where the line does not lend itself to it.
fn half_typed(random: &mut Random, line: &str, kind: &str) -> Option<String> {
    let indent = line.len() - line.trim_start().len();
    let colon = line.find(": ").or_else(|| line.ends_with(':').then(|| line.len() - 1))?;
    match kind {
        "cut" => {
            let mut at = indent + random.below(line.len() - indent);
            while !line.is_char_boundary(at) {
                at -= 1;
            }
            Some(line[..at].to_owned())
        }
        "no colon" => Some(line[..colon].to_owned()),
        "open quote" => Some(format!("{} \"{}", &line[..=colon], line[colon + 1..].trim_start())),
        "open bracket" => Some(format!(
            "{} {}{}",
            &line[..=colon],
            if random.below(2) == 0 { "[" } else { "{" },
            line[colon + 1..].trim_start()
        )),
        _ => {
            let by = 1 + random.below(2);
            let deeper = random.below(2) == 0 || indent < by;
            Some(if deeper { format!("{}{line}", " ".repeat(by)) } else { line[by..].to_owned() })
        }
    }
}

#[test]
fn keys_survive_a_line_that_is_being_typed() {
    let Some(root) = corpus::dir_or_skip("key survival") else { return };
    let files: Vec<_> = corpus::files(&root, &["crds"], &["yaml", "yml"]).into_iter().step_by(7).collect();
    let mut random = Random::new(42);
    let mut sums: HashMap<&str, (f64, u32)> = HashMap::new();
    let mut worst: Vec<(f64, String)> = Vec::new();
    let mut states = 0;
    while states < 1_000 {
        let path = random.pick(&files).expect("files");
        let text = corpus::read(path);
        let lines: Vec<&str> = text.lines().collect();
        let number = random.below(lines.len());
        let kind = KINDS[states % KINDS.len()];
        let before = keys(&text);
        // Lines that hold a key, and are neither prose nor a comment.
        if !before.keys().any(|(line, _)| *line == number as u32) || before.len() < 20 {
            continue;
        }
        let Some(line) = half_typed(&mut random, lines[number], kind) else { continue };
        let mut changed = lines.clone();
        changed[number] = &line;
        let after = keys(&(changed.join("\n") + "\n"));
        let others: Vec<_> = before.iter().filter(|((l, _), _)| *l != number as u32).collect();
        let kept = others.iter().filter(|(at, path)| after.get(at) == Some(path)).count();
        let share = kept as f64 / others.len().max(1) as f64;
        let sum = sums.entry(kind).or_default();
        *sum = (sum.0 + share, sum.1 + 1);
        worst.push((
            share,
            format!("{}:{} {kind}: {line:?}", path.file_name().unwrap_or_default().display(), number + 1),
        ));
        states += 1;
    }
    let mean = sums.values().map(|s| s.0).sum::<f64>() / 1_000.0;
    println!("key survival: {:.2} % over {states} states", 100.0 * mean);
    for kind in KINDS {
        let (sum, n) = sums[kind];
        println!("  {kind}: {:.2} %", 100.0 * sum / f64::from(n));
    }
    worst.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (share, state) in worst.iter().take(12) {
        println!("  worst: {:.1} % {state}", 100.0 * share);
    }
    assert!(mean >= 0.97, "{mean}");
}
