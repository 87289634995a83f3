//! What the engine of the playground answers is what the binary prints.

use std::fs;
use std::path::Path;

use crdls_playground::Workspace;
use serde_json::{Value, json};

use crate::run::Folder;

fn ask(workspace: &mut Workspace, request: Value) -> Value {
    let answer: Value = serde_json::from_str(&workspace.request(request.to_string().as_bytes())).unwrap();
    answer["answer"].clone()
}

#[test]
fn findings_costs_and_changes_are_those_of_the_binary() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let folder = Folder::new("playground", &[]);
    let mut checked = 0;
    for file in ["good", "broken"].into_iter().flat_map(|of| fs::read_dir(examples.join(of)).unwrap()) {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        folder.write(name, &text);
        let mut workspace = Workspace::default();
        workspace.set_file(name, text.into_bytes());
        let found = ask(&mut workspace, json!({"method": "check", "file": name, "fixes": true}));
        assert_eq!(found, json!(folder.findings(&["--no-workspace", name])), "{name}");
        let costs = folder.run(&["cost", "--no-workspace", "--output-format", "json", name]);
        let theirs: Value = costs.json();
        assert_eq!(ask(&mut workspace, json!({"method": "cost", "file": name})), theirs, "{name}");
        checked += 1;
    }
    assert!(checked > 10, "{checked}");
    let old = folder.read("pizzas.yaml");
    let new = old.replace("scope: Namespaced", "scope: Cluster").replace("minimum: 0", "minimum: 2");
    folder.write("new.yaml", &new);
    folder.write("old", &old);
    let theirs = folder.run(&["diff", "old", "new.yaml", "--output-format", "json"]);
    let mut workspace = Workspace::default();
    workspace.set_file("new.yaml", new.into_bytes());
    let ours = ask(&mut workspace, json!({"method": "diff", "old": old, "file": "new.yaml"}));
    assert_eq!(ours, theirs.json());
    assert!(ours["changes"].as_array().unwrap().len() > 1, "{ours}");
}

#[test]
fn values_of_rules_suites_and_updates_are_those_of_the_binary() {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/testing.md")).unwrap();
    let block =
        |number: usize| page.split("```yaml\n").nth(number).unwrap().split("```").next().unwrap().to_owned();
    let (crd, suite) = (block(1), block(2).replace("equal to 1300", "equal to 1200"));
    let kiln =
        "apiVersion: example.com/v1\nkind: Kiln\nmetadata: {name: a}\nspec: {degrees: 1250, fuel: wood}\n";
    let old = kiln.replace("1250", "1100").replace("wood", "gas");
    let files =
        [("crd.yaml", crd.as_str()), ("suite.yaml", &suite), ("kiln.yaml", kiln), ("old/kiln.yaml", &old)];
    let folder = Folder::new("playground-rules", &files);
    let json = |args: &[&str]| -> Value {
        let ran = folder.run(&[args, &["--output-format", "json"]].concat());
        ran.json()
    };
    let mut workspace = Workspace::default();
    files[..3].iter().for_each(|(name, text)| workspace.set_file(name, text.as_bytes().to_vec()));
    let ours = ask(&mut workspace, json!({"method": "evaluate", "file": "kiln.yaml"}));
    assert_eq!(ours, json(&["eval", "crd.yaml", "--object", "kiln.yaml"]));
    assert!(ours.to_string().contains("\"parts\""), "{ours}");
    let asked =
        json!({"method": "evaluate", "file": "kiln.yaml", "expression": "self.degrees + 1", "field": "spec"});
    let theirs =
        json(&["eval", "self.degrees + 1", "--object", "kiln.yaml", "--at", "spec", "--crds", "crd.yaml"]);
    assert_eq!(ask(&mut workspace, asked), theirs);
    let without_times = |mut runs: Value| {
        for case in runs[0]["cases"].as_array_mut().unwrap() {
            case.as_object_mut().unwrap().remove("ms");
        }
        runs
    };
    let ours = without_times(ask(&mut workspace, json!({"method": "test", "file": "suite.yaml"})));
    assert_eq!(ours, without_times(json(&["test", "suite.yaml", "--crds", "crd.yaml"])));
    assert!(ours.to_string().contains("failed") && ours.to_string().contains("passed"), "{ours}");
    ask(&mut workspace, json!({"method": "old", "text": old}));
    let ours = ask(&mut workspace, json!({"method": "check", "file": "kiln.yaml", "fixes": true}));
    let theirs = json!(folder.findings(&[
        "--no-workspace",
        "--old",
        "old/kiln.yaml",
        "--crds",
        "crd.yaml",
        "kiln.yaml"
    ]));
    assert_eq!(ours, theirs);
    assert!(ours.to_string().contains("fuel is immutable"), "{ours}");
}
