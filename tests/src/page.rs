//! The pages of the rules, whose examples are tests.

use crdls_schema::Code;

/// The sections that each page has, in order.
pub const SECTIONS: [&str; 6] =
    ["What is wrong", "Why the API server refuses it", "Rejected", "Accepted", "How to fix", "See also"];

/// What the second section of a page of advice is called.
pub const ADVICE: &str = "Why it matters";

/// The headings of a page, without its title.
pub fn headings(rule: &Code) -> Vec<&str> {
    rule.page.lines().filter_map(|line| line.strip_prefix("## ")).collect()
}

/// The YAML of a section.
pub fn example(rule: &Code, section: &str) -> Option<String> {
    let (_, rest) = rule.page.split_once(&format!("\n## {section}\n"))?;
    let rest = rest.split("\n## ").next()?;
    let (_, code) = rest.split_once("```yaml\n")?;
    Some(code.split("\n```").next()?.to_owned() + "\n")
}
