//! What a suggestion writes, before its place is known: block and flow style are made of the same template.
//!
//! Knows the snippet syntax of editors and of the tables in `schemas/`; must not know Kubernetes.

use std::fmt::Write as _;

use super::yaml_value::{json_key, json_of};

/// A value with places to be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Template {
    /// A scalar or flow collection as it is written.
    Text(String),
    /// A scalar that the user may change, as it is suggested; empty where nothing is.
    Slot(String),
    /// The same, where it is a string: JSON has it in quotes though nothing is suggested.
    StringSlot(String),
    /// One of these, the first as long as the user takes no other.
    Choice(Vec<String>),
    /// Scalars one after the other.
    Row(Vec<Template>),
    Map(Vec<(Template, Template)>),
    List(Vec<Template>),
    /// A mapping that the user goes on with.
    Open,
}

/// How a place wants to be written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) flow: bool,
    /// As JSON: keys and strings in double quotes.
    pub(crate) json: bool,
    /// How far the dashes of a list stand after its key.
    pub(crate) dash: usize,
}

/// A template as text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RenderedTemplate {
    pub(crate) text: String,
    /// Whether the text is in the syntax of snippets.
    pub(crate) snippet: bool,
}

impl Template {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn slot(text: impl Into<String>) -> Self {
        Self::Slot(text.into())
    }

    /// One of some values; a plain slot where there is none to choose from.
    pub(crate) fn choice<T: Into<String>>(values: impl IntoIterator<Item = T>) -> Self {
        let mut values: Vec<String> = values.into_iter().map(Into::into).collect();
        match values.len() {
            0 => Self::Slot(String::new()),
            1 => Self::Slot(values.remove(0)),
            _ => Self::Choice(values),
        }
    }

    pub(crate) fn map<const N: usize>(entries: [(&str, Self); N]) -> Self {
        Self::Map(entries.into_iter().map(|(key, value)| (Self::text(key), value)).collect())
    }

    /// Reads what a table writes after `key:`: from the space or the line break on.
    pub(crate) fn of_table(text: &str) -> Self {
        let Some(block) = text.strip_prefix('\n') else { return row(text.trim()) };
        let lines: Vec<_> = block.lines().map(|line| (indent_of(line), line.trim_start())).collect();
        block_of(&lines)
    }

    fn has_slots(&self) -> bool {
        match self {
            Self::Text(_) => false,
            Self::Slot(_) | Self::StringSlot(_) | Self::Choice(_) | Self::Open => true,
            Self::Row(parts) | Self::List(parts) => parts.iter().any(Self::has_slots),
            Self::Map(entries) => entries.iter().any(|(key, value)| key.has_slots() || value.has_slots()),
        }
    }

    /// The template at a place whose lines are indented by so much.
    pub(crate) fn written(&self, indent: usize, style: Style) -> RenderedTemplate {
        self.by(Pen::new(style, self.has_slots()), indent)
    }

    /// The same with what is suggested in each slot.
    pub(crate) fn plain(&self, indent: usize, style: Style) -> String {
        self.by(Pen::new(style, false), indent).text
    }

    /// The template as a whole document of YAML, in the syntax of snippets or with what is suggested.
    pub(crate) fn block(&self, snippet: bool) -> RenderedTemplate {
        let style = Style { flow: false, json: false, dash: 2 };
        self.by(Pen::new(style, snippet && self.has_slots()), 0)
    }

    /// The template as JSON on many lines; `braces`: with those around all of it.
    pub(crate) fn json_lines(&self, braces: bool, snippet: bool) -> RenderedTemplate {
        let mut pen = Pen::new(Style { flow: true, json: true, dash: 2 }, snippet && self.has_slots());
        match self {
            Self::Map(entries) if !braces => pen.json_members(entries, 0),
            _ => pen.json_lines(self, 0),
        }
        RenderedTemplate { text: pen.out, snippet: pen.snippet }
    }

    fn by(&self, mut pen: Pen, indent: usize) -> RenderedTemplate {
        match self {
            // What stands alone is not in braces or brackets: it goes into those that are there.
            Self::Map(entries) if pen.style.flow => pen.pairs(entries),
            Self::List(items) if pen.style.flow => pen.items(items),
            _ => pen.lines(self, indent),
        }
        RenderedTemplate { text: pen.out, snippet: pen.snippet }
    }
}

struct Pen {
    style: Style,
    snippet: bool,
    slots: u32,
    out: String,
}

impl Pen {
    fn new(style: Style, snippet: bool) -> Self {
        Self { style, snippet, slots: 0, out: String::new() }
    }

    /// A value whose first line has begun, its other lines indented by so much.
    fn lines(&mut self, value: &Template, indent: usize) {
        match value {
            Template::Map(entries) if !self.style.flow => {
                for (i, (key, value)) in entries.iter().enumerate() {
                    if i > 0 {
                        self.line(indent);
                    }
                    self.key(key);
                    self.out.push(':');
                    self.behind_key(value, indent);
                }
            }
            Template::List(items) if !self.style.flow => {
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        self.line(indent);
                    }
                    self.out.push_str("- ");
                    self.lines(item, indent + 2);
                }
            }
            value => self.inline(value),
        }
    }

    fn behind_key(&mut self, value: &Template, indent: usize) {
        let below = match value {
            Template::Map(_) | Template::Open => Some(2),
            Template::List(_) => Some(self.style.dash),
            _ => None,
        };
        match below.filter(|_| !self.style.flow) {
            Some(more) => {
                self.line(indent + more);
                self.lines(value, indent + more);
            }
            None => {
                self.out.push(' ');
                self.inline(value);
            }
        }
    }

    fn line(&mut self, indent: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', indent));
    }

    /// A value on one line.
    fn inline(&mut self, value: &Template) {
        let json = self.style.json;
        match value {
            Template::Text(text) if json => self.raw(&json_of(text)),
            Template::Slot(text) if json => self.json_slot(text),
            Template::StringSlot(text) if json && text.is_empty() => self.quoted(&[Template::slot("")]),
            Template::StringSlot(text) if json => self.json_slot(text),
            Template::Choice(values) if json => {
                self.choice(&values.iter().map(|value| json_of(value)).collect::<Vec<_>>());
            }
            Template::Row(parts) if json => self.json_row(parts),
            Template::Text(text) => self.raw(text),
            Template::Slot(text) | Template::StringSlot(text) => self.slot(text),
            Template::Choice(values) => self.choice(values),
            Template::Row(parts) => parts.iter().for_each(|part| self.inline(part)),
            Template::Open => {
                self.out.push_str(if self.style.flow { "{" } else { "" });
                self.slot("");
                self.out.push_str(if self.style.flow { "}" } else { "" });
            }
            Template::Map(entries) => {
                self.out.push('{');
                self.pairs(entries);
                self.out.push('}');
            }
            Template::List(items) => {
                self.out.push('[');
                self.items(items);
                self.out.push(']');
            }
        }
    }

    /// A value of JSON, each of its parts on a line of its own.
    fn json_lines(&mut self, value: &Template, indent: usize) {
        match value {
            Template::Map(entries) => {
                self.out.push('{');
                self.line(indent + 2);
                self.json_members(entries, indent + 2);
                self.line(indent);
                self.out.push('}');
            }
            Template::List(items) => {
                self.out.push('[');
                for (i, item) in items.iter().enumerate() {
                    self.out.push_str(if i > 0 { "," } else { "" });
                    self.line(indent + 2);
                    self.json_lines(item, indent + 2);
                }
                self.line(indent);
                self.out.push(']');
            }
            value => self.inline(value),
        }
    }

    fn json_members(&mut self, entries: &[(Template, Template)], indent: usize) {
        for (i, (key, value)) in entries.iter().enumerate() {
            if i > 0 {
                self.out.push(',');
                self.line(indent);
            }
            self.key(key);
            self.out.push_str(": ");
            self.json_lines(value, indent);
        }
    }

    fn items(&mut self, items: &[Template]) {
        for (i, item) in items.iter().enumerate() {
            self.out.push_str(if i > 0 { ", " } else { "" });
            self.inline(item);
        }
    }

    fn pairs(&mut self, entries: &[(Template, Template)]) {
        for (i, (key, value)) in entries.iter().enumerate() {
            self.out.push_str(if i > 0 { ", " } else { "" });
            self.key(key);
            self.out.push_str(": ");
            self.inline(value);
        }
    }

    /// A key: in JSON a string, whatever it says.
    fn key(&mut self, key: &Template) {
        match key {
            Template::Row(parts) if self.style.json => self.quoted(parts),
            Template::Choice(keys) if self.style.json => {
                self.choice(&keys.iter().map(|key| json_key(key)).collect::<Vec<_>>());
            }
            Template::Text(key) if self.style.json => self.raw(&json_key(key)),
            key if self.style.json => self.quoted(std::slice::from_ref(key)),
            key => self.inline(key),
        }
    }

    /// What is suggested as JSON; `null`, which the user types over, where that is nothing.
    fn json_slot(&mut self, text: &str) {
        let json = if text.is_empty() { "null".to_owned() } else { json_of(text) };
        match json.strip_prefix('"').and_then(|json| json.strip_suffix('"')) {
            Some(inside) => self.quoted(&[Template::slot(inside)]),
            None => self.slot(&json),
        }
    }

    /// A list of strings in brackets, or one string with slots in it.
    fn json_row(&mut self, parts: &[Template]) {
        let opening = matches!(parts.first(), Some(Template::Text(text)) if text.starts_with('['));
        match parts {
            [_, items @ .., _] if opening => {
                self.out.push('[');
                self.quoted(items);
                self.out.push(']');
            }
            parts => self.quoted(parts),
        }
    }

    /// Texts and slots as one string of JSON.
    fn quoted(&mut self, parts: &[Template]) {
        self.out.push('"');
        for part in parts {
            match part {
                Template::Text(text) => self.raw(text.trim_matches('\'')),
                Template::Slot(text) | Template::StringSlot(text) => self.slot(text),
                other => self.inline(other),
            }
        }
        self.out.push('"');
    }

    fn raw(&mut self, text: &str) {
        for c in text.chars() {
            if self.snippet && matches!(c, '$' | '\\') {
                self.out.push('\\');
            }
            self.out.push(c);
        }
    }

    fn slot(&mut self, text: &str) {
        if !self.snippet {
            return self.out.push_str(text);
        }
        self.slots += 1;
        let number = self.slots;
        if text.is_empty() {
            let _ = write!(self.out, "${number}");
            return;
        }
        let _ = write!(self.out, "${{{number}:{}}}", escaped(text, &['$', '}', '\\']));
    }

    fn choice(&mut self, values: &[String]) {
        if !self.snippet {
            return self.out.push_str(values.first().map_or("", String::as_str));
        }
        self.slots += 1;
        let values: Vec<_> = values.iter().map(|value| escaped(value, &['\\', ',', '|'])).collect();
        let _ = write!(self.out, "${{{}|{}|}}", self.slots, values.join(","));
    }
}

fn escaped(text: &str, special: &[char]) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if special.contains(&c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// A block of a table: its lines, each with its indentation.
fn block_of(lines: &[(usize, &str)]) -> Template {
    let Some(((indent, first), _)) = lines.split_first() else { return Template::Open };
    if first.starts_with("- ") {
        let items = lines.chunk_by(|_, (next, text)| next != indent || !text.starts_with("- "));
        return Template::List(items.map(item_of).collect());
    }
    if key_and_value(first).is_none() {
        return if row(first) == Template::Slot(String::new()) { Template::Open } else { row(first) };
    }
    let entries = lines.chunk_by(|_, (next, _)| next != indent);
    Template::Map(entries.filter_map(entry_of).collect())
}

fn item_of(lines: &[(usize, &str)]) -> Template {
    let mut lines = lines.to_vec();
    if let Some((indent, text)) = lines.first_mut() {
        *indent += 2;
        *text = text.trim_start_matches("- ");
    }
    match lines.as_slice() {
        [(_, only)] if key_and_value(only).is_none() => row(only),
        lines => block_of(lines),
    }
}

fn entry_of(lines: &[(usize, &str)]) -> Option<(Template, Template)> {
    let ((_, first), rest) = lines.split_first()?;
    let (key, value) = key_and_value(first)?;
    let value = if rest.is_empty() { row(value) } else { block_of(rest) };
    Some((row(key), value))
}

/// The two sides of the colon that is in no slot.
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let mut depth = 0_i32;
    let colon = line.char_indices().find(|(at, c)| {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            _ => {}
        }
        *c == ':'
            && depth == 0
            && line.get(at + 1..).is_none_or(|rest| rest.is_empty() || rest.starts_with(' '))
    })?;
    let (key, value) = line.split_at_checked(colon.0)?;
    Some((key, value.get(1..)?.trim_start()))
}

/// Text with slots in it.
fn row(text: &str) -> Template {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        let (before, slot) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let Some((part, behind)) = slot_of(slot) else { break };
        if !before.is_empty() {
            parts.push(Template::text(before));
        }
        parts.push(part);
        rest = behind;
    }
    if !rest.is_empty() {
        parts.push(Template::text(rest));
    }
    match parts.len() {
        0 => Template::text(""),
        1 => parts.remove(0),
        _ => Template::Row(parts),
    }
}

/// `$1`, `${1:name}` or `${1|a,b|}` at the start of a text, and what is after it.
fn slot_of(text: &str) -> Option<(Template, &str)> {
    let rest = text.strip_prefix('$')?;
    let Some(rest) = rest.strip_prefix('{') else {
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        return (behind.len() < rest.len()).then(|| (Template::slot(""), behind));
    };
    let (inside, behind) = rest.split_once('}')?;
    let inside = inside.trim_start_matches(|c: char| c.is_ascii_digit());
    let part = match (inside.strip_prefix(':'), inside.strip_prefix('|')) {
        (Some(text), _) => Template::slot(text),
        (_, Some(values)) => Template::choice(values.trim_end_matches('|').split(',')),
        _ => return None,
    };
    Some((part, behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: Style = Style { flow: false, json: false, dash: 2 };
    const FLOW: Style = Style { flow: true, json: false, dash: 2 };

    fn keyed(table: &str) -> Template {
        Template::map([("key", Template::of_table(table))])
    }

    #[test]
    fn tables_are_written_in_both_styles() {
        let table = "\n  - name: ${1:v1}\n    schema:\n      ${2:x}: [a]\n  - $3";
        let made = keyed(table);
        let block = "key:\n    - name: ${1:v1}\n      schema:\n        ${2:x}: [a]\n    - $3";
        assert_eq!(made.written(2, BLOCK), RenderedTemplate { text: block.to_owned(), snippet: true });
        assert_eq!(made.written(0, FLOW).text, "key: [{name: ${1:v1}, schema: {${2:x}: [a]}}, $3]");
        let close = made.plain(0, Style { flow: false, json: false, dash: 0 });
        assert_eq!(close, "key:\n- name: v1\n  schema:\n    x: [a]\n- ");
    }

    #[test]
    fn json_is_written_with_its_quotes() {
        let json = Style { flow: true, json: true, dash: 2 };
        for (table, snippet, plain) in [
            (" '^$1'", r#""key": "^$1""#, r#""key": "^""#),
            (" ${1|a,b|}", r#""key": ${1|"a","b"|}"#, r#""key": "a""#),
            (" true", r#""key": true"#, r#""key": true"#),
            (" $1", r#""key": ${1:null}"#, r#""key": null"#),
            ("\n  $1", r#""key": {$1}"#, r#""key": {}"#),
            ("\n  - required: [$1]", r#""key": [{"required": ["$1"]}]"#, r#""key": [{"required": [""]}]"#),
            (
                "\n  ${1:name}:\n    type: ${2:string}",
                r#""key": {"${1:name}": {"type": "${2:string}"}}"#,
                r#""key": {"name": {"type": "string"}}"#,
            ),
        ] {
            let made = keyed(table);
            assert_eq!((made.written(0, json).text.as_str(), made.plain(0, json).as_str()), (snippet, plain));
        }
        let string = Template::map([("on", Template::StringSlot(String::new()))]);
        assert_eq!(string.written(0, json).text, r#""on": "$1""#);
    }

    #[test]
    fn scalars_stay_on_the_line() {
        assert_eq!(keyed(" '^$1'").written(0, BLOCK).text, "key: '^$1'");
        assert_eq!(keyed(" ${1|a,b|}").written(0, BLOCK).text, "key: ${1|a,b|}");
        assert_eq!(keyed(" ${1|a,b|}").plain(0, BLOCK), "key: a");
        assert_eq!(
            keyed(" true").written(0, BLOCK),
            RenderedTemplate { text: "key: true".to_owned(), snippet: false }
        );
        assert_eq!(keyed("\n  $1").written(0, BLOCK).text, "key:\n  $1");
        assert_eq!(keyed("\n  $1").written(0, FLOW).text, "key: {$1}");
    }

    #[test]
    fn what_a_snippet_would_read_is_escaped() {
        let made = Template::map([("a", Template::slot("x}$")), ("b", Template::text("'^a$'"))]);
        assert_eq!(made.written(0, BLOCK).text, "a: ${1:x\\}\\$}\nb: '^a\\$'");
        assert_eq!(made.plain(0, BLOCK), "a: x}$\nb: '^a$'");
    }
}
