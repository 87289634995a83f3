//! The pages of the codes, whose examples are tests.

use crdls_report::{Code, Severity};

/// The sections of a page about what the API server rejects, in order.
const REJECTED: [&str; 6] =
    ["What is wrong", "Why the API server rejects it", "How to fix", "See also", "Rejected", "Accepted"];

/// The sections of any other page: the API server accepts both examples.
const REPORTED: [&str; 6] =
    ["What is wrong", "Why it matters", "How to fix", "See also", "Reported", "Not reported"];

/// The sections of a page, in order.
pub fn sections(rule: &Code) -> [&'static str; 6] {
    if rule.server && rule.severity == Severity::Error { REJECTED } else { REPORTED }
}

/// The example with the finding.
pub fn faulty_example(rule: &Code) -> Option<String> {
    example(rule, sections(rule)[4])
}

/// The example without the finding.
pub fn fixed_example(rule: &Code) -> Option<String> {
    example(rule, sections(rule)[5])
}

/// The most lines that the diff block of a page has: the difference is seen at a glance.
pub const DIFF_LINES: usize = 12;

/// The lines of the diff block that opens a page, each as its sign (`-`, `+`, or a blank for context) and its text
/// without the blanks around it. `None` where no such block follows the title, or a line has no sign.
pub fn diff(rule: &Code) -> Option<Vec<(char, &str)>> {
    let opening = format!("# {}\n\n```diff\n", rule.name);
    let (block, _) = rule.page.strip_prefix(opening.as_str())?.split_once("\n```\n\n## ")?;
    block.lines().map(signed).collect()
}

fn signed(line: &str) -> Option<(char, &str)> {
    let sign = ['-', '+', ' '].into_iter().find(|sign| line.starts_with(*sign))?;
    Some((sign, line.strip_prefix(sign)?.trim()))
}

/// The headings of a page, without its title.
pub fn headings(rule: &Code) -> Vec<&str> {
    rule.page.lines().filter_map(|line| line.strip_prefix("## ")).collect()
}

/// Whether the examples of a page are Go.
pub fn is_go(rule: &Code) -> bool {
    rule.page.contains("\n```go\n")
}

/// The YAML or Go of a section.
pub fn example(rule: &Code, section: &str) -> Option<String> {
    let (_, rest) = rule.page.split_once(&format!("\n## {section}\n"))?;
    let rest = rest.split("\n## ").next()?;
    let (_, code) = rest.split_once(if is_go(rule) { "```go\n" } else { "```yaml\n" })?;
    Some(code.split("\n```").next()?.to_owned() + "\n")
}
