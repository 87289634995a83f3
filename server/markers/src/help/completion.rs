//! What can be typed in a marker: names by target and type of field, arguments, values.

use std::collections::BTreeSet;

use crdls_text::TextRange;

use super::HelpContext;
use super::item::{Completion, CompletionKind};
use super::place::{MarkerPlace, Part, place_at, shape_below};
use super::tags;
use super::values::values;
use crate::apply::{Context, Shape, fits};
use crate::grammar::{ArgumentType, Value};
use crate::program::TypeAt;
use crate::registry::{Applies, Argument, Marker, Target, VALIDATION, all, lookup};
use crate::{MarkerText, Parsed};

/// What can be typed at an offset; nothing outside of markers and `json` tags.
pub fn completions(context: HelpContext<'_>, offset: u32) -> Vec<Completion> {
    let Some(place) = place_at(context, offset) else { return tags::completions(context, offset) };
    let offered = match place.part {
        Part::Name(range) => names(context, &place, range, offset),
        Part::ArgumentName(range) => {
            place.marker.map_or_else(Vec::new, |marker| arguments(context, &place, marker, range))
        }
        Part::Value { range, whole, .. } => values(context, &place, range, whole),
    };
    let below = shape_below(context, place.read.owner);
    let faults: Vec<usize> =
        offered.iter().map(|item| faults(context, &place, below.as_ref(), item)).collect();
    // Where none has fewer, the fault is elsewhere.
    let fewest = faults.iter().min().copied().unwrap_or_default();
    let with_faults = offered.into_iter().zip(faults);
    with_faults.filter(|(_, faults)| *faults == fewest).map(|(item, _)| item).collect()
}

/// How many faults controller-gen finds in the marker once an item is accepted.
fn faults(
    context: HelpContext<'_>,
    place: &MarkerPlace<'_>,
    below: Option<&(TypeAt<'_>, Shape<'_>)>,
    item: &Completion,
) -> usize {
    let start = place.text.start;
    let before = TextRange::new(start, item.range.start).of(&context.file.text);
    let after = TextRange::new(item.range.end, place.text.range().end.max(item.range.end));
    let text = format!("{before}{}{}", item.text, after.of(&context.file.text));
    let read = |target| lookup(&text, target, context.version).map(|marker| (marker, target));
    let found = read(place.target).or_else(|| read(Target::Package));
    let Some((marker, target)) = found else { return usize::MAX };
    let parsed = Parsed::read(MarkerText { text: &text, start }, marker, context.version);
    if !parsed.errors.is_empty() {
        return parsed.errors.len();
    }
    let HelpContext { program, version, .. } = context;
    let is_applied = target != place.target
        || below.is_none_or(|(at, shape)| {
            fits(Context { program, at: *at }, place.read.owner, shape, &parsed, version)
        });
    usize::from(!is_applied)
}

/// The markers that fit what is below.
fn names(
    context: HelpContext<'_>,
    place: &MarkerPlace<'_>,
    range: TextRange,
    offset: u32,
) -> Vec<Completion> {
    let has_value = range.end < place.text.range().end;
    let owner = place.read.owner;
    // A marker may say what the schema is: then its Go type says nothing.
    let is_typed = ["Type", "XIntOrString"]
        .iter()
        .any(|name| context.file.markers.has(owner, &format!("{VALIDATION}{name}")));
    let shape = shape_below(context, owner).map(|(_, shape)| shape).filter(|_| !is_typed);
    let is_keyed = context.file.markers.values_of(owner).any(|parsed| {
        matches!(parsed.marker.name, "listType" | "k8s:listType")
            && parsed.value.as_ref().and_then(|value| value.as_str()) == Some("map")
    });
    let present: BTreeSet<&str> = context
        .file
        .markers
        .values_of(owner)
        .filter(|parsed| parsed.range != place.read.range && !parsed.marker.many)
        .map(|parsed| parsed.marker.name)
        .collect();
    let is_offered = |marker: &&Marker| {
        place.target_of(marker, context.version).is_some()
            && !present.contains(marker.name)
            && shape.as_ref().is_none_or(|shape| fits_shape(marker, shape))
            && (is_keyed || !marker.name.ends_with("listMapKey") || place.target == Target::Type)
            && (marker.name != "k8s:enum" || place.target == Target::Type)
    };
    // The last part of a name may be an argument: it stays behind the name of a marker that takes arguments. So does the
    // colon of `:=`.
    let typed = range.of(&context.file.text);
    let colon = typed.rfind(':').filter(|_| has_value).map(|colon| range.start + colon as u32);
    let before_colon = colon.filter(|colon| offset <= *colon).map(|colon| TextRange::new(range.start, colon));
    let is_alone = typed.ends_with(':');
    let takes_colon = |marker: &Marker| is_alone || marker.takes_names(context.version);
    all()
        .iter()
        .filter(is_offered)
        .map(|marker| Completion {
            label: format!("+{}", marker.name),
            text: if has_value { marker.name.to_owned() } else { whole(marker) },
            range: before_colon.filter(|_| takes_colon(marker)).unwrap_or(range),
            kind: CompletionKind::Marker,
            doc: marker.doc.to_owned(),
            deprecated: !marker.instead.is_empty() && marker.instead != marker.name,
        })
        .collect()
}

/// A whole marker that controller-gen accepts.
fn whole(marker: &Marker) -> String {
    let example = marker.example;
    match example.strip_prefix(marker.name).filter(|rest| rest.is_empty() || rest.starts_with(['=', ':'])) {
        Some(_) => example.to_owned(),
        // The example of another marker: its value is of this one too.
        None => match (marker.arguments.first(), example.split_once('=')) {
            (None, _) => marker.name.to_owned(),
            (Some(argument), Some((before, value))) if marker.anonymous => {
                let value = if before.ends_with(':') { value.trim_start() } else { value };
                match argument.value {
                    ArgumentType::Bool if !matches!(value, "true" | "false") => {
                        format!("{}=true", marker.name)
                    }
                    _ => format!("{}={value}", marker.name),
                }
            }
            (Some(_), Some(_)) => {
                let arguments =
                    example.rsplit_once(":rule").map_or(String::new(), |(_, rest)| format!(":rule{rest}"));
                format!("{}{arguments}", marker.name)
            }
            (Some(_), None) => marker.name.to_owned(),
        },
    }
}

fn fits_shape(marker: &Marker, shape: &Shape<'_>) -> bool {
    if shape.is_unknown || shape.is_refused {
        return true;
    }
    if marker.items {
        let Some(items) = &shape.items else { return false };
        return shape.ty == "array" && applies(marker.applies, items);
    }
    applies(marker.applies, shape)
}

fn applies(applies: Applies, shape: &Shape<'_>) -> bool {
    match applies {
        Applies::Any => true,
        Applies::Number => matches!(&*shape.ty, "integer" | "number"),
        Applies::String => shape.ty == "string" || shape.int_or_string,
        Applies::Array => shape.ty == "array",
        Applies::Object => shape.ty == "object",
    }
}

/// The arguments that are not there yet. Where one without which the marker is refused is missing, another one brings
/// it along.
fn arguments(
    context: HelpContext<'_>,
    place: &MarkerPlace<'_>,
    marker: &'static Marker,
    range: TextRange,
) -> Vec<Completion> {
    let has_value = context.file.text.get(range.end as usize..).is_some_and(|rest| rest.starts_with('='));
    let written = place.text.text;
    let own = range.of(&context.file.text).trim();
    let is_there = |name: &str| {
        name != own
            && [format!(":{name}="), format!(",{name}=")].iter().any(|text| written.contains(text.as_str()))
    };
    // Lists have items of a form: the example has one.
    let whole = format!("+{}", marker.example);
    let example = Parsed::read(MarkerText { text: &whole, start: 0 }, marker, context.version);
    let of_example = |name: &str| {
        let is_list = |value: &Value| value.range.of(&whole).contains(['=', ';']);
        let of_another =
            || example.arguments.iter().filter_map(|other| other.value.as_ref()).find(|v| is_list(v));
        let value = example.value_of(name).or_else(of_another)?;
        Some(value.range.of(&whole).to_owned())
    };
    let with_value = |argument: &Argument| match (argument.value, argument.values.first()) {
        (_, Some(value)) => format!("{}={value}", argument.name),
        (ArgumentType::Bool, _) => format!("{}=true", argument.name),
        (ArgumentType::Int | ArgumentType::Number, _) => format!("{}=1", argument.name),
        (ArgumentType::Strings, _) => {
            format!("{}={}", argument.name, of_example(argument.name).unwrap_or("\"\"".to_owned()))
        }
        _ => format!("{}=\"\"", argument.name),
    };
    let is_required =
        |argument: &Argument| argument.optional_since.is_none_or(|since| since > context.version);
    let missing: Vec<&Argument> = marker
        .arguments(context.version)
        .filter(|argument| is_required(argument) && !is_there(argument.name))
        .collect();
    let text = |argument: &Argument| {
        if has_value {
            return argument.name.to_owned();
        }
        let others = missing.iter().filter(|missing| missing.name != argument.name);
        let all: Vec<String> = std::iter::once(argument).chain(others.copied()).map(with_value).collect();
        all.join(",")
    };
    marker
        .arguments(context.version)
        .filter(|argument| !is_there(argument.name))
        .map(|argument| Completion {
            label: argument.name.to_owned(),
            text: text(argument),
            range,
            kind: CompletionKind::Argument,
            doc: argument.doc.to_owned(),
            deprecated: false,
        })
        .collect()
}
