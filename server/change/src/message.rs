//! The headline of a change.

use crdls_report::in_backticks;
use crdls_values::{Json, JsonValue};

use crate::code::What;
use crate::difference::{Difference, Side, Subject};

/// What changed, with the values where they are short: `` `maximum` of `spec.size` is lowered from 10 to 8 ``.
pub(crate) fn of(difference: &Difference<'_>) -> String {
    let [old, new] = [&difference.old, &difference.new].map(|side| side.as_ref().and_then(shown));
    let what = difference.code.what;
    match difference.subject {
        Subject::Name(name) => required(difference, name),
        Subject::Value(value) => {
            let (verb, of) = match what {
                What::ValueAdded => ("is added to", &difference.site.new_path),
                _ => ("is removed from", &difference.site.old_path),
            };
            format!("{} {verb} {}", in_backticks(&value.to_json()), of.child("enum").full_subject())
        }
        Subject::Rule(rule) => {
            let rule = in_backticks(rule.trim());
            let of = difference.site.new_path.full_subject();
            match what {
                What::Added => format!("{of} has the new rule {rule}"),
                _ => format!("a rule of {of} is changed to {rule}"),
            }
        }
        _ => {
            let subject = match difference.code.part.name {
                "crd" => return whole("the CRD", what, old.or(new)),
                "version" => return whole("version", what, old.or(new)),
                _ => difference.path().full_subject(),
            };
            match (what, old, new) {
                (What::Added | What::Removed, Some(old), Some(new)) => {
                    format!("{subject} is changed from {old} to {new}")
                }
                (What::Added, _, Some(new)) => format!("{subject} is added: {new}"),
                (What::Added, ..) => format!("{subject} is added"),
                (What::Removed, Some(old), _) => format!("{subject} is removed: it was {old}"),
                (What::Removed, ..) => format!("{subject} is removed"),
                (what, Some(old), Some(new)) => format!("{subject} is {} from {old} to {new}", verb(what)),
                (what, ..) => format!("{subject} is {}", verb(what)),
            }
        }
    }
}

/// What becomes of a CRD or a version of it.
fn whole(noun: &str, what: What, name: Option<String>) -> String {
    format!("{noun} {} is {}", name.unwrap_or_default(), verb(what))
}

const fn verb(what: What) -> &'static str {
    match what {
        What::Lowered => "lowered",
        What::Raised => "raised",
        What::Refused => "refused",
        What::Added => "added",
        What::Removed => "removed",
        _ => "changed",
    }
}

fn required(difference: &Difference<'_>, name: &str) -> String {
    let site = &difference.site;
    let (path, words) = match difference.code.what {
        What::Added => (&site.new_path, "is now required"),
        _ => (&site.old_path, "is no longer required"),
    };
    let property = path.child("properties").with(crdls_report::PathStep::Key(name.into()));
    format!("{} {words}", property.full_subject())
}

/// A value that fits into a sentence.
fn shown(side: &Side) -> Option<String> {
    let text = match &side.value.as_ref()?.value {
        JsonValue::Str(text) => text.to_string(),
        JsonValue::List(items) if items.len() > 6 => return None,
        value => Json { value: value.clone(), range: side.range }.to_json(),
    };
    (text.len() <= 80).then(|| in_backticks(&text))
}
