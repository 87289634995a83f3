//! What names of the language mean.

use std::fmt::Write as _;

use crdls_minors::Minor;
use crdls_rules::{FunctionDoc, documented, dropped};

/// The variables of every rule.
pub(super) const VARIABLES: &[(&str, &str)] = &[
    ("self", "The value that the rule validates: the node that has `x-kubernetes-validations`."),
    (
        "oldSelf",
        "The value before the update. A rule that names it is a transition rule: it is not evaluated on creation, unless `optionalOldSelf` is true.",
    ),
];

/// What is said of a function, macro or operator: Markdown, empty where nothing is known.
pub(super) fn function(name: &str) -> String {
    let mut text = String::new();
    for entry in documented().iter().filter(|entry| entry.name == name) {
        if !text.is_empty() {
            text.push_str("\n\n---\n\n");
        }
        let _ = write!(text, "```cel\n{}\n```\n\n{}", entry.signatures.join("\n"), entry.doc.trim());
        if !entry.example.is_empty() {
            let _ = write!(text, "\n\n`{}` is `{}`", entry.example, entry.value);
        }
        for sentence in availability(entry) {
            let _ = write!(text, "\n\n{sentence}");
        }
    }
    text
}

/// Since when rules may use a function, and until when what they no longer may.
pub(crate) fn availability(entry: &FunctionDoc) -> Vec<String> {
    let since = (entry.since > Minor::OLDEST)
        .then(|| format!("Available to new rules since Kubernetes {}.", entry.since));
    let until = dropped(entry.name).map(|(call, last)| format!("`{call}`: until Kubernetes {last}."));
    since.into_iter().chain(until).collect()
}

/// The arguments of a macro as a snippet.
pub(super) fn macro_arguments(name: &str, count: usize) -> String {
    match (name, count) {
        ("has", _) => "${1:self.field}".to_owned(),
        ("optMap" | "optFlatMap" | "sortBy", _) => "${1:x}, ${2:x}".to_owned(),
        (_, 2) => "${1:x}, ${2:true}".to_owned(),
        ("map", 3) => "${1:x}, ${2:true}, ${3:x}".to_owned(),
        ("transformMapEntry", 3) => "${1:k}, ${2:v}, {${1:k}: ${2:v}}".to_owned(),
        ("transformMapEntry", _) => "${1:k}, ${2:v}, ${3:true}, {${1:k}: ${2:v}}".to_owned(),
        ("transformList" | "transformMap", 3) => "${1:k}, ${2:v}, ${3:v}".to_owned(),
        (_, 3) => "${1:i}, ${2:v}, ${3:true}".to_owned(),
        _ => "${1:k}, ${2:v}, ${3:true}, ${4:v}".to_owned(),
    }
}

/// A snippet with its placeholders as plain text.
pub(super) fn plain(snippet: &str) -> String {
    let mut text = String::new();
    let mut rest = snippet;
    while let Some((before, after)) = rest.split_once("${") {
        text.push_str(before);
        let (placeholder, behind) = after.split_once('}').unwrap_or((after, ""));
        text.push_str(placeholder.split_once(':').map_or("", |(_, name)| name));
        rest = behind;
    }
    text.push_str(rest);
    text
}
