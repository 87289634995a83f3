//! What can be typed in a marker.

use std::collections::BTreeSet;

use crdls_text::TextRange;

use super::HelpContext;
use super::fields::{fields_of, named_type};
use super::place::{MarkerPlace, Part, field_of, place_at, type_of};
use crate::apply::{Shape, shape_of_field};
use crate::collect::Owner;
use crate::grammar::ArgumentType;
use crate::program::TypeAt;
use crate::registry::{Applies, Argument, Marker, Target, all};

/// Something that can be typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What is shown.
    pub label: String,
    /// What is written.
    pub text: String,
    /// What it replaces.
    pub range: TextRange,
    /// What it is.
    pub kind: CompletionKind,
    /// What it means, in Markdown.
    pub doc: String,
    /// Whether upstream prefers another one.
    pub deprecated: bool,
}

/// What a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A marker.
    Marker,
    /// An argument of one.
    Argument,
    /// A value.
    Value,
    /// A field of a type.
    Field,
}

/// What can be typed at an offset; nothing outside of markers.
pub fn completions(context: HelpContext<'_>, offset: u32) -> Vec<Completion> {
    let Some(place) = place_at(context, offset) else { return Vec::new() };
    match place.part {
        Part::Name(range) => names(context, &place, range),
        Part::ArgumentName(range) => {
            place.marker.map_or_else(Vec::new, |marker| arguments(context, &place, marker, range))
        }
        Part::Value { range, whole, .. } => values(context, &place, range, whole),
    }
}

/// The markers that fit what is below.
fn names(context: HelpContext<'_>, place: &MarkerPlace<'_>, range: TextRange) -> Vec<Completion> {
    let has_value = range.end < place.text.range().end;
    let shape = field_of(context, place.read.owner)
        .map(|(at, field)| shape_of_field(context.program, at, field, context.version, context.flags));
    let is_keyed = context.file.markers.values_of(place.read.owner).any(|parsed| {
        matches!(parsed.marker.name, "listType" | "k8s:listType")
            && parsed.value.as_ref().and_then(|value| value.as_str()) == Some("map")
    });
    let present: BTreeSet<&str> = context
        .file
        .markers
        .values_of(place.read.owner)
        .filter(|parsed| parsed.range != place.read.range && !parsed.marker.many)
        .map(|parsed| parsed.marker.name)
        .collect();
    let fits = |marker: &&Marker| {
        marker.is_read(place.target, context.version)
            && !present.contains(marker.name)
            && shape.as_ref().is_none_or(|shape| fits_shape(marker, shape))
            && (is_keyed || !marker.name.ends_with("listMapKey") || place.target == Target::Type)
            && (marker.name != "k8s:enum" || place.target == Target::Type)
    };
    all()
        .iter()
        .filter(fits)
        .map(|marker| Completion {
            label: format!("+{}", marker.name),
            text: if has_value { marker.name.to_owned() } else { whole(marker) },
            range,
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

fn fits_shape(marker: &Marker, shape: &Shape) -> bool {
    if shape.is_unknown || shape.is_refused {
        return true;
    }
    if marker.items {
        let Some(items) = &shape.items else { return false };
        return shape.ty == "array" && applies(marker.applies, items);
    }
    applies(marker.applies, shape)
}

fn applies(applies: Applies, shape: &Shape) -> bool {
    match applies {
        Applies::Any => true,
        Applies::Number => matches!(shape.ty.as_str(), "integer" | "number"),
        Applies::String => shape.ty == "string" || shape.int_or_string,
        Applies::Array => shape.ty == "array",
        Applies::Object => shape.ty == "object",
    }
}

/// The arguments that are not there yet.
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
    let text = |argument: &Argument| match (has_value, argument.value, argument.values.first()) {
        (true, ..) => argument.name.to_owned(),
        (_, _, Some(value)) => format!("{}={value}", argument.name),
        (_, ArgumentType::Bool, _) => format!("{}=true", argument.name),
        (_, ArgumentType::Int | ArgumentType::Number, _) => format!("{}=1", argument.name),
        _ => format!("{}=\"\"", argument.name),
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

fn values(
    context: HelpContext<'_>,
    place: &MarkerPlace<'_>,
    range: TextRange,
    whole: TextRange,
) -> Vec<Completion> {
    let (Some(marker), Some(argument)) = (place.marker, place.argument()) else { return Vec::new() };
    let item = |text: String, kind, range, doc: String| Completion {
        label: text.clone(),
        text,
        range,
        kind,
        doc,
        deprecated: false,
    };
    let value = |text: &str| item(text.to_owned(), CompletionKind::Value, range, String::new());
    let mut found: Vec<Completion> = argument.values.iter().map(|text| value(text)).collect();
    if argument.value == ArgumentType::Bool {
        found.extend(["true", "false"].map(value));
    }
    match (marker.short_name(), argument.name) {
        ("Enum" | "items:Enum", _) => {
            let constants = constants(context, place);
            if constants.len() > 1 {
                let all = constants.join(";");
                found.push(item(all, CompletionKind::Value, whole, "All constants of the type.".to_owned()));
            }
            found.extend(constants.iter().map(|constant| value(constant)));
        }
        ("kubebuilder:default" | "kubebuilder:example", _) => {
            found.extend(constants(context, place).iter().map(|constant| value(constant)));
            if let Some((at, field)) = field_of(context, place.read.owner) {
                let shape = shape_of_field(context.program, at, field, context.version, context.flags);
                let of_type: &[&str] = match shape.ty.as_str() {
                    "boolean" => &["true", "false"],
                    "integer" | "number" => &["0", "1"],
                    "string" => &["\"\""],
                    "array" | "object" => &["{}"],
                    _ => &[],
                };
                found.extend(of_type.iter().map(|text| value(text)));
            }
        }
        ("listMapKey" | "k8s:listMapKey", _) => {
            let item_type = field_of(context, place.read.owner)
                .and_then(|(at, field)| named_type(context.program, at, &field.ty));
            found.extend(
                field_names(context, item_type)
                    .into_iter()
                    .map(|name| item(name, CompletionKind::Field, range, String::new())),
            );
        }
        ("ExactlyOneOf" | "AtMostOneOf" | "AtLeastOneOf", _) => {
            let at = type_of(context, place.read.owner);
            found.extend(
                field_names(context, at)
                    .into_iter()
                    .map(|name| item(name, CompletionKind::Field, range, String::new())),
            );
        }
        (_, "JSONPath" | "specpath" | "statuspath" | "selectorpath") => {
            let root = type_of(context, place.read.owner);
            found.extend(
                root.into_iter()
                    .flat_map(|root| paths(context, root))
                    .map(|path| item(path, CompletionKind::Field, range, String::new())),
            );
        }
        _ => {}
    }
    found
}

fn field_names(context: HelpContext<'_>, at: Option<TypeAt<'_>>) -> Vec<String> {
    let fields = at.map(|at| fields_of(context.program, at)).unwrap_or_default();
    fields.iter().map(|field| field.name().to_owned()).collect()
}

/// The constants of the string type of the field or type below.
fn constants(context: HelpContext<'_>, place: &MarkerPlace<'_>) -> Vec<String> {
    let at = match place.read.owner {
        Owner::Type(_) => type_of(context, place.read.owner),
        owner => field_of(context, owner).and_then(|(at, field)| named_type(context.program, at, &field.ty)),
    };
    let Some(at) = at else { return Vec::new() };
    let quoted = |value: String| {
        let is_plain = !value.is_empty()
            && value.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
        if is_plain { value } else { crdls_values::go_quote(&value) }
    };
    let constants = at.package.constants_of(at.name()).into_iter();
    constants.map(|(_, value)| quoted(value)).collect()
}

/// How deep paths lead into types, and how many are offered.
const MAX_PATH_DEPTH: usize = 4;
const MAX_PATHS: usize = 500;

/// The JSONPaths of the fields below a type, without those of lists and maps.
fn paths(context: HelpContext<'_>, root: TypeAt<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), root, 0)];
    while let Some((before, at, depth)) = open.pop() {
        for field in fields_of(context.program, at) {
            if found.len() >= MAX_PATHS {
                return found;
            }
            let path = format!("{before}.{}", field.name());
            let is_list = matches!(
                field.field.ty.kind,
                crdls_go_source::TypeKind::Slice(_) | crdls_go_source::TypeKind::Map { .. }
            );
            if let Some(inner) = named_type(context.program, field.at, &field.field.ty)
                .filter(|_| !is_list && depth < MAX_PATH_DEPTH)
            {
                open.push((path.clone(), inner, depth + 1));
            }
            found.push(path);
        }
    }
    found.sort();
    found
}
