//! The pages of the codes, whose examples are tests.

use crdls_schema::Code;

/// The sections that each page has, in order.
pub const SECTIONS: [&str; 6] =
    ["What is wrong", "Why the API server refuses it", "How to fix", "See also", "Rejected", "Accepted"];

/// What the second section of a page of advice is called.
pub const ADVICE: &str = "Why it matters";

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
