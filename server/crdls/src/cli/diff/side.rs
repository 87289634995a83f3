//! One side of a comparison: the CRDs and custom resources of a file, a folder or standard input.
//!
//! Must not know what is compared.

use std::path::PathBuf;

use crdls_change::{Definition, Snapshot};
use crdls_ide::File;
use crdls_resource::written;
use crdls_schema::Config;
use crdls_schema::objects::{Kind, objects};
use crdls_values::Json;

use crate::cli::inputs::{collect, read, successes, without_excluded};
use crate::cli::outcome::Outcome;
use crate::files::{Excluded, IgnoreFiles, LATEST_TAG, MERGE_BASE, Repository, path_in_repository};
use crate::render::{Position, Source};

/// All that one side has.
#[derive(Debug, Default)]
pub(crate) struct Side {
    /// As the user named it.
    pub(crate) label: String,
    /// The files with CRDs.
    pub(crate) sources: Vec<Source>,
    pub(crate) crds: Snapshot,
    pub(crate) objects: Vec<NamedObject>,
    pub(crate) warnings: Vec<String>,
}

/// A custom resource of a file.
#[derive(Clone, Debug)]
pub(crate) struct NamedObject {
    /// `a.yaml#0`: the file and the number of the document.
    pub(crate) name: String,
    pub(crate) value: Json,
}

impl Side {
    /// Reads a side: standard input, a file or folder, otherwise a revision of the repository around this folder, of
    /// which the files in this folder count, or those of a path (`REV:PATH`). The message where it cannot be read.
    pub(crate) fn read(
        place: &str,
        excluded: &Excluded,
        config: &Config,
        outcome: &mut Outcome,
    ) -> Result<Self, String> {
        let path = PathBuf::from(place);
        let mut side = Self { label: place.to_owned(), ..Self::default() };
        if place == "-" || path.exists() {
            let inputs = without_excluded(collect(&[path], IgnoreFiles::Respected, outcome), excluded);
            for source in successes(inputs.into_iter().map(read).collect(), outcome) {
                side.add(source, config);
            }
            return Ok(side);
        }
        let folder = std::env::current_dir().unwrap_or_default();
        let repository = Repository::around(&folder)
            .map_err(|why| format!("there is no file or folder `{place}`, and no revision: {why}"))?;
        let (name, below) = revision_and_path(place);
        let revision = repository.revision(name, &folder)?;
        let is_named = below.is_some();
        let below = match below {
            Some(path) if path.starts_with("./") || path.starts_with("../") => folder.join(path),
            Some(path) => repository.root().join(path),
            None => folder,
        };
        if !repository.has(&revision, &below)? {
            let path = path_in_repository(&below.to_string_lossy()).unwrap_or_else(|| place.to_owned());
            let missing = format!("`{name}` has no file or folder `{path}`");
            // The folder may be new.
            if is_named {
                return Err(missing);
            }
            side.warnings.push(missing);
        }
        for file in repository.manifests(&revision, &below, IgnoreFiles::Respected, has_crds)? {
            if !excluded.covers(&repository.root().join(&file.path)) {
                let source = Source::new(revision.file_name(&file.path), File::from_bytes(file.bytes));
                side.add(source.of_commit(crate::files::name(&file.path)), config);
            }
        }
        side.label = match place == LATEST_TAG {
            true => revision.name,
            false => place.to_owned(),
        };
        Ok(side)
    }

    fn add(&mut self, source: Source, config: &Config) {
        let (number, file) = (self.sources.len(), source.file());
        let unusable = self.crds.add(number, file.text(), file.tree(), config);
        for found in &unusable {
            let first =
                found.first.map(|first| self.sources.get(first).map_or(&source.name, |first| &first.name));
            let first = first.map(|first| format!(": the one in {first} counts")).unwrap_or_default();
            let (name, document) = (&source.name, found.document + 1);
            self.warnings.push(format!("{name}: document {document} is not compared: {}{first}", found.why));
        }
        self.read_objects(&source);
        self.sources.push(source);
    }

    fn read_objects(&mut self, source: &Source) {
        let (text, tree) = (source.file().text(), source.file().tree());
        for (number, document) in
            tree.documents().iter().enumerate().filter(|(_, document)| !document.is_damaged())
        {
            let Some(root) = tree.root(text, document) else { continue };
            for found in objects(root).into_iter().filter(|found| found.kind == Kind::Other) {
                self.objects.push(NamedObject {
                    name: format!("{}#{number}", source.name),
                    value: written(found.node),
                });
            }
        }
    }

    /// Whether there is no CRD.
    pub(crate) fn is_empty(&self) -> bool {
        self.crds.names().next().is_none()
    }

    /// The CRD of a name.
    pub(crate) fn definition(&self, name: &str) -> Option<Definition<'_>> {
        let located = self.crds.get(name)?;
        let file = self.sources.get(located.file)?.file();
        located.definition(file.text(), file.tree())
    }

    /// Where the CRD of a name is written.
    pub(crate) fn position(&self, name: &str) -> Option<Position> {
        let located = self.crds.get(name)?;
        Some(Position { source: located.file, document: located.document })
    }
}

/// A revision, and the path of `REV:PATH`, which begins at the root of the repository as in git.
fn revision_and_path(place: &str) -> (&str, Option<&str>) {
    let start = if place.starts_with(MERGE_BASE) { MERGE_BASE.len() } else { 0 };
    // A colon in braces belongs to the revision: `HEAD^{/fix: it}`.
    let colon = place.char_indices().skip(start).find(|(_, c)| [':', '{'].contains(c));
    match colon.filter(|(_, c)| *c == ':').and_then(|(at, _)| place.split_at_checked(at)) {
        Some((revision, path)) if !revision.is_empty() => (revision, path.get(1..)),
        _ => (place, None),
    }
}

/// Whether a text may have a CRD: of a revision nothing else is kept.
fn has_crds(bytes: &[u8]) -> bool {
    memchr::memmem::find(bytes, b"CustomResourceDefinition").is_some()
}
