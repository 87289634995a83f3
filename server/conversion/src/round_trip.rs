//! An object before and after a conversion there and back.
//!
//! Must not know what converts it.

use crdls_report::{FieldPath, Finding, in_backticks};
use crdls_text::TextRange;
use crdls_values::{Json, JsonValue};

use crate::judged::DROPPED_BY_CONVERSION;
use crate::metadata::CHANGEABLE;
use crate::type_name::TypeName;

/// The first part of an object that is not as before.
#[derive(Debug)]
struct Change<'j> {
    path: FieldPath,
    before: Option<&'j Json>,
    after: Option<&'j Json>,
    /// Where it is in the text of the object that came back, or what is around it there.
    range: TextRange,
}

/// The finding on what an object lost or changed on its way to another version and back; `None` where it is as before.
/// `before`: as the server has it, with its defaults; `after`: what came back at a path of a response, with the same
/// defaults.
pub fn round_trip(before: &Json, after: &Json, by: &str, path: &FieldPath) -> Option<Finding> {
    let Change { path: part, before: was, after: is, range } = changed(before, after)?;
    let name = before.get("metadata").and_then(|metadata| metadata.get("name")?.as_str()).unwrap_or_default();
    let (kind, own) = (TypeName::of(before).kind, TypeName::of(before).version.version);
    let (object, way) =
        (format!("{kind} {}", in_backticks(name)), format!("from `{own}` to `{by}` and back"));
    let message = match (was, is) {
        (Some(_), None) => format!("`{part}` of {object} is lost {way}"),
        (None, _) => format!("`{part}` of {object} is added {way}"),
        (Some(was), Some(is)) => {
            let (was, is) = (in_backticks(&was.to_json()), in_backticks(&is.to_json()));
            format!("`{part}` of {object} is {is} {way}, and was {was}")
        }
    };
    let finding = Finding::new(&DROPPED_BY_CONVERSION, range, part.below(path), message);
    Some(
        finding
            .why("clients can write in any served version, so a field that one version lacks is lost on the next write")
            .help("store fields that the other version lacks in an annotation, and restore them when converting back"),
    )
}

fn changed<'j>(before: &'j Json, after: &'j Json) -> Option<Change<'j>> {
    let of_metadata = || {
        let texts = |object: &'j Json, field| {
            let texts = object.get("metadata").and_then(|metadata| metadata.get(field));
            texts.filter(|texts| !texts.members().is_empty())
        };
        let around = after.get("metadata").map_or(after.range, |metadata| metadata.range);
        CHANGEABLE.iter().find_map(|field| {
            let path = FieldPath::of_names(&["metadata", field]);
            of_member(path, texts(before, field), texts(after, field), around)
        })
    };
    let names = |object: &'j Json| object.members().iter().map(|member| &*member.name);
    let mut fields: Vec<_> = names(before).chain(names(after)).filter(|name| *name != "metadata").collect();
    fields.sort_unstable();
    fields.dedup();
    let around = after.get("kind").map_or(after.range, |kind| kind.range);
    let field =
        |name: &str| of_member(FieldPath::of_names(&[name]), before.get(name), after.get(name), around);
    fields.into_iter().find_map(field).or_else(of_metadata)
}

/// The same of one member. `around`: what to mark where it is not in the object that came back.
fn of_member<'j>(
    path: FieldPath,
    before: Option<&'j Json>,
    after: Option<&'j Json>,
    around: TextRange,
) -> Option<Change<'j>> {
    match (before, after) {
        (None, None) => None,
        (Some(was), Some(is)) => of_values(path, was, is),
        _ => {
            let range = after.map_or(around, |after| after.range);
            Some(Change { path, before, after, range })
        }
    }
}

fn of_values<'j>(path: FieldPath, before: &'j Json, after: &'j Json) -> Option<Change<'j>> {
    match (&before.value, &after.value) {
        (JsonValue::Map(old), JsonValue::Map(_)) => {
            let first = after.members().first().map_or(after.range, |member| member.key);
            let gone = |member: &'j crdls_values::JsonMember| {
                of_member(path.child(&member.name), Some(&member.value), after.get(&member.name), first)
            };
            let new = || {
                let added = after.members().iter().find(|member| before.get(&member.name).is_none())?;
                of_member(path.child(&added.name), None, Some(&added.value), first)
            };
            old.iter().find_map(gone).or_else(new)
        }
        (JsonValue::List(old), JsonValue::List(new)) if old.len() == new.len() => {
            let items = old.iter().zip(new).enumerate();
            items.filter_map(|(index, (old, new))| of_values(path.item(index), old, new)).next()
        }
        _ if is_same_number(before, after) || before == after => None,
        _ => Some(Change { path, before: Some(before), after: Some(after), range: after.range }),
    }
}

/// Whether both are one number: a whole one is written in two ways.
#[expect(clippy::float_cmp, reason = "equal numbers have equal texts")]
fn is_same_number(before: &Json, after: &Json) -> bool {
    match (&before.value, &after.value) {
        (JsonValue::Int(whole), JsonValue::Float(float))
        | (JsonValue::Float(float), JsonValue::Int(whole)) => *whole as f64 == *float,
        _ => false,
    }
}
