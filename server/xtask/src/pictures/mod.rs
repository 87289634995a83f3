//! `cargo dev pictures`: what crdls prints in a terminal, as the pictures of the documentation in `docs/pictures`.
//!
//! Each picture is the output of a command on one example world, the pizzeria. Screens of editors come as files with the
//! codes of a terminal (`tests/editors/start.py --shots`) and become pictures too. A picture follows the theme of its reader.

mod ansi;
mod svg;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::build::{self, Profile, output};
use super::files::{entries, read, write};

const FOLDER: &str = "docs/pictures";

/// The width of the terminal in which commands print.
const COLUMNS: usize = 104;

/// A command whose output is shown.
struct Picture {
    name: &'static str,
    /// Files that the command needs in addition to the examples.
    files: &'static [(&'static str, &'static str)],
    args: &'static [&'static str],
}

const PICTURES: [Picture; 4] = [
    Picture {
        name: "witness",
        files: &[],
        args: &["diff", "examples/upgrade/before", "examples/upgrade/after"],
    },
    Picture {
        name: "cost",
        files: &[("menus.yaml", include_str!("menus.yaml"))],
        args: &["check", "menus.yaml", "--select", "cel-cost"],
    },
    Picture {
        name: "marker",
        files: &[
            ("go.mod", "module pizzeria.example.com\n"),
            ("api/v1/oven_types.go", include_str!("oven_types.go")),
        ],
        args: &["check", "api"],
    },
    Picture {
        name: "kustomize",
        files: &[
            ("overlay/kustomization.yaml", include_str!("kustomize/kustomization.yaml")),
            ("overlay/grill.yaml", include_str!("kustomize/grill.yaml")),
            ("overlay/hotter.yaml", include_str!("kustomize/hotter.yaml")),
        ],
        args: &["check", "overlay", "--crds", "examples/upgrade/before"],
    },
];

/// Makes the pictures; with `check`, an error if one is stale. `screens` has screens of editors.
pub(crate) fn run(root: &Path, check: bool, screens: Option<&Path>) -> Result<(), String> {
    let program = build::crdls(root, Profile::Ci)?;
    let mut made = Vec::new();
    for picture in PICTURES {
        made.push((picture.name.to_owned(), drawn(root, &program, &picture)?));
    }
    for (name, screen) in screens.map(of_editors).transpose()?.unwrap_or_default() {
        made.push((name, svg::picture(&ansi::lines(screen.trim_end()))));
    }
    let mut stale = Vec::new();
    for (name, picture) in made {
        let path = format!("{FOLDER}/{name}.svg");
        if !check {
            write(root, &path, picture)?;
            println!("{path}");
        } else if read(root, &path).ok().as_deref() != Some(picture.as_str()) {
            stale.push(path);
        }
    }
    if stale.is_empty() {
        Ok(())
    } else {
        Err(format!("stale, `cargo dev pictures` writes them: {}", stale.join(", ")))
    }
}

/// The picture of a command and what it prints, run in a folder of its own.
fn drawn(root: &Path, program: &Path, picture: &Picture) -> Result<String, String> {
    let folder = root.join("target/pictures").join(picture.name);
    let _ = fs::remove_dir_all(&folder);
    for part in ["before", "after"] {
        let path = format!("examples/upgrade/{part}/grills.yaml");
        write(&folder, &path, read(root, &path)?)?;
    }
    for (path, text) in picture.files {
        write(&folder, path, text)?;
    }
    let mut command = Command::new(program);
    let output = output(command.args(picture.args).args(["--color", "always"]).current_dir(&folder))?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    if printed.trim().is_empty() {
        return Err(format!("{}: {}", picture.name, String::from_utf8_lossy(&output.stderr)));
    }
    let shown = format!("\u{1b}[1m$ crdls {}\u{1b}[0m\n{}", picture.args.join(" "), printed.trim_end());
    Ok(svg::picture(&ansi::wrapped(ansi::lines(&shown), COLUMNS)))
}

/// The screens in a folder, each with its name.
fn of_editors(folder: &Path) -> Result<Vec<(String, String)>, String> {
    let is_screen = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "ansi");
    let screen = |path: PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok((name, read(folder, &path)?))
    };
    entries(folder)?.into_iter().filter(is_screen).map(screen).collect()
}
