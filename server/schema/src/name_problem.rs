//! What is wrong with a name, in our words: the first thing that has to change.
//!
//! Knows names that the server refuses; must not know its sentences, which are in `dns`.

/// Of a label: what names kinds, versions and what is typed behind `kubectl get`.
pub fn label(name: &str) -> String {
    let lower = name.to_lowercase();
    if lower != name && form(&lower).is_none() {
        return format!("`{name}` must be in lower case");
    }
    form_message(name, form(name), "lower case letters, digits and dashes")
        .unwrap_or_else(|| too_long(name, 63))
}

/// Of a name that may have capital letters.
pub fn kind(name: &str) -> String {
    let wrong = form(&name.to_lowercase());
    form_message(name, wrong, "letters and digits").unwrap_or_else(|| too_long(name, 63))
}

/// Of a domain.
pub fn domain(name: &str) -> String {
    let lower = name.to_lowercase();
    if lower != name && is_domain(&lower) {
        return format!("`{name}` must be in lower case");
    }
    let strange = name.chars().find(|c| !(is_lower(*c) || *c == '.'));
    if let Some(c) = strange {
        return format!(
            "`{name}` is not a domain name: `{c}` is none of lower case letters, digits, dashes and dots"
        );
    }
    match name.split('.').find(|part| !is_framed(part)) {
        Some("") => format!("`{name}` is not a domain name: a part of it is empty"),
        Some(part) => format!("`{name}` is not a domain name: `{part}` begins or ends with a dash"),
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
    Some(match wrong? {
        FormProblem::Character(' ') => format!("`{name}` is not a name: it has a blank in it"),
        FormProblem::Character(c) => format!("`{name}` is not a name: `{c}` is none of {allowed}"),
        FormProblem::Begin => format!("`{name}` is not a name: it must begin with a letter"),
        FormProblem::End => format!("`{name}` is not a name: it must end with a letter or digit"),
    })
}

fn too_long(name: &str, max: usize) -> String {
    format!("this name has {} characters, and {max} are allowed", name.len())
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
        assert_eq!(label("1s"), "`1s` is not a name: it must begin with a letter");
        assert_eq!(label("s-"), "`s-` is not a name: it must end with a letter or digit");
        assert_eq!(label("a_b"), "`a_b` is not a name: `_` is none of lower case letters, digits and dashes");
        assert_eq!(label(&"a".repeat(64)), "this name has 64 characters, and 63 are allowed");
        assert_eq!(kind("Coffee_Shop"), "`Coffee_Shop` is not a name: `_` is none of letters and digits");
        assert_eq!(domain("Example.com"), "`Example.com` must be in lower case");
        assert_eq!(domain("a..b"), "`a..b` is not a domain name: a part of it is empty");
        assert_eq!(domain("a.-b"), "`a.-b` is not a domain name: `-b` begins or ends with a dash");
        assert_eq!(domain(&"a".repeat(254)), "this name has 254 characters, and 253 are allowed");
    }
}
