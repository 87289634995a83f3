//! Anchors and aliases in an editor: completion after `*`, definition and hover. `$0` marks the cursor.

use crdls_ide::{File, FileContext, completions, definition, hover};
use crdls_schema::Config;
use crdls_tests::crd;

const SHELF: &str = crd!(
    "shelves",
    "example.com",
    "Shelf",
    "    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: &spec
            type: object
            properties:
              width: &width
                type: integer
                minimum: 1
              depth: {type: string, default: &depth deep}
              HERE
  - name: v2
    served: true
    storage: false
    schema: {openAPIV3Schema: &after {type: object}}
"
);

fn cursor(entry: &str) -> (File, u32) {
    let text = SHELF.replace("HERE", entry);
    let at = text.find("$0").expect("a cursor");
    (File::new(text.replacen("$0", "", 1)), at as u32)
}

fn labels(entry: &str) -> Vec<String> {
    let (file, at) = cursor(entry);
    let found = completions(&file, at, FileContext::default(), &Config::default());
    found.into_iter().map(|found| found.label).collect()
}

#[test]
fn an_alias_names_an_anchor_above() {
    for entry in ["height: *$0", "height: *w$0", "height: {allOf: [*$0]}", "height:\n                <<: *$0"]
    {
        let found = labels(entry);
        assert!(
            found.contains(&"*width".to_owned()) && found.contains(&"*depth".to_owned()),
            "{entry}: {found:?}"
        );
        // Neither what holds the alias nor what comes later.
        assert!(!found.contains(&"*spec".to_owned()) && !found.contains(&"*after".to_owned()), "{found:?}");
    }
    let (file, at) = cursor("height: *wi$0");
    let found = completions(&file, at, FileContext::default(), &Config::default());
    assert_eq!(found[0].label, "*width");
    assert_eq!(found[0].edit.range.of(file.text()), "*wi");
    assert_eq!(found[0].documentation, "```yaml\ntype: integer\nminimum: 1\n```");
}

#[test]
fn elsewhere_a_star_is_a_star() {
    for entry in [
        "height: {pattern: '*$0'}",
        "height: {description: a *$0}",
        "height:\n                description: |\n                  - *$0",
    ] {
        assert!(labels(entry).iter().all(|label| !label.starts_with('*')), "{entry}");
    }
}

#[test]
fn an_alias_leads_to_its_anchor() {
    let (file, at) = cursor("height: *wi$0dth");
    let found = definition(&file, at, FileContext::default(), &Config::default()).expect("defined");
    assert_eq!(found.range.of(file.text()), "&width");
    let shown = hover(&file, at, FileContext::default(), &Config::default()).expect("explained");
    assert_eq!(shown.range.of(file.text()), "*width");
    let line = SHELF.lines().position(|line| line.contains("&width")).expect("there") + 1;
    let expected = format!("```yaml\ntype: integer\nminimum: 1\n```\n\nThe anchor is on line {line}.");
    assert_eq!(shown.markdown, expected);
    let (file, at) = cursor("height: *no$0");
    assert_eq!(definition(&file, at, FileContext::default(), &Config::default()), None);
}
