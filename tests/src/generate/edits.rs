//! Edits that know what a line of YAML is: lines are taken out, doubled, moved in and out, keys and
//! values replaced, as a person or a bad merge does.

use super::choices::Choices;

/// Texts grow no longer than this by edits.
const LONGEST: usize = 400_000;

/// Changes `text` by one edit. `other` is a text to take parts from.
pub fn edit(text: &mut String, other: &str, choices: &mut Choices<'_>) {
    const EDITS: [fn(&mut String, &str, &mut Choices<'_>); 14] = [
        delete_lines,
        double_block,
        indent_lines,
        replace_value,
        replace_key,
        insert_line,
        move_block,
        type_text,
        delete_text,
        splice,
        cut_off,
        make_flow,
        nest,
        rewrite,
    ];
    let Some(edit) = EDITS.get(choices.below(EDITS.len())) else { return };
    edit(text, other, choices);
    if text.len() > LONGEST {
        let end = boundary(text, LONGEST);
        text.truncate(end);
    }
}

/// The start of the character at an offset.
pub fn boundary(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// What is put in place of values.
const VALUES: &[&str] = &[
    "",
    "null",
    "~",
    "true",
    "yes",
    "1",
    "-1",
    "0x1F",
    "0o17",
    "1_000",
    "1e999",
    "-.inf",
    ".NaN",
    "9223372036854775808",
    "1.5",
    "''",
    "\"\\u0000\"",
    "\"\\x\"",
    "\"a",
    "'a",
    "|",
    ">-",
    "|2",
    "&a x",
    "&a",
    "*a",
    "*b",
    "!!binary x",
    "!!int 5",
    "!!set",
    "!a b",
    "- a",
    "{}",
    "[]",
    "{a: b, a: c}",
    "[a, [b, {c: d}]]",
    "{",
    "[",
    "string",
    "object",
    "array",
    "integer",
    "boolean",
    "date-time",
    "2020-01-01T00:00:00Z",
    "\"^(a|b)*$\"",
    "\"[a-\"",
    "\"(?P<n>a){1,1001}\"",
    "self.all(x, x > 1) && has(self.a)",
    "\"self == oldSelf\"",
    "a: b",
    "Cluster",
    "tables.example.com",
    "https://a@[::1]:x/%zz?",
    "é😀\u{0}",
    "{{ .Values.a }}",
    "\"LS0tLS1CRUdJTg==\"",
];

/// What is put in place of keys.
const KEYS: &[&str] = &[
    "type",
    "items",
    "properties",
    "additionalProperties",
    "default",
    "enum",
    "required",
    "allOf",
    "anyOf",
    "not",
    "pattern",
    "format",
    "nullable",
    "$ref",
    "definitions",
    "dependencies",
    "metadata",
    "name",
    "kind",
    "apiVersion",
    "spec",
    "status",
    "versions",
    "schema",
    "openAPIV3Schema",
    "subresources",
    "scale",
    "selectableFields",
    "additionalPrinterColumns",
    "conversion",
    "webhook",
    "clientConfig",
    "caBundle",
    "maxLength",
    "minimum",
    "multipleOf",
    "x-kubernetes-validations",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-int-or-string",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-preserve-unknown-fields",
    "<<",
    "on",
    "\"\"",
    "1",
    "? a",
    "a b",
    "&k a",
    "*a",
    "",
    "ключ",
    "annotations",
    "ownerReferences",
];

/// What is typed anywhere.
const TYPED: &[&str] = &[
    " ",
    "\n",
    "\n\n  ",
    "\t",
    "\r",
    "\r\n",
    ":",
    ": ",
    "- ",
    "\n- ",
    "\"",
    "'",
    "|",
    "#",
    " #c",
    "[",
    "]",
    "{",
    "}",
    ",",
    "&a ",
    "*a",
    "!!str ",
    "\n---\n",
    "\n--- # c\n",
    "---",
    "...\n",
    "? ",
    "%YAML 1.1\n",
    "@",
    "`",
    "é",
    "😀",
    "\u{feff}",
    "\u{0}",
    "\u{85}",
    "\u{2028}",
    "\\",
    "<<: *a\n",
    "~",
];

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// A line and all below it that are deeper.
fn block(lines: &[&str], start: usize) -> usize {
    let column = lines.get(start).map_or(0, |line| indent(line));
    let inside = |line: &&&str| line.trim().is_empty() || indent(line) > column;
    start + 1 + lines.iter().skip(start + 1).take_while(inside).count()
}

fn some_lines(count: usize, choices: &mut Choices<'_>) -> (usize, usize) {
    let start = choices.below(count);
    (start, (start + 1 + choices.below(6)).min(count))
}

fn delete_lines(text: &mut String, _: &str, choices: &mut Choices<'_>) {
    let all = lines(text);
    let (start, end) = some_lines(all.len(), choices);
    *text = all.iter().take(start).chain(all.iter().skip(end)).copied().collect();
}

fn double_block(text: &mut String, _: &str, choices: &mut Choices<'_>) {
    let all = lines(text);
    let start = choices.below(all.len());
    let end = block(&all, start);
    let twice = all.iter().skip(start).take(end - start);
    *text = all.iter().take(end).chain(twice).chain(all.iter().skip(end)).copied().collect();
}

fn indent_lines(text: &mut String, _: &str, choices: &mut Choices<'_>) {
    let all = lines(text);
    let (start, end) = some_lines(all.len(), choices);
    let by = choices.below(9);
    let moved = all.iter().enumerate().map(|(i, line)| match (start..end).contains(&i) {
        true if by > 4 => " ".repeat(by - 4) + line,
        true => line.get(by.min(indent(line))..).unwrap_or(line).to_owned(),
        false => (*line).to_owned(),
    });
    *text = moved.collect();
}

/// Puts something else in place of one line, which is split at its first colon.
fn change_line(
    text: &mut String,
    choices: &mut Choices<'_>,
    change: impl Fn(&str, &str, &mut Choices<'_>) -> String,
) {
    let all = lines(text);
    let at = choices.below(all.len());
    let Some(line) = all.get(at) else { return };
    let body = line.trim_end_matches(['\r', '\n']);
    let (key, value) = body.split_once(": ").or_else(|| body.split_once(':')).unwrap_or((body, ""));
    let new = change(key, value, choices) + line.get(body.len()..).unwrap_or_default();
    *text =
        all.iter().take(at).copied().chain([new.as_str()]).chain(all.iter().skip(at + 1).copied()).collect();
}

fn replace_value(text: &mut String, _: &str, choices: &mut Choices<'_>) {
    change_line(text, choices, |key, _, choices| {
        format!("{key}: {}", choices.pick(VALUES).unwrap_or_default())
    });
}

fn replace_key(text: &mut String, _: &str, choices: &mut Choices<'_>) {
    change_line(text, choices, |key, value, choices| {
        let start: String = key.chars().take_while(|c| matches!(c, ' ' | '-')).collect();
        format!("{start}{}: {value}", choices.pick(KEYS).unwrap_or_default())
    });
}

fn insert_line(text: &mut String, _: &str, choices: &mut Choices<'_>) {
    change_line(text, choices, |key, value, choices| {
        let blank = " ".repeat(indent(key) + 2 * choices.below(2));
        let (new, with) = (choices.pick(KEYS), choices.pick(VALUES));
        format!("{key}: {value}\n{blank}{}: {}", new.unwrap_or_default(), with.unwrap_or_default())
    });
}

/// As an editor's "move line" does it, without minding the indentation.
fn move_block(text: &mut String, _: &str, choices: &mut Choices<'_>) {
    let all = lines(text);
    let start = choices.below(all.len());
    let end = block(&all, start).min(all.len());
    let moved: Vec<_> = all.iter().take(end).skip(start).copied().collect();
    let mut rest: Vec<_> = all.iter().take(start).chain(all.iter().skip(end)).copied().collect();
    let at = choices.below(rest.len() + 1);
    rest.splice(at..at, moved);
    *text = rest.concat();
}

fn type_text(text: &mut String, _: &str, choices: &mut Choices<'_>) {
    let at = boundary(text, choices.below(text.len() + 1));
    text.insert_str(at, choices.pick(TYPED).unwrap_or_default());
}

fn delete_text(text: &mut String, _: &str, choices: &mut Choices<'_>) {
    let start = boundary(text, choices.below(text.len() + 1));
    let end = boundary(text, start + choices.below(40)).max(start);
    text.replace_range(start..end, "");
}

/// A block of another text, at the indentation of the line that it is put behind.
fn splice(text: &mut String, other: &str, choices: &mut Choices<'_>) {
    let (all, theirs) = (lines(text), lines(other));
    let (at, start) = (choices.below(all.len()), choices.below(theirs.len()));
    let part: Vec<_> = theirs.iter().take(block(&theirs, start)).skip(start).copied().collect();
    let to = all.get(at).map_or(0, |line| indent(line));
    *text = [&all[..at.min(all.len())], &[moved_to(&part, to).as_str()], &all[at.min(all.len())..]]
        .concat()
        .concat();
}

fn moved_to(part: &[&str], to: usize) -> String {
    let from = part.first().map_or(0, |line| indent(line));
    let moved =
        |line: &&str| " ".repeat((indent(line) + to).saturating_sub(from)) + line.trim_start_matches(' ');
    part.iter().map(moved).collect()
}

/// As far as it has been typed.
fn cut_off(text: &mut String, _: &str, choices: &mut Choices<'_>) {
    let at = boundary(text, choices.below(text.len() + 1));
    // Mostly only a little, else there would be little left to edit.
    let at = if choices.below(4) == 0 { at } else { boundary(text, text.len() - (text.len() - at) % 64) };
    text.truncate(at);
}

fn make_flow(text: &mut String, _: &str, choices: &mut Choices<'_>) {
    let depth = [1, 1, 2, 40].get(choices.below(4)).copied().unwrap_or(1);
    change_line(text, choices, |key, value, _| {
        format!("{key}: {}{value}{}", "{a: [".repeat(depth), "]}".repeat(depth))
    });
}

/// A block once more below itself.
fn nest(text: &mut String, _: &str, choices: &mut Choices<'_>) {
    let all = lines(text);
    let start = choices.below(all.len());
    let end = block(&all, start).min(all.len());
    let part: Vec<_> = all.iter().take(end).skip(start).copied().collect();
    let inner = moved_to(&part, part.first().map_or(0, |line| indent(line)) + 2);
    *text = [&all[..end], &[inner.as_str()], &all[end..]].concat().concat();
}

/// The whole of it in another form.
fn rewrite(text: &mut String, other: &str, choices: &mut Choices<'_>) {
    *text = match choices.below(6) {
        0 => text.replace('\n', "\r\n"),
        1 => text.replace('\n', "\r"),
        2 => format!("\u{feff}{text}"),
        3 => format!("{text}\n---\n{other}"),
        4 => text.replacen("  ", "\t", 3),
        _ => format!("kind: List\nitems:\n- {}", text.replace('\n', "\n  ")),
    };
}
