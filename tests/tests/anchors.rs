//! Anchors and aliases in an editor: completion after `*`, definition and hover. `$0` marks the cursor.

use crdls_tests::crd;
use crdls_tests::world::{OpenFile, open};

/// A CRD with an entry next to others in the properties of `spec`, which are indented by 14.
fn shelf(entry: &str) -> OpenFile {
    let text = crd(|c| {
        let c = c.kind("Shelf").plural("shelves").version("v1", |v| {
            v.schema(
                "
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
                ",
            )
        });
        c.version("v2", |v| v.schema("&after {type: object}"))
    });
    open(text.replace("HERE", entry))
}

#[test]
fn an_alias_names_an_anchor_above() {
    for entry in ["height: *$0", "height: *w$0", "height: {allOf: [*$0]}", "height:\n                <<: *$0"]
    {
        let found = shelf(entry).labels();
        assert!(
            found.contains(&"*width".to_owned()) && found.contains(&"*depth".to_owned()),
            "{entry}: {found:?}"
        );
        // Neither what holds the alias nor what comes later.
        assert!(!found.contains(&"*spec".to_owned()) && !found.contains(&"*after".to_owned()), "{found:?}");
    }
    let file = shelf("height: *wi$0");
    let found = file.completions();
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
        assert!(shelf(entry).labels().iter().all(|label| !label.starts_with('*')), "{entry}");
    }
}

#[test]
fn an_alias_leads_to_its_anchor() {
    let file = shelf("height: *wi$0dth");
    let found = file.definition().expect("defined");
    assert_eq!(found.range.of(file.text()), "&width");
    let shown = file.hover().expect("explained");
    assert_eq!(shown.range.of(file.text()), "*width");
    let line = file.text().lines().position(|line| line.contains("&width")).expect("there") + 1;
    let expected = format!("```yaml\ntype: integer\nminimum: 1\n```\n\nThe anchor is on line {line}.");
    assert_eq!(shown.markdown, expected);
    assert_eq!(shelf("height: *no$0").definition(), None);
}
