//! One finding that is to be fixed, with the document it is in.

use std::rc::Rc;

use crdls_report::{Config, FieldPath, Finding, Fix};
use crdls_text::{Edit, TextRange};
use crdls_yaml::{Entry, Node};

use super::children::Children;
use super::resolved_path::ResolvedPath;
use super::value::Value;
use crate::{File, FileContext};

/// What a fix is made from.
#[derive(Debug)]
pub(super) struct FixRequest<'t> {
    pub(super) finding: &'t Finding,
    /// The root of the document.
    pub(super) root: Node<'t>,
    pub(super) file: &'t File,
    /// The document, counted from 0.
    pub(super) number: usize,
    pub(super) config: &'t Config,
    /// What is known around the file, the CRDs of its resources above all.
    pub(super) context: FileContext<'t>,
    /// What large collections of the document hold.
    pub(super) children: Rc<Children<'t>>,
}

impl<'t> FixRequest<'t> {
    /// Where the finding is.
    pub(super) fn target(&self) -> Option<ResolvedPath<'t>> {
        self.at(&self.finding.path)
    }

    pub(super) fn at(&self, path: &FieldPath) -> Option<ResolvedPath<'t>> {
        ResolvedPath::find_among(&self.children, self.root, path)
    }

    /// The mapping that has a key at a range, and the number of its entry there.
    pub(super) fn entry_of(&self, key: TextRange) -> Option<(Node<'t>, usize)> {
        let mut node = self.root;
        loop {
            let is_key = |entry: &Entry<'_>| entry.key.range() == key;
            if let Some(index) = node.entries().position(|entry| is_key(&entry)) {
                return Some((node, index));
            }
            let values = node.entries().map(|entry| entry.value).chain(node.items());
            node = values.into_iter().find(|value| value.range().covers(key))?;
        }
    }

    /// A field of the object that the finding is in, by the names that lead to it. The object may be an item
    /// of a list.
    pub(super) fn of_object(&self, names: &[&str]) -> Option<ResolvedPath<'t>> {
        self.at(&FieldPath::of_names(names).below(&self.finding.path.object()))
    }

    /// Where the finding is in each version that it speaks of: where all are identical the server says of
    /// `spec.validation` what is wrong in all of them.
    pub(super) fn targets(&self) -> Option<Vec<ResolvedPath<'t>>> {
        self.versions_of(&self.finding.path)?.iter().map(|path| self.at(path)).collect()
    }

    /// A path in each of those versions.
    pub(super) fn versions_of(&self, path: &FieldPath) -> Option<Vec<FieldPath>> {
        let Some(versions) = path.versions().filter(|_| self.finding.path.is_hoisted()) else {
            return Some(vec![path.clone()]);
        };
        Some((0..self.at(&versions)?.node.items().count()).map(|number| path.in_version(number)).collect())
    }

    /// A fix by edits in all places of the finding.
    pub(super) fn everywhere(
        &self,
        title: impl Into<String>,
        edits: impl Fn(&ResolvedPath<'t>) -> Option<Vec<Edit>>,
    ) -> Option<Fix> {
        fix(title, self.edits_of(&edits)?)
    }

    /// The edits of all targets: a function of its own, so that it is compiled once for all fixes.
    fn edits_of(&self, edits: &dyn Fn(&ResolvedPath<'t>) -> Option<Vec<Edit>>) -> Option<Vec<Edit>> {
        let edits: Option<Vec<_>> = self.targets()?.iter().map(edits).collect();
        Some(edits?.into_iter().flatten().collect())
    }

    /// Writes a value where the finding is.
    pub(super) fn write(&self, value: &Value) -> Option<Fix> {
        let target = self.target()?;
        let shown = value.flow(false);
        let title = match target.is_found() && !target.node.is_empty() {
            true => format!("replace with `{shown}`"),
            false => format!("add `{}: {shown}`", target.name()),
        };
        self.everywhere(title, |target| Some(vec![target.set(value)?]))
    }

    /// Writes a value at the place that `find` gives.
    pub(super) fn set(
        &self,
        find: impl Fn(&ResolvedPath<'t>) -> Option<ResolvedPath<'t>>,
        value: &Value,
    ) -> Option<Fix> {
        let target = find(&self.target()?)?;
        let title = format!("set `{}: {}`", target.name(), value.flow(false));
        self.everywhere(title, |target| Some(vec![find(target)?.set(value)?]))
    }

    /// Takes away what `find` gives.
    pub(super) fn remove(&self, find: impl Fn(&ResolvedPath<'t>) -> Option<ResolvedPath<'t>>) -> Option<Fix> {
        let target = find(&self.target()?)?;
        let title = format!("remove `{}`", target.name());
        self.everywhere(title, |target| Some(vec![find(target)?.remove()?]))
    }

    /// The sentence after the path, as the server says it.
    pub(super) fn detail(&self) -> &'t str {
        self.finding.server.as_ref().map_or("", |server| &server.detail)
    }
}

/// A fix that needs a look; none where its edits meet.
pub(super) fn fix(title: impl Into<String>, mut edits: Vec<Edit>) -> Option<Fix> {
    Edit::sort(&mut edits);
    // An anchor leads several versions to one place.
    edits.dedup();
    let apart = edits.iter().zip(edits.iter().skip(1)).all(|(a, b)| a.range.end <= b.range.start);
    (apart && !edits.is_empty()).then(|| Fix { title: title.into(), safe: false, edits })
}

/// The same fix, of which nobody needs to be asked.
pub(super) fn safe(fix: Option<Fix>) -> Option<Fix> {
    fix.map(|fix| Fix { safe: true, ..fix })
}

/// The fixes that there are.
pub(super) fn list<const N: usize>(fixes: [Option<Fix>; N]) -> Vec<Fix> {
    fixes.into_iter().flatten().collect()
}
