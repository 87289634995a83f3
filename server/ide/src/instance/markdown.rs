//! The page of a field, and of a kind, as Markdown under a cursor.

use std::fmt::Write as _;

use crdls_resource::IndexedCrd;

use super::rules::Above;
use crate::{Fact, FieldPage, RuleLine};

/// An enum may have hundreds of values.
const MAX_FACT: usize = 400;

/// What there is to say of a kind.
pub(super) fn kind(page: &FieldPage, known: &IndexedCrd) -> String {
    let name = known.header().metadata().name();
    let file = known.source.rsplit('/').next().unwrap_or_default();
    let mut text = format!("**`{}`** — defined by the CRD `{name}`", page.kind);
    if !file.is_empty() {
        let _ = write!(text, " in `{file}`");
    }
    paragraph(&mut text, &page.description);
    paragraph(&mut text, &facts(&page.facts));
    rules(&mut text, "", page.rules.iter());
    text
}

/// What there is to say of a field at a path.
pub(super) fn field(path: &str, page: &FieldPage, above: &[Above], stored: Option<&str>) -> String {
    let required = if page.required { ", required" } else { "" };
    let mut text = format!("**`{path}`** — `{}`{required}", page.type_name);
    paragraph(&mut text, &page.description);
    paragraph(&mut text, stored.unwrap_or_default());
    paragraph(&mut text, &facts(&page.facts));
    rules(&mut text, "", page.rules.iter());
    for Above { owner, line } in above {
        let of = if owner.is_empty() {
            " (rule of the whole resource)".to_owned()
        } else {
            format!(" (rule of `{owner}`)")
        };
        rules(&mut text, &of, std::iter::once(line));
    }
    text
}

/// What there is to say of what the schema does not have.
pub(super) fn unknown(path: &str, stored: &str) -> String {
    let mut text = format!("**`{path}`** — not in the schema");
    paragraph(&mut text, stored);
    text
}

fn rules<'l>(text: &mut String, of: &str, lines: impl Iterator<Item = &'l RuleLine>) {
    for line in lines {
        let said =
            if line.message.is_empty() { "This must hold" } else { line.message.trim_end_matches('.') };
        let fence = "`".repeat(longest_run(&line.rule).max(2) + 1);
        paragraph(text, &format!("{said}{of}:\n{fence}cel\n{}\n{fence}", line.rule));
    }
}

fn paragraph(text: &mut String, more: &str) {
    if !more.trim().is_empty() {
        text.push_str("\n\n");
        text.push_str(more.trim());
    }
}

fn facts(facts: &[Fact]) -> String {
    facts.iter().map(|fact| format!("- {}: {}\n", fact.name, value(fact))).collect()
}

/// Values are code; what says how many or which is text.
fn value(fact: &Fact) -> String {
    let is_code = matches!(fact.name, "default" | "example" | "one of" | "format" | "pattern");
    let mut cut = fact.value.clone();
    if cut.len() > MAX_FACT {
        let end = (0..=MAX_FACT).rev().find(|at| cut.is_char_boundary(*at)).unwrap_or(0);
        cut.truncate(end);
        cut.push('…');
    }
    if is_code { code(&cut) } else { cut }
}

fn code(text: &str) -> String {
    match longest_run(text) {
        0 => format!("`{text}`"),
        run => {
            let ticks = "`".repeat(run + 1);
            format!("{ticks} {text} {ticks}")
        }
    }
}

/// The longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}
