//! Slips of the keyboard that make a manifest no YAML: what is offered for each, and what stays reported next to it.

use crdls_ide::{FileFinding, Fixer, applied};
use crdls_tests::world::open;

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ovens.example.com
spec:
  group: example.com
  scope: Namespaced
  names:
    kind: Oven
    plural: ovens
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          description: \"An oven.\"
          required: [spec]
          properties:
            spec:
              type: object
              properties:
                size: {type: integer}
                mode:
                  type: string
                  enum:
                    - bread
                    - cake
";

fn findings(text: &str) -> Vec<FileFinding> {
    open(text).findings()
}

/// The texts that the fixes of the findings with a code lead to.
fn fixed(text: &str, code: &str) -> Vec<String> {
    let file = open(text);
    let all = file.findings();
    let of: Vec<_> = all.iter().filter(|found| found.finding.code.name == code).collect();
    assert!(!of.is_empty(), "no {code} in\n{text}");
    let fixes = Fixer::new(&file.file, &all, file.context(), &file.world.config).fixes(&of);
    fixes.iter().flatten().filter_map(|fix| applied(text, [fix])).map(|(text, _)| text).collect()
}

#[test]
fn each_fault_has_a_fix() {
    assert_eq!(findings(CRD).iter().filter(|found| found.finding.code.server).count(), 0);
    let faults = [
        ("  group: example.com", "  group:example.com"),
        ("    - name: v1", "    -name: v1"),
        ("                    - cake", "                    -cake"),
        ("      served: true", "      served true"),
        ("      served: true", "       served: true"),
        ("      served: true", "     served: true"),
        ("              type: object\n              prop", "            type: object\n              prop"),
        ("                  type: string", "\t\t\t\t\t\t\t\t\ttype: string"),
        ("  versions:\n", "  versions\n"),
        ("          properties:\n            spec", "          properties\n            spec"),
        ("\"An oven.\"", "\"An oven."),
        ("\"An oven.\"", "'An oven."),
        ("          required: [spec]", "          required: [spec"),
        ("{type: integer}", "{type: integer"),
        ("\"An oven.\"", "An oven: hot"),
    ];
    let mut without = Vec::new();
    for (right, wrong) in faults {
        let text = CRD.replacen(right, wrong, 1);
        assert_ne!(text, CRD);
        let texts = fixed(&text, "not-yaml");
        let is_right = |text: &String| text.replace(['"', '\''], "") == CRD.replace('"', "");
        let quotes = wrong.contains("oven: hot");
        if texts.is_empty() || !(quotes || texts.iter().any(is_right)) {
            without.push(format!("{wrong:?}: {} fixes {texts:?}", texts.len()));
        }
    }
    assert!(without.is_empty(), "{without:#?}");
}

#[test]
fn a_duplicate_key_loses_one_of_the_two() {
    let twice = CRD.replacen("  scope: Namespaced\n", "  scope: Cluster\n  scope: Namespaced\n", 1);
    let other = CRD.replacen("Namespaced", "Cluster", 1);
    assert_eq!(fixed(&twice, "duplicate-key"), [CRD.to_owned(), other]);
}

#[test]
fn an_open_quote_or_bracket_hides_no_other_line() {
    let wrong = CRD.replacen("                  type: string", "                  type: strin", 1);
    let server = |text: &str| -> Vec<&'static str> {
        let all = findings(text).into_iter().map(|found| found.finding.code);
        all.filter(|code| code.server).map(|code| code.name).collect()
    };
    let wanted = server(&wrong);
    assert_eq!(wanted.len(), 1);
    for (right, open) in [
        ("\"An oven.\"", "\"An oven."),
        ("\"An oven.\"", "'An oven."),
        ("[spec]", "[spec"),
        ("{type: integer}", "{type: integer"),
        ("\"An oven.\"", "\"An oven,\n            and more of it"),
    ] {
        assert_eq!(server(&wrong.replacen(right, open, 1)), [&["not-yaml"], &wanted[..]].concat(), "{open}");
    }
}

#[test]
fn a_key_without_a_colon_is_one_finding() {
    for (right, typed) in [
        (
            "          description: \"An oven.\"\n",
            "          descri\n            An oven of a bakery,\n            more info: none.\n",
        ),
        (
            "              type: object\n              prop",
            "              ty\n                one: two\n              prop",
        ),
        ("metadata:\n  name", "metadata:\n  nam"),
        ("    kind: Oven", "    kin"),
    ] {
        let all = findings(&CRD.replacen(right, typed, 1));
        let codes: Vec<_> = all.iter().map(|found| found.finding.code.name).collect();
        println!("{typed:?}: {codes:?}");
        assert_eq!(
            codes.iter().filter(|code| **code == "not-yaml").count(),
            usize::from(typed != "metadata:\n  nam")
        );
    }
}

#[test]
fn typographic_characters_are_named_and_replaced() {
    for (right, wrong, words) in [
        ("      served: true", "      served:\u{a0}true", "has a non-breaking space"),
        ("      served: true", "     \u{a0}served: true", "has a non-breaking space"),
        ("    - name: v1", "    -\u{a0}name: v1", "has a non-breaking space"),
        ("    kind: Oven", "    \u{201c}kind\u{201d}: Oven", "has curly quotes"),
        ("size: {type: integer}", "size: {type: \u{201c}integer\u{201d}}", "has curly quotes"),
    ] {
        let text = CRD.replacen(right, wrong, 1);
        let file = open(&text);
        let all = file.findings();
        let named: Vec<_> = all.iter().filter(|found| found.finding.message.contains(words)).collect();
        let messages: Vec<_> = all.iter().map(|found| &found.finding.message).collect();
        assert!(!named.is_empty(), "{wrong:?}: {messages:?}");
        let fixes = Fixer::new(&file.file, &all, file.context(), &file.world.config).fixes(&named);
        let mut texts = fixes.iter().flatten().filter_map(|fix| applied(&text, [fix]));
        let is_right = |(text, _): (String, _)| text.replace(['"', '\''], "") == CRD.replace('"', "");
        assert!(texts.any(is_right), "{wrong:?}: {messages:?} {fixes:?}");
    }
}
