//! Blocks in YAML: a workflow of GitHub, whose steps are taken with stand-ins for what is not ours, and a
//! configuration of pre-commit.

use std::path::Path;
use std::process::Command;

use crdls_tests::json;
use crdls_tests::require::{Tool, or_skip};
use crdls_yaml::{Budget, Tree};
use serde_json::Value;

use super::examples;
use super::pages::{blocks, repository};
use crate::run::Folder;

#[test]
fn yaml_is_a_workflow_or_for_pre_commit() {
    let blocks = blocks("yaml");
    let mut kinds = [0, 0];
    for block in &blocks {
        let value = read(&block.text, &block.place);
        if value.get("jobs").is_some() {
            kinds[0] += 1;
            plays(&value, &block.place);
        } else if value.get("repos").is_some() {
            kinds[1] += 1;
            names_our_hook(&value, &block.place);
        } else {
            panic!("{}: nothing runs this YAML", block.place);
        }
    }
    println!("{} workflows and {} configurations of pre-commit", kinds[0], kinds[1]);
    assert_eq!(kinds, [1, 1]);
}

fn read(text: &str, place: &str) -> Value {
    let tree = Tree::parse(text);
    assert!(tree.errors().is_empty(), "{place}: {:?}", tree.errors());
    let root = tree.root(text, &tree.documents()[0]).unwrap();
    json::of(root, &mut Budget::default())
}

fn items<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key).map(|value| value.as_str().unwrap_or_else(|| panic!("`{key}` is {value}")))
}

fn names_our_hook(value: &Value, place: &str) {
    let shipped = std::fs::read_to_string(repository().join(".pre-commit-hooks.yaml")).unwrap();
    let shipped = read(&shipped, ".pre-commit-hooks.yaml");
    for repo in items(value, "repos") {
        assert!(text(repo, "repo").is_some() && text(repo, "rev").is_some(), "{place}: {repo}");
        for hook in items(repo, "hooks") {
            let known = shipped.as_array().unwrap().iter().any(|ours| ours["id"] == hook["id"]);
            assert!(known, "{place}: there is no hook {}", hook["id"]);
        }
    }
}

/// The job fails where a manifest is broken and ends well where none is, and there is a log either way.
fn plays(workflow: &Value, place: &str) {
    let Some(()) = or_skip(Tool::Shell, place, cfg!(unix).then_some(())) else { return };
    let jobs = workflow["jobs"].as_object().unwrap();
    for (name, job) in jobs {
        let broken = Runner::new(&format!("docs-{name}"), &["good", "broken"]);
        assert_eq!((broken.play(job, place), broken.uploaded() > 0), (false, true), "{place}");
        let good = Runner::new(&format!("docs-{name}-good"), &["good"]);
        assert_eq!((good.play(job, place), good.uploaded()), (true, 0), "{place}");
    }
}

/// A machine on which a job's steps are taken: a checkout with manifests, and a `cargo` that installs nothing.
struct Runner(Folder);

impl Runner {
    fn new(test: &str, kinds: &[&str]) -> Self {
        let folder = Folder::new(test, &[]);
        examples(&folder, "of");
        for other in ["good", "broken"].iter().filter(|kind| !kinds.contains(kind)) {
            std::fs::remove_dir_all(folder.path("of").join(other)).unwrap();
        }
        folder.write("bin/cargo", b"#!/bin/sh\ntest \"$1 $2 $4\" = 'install --git crdls'\n");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(folder.path("bin/cargo"), PermissionsExt::from_mode(0o755)).unwrap();
        }
        Self(folder)
    }

    /// Whether all steps end well.
    fn play(&self, job: &Value, place: &str) -> bool {
        let mut outcomes: Vec<(&str, bool)> = Vec::new();
        for step in items(job, "steps") {
            if text(step, "if").is_some_and(|when| !holds(when, &outcomes, place)) {
                continue;
            }
            let well = match (text(step, "uses"), text(step, "run")) {
                (Some(action), None) => self.uses(action, &step["with"], place),
                (None, Some(script)) => self.runs(script),
                _ => panic!("{place}: a step that neither runs nor uses anything: {step}"),
            };
            outcomes.extend(text(step, "id").map(|id| (id, well)));
            if !well && step.get("continue-on-error") != Some(&Value::Bool(true)) {
                return false;
            }
        }
        true
    }

    /// An action of others is not run: what it is given is there.
    fn uses(&self, action: &str, with: &Value, place: &str) -> bool {
        let (name, version) = action.split_once('@').unwrap_or_else(|| panic!("{place}: {action}"));
        assert!(version.starts_with('v') && version[1..].parse::<u32>().is_ok(), "{place}: {action}");
        let given = match name {
            "actions/checkout" => ".",
            "github/codeql-action/upload-sarif" => text(with, "sarif_file").unwrap(),
            _ => panic!("{place}: nothing knows {name}"),
        };
        assert!(self.0.path(given).exists(), "{place}: {action} and no {given}");
        true
    }

    fn runs(&self, script: &str) -> bool {
        let server = Path::new(env!("CARGO_BIN_EXE_crdls")).parent().unwrap();
        let path = std::env::var_os("PATH").unwrap();
        let folders = [self.0.path("bin"), server.to_owned()];
        let path = std::env::join_paths(folders.into_iter().chain(std::env::split_paths(&path))).unwrap();
        let mut command = Command::new("sh");
        command.args(["-e", "-c", script]).current_dir(self.0.path("")).env("PATH", path);
        command.status().unwrap().success()
    }

    /// The results in the log that is sent, each with what GitHub wants of it.
    fn uploaded(&self) -> usize {
        let log: Value = serde_json::from_str(&self.0.read("crdls.sarif")).unwrap();
        assert_eq!(log["version"], "2.1.0");
        assert!(log["$schema"].as_str().unwrap().contains("sarif-2.1.0"), "{}", log["$schema"]);
        let run = &log["runs"][0];
        let driver = &run["tool"]["driver"];
        assert!(driver["name"] == "crdls" && driver["version"].is_string(), "{driver}");
        for result in items(run, "results") {
            let rule = &driver["rules"][usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
            assert_eq!(rule["id"], result["ruleId"]);
            for said in ["shortDescription", "fullDescription", "help"] {
                assert!(rule[said]["text"].as_str().is_some_and(|text| !text.is_empty()), "{said} of {rule}");
            }
            assert!(["error", "warning", "note"].map(Value::from).contains(&result["level"]), "{result}");
            assert!(result["message"]["text"].is_string(), "{result}");
            let place = &result["locations"][0]["physicalLocation"];
            let file = place["artifactLocation"]["uri"].as_str().unwrap();
            assert!(self.0.path(file).exists(), "{file}");
            let of = |name: &str| place["region"][name].as_u64().unwrap_or_default();
            assert!(of("startLine") >= 1 && of("startColumn") >= 1, "{result}");
            assert!((of("endLine"), of("endColumn")) >= (of("startLine"), of("startColumn")), "{result}");
        }
        items(run, "results").len()
    }
}

/// `steps.ID.outcome == 'failure'`, the one condition that the pages use.
fn holds(when: &str, outcomes: &[(&str, bool)], place: &str) -> bool {
    let words: Vec<&str> = when.split_whitespace().collect();
    let [step, "==", "'failure'"] = words.as_slice() else { panic!("{place}: nothing knows `if: {when}`") };
    let id = step.strip_prefix("steps.").and_then(|rest| rest.strip_suffix(".outcome")).unwrap();
    let (_, well) = outcomes.iter().find(|(known, _)| *known == id).unwrap();
    !well
}
