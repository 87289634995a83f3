//! What is wrong with an expression, in words for its author.

use crdls_cel::ast::display_name;
use crdls_cel::checker::{CheckError, CheckErrorKind as Kind};
use crdls_cel::syntax::{FOREIGN_OPERATORS, RESERVED, SyntaxError, SyntaxErrorKind};
use crdls_cel::types::Type;
use crdls_text::TextRange;

use super::explanation::Explanation;
use super::{literals, unseen_field};
use crdls_rules::{AbsentName, CelNode, Library, Purpose, Terms, escape, unescape};
use crdls_text::nearest;

pub(super) fn syntax(error: &SyntaxError, text: &str) -> Explanation {
    let said = Explanation::new(error.message.clone());
    let written = error.range.of(text);
    let foreign = FOREIGN_OPERATORS.iter().find(|(word, _)| word.eq_ignore_ascii_case(written));
    match (foreign, error.kind) {
        (Some((_, operator)), _) => said.help(format!("use `{operator}` instead of `{written}`")),
        (None, SyntaxErrorKind::MissingName) if RESERVED.contains(&written) => said
            .why("CEL has no such names, so the API server escapes them")
            .help(format!("write `__{written}__`")),
        _ => said,
    }
}

pub(super) fn result(purpose: Purpose, found: &Type) -> Explanation {
    let found = readable(&found.to_string());
    match purpose {
        Purpose::Rule | Purpose::Any => {
            Explanation::new(format!("mismatched types: expected `bool`, got `{found}`"))
                .help("compare the value, as in `self.replicas > 0` or `size(self.name) > 0`")
        }
        Purpose::Message => Explanation::new(format!("mismatched types: expected `string`, got `{found}`"))
            .help("convert the value, as in `'must be at most ' + string(self.max)`"),
    }
}

/// The smallest text that an error is about.
pub(super) fn range(error: &CheckError, text: &str) -> TextRange {
    match error.kind {
        Kind::Literal => literals::range(&error.message, error.range, text),
        Kind::UndefinedField { ref field, .. } => {
            tested_field(field, error.range, text).unwrap_or(error.range)
        }
        _ => error.range,
    }
}

/// The field in `has(self.field)`, if an error is at the macro.
fn tested_field(field: &str, at: TextRange, text: &str) -> Option<TextRange> {
    let rest = text.get(at.end as usize..).filter(|_| at.of(text) == "has")?;
    let argument = rest.split(')').next()?.trim_end();
    let before = argument.strip_suffix(field)?;
    before.trim_end().ends_with('.').then(|| {
        let start = at.end + before.len() as u32;
        TextRange::new(start, start + field.len() as u32)
    })
}

/// Whether an error says that the environment lacks something, which may have others follow: what a macro
/// that is not there declares is not declared.
pub(super) fn is_lack(error: &CheckError, text: &str, terms: Terms<'_>) -> bool {
    match &error.kind {
        Kind::UndeclaredReference { name, function: true } => is_too_new(name, terms) || is_absent(name),
        Kind::UndeclaredReference { name, function: false } => namespaced(name, error.range, text).is_some(),
        _ => false,
    }
}

pub(super) fn types(error: &CheckError, text: &str, terms: Terms<'_>, node: &CelNode<'_, '_>) -> Explanation {
    match &error.kind {
        Kind::UndeclaredReference { name, function: true } => function(name, terms),
        Kind::UndeclaredReference { name, function: false } => match namespaced(name, error.range, text) {
            Some(absent) => lacking(absent),
            None => variable(name, terms),
        },
        Kind::UndefinedField { object, field } => {
            let written = written_name(range(error, text), text);
            undefined(&object.to_string(), field, written, terms, node)
        }
        Kind::NoFields { found } => {
            Explanation::new(format!("`{}` has no fields", readable(&found.to_string())))
        }
        Kind::NoMatchingOverload { function, target, args, ranges } => {
            let said = overload(function, target.as_ref(), args);
            let labels = ranges.iter().zip(args).map(|(range, found)| (*range, shown(found)));
            let is_operator = target.is_none() && args.len() == 2 && display_name(function).is_some();
            let labels = if is_operator { labels.collect() } else { Vec::new() };
            with_number(Explanation { labels, ..said }, function, args, ranges, text)
        }
        Kind::NotARange { found } => {
            Explanation::new(format!("`{}` is neither a list nor a map", readable(&found.to_string())))
        }
        Kind::Literal => literals::explain(&error.message, error.range, text)
            .unwrap_or_else(|| Explanation::new(readable(&error.message))),
        Kind::Panic => Explanation::new(format!("kube-apiserver {} crashes on this part", terms.minor))
            .why("its `format` check assumes that the string is a literal")
            .help("write the format as a literal string, or leave `format` out"),
        Kind::TypeMismatch { .. }
        | Kind::FieldTypeMismatch { .. }
        | Kind::NotAMessage
        | Kind::CheckedTwice
        | Kind::UnknownObject => Explanation::new(readable(&error.message)),
    }
}

/// The function of a namespace that rules do not have, by the text at the namespace.
fn namespaced(name: &str, at: TextRange, text: &str) -> Option<&'static AbsentName> {
    let rest = text.get(at.start as usize..).unwrap_or_default();
    let whole = rest
        .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
        .map_or(rest, |end| rest.get(..end).unwrap_or(rest));
    crdls_rules::absent(whole)
        .or_else(|| crdls_rules::absent_namespace(name))
        .or_else(|| crdls_rules::absent(name))
}

fn lacking(absent: &AbsentName) -> Explanation {
    Explanation::new(format!("`{}` is not available in rules of CRDs", absent.name))
        .why(sentence(absent.why))
        .help(sentence(&format!("instead: {}", absent.instead)))
}

/// Notes begin small and have no stop at their end.
fn sentence(text: &str) -> String {
    let text = text.strip_suffix('.').unwrap_or(text);
    let name = text.split([' ', '(', '.']).next().unwrap_or_default();
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if !matches!(name, "CEL" | "Kubernetes") => first.to_lowercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

fn is_too_new(name: &str, terms: Terms<'_>) -> bool {
    crdls_rules::since(name).is_some_and(|since| !terms.minor.reaches(since))
}

fn is_absent(name: &str) -> bool {
    crdls_rules::since(name).is_none() && crdls_rules::absent(name).is_some()
}

fn variable(name: &str, terms: Terms<'_>) -> Explanation {
    let said = Explanation::new(format!("`{name}` is not declared"));
    let fields = terms.declaration.field_names();
    if fields.contains(&name) {
        return said.help(format!("write `self.{name}`"));
    }
    let names = ["self", "oldSelf"];
    match nearest(name, names.into_iter().chain(["true", "false", "null"])) {
        Some(near) => said.help(format!("did you mean `{near}`?")),
        None => match nearest(name, fields) {
            Some(near) => said.help(format!("did you mean `self.{near}`?")),
            None => said.why(
                "a rule can use `self`, the value of its field, and `oldSelf`, the value before an update",
            ),
        },
    }
}

fn function(name: &str, terms: Terms<'_>) -> Explanation {
    let said = Explanation::new(format!("unknown function `{name}`"));
    if let Some(since) = crdls_rules::since(name).filter(|since| !terms.minor.reaches(*since)) {
        return Explanation::new(format!("`{name}` is available in new rules from Kubernetes {since} on")).why(
            "a cluster compiles new rules with the functions of the minor before it, so that it can be rolled back",
        );
    }
    if let Some(absent) = crdls_rules::absent(name).filter(|_| is_absent(name)) {
        return lacking(absent);
    }
    let library = Library::of_new_rules(terms.minor);
    let functions = library.functions.iter().map(|function| function.name.as_ref());
    let macros: Vec<_> = library.dialect.macros.signatures().map(|its| its.name).collect();
    let callable = functions.filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
    if macros.contains(&name) {
        let counts: Vec<_> = library
            .dialect
            .macros
            .signatures()
            .filter(|its| its.name == name)
            .map(|its| its.args.to_string())
            .collect();
        return Explanation::new(format!("`{name}` takes {} arguments", counts.join(" or ")));
    }
    match nearest(name, callable.chain(macros)) {
        Some(near) => said.help(format!("did you mean `{near}`?")),
        None => said,
    }
}

/// The name at a place as someone writes it who does not know that `a-b` is a difference.
fn written_name(at: TextRange, text: &str) -> &str {
    let rest = text.get(at.start as usize..).unwrap_or_default();
    let end = rest.find(|c: char| !(c.is_alphanumeric() || "_-/".contains(c))).unwrap_or(rest.len());
    rest.get(..end).unwrap_or(rest)
}

fn undefined(
    object: &str,
    field: &str,
    written: &str,
    terms: Terms<'_>,
    node: &CelNode<'_, '_>,
) -> Explanation {
    let said = Explanation::new(format!("unknown field `{field}`"));
    let Some(declaration) = terms.declaration.named_object(object) else { return said };
    let fields = declaration.field_names();
    for name in [field, written] {
        if let Some(escaped) = escape(name).filter(|escaped| fields.contains(&escaped.as_ref())) {
            return Explanation::new(format!("the field `{name}` is called `{escaped}` in rules"))
                .why("CEL has no such names, so the API server escapes them")
                .help(format!("write `{escaped}`"));
        }
    }
    let plain: Vec<_> = fields.iter().filter_map(|field| unescape(field)).collect();
    let names = [field, written];
    let near = match unseen_field::is_declared(object, names, node) {
        true => None,
        false => nearest(written, plain.iter().map(AsRef::as_ref)).or_else(|| nearest(field, fields)),
    };
    match near {
        Some(near) => match escape(near).filter(|escaped| escaped != near) {
            Some(escaped) => said.help(format!("did you mean `{near}`? Its name in rules is `{escaped}`")),
            None => said.help(format!("did you mean `{near}`?")),
        },
        None => unseen_field::explain(object, names, node, terms.minor).unwrap_or_else(|| {
            match object == crdls_rules::SELF_TYPE {
                true => said.why("`self` is the value of the field that has the rule"),
                false => said,
            }
        }),
    }
}

/// What is called on an object as if it were a map; nothing for other types.
fn of_object(function: &str, args: &[Type]) -> Option<Explanation> {
    let is_object = |found: &Type| found.to_string().starts_with(crdls_rules::SELF_TYPE);
    match (function, args) {
        ("_[_]", [object, _]) if is_object(object) => Some(
            Explanation::new("an object has no `[…]`, only lists and maps have it")
                .why("an object has `properties`, a map has `additionalProperties`")
                .help("write `.` and the name of the field, in which `-` is `__dash__`, `.` is `__dot__` and `/` is `__slash__`"),
        ),
        ("@in", [_, object]) if is_object(object) => Some(
            Explanation::new("an object has no `in`, only lists and maps have it")
                .why("an object has `properties`, a map has `additionalProperties`")
                .help("write `has(…)` with the field"),
        ),
        _ => None,
    }
}

fn shown(found: &Type) -> String {
    format!("`{}`", readable(&found.to_string()))
}

/// Adds the comparison with a number, if a number is compared with a literal string of one.
fn with_number(
    said: Explanation,
    function: &str,
    args: &[Type],
    ranges: &[TextRange],
    text: &str,
) -> Explanation {
    let Some(operator) = display_name(function).filter(|operator| COMPARISONS.contains(operator)) else {
        return said;
    };
    let [first, second] = ranges else { return said };
    let number = |range: &TextRange| {
        let inner = range.of(text).trim_matches(['"', '\'']);
        (range.len() as usize == inner.len() + 2 && inner.parse::<i64>().is_ok()).then_some(inner)
    };
    let (left, right) = match (args, number(first), number(second)) {
        ([Type::Int, Type::String], _, Some(number)) => (first.of(text), number),
        ([Type::String, Type::Int], Some(number), _) => (number, second.of(text)),
        _ => return said,
    };
    said.help(format!("compare with a number: `{left} {operator} {right}`"))
}

/// Operators that compare their operands.
const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

fn overload(function: &str, target: Option<&Type>, args: &[Type]) -> Explanation {
    if let Some(said) = of_object(function, args) {
        return said;
    }
    let all: Vec<_> = args.iter().map(shown).collect();
    match (display_name(function), target, all.as_slice()) {
        (Some(operator), None, [left, right]) => {
            let said = Explanation::new(match COMPARISONS.contains(&operator) {
                true => format!("cannot compare {left} with {right} using `{operator}`"),
                false => format!("cannot apply `{operator}` to {left} and {right}"),
            });
            if matches!(args, [Type::Int, Type::Double] | [Type::Double, Type::Int]) {
                return said.help("convert one side with `double(…)` or `int(…)`");
            }
            said
        }
        (Some(operator), None, [one]) => Explanation::new(format!("cannot apply `{operator}` to {one}")),
        (_, Some(target), []) => {
            Explanation::new(format!("`{function}` cannot be called on {}", shown(target)))
        }
        (_, Some(target), all) => {
            Explanation::new(format!("`{function}` on {} does not take {}", shown(target), all.join(", ")))
        }
        (_, None, []) => Explanation::new(format!("`{function}` takes arguments")),
        (_, None, all) => Explanation::new(format!("`{function}` does not take {}", all.join(", "))),
    }
}

/// An object's type has a made-up name; what a reader knows is that it is an object.
fn readable(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(crdls_rules::SELF_TYPE) {
        out.push_str(before);
        out.push_str("object");
        let end = after.find(|c: char| !(c.is_alphanumeric() || "._@".contains(c))).unwrap_or(after.len());
        rest = after.get(end..).unwrap_or("");
    }
    out.push_str(rest);
    out
}
