//! Completion, hover and definition in patches, in a kustomization and in files that it lists, at a cursor, which `$0` marks.

use crdls_ide::{File, FileContext, PatchTarget, completions, definition, hover};
use crdls_tests::World;

const CRD: &str = include_str!("../instances/ovens.yaml");

/// A kustomization with a patch of an oven, and one of its CRD.
fn kustomization(oven: &str, crd: &str) -> String {
    let indented = |text: &str| text.trim_end_matches('\n').replace('\n', "\n    ");
    format!(
        "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [oven.yaml]\npatches:\n- patch: |\n    \
         {}\n- target: {{kind: CustomResourceDefinition}}\n  patch: |-\n    {}\n",
        indented(&format!("apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: oven\n{oven}")),
        indented(&format!(
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: ovens.example.com\n{crd}"
        )),
    )
}

fn world() -> World {
    World::default().and("crds/ovens.yaml", CRD)
}

#[test]
fn fields_of_a_custom_resource_complete_in_a_patch() {
    let file = world().file(kustomization("spec:\n  $0\n", "spec: {}\n"));
    let labels: Vec<_> = file.completions().into_iter().map(|item| item.label).collect();
    assert!(
        ["heat", "size", "racks"].iter().all(|name| labels.iter().any(|label| label == name)),
        "{labels:?}"
    );
    let file = world().file(kustomization("spec:\n  heat: $0\n", "spec: {}\n"));
    let found = file.completions();
    let item = found.iter().find(|item| item.label == "high").expect("a value of the enum");
    let mut text = file.text().to_owned();
    assert!(item.edit.apply(&mut text));
    assert!(text.contains("    spec:\n      heat: high\n- target"), "{text}");
}

#[test]
fn a_new_patch_completes_before_its_name() {
    let text = "kind: Kustomization\npatches:\n- patch: |\n    apiVersion: example.com/v1\n    kind: $0\n";
    let found = world().file(text).completions();
    assert!(found.iter().any(|item| item.label == "Oven"), "{found:?}");
}

#[test]
fn fields_in_a_patch_are_explained_and_lead_to_the_crd() {
    let file = world().file(kustomization("spec:\n  he$0at: low\n", "spec: {}\n"));
    let found = file.hover().expect("a hover");
    assert_eq!(found.range.of(file.text()), "heat");
    assert!(found.markdown.contains("How hot it gets."), "{}", found.markdown);
    let target = file.definition().expect("a definition");
    assert_eq!(target.source, "crds/ovens.yaml");
    assert!(target.range.of(CRD).starts_with("heat"), "{:?}", target.range.of(CRD));
}

#[test]
fn keywords_of_a_crd_complete_in_a_patch() {
    let crd = "spec:\n  names:\n    $0\n";
    let labels: Vec<_> = world()
        .file(kustomization("spec: {}\n", crd))
        .completions()
        .into_iter()
        .map(|item| item.label)
        .collect();
    assert!(
        ["plural", "shortNames"].iter().all(|name| labels.iter().any(|label| label == name)),
        "{labels:?}"
    );
    let hovered = "spec:\n  sco$0pe: Namespaced\n";
    let found = world().file(kustomization("spec: {}\n", hovered)).hover().expect("a hover");
    assert!(found.markdown.contains("scope"), "{}", found.markdown);
}

/// A kustomization with a JSON patch of ovens.
fn json_patch(operations: &str) -> String {
    let operations = operations.trim_end_matches('\n').replace('\n', "\n    ");
    format!(
        "kind: Kustomization\npatches:\n- target: {{kind: Oven, version: v1}}\n  patch: |-\n    {operations}\n"
    )
}

#[test]
fn paths_complete_step_by_step() {
    let offered =
        |path: &str| world().file(json_patch(&format!("- op: add\n  path: {path}\n  value: a\n"))).labels();
    let root = offered("$0");
    assert!(root.iter().any(|label| label == "/spec"), "{root:?}");
    let spec = offered("/spec/$0");
    assert!(
        ["/spec/heat", "/spec/racks"].iter().all(|path| spec.iter().any(|label| label == path)),
        "{spec:?}"
    );
    let racks = offered("/spec/racks/$0");
    assert!(
        ["/spec/racks/-", "/spec/racks/0"].iter().all(|path| racks.iter().any(|label| label == path)),
        "{racks:?}"
    );
    let rack = offered("/spec/racks/-/$0");
    assert!(rack.iter().any(|label| label == "/spec/racks/-/height"), "{rack:?}");
    let operations = world().file(json_patch("- op: $0\n  path: /spec/heat\n")).labels();
    assert_eq!(operations, ["add", "copy", "move", "remove", "replace", "test"]);
}

#[test]
fn an_accepted_path_replaces_what_was_typed() {
    let file = world().file(json_patch("- op: replace\n  path: /spec/he$0\n  value: low\n"));
    let found = file.completions();
    let item = found.iter().find(|item| item.label == "/spec/heat").expect("the path");
    assert_eq!(item.detail.as_deref(), Some("string"));
    let text = file.accepted(item);
    assert!(text.contains("      path: /spec/heat\n      value: low\n"), "{text}");
}

#[test]
fn a_path_is_explained_and_leads_to_the_crd() {
    let file = world().file(json_patch("- op: replace\n  path: /spec/racks/0/hei$0ght\n  value: 3\n"));
    let found = file.hover().expect("a hover");
    assert_eq!(found.range.of(file.text()), "height");
    assert!(found.markdown.contains("**`spec.racks[0].height`** — `integer`"), "{}", found.markdown);
    let target = file.definition().expect("a definition");
    assert!(target.range.of(CRD).starts_with("height"), "{:?}", target.range.of(CRD));
    let above = world().file(json_patch("- op: replace\n  path: /spec/ra$0cks/0/height\n  value: 3\n"));
    assert!(above.hover().expect("a hover").markdown.contains("**`spec.racks`**"));
    // Without a kind, nothing is known of the target.
    let unknown =
        json_patch("- op: replace\n  path: /spec/he$0at\n  value: low\n").replace("kind: Oven, ", "");
    assert!(world().file(unknown).hover().is_none());
}

#[test]
fn values_complete_and_are_explained_by_the_path() {
    let value = |path: &str, value: &str| {
        world().file(json_patch(&format!("- op: add\n  path: {path}\n  value: {value}\n")))
    };
    let enumerated = value("/spec/heat", "$0").labels();
    assert!(enumerated.iter().any(|label| label == "high"), "{enumerated:?}");
    let keys = value("/spec/racks/-", "\n    $0").labels();
    assert!(keys.iter().any(|label| label == "height"), "{keys:?}");
    let in_list = value("/spec/racks", "\n  - $0").labels();
    assert!(in_list.iter().any(|label| label == "height"), "{in_list:?}");
    assert!(value("/spec/unknown", "$0").labels().is_empty());
    // A field in the value, and a value that is one itself.
    let file = value("/spec/racks/-", "{hei$0ght: 3}");
    let found = file.hover().expect("a hover");
    assert_eq!(found.range.of(file.text()), "height");
    assert!(found.markdown.contains("height`** — `integer`"), "{}", found.markdown);
    let target = file.definition().expect("a definition");
    assert!(target.range.of(CRD).starts_with("height"), "{:?}", target.range.of(CRD));
    let found = value("/spec/heat", "l$0ow").hover().expect("a hover");
    assert!(found.markdown.contains("How hot it gets."), "{}", found.markdown);
}

#[test]
fn a_patch_in_a_file_of_its_own_has_the_target_of_the_kustomization() {
    let text = "- op: replace\n  path: /spec/he$0at\n  value: low\n";
    let listed = "kind: Kustomization\npatches:\n- target: {kind: Oven}\n  path: heat.yaml\n";
    let kustomization = File::new(listed.to_owned());
    let root = kustomization.objects().next().expect("an object").1.node;
    let entry = crdls_kustomize::patch_entries(root).next().expect("a patch");
    let target = entry.target.and_then(PatchTarget::of).expect("a target");
    let (world, (before, behind)) = (world(), text.split_once("$0").expect("a cursor"));
    let (file, at) = (File::new(format!("{before}{behind}")), before.len() as u32);
    let context = FileContext {
        crds: Some(&world.crds),
        file: "heat.yaml",
        target: Some(&target),
        ..FileContext::default()
    };
    let paths = completions(&file, at, context, &world.config);
    assert!(paths.iter().any(|item| item.label == "/spec/heat"), "{paths:?}");
    let value = completions(&file, file.text().find("low").expect("a value") as u32, context, &world.config);
    assert!(value.iter().any(|item| item.label == "high"), "{value:?}");
    assert!(hover(&file, at, context, &world.config).expect("a hover").markdown.contains("How hot it gets."));
    let target = definition(&file, at, context, &world.config).expect("a definition");
    assert_eq!(target.source, "crds/ovens.yaml");
    let unlisted = FileContext { target: None, ..context };
    assert!(completions(&file, at, unlisted, &world.config).is_empty());
}
