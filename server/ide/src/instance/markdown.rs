//! The page of a field, and of a kind, as Markdown under a cursor.

use std::fmt::Write as _;

use crdls_resource::IndexedCrd;

use super::rules::Above;
use crate::screen::{DESCRIPTION, code, first_line, first_rows, one_line};
use crate::{Fact, FieldPage, RuleLine};

/// More rules are counted.
const MAX_RULES: usize = 8;
/// An enum can have hundreds of values.
const MAX_FACT: usize = 400;

/// What there is to say of a kind.
pub(super) fn kind(page: &FieldPage, known: &IndexedCrd) -> String {
    let name = known.header().metadata().name();
    let file = known.source.rsplit('/').next().unwrap_or_default();
    let mut text = format!("**`{}`** — defined by the CRD `{name}`", page.kind);
    if !file.is_empty() {
        let _ = write!(text, " in `{file}`");
    }
    paragraph(&mut text, &first_rows(&page.description, DESCRIPTION));
    paragraph(&mut text, &facts(&page.facts));
    paragraph(&mut text, &rules(&page.rules, &[]));
    text
}

/// What there is to say of a field at a path.
pub(super) fn field(path: &str, page: &FieldPage, above: &[Above], stored: Option<&str>) -> String {
    let required = if page.required { ", required" } else { "" };
    let mut text = format!("**`{path}`** — `{}`{required}", page.type_name);
    paragraph(&mut text, &first_rows(&page.description, DESCRIPTION));
    paragraph(&mut text, stored.unwrap_or_default());
    paragraph(&mut text, &facts(&page.facts));
    paragraph(&mut text, &rules(&page.rules, above));
    text
}

/// What there is to say of what the schema does not have.
pub(super) fn unknown(path: &str, stored: &str) -> String {
    let mut text = format!("**`{path}`** — not in the schema");
    paragraph(&mut text, stored);
    text
}

/// The rules of a field, then those of what it is in, by their messages.
fn rules(own: &[RuleLine], above: &[Above]) -> String {
    let own_lines = own.iter().map(rule);
    let above_lines = above.iter().map(|Above { owner, line }| match owner.as_str() {
        "" => format!("{} (rule of the resource)", rule(line)),
        owner => format!("{} (rule of `{owner}`)", rule(line)),
    });
    let lines: Vec<_> = own_lines.chain(above_lines).collect();
    let mut text = match lines.len() {
        0 => return String::new(),
        1 => "1 CEL rule:\n".to_owned(),
        more => format!("{more} CEL rules:\n"),
    };
    text.extend(lines.iter().take(MAX_RULES).map(|line| format!("- {line}\n")));
    if lines.len() > MAX_RULES {
        let _ = writeln!(text, "- and {} more", lines.len() - MAX_RULES);
    }
    text
}

/// The message of a rule; where it has none, the first line of its expression. Of a transition rule all that there is,
/// with what may change.
fn rule(line: &RuleLine) -> String {
    if let Some(words) = line.of_updates() {
        return words;
    }
    if !line.message.is_empty() {
        return one_line(&line.message);
    }
    first_line(&line.rule)
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
