//! A tree that followed an edit equals one parsed from scratch.
//!
//! 2,000 random edits by default; `CRDLS_EDITS=100000` in CI.

use std::fs;
use std::path::PathBuf;

use crdls_report::Unit;
use crdls_tests::corpus;
use crdls_tests::generate::edits::random_edit;
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_text::{Edit, TextRange};
use crdls_yaml::Tree;

fn sources() -> Vec<PathBuf> {
    let examples = corpus::files(&corpus::repository(), &["examples", "tests/yaml"], &["yaml"]);
    let real = corpus::dir()
        .map(|root| corpus::files(&root, &["crds", "mutated"], &["yaml", "yml"]))
        .unwrap_or_default();
    real.into_iter().step_by(17).chain(examples).collect()
}

#[test]
fn incremental_equals_from_scratch() {
    let edits: usize = number("CRDLS_EDITS").unwrap_or(2_000);
    let mut random = Random::new(0x5EED);
    let mut files: Vec<String> =
        sources().iter().filter_map(|p| fs::read_to_string(p).ok()).filter(|t| t.len() < 60_000).collect();
    files.extend(files.iter().step_by(3).map(|text| in_json(text)).collect::<Vec<_>>());
    if files.is_empty() {
        eprintln!("skipped: no files to edit");
        return;
    }
    let (mut done, mut whole, mut reparsed, mut total) = (0usize, 0usize, 0u64, 0u64);
    while done < edits {
        let mut text = random.pick(&files).cloned().unwrap_or_default();
        let mut tree = Tree::parse(&text);
        // A few edits in a row, so that broken states are edited too.
        for _ in 0..8 {
            let edit = random_edit(&mut random, &text);
            let before = text.clone();
            assert!(edit.apply(&mut text));
            let how = tree.edit(&text, edit.range, edit.new_text.len() as u32);
            done += 1;
            whole += usize::from(how.whole);
            reparsed += u64::from(how.range.len());
            total += text.len() as u64;
            let fresh = Tree::parse(&text);
            if tree != fresh {
                report(&before, &text, &edit, &tree, &fresh);
            }
        }
    }
    println!(
        "incremental: {done} edits, 0 differ; {:.1} % parsed the whole text; {:.2} % of the text was parsed again",
        100.0 * whole as f64 / done as f64,
        100.0 * reparsed as f64 / total as f64
    );
}

/// The documents of a text as JSON, each in a line.
fn in_json(text: &str) -> String {
    let tree = Tree::parse(text);
    let roots = tree.documents().iter().filter_map(|document| tree.root(text, document));
    roots.map(|root| Unit::Written(root).value().to_json() + "\n").collect()
}

/// Text that is typed inside of quotes is read without what is around it.
#[test]
fn quoted_text_is_edited_alone() {
    let long = "x".repeat(5_000);
    let json = format!("{{\"a\": [\"b c\"], \"e\": {{\"f\": \"{long}\"}}}}\n{{\"g\": \"h\"}}\n");
    let yaml = format!("a: {{\"b\": [c, 'd e'], {long}: 1}}\n---\nf: \"g\" # h\ni: [j, 'k']\n");
    let alone = [(&json, "b c", "b"), (&json, "h", ""), (&yaml, "d e", "d, e"), (&yaml, "g", "a b")];
    let more = [(&json, "b c", "\""), (&json, "b c", "\\"), (&yaml, "b", "\u{e4}"), (&yaml, "d", "''")];
    let edited = |(text, old, new): (&String, &str, &str)| {
        let (mut text, mut tree) = (text.clone(), Tree::parse(text));
        let start = text.find(old).expect("it is there") as u32;
        let edit = Edit { range: TextRange::new(start, start + old.len() as u32), new_text: new.to_owned() };
        assert!(edit.apply(&mut text));
        let how = tree.edit(&text, edit.range, new.len() as u32);
        assert_eq!(tree, Tree::parse(&text), "{edit:?}");
        how.range.len() < 100
    };
    assert_eq!(alone.map(edited), [true; 4]);
    assert_eq!(more.map(edited), [false; 4]);
}

/// Entries that cannot be read alone for what stands around them, found by the driver `torture`.
#[test]
fn an_entry_that_leans_on_its_neighbours_is_not_read_alone() {
    let states = [
        // An item without its dash is an error where its first entry starts.
        ("a:\n  - b\n  c:\n    d: 1\n", "a:\n  - b\n  c:\n    - d: 1\n"),
        // A line break of two characters is cut in two.
        (":\r\n  a: {b: c}\r\n", ":\r"),
        // Something rare between two entries is noted at the second.
        (": m\n\t\n:a: b\n  ", ": m\n\t\n:"),
        (": m\n\t\n:", ": m\n\t\n:a:\n"),
        (": m\n\t#\t c\n:", ": m\nc\n:"),
        // The value of an explicit key that is not written stands where the key ends.
        ("?\n :", "?\n :a: B\n     "),
        ("?\n    - : true\n      a:\n        b: {c: d}\n", "?\n    - "),
        // Junk behind the last entry.
        ("  : .com\nspec:\n  group", "  : "),
        // A mapping takes an item without its dash that stands behind it.
        ("- --\n:", "- : {a: []}--\n:"),
        ("- b\na:\n", "- b: c\na:\n"),
        // A line after the edit that is not where it was.
        ("    :\n    4\n  u", "    :\n \n  y\n  4\n  u"),
        // `yaml_edit` with seed 990034: the rest of a line after the edit is at another column, or behind a tab.
        (":\n  - array\n  :\n:", ":\n\t-\n\t:\n:"),
        // `yaml_edit` with seed 990031: a text without its dash went on with the item below it, or not.
        ("-\n--\n- : Anchor\n  from: '@'", "-\n--\n- "),
        ("-\nr\n- :", "-\nr\n- "),
        // A dash that is a part of a key.
        ("-\n--:", "-\n--: a"),
        // A block that was given to the entry before it.
        ("s\n: p\n :\n-\n- ", "s\n: p\n :\n-\n- \u{e9}"),
        // A list that is the value of an entry at another column than the block has by now.
        (" : o\n-\n- ps", " : o\n-\n- \ns"),
        // A separator behind a byte order mark.
        ("\u{feff}[", "\u{feff}---["),
        // A quote on the last line, at which the block above it looks for a key.
        ("- :\n{'", "- \u{e9}:\n{'"),
        // A text below a key without a colon, or a key without a colon itself.
        ("a\n  b\n  c: d\n", "a\n  b e\n  c: d\n"),
        ("a\n  b: e\n  c: d\n", "a\n  b e\n  c: d\n"),
        // A quote that was looked for beyond other entries.
        ("a: \"b\nc: d\ne: f\n", "a: \"b\nc: d\"\ne: f\n"),
        ("a: 'b\nc: d\ne: f 'g\n", "a: 'b\nc: d\ne: f '\n"),
        // A bracket that was given up where a line looked like a block's.
        ("a: [b\nc: d\ne: f\n", "a: [b\nc: d]\ne: f\n"),
        ("a: [b,\nc: d,\ne: f\n", "a: [b,\nc: d,\ne: f]\n"),
    ];
    for (before, after) in states {
        let same = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
        let rest = before[same..].bytes().rev().zip(after[same..].bytes().rev());
        let tail = rest.take_while(|(a, b)| a == b).count();
        let mut tree = Tree::parse(before);
        let range = TextRange::new(same as u32, (before.len() - tail) as u32);
        tree.edit(after, range, (after.len() - tail - same) as u32);
        assert_eq!(tree, Tree::parse(after), "{before:?} became {after:?}");
    }
}

fn report(before: &str, after: &str, edit: &Edit, ours: &Tree, fresh: &Tree) -> ! {
    let from = before[..edit.range.start as usize].rmatch_indices('\n').nth(5).map_or(0, |(i, _)| i + 1);
    let show = |t: &str, end: usize| {
        t[from..]
            .lines()
            .take(2 + t[from..end.min(t.len()).max(from)].lines().count() + 6)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let a = format!("{ours:#?}");
    let b = format!("{fresh:#?}");
    // Sizes and ends of everything around differ too: look for the first node that is another one.
    let other = |(x, y): (&str, &str)| x != y && !x.contains("size:") && !x.contains("end:");
    let at = a.lines().zip(b.lines()).position(other).unwrap_or(0);
    let near = |s: &str| s.lines().skip(at.saturating_sub(9)).take(16).collect::<Vec<_>>().join("\n");
    panic!(
        "edit {edit:?}\n--- before\n{}\n--- after\n{}\n--- incremental\n{}\n--- from scratch\n{}",
        show(before, edit.range.end as usize),
        show(after, edit.range.start as usize + edit.new_text.len()),
        near(&a),
        near(&b)
    );
}
