//! Fields in the errors that the cases of a test suite expect: the server's sentences begin with the path of a field.
//!
//! A path in other words, such as in the message of a rule, is the author's text. Must not know who asks for the fields.

use crdls_report::ErrorType;
use crdls_text::TextRange;
use crdls_yaml::Node;

use crate::version::{OwnedStep, value};

/// The fields of a case that have an error.
const ERRORS: [&str; 2] = ["expectedError", "expectedStatusError"];

/// The server's types of errors that are about a field.
const OF_FIELDS: [ErrorType; 9] = [
    ErrorType::NotFound,
    ErrorType::Required,
    ErrorType::Duplicate,
    ErrorType::Invalid,
    ErrorType::NotSupported,
    ErrorType::Forbidden,
    ErrorType::TooLong,
    ErrorType::TooMany,
    ErrorType::InternalError,
];

/// The errors that a case expects.
pub(super) fn errors(case: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    ERRORS.into_iter().filter_map(move |key| value(case, key)).filter(|error| error.kind().is_scalar())
}

/// Where a text names the property at the end of a way, as the server's sentences do.
pub(super) fn names(text: &str, route: &[OwnedStep]) -> Vec<TextRange> {
    let Some(OwnedStep::Property(first)) = route.first() else { return Vec::new() };
    let begins = |at: &usize| {
        let before = text.get(..*at).and_then(|before| before.chars().next_back());
        before.is_none_or(|c| !(c.is_alphanumeric() || "-_.]/\"'".contains(c)))
    };
    let starts = text.match_indices(first.as_str()).map(|(at, _)| at).filter(begins);
    starts.filter_map(|start| last_name(text, start, route)).collect()
}

/// The last name of a way whose path begins at an offset, if a sentence follows the path.
fn last_name(text: &str, start: usize, route: &[OwnedStep]) -> Option<TextRange> {
    let mut rest = text.get(start..)?;
    let mut name = TextRange::empty(0);
    for (number, step) in route.iter().enumerate() {
        let dotted = || rest.strip_prefix('.').filter(|_| number > 0);
        rest = match step {
            OwnedStep::Property(property) => {
                let own = if number == 0 { rest } else { dotted()? };
                let at = (text.len() - own.len()) as u32;
                name = TextRange::new(at, at + property.len() as u32);
                own.strip_prefix(property.as_str()).filter(|rest| rest.starts_with(['.', '[', ':', ' ']))?
            }
            OwnedStep::Item | OwnedStep::Value if rest.starts_with('[') => rest.split_once(']')?.1,
            OwnedStep::Item => return None,
            OwnedStep::Value => {
                let key = dotted()?;
                key.get(key.find(['.', '[', ':', ' '])?..)?
            }
        };
    }
    // What is below the property is in the path too.
    while rest.starts_with(['.', '[']) {
        rest = match rest.strip_prefix('.') {
            Some(key) => key.get(key.find(['.', '[', ':', ' '])?..)?,
            None => rest.split_once(']')?.1,
        };
    }
    let is_body = || rest.starts_with(" in body ");
    let is_sentence = |rest: &str| OF_FIELDS.iter().any(|kind| rest.starts_with(kind.phrase()));
    (rest.strip_prefix(": ").is_some_and(is_sentence) || is_body()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_before_the_servers_words_names_fields() {
        let property = |name: &str| OwnedStep::Property(name.to_owned());
        let heat = [property("spec"), property("heat")];
        let level = [property("spec"), property("racks"), OwnedStep::Item, property("level")];
        let value = [property("spec"), property("sizes"), OwnedStep::Value, property("level")];
        let cases: [(&str, &[OwnedStep], &[u32]); 10] = [
            ("spec.heat: Invalid value: 3: spec.heat in body should be less", &heat, &[5, 34]),
            ("Oven \"a\" is invalid: [spec.heat: Required value, spec.a: Too long]", &heat, &[27]),
            ("spec.heat.low[0]: Unsupported value", &heat, &[5]),
            ("spec.heat must be over 1", &heat, &[]),
            ("spec.heat: over 1", &heat, &[]),
            ("spec.heats: Invalid value", &heat, &[]),
            ("inspec.heat: Invalid value, old.spec.heat: Invalid value", &heat, &[]),
            ("spec.racks[12].level: Invalid value", &level, &[15]),
            ("spec.sizes[a.b].level: Forbidden, spec.sizes.c.level in body must be", &value, &[16, 47]),
            ("spec.racks.level: Invalid value", &level, &[]),
        ];
        for (text, route, starts) in cases {
            let found: Vec<_> = names(text, route).iter().map(|range| range.start).collect();
            assert_eq!(found, starts, "{text}");
        }
    }
}
