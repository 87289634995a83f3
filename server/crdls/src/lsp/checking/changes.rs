//! What changed in the CRDs of a document: breaking changes as findings, all of them for hover, code lenses and a page.
//!
//! Must not know when documents are compared.

use crdls_change::{Change, Definition, Snapshot as Crds, compare};
use crdls_ide::FileFinding;
use crdls_schema::{Note, PathStep, Related, Severity};
use crdls_text::TextRange;
use crdls_yaml::Node;
use tower_lsp_server::ls_types::Uri;

use crate::lsp::state::comparison::{Differences, Note as ShownNote};
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::pages::Pages;
use crate::lsp::workspace::old::{OldFile, OldManifests};
use crate::render::{Changes, Compared, change_finding, count};

/// Adds what changed in the CRDs of a document. Old texts that a finding leads to are written as pages.
pub(super) fn add(into: &mut Differences, snapshot: &Snapshot, old: &OldManifests, pages: &Pages) {
    let (text, tree) = (snapshot.file.text(), snapshot.file.tree());
    let mut crds = Crds::default();
    // What cannot be compared is not.
    let _ = crds.add(0, text, tree, &snapshot.config);
    let path = snapshot.uri.to_file_path().unwrap_or_default();
    let mut all = Compared { old: old.since.clone(), new: "the editor".to_owned(), ..Compared::default() };
    for name in crds.names() {
        crdls_schema::stop::checkpoint();
        let Some(located) = crds.get(name) else { continue };
        let (Some(new), Some((file, before))) = (located.definition(text, tree), old.crd(name, &path)) else {
            continue;
        };
        let found = compare(before, new, &[], &snapshot.config);
        if found.changes.is_empty() {
            continue;
        }
        let of_crd = ChangedCrd { since: &old.since, file, old: before, new, document: located.document };
        into.lenses.push(of_crd.lens(&found.changes));
        for change in found.changes {
            of_crd.add(into, &change);
            all.changes.push((change, [None, None]));
        }
    }
    for finding in &into.findings {
        for name in finding.finding.related.iter().filter_map(|related| related.file.as_deref()) {
            if let Some(file) = old.file(name) {
                file.page.get_or_init(|| page(file, pages));
            }
        }
    }
    if !all.changes.is_empty() {
        into.page = Changes { compared: &all, sources: [&[], &[]] }.markdown();
    }
}

/// Writes an old text, under a name by which no editor takes it for a manifest.
fn page(file: &OldFile, pages: &Pages) -> Option<Uri> {
    let name: String = file.name.chars().map(|c| if "/\\:*?\"<>|".contains(c) { '-' } else { c }).collect();
    Uri::from_file_path(pages.write(&format!("{name}.txt"), &file.text()).ok()?)
}

/// A CRD that differs from its old state.
struct ChangedCrd<'a> {
    since: &'a str,
    file: &'a OldFile,
    old: Definition<'a>,
    new: Definition<'a>,
    /// The number of its document.
    document: usize,
}

impl ChangedCrd<'_> {
    /// `since v1.4.0: 7 changes, 1 breaking`, at the kind that it defines.
    fn lens(&self, changes: &[Change]) -> ShownNote {
        let breaking = changes.iter().filter(|change| change.is_breaking()).count();
        let text = format!("since {}: {}, {breaking} breaking", self.since, count(changes.len(), "change"));
        let names = ["spec", "names", "kind"].map(PathStep::name);
        ShownNote { range: nearest(self.new.root, &names), text }
    }

    /// Adds a change to what hover shows, and where it breaks something to the findings.
    fn add(&self, into: &mut Differences, change: &Change) {
        let range = change.new.as_ref().map_or_else(|| self.parent(change), |new| new.range);
        let mut finding = change_finding(change, range);
        into.hovers.push(ShownNote { range, text: self.hover(change, &finding.notes) });
        if !change.is_breaking() {
            return;
        }
        finding.severity = Severity::Warning;
        finding.message = format!("{}: {} since `{}`", finding.message, change.class.name(), self.since);
        if let Some(old) = &change.old {
            let (file, message) = (Some(self.file.name.clone()), format!("in `{}`", self.since));
            finding.related.push(Related { file, range: old.range, message });
        }
        into.findings.push(FileFinding::new(self.document, finding));
    }

    fn hover(&self, change: &Change, notes: &[Note]) -> String {
        let mut text = format!("**Since `{}`**: {}\n", self.since, change.message);
        let sides = [("before", &change.old), ("after", &change.new)];
        for (name, value) in
            sides.map(|(name, side)| (name, side.as_ref().and_then(|side| side.value.as_ref())))
        {
            text += &value.map(|value| format!("\n- {name}: `{}`", value.to_json())).unwrap_or_default();
        }
        for note in notes {
            let (Note::Why(note) | Note::Help(note)) = note;
            match note.split_once('\n') {
                Some((line, manifest)) => text += &format!("\n\n{line}\n\n```yaml\n{manifest}\n```"),
                None => text += &format!("\n\n{note}"),
            }
        }
        text
    }

    /// Where the text now has what was around a node that is gone.
    fn parent(&self, change: &Change) -> TextRange {
        let version = |definition: Definition<'_>| {
            definition.crd.versions().position(|version| Some(version.name()) == change.version.as_deref())
        };
        let mut path = change.path.steps().to_vec();
        let number = version(self.new).filter(|_| version(self.old).is_some());
        if let (Some(step @ PathStep::Index(_)), Some(number)) = (path.get_mut(2), number) {
            *step = PathStep::Index(number);
        }
        nearest(self.new.root, &path)
    }
}

/// The key of the innermost node on a path that there is.
fn nearest(root: Node<'_>, path: &[PathStep]) -> TextRange {
    let (mut node, mut range) = (root, root.entries().next().map_or(root.range(), |entry| entry.key.range()));
    for step in path {
        let (next, at) = match step {
            PathStep::Index(index) => match node.items().nth(*index) {
                Some(item) => (item, item.entries().next().map_or(item.range(), |entry| entry.key.range())),
                None => return range,
            },
            PathStep::Name(name) | PathStep::Key(name) => match node.get(name) {
                Some(entry) => (entry.value, entry.key.range()),
                None => return range,
            },
        };
        (node, range) = (next, at);
    }
    range
}
