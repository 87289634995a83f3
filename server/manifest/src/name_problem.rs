//! What headlines report of names that are not valid, after the field: the first part that must change.
//!
//! Knows names that the server refuses; must not know its sentences, which are in `dns`.

use crdls_values::dns;

use crdls_report::in_backticks;

/// The problem of a label: names of kinds and versions, and what is typed after `kubectl get`.
pub fn label(name: &str) -> String {
    let lower = name.to_lowercase();
    if lower != name && form(&lower).is_none() {
        return must_be_lowercase(name);
    }
    form_message(name, form(name)).unwrap_or_else(|| too_long(name, 63))
}

/// The problem of a name that may have capital letters.
pub fn kind(name: &str) -> String {
    let wrong = form(&name.to_lowercase());
    form_message(name, wrong).unwrap_or_else(|| too_long(name, 63))
}

/// The problem of a qualified name: a domain and a slash, if any, before a name.
pub fn key(key: &str) -> &'static str {
    let (domain, name) = key.split_once('/').unwrap_or(("", key));
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    match key.matches('/').count() {
        2.. => "must have at most one `/`",
        1 if domain.is_empty() => "must have a domain before the `/`",
        _ if name.is_empty() => "must have a name",
        _ if name.len() > 63 => "must have at most 63 characters in its name",
        _ if !name.chars().all(is_part) => "must have only letters, digits, `-`, `_` and `.` in its name",
        _ if domain.is_empty() || dns::subdomain(domain).is_empty() => {
            "must begin and end with a letter or digit"
        }
        _ => "must have a domain name before the `/`",
    }
}

/// The problem of a namespace, which may begin with a digit.
pub fn namespace(name: &str) -> String {
    let lower = name.to_lowercase();
    if lower != name && lower.chars().all(is_lower) && is_framed(&lower) {
        return must_be_lowercase(name);
    }
    match name.chars().find(|c| !is_lower(*c)) {
        Some(c) => format!("cannot contain {}, got {}", character(c), in_backticks(name)),
        None if !is_framed(name) => {
            format!("must begin and end with a letter or digit, got {}", in_backticks(name))
        }
        None => too_long(name, 63),
    }
}

/// The problem of a domain.
pub fn domain(name: &str) -> String {
    let lower = name.to_lowercase();
    if lower != name && is_domain(&lower) {
        return must_be_lowercase(name);
    }
    let shown = in_backticks(name);
    let strange = name.chars().find(|c| !(is_lower(*c) || *c == '.'));
    if let Some(c) = strange {
        return format!("cannot contain {}, got {shown}", character(c));
    }
    match name.split('.').find(|part| !is_framed(part)) {
        Some("") => format!("cannot have an empty part between dots, got {shown}"),
        Some(part) => format!("cannot have a part that begins or ends with a dash (`{part}`), got {shown}"),
        None => too_long(name, 253),
    }
}

/// A character in a sentence.
fn character(c: char) -> String {
    if c == ' ' { "spaces".to_owned() } else { in_backticks(&c.to_string()) }
}

fn must_be_lowercase(name: &str) -> String {
    format!("must be lowercase, got {}", in_backticks(name))
}

/// What is wrong with a label's form.
#[derive(Clone, Copy)]
enum FormProblem {
    Character(char),
    Begin,
    End,
}

fn form(name: &str) -> Option<FormProblem> {
    let strange = name.chars().find(|c| !is_lower(*c)).map(FormProblem::Character);
    let begin = !name.starts_with(|c: char| c.is_ascii_lowercase());
    strange.or(begin.then_some(FormProblem::Begin)).or(name.ends_with('-').then_some(FormProblem::End))
}

fn form_message(name: &str, wrong: Option<FormProblem>) -> Option<String> {
    let wrong = match wrong? {
        FormProblem::Character(c) => format!("cannot contain {}", character(c)),
        FormProblem::Begin => "must begin with a letter".to_owned(),
        FormProblem::End => "must end with a letter or digit".to_owned(),
    };
    Some(format!("{wrong}, got {}", in_backticks(name)))
}

fn too_long(name: &str, max: usize) -> String {
    format!("must have at most {max} characters, got {}: {}", name.len(), in_backticks(name))
}

fn is_domain(name: &str) -> bool {
    name.split('.').all(|part| part.chars().all(is_lower) && is_framed(part))
}

fn is_lower(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'
}

/// Whether there is no dash at either end, and something between.
fn is_framed(part: &str) -> bool {
    !part.is_empty() && !part.starts_with('-') && !part.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_problem() {
        assert_eq!(label("Trains"), "must be lowercase, got `Trains`");
        assert_eq!(label("1s"), "must begin with a letter, got `1s`");
        assert_eq!(label("s-"), "must end with a letter or digit, got `s-`");
        assert_eq!(label("a_b"), "cannot contain `_`, got `a_b`");
        let long = format!("must have at most 63 characters, got 64: `{}…`", "a".repeat(60));
        assert_eq!(label(&"a".repeat(64)), long);
        let keys = ["a/b/c", "/name", "example.com/", "managed by", "-a", "A_/a"].map(key);
        let expected = [
            "at most one `/`",
            "a domain before the `/`",
            "a name",
            "only letters, digits, `-`, `_` and `.` in its name",
        ];
        assert_eq!(keys[..4], expected.map(|what| format!("must have {what}")));
        assert_eq!(
            keys[4..],
            ["must begin and end with a letter or digit", "must have a domain name before the `/`"]
        );
        assert_eq!(namespace("A"), "must be lowercase, got `A`");
        assert_eq!(namespace("a-"), "must begin and end with a letter or digit, got `a-`");
        assert_eq!(namespace("My_Kitchen"), "cannot contain `M`, got `My_Kitchen`");
        assert_eq!(kind("Coffee_Shop"), "cannot contain `_`, got `Coffee_Shop`");
        assert_eq!(domain("Example.com"), "must be lowercase, got `Example.com`");
        assert_eq!(domain("a..b"), "cannot have an empty part between dots, got `a..b`");
        assert_eq!(domain("a.-b"), "cannot have a part that begins or ends with a dash (`-b`), got `a.-b`");
        let long = format!("must have at most 253 characters, got 254: `{}…`", "a".repeat(60));
        assert_eq!(domain(&"a".repeat(254)), long);
    }
}
