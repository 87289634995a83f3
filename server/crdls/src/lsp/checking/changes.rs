//! What changed in the CRDs of a document: breaking changes as findings, all of them for hover, code lenses and a page.
//!
//! Must not know when documents are compared.

use crdls_change::{Change, Snapshot as Crds, compare};
use crdls_ide::{ChangedCrd, FileFinding};
use crdls_schema::{Fix, Note, PathStep, Related, Severity};
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
    let mut all = Compared { old: old.since.clone(), new: "the editor".to_owned(), ..Compared::default() };
    for_each_crd(snapshot, old, |of_crd, changes| {
        into.lenses.push(of_crd.lens(&changes));
        for change in changes {
            of_crd.add(into, &change);
            all.changes.push((change, [None, None]));
        }
    });
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

/// The fixes of the breaking changes whose ranges are asked for, with the finding of each change. `findings` are the
/// document's own.
pub(crate) fn fixes(
    snapshot: &Snapshot,
    old: &OldManifests,
    is_asked: impl Fn(TextRange) -> bool,
    findings: &[FileFinding],
) -> Vec<(FileFinding, Vec<Fix>)> {
    let mut fixes = Vec::new();
    for_each_crd(snapshot, old, |of_crd, changes| {
        for change in &changes {
            let found = of_crd.finding(change).filter(|found| is_asked(found.finding.range));
            let Some(found) = found else { continue };
            let (context, config) = (snapshot.context(), &snapshot.config);
            fixes.push((found, of_crd.crd.fixes(change, &changes, findings, context, config)));
        }
    });
    fixes
}

/// Compares each CRD of a document that has an old state, and does something with those that differ.
fn for_each_crd(snapshot: &Snapshot, old: &OldManifests, mut each: impl FnMut(&Differing<'_>, Vec<Change>)) {
    let (text, tree) = (snapshot.file.text(), snapshot.file.tree());
    let mut crds = Crds::default();
    // What cannot be compared is not.
    let _ = crds.add(0, text, tree, &snapshot.config);
    let path = snapshot.uri.to_file_path().unwrap_or_default();
    for name in crds.names() {
        crdls_schema::stop::checkpoint();
        let Some(located) = crds.get(name) else { continue };
        let (Some(new), Some((old_file, before))) = (located.definition(text, tree), old.crd(name, &path))
        else {
            continue;
        };
        let changes = compare(before, new, &[], &snapshot.config).changes;
        if !changes.is_empty() {
            let crd = ChangedCrd { file: &snapshot.file, document: located.document, old: before, new };
            each(&Differing { since: &old.since, old_file, crd }, changes);
        }
    }
}

/// Writes an old text, under a name by which no editor takes it for a manifest.
fn page(file: &OldFile, pages: &Pages) -> Option<Uri> {
    let name: String = file.name.chars().map(|c| if "/\\:*?\"<>|".contains(c) { '-' } else { c }).collect();
    Uri::from_file_path(pages.write(&format!("{name}.txt"), &file.text()).ok()?)
}

/// A CRD that differs from its old state.
struct Differing<'a> {
    since: &'a str,
    old_file: &'a OldFile,
    crd: ChangedCrd<'a>,
}

impl Differing<'_> {
    /// `since v1.4.0: 7 changes, 1 breaking`, at the kind that it defines.
    fn lens(&self, changes: &[Change]) -> ShownNote {
        let breaking = changes.iter().filter(|change| change.is_breaking()).count();
        let text = format!("since {}: {}, {breaking} breaking", self.since, count(changes.len(), "change"));
        let names = ["spec", "names", "kind"].map(PathStep::name);
        ShownNote { range: nearest(self.crd.new.root, &names), text }
    }

    /// Adds a change to what hover shows, and where it breaks something to the findings.
    fn add(&self, into: &mut Differences, change: &Change) {
        let range = self.range(change);
        let notes = change_finding(change, range).notes;
        into.hovers.push(ShownNote { range, text: self.hover(change, &notes) });
        into.findings.extend(self.finding(change));
    }

    /// The finding of a change that breaks something.
    fn finding(&self, change: &Change) -> Option<FileFinding> {
        if !change.is_breaking() {
            return None;
        }
        let mut finding = change_finding(change, self.range(change));
        finding.severity = Severity::Warning;
        finding.message = format!("{}: {} since `{}`", finding.message, change.class.name(), self.since);
        if let Some(old) = &change.old {
            let (file, message) = (Some(self.old_file.name.clone()), format!("in `{}`", self.since));
            finding.related.push(Related { file, range: old.range, message });
        }
        Some(FileFinding::new(self.crd.document, finding))
    }

    /// Where a change is; of what is gone, where the text has what was around it.
    fn range(&self, change: &Change) -> TextRange {
        let gone = || {
            let path = self.crd.in_new(&change.path, change.version.as_deref());
            nearest(self.crd.new.root, path.steps())
        };
        change.new.as_ref().map_or_else(gone, |new| new.range)
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
