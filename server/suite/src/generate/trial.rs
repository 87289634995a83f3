//! Objects as a case writes them, and what each shows of a point.
//!
//! Must not know which objects to try.

use crdls_manifest::model::{Crd, Version};
use crdls_minors::Minor;
use crdls_report::sentences::sentence;
use crdls_report::{Config, FieldPath, Finding, Path};
use crdls_resource::codes::UNCHECKED_RULES;
use crdls_resource::update::Subresource;
use crdls_text::TextRange;
use crdls_values::Json;
use crdls_witness::{VersionJudge, refusals};

use super::{Coverage, Met, Point, PointKind, Points};
use crate::manifest::Manifest;
use crate::new_case::Goal;
use crate::run::{Status, with_status};

/// Runs objects.
#[derive(Debug)]
pub(super) struct Trial<'m> {
    pub server: VersionJudge<'m>,
    coverage: Coverage<'m>,
}

/// What became of the writes of an object.
#[derive(Debug, Default)]
pub(super) struct Ran {
    /// What the server refuses the last write for; empty where it accepts all.
    pub refusals: Vec<Finding>,
    /// What the last write meets.
    met: Met,
    /// The object as it is stored in the end.
    pub stored: Option<Json>,
}

/// What is searched for.
#[derive(Clone, Debug)]
pub(super) struct Aim {
    pub number: usize,
    pub goal: Goal,
    site: FieldPath,
    kind: PointKind,
    /// The bytes of the rule.
    range: TextRange,
    /// What is wrong with an object that does not show it.
    not_shown: Finding,
    /// How many other rules a counterexample may violate.
    tolerated: usize,
}

impl Aim {
    pub(super) fn new(number: usize, point: &Point, goal: Goal) -> Self {
        let mut not_shown = Finding::new(&UNCHECKED_RULES, TextRange::empty(0), &Path::EMPTY, "");
        not_shown.path = point.site.clone();
        let (site, kind, range) = (point.site.clone(), point.kind, point.range);
        Self { number, goal, site, kind, range, not_shown, tolerated: 0 }
    }

    /// The same search for the other goal.
    pub(super) fn opposite(&self) -> Self {
        let goal = match self.goal {
            Goal::Hold => Goal::Fail,
            Goal::Fail => Goal::Hold,
        };
        Self { goal, ..self.clone() }
    }

    /// The same, where the server may refuse an object for more.
    pub(super) fn tolerating(&self, tolerated: usize) -> Self {
        Self { tolerated, ..self.clone() }
    }

    /// Whether an object shows it, alone or among other faults.
    pub(super) fn is_shown(&self, ran: &Ran) -> bool {
        let has_failed = ran.met.failed.contains(&self.number);
        match self.goal {
            Goal::Hold => !has_failed && ran.met.held.contains(&self.number),
            Goal::Fail => has_failed && ran.refusals.iter().any(|finding| self.is_about(finding)),
        }
    }

    /// Whether an object came to the point at all.
    pub(super) fn is_reached(&self, ran: &Ran) -> bool {
        ran.met.held.contains(&self.number) || ran.met.failed.contains(&self.number)
    }

    /// What is wrong with an object; nothing where it shows the aim and nothing else.
    pub(super) fn wrong(&self, ran: &Ran) -> Vec<Finding> {
        let is_shown = self.is_shown(ran);
        let tolerated = |finding: &&Finding| is_shown && self.goal == Goal::Fail && self.is_about(finding);
        let mut wrong: Vec<_> = ran.refusals.iter().filter(|finding| !tolerated(finding)).cloned().collect();
        if is_shown && wrong.len() <= self.tolerated {
            return Vec::new();
        }
        if !is_shown {
            // Weighted higher than any single other fault: closer to the goal.
            wrong.extend([self.not_shown.clone(), self.not_shown.clone()]);
        }
        wrong
    }

    /// What the server says of the point where it refuses an object for it.
    pub(super) fn said(&self, ran: &Ran, minor: Minor) -> Option<String> {
        let mut about = ran.refusals.iter().filter(|finding| self.is_about(finding));
        let finding = about.find(|finding| *finding.code != UNCHECKED_RULES)?;
        finding.server.clone().map(|server| sentence(server, minor))
    }

    /// Whether the server refuses an object for the point.
    fn is_about(&self, finding: &Finding) -> bool {
        match self.kind {
            PointKind::Rule(_) => {
                let mut here = finding.related.iter().filter(|related| related.file.is_none());
                here.any(|related| related.range == self.range)
            }
            // On an object that is wrong otherwise the server runs no rules, and says so.
            PointKind::Constraint(_) => {
                *finding.code == UNCHECKED_RULES || finding.path.leads_into(&self.site)
            }
        }
    }
}

impl<'m> Trial<'m> {
    pub(super) fn new(crd: Crd<'m>, version: Version<'m>, points: &'m Points, config: &'m Config) -> Self {
        let mut server = VersionJudge::new(crd, version, config);
        server.judge.watch();
        Self { server, coverage: Coverage::new(points, config.kubernetes) }
    }

    /// Whether the constraint of a point fails for a value.
    pub(super) fn fails(&mut self, number: usize, value: &Json) -> bool {
        self.coverage.fails(number, value)
    }

    /// Creates an object, or replaces a stored one by it, and writes its status as a case does.
    pub(super) fn run(&mut self, object: &Json, stored: Option<&Json>) -> Ran {
        let manifest = Manifest::made(object.clone());
        let first = match stored {
            None => self.create(&manifest),
            Some(old) => self.write(&manifest.object, old, None),
        };
        let Some(stored) = first.stored.as_ref().filter(|_| self.server.version.has_status()) else {
            return first;
        };
        match with_status(stored, &manifest) {
            Status::Written(sent) => self.write(&sent, stored, Some(Subresource::Status)),
            Status::None => first,
            Status::Null => Ran { stored: None, ..first },
        }
    }

    fn create(&mut self, manifest: &Manifest) -> Ran {
        let verdict = self.server.create(&manifest.object);
        self.ran(verdict.object, verdict.findings)
    }

    fn write(&mut self, sent: &Json, old: &Json, subresource: Option<Subresource>) -> Ran {
        let updated = self.server.update(sent, old, subresource);
        self.ran(updated.object, updated.findings)
    }

    fn ran(&mut self, object: Option<Json>, findings: Vec<Finding>) -> Ran {
        let truths = self.server.judge.truths();
        let met = object.as_ref().map(|object| self.coverage.met(object, &truths)).unwrap_or_default();
        let mut refusals = refusals(findings);
        refusals.retain(|finding| !finding.is_shadowed());
        let stored = object.filter(|_| refusals.is_empty());
        Ran { refusals, met, stored }
    }
}
