//! Completion inside the defaults of a CRD. `$0` marks the cursor.

use crdls_ide::{Completion, File, FileContext, check, completions};
use crdls_schema::Config;
use crdls_tests::crd;
use crdls_tests::snippet::{filled, indented};
use crdls_text::Edit;

const LAMP: &str = crd!(
    "lamps",
    "example.com",
    "Lamp",
    "    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
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
"
);

fn complete(default: &str) -> (String, Vec<Completion>) {
    let text = LAMP.replace("DEFAULT", default);
    let at = text.find("$0").expect("a cursor");
    let text = text.replacen("$0", "", 1);
    let found = completions(&File::new(text.clone()), at as u32, FileContext::default(), &Config::default());
    (text, found)
}

fn labels(default: &str) -> Vec<String> {
    complete(default).1.into_iter().map(|found| found.label).collect()
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
        let found = labels(default);
        let missing: Vec<_> = fields.iter().filter(|name| !found.contains(&(**name).to_owned())).collect();
        assert!(missing.is_empty(), "{default}: {missing:?} of {found:?}");
        assert!(!found.contains(&"type".to_owned()), "{default}: {found:?}");
    }
    let (_, found) = complete("default:\n                  c$0");
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
        let mut found = labels(default);
        found.sort();
        assert_eq!(found, values, "{default}");
    }
}

/// After a colon in braces no field begins without braces of its own.
#[test]
fn no_field_directly_after_a_colon() {
    for default in ["default: {power: $0}", "default: {power: null$0}", "default: {hours: $0}"] {
        assert_eq!(labels(default), Vec::<String>::new(), "{default}");
    }
}

#[test]
fn keywords_stand_beside_a_default() {
    let found = labels("default:\n                  color: red\n                $0");
    assert!(found.contains(&"description".to_owned()) && !found.contains(&"dimmed".to_owned()), "{found:?}");
}

/// A default is judged as it is, so that what is written is whole.
#[test]
fn the_server_takes_what_is_written() {
    for default in ["default:\n                  $0", "default: {$0}"] {
        let (text, found) = complete(default);
        for completion in found.iter().filter(|found| ["color", "dimmed", "power"].contains(&&*found.label)) {
            let range = completion.edit.range;
            let new_text = match completion.snippet {
                true => filled(&completion.edit.new_text),
                false => completion.edit.new_text.clone(),
            };
            let mut after = text.clone();
            assert!(
                Edit { range, new_text: indented(&new_text, &text, range.start as usize) }.apply(&mut after)
            );
            let findings = check(&File::new(after.clone()), FileContext::default(), &Config::default());
            let refused: Vec<_> = findings.iter().filter_map(|found| found.finding.server.as_ref()).collect();
            assert!(refused.is_empty(), "{refused:?} in\n{after}");
        }
    }
}
