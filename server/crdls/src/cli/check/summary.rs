//! The summary of a run: what was found, and what was judged at all.
//!
//! Must not know how an object is judged.

use std::collections::{BTreeMap, BTreeSet};

use crdls_ide::{FileFinding, JudgedAs, NotJudged};
use crdls_report::Severity;

use super::text::CheckedText;
use crate::render::{count, first_and_more, severity_name};

/// The most reasons that are listed.
const MAX_REASONS: usize = 5;

/// The most objects that are listed as created.
const MAX_CREATED: usize = 20;

/// What is not reported, but counted.
#[derive(Clone, Copy)]
pub(super) struct LeftOut {
    /// Files that are excluded.
    pub(super) excluded: usize,
    /// Findings that are in the baseline.
    pub(super) known: usize,
}

/// What is counted of the texts of a run.
pub(super) struct Summary<'a> {
    texts: &'a [CheckedText],
    left_out: LeftOut,
    crds: usize,
    custom_resources: usize,
    /// Files of Go that have markers, or are of such a package.
    go: usize,
    /// The objects that replace none of the old ones, each with the name of its file.
    created: Vec<(&'a str, &'a str)>,
    /// The objects that are not judged, each by the name of its file.
    not_judged: BTreeMap<&'a NotJudged, Vec<&'a str>>,
}

impl<'a> Summary<'a> {
    pub(super) fn of(texts: &'a [CheckedText], left_out: LeftOut) -> Self {
        let (created, not_judged) = (Vec::new(), BTreeMap::new());
        let go = texts.iter().filter(|text| text.is_go).count();
        let mut summary = Self { texts, left_out, crds: 0, custom_resources: 0, go, created, not_judged };
        for text in texts {
            for judgement in text.result.judgements.iter() {
                match judgement {
                    JudgedAs::Crd => summary.crds += 1,
                    JudgedAs::TestSuite | JudgedAs::ConversionReview => {}
                    JudgedAs::CustomResource | JudgedAs::Update => summary.custom_resources += 1,
                    JudgedAs::Created { is_crd, name } => {
                        summary.crds += usize::from(*is_crd);
                        summary.custom_resources += usize::from(!is_crd);
                        summary.created.push((name, &text.source.name));
                    }
                    JudgedAs::NotJudged(why) => {
                        summary.not_judged.entry(why).or_default().push(&text.source.name);
                    }
                }
            }
        }
        summary
    }

    /// All lines, for people. `fixed` is what is said of fixes: that they were made, or would be.
    pub(super) fn lines(&self, fixed: &str) -> Vec<String> {
        let about_findings = [Some(self.found(fixed)), Some(self.judged()), self.shadowed()];
        about_findings.into_iter().flatten().chain(self.created()).collect()
    }

    /// How to read more about a finding; nothing without findings.
    pub(super) fn explained(&self) -> Option<&'static str> {
        self.findings().next().map(|_| "for more about a code, run `crdls explain CODE`")
    }

    /// What was judged, where that is not all or not what was asked for.
    pub(super) fn incomplete(&self) -> Vec<String> {
        let judged = (self.judged_nothing() || !self.not_judged.is_empty()).then(|| self.judged());
        judged.into_iter().chain(self.created()).collect()
    }

    /// A line for each object that replaces none of the old ones.
    fn created(&self) -> impl Iterator<Item = String> {
        let line = |(name, file): &(&str, &str)| {
            format!("{file}: no old object for {name}; validating it as a creation")
        };
        let more = self.created.len().saturating_sub(MAX_CREATED);
        let rest = (more > 0).then(|| format!("{} validated as created", count(more, "more object")));
        self.created.iter().take(MAX_CREATED).map(line).chain(rest)
    }

    fn judged_nothing(&self) -> bool {
        self.crds + self.custom_resources + self.go == 0
    }

    fn findings(&self) -> impl Iterator<Item = &FileFinding> {
        self.texts.iter().flat_map(|text| &text.result.findings)
    }

    /// `checked 3 files: 2 errors, 1 warning; 1 fixable with --fix`.
    fn found(&self, fixed: &str) -> String {
        const SEVERITIES: [Severity; 4] =
            [Severity::Error, Severity::Warning, Severity::Information, Severity::Hint];
        let number = |severity| self.findings().filter(|found| found.finding.severity == severity).count();
        let numbers = SEVERITIES.map(|severity| (number(severity), severity_name(severity)));
        let parts: Vec<_> =
            numbers.into_iter().filter(|(n, _)| *n > 0).map(|(n, name)| count(n, name)).collect();
        let findings = match parts.is_empty() {
            true if self.judged_nothing() => "nothing validated".to_owned(),
            true => "nothing found".to_owned(),
            false => parts.join(", "),
        };
        let mut line = format!("checked {}: {findings}", count(self.texts.len(), "file"));
        let fixes: usize = self.texts.iter().map(|text| text.fixed().len()).sum();
        let fixable: usize = self.texts.iter().map(|text| text.result.fixable).sum();
        let LeftOut { excluded, known } = self.left_out;
        let more = [
            (fixes, format!("{fixed} {fixes}")),
            (fixable, format!("{fixable} fixable with `--fix`")),
            (known, format!("{known} in the baseline")),
            (excluded, format!("{} excluded", count(excluded, "file"))),
        ];
        for (_, part) in more.into_iter().filter(|(number, _)| *number > 0) {
            line += &format!("; {part}");
        }
        line
    }

    /// How many findings the server does not report yet.
    fn shadowed(&self) -> Option<String> {
        match self.findings().filter(|found| found.finding.is_shadowed()).count() {
            0 => None,
            1 => Some("1 finding appears on the server only after the others are fixed".to_owned()),
            more => Some(format!("{more} findings appear on the server only after the others are fixed")),
        }
    }

    /// `42 CRDs, 30 custom resources, 6 not validated: no CRD for Foo.example.com (a.yaml and 3 more)`; a warning where
    /// nothing was validated.
    fn judged(&self) -> String {
        let reasons = self.reasons();
        match (self.judged_nothing(), self.not_judged.values().map(Vec::len).sum::<usize>()) {
            (true, 0) => "warning: nothing was validated: there is no CRD and no custom resource".to_owned(),
            (true, _) => format!("warning: nothing was validated: {reasons}"),
            (false, 0) => self.counted(),
            (false, others) => format!("{}, {others} not validated: {reasons}", self.counted()),
        }
    }

    fn counted(&self) -> String {
        let manifests =
            format!("{}, {}", count(self.crds, "CRD"), count(self.custom_resources, "custom resource"));
        match self.go {
            0 => manifests,
            go => format!("{manifests}, {}", count(go, "Go file")),
        }
    }

    /// Why the others are not judged: the most frequent reasons first, each with its files.
    fn reasons(&self) -> String {
        let mut reasons: Vec<_> = self.not_judged.iter().collect();
        reasons.sort_by_key(|(_, files)| std::cmp::Reverse(files.len()));
        let more = reasons.len().saturating_sub(MAX_REASONS);
        reasons.truncate(MAX_REASONS);
        let mut parts: Vec<_> =
            reasons.into_iter().map(|(why, files)| format!("{why} ({})", shortened(files))).collect();
        parts.extend((more > 0).then(|| format!("and {}", count(more, "more reason"))));
        parts.join(", ")
    }
}

/// `a.yaml and 3 more`, each file once.
fn shortened(files: &[&str]) -> String {
    let files: BTreeSet<_> = files.iter().collect();
    first_and_more(&Vec::from_iter(files))
}
