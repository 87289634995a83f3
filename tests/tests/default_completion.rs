//! Completion inside the defaults of a CRD. `$0` marks the cursor.

use crdls_tests::crd;
use crdls_tests::world::{OpenFile, open};

/// A CRD with a `default` so, in `spec.light`, which is indented by 16.
fn lamp(default: &str) -> OpenFile {
    let text = crd(|c| {
        c.kind("Lamp").spec_properties(
            "
        light:
          type: object
          DEFAULT
          properties:
            color:
              type: string
              description: What it looks like.
              enum: [red, blue]
            dimmed:
              type: boolean
            power:
              type: object
              required: [watts]
              properties:
                watts:
                  type: integer
                  minimum: 3
            hours:
              type: array
              items:
                type: object
                properties:
                  from:
                    type: integer
            ",
        )
    });
    open(text.replace("DEFAULT", default))
}

#[test]
fn fields_of_the_schema_beside_it() {
    for (default, fields) in [
        ("default:\n                  $0", &["color", "dimmed", "hours", "power"][..]),
        ("default: {$0}", &["color", "dimmed", "hours", "power"]),
        ("default:\n                  color: red\n                  $0", &["dimmed", "hours", "power"]),
        ("default:\n                  power:\n                    $0", &["watts"]),
        ("default:\n                  hours:\n                  - $0", &["from"]),
        ("default: {power: {$0}}", &["watts"]),
    ] {
        let found = lamp(default).labels();
        let missing: Vec<_> = fields.iter().filter(|name| !found.contains(&(**name).to_owned())).collect();
        assert!(missing.is_empty(), "{default}: {missing:?} of {found:?}");
        assert!(!found.contains(&"type".to_owned()), "{default}: {found:?}");
    }
    let found = lamp("default:\n                  c$0").completions();
    assert_eq!(found[0].label, "color");
    assert_eq!(found[0].documentation, "What it looks like.");
}

#[test]
fn values_of_the_schema_beside_it() {
    for (default, values) in [
        ("default:\n                  color: $0", &["blue", "red"][..]),
        ("default: {color: $0}", &["blue", "red"]),
        ("default: {color: \"$0\"}", &["blue", "red"]),
        ("default:\n                  dimmed: $0", &["false", "true"]),
    ] {
        let mut found = lamp(default).labels();
        found.sort();
        assert_eq!(found, values, "{default}");
    }
}

/// After a colon in braces no field begins without braces of its own.
#[test]
fn no_field_directly_after_a_colon() {
    for default in ["default: {power: $0}", "default: {power: null$0}", "default: {hours: $0}"] {
        assert_eq!(lamp(default).labels(), Vec::<String>::new(), "{default}");
    }
}

#[test]
fn keywords_stand_beside_a_default() {
    let found = lamp("default:\n                  color: red\n                $0").labels();
    assert!(found.contains(&"description".to_owned()) && !found.contains(&"dimmed".to_owned()), "{found:?}");
}

/// A default is judged as it is, so that what is written is whole.
#[test]
fn the_server_takes_what_is_written() {
    for default in ["default:\n                  $0", "default: {$0}"] {
        let file = lamp(default);
        let found = file.completions();
        for completion in found.iter().filter(|found| ["color", "dimmed", "power"].contains(&&*found.label)) {
            let after = file.accepted(completion);
            let findings = open(&after).findings();
            let refused: Vec<_> = findings.iter().filter_map(|found| found.finding.server.as_ref()).collect();
            assert!(refused.is_empty(), "{refused:?} in\n{after}");
        }
    }
}
