//! The page of a field, laid out as `kubectl explain` does.
//!
//! Must not know where the facts on it come from.

use std::fmt::Write as _;

use crdls_ide::{FieldBranch, FieldPage};

use super::code_page::{prose, styled_heading};

/// A page; with all fields below in place of the next ones where there is a tree of them, with color where it is wanted.
pub fn field_page(page: &FieldPage, tree: Option<&[FieldBranch]>, color: bool) -> String {
    let mut out = String::new();
    let heading = |text: &str| styled_heading(text, color);
    let _ = writeln!(out, "{:<12}{}", "GROUP:", page.group);
    let _ = writeln!(out, "{:<12}{}", "KIND:", page.kind);
    let _ = writeln!(out, "{:<12}{}\n", "VERSION:", page.version);
    if let Some(name) = page.path.last() {
        let required = if page.required { " -required-" } else { "" };
        let _ = writeln!(out, "{} {name} <{}>{required}\n", heading("FIELD:"), page.type_name);
    }
    let _ = writeln!(out, "{}", heading("DESCRIPTION:"));
    let description = if page.description.is_empty() { "<empty>" } else { &page.description };
    out += &indented(description, 4, color);
    if !page.facts.is_empty() {
        let width = page.facts.iter().map(|fact| fact.name.len()).max().unwrap_or(0);
        let _ = writeln!(out, "\n{}", heading("CONSTRAINTS:"));
        for fact in &page.facts {
            let _ = writeln!(out, "    {:<width$}  {}", fact.name, fact.value);
        }
    }
    if !page.rules.is_empty() {
        let _ = writeln!(out, "\n{}", heading("RULES:"));
        for rule in &page.rules {
            out += &rule_text(rule, color);
        }
    }
    if !page.fields.is_empty() {
        let _ = writeln!(out, "\n{}", heading("FIELDS:"));
    }
    if let Some(tree) = tree {
        return out + &branches(tree, color);
    }
    for field in &page.fields {
        let required = if field.required { " -required-" } else { "" };
        let _ = writeln!(out, "  {} <{}>{required}", heading(&field.name), field.type_name);
        let first = first_sentence(&field.description);
        if !first.is_empty() {
            out += &indented(first, 4, color);
        }
        out.push('\n');
    }
    out
}

/// A line for each field, indented below the one that it is in.
fn branches(tree: &[FieldBranch], color: bool) -> String {
    let line = |FieldBranch { depth, line }: &FieldBranch| {
        let required = if line.required { " -required-" } else { "" };
        let (indent, name) = ("  ".repeat(depth + 1), styled_heading(&line.name, color));
        format!("{indent}{name} <{}>{required}\n", line.type_name)
    };
    tree.iter().map(line).collect()
}

fn rule_text(rule: &crdls_ide::RuleLine, color: bool) -> String {
    let mut out = String::new();
    for line in rule.rule.lines() {
        let _ = writeln!(out, "    {}", line.trim_end());
    }
    if !rule.message.is_empty() {
        out += &indented(&rule.message, 8, color);
    }
    out
}

/// What a list of fields has room for.
fn first_sentence(text: &str) -> &str {
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    // After `i.e.` and the like no sentence begins.
    let is_end = |(at, stop): &(usize, &str)| {
        let next = paragraph.get(at + stop.len()..).and_then(|rest| rest.trim_start().chars().next());
        let word =
            paragraph.get(..*at).and_then(|before| before.rsplit([' ', '(']).next()).unwrap_or_default();
        next.is_some_and(char::is_uppercase) && !word.contains('.') && word.len() > 1
    };
    let ends = paragraph.match_indices(". ").chain(paragraph.match_indices(".\n"));
    match ends.filter(is_end).map(|(at, _)| at).min() {
        Some(end) => paragraph.get(..=end).unwrap_or(paragraph),
        None => paragraph,
    }
}

/// Paragraphs, wrapped and moved in.
fn indented(text: &str, by: usize, color: bool) -> String {
    let mut out = String::new();
    for paragraph in text.split('\n') {
        for line in prose(paragraph.trim(), color).lines() {
            let _ = writeln!(out, "{:by$}{line}", "");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crdls_ide::{Fact, FieldLine, RuleLine};

    #[test]
    fn laid_out() {
        let page = FieldPage {
            group: "example.org".into(),
            kind: "Pizza".into(),
            version: "v1".into(),
            path: vec!["spec".into()],
            type_name: "Object".into(),
            required: true,
            description: "What is ordered.".into(),
            facts: vec![Fact { name: "default", value: "{}".into() }],
            rules: vec![RuleLine {
                rule: "self.a > 1".into(),
                message: "more".into(),
                transition: false,
                change: None,
            }],
            fields: vec![FieldLine {
                name: "a".into(),
                type_name: "integer".into(),
                required: false,
                description: "How many. At least two.".into(),
            }],
        };
        let expected = "GROUP:      example.org\nKIND:       Pizza\nVERSION:    v1\n\nFIELD: spec <Object> -required-\n\n\
            DESCRIPTION:\n    What is ordered.\n\nCONSTRAINTS:\n    default  {}\n\nRULES:\n    self.a > 1\n        more\n\n\
            FIELDS:\n  a <integer>\n    How many.\n\n";
        assert_eq!(field_page(&page, None, false), expected);
    }
}
