//! What controller-gen refuses: markers that it cannot read, then markers that do not fit, and Go types without a schema.

use crdls_go_source::lower_camel;
use crdls_report::{Finding, code};
use crdls_text::TextRange;

use super::{Context, finding, fix, help, why};
use crate::apply::{Problem, ProblemKind, check_type};
use crate::grammar::ArgumentType;
use crate::program::TypeAt;
use crate::registry::{Marker, Version};
use crate::{MarkerError, Parsed, Read};

code!(REFUSED_MARKER, "invalid-marker", Error, advice, "a marker that controller-gen cannot read");
code!(
    MARKER_DOES_NOT_FIT,
    "marker-does-not-fit",
    Error,
    advice,
    "a marker on a field or type that it does not fit"
);
code!(
    UNSUPPORTED_GO_TYPE,
    "unsupported-go-type",
    Error,
    advice,
    "a Go type that controller-gen makes no schema of"
);
code!(MISSING_JSON_TAG, "missing-json-tag", Error, advice, "a field of an API type has no `json` tag");

/// The first stage of controller-gen: a marker whose arguments it cannot read. Of several errors of one marker the first
/// is the cause, but each missing argument is one.
pub(super) fn check_marker(context: Context<'_>, read: &Read, found: &mut Vec<Finding>) {
    let Some(parsed) = read.parsed.as_deref() else { return };
    let is_missing = |error: &MarkerError| error.message.starts_with("missing argument");
    let Some(first) = parsed.errors.first() else { return };
    let missing: Vec<&MarkerError> = parsed.errors.iter().filter(|error| is_missing(error)).collect();
    let shown = if is_missing(first) { missing } else { vec![first] };
    for error in shown {
        let name = parsed.marker.name;
        let mut one = finding(&REFUSED_MARKER, error.range, format!("`{name}`: {}", error.message));
        why(&mut one, format!("controller-gen {}: {}", context.settings.version, error.sentence));
        explain(context, parsed, error, &mut one);
        found.push(one);
    }
}

/// What to do, where it is known.
fn explain(context: Context<'_>, parsed: &Parsed, error: &MarkerError, one: &mut Finding) {
    let version = context.settings.version;
    let marker = parsed.marker;
    if let Some(name) = error.message.strip_prefix("unknown argument ") {
        unknown_argument(context, marker, name.trim_matches('"'), error, one);
    } else if error.message.starts_with("extra arguments provided") {
        extra(context, parsed, error, one);
    } else if error.message.starts_with("missing argument") {
        help(one, format!("Write `+{}`.", marker.example));
    } else if error.message == "literal not terminated" {
        let quote = context.text(error.range).chars().next().unwrap_or('"');
        let end = parsed.range.end;
        let title = format!("add `{quote}` at the end");
        one.fixes.push(fix(title, false, TextRange::empty(end), quote.to_string()));
    } else if marker.reads(version).is_some() && marker.name == "default" {
        let value = context.text(parsed.arguments_range()).trim();
        let is_word = !value.is_empty() && !value.contains(['"', '{', '[', '\\', '`']);
        help(one, "The value is JSON: a string is in double quotes.");
        if is_word {
            one.fixes.push(fix(
                format!("write `\"{value}\"`"),
                true,
                parsed.arguments_range(),
                format!("\"{value}\""),
            ));
        }
    }
}

fn unknown_argument(
    context: Context<'_>,
    marker: &'static Marker,
    name: &str,
    error: &MarkerError,
    one: &mut Finding,
) {
    let version = context.settings.version;
    if let Some(argument) = marker.arguments.iter().find(|argument| argument.name == name) {
        help(one, format!("`{name}` is read from {} on.", argument.since));
        return;
    }
    let known = || marker.arguments(version).map(|argument| argument.name);
    let nearest = known().find(|known| known.eq_ignore_ascii_case(name));
    let nearest = nearest.or_else(|| crdls_text::nearest(name, known()));
    match nearest {
        Some(nearest) => one.fixes.push(fix(format!("replace with `{nearest}`"), true, error.range, nearest)),
        None => {
            let names: Vec<_> = known().map(|name| format!("`{name}`")).collect();
            help(one, format!("The arguments are {}.", names.join(", ")));
        }
    }
}

/// What is left over: a value for a marker that takes none, or a delimiter in a value without quotes.
fn extra(context: Context<'_>, parsed: &Parsed, error: &MarkerError, one: &mut Finding) {
    let marker = parsed.marker;
    if marker.is_empty() {
        let from = TextRange::new(parsed.name.end, error.range.end);
        help(one, format!("`+{}` takes no value.", marker.name));
        one.fixes.push(fix("remove the value", true, from, ""));
        return;
    }
    let whole = parsed.arguments_range();
    let written = context.text(whole);
    let wanted = marker.arguments.first().map(|argument| argument.value);
    match wanted {
        Some(ArgumentType::String) if marker.anonymous && !written.contains('`') => {
            help(
                one,
                "A comma, a semicolon or a brace ends a value without quotes. Backquotes keep it whole.",
            );
            one.fixes.push(fix("put the value in backquotes", true, whole, format!("`{written}`")));
        }
        Some(ArgumentType::Strings | ArgumentType::AnyList)
            if marker.anonymous && !written.contains(['{', '"', '`']) =>
        {
            help(one, "Values of a list have semicolons between them.");
            let semicolons: Vec<_> = written.split([',', ';']).map(str::trim).collect();
            one.fixes.push(fix("write semicolons between the values", true, whole, semicolons.join(";")));
        }
        _ => {}
    }
}

/// The second stage: what is refused of the types that schemas are made of.
pub(super) fn check_types(context: Context<'_>, found: &mut Vec<Finding>) {
    for (decl, spec) in context.file.syntax.types() {
        let at = TypeAt { package: context.package, file: context.file, decl, spec };
        if !context.survey.reached.has(at) {
            continue;
        }
        for problem in check_type(context.program, at, context.settings.version, context.settings.flags) {
            found.push(refused(context, at, problem));
        }
        if context.is_version(at) {
            check_metadata(context, at, found);
        }
    }
}

fn refused(context: Context<'_>, at: TypeAt<'_>, problem: Problem) -> Finding {
    let version = context.settings.version;
    let (code, message) = match problem.kind {
        ProblemKind::Marker(name) => (&MARKER_DOES_NOT_FIT, format!("`{name}`: {}", problem.sentence)),
        ProblemKind::OneOf => (&MARKER_DOES_NOT_FIT, format!("`{}`: {}", at.name(), problem.sentence)),
        ProblemKind::GoType => {
            let short = problem.sentence.split(". ").next().unwrap_or_default();
            let short = short.split(", the usage").next().unwrap_or(short);
            (&UNSUPPORTED_GO_TYPE, format!("`{}`: {short}", context.text(first_line(context, problem.range))))
        }
        ProblemKind::Tag => {
            let name = context.text(first_line(context, problem.range));
            let name = name.split_whitespace().next().unwrap_or_default();
            (&MISSING_JSON_TAG, format!("`{name}` has no `json` tag"))
        }
    };
    let mut one = finding(code, first_line(context, problem.range), message);
    why(&mut one, format!("controller-gen {version}: {}", problem.sentence));
    if context.survey.has_refused {
        why(&mut one, "controller-gen reports this only after all markers can be read.");
    }
    match problem.kind {
        ProblemKind::Tag => add_tag(context, &problem, &mut one),
        ProblemKind::GoType => crash(&problem, version, &mut one),
        ProblemKind::Marker("listMapKey" | "k8s:listMapKey") => {
            help(&mut one, "A list with `+listType=map` has keys.");
        }
        ProblemKind::Marker(_) if problem.sentence.ends_with("found type \"\"") && !version.reaches(20) => {
            help(
                &mut one,
                "Before v0.20.0 a field of a named type has no type yet. Put the marker on the type.",
            );
        }
        ProblemKind::Marker(_) | ProblemKind::OneOf => {}
    }
    one
}

/// The part of a range on its first line: the head of a struct and not its fields.
fn first_line(context: Context<'_>, range: TextRange) -> TextRange {
    let text = context.text(range);
    let end = text.find(['\n', '\r']).unwrap_or(text.len());
    TextRange::new(range.start, range.start + end as u32)
}

/// An older version crashes on a struct in a field.
fn crash(problem: &Problem, version: Version, one: &mut Finding) {
    if problem.sentence.starts_with("encountered non-top-level struct") {
        why(
            one,
            format!("controller-gen {version} crashes on a struct without a name, and makes no CRD at all."),
        );
        help(one, "Declare the struct as a type of its own.");
    } else if problem.sentence.starts_with("found float") {
        help(
            one,
            "Use a string or `resource.Quantity`, or run controller-gen with `crd:allowDangerousTypes=true`.",
        );
    } else if problem.sentence.contains("interface type") || problem.sentence.contains("InterfaceType") {
        help(one, "Use `apiextensionsv1.JSON` for any value, or `runtime.RawExtension` for any object.");
    }
}

/// `Name string` gets `json:"name"`, an embedded type `json:",inline"`.
fn add_tag(context: Context<'_>, problem: &Problem, one: &mut Finding) {
    let text = context.text(problem.range);
    let is_embedded = problem.sentence.contains("field \"\"");
    // Several names of one field share a tag.
    if text.contains('`') || text.contains('\n') || !is_embedded && !text.contains([' ', '\t']) {
        return;
    }
    let tag = match text.split_once([' ', '\t']) {
        Some((name, _)) if !name.contains(',') => lower_camel(name),
        Some(_) => return,
        None => ",inline".to_owned(),
    };
    let at = TextRange::empty(problem.range.end);
    one.fixes.push(fix(format!("add `json:\"{tag}\"`"), false, at, format!(" `json:\"{tag}\"`")));
    help(one, "A field that is not part of the API has the tag `json:\"-\"`.");
}

/// `Metadata.ApplyToCRD`: what is not `key=value`.
fn check_metadata(context: Context<'_>, at: TypeAt<'_>, found: &mut Vec<Finding>) {
    for parsed in context.file.markers.values_of(at.owner()) {
        if parsed.marker.name != "kubebuilder:metadata" {
            continue;
        }
        for argument in ["annotations", "labels"] {
            let items = parsed.value_of(argument).map_or(&[][..], |value| value.items());
            for item in items {
                let Some(text) = item.as_str().filter(|text| !text.contains('=')) else { continue };
                let words = if argument == "labels" {
                    format!("controller-gen {} crashes on a label without `=`.", context.settings.version)
                } else {
                    let version = context.settings.version;
                    format!("controller-gen {version}: annotation {text} is not in 'xxx=xxx' format")
                };
                let message = format!("`{text}` is not `key=value`");
                let mut one = finding(&MARKER_DOES_NOT_FIT, item.range, message);
                why(&mut one, words);
                found.push(one);
            }
        }
    }
}
