//! Blocks without a language are commands of a shell; so is what starts with `crdls` in the text.

use std::process::Stdio;

use super::pages::{blocks, file, inline_codes, repository};
use super::workspace;
use crate::run::Folder;

/// What runs, or else examines, the commands of a program.
type Player = fn(&Folder, &[&str], &str);

const PROGRAMS: &[(&str, Player)] = &[
    ("crdls", crdls),
    ("cargo", cargo),
    ("npm", npm),
    ("code", code),
    ("kustomize", piped),
    ("tar", packaged),
    ("pip", packaged),
    ("dpkg", packaged),
    ("kubectl", packaged),
];

#[test]
fn commands_run() {
    let folder = workspace("docs-commands");
    let files = blocks("yaml");
    let mut ran = 0;
    for block in blocks("") {
        // What a block before this one fixed is as the pages have it again.
        for written in &files {
            file(written).into_iter().for_each(|file| folder.write(file, &written.text));
        }
        for (line, printed) in commands(&block.text) {
            let line = line.split(" # ").next().unwrap().trim();
            let args: Vec<&str> = line.split_whitespace().collect();
            let player = PROGRAMS.iter().find(|(program, _)| args.first() == Some(program));
            let (_, play) = player.unwrap_or_else(|| panic!("{}: nothing runs `{line}`", block.place));
            play(&folder, &args, &block.place);
            if !printed.is_empty() {
                let stdout = folder.run(&args[1..]).stdout;
                assert!(stdout.starts_with(&printed), "{}: {line} prints\n{stdout}", block.place);
            }
            ran += 1;
        }
    }
    println!("{ran} commands of README and docs ran");
    assert!(ran >= 18, "{ran}");
}

/// The commands of a block, each with what it prints: where no line has a prompt, all are commands.
fn commands(text: &str) -> Vec<(&str, String)> {
    if !text.starts_with("$ ") {
        return text.lines().filter(|line| !line.is_empty()).map(|line| (line, String::new())).collect();
    }
    let mut found: Vec<(&str, String)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push((command, String::new())),
            (None, Some((_, printed))) => *printed += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    found
}

fn crdls(folder: &Folder, args: &[&str], place: &str) {
    let ran = folder.run(&args[1..]);
    let may_find = matches!(args.get(1), Some(&("check" | "cost" | "diff"))) || args.contains(&"--compare");
    assert!(ran.code == 0 || ran.code == 1 && may_find, "{place}: {args:?}: {ran:?}");
}

/// `kustomize build . | crdls …`, with a CRD in place of what is not ours.
fn piped(folder: &Folder, args: &[&str], place: &str) {
    let ours = args.iter().skip_while(|arg| **arg != "|").skip(1).copied().collect::<Vec<_>>();
    assert_eq!(ours.first(), Some(&"crdls"), "{place}: {args:?}");
    let mut command = folder.command(&ours[1..]);
    command.stdin(Stdio::from(std::fs::File::open(folder.path("crds/pizzas.yaml")).unwrap()));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{place}: {output:?}");
}

fn cargo(folder: &Folder, args: &[&str], place: &str) {
    match args {
        ["cargo", "run", "--release", "--", rest @ ..] => {
            crdls(folder, &[&["crdls"], rest].concat(), place);
        }
        ["cargo", "install", "--path", path] => {
            assert!(repository().join(path).join("src/main.rs").exists(), "{place}: {args:?}");
        }
        // The one name is that of the package, which cargo looks for in the whole repository.
        ["cargo", "install", "--git", _, "crdls"] | ["cargo", "test"] => {}
        ["cargo", "dev", words @ ..] => {
            assert!(crdls_xtask::takes(words.iter().copied()), "{place}: {args:?}")
        }
        _ => panic!("{place}: nothing runs {args:?}"),
    }
}

/// What installs a built package: `packaging/trial.py` runs it, and tests/packages runs that.
fn packaged(_: &Folder, args: &[&str], place: &str) {
    let is_built =
        args.iter().any(|arg| ["target/archives/", "target/packages/"].iter().any(|at| arg.starts_with(at)));
    assert!(place == "README.md, Install" && is_built, "{place}: {args:?}");
}

fn npm(folder: &Folder, args: &[&str], place: &str) {
    let package = std::fs::read_to_string(repository().join("editors/vscode/package.json")).unwrap();
    let package: serde_json::Value = serde_json::from_str(&package).unwrap();
    match args {
        ["npm", "ci"] => {}
        ["npm", "install", "--global", ..] => packaged(folder, args, place),
        ["npm", "test"] => assert!(package["scripts"]["test"].is_string(), "{place}"),
        ["npm", "run", script] => assert!(package["scripts"][script].is_string(), "{place}: {script}"),
        _ => panic!("{place}: nothing runs {args:?}"),
    }
}

fn code(_: &Folder, args: &[&str], place: &str) {
    let file = args.get(2).copied().unwrap_or_default();
    assert!(args[1] == "--install-extension" && file.ends_with(".vsix"), "{place}: {args:?}");
}

/// Words of a command in the text may stand for something; its commands and options are real.
#[test]
fn commands_in_the_text_exist() {
    let folder = workspace("docs-inline");
    let mut seen = 0;
    for (page, line) in inline_codes() {
        let args: Vec<&str> = line.split_whitespace().collect();
        match args.as_slice() {
            ["cargo", "dev", words @ ..] => {
                assert!(crdls_xtask::takes(words.iter().copied()), "{page}: `{line}`")
            }
            ["crdls", command, rest @ ..] => has_options(&folder, command, rest, &page),
            // An option alone is one of the command that the page is about, otherwise of `crdls check`.
            [option, ..] if option.strip_prefix("--").is_some_and(is_word) => {
                let (command, first) = match page.as_str() {
                    "docs/diff.md" => ("diff", None),
                    "docs/versions.md" => ("versions", None),
                    "docs/testing.md" => ("test", None),
                    "docs/conversion.md" => ("conversion", Some("try")),
                    _ => ("check", None),
                };
                let args: Vec<_> = first.into_iter().chain(args).collect();
                has_options(&folder, command, &args, &page);
            }
            _ => continue,
        }
        seen += 1;
    }
    println!("{seen} commands in the text exist");
    assert!(seen >= 20, "{seen}");
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
}

fn has_options(folder: &Folder, command: &str, args: &[&str], page: &str) {
    // `conversion` has commands of its own.
    let inner = args.first().filter(|_| command == "conversion");
    let asked: Vec<_> = [command].into_iter().chain(inner.copied()).chain(["--help"]).collect();
    let help = folder.run(&asked);
    assert_eq!(help.code, 0, "{page}: there is no command `{command}`");
    for option in args.iter().filter(|arg| arg.starts_with("--")) {
        let name = option.split('=').next().unwrap();
        assert!(help.stdout.contains(name), "{page}: `crdls {command}` has no `{name}`");
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
