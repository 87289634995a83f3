//! Changes for a release note or a comment on a pull request.

use std::fmt::Write as _;

use crdls_change::{Change, Class};

use super::{Changes, Entry, shown, state};
use crate::{count, one_line};

impl Changes<'_> {
    /// A heading for each CRD with breaking changes first, then a table of the others.
    pub fn markdown(self) -> String {
        let compared = self.compared;
        let mut text =
            format!("## Changes of CRDs from {} to {}\n\n", code(&compared.old), code(&compared.new));
        let _ = writeln!(text, "{}.\n", compared.counted());
        section(&mut text, "Breaking", &self.entries(Change::is_breaking), true);
        section(&mut text, "Unproven", &self.entries(Change::is_unproven), false);
        for class in [Class::Readers, Class::Loosened, Class::Internal] {
            let of_class = self.entries(|change| change.class == class && !change.is_unproven());
            let title = match class {
                Class::Readers => "Seen by clients",
                Class::Loosened => "Accepted in addition",
                _ => "Without effect",
            };
            let number = of_class.iter().map(|entry| 1 + entry.more.len()).sum();
            folded(
                &mut text,
                (title, number),
                of_class.iter().map(|entry| line(entry.change) + &entry.and_more()),
            );
        }
        let ignored = compared.ignored.iter().map(|(change, reason)| match reason.is_empty() {
            true => line(change),
            false => format!("{} ({})", line(change), one_line(reason)),
        });
        folded(&mut text, ("Ignored", compared.ignored.len()), ignored);
        if compared.checked > 0 {
            let _ = writeln!(
                text,
                "{} tried, {} no longer accepted.",
                count(compared.checked, "object"),
                compared.refused.len()
            );
            for refused in &compared.refused {
                let first = refused
                    .findings
                    .first()
                    .map(|finding| one_line(finding).into_owned())
                    .unwrap_or_default();
                let _ = writeln!(text, "- {}: {}", code(&refused.name), code(&first));
            }
            text.push('\n');
        }
        let classes = compared.classes();
        if !classes.is_empty() {
            let _ = writeln!(text, "By class: {classes}.");
        }
        text
    }
}

fn section(text: &mut String, title: &str, entries: &[Entry<'_>], with_witness: bool) {
    if entries.is_empty() {
        return;
    }
    let _ = writeln!(text, "### {title}\n");
    for entry in entries {
        let change = entry.change;
        let version = change.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
        let message = one_line(&change.message);
        let _ = writeln!(
            text,
            "- **{}** {}{version}: {message} ({}){}",
            state(change),
            change.crd,
            code(change.code.name()),
            entry.and_more()
        );
        let witness = change.witness().filter(|_| with_witness);
        if let Some(first) = witness.and_then(|witness| witness.findings.first()) {
            let _ = writeln!(text, "\n  {}", code(&one_line(first)));
        }
        if let Some(object) = witness.and_then(shown) {
            let lines: String = object.lines().map(|line| format!("  {line}\n")).collect();
            let _ = writeln!(
                text,
                "\n  <details><summary>Example</summary>\n\n  ```yaml\n{lines}  ```\n  </details>\n"
            );
        }
    }
    text.push('\n');
}

fn folded(text: &mut String, (title, number): (&str, usize), lines: impl Iterator<Item = String>) {
    if number == 0 {
        return;
    }
    let _ = writeln!(text, "<details><summary>{title}: {}</summary>\n", count(number, "change"));
    for line in lines {
        let _ = writeln!(text, "- {line}");
    }
    text.push_str("\n</details>\n\n");
}

fn line(change: &Change) -> String {
    let version = change.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
    format!("{}{version}: {}", change.crd, one_line(&change.message))
}

/// A text between backticks, however many of them it has.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let ticks = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{ticks}{space}{text}{space}{ticks}")
}
