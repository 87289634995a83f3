//! Every command and every configuration of README and docs/ does what is said.

mod brackets;
mod commands;
mod configurations;
mod editors;
mod pages;
mod yaml;

use std::process::{Command, Stdio};

use crdls_tests::require::{Tool, or_skip};

use crate::run::Folder;
use pages::{all_blocks, name, pages, repository};

/// The languages of blocks, each with the module that runs them.
const RUN: &[(&str, &str)] = &[
    ("", "commands"),
    ("toml", "configurations"),
    ("json", "configurations"),
    ("yaml", "yaml"),
    ("lua", "editors"),
    ("elisp", "editors"),
];

#[test]
fn every_block_is_in_a_language_that_is_run() {
    let blocks = all_blocks();
    for block in &blocks {
        let known = RUN.iter().any(|(language, _)| *language == block.language);
        assert!(known, "{}: nothing runs blocks in `{}`", block.place, block.language);
    }
    let unused: Vec<_> =
        RUN.iter().filter(|(language, _)| blocks.iter().all(|block| block.language != *language)).collect();
    assert!(unused.is_empty(), "no page has blocks in {unused:?}");
    for (path, page) in pages() {
        let indented = page.split("\n\n").find(|part| part.trim_start_matches('\n').starts_with("    "));
        assert!(
            indented.is_none(),
            "{}: a block without fences is run by nothing: {indented:?}",
            name(&path)
        );
    }
    println!("{} blocks", blocks.len());
}

const GO_TYPES: &str = "// +groupName=example.org
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

// +kubebuilder:object:root=true
type Oven struct {
	metav1.TypeMeta   `json:\",inline\"`
	metav1.ObjectMeta `json:\"metadata,omitempty\"`

	Heat int32 `json:\"heat\"`
}
";

/// A workspace as the examples of the pages have it.
fn workspace(test: &str) -> Folder {
    let folder = Folder::new(test, &[]);
    fill(&folder);
    folder
}

/// Writes the files of a workspace, as they were if commands changed them.
fn fill(folder: &Folder) {
    examples(folder, "examples");
    for (from, to) in [("good/pizzas.yaml", "crds/pizzas.yaml"), ("good/pizza-margherita.yaml", "pizza.yaml")]
    {
        folder.write(to, std::fs::read(repository().join("examples").join(from)).unwrap());
    }
    for state in ["before", "after"] {
        let file = format!("examples/upgrade/{state}/grills.yaml");
        folder.write(&file, std::fs::read(repository().join(&file)).unwrap());
    }
    // What `--old` names is outside of what a walk finds.
    folder.write(".gitignore", b"before/\n");
    folder.write("before/pizzas.yaml", folder.read("crds/pizzas.yaml"));
    folder.write("go.mod", "module example.com/ovens\n");
    folder.write("api/v1/types.go", GO_TYPES);
    folder.write("config/default/kustomization.yaml", "resources: [../../crds/pizzas.yaml]\n");
}

/// Copies the examples of the repository.
fn examples(folder: &Folder, to: &str) {
    for kind in ["good", "broken"] {
        for entry in std::fs::read_dir(repository().join("examples").join(kind)).unwrap() {
            let path = entry.unwrap().path();
            let file = path.file_name().unwrap().to_string_lossy().into_owned();
            folder.write(&format!("{to}/{kind}/{file}"), std::fs::read(&path).unwrap());
        }
    }
}

#[test]
fn links_lead_to_files() {
    let mut links = 0;
    for (path, page) in pages() {
        let base = path.parent().unwrap();
        for target in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap();
            if !file.is_empty() && !file.contains("://") && !file.starts_with("command:") {
                links += 1;
                assert!(base.join(file).exists(), "{}: {target}", name(&path));
            }
        }
    }
    println!("{links} links lead to files");
    assert!(links > 150, "{links}");
}

#[test]
fn completions_and_man_pages_name_every_command() {
    let folder = workspace("docs-shells");
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let ran = folder.run(&["completions", shell]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(ran.stdout.contains("effective"), "{shell}");
    }
    std::fs::create_dir_all(folder.path("man")).unwrap();
    assert_eq!(folder.run(&["man", "man"]).code, 0);
    assert!(folder.read("man/crdls-check.1").contains("crdls"));
    let bash = Command::new("bash").arg("--version").stdout(Stdio::null()).status().ok();
    let Some(_) = or_skip(Tool::Shell, "completions read by bash", bash) else { return };
    folder.write("c.bash", folder.run(&["completions", "bash"]).stdout);
    assert!(Command::new("bash").arg("-n").arg(folder.path("c.bash")).status().unwrap().success());
}
