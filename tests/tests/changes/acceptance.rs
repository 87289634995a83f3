//! Each case of crdify and of the comparing checks of crd-schema-checker (needs the acceptance data): what such a check
//! reports is a change of the class that it stands for, or stands in a table with the reason why it breaks nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crdls_change::Class;
use serde_json::Value;

use super::*;

/// What a check stands for: the classes that a change it reports has where the check is right.
const CRDIFY: [(&str, &[Class]); 19] = [
    ("scope", &[Class::Refused]),
    ("existingFieldRemoval", &[Class::Lost]),
    ("storedVersionRemoval", &[Class::Refused]),
    ("default", &[Class::Readers]),
    ("description", &[Class::Internal]),
    ("enum", &[Class::Tightened, Class::Frozen]),
    ("maximum", &[Class::Tightened, Class::Frozen]),
    ("maxLength", &[Class::Tightened, Class::Frozen]),
    ("maxItems", &[Class::Tightened, Class::Frozen]),
    ("maxProperties", &[Class::Tightened, Class::Frozen]),
    ("minimum", &[Class::Tightened, Class::Frozen]),
    ("minLength", &[Class::Tightened, Class::Frozen]),
    ("minItems", &[Class::Tightened, Class::Frozen]),
    ("minProperties", &[Class::Tightened, Class::Frozen]),
    ("required", &[Class::Frozen, Class::Tightened]),
    ("type", &[Class::Tightened, Class::Frozen]),
    ("pattern", &[Class::Tightened, Class::Frozen]),
    ("nullable", &[Class::Readers]),
    ("unhandled", &[Class::Tightened, Class::Frozen, Class::Readers]),
];

const CRD_SCHEMA_CHECKER: [(&str, &str, &[Class]); 4] = [
    ("no_field_removal", "NoFieldRemoval", &[Class::Lost]),
    ("no_enum_removal", "NoEnumRemoval", &[Class::Tightened, Class::Frozen]),
    ("no_data_type_change", "NoDataTypeChange", &[Class::Tightened, Class::Frozen]),
    ("no_new_required_fields", "NoNewRequiredFields", &[Class::Frozen, Class::Tightened]),
];

/// What a check reports and yet breaks nothing: the case, the check, and why.
const HARMLESS: [(&str, &str, &str); 12] = [
    ("enumvalueadded", "enum", "clients see a new value, and what was accepted stays"),
    ("multipleincompatible", "enum", "clients see a new value, and what was accepted stays"),
    ("multipleincompatible", "required", "the field has a default, so it is never missing"),
    ("requiredfieldadded", "required", "the field has a default, so it is never missing"),
    ("maxnetnew", "maxProperties", "the schema keeps no members: all are pruned"),
    ("maxvaluedecreased", "maxProperties", "the schema keeps no members: all are pruned"),
    ("minvalueincreased", "minProperties", "no value satisfies the old schema, which keeps no members"),
    ("patternremoved", "pattern", "more is accepted"),
    ("existingfieldremoved", "default", "it is about the removed field, which is one change: `lost`"),
    (
        "cannot_require_array_element",
        "NoNewRequiredFields",
        "the new list is optional; `minLength` says nothing of lists",
    ),
    (
        "typechanged",
        "unhandled",
        "the format is gone with the type, whose change is reported; without it more is accepted",
    ),
    ("nullableadded", "nullable", "clients see null, and what was accepted stays"),
];

/// The cases of a folder by name, each with its two sides; a case without an old side is a creation.
fn cases(root: &Path, old: &str, new: &str) -> Vec<(String, PathBuf, Side, Side)> {
    let mut found: Vec<_> =
        fs::read_dir(root).expect("the folder of cases").flatten().map(|entry| entry.path()).collect();
    found.sort();
    let case = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let side = |file: &str| Side::read(Some(path.join(file)).filter(|path| path.exists()));
        (name, path.clone(), side(old), side(new))
    };
    found.into_iter().map(case).collect()
}

/// The reason why what a check reports breaks nothing.
fn harmless(case: &str, check: &str) -> Option<&'static str> {
    HARMLESS.iter().find(|(its, of, _)| *its == case && *of == check).map(|(_, _, why)| *why)
}

/// A property as crdify writes it, `^.spec.items`, as the field of objects that we write.
fn field_of(property: &str) -> String {
    property.trim_start_matches('^').trim_start_matches('.').replace(".items", "[0]")
}

#[test]
fn crdify() {
    let Some(root) = corpus::acceptance_or_skip("cases of crdify") else { return };
    let config = Config::default();
    let (mut shown, mut wrong, mut used) = (0, Vec::new(), BTreeSet::new());
    let cases = cases(&root.join("changes/crdify/test"), "a.yaml", "b.yaml");
    let number = cases.len();
    for (case, path, old, new) in cases {
        let found = changes(&old, &new, &config);
        let expected: Value =
            serde_json::from_str(&corpus::read(&path.join("expected.json"))).expect("their report");
        for (check, field) in reported(&expected) {
            let alias = format!("crdify:{check}");
            let of_field = |change: &&Change| {
                field.as_ref().is_none_or(|field| change.field == *field || change.field.is_empty())
            };
            let ours: Vec<_> = found
                .iter()
                .filter(of_field)
                .filter(|change| change.code.aliases().contains(&alias.as_str()))
                .collect();
            let (_, classes) = CRDIFY.iter().find(|(name, _)| *name == check).expect("a check in the table");
            let is_shown = ours.iter().any(|change| classes.contains(&change.class) && !change.is_unproven());
            let by_removal = found
                .iter()
                .any(|change| change.class == Class::Lost && field.as_ref() == Some(&change.field));
            match (is_shown || by_removal, harmless(&case, &check)) {
                (true, _) => shown += 1,
                (false, Some(why)) => {
                    used.insert((case.clone(), check.clone()));
                    println!("{case}: {check} breaks nothing: {why}");
                }
                (false, None) => wrong.push(format!("{case}: {check} at {field:?}: {ours:?}")),
            }
        }
    }
    println!(
        "{number} cases of crdify: {shown} reports are changes of the class, {} break nothing",
        used.len()
    );
    assert!(wrong.is_empty() && shown > 0, "{}", wrong.join("\n"));
}

/// What crdify reports of a case: the check and the field.
fn reported(expected: &Value) -> Vec<(String, Option<String>)> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let name = |result: &Value| result["name"].as_str().unwrap_or_default().to_owned();
    let mut found: Vec<_> =
        list(&expected["crdValidation"]).iter().map(|result| (name(result), None)).collect();
    for version in list(&expected["sameVersionValidation"]) {
        for property in list(&version["propertyComparisons"]) {
            let field = field_of(property["property"].as_str().unwrap_or_default());
            found.extend(
                list(&property["comparisonResults"]).iter().map(|result| (name(result), Some(field.clone()))),
            );
        }
    }
    found
}

#[test]
fn crd_schema_checker() {
    let Some(root) = corpus::acceptance_or_skip("cases of crd-schema-checker") else { return };
    let folder = root.join("changes/crd-schema-checker/pkg/manifestcomparators/testdata");
    let config = Config::default();
    let (mut counts, mut wrong): (BTreeMap<&str, usize>, _) = (BTreeMap::new(), Vec::new());
    for (check_folder, check, classes) in CRD_SCHEMA_CHECKER {
        for (case, path, old, new) in cases(&folder.join(check_folder), "existing.yaml", "new.yaml") {
            let found = changes(&old, &new, &config);
            let alias = format!("crd-schema-checker:{check}");
            let is_it =
                |change: &&Change| change.code.aliases().contains(&alias.as_str()) && change.is_breaking();
            let breaking: Vec<_> = found.iter().filter(is_it).collect();
            let reports = corpus::read(&path.join("expected.yaml")).contains("crd/");
            *counts.entry(check).or_default() += 1;
            let fits = match reports {
                true => {
                    breaking.iter().any(|change| classes.contains(&change.class))
                        || harmless(&case, check).is_some()
                }
                false => breaking.is_empty(),
            };
            if !fits {
                wrong.push(format!("{check} {case}: {breaking:?}"));
            }
        }
    }
    println!("cases of crd-schema-checker: {counts:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
