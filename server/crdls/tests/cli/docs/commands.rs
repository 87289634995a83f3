//! Blocks without a language are commands of a shell; so is what starts with `crdls` in the text.

use std::process::Stdio;

use super::pages::{blocks, file, inline_codes, repository};
use super::{fill, workspace};
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
        fill(&folder);
        for written in &files {
            file(written).into_iter().for_each(|file| folder.write(file, &written.text));
        }
        for (line, printed) in commands(&block.text) {
            let line = line.split(" # ").next().unwrap().trim();
            let args = words(line);
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

/// The words of a command. One in single quotes may have spaces.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
        .collect()
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
                    "docs/diff.md" | "docs/background/witnesses.md" => ("diff", None),
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

#[test]
fn the_reference_has_every_command() {
    let folder = workspace("docs-reference");
    let page = std::fs::read_to_string(repository().join("docs/reference/commands.md")).unwrap();
    let headings: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let help = folder.run(&["--help"]).stdout;
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let commands = list.lines().take_while(|line| !line.is_empty());
    let mut commands: Vec<_> = commands
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' '))?.split(' ').next())
        .filter(|command| *command != "help")
        .collect();
    let mut described = headings.clone();
    commands.sort_unstable();
    described.sort_unstable();
    assert_eq!(described, commands);
    println!("{} commands are in the reference", commands.len());
}

#[test]
fn examples_of_the_help_run() {
    let folder = workspace("docs-help");
    let files = blocks("yaml");
    let (mut open, mut ran): (Vec<Vec<String>>, _) = (vec![Vec::new()], 0);
    while let Some(command) = open.pop() {
        for written in &files {
            file(written).into_iter().for_each(|file| folder.write(file, &written.text));
        }
        let asked: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
        let help = folder.run(&asked).stdout;
        let section = |title: &str| help.split_once(title).map_or("", |(_, rest)| rest).to_owned();
        let list = section("\nCommands:\n");
        let names = list.lines().take_while(|line| !line.is_empty());
        let names = names
            .filter_map(|line| line.strip_prefix("  ").filter(|l| !l.starts_with(' '))?.split(' ').next());
        let inner = |name: &str| command.iter().cloned().chain([name.to_owned()]).collect();
        open.extend(names.filter(|name| *name != "help").map(inner));
        for line in section("\nExamples:\n").lines().take_while(|line| !line.is_empty()) {
            let args = words(line);
            // A git revision and a webhook are elsewhere.
            if args.contains(&"main...") || args.contains(&"--url") {
                has_options(&folder, args[1], &args[2..], "--help");
            } else {
                crdls(&folder, &args, "--help");
            }
            ran += 1;
        }
    }
    println!("{ran} examples of the help ran");
    assert!(ran >= 20, "{ran}");
}

#[test]
fn the_reference_has_every_key_of_a_finding() {
    let folder = workspace("docs-json");
    let page = std::fs::read_to_string(repository().join("docs/reference/json.md")).unwrap();
    let (_, section) = page.split_once("## check\n").unwrap();
    let table = section.split("\n## ").next().unwrap();
    let keys = table.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let ran = folder.run(&["check", "examples/broken/menus.yaml", "--output-format=json"]);
    let findings: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let printed: Vec<_> = findings[0].as_object().unwrap().keys().map(String::as_str).collect();
    let mut described: Vec<_> = keys.collect();
    described.sort_unstable();
    let mut sorted = printed.clone();
    sorted.sort_unstable();
    assert_eq!(described, sorted);
    assert!(findings[0]["note"].is_string() && findings[0]["help"].is_string(), "{}", findings[0]);
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
