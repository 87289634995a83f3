//! What a change of CRDs breaks, as text.
//!
//! The layouts of findings are used where a format has findings: a change is one at the field that changed. Must not know
//! how a change is classified.

mod json;
mod markdown;

use std::collections::HashMap;
use std::fmt::Write as _;

use crdls_change::{Change, Class, Comparison, IgnoredChange, Proof, Witness};
use crdls_ide::FileFinding;
use crdls_report::{Config, ErrorType, Finding, Note, Related, Server, Severity, WitnessObject};
use crdls_text::TextRange;

use super::terminal::shortened;
use super::{CheckedSource, Full, Github, Report, Sarif, Source, Sources, count, one_line};

/// All that was compared.
#[derive(Debug, Default)]
pub struct Compared {
    /// The old side, as the user named it.
    pub old: String,
    /// The new side, as the user named it.
    pub new: String,
    /// Each change, with where its CRD is on the old and the new side.
    pub changes: Vec<(Change, [Option<Position>; 2])>,
    /// Those that are ignored, each with the reason.
    pub ignored: Vec<(Change, String)>,
    /// How many custom resources the old side accepts.
    pub checked: usize,
    /// Those that the new side does not accept.
    pub refused: Vec<RefusedName>,
    /// Whether only breaking changes are shown; all are counted.
    pub breaking_only: bool,
}

impl Compared {
    /// Takes a change with where its CRD is: among those that are ignored where one of `ignored` covers it.
    pub fn add(&mut self, change: Change, at: [Option<Position>; 2], ignored: &[IgnoredChange]) {
        match IgnoredChange::of(ignored, &change) {
            Some(ignored) => self.ignored.push((change, ignored.reason.clone())),
            None => self.changes.push((change, at)),
        }
    }

    /// Takes what was found in a CRD, with where it is. `name`: that of a custom resource by its number.
    pub fn take(
        &mut self,
        found: Comparison,
        at: [Option<Position>; 2],
        name: impl Fn(usize) -> Option<String>,
        ignored: &[IgnoredChange],
    ) {
        self.checked += found.checked;
        self.refused.extend(found.refused.into_iter().filter_map(|refused| {
            Some(RefusedName { name: name(refused.number)?, findings: refused.findings })
        }));
        for change in found.changes {
            self.add(change, at, ignored);
        }
    }

    /// Puts breaking changes first, the worst of them before the others, then what is unproven.
    pub fn sort(&mut self) {
        self.changes.sort_by_key(|(change, _)| (!change.is_breaking(), !change.is_unproven(), change.class));
    }

    /// The number of changes, and of those that matter most.
    pub fn counted(&self) -> String {
        let number = |is: fn(&Change) -> bool| self.changes.iter().filter(|(change, _)| is(change)).count();
        let mut text =
            format!("{}, {} breaking", count(self.changes.len(), "change"), number(Change::is_breaking));
        for (number, what) in [(number(Change::is_unproven), "unproven"), (self.ignored.len(), "ignored")] {
            if number > 0 {
                let _ = write!(text, ", {number} {what}");
            }
        }
        text
    }

    /// The number of changes of each class, the worst first; those that are unproven apart.
    pub fn by_class(&self) -> Vec<(&'static str, usize)> {
        let states = Class::ALL.map(Class::name).into_iter().chain(["unproven"]);
        let number = |name: &str| self.changes.iter().filter(|(change, _)| state(change) == name).count();
        states.map(|name| (name, number(name))).filter(|(_, number)| *number > 0).collect()
    }

    /// The same as text; empty where nothing changed.
    pub fn classes(&self) -> String {
        let counts = self.by_class().into_iter().map(|(name, number)| format!("{number} {name}"));
        counts.collect::<Vec<_>>().join(", ")
    }
}

/// A change, and those of the same cause elsewhere in the CRD.
struct Entry<'c> {
    change: &'c Change,
    at: [Option<Position>; 2],
    more: Vec<&'c Change>,
}

impl Entry<'_> {
    /// How many other paths have the same change, as the end of a line; empty where none has.
    fn and_more(&self) -> String {
        match self.more.len() {
            0 => String::new(),
            number => format!(" (and at {})", count(number, "more path")),
        }
    }

    /// The other paths, of many the first.
    fn paths(&self) -> Option<String> {
        const MOST: usize = 5;
        let paths: Vec<_> = self.more.iter().take(MOST).map(|change| format!("`{}`", change.path)).collect();
        let dots = if self.more.len() > MOST { ", …" } else { "" };
        let number = count(self.more.len(), "more path");
        (!paths.is_empty()).then(|| format!("the same change at {number}: {}{dots}", paths.join(", ")))
    }
}

/// A document of a side.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The number of the file.
    pub source: usize,
    /// The number of the document in it.
    pub document: usize,
}

/// A custom resource that is no longer accepted.
#[derive(Debug)]
pub struct RefusedName {
    /// `a.yaml#0`
    pub name: String,
    /// Why it is not accepted.
    pub findings: Vec<String>,
}

/// What was compared, with the files of the old and the new side.
#[derive(Clone, Copy, Debug)]
pub struct Changes<'a> {
    /// What was compared.
    pub compared: &'a Compared,
    /// The files of the old side, then those of the new one.
    pub sources: [&'a [Source]; 2],
}

const OLD: usize = 0;
const NEW: usize = 1;

impl<'a> Changes<'a> {
    /// rustc's layout, with the witness as a manifest; then a line for each change that nobody notices.
    pub fn full(self, color: bool) -> String {
        let is_quiet = |change: &Change| matches!(change.class, Class::Loosened | Class::Internal);
        let full = self.assembled(&Full::new(color), &self.findings(|change| !is_quiet(change)));
        full + &self.lines(is_quiet)
    }

    /// Workflow commands of GitHub.
    pub fn github(self) -> String {
        self.assembled(&Github, &self.findings(|_| true))
    }

    /// SARIF 2.1.0.
    pub fn sarif(self) -> String {
        let found = self.findings(|_| true);
        let checked = || found.iter().map(|(source, findings)| CheckedSource { source, findings });
        let config = Config::default();
        let report = Sarif::new(checked(), &config);
        self.assembled(&report, &found)
    }

    /// One line for each change: `file:line:column: class[code]: message`.
    pub fn concise(self) -> String {
        self.lines(|_| true)
    }

    fn lines(self, is_shown: impl Fn(&Change) -> bool) -> String {
        let line = |entry: Entry<'_>| {
            let change = entry.change;
            let place = match self.place(change, entry.at) {
                Some((source, range, _)) => source.place(range.start),
                None => change.crd.clone(),
            };
            let (message, more) = (one_line(&change.message), entry.and_more());
            format!("{place}: {}[{}]: {message}{more}\n", state(change), change.code.name())
        };
        self.entries(is_shown).into_iter().map(line).collect()
    }

    /// The changes that are shown.
    fn shown(self) -> impl Iterator<Item = &'a (Change, [Option<Position>; 2])> {
        let breaking_only = self.compared.breaking_only;
        self.compared.changes.iter().filter(move |(change, _)| !breaking_only || change.is_breaking())
    }

    /// Some of these, those of one cause together.
    fn entries(self, is_shown: impl Fn(&Change) -> bool) -> Vec<Entry<'a>> {
        let mut known = HashMap::new();
        let mut found: Vec<Entry<'a>> = Vec::new();
        for (change, at) in self.shown().filter(|(change, _)| is_shown(change)) {
            let entry = *known.entry((&change.crd, state(change), change.cause)).or_insert(found.len());
            match found.get_mut(entry) {
                Some(entry) => entry.more.push(change),
                None => found.push(Entry { change, at: *at, more: Vec::new() }),
            }
        }
        found
    }

    fn assembled(self, report: &dyn Report, found: &[(&'a Source, Vec<FileFinding>)]) -> String {
        let all = Sources::new(self.sources.into_iter().flatten().flat_map(Source::written));
        let text = |(source, findings): &(&'a Source, Vec<FileFinding>)| {
            report.text(CheckedSource { source, findings }, &all)
        };
        let texts: Vec<_> = found.iter().map(text).collect();
        format!("{}{}{}", report.head(), texts.join(report.between()), report.tail())
    }

    /// The changes as findings, in their order: those of neighbors in one file together.
    fn findings(self, is_shown: impl Fn(&Change) -> bool) -> Vec<(&'a Source, Vec<FileFinding>)> {
        let mut found: Vec<(&Source, Vec<FileFinding>)> = Vec::new();
        for entry in self.entries(is_shown) {
            let Some((source, range, document)) = self.place(entry.change, entry.at) else { continue };
            let mut finding = change_finding(entry.change, range);
            finding.notes.extend(entry.paths().map(Note::Why));
            finding.related.extend(self.old_place(entry.change, entry.at));
            let finding = FileFinding::new(document, finding);
            match found.last_mut().filter(|(last, _)| std::ptr::eq(*last, source)) {
                Some((_, findings)) => findings.push(finding),
                None => found.push((source, vec![finding])),
            }
        }
        found
    }

    /// Where a change is shown: in the new text where there is one, at what is around something that it no longer has.
    fn place(
        self,
        change: &Change,
        positions: [Option<Position>; 2],
    ) -> Option<(&'a Source, TextRange, usize)> {
        let of = |side: usize, range: TextRange| {
            let position = positions.get(side).copied().flatten()?;
            self.written(side, position, range)
        };
        let new = change.shown_at.and_then(|range| of(NEW, range));
        new.or_else(|| of(OLD, change.old.as_ref()?.range))
    }

    /// Where a range of a side is written: its file, the range there, and the number of the document.
    fn written(
        self,
        side: usize,
        position: Position,
        range: TextRange,
    ) -> Option<(&'a Source, TextRange, usize)> {
        let source = self.sources.get(side)?.get(position.source)?;
        let (written, range) = source.origin(range);
        // A file of Go has no documents.
        let document = if std::ptr::eq(written, source) { position.document } else { 0 };
        Some((written, range, document))
    }

    /// What the old text has, where the change is shown in the new one.
    fn old_place(self, change: &Change, positions: [Option<Position>; 2]) -> Option<Related> {
        change.shown_at?;
        let position = positions.first().copied().flatten()?;
        let (source, range, _) = self.written(OLD, position, change.old.as_ref()?.range)?;
        Some(Related { file: Some(source.name.to_string()), range, message: "before the change".to_owned() })
    }
}

/// The class of a change, or that it is unproven.
pub const fn state(change: &Change) -> &'static str {
    if change.is_unproven() { "unproven" } else { change.class.name() }
}

/// A change as a finding in the text that has the range.
pub fn change_finding(change: &Change, range: TextRange) -> Finding {
    let nowhere = crdls_report::Path::EMPTY;
    let mut finding = Finding::new(change.code.code(), range, &nowhere, change.message.clone());
    finding.path = change.path.clone();
    finding.severity = match change.class {
        _ if change.is_unproven() => Severity::Warning,
        class if class.is_breaking() => Severity::Error,
        Class::Readers => Severity::Information,
        _ => Severity::Hint,
    };
    finding.notes.push(Note::Why(format!("{}: {}", state(change), why(change))));
    if let Some(witness) = change.witness() {
        finding.server = witness.findings.first().map(|sentence| Server {
            kind: ErrorType::Warning,
            field: String::new(),
            detail: sentence.clone(),
            bad: None,
            shadowed: false,
        });
        finding.notes.extend(shown(witness).map(Note::Why));
        if !witness.object.is_null() {
            let old = witness.old.as_ref().map(crdls_values::Json::to_json);
            finding.witness = Some(Box::new(WitnessObject { object: witness.object.to_json(), old }));
        }
    }
    finding
}

fn why(change: &Change) -> String {
    match &change.proof {
        Proof::Unproven(why) => format!("it may be {}, but {why}", change.class.name()),
        Proof::Evident(why) if !why.is_empty() => (*why).to_owned(),
        Proof::Witness(_) | Proof::Evident(_) => change.class.meaning().to_owned(),
    }
}

/// A manifest without the middle of a long one: what is past a bound may be large.
fn abridged(manifest: &str) -> String {
    const MOST: usize = 60;
    const LAST: usize = 10;
    let lines: Vec<_> = manifest.lines().map(shortened).collect();
    let Some(left_out) = lines.len().checked_sub(MOST).filter(|number| *number > 0) else {
        return lines.join("\n");
    };
    let (first, rest) = lines.split_at(MOST - LAST);
    let last = rest.get(left_out..).unwrap_or_default();
    format!("{}\n# … {} …\n{}", first.join("\n"), count(left_out, "more line"), last.join("\n"))
}

/// A witness as a sentence with manifests.
fn shown(witness: &Witness) -> Option<String> {
    if witness.object.is_null() {
        return None;
    }
    let yaml = |object| abridged(crdls_witness::to_yaml(object).trim_end());
    let object = yaml(&witness.object);
    let shown = match (&witness.lost, &witness.old) {
        (Some(lost), _) => format!("`{lost}` of this object is lost:\n{object}"),
        (None, Some(old)) => {
            format!("this stored object:\n{}\ncan no longer be replaced by:\n{object}", yaml(old))
        }
        (None, None) if !witness.findings.is_empty() => format!("this object was accepted:\n{object}"),
        (None, None) => format!("this object is read with other values:\n{object}"),
    };
    // Other changes refuse the object too, so that the new CRD may never report this.
    Some(if witness.alone { format!("with this change alone, {shown}") } else { shown })
}
