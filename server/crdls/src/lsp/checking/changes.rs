//! What changed in the CRDs of a document: breaking changes as findings, all of them for hover, code lenses and a page.
//!
//! Must not know when documents are compared.

use crdls_change::{Change, Comparison, Definition, IgnoredChange, compare, crds_by_name, nearest, removed};
use crdls_ide::{ChangedCrd, FileFinding};
use crdls_manifest::model::Crd;
use crdls_report::{Finding, Fix, Note, PathStep, Related, Severity, Unit};
use crdls_resource::IndexedCrd;
use crdls_text::TextRange;
use crdls_values::Json;
use ls_types::Uri;

use crate::lsp::state::comparison::{Differences, Note as ShownNote};
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::manifests::WorkspaceManifests;
use crate::lsp::state::pages::Pages;
use crate::lsp::workspace::old::{OldFile, OldManifests};
use crate::render::{Changes, Compared, change_finding, count};

/// Adds what changed in the CRDs of a document; the workspace's custom resources are tried too where something may break.
/// Of changes that are ignored, hover and the page tell why. Old texts that a finding leads to are written as pages.
pub(super) fn add(
    into: &mut Differences,
    snapshot: &Snapshot,
    (old, ignored): (&OldManifests, &[IgnoredChange]),
    pages: &Pages,
    manifests: &WorkspaceManifests,
) {
    let mut all = Compared { old: old.since.clone(), new: "the editor".to_owned(), ..Compared::default() };
    for_each_crd(snapshot, old, |of_crd, changes| {
        let is_risky = changes.iter().any(|change| change.is_breaking() || change.is_unproven());
        let (names, objects) = if is_risky { of_crd.instances(manifests) } else { Default::default() };
        let found = match objects.is_empty() {
            true => Comparison { changes, ..Comparison::default() },
            false => compare(of_crd.crd.old, of_crd.crd.new, &objects, &snapshot.config),
        };
        into.lenses.push(of_crd.lens(&found, ignored));
        for change in &found.changes {
            of_crd.add(into, change, IgnoredChange::of(ignored, change));
        }
        all.take(found, [None, None], |number| names.get(number).cloned(), ignored);
    });
    for change in gone(snapshot, old) {
        let root =
            snapshot.file.objects().next().map_or(TextRange::empty(0), |(_, of)| nearest(of.node, &[]));
        if IgnoredChange::of(ignored, &change).is_none() {
            into.findings.push(FileFinding::new(0, breaking(&change, root, &old.since)));
        }
        all.add(change, [None, None], ignored);
    }
    for finding in &into.findings {
        for name in finding.finding.related.iter().filter_map(|related| related.file.as_deref()) {
            if let Some(file) = old.file(name) {
                file.page.get_or_init(|| page(file, pages));
            }
        }
    }
    if !all.changes.is_empty() || !all.ignored.is_empty() {
        all.sort();
        into.page = Changes { compared: &all, sources: [&[], &[]] }.markdown();
    }
}

/// The changes that CRDs of the same file are gone, of those that the workspace does not have elsewhere.
fn gone(snapshot: &Snapshot, old: &OldManifests) -> Vec<Change> {
    // As long as files are being read, CRDs may be elsewhere.
    if !snapshot.crds.has_files() {
        return Vec::new();
    }
    let known = |name: &str| snapshot.crds.all().any(|crd| crd.header().metadata().name() == name);
    let path = snapshot.uri.to_file_path().unwrap_or_default();
    let before = old.crds_at(&path).filter(|crd| !known(crd.metadata().name()));
    let named = |change: Change| Change { message: format!("the CRD `{}` is removed", change.crd), ..change };
    before.map(|crd| named(removed(crd, &snapshot.config))).collect()
}

/// The finding of a change that breaks something.
fn breaking(change: &Change, range: TextRange, since: &str) -> Finding {
    let mut finding = change_finding(change, range);
    finding.severity = Severity::Warning;
    finding.message = format!("{}: {} since `{since}`", finding.message, change.class.name());
    finding
}

/// The same in a text that has the CRD. `old`: the file that leads to what was before.
pub(super) fn breaking_in(new: Definition<'_>, change: &Change, old: Option<&str>, since: &str) -> Finding {
    let mut finding = breaking(change, range_in(new, change), since);
    let before = old.zip(change.old.as_ref());
    finding.related.extend(before.map(|(file, old)| Related {
        file: Some(file.to_owned()),
        range: old.range,
        message: format!("in `{since}`"),
    }));
    finding
}

/// Where a change is; of what is gone, where the text has what was around it.
fn range_in(new: Definition<'_>, change: &Change) -> TextRange {
    change.shown_at.unwrap_or_else(|| nearest(new.root, &[]))
}

/// The text that a document had in its old state: that of the first of its CRDs which is there.
pub(crate) fn old_text<'o>(snapshot: &Snapshot, old: &'o OldManifests) -> Option<(&'o OldFile, String)> {
    let crds = crds_by_name(snapshot.file.shared_text(), snapshot.file.tree(), &snapshot.config);
    let path = snapshot.uri.to_file_path().unwrap_or_default();
    let (file, _) = crds.keys().find_map(|name| old.crd(name, &path, false))?;
    Some((file, file.text()))
}

/// The fixes of the breaking changes whose findings are asked for, with the finding of each change. `findings` are the
/// document's own.
pub(crate) fn fixes(
    snapshot: &Snapshot,
    old: &OldManifests,
    is_asked: impl Fn(&Finding) -> bool,
    findings: &[FileFinding],
) -> Vec<(FileFinding, Vec<Fix>)> {
    let mut fixes = Vec::new();
    for_each_crd(snapshot, old, |of_crd, changes| {
        for change in &changes {
            let found = of_crd.finding(change).filter(|found| is_asked(&found.finding));
            let Some(found) = found else { continue };
            let (context, config) = (snapshot.context(), &snapshot.config);
            fixes.push((found, of_crd.crd.fixes(change, &changes, findings, context, config)));
        }
    });
    fixes
}

/// Compares each CRD of a document that has an old state, and does something with those that differ.
fn for_each_crd(snapshot: &Snapshot, old: &OldManifests, mut each: impl FnMut(&Differing<'_>, Vec<Change>)) {
    let (file, config) = (&snapshot.file, &snapshot.config);
    let path = snapshot.uri.to_file_path().unwrap_or_default();
    // What cannot be compared is not.
    for (name, known) in &crds_by_name(file.shared(config), file.tree(), config) {
        crdls_report::stop::checkpoint();
        let mut of_file = snapshot.crds.of_source(&snapshot.name);
        let applied = of_file.find(|applied| applied.is_built() && applied.name() == name);
        let (Some(new), Some((old_file, before))) =
            (Definition::of(known, file.tree()), old.crd(name, &path, applied.is_some()))
        else {
            continue;
        };
        let changed = applied.and_then(IndexedCrd::changed);
        let new = Definition { crd: changed.map_or(new.crd, |changed| Crd::new(&changed.object)), ..new };
        let changes = compare(before, new, &[], config).changes;
        if !changes.is_empty() {
            let crd = ChangedCrd { file: &snapshot.file, document: known.number(), old: before, new };
            each(&Differing { since: &old.since, old_file, crd }, changes);
        }
    }
}

/// Writes an old text, under a name by which no editor takes it for a manifest.
pub(super) fn page(file: &OldFile, pages: &Pages) -> Option<Uri> {
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
    /// `since v1.4.0: 7 changes, 1 breaking, 2 unproven, 3 ignored, 1 object refused`, at the kind that it defines.
    fn lens(&self, found: &Comparison, ignored: &[IgnoredChange]) -> ShownNote {
        let (left_out, all): (Vec<_>, Vec<_>) =
            found.changes.iter().partition(|change| IgnoredChange::of(ignored, change).is_some());
        let number = |is: fn(&Change) -> bool| all.iter().filter(|change| is(change)).count();
        let (breaking, unproven) = (number(Change::is_breaking), number(Change::is_unproven));
        let mut text = format!("since {}: {}, {breaking} breaking", self.since, count(all.len(), "change"));
        if unproven > 0 {
            text += &format!(", {unproven} unproven");
        }
        if !left_out.is_empty() {
            text += &format!(", {} ignored", left_out.len());
        }
        if !found.refused.is_empty() {
            text += &format!(", {} rejected", count(found.refused.len(), "object"));
        }
        let names = ["spec", "names", "kind"].map(PathStep::name);
        ShownNote { range: nearest(self.crd.new.root, &names), text }
    }

    /// The custom resources of the kind that the workspace has, with their names.
    fn instances(&self, manifests: &WorkspaceManifests) -> (Vec<String>, Vec<Json>) {
        let spec = self.crd.old.crd.spec();
        let (group, kind) = (spec.group(), spec.names().kind());
        let mut found = (Vec::new(), Vec::new());
        manifests.with(&[kind], |file, uri, _| {
            let path = uri.to_file_path().unwrap_or_default();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            for (document, object) in file.objects() {
                let text = |key: &str| object.node.get(key).and_then(|entry| entry.value.str());
                let is_of_group = |of: &str| of.split_once('/').is_some_and(|(its, _)| its == group);
                if text("kind").as_deref() == Some(kind)
                    && text("apiVersion").is_some_and(|of| is_of_group(&of))
                {
                    found.0.push(format!("{name}#{document}"));
                    found.1.push(Unit::Written(object.node).value());
                }
            }
            true
        });
        found
    }

    /// Adds a change to what hover shows, and where it breaks something and is not ignored to the findings.
    fn add(&self, into: &mut Differences, change: &Change, ignored: Option<&IgnoredChange>) {
        let range = range_in(self.crd.new, change);
        let notes = change_finding(change, range).notes;
        let mut text = self.hover(change, &notes);
        match ignored {
            Some(ignored) => text += &format!("\n\nIgnored: {}", ignored.reason),
            None => into.findings.extend(self.finding(change)),
        }
        into.hovers.push(ShownNote { range, text });
    }

    /// The finding of a change that breaks something.
    fn finding(&self, change: &Change) -> Option<FileFinding> {
        let finding = || breaking_in(self.crd.new, change, Some(&self.old_file.name), self.since);
        change.is_breaking().then(|| FileFinding::new(self.crd.document, finding()))
    }

    fn hover(&self, change: &Change, notes: &[Note]) -> String {
        let mut text = format!("**Since `{}`**: {}\n", self.since, change.message);
        let sides = [("before", &change.old), ("after", &change.new)];
        for (name, value) in
            sides.map(|(name, side)| (name, side.as_ref().and_then(|side| side.value.as_ref())))
        {
            text += &value.map(|value| format!("\n- {name}: `{}`", value.to_json())).unwrap_or_default();
        }
        let aliases: Vec<_> = change.code.aliases().iter().map(|alias| format!("`{alias}`")).collect();
        if !aliases.is_empty() {
            text += &format!("\n- in other tools: {}", aliases.join(", "));
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
