//! What test suites cover of CRDs, for a person and for a program.
//!
//! Must not know how a rule is found to hold or to fail.

use std::fmt::Write as _;

use crdls_suite::{Operand, Point};
use crdls_text::TextRange;
use serde::Serialize;

use super::source::Span;
use super::{Source, Sources, one_line};

/// The rules and constraints of a CRD, and how often cases met them.
#[derive(Debug)]
pub struct CrdCoverage {
    /// The file of the CRD.
    pub file: String,
    /// What its cases are counted for.
    pub points: Vec<Point>,
}

impl CrdCoverage {
    /// Each rule, each constraint and each operand of a rule counts once.
    fn all(&self) -> impl Iterator<Item = bool> {
        self.points.iter().flat_map(|point| {
            std::iter::once(point.is_covered()).chain(point.operands.iter().map(Operand::is_covered))
        })
    }

    /// How many of 100 are covered; all where there is none.
    pub fn percent(&self) -> usize {
        let covered = self.all().filter(|is_covered| *is_covered).count();
        (covered * 100).checked_div(self.all().count()).unwrap_or(100)
    }
}

/// A line for each CRD, and with `points` one for each rule, operand and constraint that is not covered.
pub fn suites_coverage(crds: &[CrdCoverage], sources: &Sources<'_>, points: bool) -> String {
    let mut out = String::from(
        "coverage (a rule, operand or constraint is covered if it both holds and fails in some case):\n",
    );
    for crd in crds {
        let (percent, covered) = (crd.percent(), crd.all().filter(|is_covered| *is_covered).count());
        let _ = writeln!(out, "{percent:>3} %  {covered} of {}  {}", crd.all().count(), one_line(&crd.file));
        let source = sources.named(&crd.file);
        for point in crd.points.iter().filter(|_| points) {
            uncovered(point, source, &mut out);
        }
    }
    out
}

/// The lines of a rule or constraint that is not covered, and those of its operands.
fn uncovered(point: &Point, source: Option<&Source>, out: &mut String) {
    let at = |range: TextRange| {
        let written = source.map(|source| (source, source.origin(range)));
        let position = |(source, (written, range)): (&Source, (&Source, TextRange))| {
            let file = if written.name == source.name { String::new() } else { format!("{}:", written.name) };
            format!("{file}{}", written.position(range.start))
        };
        written.map(position).unwrap_or_default()
    };
    let path = point.path.split_once("openAPIV3Schema").map_or("", |(_, path)| path);
    let path = one_line(path.trim_start_matches('.')).into_owned();
    if !point.is_covered() {
        let lacks = match (point.held, point.failed) {
            (0, 0) => "no case reaches it",
            (0, _) => "no case makes it hold",
            (_, _) => "no case makes it fail",
        };
        let _ = writeln!(out, "       {} {path}: {lacks}", at(point.range));
    }
    // Where no case reaches the rule, none reaches its operands.
    let reached = point.operands.iter().filter(|_| point.held + point.failed > 0);
    for operand in reached.filter(|operand| !operand.is_covered()) {
        let lacks = match (operand.was_true, operand.was_false) {
            (0, 0) => "no case evaluates it",
            (0, _) => "no case makes it true",
            (_, _) => "no case makes it false",
        };
        let text = source.map(|source| operand.range.of(source.file().text())).unwrap_or_default();
        let _ = writeln!(out, "       {} {path}: operand `{}`: {lacks}", at(operand.range), one_line(text));
    }
}

#[derive(Serialize)]
pub(super) struct PointEntry<'a> {
    path: &'a str,
    range: Option<Span>,
    held: usize,
    failed: usize,
    operands: Vec<OperandEntry>,
}

/// An operand of a rule.
#[derive(Serialize)]
struct OperandEntry {
    range: Option<Span>,
    r#true: usize,
    r#false: usize,
}

pub(super) fn point_entry<'a>(point: &'a Point, crd: Option<&Source>) -> PointEntry<'a> {
    // Of what is in another file than the CRD, no range is known to readers.
    let span = |range: TextRange| {
        let crd = crd?;
        let (written, range) = crd.origin(range);
        (written.name == crd.name).then(|| written.span(range))
    };
    let operand = |operand: &Operand| OperandEntry {
        range: span(operand.range),
        r#true: operand.was_true,
        r#false: operand.was_false,
    };
    PointEntry {
        path: &point.path,
        range: span(point.range),
        held: point.held,
        failed: point.failed,
        operands: point.operands.iter().map(operand).collect(),
    }
}
