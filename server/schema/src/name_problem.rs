//! Headlines of names that are not valid: the first part that must change.
//!
//! Knows names that the server refuses; must not know its sentences, which are in `dns`.

use crate::in_backticks;

/// The problem of a label: names of kinds and versions, and what is typed after `kubectl get`.
pub fn label(name: &str) -> String {
    let lower = name.to_lowercase();
    if lower != name && form(&lower).is_none() {
        return format!("{} must be in lower case", in_backticks(name));
    }
    form_message(name, form(name), "lower case letter, digit or dash").unwrap_or_else(|| too_long(name, 63))
}

/// The problem of a name that may have capital letters.
pub fn kind(name: &str) -> String {
    let wrong = form(&name.to_lowercase());
    form_message(name, wrong, "letter or digit").unwrap_or_else(|| too_long(name, 63))
}

/// The problem of a domain.
pub fn domain(name: &str) -> String {
    let lower = name.to_lowercase();
    if lower != name && is_domain(&lower) {
        return format!("{} must be in lower case", in_backticks(name));
    }
    let shown = in_backticks(name);
    let strange = name.chars().find(|c| !(is_lower(*c) || *c == '.'));
    if let Some(c) = strange {
        return format!("{shown} is not a domain name: `{c}` is not a lower case letter, digit, dash or dot");
    }
    match name.split('.').find(|part| !is_framed(part)) {
        Some("") => format!("{shown} is not a domain name: it has an empty part"),
        Some(part) => format!("{shown} is not a domain name: `{part}` begins or ends with a dash"),
        None => too_long(name, 253),
    }
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

fn form_message(name: &str, wrong: Option<FormProblem>, allowed: &str) -> Option<String> {
    let wrong = match wrong? {
        FormProblem::Character(' ') => "it has a space".to_owned(),
        FormProblem::Character(c) => format!("`{c}` is not a {allowed}"),
        FormProblem::Begin => "it must begin with a letter".to_owned(),
        FormProblem::End => "it must end with a letter or digit".to_owned(),
    };
    Some(format!("{} is not a valid name: {wrong}", in_backticks(name)))
}

fn too_long(name: &str, max: usize) -> String {
    format!("{} must have at most {max} characters, got {}", in_backticks(name), name.len())
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
        assert_eq!(label("Trains"), "`Trains` must be in lower case");
        assert_eq!(label("1s"), "`1s` is not a valid name: it must begin with a letter");
        assert_eq!(label("s-"), "`s-` is not a valid name: it must end with a letter or digit");
        assert_eq!(label("a_b"), "`a_b` is not a valid name: `_` is not a lower case letter, digit or dash");
        let long = format!("`{}…` must have at most 63 characters, got 64", "a".repeat(60));
        assert_eq!(label(&"a".repeat(64)), long);
        assert_eq!(kind("Coffee_Shop"), "`Coffee_Shop` is not a valid name: `_` is not a letter or digit");
        assert_eq!(domain("Example.com"), "`Example.com` must be in lower case");
        assert_eq!(domain("a..b"), "`a..b` is not a domain name: it has an empty part");
        assert_eq!(domain("a.-b"), "`a.-b` is not a domain name: `-b` begins or ends with a dash");
        let long = format!("`{}…` must have at most 253 characters, got 254", "a".repeat(60));
        assert_eq!(domain(&"a".repeat(254)), long);
    }
}
