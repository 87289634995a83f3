//! The values that can be typed in a marker: those that its argument takes, constants, and fields of types.

use crdls_go_source::{Type, TypeKind};
use crdls_text::TextRange;

use super::HelpContext;
use super::fields::{JsonField, fields_of, named_type};
use super::item::{Completion, CompletionKind};
use super::place::{MarkerPlace, Part, field_of, list_of, shape_below, type_of};
use crate::collect::Owner;
use crate::grammar::ArgumentType;
use crate::program::{Named, Program, TypeAt, Underlying, pointed};

/// The values that fit at a place: `range` is the word at the cursor, `whole` the value.
pub(super) fn values(
    context: HelpContext<'_>,
    place: &MarkerPlace<'_>,
    range: TextRange,
    whole: TextRange,
) -> Vec<Completion> {
    let (Some(marker), Some(argument)) = (place.marker, place.argument()) else { return Vec::new() };
    let value = |text: &str| Completion::plain(text.to_owned(), CompletionKind::Value, range);
    let field = |text: String| Completion::plain(text, CompletionKind::Field, range);
    let mut found: Vec<Completion> = argument.values.iter().map(|text| value(text)).collect();
    if argument.value == ArgumentType::Bool {
        found.extend(["true", "false"].map(value));
    }
    match (marker.short_name(), argument.name) {
        ("Enum" | "items:Enum", _) => {
            let constants = constants(context, place);
            if constants.len() > 1 {
                let all = Completion::plain(constants.join(";"), CompletionKind::Value, whole);
                found.push(Completion { doc: "All constants of the type.".to_owned(), ..all });
            }
            found.extend(constants.iter().map(|constant| value(constant)));
        }
        ("kubebuilder:default" | "kubebuilder:example" | "default", _) => {
            found.extend(defaults(context, place, marker.name == "default").iter().map(|text| value(text)));
        }
        ("listMapKey" | "k8s:listMapKey", _) => {
            let list = list_of(context, place.read.owner);
            let item = list.and_then(|(at, ty)| named_type(context.program, at, ty));
            found.extend(field_names(context, item).into_iter().map(field));
            if list.is_some_and(|(at, ty)| is_conditions(context.program, at, ty)) && item.is_none() {
                found.push(field("type".to_owned()));
            }
        }
        ("ExactlyOneOf" | "AtMostOneOf" | "AtLeastOneOf", _) => {
            let at = type_of(context, place.read.owner);
            found.extend(field_names(context, at).into_iter().map(field));
        }
        (_, "JSONPath" | "specpath" | "statuspath" | "selectorpath") => {
            let wanted = match (marker.name, argument.name) {
                (_, "specpath") => Wanted { below: ".spec.", is_scalar: true },
                (_, "statuspath" | "selectorpath") => Wanted { below: ".status.", is_scalar: true },
                ("kubebuilder:selectablefield", _) => Wanted { below: ".", is_scalar: true },
                _ => Wanted { below: ".", is_scalar: false },
            };
            let root = type_of(context, place.read.owner);
            let paths = root.map(|root| paths(context.program, root, wanted)).unwrap_or_default();
            // Quotes in quotes as they are there.
            let is_escaped = whole.of(&context.file.text).starts_with('"')
                && context.file.text.contains("[?(@.type==\\\"");
            let as_there = |path: String| if is_escaped { path.replace('\'', "\\\"") } else { path };
            found.extend(paths.into_iter().map(as_there).map(field));
        }
        ("versionName", _) => found.push(value(context.package.name())),
        _ => {}
    }
    if matches!(argument.value, ArgumentType::Strings | ArgumentType::AnyList) {
        // What is in a list is not offered for it again.
        let text = &context.file.text;
        let others = [TextRange::new(whole.start, range.start), TextRange::new(range.end, whole.end)];
        let is_there = |item: &str| {
            others.iter().any(|part| part.of(text).split([';', ',', '{', '}']).any(|other| other == item))
        };
        found.retain(|item| item.range == whole || !is_there(&item.text));
    }
    quoted_as_begun(place, &mut found);
    found
}

/// Writes values in the quotes that are there, and closes those that are open. A path that is no word gets quotes.
fn quoted_as_begun(place: &MarkerPlace<'_>, found: &mut [Completion]) {
    let Part::Value { open, quote, .. } = place.part else { return };
    for item in found.iter_mut() {
        if quote.is_some()
            && let Some(inner) = item.text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))
        {
            item.text = inner.to_owned();
        }
        match (quote, open) {
            (_, true) => item.text.extend(quote),
            (None, false) if item.text.contains('[') && item.kind == CompletionKind::Field => {
                item.text = format!("`{}`", item.text);
            }
            _ => {}
        }
    }
}

/// The constants of the type of a field, and what its type takes.
fn defaults(context: HelpContext<'_>, place: &MarkerPlace<'_>, is_json: bool) -> Vec<String> {
    let mut found = Vec::new();
    if let Some((_, shape)) = shape_below(context, place.read.owner) {
        if shape.ty == "string" || shape.ty.is_empty() {
            found = constants(context, place);
        }
        for constant in found.iter_mut().filter(|constant| is_json && !constant.starts_with('"')) {
            *constant = crdls_go::go_quote(constant);
        }
        let of_type: &[&str] = match (&*shape.ty, is_json) {
            ("boolean", _) => &["true", "false"],
            ("integer" | "number", _) => &["0", "1"],
            ("string", _) => &["\"\""],
            ("array", true) => &["[]"],
            ("array", false) => &["{}"],
            ("object" | "", _) if !shape.is_unknown => &["{}"],
            _ => &[],
        };
        found.extend(of_type.iter().map(|text| (*text).to_owned()));
    }
    found
}

fn field_names(context: HelpContext<'_>, at: Option<TypeAt<'_>>) -> Vec<String> {
    let fields = at.map(|at| fields_of(context.program, at)).unwrap_or_default();
    fields.iter().map(|field| field.name().to_owned()).collect()
}

/// The constants of the string type of the field or type below, or of its items.
fn constants(context: HelpContext<'_>, place: &MarkerPlace<'_>) -> Vec<String> {
    let at = match place.read.owner {
        Owner::Type(_) => type_of(context, place.read.owner),
        owner => field_of(context, owner).and_then(|(at, field)| named_type(context.program, at, &field.ty)),
    };
    let Some(at) = at else { return Vec::new() };
    let quoted = |value: String| {
        let is_plain = !value.is_empty()
            && value.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
        if is_plain { value } else { crdls_go::go_quote(&value) }
    };
    let constants = at.package.constants_of(at.name()).into_iter();
    constants.map(|(.., value)| quoted(value)).collect()
}

/// How deep paths lead into types, and how many are offered.
const MAX_PATH_DEPTH: usize = 4;
const MAX_PATHS: usize = 500;

/// Which paths are wanted.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    /// What they begin with.
    below: &'static str,
    /// Whether they lead to a text, a number or a boolean.
    is_scalar: bool,
}

/// The JSONPaths of the fields below a type: of lists those of all items, of conditions also by their type.
fn paths(program: &Program, root: TypeAt<'_>, wanted: Wanted) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), root, 0)];
    while let Some((before, at, depth)) = open.pop() {
        for field in fields_of(program, at) {
            if found.len() >= MAX_PATHS {
                break;
            }
            let path = format!("{before}.{}", field.name());
            let ty = &field.field.ty;
            let inner = named_type(program, field.at, ty).filter(|_| depth < MAX_PATH_DEPTH);
            match (&ty.kind, inner) {
                (TypeKind::Map { .. }, _) | (_, None) => {}
                // The items of a list are printed next to each other.
                (TypeKind::Slice(_), Some(_)) if wanted.is_scalar => {}
                (TypeKind::Slice(_), Some(inner)) => open.push((format!("{path}[*]"), inner, MAX_PATH_DEPTH)),
                (_, Some(inner)) => open.push((path.clone(), inner, depth + 1)),
            }
            if !wanted.is_scalar && is_conditions(program, field.at, ty) {
                let of_condition = ["status", "reason", "message", "lastTransitionTime"];
                found.extend(of_condition.map(|field| format!("{path}[?(@.type=='Ready')].{field}")));
            }
            if !wanted.is_scalar || is_scalar(program, field) {
                found.push(path);
            }
        }
    }
    if !wanted.is_scalar && program.is_kind(root) {
        found.push(".metadata.creationTimestamp".to_owned());
    }
    found.retain(|path| path.starts_with(wanted.below));
    found.sort();
    found
}

/// Whether a field is a text, a number or a boolean; also if that is not known.
fn is_scalar(program: &Program, field: JsonField<'_>) -> bool {
    matches!(
        program.underlying(field.at, pointed(&field.field.ty)),
        Underlying::Basic(_) | Underlying::Unknown
    )
}

/// Whether a type is a list of conditions: of `metav1.Condition`, or of a type with a `type` and a `status`.
fn is_conditions(program: &Program, at: TypeAt<'_>, ty: &Type) -> bool {
    let TypeKind::Slice(item) = &ty.kind else { return false };
    match program.resolve(at, item) {
        Named::External { name, .. } => name == "Condition",
        Named::Declared(at) => {
            let fields = fields_of(program, at);
            ["type", "status"].iter().all(|name| fields.iter().any(|field| field.name() == *name))
        }
        Named::Builtin(_) | Named::Unknown => false,
    }
}
