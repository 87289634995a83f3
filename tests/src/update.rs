//! Texts that hold an update: the old document, a line `---`, and what replaces it.
//!
//! Their first line is `# update`, or has `update` among the options of a fixture.

use crdls_check::{Kustomizations, Old};
use crdls_ide::{File, FileContext, FileFinding};
use crdls_report::Config;

use crate::World;
use crate::kustomizations::Folder;

/// The old document and the rest, where a text is an update.
pub fn halves(text: &str) -> Option<(&str, &str)> {
    let (first, _) = text.split_once('\n')?;
    let marked = first == "# update"
        || first.strip_prefix("#:").is_some_and(|options| options.split_whitespace().any(|o| o == "update"));
    text.split_once("\n---\n").filter(|_| marked)
}

/// What is found in a text, whose CRDs judge the custom resources in it; of an update, in what is new; of a text that
/// holds several files of a repository, in the last one.
pub fn check(text: String, config: &Config) -> Vec<FileFinding> {
    let old = halves(&text).map(|(old, _)| read(old, config));
    let is_update = old.is_some();
    let mut world = World::of(config);
    let (others, name, text) = files(text);
    let mut all = Folder::default();
    for (name, text) in others {
        all.0.insert(name.clone(), text.clone());
        world = world.and(&name, text);
    }
    let file = File::new(text);
    let mut crds = world.and(&name, file.text()).crds;
    crds.set_layout("/work", [".".to_owned()]);
    all.0.insert(name.clone(), file.text().to_owned());
    let mut kustomizations = kustomizations(&all);
    for (path, built) in kustomizations.crds(&|_| true, config) {
        crds.take_built(&path, &built);
    }
    let context = FileContext { old: old.as_ref(), crds: Some(&crds), file: &name, ..FileContext::default() };
    let mut found = crdls_ide::check(&file, context, config);
    let of_builds = kustomizations.findings(&|_| true, &crds, config, &str::to_owned);
    found.retain(|found| of_builds.keeps(&name, &found.finding));
    let of_file = of_builds.found.into_iter().filter(|(file, _)| *file == name);
    found.extend(of_file.map(|(_, finding)| FileFinding::new(0, finding)));
    found.retain(|found| !is_update || found.document > 0);
    found
}

/// The kustomizations among files.
fn kustomizations(all: &Folder) -> Kustomizations<'_> {
    let folder =
        |path: &String| Some(path.strip_suffix("kustomization.yaml")?.trim_end_matches('/').to_owned());
    let folders: Vec<String> = all.0.keys().filter_map(folder).collect();
    Kustomizations::of(all, &folders)
}

/// The files of a text, each after a line `# file: NAME`: those before the last one, and the last one with its name, in
/// which everything before it is a comment, so that ranges stay as they are. A text without such a line is one file.
fn files(text: String) -> (Vec<(String, String)>, String, String) {
    const NAME: &str = "# file: ";
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        match (line.strip_prefix(NAME), files.last_mut()) {
            (Some(name), _) => files.push((name.trim_end().to_owned(), String::new())),
            (None, Some((_, text))) => text.push_str(line),
            (None, None) => return (Vec::new(), String::new(), text),
        }
    }
    let Some((name, last)) = files.pop() else { return (Vec::new(), String::new(), text) };
    let before = &text[..text.len() - last.len()];
    let blank = |c: char| if c == '\n' { "\n".to_owned() } else { "#".repeat(c.len_utf8()) };
    let padded = before.chars().map(blank).collect::<String>() + &last;
    (files, name, padded)
}

/// The CRDs of a text, to be replaced.
pub fn read(text: &str, config: &Config) -> Old {
    let file = File::new(text.to_owned());
    let mut old = Old::default();
    old.read(file.text(), file.tree(), config);
    old
}
