//! What test suites cover of CRDs, for a person and for a program.
//!
//! Must not know how a rule is found to hold or to fail.

use std::fmt::Write as _;

use crdls_suite::Point;
use serde::Serialize;

use super::source::Span;
use super::{Source, Sources, one_line};

/// The rules and constraints of a CRD, and how often cases met them.
#[derive(Debug)]
pub(crate) struct CrdCoverage {
    pub(crate) file: String,
    pub(crate) points: Vec<Point>,
}

impl CrdCoverage {
    fn covered(&self) -> usize {
        self.points.iter().filter(|point| point.is_covered()).count()
    }

    /// How many of 100 are covered; all where there is none.
    pub(crate) fn percent(&self) -> usize {
        (self.covered() * 100).checked_div(self.points.len()).unwrap_or(100)
    }
}

/// A line for each CRD, and with `points` one for each rule and constraint that is not covered.
pub(crate) fn suites_coverage(crds: &[CrdCoverage], sources: &Sources<'_>, points: bool) -> String {
    let mut out =
        String::from("coverage: rules and constraints that some case makes fail and some case makes hold\n");
    for crd in crds {
        let (percent, covered, all) = (crd.percent(), crd.covered(), crd.points.len());
        let _ = writeln!(out, "{percent:>3} %  {covered} of {all}  {}", one_line(&crd.file));
        for point in crd.points.iter().filter(|point| points && !point.is_covered()) {
            let at = sources.named(&crd.file).map(|source| source.position(point.range.start));
            let at = at.map(|at| format!("{}:{}", at.line, at.column)).unwrap_or_default();
            let lacks = match (point.held, point.failed) {
                (0, 0) => "no case reaches it",
                (0, _) => "no case makes it hold",
                (_, _) => "no case makes it fail",
            };
            let path = point.path.split_once("openAPIV3Schema").map_or("", |(_, path)| path);
            let _ = writeln!(out, "       {at} {}: {lacks}", one_line(path.trim_start_matches('.')));
        }
    }
    out
}

#[derive(Serialize)]
pub(super) struct PointEntry<'a> {
    path: &'a str,
    range: Option<Span>,
    held: usize,
    failed: usize,
}

pub(super) fn point_entry<'a>(point: &'a Point, crd: Option<&Source>) -> PointEntry<'a> {
    let Point { path, range, held, failed } = point;
    PointEntry { path, range: crd.map(|crd| crd.span(*range)), held: *held, failed: *failed }
}
