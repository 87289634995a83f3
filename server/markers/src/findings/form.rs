//! Markers that are written in a way that controller-gen does not take for what is meant.

use crdls_report::{Finding, Severity, code};
use crdls_text::TextRange;

use super::{Context, finding, fix, help, why};
use crate::Read;
use crate::grammar::{Quotes, Value, ValueKind, outside_of_quotes};
use crate::registry::{Generator, Marker, Target, all, lookup, named};

code!(MARKER_FORM, "marker-form", Warning, advice, "a marker that is not written as controller-gen reads it");

/// Reports what is wrong with how a marker is written. Says whether that explains all of it.
pub(super) fn check(context: Context<'_>, read: &Read, found: &mut Vec<Finding>) -> bool {
    let Some(target) = read.owner.target() else { return false };
    let text = context.text(read.range);
    if blank_after_plus(context, read, target, found)
        || several(context, read, found)
        || colon_for_equals(context, read, target, found)
        || text_after(context, read, target, found)
    {
        return read.parsed.is_none() || text.contains(" +");
    }
    colon_before_equals(context, read, found);
    lost_words(context, read, found);
    false
}

fn range_at(read: &Read, from: usize, to: usize) -> TextRange {
    TextRange::new(read.range.start + from as u32, read.range.start + to as u32)
}

/// `+ optional`
fn blank_after_plus(context: Context<'_>, read: &Read, target: Target, found: &mut Vec<Finding>) -> bool {
    let text = context.text(read.range);
    let Some(rest) = text.strip_prefix('+').filter(|rest| rest.starts_with([' ', '\t'])) else {
        return false;
    };
    let written = rest.trim_start();
    let Some(marker) = lookup(&format!("+{written}"), target, context.settings.version) else { return false };
    if !context.is_reportable(marker) {
        return false;
    }
    let blank = range_at(read, 1, 1 + rest.len() - written.len());
    let message = format!("a blank after the plus: controller-gen ignores `+ {}`", marker.name);
    let mut one = finding(&MARKER_FORM, range_at(read, 0, text.len()), message);
    one.fixes.push(fix("remove the blank", true, blank, ""));
    found.push(one);
    true
}

/// `+optional +kubebuilder:default=1`
fn several(context: Context<'_>, read: &Read, found: &mut Vec<Finding>) -> bool {
    let text = context.text(read.range);
    if !text.contains(" +") && !text.contains("\t+") {
        return false;
    }
    let mut starts = outside_of_quotes(text).map(|(at, _)| at).filter(|at| {
        let before = text.get(..*at).is_some_and(|before| before.ends_with([' ', '\t']));
        let rest = text.get(*at..).and_then(|rest| rest.strip_prefix('+')).filter(|_| before);
        rest.is_some_and(|rest| is_name(rest.split(['=', ' ', '\t']).next().unwrap_or_default()))
    });
    let Some(first) = starts.next() else { return false };
    let rest = text.get(first..).unwrap_or_default();
    let first_name = text.get(1..).unwrap_or_default().split(['=', ' ', '\t']).next().unwrap_or_default();
    if !is_name(first_name) {
        return false;
    }
    let message = format!(
        "`{}` on the line of another marker is not read",
        rest.split(['=', ' ']).next().unwrap_or(rest)
    );
    let mut one = finding(&MARKER_FORM, range_at(read, first, text.len()), message);
    why(&mut one, "A marker reaches to the end of its line.");
    help(&mut one, "Write each marker on a line of its own.");
    let line = super::whole_lines(&context.file.text, read.range);
    let indent = context.file.text.get(line.start as usize..read.range.start as usize).unwrap_or_default();
    if indent.trim_start().starts_with("//") {
        let blanks = text.get(..first).map_or(0, |before| before.len() - before.trim_end().len());
        let place = range_at(read, first - blanks, first);
        one.fixes.push(fix("write it on a line of its own", true, place, format!("\n{indent}")));
    }
    found.push(one);
    true
}

/// Whether a text is the name of a marker, perhaps with one of its arguments.
fn is_name(name: &str) -> bool {
    let whole = named(name).is_some();
    whole
        || name.rsplit_once(':').is_some_and(|(name, _)| {
            named(name).is_some_and(|marker| name.contains(':') || !marker.anonymous)
        })
}

/// `+kubebuilder:default:5`, `+kubebuilder:resource,path=ovens`
fn colon_for_equals(context: Context<'_>, read: &Read, target: Target, found: &mut Vec<Finding>) -> bool {
    if read.parsed.is_some() {
        return false;
    }
    let text = context.text(read.range);
    let written = text.get(1..).unwrap_or_default();
    let version = context.settings.version;
    let begins = |marker: &&Marker| {
        let rest = written.strip_prefix(marker.name);
        marker.is_read(target, version)
            && !marker.is_empty()
            && rest.is_some_and(|rest| match marker.anonymous {
                true => rest.starts_with(':') && rest.len() > 1,
                false => rest.starts_with(',') && rest.contains('='),
            })
    };
    let Some(marker) = all().iter().filter(begins).max_by_key(|marker| marker.name.len()) else {
        return false;
    };
    if !context.is_reportable(marker) {
        return false;
    }
    let at = 1 + marker.name.len();
    let (sign, what) = if marker.anonymous { ("=", "value") } else { (":", "first argument") };
    let message = format!("`+{}` has `{sign}` before its {what}, and is ignored without it", marker.name);
    let mut one = finding(&MARKER_FORM, range_at(read, at, at + 1), message);
    let rest = written.get(marker.name.len() + 1..).unwrap_or_default();
    let len = 1 + rest.len() - rest.trim_start_matches('=').len();
    one.fixes.push(fix(format!("write `{sign}`"), true, range_at(read, at, at + len), sign));
    found.push(one);
    true
}

/// `+kubebuilder:object:generate:=false`: the colon belongs to no name. Of values of a schema it is the usual form.
fn colon_before_equals(context: Context<'_>, read: &Read, found: &mut Vec<Finding>) {
    let Some(parsed) = read.parsed.as_deref() else { return };
    let text = read.text(&context.file.text);
    let is_usual = parsed.marker.generator != Generator::Object;
    if is_usual || !parsed.marker.anonymous || !text.split().whole_name.ends_with(':') {
        return;
    }
    let colon = TextRange::new(text.whole_name().end - 1, text.whole_name().end);
    let message = format!("`:=` in `+{}`, where `=` is the form", parsed.marker.name);
    let mut one = finding(&MARKER_FORM, colon, message);
    one.severity = Severity::Hint;
    why(&mut one, "controller-gen takes it all the same.");
    one.fixes.push(fix("remove the colon", true, colon, ""));
    found.push(one);
}

/// `+optional, default GET`: text after a marker that takes no value.
fn text_after(context: Context<'_>, read: &Read, target: Target, found: &mut Vec<Finding>) -> bool {
    if read.parsed.is_some() {
        return false;
    }
    let text = context.text(read.range);
    let written = text.get(1..).unwrap_or_default();
    let end = written.find(|c: char| !c.is_ascii_alphanumeric() && c != ':').unwrap_or(written.len());
    let (name, rest) = written.split_at_checked(end).unwrap_or((written, ""));
    let Some(marker) = named(name).filter(|marker| marker.is_read(target, context.settings.version)) else {
        return false;
    };
    let is_text = rest.starts_with([' ', '\t', ',', ';', '.', '-', '(', '/', '#']);
    if !is_text || !context.is_reportable(marker) || !marker.is_empty() && !rest.starts_with([' ', '\t']) {
        return false;
    }
    // `+default value is 3` may be a sentence.
    if !marker.is_empty() && !name.contains(':') {
        return false;
    }
    let after = range_at(read, 1 + end, text.len());
    let message = if marker.is_empty() {
        format!("text after `+{name}`: controller-gen takes all of it for the name, and ignores it")
    } else {
        format!("a blank after `+{name}`, where `=` is read: controller-gen ignores it")
    };
    let mut one = finding(&MARKER_FORM, after, message);
    if marker.is_empty() {
        help(&mut one, "Write the text on a line of its own.");
        let words = rest.trim_start_matches([' ', '\t', ',', ';', '-', '.']).trim();
        let line = super::whole_lines(&context.file.text, read.range);
        let indent =
            context.file.text.get(line.start as usize..read.range.start as usize).unwrap_or_default();
        if indent.trim_start().starts_with("//") && !words.is_empty() {
            one.fixes.push(fix(
                "write the text on a line of its own",
                true,
                range_at(read, 0, text.len()),
                format!("{words}\n{indent}+{name}"),
            ));
        }
    }
    found.push(one);
    true
}

/// `Enum=Small ;Large`: a blank before a delimiter takes the word before it.
fn lost_words(context: Context<'_>, read: &Read, found: &mut Vec<Finding>) {
    let Some(parsed) = read.parsed.as_deref().filter(|parsed| parsed.errors.is_empty()) else { return };
    let text = &context.file.text;
    let is_bare = |value: &Value| matches!(&value.kind, ValueKind::String(written) if written.quotes(text) == Quotes::None);
    let mut values: Vec<&Value> = parsed.value.iter().collect();
    values.extend(parsed.arguments.iter().filter_map(|argument| argument.value.as_ref()));
    let lists: Vec<&Value> = values.iter().flat_map(|value| value.items()).collect();
    values.extend(lists);
    for value in values.into_iter().filter(|value| is_bare(value)) {
        let rest =
            context.file.text.get(value.range.end as usize..parsed.range.end as usize).unwrap_or_default();
        let lost: &str = rest.split([',', ';', '}']).next().unwrap_or_default();
        if lost.trim().is_empty() {
            continue;
        }
        let range = TextRange::new(value.range.end, value.range.end + lost.trim_end().len() as u32);
        let message =
            format!("controller-gen drops `{}`, since a blank is between it and what follows", lost.trim());
        let mut one = finding(&MARKER_FORM, range, message);
        help(&mut one, "Remove the blank, or put the value in quotes.");
        let blank = TextRange::new(range.end, value.range.end + lost.len() as u32);
        one.fixes.push(fix("remove the blank", true, blank, ""));
        found.push(one);
    }
}
