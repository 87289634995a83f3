//! What a change of CRDs breaks, as text.
//!
//! The layouts of findings are used where a format has findings: a change is one at the field that changed. Must not know
//! how a change is classified.

mod json;
mod markdown;

use std::collections::BTreeMap;

use crdls_change::{Change, Class, IgnoredChange, Proof, Witness};
use crdls_ide::FileFinding;
use crdls_schema::{Config, ErrorType, Finding, Note, Related, Server, Severity, WitnessObject};

use super::{CheckedSource, Full, Github, Report, Sarif, Source, Sources, one_line};

/// All that was compared.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    /// The sides, as the user named them.
    pub(crate) old: String,
    pub(crate) new: String,
    /// Each change, with where its CRD is on the old and the new side.
    pub(crate) changes: Vec<(Change, [Option<Position>; 2])>,
    /// Those that are ignored, each with the reason.
    pub(crate) ignored: Vec<(Change, String)>,
    /// How many custom resources the old side accepts.
    pub(crate) checked: usize,
    /// Those that the new side does not accept.
    pub(crate) refused: Vec<RefusedName>,
}

impl Compared {
    /// Takes a change with where its CRD is: among those that are ignored where one of `ignored` covers it.
    pub(crate) fn add(&mut self, change: Change, at: [Option<Position>; 2], ignored: &[IgnoredChange]) {
        match IgnoredChange::of(ignored, &change) {
            Some(ignored) => self.ignored.push((change, ignored.reason.clone())),
            None => self.changes.push((change, at)),
        }
    }
}

/// A document of a side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    /// The number of the file.
    pub(crate) source: usize,
    pub(crate) document: usize,
}

/// A custom resource that is no longer accepted.
#[derive(Debug)]
pub(crate) struct RefusedName {
    /// `a.yaml#0`
    pub(crate) name: String,
    pub(crate) findings: Vec<String>,
}

/// What was compared, with the files of the old and the new side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changes<'a> {
    pub(crate) compared: &'a Compared,
    pub(crate) sources: [&'a [Source]; 2],
}

const OLD: usize = 0;
const NEW: usize = 1;

impl<'a> Changes<'a> {
    /// rustc's layout, with the witness as a manifest; then a line for each change that nobody notices.
    pub(crate) fn full(self, color: bool) -> String {
        let is_quiet = |change: &Change| matches!(change.class, Class::Loosened | Class::Internal);
        let full = self.assembled(&Full::new(color), &self.findings(|change| !is_quiet(change)));
        full + &self.lines(is_quiet)
    }

    /// Workflow commands of GitHub.
    pub(crate) fn github(self) -> String {
        self.assembled(&Github, &self.findings(|_| true))
    }

    /// SARIF 2.1.0.
    pub(crate) fn sarif(self) -> String {
        let found = self.findings(|_| true);
        let checked = || found.iter().map(|(source, findings)| CheckedSource { source, findings });
        let config = Config::default();
        let report = Sarif::new(checked(), &config);
        self.assembled(&report, &found)
    }

    /// One line for each change: `file:line:column: class[code]: message`.
    pub(crate) fn concise(self) -> String {
        self.lines(|_| true)
    }

    fn lines(self, is_shown: impl Fn(&Change) -> bool) -> String {
        let line = |(change, positions): &(Change, [Option<Position>; 2])| {
            let place = match self.place(change, *positions) {
                Some((source, range, _)) => {
                    let at = source.position(range.start);
                    format!("{}:{}:{}", one_line(&source.name), at.line, at.column)
                }
                None => change.crd.clone(),
            };
            format!("{place}: {}[{}]: {}\n", state(change), change.code.name(), one_line(&change.message))
        };
        self.compared.changes.iter().filter(|(change, _)| is_shown(change)).map(line).collect()
    }

    fn assembled(self, report: &dyn Report, found: &[(&'a Source, Vec<FileFinding>)]) -> String {
        let all = Sources::new(self.sources.into_iter().flatten());
        let text = |(source, findings): &(&'a Source, Vec<FileFinding>)| {
            report.text(CheckedSource { source, findings }, &all)
        };
        let texts: Vec<_> = found.iter().map(text).collect();
        format!("{}{}{}", report.head(), texts.join(report.between()), report.tail())
    }

    /// The changes as findings, by file in the order in which files come up.
    fn findings(self, is_shown: impl Fn(&Change) -> bool) -> Vec<(&'a Source, Vec<FileFinding>)> {
        let mut order: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let mut found: Vec<(&Source, Vec<FileFinding>)> = Vec::new();
        for (change, positions) in self.compared.changes.iter().filter(|(change, _)| is_shown(change)) {
            let side = if change.new.is_some() { NEW } else { OLD };
            let Some((source, range, document)) = self.place(change, *positions) else { continue };
            let Some(position) = positions.get(side).copied().flatten() else { continue };
            let at = *order.entry((side, position.source)).or_insert(found.len());
            if at == found.len() {
                found.push((source, Vec::new()));
            }
            let mut finding = change_finding(change, range);
            finding.related.extend(self.old_place(change, *positions));
            if let Some((_, findings)) = found.get_mut(at) {
                findings.push(FileFinding::new(document, finding));
            }
        }
        found
    }

    /// Where a change is shown: in the new text where that has it.
    fn place(
        self,
        change: &Change,
        positions: [Option<Position>; 2],
    ) -> Option<(&'a Source, crdls_text::TextRange, usize)> {
        let (side, range) = match (&change.new, &change.old) {
            (Some(new), _) => (NEW, new.range),
            (None, Some(old)) => (OLD, old.range),
            (None, None) => return None,
        };
        let position = positions.get(side).copied().flatten()?;
        Some((self.sources.get(side)?.get(position.source)?, range, position.document))
    }

    /// What the old text has, where the change is shown in the new one.
    fn old_place(self, change: &Change, positions: [Option<Position>; 2]) -> Option<Related> {
        change.new.as_ref()?;
        let range = change.old.as_ref()?.range;
        let source = self.sources.get(OLD)?.get(positions.first().copied().flatten()?.source)?;
        Some(Related { file: Some(source.name.clone()), range, message: "before the change".to_owned() })
    }
}

/// The class of a change, or that it is unproven.
pub(crate) const fn state(change: &Change) -> &'static str {
    if change.is_unproven() { "unproven" } else { change.class.name() }
}

/// A change as a finding in the text that has the range.
pub(crate) fn change_finding(change: &Change, range: crdls_text::TextRange) -> Finding {
    let nowhere = crdls_schema::Path::EMPTY;
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

/// A witness as a sentence with manifests.
fn shown(witness: &Witness) -> Option<String> {
    if witness.object.is_null() {
        return None;
    }
    let yaml = |object| crdls_witness::to_yaml(object).trim_end().to_owned();
    let object = yaml(&witness.object);
    Some(match (&witness.lost, &witness.old) {
        (Some(lost), _) => format!("`{lost}` of this object is lost:\n{object}"),
        (None, Some(old)) => {
            format!("this stored object:\n{}\ncan no longer be replaced by:\n{object}", yaml(old))
        }
        (None, None) if !witness.findings.is_empty() => format!("this object was accepted:\n{object}"),
        (None, None) => format!("this object is read with other values:\n{object}"),
    })
}
