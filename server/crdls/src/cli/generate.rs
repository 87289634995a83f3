//! `crdls generate`: the CRDs that controller-gen makes of Go types, without Go.
//!
//! Must not know how a CRD is made.

use std::fs;
use std::path::Path;

use crdls_generate::{
    ControllerGen, Generated, GeneratedCrd, Options, Problem, Unread, generate, is_fetched, to_yaml,
};

use super::args::GenerateArgs;
use super::outcome::{Ended, Outcome, print, say, trouble, warn};
use crate::go::{GoFiles, GoModule, GoModules, go_packages, nested_modules, options_in};
use crate::render::{count, position, unified};
use crdls_system::files::{plain, reason, write};

/// Does what `crdls generate` asks.
pub(crate) fn run(args: &GenerateArgs) -> Ended {
    let mut options = options(args)?;
    // What several paths of a module name is made together: versions of a kind may be in different folders.
    let mut by_module: Vec<(GoModule, Vec<String>)> = Vec::new();
    for path in &args.paths {
        // `./api/...` means the same as `./api`.
        let text = path.to_string_lossy();
        let folder = Path::new(text.strip_suffix("...").unwrap_or(&text));
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        if !folder.is_dir() {
            return Err(format!("{} is not a folder", folder.display()).into());
        }
        let whole = plain(folder);
        let mut folders = nested_modules(&whole);
        folders.insert(0, whole);
        for whole in folders {
            let Some(module) = GoModules::default().of(&whole) else {
                return Err(format!("{} is in no Go module: there is no go.mod", folder.display()).into());
            };
            let packages = go_packages(&module.folder, &whole);
            match by_module.iter_mut().find(|(known, _)| *known == module) {
                Some((_, known)) => {
                    let new: Vec<_> =
                        packages.into_iter().filter(|package| !known.contains(package)).collect();
                    known.extend(new);
                }
                None => by_module.push((module, packages)),
            }
        }
    }
    let mut outcome = Outcome::Clean;
    let mut made: Vec<(GeneratedCrd, String)> = Vec::new();
    if let Some((module, _)) = by_module.first() {
        read_header(args, module, &mut options)?;
    }
    for (module, below) in by_module {
        let (generated, unread) = generated(&module, &below, &options);
        for Unread { file, range, sentence, .. } in &unread {
            say(format_args!("{}:{}: {sentence}", file.path, position(&file.text, range.start)));
            outcome = Outcome::Errors;
        }
        outcome = outcome.max(report(&generated));
        let known = generated.crds.into_iter().filter(|crd| crd.checked.is_none());
        made.extend(known.map(|crd| {
            let text = to_yaml(&crd.object, &options.header);
            (crd, text)
        }));
    }
    if made.is_empty() && outcome == Outcome::Clean {
        return Err("no type with TypeMeta and ObjectMeta, so there is nothing to make a CRD of".into());
    }
    Ok(outcome.max(match &args.output_dir {
        None => print(made.iter().map(|(_, text)| text.as_str())),
        Some(folder) if args.check => check(folder, &made, &options),
        Some(folder) => write_all(folder, &made),
    }))
}

/// The version and the flags: of the arguments, otherwise those by which the files were written that are there.
fn options(args: &GenerateArgs) -> Result<Options, String> {
    let (written, inferred) = args.output_dir.as_deref().map(options_in).unwrap_or_default();
    let version = match &args.controller_gen {
        Some(name) => {
            let read = ControllerGen::read(name);
            read.ok_or_else(|| format!("`{name}` is not a version of controller-gen, such as v0.19.0"))?
        }
        None => written.unwrap_or(ControllerGen::NEWEST),
    };
    if version.is_newer_than_known() {
        let newest = ControllerGen::NEWEST;
        warn(format_args!(
            "controller-gen {version} is newer than the newest one that crdls knows, {newest}"
        ));
    }
    let mut options = Options::new(version);
    for flag in &args.flags {
        let is_of_file = flag.starts_with("headerFile=") || flag.starts_with("year=");
        if !is_of_file && !options.set(flag) {
            return Err(format!("`{flag}` is not a flag of controller-gen's generator `crd`"));
        }
    }
    for flag in inferred.into_iter().filter(|_| args.flags.is_empty()) {
        options.set(flag);
    }
    Ok(options)
}

/// `headerFile` and `year`. The file is looked for from the module on, where controller-gen runs.
fn read_header(args: &GenerateArgs, module: &GoModule, options: &mut Options) -> Result<(), String> {
    let value = |name: &str| {
        let flag = args.flags.iter().find_map(|flag| flag.strip_prefix(name)?.strip_prefix('='));
        flag.map(|value| value.trim_matches('"'))
    };
    let Some(file) = value("headerFile") else { return Ok(()) };
    let path = module.folder.join(file);
    let text = fs::read_to_string(&path);
    let text = text.map_err(|err| format!("cannot read {}: {}", path.display(), reason(&err)))?;
    options.header = text.replace(" YEAR", &format!(" {}", value("year").unwrap_or("")));
    Ok(())
}

/// The CRDs of the packages that can be read, and what of others cannot.
fn generated(module: &GoModule, below: &[String], options: &Options) -> (Generated, Vec<Unread>) {
    let files = GoFiles::default();
    let packages = module.packages(&files);
    let mut roots: Vec<String> = below.iter().map(|below| packages.import_path(below)).collect();
    let generated = generate(&packages, &roots, options);
    let unread = generated.unread(&roots);
    if unread.is_empty() {
        return (generated, unread);
    }
    roots.retain(|root| unread.iter().all(|fault| fault.package != *root));
    (generate(&packages, &roots, options), unread)
}

/// Reports what controller-gen refuses, and types that were not found.
fn report(generated: &Generated) -> Outcome {
    let mut outcome = Outcome::Clean;
    for Problem { origin, sentence } in &generated.problems {
        let place = generated
            .place(*origin)
            .map(|(file, range)| format!("{}:{}: ", file.path, position(&file.text, range.start)));
        say(format_args!("{}{sentence}", place.unwrap_or_default()));
        outcome = Outcome::Errors;
    }
    let incomplete: Vec<&str> =
        generated.crds.iter().filter(|crd| crd.checked.is_some()).map(|crd| crd.file_name.as_str()).collect();
    if !incomplete.is_empty() {
        for (name, uses) in &generated.unknown {
            let hint = if is_fetched(name) { ": `go mod download` fetches it" } else { "" };
            say(format_args!("error: `{name}` is not found ({}){hint}", count(*uses as usize, "use")));
        }
        say(format_args!("error: left out for types that are not found: {}", incomplete.join(", ")));
        outcome = Outcome::Errors;
    }
    outcome
}

fn write_all(folder: &Path, made: &[(GeneratedCrd, String)]) -> Outcome {
    let mut outcome = Outcome::Clean;
    for (crd, text) in made {
        let path = folder.join(&crd.file_name);
        if let Err(why) = write(&path, text) {
            outcome = trouble(why);
        }
    }
    if outcome == Outcome::Clean {
        say(format_args!("wrote {} to {}", count(made.len(), "CRD"), folder.display()));
    }
    outcome
}

/// Compares what would be written with what is there. A header counts only if a flag names one.
fn check(folder: &Path, made: &[(GeneratedCrd, String)], options: &Options) -> Outcome {
    let mut changes = Vec::new();
    for (crd, text) in made {
        let path = folder.join(&crd.file_name);
        let old = fs::read_to_string(&path).unwrap_or_default();
        let start = if options.header.is_empty() { old.find("---\n").unwrap_or(0) } else { 0 };
        let (header, _) = old.split_at_checked(start).unwrap_or(("", &old));
        let change = unified(&path.to_string_lossy(), &old, &format!("{header}{text}"));
        changes.extend((!change.is_empty()).then_some(change));
    }
    let differing = changes.len();
    let printed = print(&changes);
    let current = made.len() - differing;
    say(format_args!(
        "{} as controller-gen {} writes them, {differing} not",
        count(current, "CRD"),
        options.version
    ));
    if differing > 0 { printed.max(Outcome::Errors) } else { printed }
}
