//! Paths to fields, as the API server and the manifest name them.
//!
//! Mirrors `field.Path` of k8s.io/apimachinery (pkg/util/validation/field/path.go). A [`Path`] lives on the
//! stack while a check runs, each step linked to the one before. A [`FieldPath`] owns the steps of the
//! manifest and outlives the check. Both keep steps; text is made only where a path is printed.
//!
//! The server checks its internal type, whose fields differ from the manifest's in places: such a step is
//! [`Step::Renamed`]. Where all versions agree it reports a field of `spec` itself: [`Step::Hoisted`].

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crdls_values::Json;

/// One step of a [`Path`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// `.name`, one field, whatever characters its name has.
    Child(&'a str),
    /// `[name]`, a key of a map.
    Key(&'a str),
    /// `[0]`, an item of a list.
    Index(usize),
    /// Steps of the server's internal type, and those that lead to the same field of the manifest.
    Renamed {
        /// The steps as the server prints them.
        server: &'a [Step<'a>],
        /// The steps in the manifest.
        manifest: &'a [Step<'a>],
    },
    /// A field of all versions that the server reports as the field `server` of `spec`; in the manifest the
    /// field `field` of the first version.
    Hoisted {
        /// The field of `spec` that the server prints.
        server: &'a str,
        /// The field of the version.
        field: &'a str,
    },
}

impl<'a> Step<'a> {
    /// The name of a field or key; `None` for the other steps.
    pub const fn name(self) -> Option<&'a str> {
        match self {
            Self::Child(name) | Self::Key(name) => Some(name),
            Self::Index(_) | Self::Renamed { .. } | Self::Hoisted { .. } => None,
        }
    }
}

/// A path: the empty one, or a step after another path.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    before: Option<&'a Path<'a>>,
    step: Option<Step<'a>>,
}

impl<'a> Path<'a> {
    /// The path of the object itself.
    pub const EMPTY: Path<'static> = Path { before: None, step: None };

    /// The field of that name.
    pub const fn child(&'a self, name: &'a str) -> Path<'a> {
        self.with(Step::Child(name))
    }

    /// The value of a map's key.
    pub const fn key(&'a self, name: &'a str) -> Path<'a> {
        self.with(Step::Key(name))
    }

    /// An item of a list, counted from 0.
    pub const fn index(&'a self, index: usize) -> Path<'a> {
        self.with(Step::Index(index))
    }

    /// A field that the server's internal type has elsewhere than the manifest.
    pub const fn renamed(&'a self, server: &'a [Step<'a>], manifest: &'a [Step<'a>]) -> Path<'a> {
        self.with(Step::Renamed { server, manifest })
    }

    /// The field `field` of all versions, which the server reports as the field `server` of `spec`.
    pub const fn hoisted(&'a self, server: &'a str, field: &'a str) -> Path<'a> {
        self.with(Step::Hoisted { server, field })
    }

    const fn with(&'a self, step: Step<'a>) -> Path<'a> {
        Path { before: Some(self), step: Some(step) }
    }

    /// The steps from the root on, as they were added.
    pub fn steps(&self) -> Vec<Step<'a>> {
        let mut steps = Vec::with_capacity(self.back().count());
        steps.extend(self.back());
        steps.reverse();
        steps
    }

    /// The steps from the last one back to the root.
    pub fn back(&self) -> impl Iterator<Item = Step<'a>> + use<'a> {
        let paths = std::iter::successors(Some(*self), |path| path.before.copied());
        paths.filter_map(|path| path.step)
    }

    /// The path as the server prints it.
    pub fn server(&self) -> String {
        let mut text = String::new();
        for step in self.steps() {
            match step {
                Step::Renamed { server, .. } => server.iter().for_each(|step| write(*step, &mut text)),
                Step::Hoisted { server, .. } => write(Step::Child(server), &mut text),
                step => write(step, &mut text),
            }
        }
        text
    }

    /// The steps from the `base`-th on, names and keys joined by dots whatever is in them: as strict decoding
    /// and kube-openapi print paths. Steps that are renamed or hoisted have no text there.
    pub fn dotted(&self, base: usize) -> String {
        let mut text = String::new();
        for step in self.steps().into_iter().skip(base) {
            match step.name() {
                Some(name) if text.is_empty() => text.push_str(name),
                Some(name) => text.extend([".", name]),
                None => write(step, &mut text),
            }
        }
        text
    }

    /// The path in the manifest.
    pub fn manifest(&self) -> FieldPath {
        let mut path = FieldPath::default();
        for step in self.steps() {
            match step {
                Step::Renamed { manifest, .. } => path.steps.extend(manifest.iter().filter_map(PathStep::of)),
                Step::Hoisted { field, .. } => {
                    path.hoisted = true;
                    let steps = [Step::Child("versions"), Step::Index(0), Step::Child(field)];
                    path.steps.extend(steps.iter().filter_map(PathStep::of));
                }
                step => path.steps.extend(PathStep::of(&step)),
            }
        }
        path
    }
}

/// Appends a plain step as `field.Path.String` of the server prints it.
fn write(step: Step<'_>, text: &mut String) {
    match step {
        // Go takes a step without a name for a subscript.
        Step::Child("") => text.push_str("[]"),
        Step::Child(name) => {
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(name);
        }
        Step::Key(name) => text.extend(["[", name, "]"]),
        Step::Index(index) => text.extend(["[", &index.to_string(), "]"]),
        Step::Renamed { .. } | Step::Hoisted { .. } => {}
    }
}

/// One step of a [`FieldPath`]. A name and a key that are spelled the same lead to the same member, and are
/// equal; they differ only in how they are printed.
#[derive(Clone, Debug)]
pub enum PathStep {
    /// `.name`, a field.
    Name(Arc<str>),
    /// `[name]`, a key of a map.
    Key(Arc<str>),
    /// `[0]`, an item of a list.
    Index(usize),
}

impl PathStep {
    /// The field of that name.
    pub fn name(name: &str) -> Self {
        Self::Name(name.into())
    }

    /// The name of a field or key; `None` for an item.
    pub fn member(&self) -> Option<&str> {
        match self {
            Self::Name(name) | Self::Key(name) => Some(name),
            Self::Index(_) => None,
        }
    }

    /// The value that the step leads to in another; `None` if that lacks it.
    pub fn value_in<'j>(&self, value: &'j Json) -> Option<&'j Json> {
        match self {
            Self::Name(name) | Self::Key(name) => value.get(name),
            Self::Index(index) => value.items().get(*index),
        }
    }

    /// The number of an item, from 0; `None` for a field or key.
    pub const fn index(&self) -> Option<usize> {
        match self {
            Self::Index(index) => Some(*index),
            Self::Name(_) | Self::Key(_) => None,
        }
    }

    fn of(step: &Step<'_>) -> Option<Self> {
        match *step {
            Step::Child(name) => Some(Self::Name(name.into())),
            Step::Key(name) => Some(Self::Key(name.into())),
            Step::Index(index) => Some(Self::Index(index)),
            Step::Renamed { .. } | Step::Hoisted { .. } => None,
        }
    }

    fn borrowed(&self) -> Step<'_> {
        match self {
            Self::Name(name) => Step::Child(name),
            Self::Key(name) => Step::Key(name),
            Self::Index(index) => Step::Index(*index),
        }
    }

    fn identity(&self) -> (Option<&str>, Option<usize>) {
        (self.member(), self.index())
    }
}

impl PartialEq for PathStep {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for PathStep {}

impl Hash for PathStep {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Name(name) | Self::Key(name) => name.hash(state),
            Self::Index(index) => index.hash(state),
        }
    }
}

impl PartialOrd for PathStep {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for PathStep {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.identity().cmp(&other.identity())
    }
}

/// The steps from the root of a document to a field of its manifest; empty for the document itself.
/// Printed as the server prints paths: `spec.versions[0].schema.openAPIV3Schema.properties[spec]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldPath {
    steps: Vec<PathStep>,
    hoisted: bool,
}

impl FieldPath {
    /// The path of fields, each in the one before.
    pub fn of_names(names: &[&str]) -> Self {
        Self { steps: names.iter().map(|name| PathStep::name(name)).collect(), hoisted: false }
    }

    /// The path of steps; `is_hoisted`: see [`Self::is_hoisted`].
    pub const fn of_steps(steps: Vec<PathStep>, is_hoisted: bool) -> Self {
        Self { steps, hoisted: is_hoisted }
    }

    /// The path of an item of lists in lists, by its index in each, the outermost first.
    pub fn of_list_item(list_indices: &[usize]) -> Self {
        let steps = list_indices.iter().flat_map(|index| [PathStep::name("items"), PathStep::Index(*index)]);
        Self { steps: steps.collect(), hoisted: false }
    }

    /// The steps, from the root on.
    pub fn steps(&self) -> &[PathStep] {
        &self.steps
    }

    /// Whether the server reports the field for all versions at once; the path is the first version's.
    pub const fn is_hoisted(&self) -> bool {
        self.hoisted
    }

    /// The value of an object that it leads to; `None` where there is none.
    pub fn value_in<'j>(&self, object: &'j Json) -> Option<&'j Json> {
        self.steps.iter().try_fold(object, |value, step| step.value_in(value))
    }

    /// Whether it is the path of the document itself.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The name of the last step; `None` for an item and for the empty path.
    pub fn last_name(&self) -> Option<&str> {
        self.steps.last().and_then(PathStep::member)
    }

    /// The last field or key, with the indices after it: `required[0]`. Empty for the empty path.
    pub fn tail(&self) -> String {
        let from = self.steps.iter().rposition(|step| step.member().is_some()).unwrap_or(0);
        let text = |step: &PathStep| match step {
            PathStep::Name(name) | PathStep::Key(name) => name.to_string(),
            PathStep::Index(index) => format!("[{index}]"),
        };
        self.steps.get(from..).unwrap_or_default().iter().map(text).collect()
    }

    /// Whether the last step is an item of a list or a key of a map, which are printed in brackets.
    pub fn ends_in_brackets(&self) -> bool {
        matches!(self.steps.last(), Some(PathStep::Index(_) | PathStep::Key(_)))
    }

    /// Whether the path leads to `other` or below it.
    pub fn starts_with(&self, other: &[PathStep]) -> bool {
        self.steps.starts_with(other)
    }

    /// The path without its last step; `None` for the empty one.
    pub fn parent(&self) -> Option<Self> {
        let (_, steps) = self.steps.split_last()?;
        Some(Self { steps: steps.to_vec(), hoisted: self.hoisted })
    }

    /// The steps of the path and of all that it is in, the longest first and the empty one last.
    pub fn ancestors(&self) -> impl Iterator<Item = &[PathStep]> {
        (0..=self.steps.len()).rev().filter_map(|end| self.steps.get(..end))
    }

    /// The first steps of the path, so many as there are.
    #[must_use]
    pub fn first_steps(&self, number: usize) -> Self {
        let end = number.min(self.steps.len());
        Self { steps: self.steps.get(..end).unwrap_or_default().to_vec(), hoisted: self.hoisted }
    }

    /// Adds a step.
    pub fn push(&mut self, step: PathStep) {
        self.steps.push(step);
    }

    /// Takes the last step off; the empty path stays.
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// The path with one more step.
    #[must_use]
    pub fn with(&self, step: PathStep) -> Self {
        self.with_all(&[step])
    }

    /// The path of what steps lead to from here: the same path where there are none.
    #[must_use]
    pub fn with_all(&self, steps: &[PathStep]) -> Self {
        Self { steps: [&*self.steps, steps].concat(), hoisted: self.hoisted }
    }

    /// The path of a field of what is here.
    #[must_use]
    pub fn child(&self, name: &str) -> Self {
        self.with(PathStep::name(name))
    }

    /// The path of a key of the map here.
    #[must_use]
    pub fn key(&self, name: &str) -> Self {
        self.with(PathStep::Key(name.into()))
    }

    /// The path of an item of the list here.
    #[must_use]
    pub fn item(&self, index: usize) -> Self {
        self.with(PathStep::Index(index))
    }

    /// The same path with a name in place of each key among the last `steps`: printed without brackets.
    #[must_use]
    pub fn with_names_in_last(mut self, steps: usize) -> Self {
        let from = self.steps.len().saturating_sub(steps);
        for step in self.steps.iter_mut().skip(from) {
            if let PathStep::Key(name) = step {
                *step = PathStep::Name(std::mem::take(name));
            }
        }
        self
    }

    /// The path from the root of a document to a field of an object that `prefix` leads to.
    #[must_use]
    pub fn below(mut self, prefix: &Self) -> Self {
        if !prefix.is_empty() {
            self.steps.splice(..0, prefix.steps.iter().cloned());
        }
        self
    }

    /// Whether the path is of a value at a site of a schema or of a part of it: the site's path has any index for an item,
    /// and `key` for the values of a map.
    pub fn leads_into(&self, site: &Self) -> bool {
        let same = |(a, b): (&PathStep, &PathStep)| match (a.index(), b.index()) {
            (Some(_), Some(_)) => true,
            _ => a == b || b.member() == Some("key") && a.member().is_some(),
        };
        self.steps.len() >= site.steps.len() && self.steps.iter().zip(&site.steps).all(same)
    }

    /// The number of the version that the path leads into, and the steps after it; `None` where it leads
    /// into none.
    pub fn version(&self) -> Option<(usize, &[PathStep])> {
        let at = self.version_step()?;
        Some((self.steps.get(at)?.index()?, self.steps.get(at + 1..)?))
    }

    /// The path of the CRD's list of versions, where the path leads into it.
    pub fn versions(&self) -> Option<Self> {
        let steps = self.steps.get(..self.version_step()?)?.to_vec();
        Some(Self { steps, hoisted: false })
    }

    /// The same field in another version, by the version's number. Nothing changes where the path leads
    /// into no version.
    #[must_use]
    pub fn in_version(&self, number: usize) -> Self {
        let mut steps = self.steps.clone();
        if let Some(step) = self.version_step().and_then(|at| steps.get_mut(at)) {
            *step = PathStep::Index(number);
        }
        Self { steps, hoisted: self.hoisted }
    }

    /// Which step is the number of a version: the one after `spec.versions`, of the object itself or of an
    /// item of a list.
    fn version_step(&self) -> Option<usize> {
        let object = self.object_steps();
        let names = self.steps.get(object..object + 2)?.iter().map(PathStep::member);
        let at = object + 2;
        (names.eq([Some("spec"), Some("versions")]) && self.steps.get(at)?.index().is_some()).then_some(at)
    }

    /// The path of the object that the field is in: empty, or that of an item of lists (`items[0].items[1]`).
    pub fn object(&self) -> Self {
        Self { steps: self.steps.get(..self.object_steps()).unwrap_or_default().to_vec(), hoisted: false }
    }

    fn object_steps(&self) -> usize {
        let is_item =
            |pair: &&[PathStep]| matches!(pair, [name, PathStep::Index(_)] if name.member() == Some("items"));
        2 * self.steps.chunks(2).take_while(is_item).count()
    }
}

impl From<&Path<'_>> for FieldPath {
    fn from(path: &Path<'_>) -> Self {
        path.manifest()
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.steps.iter().for_each(|step| write(step.borrowed(), &mut text));
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_as_the_server_writes_it() {
        let spec = Path::EMPTY.child("spec");
        let schema = spec.hoisted("validation", "schema");
        let properties = schema.child("properties");
        let property = properties.key("a.b");
        assert_eq!(property.server(), "spec.validation.properties[a.b]");
        assert_eq!(property.manifest().to_string(), "spec.versions[0].schema.properties[a.b]");
        assert_eq!(Path::EMPTY.server(), "");
        assert_eq!(spec.child("").child("a").server(), "spec[].a");
        let client = spec.renamed(
            &[Step::Child("webhookClientConfig")],
            &[Step::Child("webhook"), Step::Child("clientConfig")],
        );
        assert_eq!(client.child("url").server(), "spec.webhookClientConfig.url");
        assert_eq!(client.child("url").manifest().to_string(), "spec.webhook.clientConfig.url");
    }

    #[test]
    fn the_same_field_in_another_version() {
        let spec = Path::EMPTY.child("spec");
        let path = spec.hoisted("validation", "schema").manifest();
        assert!(path.is_hoisted());
        assert_eq!(path.in_version(2).to_string(), "spec.versions[2].schema");
        let list = FieldPath::of_names(&["items"]).item(1);
        let in_list = path.below(&list);
        assert_eq!(in_list.in_version(2).to_string(), "items[1].spec.versions[2].schema");
        assert_eq!(in_list.object(), list);
        assert_eq!(in_list.versions().map(|path| path.to_string()), Some("items[1].spec.versions".into()));
        assert_eq!(FieldPath::of_names(&["spec", "group"]).version(), None);
    }

    #[test]
    fn the_tail_is_the_last_name_with_its_indices() {
        let path = FieldPath::of_names(&["spec", "names"]).item(2);
        assert_eq!((path.tail(), FieldPath::default().tail()), ("names[2]".into(), String::new()));
    }

    #[test]
    fn a_key_and_a_name_lead_to_one_member() {
        let (name, key) = (FieldPath::default().child("a"), FieldPath::default().key("a"));
        assert_eq!(name, key);
        assert_eq!((name.to_string(), key.to_string()), ("a".into(), "[a]".into()));
    }
}
