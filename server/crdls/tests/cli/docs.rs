//! Every command and every configuration of README and docs/ does what is said.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::run::Folder;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// README and the guides: the pages of rules have tests of their own.
fn pages() -> Vec<(String, String)> {
    let root = repository();
    let mut paths = vec![root.join("README.md")];
    for editor in ["vscode", "neovim", "helix"] {
        paths.push(root.join("editors").join(editor).join("README.md"));
    }
    paths.extend(std::fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path()));
    let page = |path: &PathBuf| (path.display().to_string(), std::fs::read_to_string(path).unwrap());
    paths.iter().filter(|path| path.extension().is_some_and(|its| its == "md")).map(page).collect()
}

/// The blocks between fences: language and text.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in page.lines() {
        match (line.trim_start().strip_prefix("```"), &mut open) {
            (Some(language), None) => open = Some((language.to_owned(), String::new())),
            (Some(_), Some(_)) => found.extend(open.take()),
            (None, Some((_, text))) => *text += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    found
}

/// A workspace as the examples of the pages have it.
fn workspace(test: &str) -> Folder {
    let folder = Folder::new(test, &[]);
    let read = |path: &str| std::fs::read(repository().join("examples").join(path)).unwrap();
    for (from, to) in [
        ("good/pizzas.yaml", "crds/pizzas.yaml"),
        ("good/pizza-margherita.yaml", "pizza.yaml"),
        ("broken/menus.yaml", "examples/broken/menus.yaml"),
        ("good/ovens.yaml", "examples/good/ovens.yaml"),
    ] {
        folder.write(to, &read(from));
    }
    folder
}

/// The commands of a block without a language, without what they print.
fn commands(text: &str) -> impl Iterator<Item = &str> {
    let plain = !text.contains("$ ");
    let command = move |line: &'_ str| -> bool { plain || line.starts_with("$ ") };
    text.lines().filter(move |line| command(line)).map(|line| line.trim_start_matches("$ ").trim())
}

#[test]
fn commands_run() {
    let folder = workspace("docs-commands");
    let mut ran = 0;
    for (path, page) in pages() {
        let blocks = blocks(&page).into_iter().filter(|(language, _)| language.is_empty());
        for (_, text) in blocks {
            for line in commands(&text).filter(|line| line.contains("crdls ") && !line.starts_with("cargo")) {
                run(&folder, line, &path);
                ran += 1;
            }
        }
    }
    println!("{ran} commands of README and docs ran");
    assert!(ran >= 12, "{ran}");
}

/// Runs a command as a shell would, with a stand-in for what is not ours.
fn run(folder: &Folder, line: &str, path: &str) {
    let line = line.split(" # ").next().unwrap().trim().trim_end_matches('#').trim();
    let (input, line) = match line.split_once(" | ") {
        Some((_, ours)) => (Some(folder.path("crds/pizzas.yaml")), ours),
        None => (None, line),
    };
    let line = line.split(" > ").next().unwrap();
    let args: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(args.first(), Some(&"crdls"), "{path}: {line}");
    let mut command = folder.command(&args[1..]);
    if let Some(input) = input {
        command.stdin(Stdio::from(std::fs::File::open(input).unwrap()));
    }
    let output = command.output().unwrap();
    let code = output.status.code();
    assert!(code == Some(0) || code == Some(1), "{path}: {line}: {code:?} {output:?}");
}

#[test]
fn configurations_are_read() {
    let (mut toml, mut json) = (0, 0);
    for (path, page) in pages() {
        for (language, text) in blocks(&page) {
            match language.as_str() {
                "toml" => {
                    toml += 1;
                    assert!(toml::from_str::<toml::Table>(&text).is_ok(), "{path}: {text}");
                    if ["kubernetes", "fieldValidation", "crds", "[rules]"]
                        .iter()
                        .any(|key| text.starts_with(key))
                    {
                        settings(&text, &path);
                    }
                }
                "json" => {
                    json += 1;
                    let value: Value =
                        serde_json::from_str(&text).unwrap_or_else(|err| panic!("{path}: {err}"));
                    starts_the_server(&value, &path);
                }
                _ => {}
            }
        }
    }
    println!("{toml} configurations in TOML and {json} in JSON were read");
    assert!(toml >= 2 && json >= 3, "{toml} {json}");
}

/// A crdls.toml about which nothing is complained.
fn settings(text: &str, path: &str) {
    let folder = workspace("docs-settings");
    folder.write("crdls.toml", text.as_bytes());
    let ran = folder.run(&["check", "crds"]);
    assert_eq!((ran.code, ran.stderr.contains("crdls.toml")), (0, false), "{path}: {text}: {}", ran.stderr);
}

/// Wherever a configuration names our program with arguments, they are those of the language server.
fn starts_the_server(value: &Value, path: &str) {
    if let Some(command) = value.get("command").and_then(Value::as_array) {
        assert_eq!(command, &["crdls", "lsp"].map(Value::from), "{path}");
    }
    if value.get("path") == Some(&Value::from("crdls")) {
        assert_eq!(value["arguments"], serde_json::json!(["lsp"]), "{path}");
    }
    match value {
        Value::Object(members) => members.values().for_each(|value| starts_the_server(value, path)),
        Value::Array(items) => items.iter().for_each(|value| starts_the_server(value, path)),
        _ => {}
    }
}

#[test]
fn links_lead_to_files() {
    for (path, page) in pages() {
        let base = Path::new(&path).parent().unwrap().to_owned();
        for target in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap();
            if !file.is_empty() && !file.contains("://") {
                assert!(base.join(file).exists(), "{path}: {target}");
            }
        }
    }
}

#[test]
fn the_hook_of_pre_commit_runs_a_command_that_is() {
    let text = std::fs::read_to_string(repository().join(".pre-commit-hooks.yaml")).unwrap();
    let entry = text.lines().find_map(|line| line.trim().strip_prefix("entry: ")).unwrap();
    let args: Vec<&str> = entry.split(' ').collect();
    let folder = workspace("docs-hook");
    assert_eq!(args[0], "crdls");
    assert_eq!(folder.run(&[&args[1..], &["crds/pizzas.yaml", "pizza.yaml"]].concat()).code, 0);
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
    if Command::new("bash").arg("--version").stdout(Stdio::null()).status().is_ok() {
        folder.write("c.bash", folder.run(&["completions", "bash"]).stdout.as_bytes());
        assert!(Command::new("bash").arg("-n").arg(folder.path("c.bash")).status().unwrap().success());
    }
}
