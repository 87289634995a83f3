//! Hover and completion in custom resources at a cursor, which `$0` marks.

use crdls_crd::Config;
use crdls_crd::instance::Index;
use crdls_ide::{Beside, File, hover_beside};

const CRD: &str = include_str!("../instances/ovens.yaml");

fn index() -> Index {
    let file = File::new(CRD.to_owned());
    let mut index = Index::default();
    index.read("crds/ovens.yaml", 0, file.text(), file.tree(), &Config::default());
    index
}

/// The text without its cursor, and where that was.
fn cursor(text: &str) -> (File, u32) {
    let at = text.find("$0").expect("a cursor");
    (File::new(text.replacen("$0", "", 1)), at as u32)
}

fn hover(text: &str) -> Option<(String, String)> {
    let (file, at) = cursor(text);
    let index = index();
    let beside = Beside { crds: Some(&index), file: "oven.yaml", ..Beside::default() };
    let found = hover_beside(&file, at, beside, &Config::default())?;
    Some((found.range.of(file.text()).to_owned(), found.markdown))
}

/// An oven of a version with such a body.
fn oven(version: &str, body: &str) -> String {
    format!("apiVersion: example.com/{version}\nkind: Oven\nmetadata:\n  name: oven\n{body}")
}

#[track_caller]
fn hovered(text: &str, range: &str, parts: &[&str], absent: &[&str]) {
    let (found, markdown) = hover(text).expect("a hover");
    assert_eq!(found, range);
    for part in parts {
        assert!(markdown.contains(part), "no {part:?} in\n{markdown}");
    }
    for part in absent {
        assert!(!markdown.contains(part), "{part:?} in\n{markdown}");
    }
}

#[test]
fn a_field_is_explained() {
    hovered(
        &oven("v1", "spec:\n  he$0at: low\n"),
        "heat",
        &[
            "**`spec.heat`** — `string`, required",
            "How hot it gets.",
            "- one of: `\"low\", \"high\"`",
            "- since: v1beta1 (not in v1alpha1)",
            "A hot oven needs room (rule of `spec`):\n```cel\nself.heat != 'high' || self.size > 2",
        ],
        &["Stored"],
    );
    hovered(
        &oven("v1", "spec:\n  heat: low\n  size: nul$0l\n"),
        "size",
        &["`integer`", "Stored as `4`.", "- default: `4`", "- maximum: 9", "- multiple of: 2", "self != 6"],
        &["since", "required", "in place of"],
    );
    hovered(
        &oven("v1", "spec:\n  heat: low\n  racks:\n  - name: a\n    hei$0ght: 3\n"),
        "height",
        &["**`spec.racks[0].height`** — `integer`"],
        &["rule of"],
    );
    hovered(
        &oven("v1", "spec:\n  heat: low\n  ra$0cks:\n  - name: a\n"),
        "racks",
        &[
            "`[]Object`",
            "- list: map by name",
            "Stored with `[0].height: 1`, the default.",
            "A rack has a name",
        ],
        &[],
    );
    hovered(
        &oven("v1", "spec:\n  labels: {a: b$0}\n"),
        "a",
        &["**`spec.labels.a`** — `string`", "- characters: at most 9"],
        &[],
    );
}

#[test]
fn what_is_stored_is_said() {
    hovered(
        &oven("v1", "sp$0ec:\n  heat: low\n  colour: red\n"),
        "spec",
        &["Stored\n- with `size: 4`, the default\n- without `colour`"],
        &[],
    );
    hovered(&oven("v1", "spec:\n  col$0our: red\n"), "colour", &["not in the schema", "Not stored"], &[]);
    hovered(&oven("v1", "spec:\n  colour:\n    r$0: 1\n"), "r", &["`spec.colour.r`", "Not stored"], &[]);
    hovered(&oven("v1", "status:\n  rea$0dy: true\n"), "ready", &["`boolean`", "Not stored"], &[]);
    assert_eq!(
        hover(&oven("v1", "spec:\n  extra:\n    any$0thing: 1\n")),
        None,
        "it is kept and nothing is known"
    );
}

#[test]
fn a_kind_is_explained() {
    let parts = [
        "**`Oven`** — defined by the CRD `ovens.example.com` in `ovens.yaml`",
        "Bakes bread.",
        "- scope: Namespaced",
        "- plural: ovens",
        "- short names: ov",
        "- versions: v1 (stored), v1beta1 (deprecated), v1alpha1 (not served)",
    ];
    hovered(&oven("v1", "").replace("kind: Oven", "ki$0nd: Oven"), "kind", &parts, &[]);
    hovered(&oven("v$01", ""), "example.com/v1", &parts, &["- deprecated"]);
    hovered(&oven("v1beta$01", ""), "example.com/v1beta1", &["- deprecated: take v1"], &[]);
    hovered(&oven("v$03", ""), "example.com/v3", &parts, &[]);
}

#[test]
fn metadata_is_explained() {
    let text = oven("v1", "");
    hovered(&text.replace("metadata:", "meta$0data:"), "metadata", &["ObjectMeta"], &["Stored"]);
    hovered(&text.replace("  name:", "  na$0me:"), "name", &["**`name`** — string"], &[]);
    hovered(
        &oven("v1", "spec:\n  template:\n    metadata:\n      lab$0els: {}\n"),
        "labels",
        &["**`labels`** — map of string"],
        &[],
    );
    hovered(&oven("v1", "spec:\n  template:\n    ki$0nd: Pod\n"), "kind", &["`spec.template.kind`"], &[]);
}
