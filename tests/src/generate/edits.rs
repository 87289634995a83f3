//! Edits of texts. Those that know what a line of YAML is take lines out, double them, move them in and out and
//! replace keys and values, as a person or a bad merge does; others type, paste and delete anywhere; others break
//! bytes or expressions.

use crdls_text::{Edit, TextRange};

use crate::random::Random;

/// Texts grow no longer than this by edits.
const LONGEST: usize = 400_000;

/// Changes `text` by one edit. `other` is a text to take parts from.
pub fn edit(text: &mut String, other: &str, random: &mut Random) {
    const EDITS: [fn(&mut String, &str, &mut Random); 14] = [
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
    let Some(edit) = EDITS.get(random.below(EDITS.len())) else { return };
    edit(text, other, random);
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
    "  ",
    "\n  ",
    "\n      ",
    "a",
    "x: y",
    "\n  x: y\n",
    "-",
    "|\n",
    "|+\n",
    ">-\n",
    " |2\n",
    "null",
    "{a: [b, c]}",
    "\n    description: |\n      text\n",
    "%",
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

fn some_lines(count: usize, random: &mut Random) -> (usize, usize) {
    let start = random.below(count);
    (start, (start + 1 + random.below(6)).min(count))
}

fn delete_lines(text: &mut String, _: &str, random: &mut Random) {
    let all = lines(text);
    let (start, end) = some_lines(all.len(), random);
    *text = all.iter().take(start).chain(all.iter().skip(end)).copied().collect();
}

fn double_block(text: &mut String, _: &str, random: &mut Random) {
    let all = lines(text);
    let start = random.below(all.len());
    let end = block(&all, start);
    let twice = all.iter().skip(start).take(end - start);
    *text = all.iter().take(end).chain(twice).chain(all.iter().skip(end)).copied().collect();
}

fn indent_lines(text: &mut String, _: &str, random: &mut Random) {
    let all = lines(text);
    let (start, end) = some_lines(all.len(), random);
    let by = random.below(9);
    let moved = all.iter().enumerate().map(|(i, line)| match (start..end).contains(&i) {
        true if by > 4 => " ".repeat(by - 4) + line,
        true => line.get(by.min(indent(line))..).unwrap_or(line).to_owned(),
        false => (*line).to_owned(),
    });
    *text = moved.collect();
}

/// Puts something else in place of one line, which is split at its first colon.
fn change_line(text: &mut String, random: &mut Random, change: impl Fn(&str, &str, &mut Random) -> String) {
    let all = lines(text);
    let at = random.below(all.len());
    let Some(line) = all.get(at) else { return };
    let body = line.trim_end_matches(['\r', '\n']);
    let (key, value) = body.split_once(": ").or_else(|| body.split_once(':')).unwrap_or((body, ""));
    let new = change(key, value, random) + line.get(body.len()..).unwrap_or_default();
    *text =
        all.iter().take(at).copied().chain([new.as_str()]).chain(all.iter().skip(at + 1).copied()).collect();
}

fn replace_value(text: &mut String, _: &str, random: &mut Random) {
    change_line(text, random, |key, _, random| {
        format!("{key}: {}", random.pick(VALUES).copied().unwrap_or_default())
    });
}

fn replace_key(text: &mut String, _: &str, random: &mut Random) {
    change_line(text, random, |key, value, random| {
        let start: String = key.chars().take_while(|c| matches!(c, ' ' | '-')).collect();
        format!("{start}{}: {value}", random.pick(KEYS).copied().unwrap_or_default())
    });
}

fn insert_line(text: &mut String, _: &str, random: &mut Random) {
    change_line(text, random, |key, value, random| {
        let blank = " ".repeat(indent(key) + 2 * random.below(2));
        let (new, with) = (random.pick(KEYS).copied(), random.pick(VALUES).copied());
        format!("{key}: {value}\n{blank}{}: {}", new.unwrap_or_default(), with.unwrap_or_default())
    });
}

/// As an editor's "move line" does it, without minding the indentation.
fn move_block(text: &mut String, _: &str, random: &mut Random) {
    let all = lines(text);
    let start = random.below(all.len());
    let end = block(&all, start).min(all.len());
    let moved: Vec<_> = all.iter().take(end).skip(start).copied().collect();
    let mut rest: Vec<_> = all.iter().take(start).chain(all.iter().skip(end)).copied().collect();
    let at = random.below(rest.len() + 1);
    rest.splice(at..at, moved);
    *text = rest.concat();
}

fn type_text(text: &mut String, _: &str, random: &mut Random) {
    let at = boundary(text, random.below(text.len() + 1));
    text.insert_str(at, random.pick(TYPED).copied().unwrap_or_default());
}

fn delete_text(text: &mut String, _: &str, random: &mut Random) {
    let start = boundary(text, random.below(text.len() + 1));
    let end = boundary(text, start + random.below(40)).max(start);
    text.replace_range(start..end, "");
}

/// A block of another text, at the indentation of the line that it is put behind.
fn splice(text: &mut String, other: &str, random: &mut Random) {
    let (all, theirs) = (lines(text), lines(other));
    let (at, start) = (random.below(all.len()), random.below(theirs.len()));
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
fn cut_off(text: &mut String, _: &str, random: &mut Random) {
    let at = boundary(text, random.below(text.len() + 1));
    // Mostly only a little, else there would be little left to edit.
    let at = if random.below(4) == 0 { at } else { boundary(text, text.len() - (text.len() - at) % 64) };
    text.truncate(at);
}

fn make_flow(text: &mut String, _: &str, random: &mut Random) {
    let depth = [1, 1, 2, 40].get(random.below(4)).copied().unwrap_or(1);
    change_line(text, random, |key, value, _| {
        format!("{key}: {}{value}{}", "{a: [".repeat(depth), "]}".repeat(depth))
    });
}

/// A block once more below itself.
fn nest(text: &mut String, _: &str, random: &mut Random) {
    let all = lines(text);
    let start = random.below(all.len());
    let end = block(&all, start).min(all.len());
    let part: Vec<_> = all.iter().take(end).skip(start).copied().collect();
    let inner = moved_to(&part, part.first().map_or(0, |line| indent(line)) + 2);
    *text = [&all[..end], &[inner.as_str()], &all[end..]].concat().concat();
}

/// The whole of it in another form.
fn rewrite(text: &mut String, other: &str, random: &mut Random) {
    *text = match random.below(6) {
        0 => text.replace('\n', "\r\n"),
        1 => text.replace('\n', "\r"),
        2 => format!("\u{feff}{text}"),
        3 => format!("{text}\n---\n{other}"),
        4 => text.replacen("  ", "\t", 3),
        _ => format!("kind: List\nitems:\n- {}", text.replace('\n', "\n  ")),
    };
}

/// Types, pastes or deletes something anywhere.
pub fn random_edit(random: &mut Random, text: &str) -> Edit {
    let start = boundary(text, random.below(text.len() + 1));
    let longest = if random.below(4) == 0 { 60 } else { 4 };
    let deleted = if random.below(2) == 0 { 0 } else { random.below(longest) };
    let end = boundary(text, start + deleted).max(start);
    // A deletion alone is as usual as something typed.
    let typed = if random.below(16) == 0 { None } else { random.pick(TYPED) };
    let new_text = typed.copied().unwrap_or_default().to_owned();
    Edit { range: TextRange::new(start as u32, end as u32), new_text }
}

/// An edit as an author makes one: a letter in a text, another number, a line more or less.
pub fn gentle_edit(random: &mut Random, text: &str) -> Edit {
    let lines: Vec<_> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    let start = random.pick(&lines).copied().unwrap_or_default();
    let rest = &text[start..];
    let end = start + rest.find('\n').unwrap_or(rest.len());
    let line = &text[start..end];
    let indent = &line[..line.len() - line.trim_start().len()];
    let at = |start: usize, end: usize, new: String| Edit {
        range: TextRange::new(start as u32, end as u32),
        new_text: new,
    };
    match random.below(7) {
        0 => at(end, end, "x".to_owned()),
        1 if line.is_ascii() && !line.is_empty() => at(end - 1, end, String::new()),
        2 => at(start, start, format!("{indent}maxLength: {}\n", random.below(100))),
        3 => at(start, (end + 1).min(text.len()), String::new()),
        4 => at(start, start, format!("{line}\n")),
        5 => at(end, end, format!("\n{indent}  more")),
        _ => at(end, end, " and more".to_owned()),
    }
}

/// The edit that makes one text the other: what is between their common start and end.
pub fn between(before: &str, after: &str) -> Edit {
    let same = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
    let start = boundary(before, same).min(boundary(after, same));
    let (a, b) = (&before[start..], &after[start..]);
    let mut tail = a.bytes().rev().zip(b.bytes().rev()).take_while(|(a, b)| a == b).count();
    while !a.is_char_boundary(a.len() - tail) || !b.is_char_boundary(b.len() - tail) {
        tail -= 1;
    }
    Edit {
        range: TextRange::new(start as u32, (before.len() - tail) as u32),
        new_text: b[..b.len() - tail].to_owned(),
    }
}

/// Any bytes, a few.
pub fn noise(random: &mut Random) -> Vec<u8> {
    let len = 2 + random.below(120);
    (0..len).map(|_| random.below(256) as u8).collect()
}

/// Bytes with some of them changed, without regard to characters.
pub fn broken_bytes(random: &mut Random, mut bytes: Vec<u8>) -> Vec<u8> {
    for _ in 0..random.below(12) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(8)).min(bytes.len());
        let new: Vec<u8> = match random.below(4) {
            0 => Vec::new(),
            1 => vec![random.below(256) as u8],
            2 => vec![*random.pick(b"\n\r\t :-?[]{}\"'|>&*!%#,\\\0\xff\xc3").unwrap_or(&b' ')],
            _ => bytes.iter().skip(random.below(bytes.len())).take(random.below(200)).copied().collect(),
        };
        bytes.splice(at..end, new);
    }
    bytes
}

/// A text with parts of another, and edits.
pub fn mixed(random: &mut Random, text: &str, other: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..random.below(6) {
        let at = boundary(&text, random.below(text.len() + 1));
        let from = boundary(other, random.below(other.len() + 1));
        let part: String = other[from..].chars().take(random.below(24)).collect();
        match random.below(4) {
            0 => edit(&mut text, other, random),
            1 => {
                let cut: usize = text[at..].chars().take(random.below(9)).map(char::len_utf8).sum();
                text.replace_range(at..at + cut, "");
            }
            // Again and again, since limits count.
            2 => text.insert_str(at, &part.repeat([1, 1, 2, 60][random.below(4)])),
            _ => text.insert_str(at, &part),
        }
    }
    text
}

/// An expression with something broken.
pub fn respelled(random: &mut Random, rule: &str) -> String {
    let mut chars: Vec<char> = rule.chars().collect();
    let at = random.below(chars.len());
    match random.below(5) {
        0 => drop(chars.remove(at)),
        1 => {
            let more =
                ['(', ')', '\'', '.', ',', '?', '!', '\\', '[', '{', '&', '1', 'x', ' ', '"', '-', '\u{e4}'];
            chars.insert(at, more[random.below(more.len())]);
        }
        2 => {
            let names = ["self", "oldSelf", "size", "all", "map", "has", "int", "exists"];
            let other = [
                "slef",
                "self.zz",
                "sze",
                "has",
                "dyn",
                "type",
                "in",
                "null",
                "optional.of",
                "cel.bind",
                "exists",
            ];
            let text: String = chars.iter().collect();
            let (from, to) = (names[random.below(8)], other[random.below(11)]);
            return text.replacen(from, to, 1);
        }
        3 => chars.truncate(at),
        _ => {
            let text: String = chars.iter().collect();
            return format!("{text} && has({text})");
        }
    }
    chars.into_iter().collect()
}
