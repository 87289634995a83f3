//! Names that are not there: of variables, functions and fields.

use crdls_cel::checker::{CheckError, CheckErrorKind as Kind};
use crdls_cel::syntax::{NodeId, NodeKind};
use crdls_cel::types::{Kind as TypeKind, Type};
use crdls_rules::{RefusalCause, escape, unescape};
use crdls_text::{TextRange, nearest};

use super::broken::BrokenExpression;
use super::rewrite::Rewrite;

pub(super) fn errors<'l>(look: &BrokenExpression<'l>) -> &'l [CheckError] {
    match look.problems {
        RefusalCause::Types(errors) => errors.get(..errors.len().min(4)).unwrap_or_default(),
        _ => &[],
    }
}

/// What other policies and languages call them.
const VARIABLES: &[(&str, &str)] = &[
    ("object", "self"),
    ("oldObject", "oldSelf"),
    ("this", "self"),
    ("value", "self"),
    ("root", "self"),
    ("old", "oldSelf"),
    ("None", "null"),
    ("nil", "null"),
    ("undefined", "null"),
    ("True", "true"),
    ("False", "false"),
    ("TRUE", "true"),
    ("FALSE", "false"),
];

pub(super) fn variables(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    let mut found = Vec::new();
    for error in errors(look) {
        if let Kind::UndeclaredReference { name, function: false } = &error.kind {
            found.extend(
                meant_variables(look, error, name).into_iter().map(|meant| everywhere(look, name, &meant)),
            );
        }
    }
    found
}

fn meant_variables(look: &BrokenExpression<'_>, error: &CheckError, name: &str) -> Vec<String> {
    let own = look.own_fields();
    let mut meant = Vec::new();
    if let Some(escaped) = escape(name).filter(|escaped| own.contains(&escaped.as_ref())) {
        meant.push(format!("self.{escaped}"));
    }
    if look.aim.own_name == Some(name) {
        meant.push("self".to_owned());
    }
    meant.extend(VARIABLES.iter().filter(|(other, _)| *other == name).map(|(_, word)| (*word).to_owned()));
    let locals: Vec<_> =
        look.checked.locals_at(error.range.start).map(|local| local.name.to_string()).collect();
    let words =
        ["self", "oldSelf", "true", "false", "null"].into_iter().chain(locals.iter().map(String::as_str));
    let near = nearest(name, words.filter(|word| word.len() > 1)).map(str::to_owned);
    meant.extend(near.or_else(|| nearest(name, own).map(|near| format!("self.{near}"))));
    meant
}

/// Another name wherever an unknown one stands.
fn everywhere(look: &BrokenExpression<'_>, name: &str, meant: &str) -> Rewrite {
    let is_it = |error: &&CheckError| matches!(&error.kind, Kind::UndeclaredReference { name: other, function: false } if other == name);
    let all = match look.problems {
        RefusalCause::Types(errors) => errors.as_slice(),
        _ => &[],
    };
    let mut ranges: Vec<TextRange> = all.iter().filter(is_it).map(|error| error.range).collect();
    ranges.sort();
    ranges.dedup();
    Rewrite::all(look.text, ranges.into_iter().map(|range| (range, meant.to_owned())).collect())
}

/// What other languages call them.
const FUNCTIONS: &[(&str, &str)] = &[
    ("len", "size"),
    ("length", "size"),
    ("count", "size"),
    ("includes", "contains"),
    ("hasPrefix", "startsWith"),
    ("hasSuffix", "endsWith"),
    ("toLower", "lowerAscii"),
    ("toLowerCase", "lowerAscii"),
    ("lower", "lowerAscii"),
    ("toUpper", "upperAscii"),
    ("toUpperCase", "upperAscii"),
    ("upper", "upperAscii"),
    ("match", "matches"),
    ("regex", "matches"),
    ("re_match", "matches"),
    ("every", "all"),
    ("forAll", "all"),
    ("any", "exists"),
    ("some", "exists"),
    ("exists_unique", "exists_one"),
    ("defined", "has"),
    ("exists", "has"),
    ("exist", "has"),
    ("str", "string"),
    ("toString", "string"),
    ("integer", "int"),
    ("parseInt", "int"),
    ("float", "double"),
    ("boolean", "bool"),
    ("date", "timestamp"),
];

pub(super) fn functions(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    let mut found = Vec::new();
    for error in errors(look) {
        let Kind::UndeclaredReference { name, function: true } = &error.kind else { continue };
        let node = look.node_of(error.expr);
        let NodeKind::Call { name: at, .. } = look.kind(node) else { continue };
        found.extend(reshaped(look, node));
        let row =
            FUNCTIONS.iter().filter(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, word)| *word);
        let callable = look.library.functions.iter().map(|function| function.name.as_ref());
        let callable = callable.filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
        let macros = look.library.dialect.macros.signatures().map(|its| its.name);
        let near = nearest(name, callable.chain(macros.collect::<Vec<_>>()));
        found.extend(row.chain(near).map(|word| Rewrite::replace(look.text, *at, word)));
    }
    found
}

/// Calls that CEL has an operator or another shape for.
fn reshaped(look: &BrokenExpression<'_>, call: NodeId) -> Vec<Rewrite> {
    let NodeKind::Call { target, name, args, .. } = look.kind(call) else { return Vec::new() };
    let replace = |text: String| Rewrite::replace(look.text, look.range(call), text);
    match (look.of(*name), target, args.as_slice()) {
        ("not", None, [argument]) => vec![replace(format!("!{}", look.receiver(*argument)))],
        ("has", None, [object, key])
        | ("has" | "hasKey" | "containsKey" | "has_key", Some(object), [key]) => {
            let is_object = look.type_of(*object).kind() == TypeKind::Object;
            let field = look.string(*key).and_then(escape).filter(|_| is_object);
            let select = field.map(|field| replace(format!("has({}.{field})", look.receiver(*object))));
            let lookup =
                replace(look.loose(call, format!("{} in {}", look.source(*key), look.source(*object))));
            select.into_iter().chain([lookup]).collect()
        }
        ("isEmpty" | "empty" | "is_empty", Some(value), [])
        | ("isEmpty" | "empty" | "is_empty", None, [value]) => {
            vec![replace(look.loose(call, format!("size({}) == 0", look.source(*value))))]
        }
        (name, Some(value), [])
            if FUNCTIONS.iter().any(|(other, word)| *other == name && CONVERSIONS.contains(word)) =>
        {
            let word = FUNCTIONS.iter().find(|(other, _)| *other == name).map_or("string", |(_, word)| *word);
            vec![replace(format!("{word}({})", look.source(*value)))]
        }
        _ => Vec::new(),
    }
}

const CONVERSIONS: &[&str] = &["string", "int", "double", "bool", "timestamp"];

/// Fields that an object does not have.
pub(super) fn fields(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    let mut found = Vec::new();
    for error in errors(look) {
        let node = look.node_of(error.expr);
        let NodeKind::Select { operand, dot, field: Some(field), .. } = look.kind(node) else { continue };
        let select = Select { operand: *operand, dot: *dot, field: *field };
        match &error.kind {
            Kind::UndefinedField { object, .. } => found.extend(of_object(look, object, select)),
            Kind::NoFields { found: t } => found.extend(as_method(look, t, select)),
            _ => {}
        }
    }
    found
}

#[derive(Clone, Copy)]
struct Select {
    operand: NodeId,
    dot: TextRange,
    field: TextRange,
}

fn of_object(look: &BrokenExpression<'_>, object: &Type, select: Select) -> Vec<Rewrite> {
    let fields = look.fields(object);
    let mut found = Vec::new();
    let written = written_name(look, select.field);
    for range in [written, select.field] {
        let escaped = escape(look.of(range)).filter(|escaped| fields.contains(&escaped.as_ref()));
        found.extend(escaped.map(|escaped| Rewrite::replace(look.text, range, escaped)));
    }
    let plain: Vec<_> = fields.iter().filter_map(|field| unescape(field)).collect();
    for range in [written, select.field] {
        let near = nearest(look.of(range), plain.iter().map(AsRef::as_ref)).and_then(escape);
        found.extend(near.map(|near| Rewrite::replace(look.text, range, near)));
    }
    let name = look.of(select.field);
    let is_self = matches!(look.kind(select.operand), NodeKind::Ident { name, .. } if ["self", "oldSelf"].contains(&look.of(*name)));
    if is_self && look.aim.own_name == Some(name) {
        found.push(Rewrite::replace(look.text, TextRange::new(select.dot.start, select.field.end), ""));
    }
    found.extend(one_below(look, object, &fields, name).map(|between| {
        let at = TextRange::empty(select.dot.end);
        let title = format!("replace `{name}` with `{between}.{name}`");
        Rewrite::new(title, Rewrite::replace(look.text, at, format!("{between}.")).edits)
    }));
    found.extend(as_method(look, object, select));
    found
}

/// The only field of an object whose own fields have a name.
fn one_below<'l>(
    look: &BrokenExpression<'l>,
    object: &Type,
    fields: &[&'l str],
    name: &str,
) -> Option<&'l str> {
    let has = |field: &&&str| {
        let inner = Type::object(&format!("{}.{field}", object.name()));
        look.fields(&inner).contains(&name)
    };
    let mut found = fields.iter().filter(has);
    let only = found.next()?;
    found.next().is_none().then_some(only)
}

/// A method that is written as a field.
fn as_method(look: &BrokenExpression<'_>, t: &Type, select: Select) -> Option<Rewrite> {
    let name = look.of(select.field);
    let name = FUNCTIONS.iter().find(|(other, _)| *other == name).map_or(name, |(_, word)| *word);
    let function = look.library.functions.get(name)?;
    let takes = |overload: &crdls_cel::functions::Overload| {
        overload.member
            && overload.args.len() == 1
            && overload.args.first().is_some_and(|arg| arg.accepts(t) || arg.kind() == t.kind())
    };
    let is_value = t.kind() != TypeKind::Object;
    (is_value && function.overloads.iter().any(takes))
        .then(|| Rewrite::replace(look.text, select.field, format!("{name}()")))
}

/// The name as someone writes it who does not know that `a-b` is a difference.
fn written_name(look: &BrokenExpression<'_>, field: TextRange) -> TextRange {
    let rest = look.text.get(field.start as usize..).unwrap_or_default();
    let end = rest.find(|c: char| !(c.is_alphanumeric() || "_-/.".contains(c))).unwrap_or(rest.len());
    let written = rest.get(..end).unwrap_or_default().trim_end_matches(['-', '/', '.']);
    TextRange::new(field.start, field.start + written.len() as u32)
}
