//! Fixes of breaking changes: with each of them the change is no longer breaking, or breaks less.

use crdls_ide::{ChangedCrd, File, FileContext, applied, check};
use crdls_report::Config;
use crdls_tests::crd;

use super::Side;

const SCHEMA: &str = "
        type: object
        properties:
          spec:
            type: object
            required: [mode]
            properties:
              mode:
                type: string
                enum:
                - bake
                # with the fan
                - roast
                - grill
              # how much fits in
              size:
                # in litres
                description: |
                  The size.

                    Of the inside.
                type: integer
                maximum: 9
              racks: {type: integer, description: How many.}
              tags:
                type: array
                items:
                  type: string
";

fn old() -> String {
    crd(|c| c.kind("Oven").schema(SCHEMA))
}

/// The old text with some replacements.
fn with(replacements: &[(&str, &str)]) -> String {
    let replace = |text: String, (from, to): &(&str, &str)| {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text.replace(from, to)
    };
    replacements.iter().fold(old(), replace)
}

/// The fixes of the first breaking change of a code: their titles, and the texts with them.
fn fixes(old: &str, new: &str, code: &str) -> Vec<(String, String)> {
    let config = Config::default();
    let mut side = Side::default();
    side.add(old.to_owned());
    let before = side.definition("ovens.example.com").expect("a CRD");
    let compared = |text: &str| {
        let mut side = Side::default();
        side.add(text.to_owned());
        let after = side.definition("ovens.example.com").expect("a CRD");
        crdls_change::compare(before, after, &[], &config).changes
    };
    let mut side = Side::default();
    side.add(new.to_owned());
    let after = side.definition("ovens.example.com").expect("a CRD");
    let changes = compared(new);
    let change = changes.iter().find(|change| change.code.name() == code && change.is_breaking());
    let change = change.unwrap_or_else(|| panic!("{code}: {changes:#?}"));
    let file = File::new(new.to_owned());
    let context = FileContext::default();
    let findings = check(&file, context, &config);
    let crd = ChangedCrd { file: &file, document: 0, old: before, new: after };
    let fixed = crd.fixes(change, &changes, &findings, context, &config).into_iter().map(|fix| {
        let (text, _) = applied(new, [&fix]).expect("it has edits");
        let left = compared(&text).into_iter().filter(|left| left.code == change.code && left.is_breaking());
        let is_better = |left: &crdls_change::Change| left.field != change.field || left.class > change.class;
        assert!(left.into_iter().all(|left| is_better(&left)), "{}: {text}", fix.title);
        (fix.title, text)
    });
    fixed.collect()
}

fn titles(fixes: &[(String, String)]) -> Vec<&str> {
    fixes.iter().map(|(title, _)| title.as_str()).collect()
}

const KEEP: &str = "keep `v1` as it was, and make the changes in a new version `v2`";

#[test]
fn what_was_removed_or_changed_comes_back_as_it_was() {
    let old = old();
    let size =
        &old[old.find("              # how much").expect("it")..old.find("              racks").expect("it")];
    let cases = [
        (size, "", "property-removed", "restore `size`"),
        (
            "                # with the fan\n                - roast\n",
            "",
            "enum-value-removed",
            "restore `roast`",
        ),
        ("                - bake\n", "", "enum-value-removed", "restore `bake`"),
        ("maximum: 9", "maximum: 5", "maximum-lowered", "restore `maximum: 9`"),
        (
            "                maximum: 9\n",
            "                maximum: 9\n                minimum: 3\n",
            "minimum-added",
            "remove `minimum: 3`",
        ),
        ("required: [mode]", "required: [mode, size]", "required-added", "make `size` optional"),
        (
            "                  type: string\n",
            "                  type: string\n                  maxLength: 3\n",
            "max-length-added",
            "remove `maxLength: 3`",
        ),
        ("racks: {type: integer,", "racks: {type: string,", "type-changed", "restore `type: integer`"),
    ];
    for (from, to, code, title) in cases {
        let found = fixes(&old, &with(&[(from, to)]), code);
        assert_eq!((found[0].0.as_str(), &found[0].1), (title, &old), "{code}");
        assert_eq!(found.last().expect("a fix").0, KEEP, "{code}");
    }
}

#[test]
fn a_field_is_deprecated_in_place_of_being_removed() {
    let racks = "              racks: {type: integer, description: How many.}\n";
    let old = old();
    let found = fixes(&old, &with(&[(racks, "")]), "property-removed");
    assert_eq!(titles(&found), ["restore `racks`", "restore `racks` and deprecate it", KEEP]);
    assert!(
        found[1].1.contains("racks: {type: integer, description: \"Deprecated: How many.\"}\n"),
        "{}",
        found[1].1
    );
    let tags = &old[old.find("              tags").expect("it")..];
    let found = fixes(&old, &with(&[(tags, "")]), "property-removed");
    assert!(found[1].1.contains("                description: Deprecated.\n"), "{}", found[1].1);
}

#[test]
fn the_change_moves_to_a_new_version() {
    let old = old();
    let found = fixes(&old, &with(&[("maximum: 9", "maximum: 5")]), "maximum-lowered");
    let (_, text) = found.last().expect("a fix");
    let changed = old[old.find("  - name").expect("it")..]
        .replace("v1", "v2")
        .replace("storage: true", "storage: false");
    assert_eq!(*text, format!("{old}{}", changed.replace("maximum: 9", "maximum: 5")));
}

#[test]
fn a_removed_version_comes_back() {
    let old = crd(|c| {
        let c = c.kind("Oven").version("v1", |v| v.schema(SCHEMA));
        c.version("v1beta1", |v| v.schema("type: object\nx-kubernetes-preserve-unknown-fields: true"))
    });
    let new = self::old();
    let found = fixes(&old, &new, "version-removed");
    assert_eq!(titles(&found), ["restore `v1beta1`", "restore `v1beta1` and deprecate it"]);
    assert_eq!(found[0].1, old);
    assert!(
        found[1].1.contains("  - name: v1beta1\n") && found[1].1.contains("    deprecated: true\n"),
        "{}",
        found[1].1
    );
    // Another version is stored now.
    let stored = old
        .replace("storage: true", "storage: FALSE")
        .replace("storage: false", "storage: true")
        .replace("FALSE", "false");
    let found = fixes(&stored, &new, "version-removed");
    assert_eq!(found[0].1, old);
}

#[test]
fn a_newly_required_field_gets_a_default() {
    let new = with(&[("required: [mode]", "required: [mode, size]")]);
    let found = fixes(&old(), &new, "required-added");
    assert_eq!(titles(&found), ["make `size` optional", "give `size` the default `1`", KEEP]);
    assert!(found[1].1.contains("maximum: 9\n                default: 1\n"), "{}", found[1].1);
}

#[test]
fn a_rule_becomes_safe_for_what_is_stored() {
    let rule =
        "        x-kubernetes-validations:\n        - rule: \"!has(self.spec.size) || self.spec.size < 5\"\n";
    let old = old();
    let found = fixes(&old, &format!("{old}{rule}"), "rule-added");
    let safe = "tolerate stored objects that already fail the rule (`optionalOldSelf: true`)";
    let on_updates = "enforce the rule only if the old value satisfied it (`oldSelf`)";
    assert_eq!(
        titles(&found),
        ["remove the rule `!has(self.spec.size) || self.spec.size < 5`", safe, on_updates, KEEP]
    );
    assert_eq!(found[0].1, old);
    let text = "rule: \"oldSelf.hasValue() && !(!has(oldSelf.value().spec.size) || oldSelf.value().spec.size < 5) || !has(self.spec.size) || self.spec.size < 5\"\n";
    assert!(found[1].1.contains(text) && found[1].1.contains("optionalOldSelf: true"), "{}", found[1].1);
    assert!(found[2].1.contains("\"!(!has(oldSelf.spec.size) || oldSelf.spec.size < 5) || !has(self.spec.size) || self.spec.size < 5\""), "{}", found[2].1);
}

#[test]
fn an_item_of_a_list_of_crds_is_fixed_too() {
    let list = |text: &str| {
        let item = text.lines().map(|line| format!("  {line}\n")).collect::<String>();
        format!("apiVersion: v1\nkind: List\nitems:\n- {}", item.trim_start())
    };
    let (old, new) = (list(&old()), list(&with(&[("maximum: 9", "maximum: 5")])));
    let found = fixes(&old, &new, "maximum-lowered");
    assert_eq!(found[0].1, old);
}
