//! Chores of the repository: `cargo xtask codegen [--check]`, `cargo xtask new-code CODE`,
//! `cargo xtask bench [cel|editor|since|start|suites|updates|workspace]`, `cargo xtask messages`, `cargo xtask repositories PATH…`,
//! `cargo xtask oracle MINOR`, `cargo xtask native`, `cargo xtask dist`.
//!
//! Knows files and folders of the checkout. Must not depend on the crates that it generates code for,
//! so that it can be built while they cannot.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

mod bench;
mod build;
mod codegen;
mod dist;
mod editor;
mod native;
mod new_code;
mod oracle;
mod peer;
mod repositories;
mod start;

use new_code::Origin;

const USAGE: &str = "\
usage: cargo xtask codegen [--check]   make what is generated: tables, pages, the schema of crdls.toml
       cargo xtask bench               crdls and the API server's code on the corpus
       cargo xtask bench cel           the same, of compiling and costing rules alone
       cargo xtask bench updates       the same, of judging updates of custom resources
       cargo xtask bench suites        the same, of running test suites
       cargo xtask bench workspace     a workspace of 2,000 CRDs in an editor, compared with the same code
       cargo xtask bench diff          releases of projects compared by `crdls diff` and by crdify (needs Go)
       cargo xtask bench since         an edit of a large CRD with `since` and without
       cargo xtask bench start         size and start of the program compared with yaml-language-server's
       cargo xtask messages            the distinct headlines of findings in the corpus, each with an example
       cargo xtask dist                archive, .vsix and checksums of this platform in target/dist
       cargo xtask oracle 1.33…        the API server's code of a minor, or of several, in target/oracle/1.33/oracle (needs
                                       Go): `hunt`, `probe` and `compare` ask it with `--kubernetes 1.33`
       cargo xtask native              schemas/openapi/native.json, by the API server's code of all minors (needs
                                       Go)
       cargo xtask bench editor        the language server and a peer, on a large CRD
       cargo xtask repositories PATH…  what is reported at the root of repositories, as a table, and whether the API
                                       server's code confirms it (needs Go); PATH is a folder, or a list with
                                       OWNER/NAME@COMMIT on each line, of clones in the folder that CRDLS_CLONES names,
                                       or MODULE@VERSION, fetched by the go command
       cargo xtask new-code CODE --server
       cargo xtask new-code CODE --advice FOLDER
                                       make the check, the page and the fixture of a code; FOLDER is what the advice is
                                       about, a folder of server/crd/src/advice: manifest, rules, schema, subresources,
                                       versions or yaml (without it: manifest); `new-rule` is the same command";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let root = root();
    let done = match args.as_slice() {
        ["codegen"] => codegen::write(&root),
        ["codegen", "--check"] => codegen::check(&root),
        ["bench"] => bench::run(&root),
        ["bench", "cel"] => bench::rules(&root),
        ["bench", "updates"] => bench::updates(&root),
        ["bench", "suites"] => bench::suites(&root),
        ["bench", "workspace"] => bench::workspace(&root),
        ["bench", "diff"] => bench::diff(&root),
        ["bench", "since"] => bench::since(&root),
        ["bench", "start"] => start::run(&root),
        ["messages"] => build::messages(&root),
        ["oracle", minors @ ..] if !minors.is_empty() => oracle::build(&root, minors),
        ["native"] => native::write(&root),
        ["dist"] => dist::run(&root),
        ["repositories", places @ ..] if !places.is_empty() => repositories::run(&root, places),
        ["bench", "editor"] => editor::run(&root),
        ["new-code" | "new-rule", code, "--server"] => new_code::create(&root, code, Origin::Server),
        ["new-code" | "new-rule", code, "--advice"] => {
            new_code::create(&root, code, Origin::Advice { about: "manifest" })
        }
        ["new-code" | "new-rule", code, "--advice", about] => {
            new_code::create(&root, code, Origin::Advice { about })
        }
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

/// The top of the checkout: two levels above this crate.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}
