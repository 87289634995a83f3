//! What of a marker a cursor is at.

use crdls_go_source::{Field, Type, TypeKind};
use crdls_text::TextRange;

use super::HelpContext;
use crate::apply::{Shape, shape_of_field, shape_of_type};
use crate::collect::{Lost, Owner};
use crate::grammar::outside_of_quotes;
use crate::program::TypeAt;
use crate::registry::{Argument, Generator, Marker, Target, Version, lookup};
use crate::{MarkerText, Read};

/// A marker with the part of it that a cursor is at.
#[derive(Clone, Copy, Debug)]
pub(super) struct MarkerPlace<'p> {
    pub(super) text: MarkerText<'p>,
    pub(super) read: &'p Read,
    /// What the marker would describe.
    pub(super) target: Target,
    pub(super) marker: Option<&'static Marker>,
    pub(super) part: Part<'p>,
}

/// A part of a marker.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part<'p> {
    /// The name, which ends before a `=`, a comma or a blank.
    Name(TextRange),
    /// The name of an argument.
    ArgumentName(TextRange),
    /// A value: of an argument, or the one value. The range is that of the word at the cursor, without quotes; `quote`
    /// is the one around it, `open` whether nothing closes it.
    Value { argument: Option<&'p str>, range: TextRange, whole: TextRange, quote: Option<char>, open: bool },
}

/// The marker at an offset, and what of it.
pub(super) fn place_at<'p>(context: HelpContext<'p>, offset: u32) -> Option<MarkerPlace<'p>> {
    let source = &context.file.text;
    let markers = context.file.markers.markers();
    let read = markers.iter().rfind(|read| read.range.start < offset)?;
    let behind = source.get(read.range.end as usize..offset as usize).unwrap_or_default();
    if !behind.chars().all(|c| matches!(c, ' ' | '\t')) {
        return None;
    }
    let text = read.text(source);
    let target = match read.owner {
        Owner::Nothing(Lost::TooFarAbove(_) | Lost::AtEndOfBody) => Target::Field,
        owner => owner.target()?,
    };
    let marker =
        lookup(text.text, target, context.version).or_else(|| half_typed(text, target, context.version));
    let part = match part_at(text, marker, context.version, offset.min(read.range.end)) {
        // The blank behind a comma is no part of the marker.
        Part::ArgumentName(range) if range.is_empty() => Part::ArgumentName(TextRange::empty(offset)),
        // Words after a marker without a value are no part of it either.
        Part::Name(range) if !range.touches(offset) => return None,
        part if behind.is_empty() => part,
        _ => return None,
    };
    Some(MarkerPlace { text, read, target, marker, part })
}

/// The marker whose first argument is being typed: it has no `=` yet.
fn half_typed(text: MarkerText<'_>, target: Target, version: Version) -> Option<&'static Marker> {
    let (before, after) = text.text.rsplit_once(':')?;
    let is_name = after.chars().all(char::is_alphanumeric) && !text.text.contains('=');
    lookup(before, target, version).filter(|marker| is_name && marker.takes_names(version))
}

fn part_at<'p>(
    text: MarkerText<'p>,
    marker: Option<&'static Marker>,
    version: Version,
    offset: u32,
) -> Part<'p> {
    let at = (offset - text.start) as usize;
    let takes_names = marker.is_some_and(|marker| marker.takes_names(version));
    let name_len = marker.map(|marker| marker.name.len());
    let arguments = name_len.filter(|_| takes_names).map(|len| len + 2);
    if let Some(start) = arguments.filter(|start| at >= *start) {
        return argument_at(text, start, at);
    }
    let equals = text.text.find('=');
    if let Some(equals) = equals.filter(|equals| at > *equals) {
        return value(text, None, equals + 1, text.text.len(), at);
    }
    let end = text.text.find(['=', ' ', ',']).unwrap_or(text.text.len());
    Part::Name(range(text, 1, end))
}

fn range(text: MarkerText<'_>, start: usize, end: usize) -> TextRange {
    TextRange::new(text.start + start as u32, text.start + end.max(start) as u32)
}

/// The argument at a cursor: from the comma before it, outside of quotes, to the one after it.
fn argument_at(text: MarkerText<'_>, start: usize, at: usize) -> Part<'_> {
    let (mut from, mut equals, mut end) = (start, None, text.text.len());
    let mut braces = 0_u32;
    for (index, c) in outside_of_quotes(text.text).filter(|(index, _)| *index >= start) {
        match c {
            '{' => braces += 1,
            '}' => braces = braces.saturating_sub(1),
            _ if braces > 0 => {}
            ',' if index < at => (from, equals) = (index + 1, None),
            ',' => {
                end = index;
                break;
            }
            '=' if equals.is_none() => equals = Some(index),
            _ => {}
        }
    }
    match equals {
        Some(equals) if at > equals => {
            let name = text.text.get(from..equals).unwrap_or_default().trim();
            value(text, Some(name), equals + 1, end, at)
        }
        Some(equals) => Part::ArgumentName(range(text, after_blanks(text, from, at), equals)),
        None => Part::ArgumentName(range(text, after_blanks(text, from, at), end)),
    }
}

/// The first character from an offset to a cursor that is no blank.
fn after_blanks(text: MarkerText<'_>, from: usize, at: usize) -> usize {
    let before = text.text.get(from..at).unwrap_or_default();
    from + before.len() - before.trim_start().len()
}

/// A value, and the word of it between semicolons.
fn value<'p>(
    text: MarkerText<'p>,
    argument: Option<&'p str>,
    start: usize,
    end: usize,
    at: usize,
) -> Part<'p> {
    let whole = text.text.get(start..end).unwrap_or_default();
    let inside = at.saturating_sub(start).min(whole.len());
    let quote = whole.chars().next().filter(|c| matches!(c, '"' | '`'));
    let (before, after) = whole.split_at_checked(inside).unwrap_or((whole, ""));
    let delimiters = [';', '{', '}', ','];
    // What is written in quotes stays in them, unless the cursor is outside of them.
    let closed = quote.and_then(|quote| whole.get(1..)?.strip_suffix(quote));
    let is_outside = inside == 0 || closed.is_some() && inside == whole.len();
    let quote = quote.filter(|_| !is_outside);
    let word = match (quote, closed) {
        (Some(_), Some(inner)) => range(text, start + 1, start + 1 + inner.len()),
        (Some(_), None) => range(text, start + 1, end),
        (None, Some(_)) => range(text, start, end),
        (None, None) => {
            let from = before.rfind(delimiters).map_or(0, |at| at + 1);
            let to = inside + after.find(delimiters).unwrap_or(after.len());
            range(text, start + from, start + to)
        }
    };
    let open = quote.is_some() && closed.is_none();
    Part::Value { argument, range: word, whole: range(text, start, end), quote, open }
}

impl MarkerPlace<'_> {
    /// What a marker describes that is typed here; `None` where it cannot be here. Above the documentation of a type, roles
    /// and webhooks are of the package.
    pub(super) fn target_of(&self, marker: &Marker, version: Version) -> Option<Target> {
        let of_package = matches!(self.read.owner, Owner::Type(_)) && !self.read.from_godoc;
        let fits = |target: &Target| match target {
            target if *target == self.target => true,
            Target::Package => of_package && matches!(marker.generator, Generator::Rbac | Generator::Webhook),
            _ => false,
        };
        [self.target, Target::Package]
            .into_iter()
            .filter(fits)
            .find(|target| marker.is_read(*target, version))
    }

    /// The argument whose value the cursor is at.
    pub(super) fn argument(&self) -> Option<&'static Argument> {
        let Part::Value { argument, .. } = self.part else { return None };
        let marker = self.marker?;
        match argument {
            Some(name) => marker.arguments.iter().find(|argument| argument.name == name),
            None => marker.arguments.first(),
        }
    }
}

/// The field below a marker, with the type that it is of.
pub(super) fn field_of<'p>(context: HelpContext<'p>, owner: Owner) -> Option<(TypeAt<'p>, &'p Field)> {
    let start = match owner {
        Owner::Field(start) | Owner::Nothing(Lost::TooFarAbove(start)) => start,
        _ => return None,
    };
    context.file.syntax.types().find_map(|(decl, spec)| {
        let TypeKind::Struct(fields) = &spec.ty.kind else { return None };
        let field = fields.list.iter().find(|field| field.range.start == start)?;
        Some((TypeAt { package: context.package, file: context.file, decl, spec }, field))
    })
}

/// The type below a marker.
pub(super) fn type_of(context: HelpContext<'_>, owner: Owner) -> Option<TypeAt<'_>> {
    let Owner::Type(start) = owner else { return None };
    let (decl, spec) = context.file.syntax.types().find(|(_, spec)| spec.range.start == start)?;
    Some(TypeAt { package: context.package, file: context.file, decl, spec })
}

/// The schema of the field or type below, before its markers, with the type that it is or is part of.
pub(super) fn shape_below(context: HelpContext<'_>, owner: Owner) -> Option<(TypeAt<'_>, Shape<'_>)> {
    let HelpContext { program, version, flags, .. } = context;
    match field_of(context, owner) {
        Some((at, _)) if context.file.markers.has(owner, "kubebuilder:validation:Schemaless") => {
            Some((at, Shape::default()))
        }
        Some((at, field)) => Some((at, shape_of_field(program, at, field, version, flags))),
        None => type_of(context, owner).map(|at| (at, shape_of_type(program, at, version, flags))),
    }
}

/// The type of the field or type below, with where it is written.
pub(super) fn list_of<'p>(context: HelpContext<'p>, owner: Owner) -> Option<(TypeAt<'p>, &'p Type)> {
    match field_of(context, owner) {
        Some((at, field)) => Some((at, &field.ty)),
        None => type_of(context, owner).map(|at| (at, &at.spec.ty)),
    }
}

/// The arguments of the marker at a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// `+kubebuilder:printcolumn:name=string,type=string,…`
    pub label: String,
    /// The place of each argument in the label, with what it means.
    pub arguments: Vec<(TextRange, &'static str)>,
    /// The argument at the cursor.
    pub active: Option<usize>,
    /// What the marker does.
    pub doc: &'static str,
}

/// The signature of the marker at an offset, where it takes named arguments.
pub fn signature(context: HelpContext<'_>, offset: u32) -> Option<Signature> {
    let place = place_at(context, offset)?;
    let marker = place.marker.filter(|marker| marker.takes_names(context.version))?;
    let active = match place.part {
        Part::Name(_) => return None,
        Part::ArgumentName(range) => range.of(&context.file.text).split('=').next().map(str::trim),
        Part::Value { argument, .. } => argument,
    };
    let mut label = format!("+{}", marker.name);
    let mut arguments = Vec::new();
    let mut at = None;
    for (index, argument) in marker.arguments(context.version).enumerate() {
        label.push(if index == 0 { ':' } else { ',' });
        let start = label.len() as u32;
        label.push_str(&format!("{}={}", argument.name, argument.value.name()));
        if argument.optional_since.is_some() {
            label.push('?');
        }
        arguments.push((TextRange::new(start, label.len() as u32), argument.doc));
        if active == Some(argument.name) {
            at = Some(index);
        }
    }
    Some(Signature { label, arguments, active: at, doc: marker.doc })
}
