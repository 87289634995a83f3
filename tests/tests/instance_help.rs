//! Hover and completion in custom resources at a cursor, which `$0` marks.

use crdls_ide::Completion;
use crdls_tests::{World, crd};

const CRD: &str = include_str!("../instances/ovens.yaml");

fn world() -> World {
    World::default().and("crds/ovens.yaml", CRD)
}

fn hover(text: &str) -> Option<(String, String)> {
    let file = world().file(text);
    let found = file.hover()?;
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
            "1 CEL rule:\n- A hot oven needs room (rule of `spec`)",
        ],
        &["Stored"],
    );
    hovered(
        &oven("v1", "spec:\n  heat: low\n  size: nul$0l\n"),
        "size",
        &[
            "`integer`",
            "Stored as `4`.",
            "- default: `4`",
            "- maximum: 9",
            "- multiple of: 2",
            "2 CEL rules:\n- `self != 6`\n- A hot oven needs room (rule of `spec`)",
        ],
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
fn a_hover_is_a_screen_long() {
    let rules: String =
        (0..20).map(|n| format!("            - {{rule: self != {n}, message: not {n}}}\n")).collect();
    let prose = "Long words, many of them. ".repeat(200);
    let schema = format!(
        "
        type: object
        properties:
          size:
            type: integer
            maximum: 100
            description: {prose}
            x-kubernetes-validations:\n{rules}"
    );
    let kilns = World::with(crd(|c| c.kind("Kiln").schema(&schema)));
    let kiln = kilns.file("apiVersion: example.com/v1\nkind: Kiln\nmetadata: {name: a}\nsi$0ze: 30\n");
    let markdown = kiln.hover().expect("a hover").markdown;
    for part in ["many of …", "- maximum: 100\n", "20 CEL rules:\n- not 0\n", "- not 7\n- and 12 more"] {
        assert!(markdown.contains(part), "{part:?} in\n{markdown}");
    }
    assert!(markdown.chars().count() < 1500, "{markdown}");
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
    let names = "The name, and what all resources have";
    hovered(&text.replace("metadata:", "meta$0data:"), "metadata", &["ObjectMeta", names], &["Stored"]);
    let name = &["**`metadata.name`** — string", "The name of the resource."];
    hovered(&text.replace("  name:", "  na$0me:"), "name", name, &["definition", "plural"]);
    hovered(
        &oven("v1", "spec:\n  template:\n    metadata:\n      lab$0els: {}\n"),
        "labels",
        &["**`metadata.labels`** — map of string", "select resources by"],
        &[],
    );
    hovered(&oven("v1", "spec:\n  template:\n    ki$0nd: Pod\n"), "kind", &["`spec.template.kind`"], &[]);
}

fn complete(text: &str) -> Vec<Completion> {
    world().file(text).completions()
}

fn labels(text: &str) -> Vec<String> {
    world().file(text).labels()
}

/// What a proposal writes.
#[track_caller]
fn written(text: &str, label: &str) -> String {
    let found = complete(text);
    let labels: Vec<_> = found.iter().map(|found| found.label.clone()).collect();
    let one = found.into_iter().find(|found| found.label == label);
    one.unwrap_or_else(|| panic!("no {label:?} in {labels:?}")).edit.new_text
}

#[test]
fn fields_are_offered_at_any_depth() {
    let all = ["door", "heat", "racks", "clean", "extra", "labels", "shelves", "size", "template"];
    for body in
        ["spec:\n  $0\n", "spec:\n  d$0", "spec: {$0}\n", "spec: {d$0}\n", "spec:\n  $0\nstatus: {}\n"]
    {
        assert_eq!(labels(&oven("v1", body)), all, "{body}");
    }
    let rest = ["door", "racks", "clean"];
    for body in [
        "spec:\n  heat: low\n  $0\n",
        "spec:\n  $0\n  heat: low\n",
        "spec:\n  heat: low\n  d$0\n",
        "spec:\n  d$0\n  heat: low\n",
        "spec:\n  labels:\n    a: b\n  $0\n  heat: low\n",
        "spec: {heat: low, $0}\n",
    ] {
        assert_eq!(labels(&oven("v1", body)).get(..3).unwrap_or_default(), rest, "{body}");
    }
    let rack = ["name", "height", "tags"];
    for body in [
        "spec:\n  racks:\n  - $0\n",
        "spec:\n  racks:\n  - n$0\n",
        "spec:\n  racks:\n  - name: a\n  - $0\n",
        "spec:\n  racks: [{$0}]\n",
    ] {
        assert_eq!(labels(&oven("v1", body)), rack, "{body}");
    }
    assert_eq!(labels(&oven("v1", "spec:\n  racks:\n  - name: a\n    $0\n")), ["height", "tags"]);
    assert_eq!(labels(&oven("v1", "spec:\n  shelves:\n    top:\n      $0\n")), ["width", "depth"]);
    assert_eq!(
        labels(&oven("v1", "spec:\n  template:\n    $0\n")),
        ["apiVersion", "kind", "metadata", "spec"]
    );
}

#[test]
fn nothing_is_offered_where_nothing_may_stand() {
    for body in [
        "spec:\n    heat: low\n  $0\n",
        "spec:\n  heat: low\n    $0\n",
        "spec:\n  extra:\n    $0\n",
        "spec:\n  labels:\n    $0\n",
        "spec:\n  # d$0\n",
        "spec:\n  door: $0\n",
        "spec:\n  racks: $0\n",
        "spec:\n  size: $0\n".replace("size", "nothing").as_str(),
    ] {
        assert_eq!(labels(&oven("v1", body)), Vec::<String>::new(), "{body}");
    }
}

#[test]
fn values_are_offered() {
    for (body, expected) in [
        ("spec:\n  heat: $0\n", &["low", "high"][..]),
        ("spec:\n  heat: lo$0w\n", &["low", "high"]),
        ("spec: {heat: $0, size: 4}\n", &["low", "high"]),
        ("spec:\n  clean: $0\n", &["true", "false"]),
        ("spec:\n  size: $0\n", &["4"]),
        ("spec:\n  door:\n    handle:\n      side: $0\n", &["left", "\"no\"", "\"3\""]),
        ("spec:\n  racks:\n  - name: a\n    tags:\n    - $0\n", &["deep", "flat"]),
        ("spec:\n  racks:\n  - name: a\n    tags: [deep, $0]\n", &["deep", "flat"]),
    ] {
        assert_eq!(labels(&oven("v1", body)), expected, "{body}");
    }
    let text = oven("v1", "spec:\n  door:\n    handle:\n      side: \"n$0\"\n");
    let found = complete(&text);
    assert_eq!(found[1].edit.range.of(&text.replace("$0", "")), "n");
    assert_eq!(found[1].edit.new_text, "no");
}

#[test]
fn alternatives_leave_room_or_none() {
    let lamps = crd(|c| {
        c.kind("Lamp").spec_schema(
            "
        type: object
        oneOf:
        - required: [oil]
        - required: [watts]
        properties:
          oil: {type: string, maxLength: 9}
          watts: {type: integer}
          mode: {type: string, enum: [dim, bright]}
          color: {type: string}
        x-kubernetes-validations:
        - rule: '!has(self.mode) || self.mode == ''dim'' || !has(self.oil)'
          message: oil is never bright
            ",
        )
    });
    let world = world().and("crds/lamps.yaml", lamps);
    let offered = |spec: &str| {
        let lamp = format!("apiVersion: example.com/v1\nkind: Lamp\nmetadata: {{name: a}}\nspec:{spec}");
        world.file(lamp).completions()
    };
    let labels = |spec: &str| offered(spec).into_iter().map(|one| one.label).collect::<Vec<_>>();
    assert_eq!(labels("\n  color: red\n  $0\n"), ["mode", "oil", "watts"]);
    assert_eq!(labels("\n  oil: much\n  $0\n"), ["color", "mode"]);
    assert_eq!(labels("\n  watts: 5\n  $0\n"), ["color", "mode"]);
    let details =
        |spec: &str| offered(spec).into_iter().map(|one| (one.label, one.detail)).collect::<Vec<_>>();
    let refused = details("\n  oil: much\n  mode: $0\n");
    assert_eq!(refused[0], ("dim".to_owned(), None));
    assert!(refused[1].1.as_ref().is_some_and(|words| words.contains("oil is never bright")), "{refused:?}");
    assert_eq!(
        details("\n  watts: 5\n  mode: $0\n"),
        [("dim".to_owned(), None), ("bright".to_owned(), None)]
    );
}

#[test]
fn snippets_open_what_is_required() {
    let spec = oven("v1", "spec:\n  $0\n");
    assert_eq!(written(&spec, "heat"), "heat: ${1|low,high|}");
    assert_eq!(written(&spec, "size"), "size: ${1:4}");
    assert_eq!(written(&spec, "clean"), "clean: ${1|true,false|}");
    assert_eq!(
        written(&spec, "door"),
        "door:\n  glass: ${1|true,false|}\n  handle:\n    side: ${2|left,\"no\",\"3\"|}"
    );
    assert_eq!(written(&spec, "racks"), "racks:\n- name: $1");
    assert_eq!(written(&spec, "labels"), "labels:\n  ${1:key}: ${2:value}");
    assert_eq!(written(&spec, "shelves"), "shelves:\n  ${1:key}:\n    width: $2");
    assert_eq!(
        written(&spec, "template"),
        "template:\n  apiVersion: ${1:v1}\n  kind: ${2:ConfigMap}\n  metadata:\n    name: ${3:example}"
    );
    let flow = oven("v1", "spec: {$0}\n");
    assert_eq!(written(&flow, "racks"), "racks: [{name: $1}]");
    let behind_dash = oven("v1", "spec:\n  racks:\n  - $0\n");
    assert_eq!(written(&behind_dash, "tags"), "tags:\n  - ${1|deep,flat|}");
    assert_eq!(written(&oven("v1", "spec:\n  racks:\n    $0\n"), "- name:"), "- name: $1");
    assert_eq!(written(&oven("v1", "spec:\n  racks:\n    - name: a\n    $0\n"), "- name:"), "- name: $1");
    assert_eq!(written(&oven("v1", "spec:\n  do$0: 1\n"), "door"), "door");
}

#[test]
fn the_resource_itself() {
    assert_eq!(labels(&oven("v1", "$0\n")), ["spec", "status"]);
    let empty = labels("$0");
    assert!(
        ["apiVersion", "kind", "metadata"].iter().all(|name| empty.iter().any(|label| label == name)),
        "{empty:?}"
    );
    assert_eq!(labels("kind: $0\n"), ["Bakery", "Oven"]);
    assert_eq!(labels("apiVersion: example.com/v2\nkind: $0\n"), ["Bakery"]);
    assert_eq!(labels("apiVersion: example.com/v1beta1\nkind: Ov$0\n"), ["Oven"]);
    assert_eq!(labels("apiVersion: $0\nkind: Oven\n"), ["example.com/v1", "example.com/v1beta1"]);
    assert_eq!(labels("apiVersion: exa$0\n"), ["example.com/v1", "example.com/v2", "example.com/v1beta1"]);
    assert_eq!(labels("kind: Deployment\nspec:\n  $0\n"), Vec::<String>::new());
    let metadata = |kind: &str, version: &str| {
        labels(&format!("apiVersion: example.com/{version}\nkind: {kind}\nmetadata:\n  $0\n"))
    };
    assert_eq!(metadata("Oven", "v1"), ["name", "namespace", "labels", "annotations"]);
    assert_eq!(metadata("Bakery", "v2"), ["name", "labels", "annotations"]);
    assert_eq!(
        labels(&format!("{CRD}---\napiVersion: example.com/v2\nkind: Bakery\nspec:\n  $0")),
        ["street"]
    );
}
