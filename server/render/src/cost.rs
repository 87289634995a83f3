//! The cost of rules: a table for a person, JSON for a program.
//!
//! Must not know how a cost is estimated.

use std::fmt::Write as _;

use crdls_crd::cost::{PlacedDriver, RuleCost, VersionCost, figure, of_limit, share};
use crdls_ide::FileCost;
use crdls_text::TextRange;
use serde::Serialize;

use super::Source;
use super::json::object;
use super::source::Span;
use super::terminal::one_line;

#[derive(Serialize)]
struct VersionEntry<'a> {
    file: &'a str,
    document: usize,
    name: &'a str,
    version: &'a str,
    total: u64,
    limit: u64,
    rules: Vec<RuleCostEntry<'a>>,
    drivers: Vec<DriverEntry>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleCostEntry<'a> {
    path: String,
    /// If it is not that of the version: a rule of Go types may be in another file.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    range: Span,
    rule: &'a str,
    error: Option<&'a str>,
    per_call: u64,
    cardinality: u64,
    unbounded: bool,
    total: u64,
    limit: u64,
    message_cost: Option<u64>,
    message_error: Option<&'a str>,
    uses_old_self: bool,
    drivers: Vec<DriverEntry>,
    message_drivers: Vec<DriverEntry>,
}

#[derive(Serialize)]
struct DriverEntry {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    range: Span,
    what: &'static str,
    written: Option<u64>,
    suggest: Option<u64>,
    together: Option<u64>,
}

/// An array with an entry for each version.
pub fn cost_json(counted: &[(Source, Vec<FileCost>)]) -> String {
    let entries = counted.iter().flat_map(|(source, costs)| costs.iter().map(|cost| entry(source, cost)));
    let entries: Vec<_> = entries.map(|entry| object(&entry)).collect();
    format!("[{}]\n", entries.join(",\n"))
}

fn entry<'a>(source: &'a Source, found: &'a FileCost) -> VersionEntry<'a> {
    let VersionCost { name, version, total, limit, rules, drivers, .. } = &found.cost;
    VersionEntry {
        file: &source.name,
        document: found.document,
        name,
        version,
        total: *total,
        limit: *limit,
        rules: rules.iter().map(|rule| rule_entry(source, rule)).collect(),
        drivers: drivers.iter().map(|driver| driver_entry(source, driver)).collect(),
    }
}

fn rule_entry<'a>(source: &'a Source, rule: &'a RuleCost) -> RuleCostEntry<'a> {
    let entries = |drivers: &'a [PlacedDriver]| -> Vec<_> {
        drivers.iter().map(|driver| driver_entry(source, driver)).collect()
    };
    let (file, range) = place(source, rule.range);
    RuleCostEntry {
        path: rule.path.to_string(),
        file,
        range,
        rule: &rule.rule,
        error: rule.error.as_deref(),
        per_call: rule.per_call,
        cardinality: rule.cardinality,
        unbounded: rule.unbounded,
        total: rule.total,
        limit: rule.limit,
        message_cost: rule.message_cost,
        message_error: rule.message_error.as_deref(),
        uses_old_self: rule.uses_old_self,
        drivers: entries(&rule.drivers),
        message_drivers: entries(&rule.message_drivers),
    }
}

fn driver_entry<'a>(source: &'a Source, driver: &'a PlacedDriver) -> DriverEntry {
    let (file, range) = place(source, driver.range);
    DriverEntry {
        path: driver.path.to_string(),
        file: file.map(str::to_owned),
        range,
        what: driver.bound.keyword(),
        written: driver.written,
        suggest: driver.suggest,
        together: driver.together,
    }
}

/// Where a range is written, with the file if that is another one.
fn place(source: &Source, range: TextRange) -> (Option<&str>, Span) {
    let (written, range) = source.origin(range);
    (Some(&*written.name).filter(|name| **name != *source.name), written.span(range))
}

const BOLD: &str = "\u{1b}[1m";
const RED: &str = "\u{1b}[31m";
const RESET: &str = "\u{1b}[0m";

/// The rules of a version by their share of the budget, the most expensive first.
#[derive(Debug)]
pub struct CostTable {
    color: bool,
    /// Without what drives the costs.
    concise: bool,
}

impl CostTable {
    /// A table; a concise one has no drivers.
    pub fn new(color: bool, concise: bool) -> Self {
        Self { color, concise }
    }

    /// The table of a file; versions without rules are left out.
    pub fn text(&self, source: &Source, costs: &[FileCost]) -> String {
        let mut out = String::new();
        for found in costs.iter().filter(|found| !found.cost.rules.is_empty()) {
            self.version(source, &found.cost, &mut out);
        }
        out
    }

    fn version(&self, source: &Source, cost: &VersionCost, out: &mut String) {
        let VersionCost { name, version, total, limit, .. } = cost;
        let (written, range) = source.origin(cost.range);
        let head = format!(
            "{}:{}: {} {}: {}",
            written.name,
            written.position(range.start).line,
            one_line(name),
            one_line(version),
            of_limit(*total, *limit)
        );
        let _ = writeln!(out, "{}", self.styled(&head, if total > limit { RED } else { BOLD }));
        if !self.concise {
            out.extend(bounds(&cost.drivers).iter().map(|line| format!("  {line}\n")));
        }
        let mut rules: Vec<_> = cost.rules.iter().collect();
        rules.sort_by_key(|rule| std::cmp::Reverse((rule.dearest(), rule.error.is_some())));
        let widest = |shown: fn(&RuleCost) -> String| {
            rules.iter().map(|rule| shown(rule).chars().count()).max().unwrap_or(0)
        };
        let widths = [widest(of_budget), widest(|rule| figure(rule.total))];
        for rule in rules {
            self.rule(source, rule, widths, out);
        }
        if !self.concise {
            out.push('\n');
        }
    }

    fn rule(&self, source: &Source, rule: &RuleCost, [share, width]: [usize; 2], out: &mut String) {
        let (written, range) = source.origin(rule.range);
        let (at, file) = (written.position(range.start), &written.name);
        let file = if **file == *source.name { String::new() } else { format!("{}:", one_line(file)) };
        let place = if rule.node.is_empty() { "self" } else { &rule.node };
        let figures = format!("{:>share$}  {:>width$}", of_budget(rule), figure(rule.total));
        let too_expensive = rule.dearest() > rule.limit;
        let style = if too_expensive || rule.error.is_some() { RED } else { "" };
        let _ = writeln!(
            out,
            "  {}  {file}{}:{}  {place}: {}",
            self.styled(&figures, style),
            at.line,
            at.column,
            cut(&rule.rule)
        );
        if self.concise {
            return;
        }
        for line in details(rule) {
            let _ = writeln!(out, "  {:share$}  {:width$}  {line}", "", "");
        }
    }

    fn styled(&self, text: &str, style: &str) -> String {
        if self.color && !style.is_empty() { format!("{style}{text}{RESET}") } else { text.to_owned() }
    }
}

/// Lines below a rule: how its cost comes about, and what brings it down.
fn details(rule: &RuleCost) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(rule.error.as_deref().map(cut));
    if rule.cardinality != 1 && rule.error.is_none() {
        let guess = if rule.unbounded { ", as many as fit into a request" } else { "" };
        let (each, often) = (figure(rule.per_call), figure(rule.cardinality));
        lines.push(format!("{each} each, {often} times{guess}"));
    }
    lines.extend(rule.message_error.as_deref().map(cut));
    lines.extend(bounds(&rule.drivers));
    lines.extend(rule.message_cost.map(|cost| format!("its message costs {}", figure(cost))));
    lines.extend(bounds(&rule.message_drivers));
    lines
}

/// What drives a cost, and the bounds that bring it within its limit.
fn bounds(drivers: &[PlacedDriver]) -> Vec<String> {
    let named = |driver: &PlacedDriver, bound: u64| {
        format!("`{}: {bound}` at {}", driver.bound.keyword(), driver.shown)
    };
    let all: Vec<_> = drivers.iter().map(described).collect();
    let alone: Vec<_> = drivers.iter().filter_map(|driver| Some(named(driver, driver.suggest?))).collect();
    let joint: Vec<_> = drivers.iter().filter_map(|driver| Some(named(driver, driver.together?))).collect();
    let parts = [
        ("driven by ", all.join(", "), ""),
        ("within the limit by ", alone.join(", or "), ""),
        ("within the limit by ", joint.join(" and "), " together"),
    ];
    let said = parts.into_iter().filter(|(_, text, _)| !text.is_empty());
    said.map(|(before, text, after)| format!("{before}{text}{after}")).collect()
}

fn described(driver: &PlacedDriver) -> String {
    let (noun, keyword) = (driver.bound.noun(), driver.bound.keyword());
    match driver.written {
        Some(bound) => format!("{} ({noun}, {keyword} {bound})", driver.shown),
        None => format!("{} ({noun} without {keyword})", driver.shown),
    }
}

fn cut(text: &str) -> String {
    const LONGEST: usize = 72;
    let line = one_line(text.lines().next().unwrap_or_default()).into_owned();
    let more = line.chars().count() > LONGEST || text.lines().nth(1).is_some();
    let shown: String = line.chars().take(LONGEST).collect();
    if more { format!("{}…", shown.trim_end()) } else { shown }
}

/// What part of its limit a rule costs, or its message.
fn of_budget(rule: &RuleCost) -> String {
    share(rule.dearest(), rule.limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_cut_to_a_line() {
        assert_eq!(cut("a == b\n  && c"), "a == b…");
        assert_eq!(cut(&"x".repeat(100)).chars().count(), 73);
    }
}
