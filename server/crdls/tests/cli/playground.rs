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
        let theirs: Value = serde_json::from_str(&costs.stdout).unwrap();
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
    assert_eq!(ours, serde_json::from_str::<Value>(&theirs.stdout).unwrap());
    assert!(ours["changes"].as_array().unwrap().len() > 1, "{ours}");
}
