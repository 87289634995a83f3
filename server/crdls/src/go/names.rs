//! The `json` name of a field: the properties of CRDs that have it, what else in Go names them, and another name for it.
//!
//! What names a property is asked of the text of each CRD. Of a place there, the Go text is edited that it comes from: the
//! tag, characters of a rule or a path, the argument of a marker. A list of required fields follows from the tag. Another
//! name is proven: the CRDs that are made of the edited Go are those in which the property is renamed. Go's own names
//! belong to gopls.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crdls_ide::{
    File, FileContext, Meaning, MentionRole, Renaming, meaning, references, rename as rename_property,
};
use crdls_markers::grammar::Quotes;
use crdls_report::{Config, Fix};
use crdls_text::{Edit, TextRange};

use super::crds::{GoCrd, GoCrds, value};
use super::fixes::comparable;
use super::project::GoProject;
use super::rules::written;
use crdls_system::files::name;

/// The name of a field in its tag, and the properties that have it.
#[derive(Debug)]
pub(crate) struct JsonName {
    /// In the file of Go.
    pub(crate) range: TextRange,
    pub(crate) name: String,
    /// The numbers of CRDs, each with an offset in its text.
    properties: Vec<(usize, u32)>,
}

/// The name at an offset of a file that properties of CRDs have.
pub(crate) fn json_name_at(crds: &GoCrds, (path, source): (&Path, &str), offset: u32) -> Option<JsonName> {
    let mut found: Option<JsonName> = None;
    for (number, crd) in crds.crds.iter().enumerate() {
        let text = crd.made.text.file.text();
        for (range, origin) in crd.keys(path).filter(|(_, origin)| origin.touches(offset)) {
            let name = range.of(text).trim_matches('"');
            if origin.of(source) == name && !name.is_empty() {
                let new = || JsonName { range: origin, name: name.to_owned(), properties: Vec::new() };
                found.get_or_insert_with(new).properties.push((number, range.start));
            }
        }
    }
    found
}

impl JsonName {
    /// What the properties are in the files that have a CRD, each with its CRD.
    pub(crate) fn meanings<'c>(
        &self,
        crds: &'c GoCrds,
        files: &dyn Fn(&GoCrd) -> Vec<String>,
        config: &Config,
    ) -> Vec<(&'c GoCrd, Meaning)> {
        let of = |(number, offset): &(usize, u32)| {
            let crd: &GoCrd = crds.crds.get(*number)?;
            let meant = meaning(&crd.made.text.file, *offset, FileContext::default(), config)?;
            let in_file = move |source| {
                let mut meant = meant.clone();
                meant.source = source;
                (crd, meant)
            };
            Some(files(crd).into_iter().map(in_file))
        };
        self.properties.iter().filter_map(of).flatten().collect()
    }

    /// The places in Go that name the properties.
    pub(crate) fn mentions(
        &self,
        project: &GoProject,
        crds: &GoCrds,
        config: &Config,
    ) -> Vec<(PathBuf, TextRange)> {
        let meanings = self.meanings(crds, &|_| vec![String::new()], config).into_iter();
        let of_all = meanings.flat_map(|(crd, meaning)| mentions_in(project, crd, &meaning, config));
        once(of_all.collect())
    }

    /// The edits of Go, by file, that give the field another name; why there are none otherwise.
    pub(crate) fn rename(
        &self,
        project: &GoProject,
        crds: &GoCrds,
        new: &str,
        config: &Config,
    ) -> Result<BTreeMap<PathBuf, Vec<Edit>>, String> {
        let is_in_tag = |c: char| c.is_alphanumeric() || "-_./".contains(c);
        if new == self.name {
            return Ok(BTreeMap::new());
        }
        if new.is_empty() || new == "-" || !new.chars().all(is_in_tag) {
            return Err(format!("`{new}` cannot be written in a `json` tag"));
        }
        let mut by_crd: BTreeMap<usize, Vec<Edit>> = BTreeMap::new();
        for (number, offset) in &self.properties {
            let Some(crd) = crds.crds.get(*number) else { continue };
            match rename_property(&crd.made.text.file, *offset, new, config) {
                Renaming::Edits(edits) => by_crd.entry(*number).or_default().extend(edits),
                Renaming::Refused(why) => return Err(why),
            }
        }
        let mut go = BTreeMap::<PathBuf, Vec<Edit>>::new();
        for (number, edits) in &mut by_crd {
            Edit::sort(edits);
            edits.dedup();
            let Some(crd) = crds.crds.get(*number) else { continue };
            for edit in edits {
                let Some(place) = NamingPlace::of(project, crd, edit.range, &self.name) else { continue };
                let new_text = if place.is_in_string { edit.new_text.clone() } else { new.to_owned() };
                let cannot = || format!("`{new}` cannot be written in a marker that names the field");
                let new_text = written(new_text, place.quotes).ok_or_else(cannot)?;
                let of_file = go.entry(place.path).or_default();
                let edit = Edit { range: place.range, new_text };
                if !of_file.contains(&edit) {
                    of_file.push(edit);
                }
            }
        }
        go.values_mut().for_each(|edits| Edit::sort(edits));
        let proven = prove(project, crds, &by_crd, &go);
        proven
            .then_some(go)
            .ok_or_else(|| "not all places in Go that name the field can be changed".to_owned())
    }
}

/// A place in Go that names a property.
struct NamingPlace {
    path: PathBuf,
    range: TextRange,
    quotes: Quotes,
    /// It is a part of a string, such as a rule.
    is_in_string: bool,
}

impl NamingPlace {
    /// The Go text of a place in a CRD that names a property; `None` if it follows from another.
    fn of(project: &GoProject, crd: &GoCrd, range: TextRange, property: &str) -> Option<Self> {
        let (path, origin) = crd.origin(range)?;
        let source = project.text_of(&name(path))?;
        let path = path.to_owned();
        if let Some((literal, quotes)) = crd.literal(range, &source)
            && literal.covers(origin)
        {
            return Some(Self { path, range: origin, quotes, is_in_string: true });
        }
        // The tag, or the argument of a marker.
        let written = origin.of(&source);
        let line = source.get(..origin.start as usize)?.rsplit('\n').next()?;
        let is_marker = line.trim_start().starts_with("//") || written.starts_with('+');
        let is_name = written == property || is_marker && written.ends_with(property);
        let range = TextRange::new(origin.end.checked_sub(property.len() as u32)?, origin.end);
        is_name.then_some(Self { path, range, quotes: Quotes::None, is_in_string: false })
    }
}

/// The places in Go that name what is meant, in the CRDs that define it: the tag or the type, rules, paths, arguments of
/// markers.
pub(crate) fn mentions(
    project: &GoProject,
    crds: &GoCrds,
    meaning: &Meaning,
    config: &Config,
) -> Vec<(PathBuf, TextRange)> {
    once(crds.crds.iter().flat_map(|crd| mentions_in(project, crd, meaning, config)).collect())
}

/// The place in Go that defines what is meant: the tag of a field, or a type.
pub(crate) fn definition(
    project: &GoProject,
    crds: &GoCrds,
    meaning: &Meaning,
    config: &Config,
) -> Option<(PathBuf, TextRange)> {
    crds.crds.iter().find_map(|crd| {
        let file = &crd.made.text.file;
        let places = references(file, meaning, config);
        let place = places.iter().find(|place| place.role == MentionRole::Definition)?;
        let named = place.range.of(file.text()).trim_matches('"');
        let place = NamingPlace::of(project, crd, place.range, named)?;
        Some((place.path, place.range))
    })
}

fn mentions_in(
    project: &GoProject,
    crd: &GoCrd,
    meaning: &Meaning,
    config: &Config,
) -> Vec<(PathBuf, TextRange)> {
    let file = &crd.made.text.file;
    let places = references(file, meaning, config);
    let definition = places.iter().find(|place| place.role == MentionRole::Definition);
    let Some(definition) = definition else { return Vec::new() };
    let named = definition.range.of(file.text()).trim_matches('"');
    let in_go = places.iter().filter_map(|place| NamingPlace::of(project, crd, place.range, named));
    in_go.map(|place| (place.path, place.range)).collect()
}

fn once(mut places: Vec<(PathBuf, TextRange)>) -> Vec<(PathBuf, TextRange)> {
    places.sort();
    places.dedup();
    places
}

/// Whether the CRDs that are made of the edited Go are those with the edits.
fn prove(
    project: &GoProject,
    crds: &GoCrds,
    by_crd: &BTreeMap<usize, Vec<Edit>>,
    go: &BTreeMap<PathBuf, Vec<Edit>>,
) -> bool {
    let edited = |text: &str, edits: &[Edit]| {
        let fix = Fix { title: String::new(), safe: true, edits: edits.to_vec() };
        crdls_ide::applied(text, [&fix]).map(|(text, _)| text)
    };
    let texts = go.iter().map(|(path, edits)| {
        let text = edited(&project.text_of(&name(path))?, edits)?;
        Some((path.as_path(), Arc::from(text)))
    });
    let Some(texts) = texts.collect::<Option<Vec<(&Path, Arc<str>)>>>() else { return false };
    by_crd.iter().all(|(number, edits)| {
        let is_same = || {
            let crd = crds.crds.get(*number)?;
            let wanted = value(&File::new(edited(crd.made.text.file.text(), edits)?))?;
            let made = value(&project.made_of(crd, &texts)?)?;
            Some(comparable(made) == comparable(wanted))
        };
        is_same() == Some(true)
    })
}
