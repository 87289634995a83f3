//! What can be typed in the `json` tag of a field, in packages that CRDs are made of.

use crdls_go_source::{Field, Node, TypeKind, Visitor, lower_camel, walk};
use crdls_text::TextRange;

use super::HelpContext;
use super::item::{Completion, CompletionKind};
use crate::collect::Owner;

/// What can be typed at an offset of a tag; nothing in packages without a kind or group.
pub(super) fn completions(context: HelpContext<'_>, offset: u32) -> Vec<Completion> {
    if !context.package.is_api() {
        return Vec::new();
    }
    let mut finder = Finder { offset, found: None };
    walk(&context.file.syntax, &mut finder);
    let Some((field, tag)) = finder.found else { return Vec::new() };
    let Some(place) = place_in(&context.file.text, tag, offset) else { return Vec::new() };
    let tagged = Tagged { context, field, name: json_name(&context.file.text, field) };
    match place {
        TagPlace::Key(range) => tagged.whole(range),
        TagPlace::Name { range, has_options, is_open } => tagged.names(range, has_options, is_open),
        TagPlace::Option { range, others, is_open } => tagged.options(range, others, is_open),
    }
}

/// The field whose tag a cursor is in.
struct Finder<'f> {
    offset: u32,
    found: Option<(&'f Field, TextRange)>,
}

impl<'f> Visitor<'f> for Finder<'f> {
    fn enter(&mut self, node: Node<'f>) {
        if let Node::Field(field) = node
            && let Some(tag) = field.tag.filter(|tag| tag.start < self.offset && self.offset <= tag.end)
        {
            self.found = Some((field, tag));
        }
    }

    fn leave(&mut self, _: Node<'f>) {}
}

/// A part of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TagPlace<'t> {
    /// Where a key can be typed.
    Key(TextRange),
    /// The name of the field.
    Name { range: TextRange, has_options: bool, is_open: bool },
    /// A word behind a comma; `others` is the rest of the value.
    Option { range: TextRange, others: [&'t str; 2], is_open: bool },
}

/// The part of a tag in backquotes at a cursor. Tags end with their line, as does the pair that is being typed.
fn place_in(text: &str, tag: TextRange, offset: u32) -> Option<TagPlace<'_>> {
    let start = tag.start + 1;
    let inside = tag.of(text).strip_prefix('`')?;
    let end = inside.find(['`', '\n']).unwrap_or(inside.len());
    let inside = inside.get(..end)?;
    let cursor = offset.checked_sub(start)? as usize;
    if cursor > inside.len() {
        return None;
    }
    let range = |from: usize, to: usize| TextRange::new(start + from as u32, start + to as u32);
    let is_free = !inside.contains("json:\"");
    let mut at = 0;
    loop {
        let rest = inside.get(at..)?;
        let key = at + (rest.len() - rest.trim_start_matches(' ').len());
        let colon = inside.get(key..)?.find(":\"").map(|colon| key + colon);
        let word_end = inside.get(key..)?.find(' ').map_or(inside.len(), |end| key + end);
        if cursor < key {
            return is_free.then(|| TagPlace::Key(range(cursor, cursor)));
        }
        let Some(colon) = colon.filter(|colon| *colon < word_end) else {
            // A word that is no pair yet.
            return (is_free && cursor <= word_end).then(|| TagPlace::Key(range(key, word_end)));
        };
        let value = colon + 2;
        if cursor < value {
            return None;
        }
        let close = inside.get(value..)?.find('"').map(|close| value + close);
        let value_end = close.unwrap_or(word_end);
        if cursor > value_end {
            at = value_end + 1;
            continue;
        }
        return (inside.get(key..colon)? == "json")
            .then(|| part(inside, value, value_end, cursor, start, close.is_none()))
            .flatten();
    }
}

/// The part of a value between commas.
fn part(
    inside: &str,
    value: usize,
    end: usize,
    cursor: usize,
    start: u32,
    is_open: bool,
) -> Option<TagPlace<'_>> {
    let from = inside.get(value..cursor)?.rfind(',').map_or(value, |comma| value + comma + 1);
    let to = inside.get(cursor..end)?.find(',').map_or(end, |comma| cursor + comma);
    let range = TextRange::new(start + from as u32, start + to as u32);
    if from == value {
        return Some(TagPlace::Name { range, has_options: to < end, is_open });
    }
    Some(TagPlace::Option { range, others: [inside.get(value..from)?, inside.get(to..end)?], is_open })
}

/// The name that a field has in JSON by convention: the Go name in lower camel case.
fn json_name(text: &str, field: &Field) -> String {
    let name = match (field.names.first(), &field.ty.kind) {
        (Some(name), _) => name.of(text),
        (None, TypeKind::Pointer(inner)) => inner.range.of(text),
        (None, _) => field.ty.range.of(text),
    };
    let name = name.rsplit('.').next().unwrap_or(name);
    match name {
        "ObjectMeta" | "ListMeta" if field.names.is_empty() => "metadata".to_owned(),
        _ => lower_camel(name),
    }
}

/// A field whose tag is typed.
struct Tagged<'p> {
    context: HelpContext<'p>,
    field: &'p Field,
    name: String,
}

impl Tagged<'_> {
    fn is_inline(&self) -> bool {
        self.field.is_embedded() && self.name != "metadata"
    }

    /// The values that fit best first: what may be left out is named with `omitempty`.
    fn values(&self) -> Vec<String> {
        let owner = Owner::Field(self.field.range.start);
        let has = |names: &[&str]| names.iter().any(|name| self.context.file.markers.has(owner, name));
        let is_required = has(&["required", "kubebuilder:validation:Required", "k8s:required"]);
        let is_optional = has(&["optional", "kubebuilder:validation:Optional", "k8s:optional", "nullable"])
            || matches!(self.field.ty.kind, TypeKind::Pointer(_) | TypeKind::Slice(_) | TypeKind::Map { .. })
            || self.name == "metadata";
        let (plain, optional) = (self.name.clone(), format!("{},omitempty", self.name));
        let mut values = match is_optional && !is_required {
            true => vec![optional, plain],
            false => vec![plain, optional],
        };
        if self.is_inline() {
            values.insert(0, ",inline".to_owned());
        }
        values
    }

    fn whole(&self, range: TextRange) -> Vec<Completion> {
        let values = self.values().into_iter();
        let item = |value: String| item(format!("json:\"{value}\""), range, "");
        values.map(item).collect()
    }

    fn names(&self, range: TextRange, has_options: bool, is_open: bool) -> Vec<Completion> {
        let values = match has_options {
            true => vec![self.name.clone()],
            false => self.values(),
        };
        let close = if is_open { "\"" } else { "" };
        values.into_iter().map(|value| item(format!("{value}{close}"), range, "")).collect()
    }

    fn options(&self, range: TextRange, others: [&str; 2], is_open: bool) -> Vec<Completion> {
        let is_there = |option: &str| {
            others.iter().any(|part| part.split(',').skip(1).any(|other| other == option))
                || others[0].split(',').any(|other| other == option)
        };
        let close = if is_open { "\"" } else { "" };
        let known = [
            (
                "omitempty",
                true,
                "Leaves the field out if it has the zero value of its type. controller-gen makes it optional.",
            ),
            (
                "omitzero",
                self.context.version.reads_omitzero(),
                "Leaves the field out if it is zero, structs among them. controller-gen makes it optional.",
            ),
            ("inline", self.is_inline(), "The fields of the type are fields of this one."),
        ];
        let offered = known.into_iter().filter(|(option, fits, _)| *fits && !is_there(option));
        offered.map(|(option, _, doc)| item(format!("{option}{close}"), range, doc)).collect()
    }
}

fn item(text: String, range: TextRange, doc: &str) -> Completion {
    let label = text.trim_end_matches('"').to_owned();
    let label = if text.starts_with("json:") { text.clone() } else { label };
    Completion { label, doc: doc.to_owned(), ..Completion::plain(text, CompletionKind::Value, range) }
}
