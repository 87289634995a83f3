//! Texts that hold an update: the old document, a line `---`, and what replaces it.
//!
//! Their first line is `# update`, or has `update` among the options of a fixture.

use crdls_check::Old;
use crdls_ide::{File, FileContext, FileFinding};
use crdls_schema::Config;

use crate::World;

/// The old document and the rest, where a text is an update.
pub fn halves(text: &str) -> Option<(&str, &str)> {
    let (first, _) = text.split_once('\n')?;
    let marked = first == "# update"
        || first.strip_prefix("#:").is_some_and(|options| options.split_whitespace().any(|o| o == "update"));
    text.split_once("\n---\n").filter(|_| marked)
}

/// What is found in a text, whose CRDs judge the custom resources in it; of an update, in what is new.
pub fn check(text: String, config: &Config) -> Vec<FileFinding> {
    let old = halves(&text).map(|(old, _)| read(old, config));
    let is_update = old.is_some();
    let file = File::new(text);
    let crds = World::of(config).and("", file.text()).crds;
    let context = FileContext { old: old.as_ref(), crds: Some(&crds), file: "" };
    let mut found = crdls_ide::check(&file, context, config);
    found.retain(|found| !is_update || found.document > 0);
    found
}

/// The CRDs of a text, to be replaced.
pub fn read(text: &str, config: &Config) -> Old {
    let file = File::new(text.to_owned());
    let mut old = Old::default();
    old.read(file.text(), file.tree(), config);
    old
}
