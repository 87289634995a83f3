//! What the server makes of a value before it stores it, in words.
//!
//! Must not know why: defaults, pruning, `null` and subresources are the server's path of a creation.

use crdls_report::PathStep;
use crdls_values::{Json, JsonValue};

/// More lines are counted.
const MAX_LINES: usize = 12;

/// What is stored at a place; nothing where that is what is written there.
pub(super) fn note(written: &Json, stored: &Json, steps: &[PathStep]) -> Option<String> {
    let at = |object| steps.iter().try_fold(object, |value, step| step.value_in(value));
    let (written, stored) = (at(written), at(stored));
    let Some(stored) = stored else {
        return written.map(|_| "Not stored: the server drops it when the object is created.".to_owned());
    };
    let mut lines = Vec::new();
    match written {
        Some(written) => compare("", written, stored, &mut lines),
        None => lines.push(added("", stored)),
    }
    let [only] = lines.as_slice() else { return (!lines.is_empty()).then(|| list(&lines)) };
    Some(format!("Stored {only}."))
}

fn list(lines: &[String]) -> String {
    let mut text = "Stored".to_owned();
    for line in lines.iter().take(MAX_LINES) {
        text.push_str("\n- ");
        text.push_str(line);
    }
    if let Some(more) = lines.len().checked_sub(MAX_LINES).filter(|more| *more > 0) {
        text.push_str(&format!("\n- and {more} more"));
    }
    text
}

fn compare(path: &str, written: &Json, stored: &Json, lines: &mut Vec<String>) {
    match (&written.value, &stored.value) {
        (JsonValue::Map(before), JsonValue::Map(after)) => {
            for member in after {
                let path = below(path, &member.name);
                match written.get(&member.name) {
                    Some(written) => compare(&path, written, &member.value, lines),
                    None => lines.push(added(&path, &member.value)),
                }
            }
            let gone = before.iter().filter(|member| stored.get(&member.name).is_none());
            lines.extend(gone.map(|member| format!("without `{}`", below(path, &member.name))));
        }
        (JsonValue::List(before), JsonValue::List(after)) if before.len() == after.len() => {
            for (i, (before, after)) in before.iter().zip(after).enumerate() {
                compare(&format!("{path}[{i}]"), before, after, lines);
            }
        }
        (before, after) if before == after => {}
        _ if path.is_empty() => lines.push(format!("as `{}`", stored.to_json())),
        _ => lines.push(format!("with `{path}: {}` in place of `{}`", stored.to_json(), written.to_json())),
    }
}

fn added(path: &str, value: &Json) -> String {
    match path {
        "" => format!("as `{}`, the default", value.to_json()),
        path => format!("with `{path}: {}`, the default", value.to_json()),
    }
}

fn below(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}
