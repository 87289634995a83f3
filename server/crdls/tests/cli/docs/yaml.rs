//! Blocks in YAML: a workflow of GitHub, whose steps are taken with stand-ins for what is not ours, and a
//! configuration of pre-commit.

use std::path::Path;
use std::process::Command;

use crdls_tests::git::{commit, git, or_skip_without_git};
use crdls_tests::json;
use crdls_tests::require::{Tool, or_skip};
use crdls_yaml::{Budget, Tree};
use serde_json::Value;

use super::pages::{blocks, file, repository};
use super::{GO_TYPES, examples};
use crate::run::{Folder, cache};

#[test]
fn yaml_is_a_workflow_or_for_pre_commit() {
    let blocks = blocks("yaml");
    let mut kinds = [0, 0];
    for block in &blocks {
        let value = read(&block.text, &block.place);
        if value.get("jobs").is_some() {
            kinds[0] += 1;
            // In YAML 1.1 the key `on` is a boolean.
            match value["true"] == "pull_request" {
                true if block.text.contains("crdls generate") => generates(&value, &block.place),
                true => compares(&value, &block.place),
                false => plays(&value, &block.place),
            }
        } else if value.get("repos").is_some() {
            kinds[1] += 1;
            names_our_hook(&value, &block.place);
        } else if value.get("apiVersion").is_some() || value.get("crdName").is_some() {
            // The commands of its page read it.
            assert!(file(block).is_some(), "{}: the first line names no file", block.place);
        } else {
            panic!("{}: nothing runs this YAML", block.place);
        }
    }
    println!("{} workflows and {} configurations of pre-commit", kinds[0], kinds[1]);
    assert_eq!(kinds, [3, 1]);
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
    // Those with a script of their own are run by tests/ci.
    shipped.as_array().unwrap().iter().filter(|hook| hook["language"] == "system").for_each(runs_as_hook);
}

/// What pre-commit does with a hook: it runs the entry with the names of the files of its types.
fn runs_as_hook(hook: &Value) {
    assert_eq!((text(hook, "language"), &hook["require_serial"]), (Some("system"), &Value::Bool(true)));
    assert_eq!(hook["types_or"], serde_json::json!(["yaml", "json"]));
    let entry: Vec<&str> = text(hook, "entry").unwrap().split(' ').collect();
    assert_eq!(entry[0], "crdls");
    let folder = Folder::new("docs-hook", &[]);
    examples(&folder, "of");
    let run = |files: &[&str]| folder.run(&[&entry[1..], files].concat());
    let good = ["of/good/pizzas.yaml", "of/good/pizza-margherita.yaml"];
    let broken = std::fs::read_dir(folder.path("of/broken")).unwrap();
    let broken: Vec<_> =
        broken.map(|entry| format!("of/broken/{}", entry.unwrap().file_name().to_string_lossy())).collect();
    let broken: Vec<_> = broken.iter().map(String::as_str).collect();
    assert_eq!((run(&good).code, run(&broken).code), (0, 1));
    folder.write("crdls.toml", b"exclude = [\"of/broken\"]\n");
    assert_eq!(run(&broken).code, 0, "{broken:?}");
    folder.write("crdls.toml", b"kubernetes = 1.37\n");
    let ran = run(&good);
    assert!(ran.code == 2 && ran.stderr.starts_with("error: crdls.toml: `kubernetes` is 1.37"), "{ran:?}");
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
        // No log is sent where the settings are wrong: it would close all alerts.
        let wrong = Runner::new(&format!("docs-{name}-wrong"), &["good"]);
        wrong.0.write("crdls.toml", b"kubernetes = \n");
        assert_eq!((wrong.play(job, place), wrong.0.read("crdls.sarif").as_str()), (false, ""), "{place}");
    }
}

/// The job fails where a pull request breaks something, and says what: it ends well where CRDs only accept more.
fn compares(workflow: &Value, place: &str) {
    let Some(()) = or_skip(Tool::Shell, place, cfg!(unix).then_some(())) else { return };
    let Some(()) = or_skip_without_git(place).filter(|()| cfg!(feature = "git")) else { return };
    for (name, job) in workflow["jobs"].as_object().unwrap() {
        for (from, to, is_breaking) in
            [("maximum: 100\n", "maximum: 50\n", true), ("maximum: 100\n", "maximum: 200\n", false)]
        {
            let runner = Runner::new(&format!("docs-{name}-{is_breaking}"), &["good"]);
            let (root, crd) = (runner.0.path(""), "of/good/pizzas.yaml");
            git(&root, "init -q -b main");
            commit(&root, "first");
            git(&root, "update-ref refs/remotes/origin/main HEAD");
            git(&root, "checkout -q -b change");
            let text = runner.0.read(crd);
            assert_eq!(text.matches(from).count(), 1, "{from}");
            runner.0.write(crd, text.replace(from, to));
            commit(&root, "second");
            assert_eq!(runner.play(job, place), !is_breaking, "{place}");
            let summary = runner.0.read("summary.md");
            assert_eq!(summary.contains("### Breaking"), is_breaking, "{summary}");
            assert!(summary.contains("1 change"), "{summary}");
        }
    }
}

/// The job fails where the CRDs were not generated again, and where they were and the types break something.
fn generates(workflow: &Value, place: &str) {
    let Some(()) = or_skip(Tool::Shell, place, cfg!(unix).then_some(())) else { return };
    let Some(()) = or_skip_without_git(place).filter(|()| cfg!(feature = "git")) else { return };
    let generate = ["generate", "api", "--output-dir", "config/crd/bases"];
    let wider = ("Maximum=9", "Maximum=99");
    let table = [
        ("stale", wider, false, false),
        ("new", wider, true, true),
        ("breaks", ("Maximum=9", "Maximum=5"), true, false),
        ("error", ("Maximum=9", "Maximum=x"), false, false),
    ];
    for (name, job) in workflow["jobs"].as_object().unwrap() {
        for (case, (from, to), is_generated, ends_well) in table {
            // The types alone are an error of `check` in one case, of `generate` in the other.
            let runner = Runner::new(&format!("docs-{name}-{case}"), &[]);
            let (root, types) = (runner.0.path(""), "api/v1/types.go");
            runner.0.write("go.mod", "module example.com/ovens\n");
            let bound = GO_TYPES.replace("\tHeat", "\t// +kubebuilder:validation:Maximum=9\n\tHeat");
            runner.0.write(types, &bound);
            assert_eq!(runner.0.run(&generate).code, 0);
            git(&root, "init -q -b main");
            commit(&root, "first");
            git(&root, "update-ref refs/remotes/origin/main HEAD");
            git(&root, "checkout -q -b change");
            runner.0.write(types, bound.replace(from, to));
            if is_generated {
                assert_eq!(runner.0.run(&generate).code, 0);
            }
            commit(&root, "second");
            assert_eq!(runner.play(job, place), ends_well, "{place}: {case}");
        }
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
        folder.write("bin/go", b"#!/bin/sh\ntest \"$*\" = 'mod download'\n");
        #[cfg(unix)]
        for program in ["bin/cargo", "bin/go"] {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(folder.path(program), PermissionsExt::from_mode(0o755)).unwrap();
        }
        Self(folder)
    }

    /// Whether all steps end well.
    fn play(&self, job: &Value, place: &str) -> bool {
        items(job, "steps").iter().all(|step| {
            let known = ["uses", "with", "run"];
            assert!(
                step.as_object().unwrap().keys().all(|key| known.contains(&key.as_str())),
                "{place}: {step}"
            );
            match (text(step, "uses"), text(step, "run")) {
                (Some(action), None) => self.uses(action, &step["with"], place),
                (None, Some(script)) => self.runs(script),
                _ => panic!("{place}: a step that neither runs nor uses anything: {step}"),
            }
        })
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
        if given != "." {
            self.uploaded();
        }
        true
    }

    fn runs(&self, script: &str) -> bool {
        let server = Path::new(env!("CARGO_BIN_EXE_crdls")).parent().unwrap();
        let path = std::env::var_os("PATH").unwrap();
        let folders = [self.0.path("bin"), server.to_owned()];
        let path = std::env::join_paths(folders.into_iter().chain(std::env::split_paths(&path))).unwrap();
        let mut command = Command::new("sh");
        command.args(["-e", "-c", script]).current_dir(self.0.path("")).env("PATH", path);
        command.env("CRDLS_CACHE_DIR", cache());
        command.env("GITHUB_BASE_REF", "main").env("GITHUB_STEP_SUMMARY", self.0.path("summary.md"));
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
