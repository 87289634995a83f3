//! What is no CRD, half a CRD, or hostile: a clear finding or none, never a crash or a flood.

use crdls_ide::{File, FileContext, FileFinding, check, completions, hover, symbols};
use crdls_report::{Config, Severity};
use crdls_tests::instructions::{self, countable_or_skip};
use crdls_tests::sample::table;
use crdls_tests::{corpus, crd};

fn found(text: &str) -> Vec<FileFinding> {
    let file = File::new(text.to_owned());
    let findings = check(&file, FileContext::default(), &Config::default());
    symbols(&file);
    // A cursor in many places, none of which may panic.
    for at in (0..text.len() as u32).step_by(text.len() / 40 + 1) {
        hover(&file, at, FileContext::default(), &Config::default());
        completions(&file, at, FileContext::default(), &Config::default());
    }
    findings
}

fn codes(text: &str) -> Vec<&'static str> {
    found(text).iter().map(|f| f.finding.code.name).collect()
}

fn errors(text: &str) -> usize {
    found(text).iter().filter(|f| f.finding.severity == Severity::Error).count()
}

#[test]
fn every_file_of_the_odd_folders_survives() {
    let Some(root) = corpus::dir_or_skip("templated, partial and the YAML test suite") else { return };
    let files = corpus::files(&root, &["templated", "partial", "yaml-test-suite"], &["yaml", "yml"]);
    let mut most = (0, String::new());
    for path in &files {
        let text = corpus::read(path);
        let errors = errors(&text);
        if path.starts_with(root.join("templated")) {
            // What is plain YAML among them has the server's findings and advice; templates have one hint.
            let documents = File::new(text.clone()).tree().documents().len();
            let (server, ours): (Vec<_>, Vec<_>) =
                found(&text).into_iter().partition(|f| f.finding.server.is_some());
            println!(
                "  {}: {} hints, {} of the server's",
                path.file_name().unwrap_or_default().display(),
                ours.len(),
                server.len()
            );
            assert!(ours.len() <= documents.max(2) && server.len() <= 9 * documents, "{}", path.display());
        } else {
            most = most.max((errors, path.display().to_string()));
        }
    }
    println!("{} files survive; the most errors in one: {} ({})", files.len(), most.0, most.1);
    assert!(files.len() > 400);
}

#[test]
fn what_is_not_ours_stays_silent() {
    for text in [
        "",
        "\n",
        "---\n---\n",
        "a: b\n",
        "apiVersion: v1\nkind: Pod\nspec: {x: }\n",
        "[1, 2",
        "a: \"",
        "\u{0}\u{1}",
        "[\u{0}",
        "a: [\u{0}, {\u{0}: \u{0}}]\n",
        "- - -",
    ] {
        assert_eq!(codes(text), Vec::<&str>::new(), "{text:?}");
    }
    let description = table("description: use {{ .Values }} here\ntype: object");
    assert_eq!(codes(&description), Vec::<&str>::new());
}

/// What `torture` found: ranges that cut a character, and words of several lines.
#[test]
fn findings_fit_the_text_and_a_line() {
    let texts = [
        crd(|c| c).replace("kind: CustomResourceDefinition", "kind: \"Custom\\nResource\""),
        table("type: object\nrequired: [\"a\\nb\"]"),
        table("{\"type\": \"object\"\u{feff}, a: b}"),
        table("{ty\u{2028}pe: object"),
        table("") + "        {type: object\r\n  x: y\r\n",
    ];
    for text in texts {
        let findings = found(&text);
        assert!(!findings.is_empty(), "{text}");
        for FileFinding { finding, .. } in findings {
            let (start, end) = (finding.range.start as usize, finding.range.end as usize);
            assert!(text.get(start..end).is_some(), "{finding:?}");
            assert!(!finding.message.contains('\n'), "{finding:?}");
        }
    }
}

/// An editor shows an explanation at its range, which has to be where the cursor is.
#[test]
fn the_indentation_of_a_folded_rule_explains_nothing() {
    let rule = "x-kubernetes-validations:\n- rule: self.a == 'x'\n      && self.b";
    let text = table(&format!("type: object\n{rule}"));
    let file = File::new(text.clone());
    for at in 0..=text.len() as u32 {
        if let Some(hover) = hover(&file, at, FileContext::default(), &Config::default()) {
            assert!(hover.range.touches(at), "{:?} at {at}", hover.range);
        }
    }
}

/// A download that broke off, at any byte behind the first object's kind.
#[test]
fn half_a_json_is_told() {
    let crd = r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "tables.example.com"}, "spec": {"group": "example.com", "names": {"plural": "tables", "kind": "Table"}, "scope": "Cluster", "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}}}]}}"#;
    let lists = [
        crd.to_owned(),
        format!(r#"{{"kind": "List", "apiVersion": "v1", "items": [{crd}, {crd}]}}"#),
        format!(r#"{{"apiVersion": "v1", "items": [{crd}, {crd}], "kind": "List", "metadata": {{}}}}"#),
    ];
    for list in
        lists.iter().flat_map(|list| [list.clone(), list.replace(", ", ",\n "), list.replace(' ', "")])
    {
        let known = list.find("ResourceDefinition\"").expect("a CRD") + 19;
        for cut in known..list.len() {
            let file = File::new(list[..cut].to_owned());
            let findings = check(&file, FileContext::default(), &Config::default());
            assert!(!findings.is_empty(), "nothing is said of {}", &list[..cut]);
        }
        assert_eq!(codes(&list), Vec::<&str>::new(), "{list}");
    }
}

#[test]
fn a_template_gets_one_hint() {
    let templates = [
        table("") + "        {{- toYaml .Values.schema | nindent 8 }}\n",
        table("type: {{ .Values.type }}").replace("tables.example.com", "{{ .Release.Name }}"),
        format!("{{{{- if .Values.crds.enabled }}}}\n{}{{{{- end }}}}\n", crd(|c| c)),
    ];
    for text in templates {
        assert_eq!(codes(&text), ["template"], "{text}");
    }
}

/// Samples as they are printed where indentation was lost.
#[test]
fn a_lost_indentation_is_no_flood() {
    let sample = table("type: object\nproperties:\n  spec:\n    type: object");
    let flat: String = sample.lines().map(|line| line.trim_start().to_owned() + "\n").collect();
    let half: String =
        sample.lines().map(|line| line.strip_prefix("  ").unwrap_or(line).to_owned() + "\n").collect();
    let mut samples = vec![flat, half];
    // One block moved left.
    for block in ["  names:", "    schema:", "      openAPIV3Schema:", "  versions:"] {
        let at = sample.find(&format!("\n{block}")).expect("a block") + 1;
        let indent = block.len() - block.trim_start().len();
        for by in 1..=indent {
            let mut moved = sample[..at].to_owned();
            let mut inside = true;
            for (i, line) in sample[at..].lines().enumerate() {
                inside &= i == 0
                    || line.len() - line.trim_start().len() > indent
                    || line.starts_with(&format!("{}- ", " ".repeat(indent)));
                moved += if inside { line.get(by..).unwrap_or_default() } else { line };
                moved.push('\n');
            }
            samples.push(moved);
        }
    }
    let mut counts = Vec::new();
    for text in &samples {
        let count = errors(text);
        counts.push(count);
        assert!(count <= 3, "{count} errors {:?} in\n{text}", codes(text));
    }
    println!(
        "lost indentation: {} samples, at most {} findings each",
        samples.len(),
        counts.iter().max().unwrap_or(&0)
    );
}

const HEAD: &str = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n";

/// A name, and a text with much of one thing in about so many bytes.
type Shape = (&'static str, fn(usize) -> String);

const SHAPES: [Shape; 8] = [
    ("brackets", |n| format!("{HEAD}{}", "[".repeat(n))),
    ("braces", |n| format!("{HEAD}{}", "{a: ".repeat(n / 4))),
    ("dashes", |n| format!("{HEAD}{}", "- ".repeat(n / 2))),
    ("one line", |n| format!("{HEAD}x: {}\n", "y".repeat(n))),
    ("alias bomb", |n| {
        let level = |i: usize| format!("a{i}: &a{i} [{}]\n", vec![format!("*a{}", i - 1); 9].join(", "));
        format!("{HEAD}a0: &a0 [x, x]\n{}", (1..=n / 60).map(level).collect::<String>())
    }),
    ("open quotes", |n| format!("{HEAD}{}", "a: \"x\n".repeat(n / 6))),
    ("keys", |n| format!("{HEAD}spec:\n{}", (0..n / 10).map(|i| format!("  k{i}: 1\n")).collect::<String>())),
    ("deep", |n| {
        let levels = (0..).scan(0, |len, i| {
            *len += i + 3;
            (*len < n).then(|| format!("{}a:\n", " ".repeat(i)))
        });
        format!("{HEAD}{}", levels.collect::<String>())
    }),
];

/// What [`hostile_texts_take_linear_time`] sets: a shape's number and a size.
const SHAPE: &str = "CRDLS_TEST_SHAPE";

#[test]
#[ignore = "run by hostile_texts_take_linear_time, which counts its instructions"]
fn one_hostile_text() {
    let chosen = std::env::var(SHAPE).unwrap_or_else(|_| "0 1000".to_owned());
    let (shape, size) = chosen.split_once(' ').expect("a shape and a size");
    let (_, make) = SHAPES[shape.parse::<usize>().expect("a number")];
    found(&make(size.parse().expect("a number")));
}

/// Linear work is 4 times as much for 4 times the text, and quadratic work 16 times.
#[test]
fn hostile_texts_take_linear_time() {
    let Some(()) = countable_or_skip("instructions spent on hostile texts") else { return };
    let count = |shape: usize, size: u32| {
        instructions::of_ignored_test("bad_input::one_hostile_text", SHAPE, &format!("{shape} {size}"))
    };
    let nothing = count(0, 0);
    for (shape, (name, _)) in SHAPES.iter().enumerate() {
        let [once, more] = [5_000, 20_000].map(|size| count(shape, size));
        let growth = (more - nothing) as f64 / (once - nothing).max(1) as f64;
        println!(
            "  {name}: {} million instructions for 20 KB, {growth:.1} times those for 5 KB",
            more / 1_000_000
        );
        assert!(growth < 7.0, "{name}: {once} instructions at 5 KB, {more} at 20 KB");
    }
}
