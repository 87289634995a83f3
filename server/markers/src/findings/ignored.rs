//! Markers that controller-gen ignores silently: unknown, misplaced, lost, or of a newer version.

use crdls_report::{Finding, code};
use crdls_text::TextRange;

use super::meant::{is_ours, meant, meant_elsewhere};
use super::{Context, finding, fix, help, is_commented_out, type_below, why};
use crate::Read;
use crate::collect::{Lost, Owner};
use crate::grammar::Split;
use crate::registry::{Marker, Target, Version, named};

code!(
    UNKNOWN_MARKER,
    "unknown-marker",
    Warning,
    advice,
    "a marker that controller-gen does not know, and ignores"
);
code!(
    MISPLACED_MARKER,
    "misplaced-marker",
    Warning,
    advice,
    "a marker on what controller-gen does not read it on"
);
code!(LOST_MARKER, "unattached-marker", Warning, advice, "a marker that belongs to no declaration");
code!(NEWER_MARKER, "newer-marker", Warning, advice, "a marker that only a newer controller-gen reads");

/// The marker that a text names on any target, in any version.
fn known(split: Split<'_>) -> Option<&'static Marker> {
    named(split.whole_name).or_else(|| named(split.name))
}

/// What is ignored of a marker.
pub(super) fn check(context: Context<'_>, read: &Read, found: &mut Vec<Finding>) {
    if read.parsed.is_some() {
        return;
    }
    let split = read.text(&context.file.text).split();
    let marker = known(split);
    let is_apart = matches!(read.owner, Owner::Package | Owner::Nothing(_));
    if is_apart && is_commented_out(context, read.range) {
        return;
    }
    match (read.owner.target(), marker) {
        (Some(target), Some(marker)) => elsewhere(context, read, marker, target, found),
        (Some(target), None) => unknown(context, read, split, target, found),
        (None, Some(marker)) => lost(context, read, marker, found),
        // What is unknown and lost is reported as unknown where it would be read.
        (None, None) => {}
    }
}

fn name_range(read: &Read, marker: &Marker) -> TextRange {
    let start = read.range.start + 1;
    TextRange::new(start, (start + marker.name.len() as u32).min(read.range.end))
}

/// A marker that is read on another target, or by another version.
fn elsewhere(
    context: Context<'_>,
    read: &Read,
    marker: &'static Marker,
    target: Target,
    found: &mut Vec<Finding>,
) {
    let version = context.settings.version;
    let name = marker.name;
    if !context.is_reportable(marker) {
        return;
    }
    if let Some(since) = marker.since(target) {
        let message = format!("controller-gen {version} ignores `+{name}`, which is read from {since} on");
        let mut one = finding(&NEWER_MARKER, name_range(read, marker), message);
        older_name(read, marker, target, version, &mut one);
        found.push(one);
        return;
    }
    if let Some(below) = declaration_below(context, read, marker) {
        let message = format!("`+{name}` does not belong to `{below}`: another comment is between them");
        let mut one = finding(&LOST_MARKER, name_range(read, marker), message);
        why(&mut one, "The comment group directly above a declaration counts, and the one before that.");
        help(&mut one, "Move the marker directly above the declaration.");
        found.push(one);
        return;
    }
    let message = format!("`+{name}` has no effect on a {}", target.name());
    let mut one = finding(&MISPLACED_MARKER, name_range(read, marker), message);
    why(
        &mut one,
        format!("controller-gen reads it on {} only, and ignores it here silently.", places_of(marker)),
    );
    match target {
        Target::Type if marker.since(Target::Field).is_some() => {
            help(&mut one, "Move it to the fields of this type.");
        }
        Target::Field if marker.since(Target::Type).is_some() => {
            help(&mut one, "Move it to the declaration of the type.")
        }
        Target::Type if marker.since(Target::Package).is_some() => {
            help(
                &mut one,
                "Move it above the package clause, or apart from the declaration by a blank line.",
            );
        }
        _ => {}
    }
    found.push(one);
}

/// The targets that a marker is read on: "types and fields".
fn places_of(marker: &Marker) -> String {
    let places: Vec<_> = marker.on.iter().map(|on| format!("{}s", on.target.name())).collect();
    places.join(" and ")
}

/// `+k8s:optional` has an older twin.
fn older_name(read: &Read, marker: &'static Marker, target: Target, version: Version, one: &mut Finding) {
    let older = match marker.name {
        "k8s:maxItems" => "kubebuilder:validation:MaxItems",
        "k8s:minimum" => "kubebuilder:validation:Minimum",
        "k8s:maximum" => "kubebuilder:validation:Maximum",
        "k8s:optional" => "optional",
        "k8s:required" | "required" => "kubebuilder:validation:Required",
        "k8s:listType" => "listType",
        "k8s:listMapKey" => "listMapKey",
        "default" => "kubebuilder:default",
        _ => return,
    };
    if named(older).is_some_and(|older| older.is_read(target, version)) {
        one.fixes.push(fix(format!("replace with `+{older}`"), true, name_range(read, marker), older));
    }
}

/// The type below a marker that fell to the package because it is too far above.
fn declaration_below<'p>(context: Context<'p>, read: &Read, marker: &Marker) -> Option<&'p str> {
    let is_apart = read.owner == Owner::Package && marker.since(Target::Type).is_some();
    is_apart.then(|| type_below(context, read.range.end)).flatten()
}

/// A name that no marker has.
fn unknown(context: Context<'_>, read: &Read, split: Split<'_>, target: Target, found: &mut Vec<Finding>) {
    let version = context.settings.version;
    let name = split.whole_name.trim_end_matches(':');
    let other = meant(name, target, version);
    let elsewhere = if other.is_none() { meant_elsewhere(name, version) } else { None };
    let is_word = !name.contains(':');
    let is_like_ours = (other.is_some() || elsewhere.is_some()) && context.is_of_api();
    if !is_ours(name) && !is_like_ours || is_word && target == Target::Package {
        return;
    }
    let start = read.range.start + 1;
    // The name of a marker with a colon behind it is another name.
    let whole = if named(name).is_some() { split.whole_name.len() } else { name.len() };
    let end = name.find([' ', '\t']).unwrap_or(whole);
    let range = TextRange::new(start, start + end as u32);
    let written = context.text(range).to_owned();
    let message = format!("controller-gen has no marker `+{written}`, and ignores it");
    let mut one = finding(&UNKNOWN_MARKER, range, message);
    match other.or(elsewhere) {
        Some(marker) if other.is_none() => {
            let places = places_of(marker);
            help(&mut one, format!("`+{}` is probably meant, which is read on {places} only.", marker.name));
        }
        Some(marker) => {
            help(&mut one, format!("`+{}` is probably meant.", marker.name));
            let safe = marker.name.eq_ignore_ascii_case(written.trim_end_matches(':'));
            one.fixes.push(fix(format!("replace with `+{}`", marker.name), safe, range, marker.name));
        }
        None => {
            let argument = name.rsplit(':').next().unwrap_or(name);
            let owner = crate::registry::all().iter().find(|marker| {
                marker.is_read(target, version) && marker.arguments.iter().any(|its| its.name == argument)
            });
            if let Some(owner) = owner {
                help(&mut one, format!("`{argument}` is an argument of `+{}`.", owner.name));
            }
        }
    }
    found.push(one);
}

/// A marker that nobody reads where it stands.
fn lost(context: Context<'_>, read: &Read, marker: &'static Marker, found: &mut Vec<Finding>) {
    let Owner::Nothing(lost) = read.owner else { return };
    if !context.is_reportable(marker) {
        return;
    }
    let name = marker.name;
    let of_package = marker.since(Target::Package).is_some();
    let (message, what_to_do) = match lost {
        Lost::AboveFunc | Lost::AboveVar | Lost::AboveConst | Lost::AboveImport => {
            let what = match lost {
                Lost::AboveFunc => "function",
                Lost::AboveVar => "variable",
                Lost::AboveConst => "constant",
                _ => "import",
            };
            let help = if of_package {
                "Put a blank line after it: a marker of the package stands apart from declarations."
            } else {
                "Markers belong to types and fields."
            };
            (format!("`+{name}` directly above a {what} is lost"), help)
        }
        Lost::AboveGroup => (
            format!("`+{name}` above a group of types belongs to none of them"),
            "Move it directly above the type, inside of the parentheses.",
        ),
        Lost::TooFarAbove(_) => (
            format!("`+{name}` is too far above its field: another comment is between them"),
            "Move the marker directly above the field.",
        ),
        Lost::EndOfLine => (
            format!("`+{name}` at the end of a line is lost"),
            "Move the marker to a line of its own, above the declaration.",
        ),
        Lost::AtEndOfBody => (
            format!("`+{name}` has no field below it"),
            "Move the marker directly above the field or type that it is for.",
        ),
        Lost::InFunc | Lost::Inside => return,
    };
    let mut one = finding(&LOST_MARKER, name_range(read, marker), message);
    why(&mut one, "controller-gen does not read it, and says nothing.");
    help(&mut one, what_to_do);
    let above = matches!(lost, Lost::AboveFunc | Lost::AboveVar | Lost::AboveConst | Lost::AboveImport);
    if above && of_package {
        set_apart(context, read, &mut one);
    }
    if lost == Lost::EndOfLine {
        above_its_line(context, read, &mut one);
    }
    found.push(one);
}

/// Puts a blank line between the markers of a comment group and the declaration below.
fn set_apart(context: Context<'_>, read: &Read, one: &mut Finding) {
    let text = &context.file.text;
    let line = super::whole_lines(text, read.range);
    let rest = text.get(line.end as usize..).unwrap_or_default();
    // Only where the marker is the last line of its group: text below it is the documentation.
    if !rest.trim_start_matches([' ', '\t']).starts_with("//") {
        one.fixes.push(fix("add a blank line after it", true, TextRange::empty(line.end), "\n"));
    }
}

/// Moves a comment at the end of a line above it.
fn above_its_line(context: Context<'_>, read: &Read, one: &mut Finding) {
    let text = &context.file.text;
    let line = super::whole_lines(text, read.range);
    let before = text.get(line.start as usize..read.range.start as usize).unwrap_or_default();
    let Some(slashes) = before.rfind("//") else { return };
    let code = before.get(..slashes).unwrap_or_default();
    let indent: String = code.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
    let comment = TextRange::new(line.start + code.trim_end().len() as u32, read.range.end);
    let marker = context.text(read.range);
    let mut moved =
        fix("move it above", true, TextRange::empty(line.start), format!("{indent}// {marker}\n"));
    moved.edits.push(crdls_text::Edit { range: comment, new_text: String::new() });
    one.fixes.push(moved);
}
