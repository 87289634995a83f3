//! Where a suggestion is written: the word that it takes the place of, the quotes around that, the style there.
//!
//! One rule for all suggestions. Inside quotes that are closed a text goes between them, so that it is right whether
//! an editor replaces the whole word or only what stands before the cursor; what is no text, or goes on after the
//! closing quote (a key with its value, a comma), takes the quotes with it and replaces the whole word only. Must not
//! know what is suggested.

use crdls_fixes::File;
use crdls_text::{Edit, TextRange};
use crdls_values::double_quoted;
use crdls_yaml::{Kind, Node};

use super::yaml_value::{json_of, text_of};
use super::{Completion, CompletionKind, Style, Template};
use crdls_yaml::cursor::{Cursor, ends_with_bare_dash};
use crdls_yaml::json_stream::begins_with_brace;

/// The quotes that the cursor stands in.
#[derive(Clone, Copy, Debug)]
struct Quotes {
    mark: char,
    /// With the marks that are written.
    outside: TextRange,
    inside: TextRange,
    closed: bool,
}

/// A place where suggestions are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InsertionPoint<'t> {
    text: &'t str,
    offset: u32,
    /// The word, without quotes.
    word: TextRange,
    quotes: Option<Quotes>,
    style: Style,
}

/// What a suggestion writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Insertion {
    pub(crate) edit: Edit,
    pub(crate) snippet: bool,
    pub(crate) plain: String,
    pub(crate) only_replaces: bool,
}

impl<'t> InsertionPoint<'t> {
    /// The place of the cursor; `dash`: as in [`Style`].
    pub(crate) fn new(file: &'t File, cursor: Cursor, dash: usize) -> Self {
        let text = file.text();
        let document = file.tree().documents().get(file.document_at(cursor.offset));
        let json = document.is_some_and(|document| begins_with_brace(document.range.of(text)));
        let style = Style { flow: json || is_in_flow(file, cursor.offset), json, dash };
        Self { text, offset: cursor.offset, word: cursor.word, quotes: quotes_at(text, cursor), style }
    }

    /// The place with the whole of a scalar as its word, where the cursor is in one that stands on one line.
    pub(crate) fn in_scalar(mut self, node: Option<Node<'_>>) -> Self {
        let plain = node.filter(|node| node.kind() == Kind::Plain && self.quotes.is_none());
        let whole = plain
            .map(Node::range)
            .filter(|range| range.touches(self.offset) && !range.of(self.text).contains('\n'));
        self.word = whole.unwrap_or(self.word);
        self
    }

    /// The place where what looks like quotes of YAML is a part of the text.
    pub(crate) fn without_quotes(self) -> Self {
        Self { quotes: None, ..self }
    }

    /// Whether the cursor is in quotes of YAML.
    pub(crate) fn is_quoted(&self) -> bool {
        self.quotes.is_some()
    }

    pub(crate) fn style(&self) -> Style {
        self.style
    }

    /// From where a suggestion replaces what is written.
    pub(crate) fn start(&self) -> u32 {
        self.outside().start
    }

    /// The word with its quotes.
    fn outside(&self) -> TextRange {
        self.quotes.map_or(self.word, |quotes| quotes.outside)
    }

    /// Whether the word is a key that has its colon.
    pub(crate) fn colon_follows(&self) -> bool {
        self.behind().trim_start_matches(' ').starts_with(':')
    }

    fn behind(&self) -> &'t str {
        self.text.get(self.outside().end as usize..).unwrap_or_default()
    }

    /// A key in place of one that has its colon.
    pub(crate) fn key(&self, source: &str) -> Insertion {
        self.word(&text_of(source).unwrap_or_else(|| source.to_owned()), source)
    }

    /// A value, as YAML has it on one line.
    pub(crate) fn value(&self, yaml: &str) -> Insertion {
        let Some(text) = text_of(yaml) else {
            let value = if self.style.json { json_of(yaml) } else { yaml.to_owned() };
            return self.over(&ValueText::plain(value));
        };
        self.word(&text, yaml)
    }

    /// A text: between the quotes that are there, else as it is written.
    fn word(&self, text: &str, yaml: &str) -> Insertion {
        let comma = self.comma();
        match self.quotes {
            Some(quotes) if quotes.closed && comma.is_empty() => {
                let new_text = inside(text, quotes.mark);
                Insertion::plain(quotes.inside, new_text)
            }
            Some(quotes) if !text.contains(char::is_control) => {
                let written = format!("{0}{1}{0}", quotes.mark, inside(text, quotes.mark));
                self.over(&ValueText::plain(written))
            }
            _ => {
                let in_flow = self.style.flow && text.contains(|c| ",[]{}".contains(c));
                let quoted = self.style.json || in_flow && !yaml.starts_with(['"', '\'']);
                self.over(&ValueText::plain(if quoted { double_quoted(text) } else { yaml.to_owned() }))
            }
        }
    }

    /// Entries, items or values made of a template; `before` and `indent`: what stands before them, and how far their
    /// lines are indented on top of the line of the cursor.
    pub(crate) fn template(&self, template: &Template, before: &str, indent: usize) -> Insertion {
        let written = template.written(indent, self.style);
        let plain = template.plain(indent, self.style);
        self.over(&ValueText {
            text: format!("{before}{}", written.text),
            plain: format!("{before}{plain}"),
            snippet: written.snippet,
        })
    }

    /// Writes a suggestion that is the first word of an expression as the value that the expression is: after a blank,
    /// in JSON in quotes.
    pub(crate) fn begin_expression(&self, completion: &mut Completion) {
        if self.quotes.is_some() {
            return;
        }
        let quote = if self.style.json { "\"" } else { "" };
        let value = |text: &str| format!("{quote}{text}{quote}");
        let (text, plain) = (value(&completion.edit.new_text), value(&completion.plain));
        let made = self.over(&ValueText { text, plain, snippet: completion.snippet });
        (completion.edit, completion.plain) = (made.edit, made.plain);
        completion.only_replaces = made.only_replaces;
    }

    /// A text that takes the place of the word and its quotes.
    fn over(&self, written: &ValueText) -> Insertion {
        let (space, comma) = (self.space(), self.comma());
        let starts_line = written.plain.starts_with('\n');
        let space = if starts_line { "" } else { space };
        let of = |text: &str| format!("{space}{text}{comma}");
        let edit = Edit { range: self.outside(), new_text: of(&written.text) };
        let only_replaces = self.offset != self.outside().end && (self.quotes.is_some() || !comma.is_empty());
        Insertion { edit, snippet: written.snippet, plain: of(&written.plain), only_replaces }
    }

    /// The blank that has to be between a colon or a dash and what follows.
    fn space(&self) -> &'static str {
        let before = self.text.get(..self.outside().start as usize).unwrap_or_default();
        if before.ends_with(':') || ends_with_bare_dash(before) { " " } else { "" }
    }

    /// The comma before a part that follows in brackets or braces.
    fn comma(&self) -> &'static str {
        let behind = match self.style.json {
            true => self.behind().trim_start(),
            false => self.behind().trim_start_matches(' '),
        };
        let next = behind.chars().next().filter(|_| self.style.flow);
        let follows = match self.style.json {
            true => next.is_some_and(|c| c == '"'),
            false => next.is_some_and(|c| !",]}:#\r\n".contains(c)),
        };
        if follows { "," } else { "" }
    }
}

/// A text in the syntax of snippets, and without its stops.
struct ValueText {
    text: String,
    plain: String,
    snippet: bool,
}

impl ValueText {
    fn plain(text: String) -> Self {
        Self { plain: text.clone(), text, snippet: false }
    }
}

impl Insertion {
    /// A text in place of a range.
    pub(crate) fn plain(range: TextRange, text: String) -> Self {
        let edit = Edit { range, new_text: text.clone() };
        Self { edit, snippet: false, plain: text, only_replaces: false }
    }

    /// The edit without the syntax of snippets.
    pub(crate) fn plain_edit(&self) -> Edit {
        Edit { range: self.edit.range, new_text: self.plain.clone() }
    }

    /// The item of an editor's list that writes this.
    pub(crate) fn completion(self, label: &str, kind: CompletionKind, sort: String) -> Completion {
        Completion {
            label: label.to_owned(),
            kind,
            detail: None,
            documentation: String::new(),
            edit: self.edit,
            snippet: self.snippet,
            additional: Vec::new(),
            plain: self.plain,
            only_replaces: self.only_replaces,
            deprecated: false,
            sort,
            preselect: false,
        }
    }
}

/// Whether the cursor is in brackets or braces.
fn is_in_flow(file: &File, offset: u32) -> bool {
    let document = file.tree().documents().get(file.document_at(offset));
    let mut node = document.and_then(|document| file.tree().root(file.text(), document));
    while let Some(here) = node {
        if matches!(here.kind(), Kind::FlowMap | Kind::FlowSeq) {
            let range = here.range();
            let open = !here.source().ends_with(['}', ']']);
            return range.start < offset && (offset < range.end || open);
        }
        let touched = |range: TextRange| range.touches(offset);
        let values = here.entries().map(|entry| (entry.value, entry.range)).chain(here.item_ranges());
        node = values.filter(|(_, range)| touched(*range)).last().map(|(value, _)| value);
    }
    false
}

/// A text as it stands between quotes.
fn inside(text: &str, mark: char) -> String {
    if mark == '\'' {
        return text.replace('\'', "''");
    }
    let quoted = double_quoted(text);
    quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(&quoted).to_owned()
}

/// The quotes around the cursor, by what stands on its line.
fn quotes_at(text: &str, cursor: Cursor) -> Option<Quotes> {
    let before = text.get(..cursor.offset as usize)?;
    let line = before.len() - before.rsplit(['\n', '\r']).next().unwrap_or_default().len();
    let (open, mark) = open_quote(before.get(line..)?)?;
    let start = (line + open) as u32;
    let behind = text.get(cursor.offset as usize..)?.lines().next().unwrap_or_default();
    let close = closing(behind, mark).filter(|close| {
        // Of a quote that is open the next one on the line may belong to another text.
        behind
            .get(..*close)
            .is_some_and(|between| !between.contains([',', '{', '}']) && !between.contains(": "))
    });
    let (inner_end, end) = match close {
        Some(close) => (cursor.offset + close as u32, cursor.offset + close as u32 + 1),
        None => (cursor.word.end, cursor.word.end),
    };
    Some(Quotes {
        mark,
        outside: TextRange::new(start, end),
        inside: TextRange::new(start + 1, inner_end),
        closed: close.is_some(),
    })
}

/// The quote that is open at the end of the beginning of a line, and where it stands.
fn open_quote(line: &str) -> Option<(usize, char)> {
    let mut open: Option<(usize, char)> = None;
    let mut starts = true;
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match open {
            Some((_, '"')) if c == '\\' => {
                chars.next();
            }
            Some((_, mark)) if c == mark => {
                // Two in a row are one that is meant.
                let doubled = mark == '\'' && chars.next_if(|(_, next)| *next == mark).is_some();
                open = open.filter(|_| doubled);
                starts = false;
            }
            Some(_) => {}
            None if starts && matches!(c, '"' | '\'') => open = Some((at, c)),
            None => starts = c.is_whitespace() || "[{,:-?(".contains(c),
        }
    }
    open
}

/// Where the quote ends that a text is in.
fn closing(text: &str, mark: char) -> Option<usize> {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if mark == '"' => {
                chars.next();
            }
            c if c == mark && mark == '\'' && chars.next_if(|(_, next)| *next == mark).is_some() => {}
            c if c == mark => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(marked: &str) -> (File, Cursor) {
        let offset = marked.find('§').unwrap_or_default() as u32;
        let file = File::new(marked.replace('§', ""));
        let cursor = file.cursor(offset);
        (file, cursor)
    }

    fn value(marked: &str, yaml: &str) -> String {
        let (file, cursor) = at(marked);
        let point = InsertionPoint::new(&file, cursor, 2);
        let made = point.value(yaml);
        let mut text = file.text().to_owned();
        assert!(made.edit.apply(&mut text));
        text
    }

    #[test]
    fn values_go_between_quotes() {
        for (marked, yaml, written) in [
            ("a: §", "x", "a: x"),
            ("a:§", "x", "a: x"),
            ("- §", "x", "- x"),
            ("-§", "x", "- x"),
            ("a: \"§\"", "x", "a: \"x\""),
            ("a: 'x§'", "x", "a: 'x'"),
            ("a: \"§", "x", "a: \"x\""),
            ("a: \"§\"", "true", "a: true"),
            ("a: \"§\"", "'say \"x\"'", "a: \"say \\\"x\\\"\""),
            ("a: '§'", "\"don't\"", "a: 'don''t'"),
            ("a: \"§\" # it's", "x", "a: \"x\" # it's"),
        ] {
            assert_eq!(value(marked, yaml), written, "{marked}");
        }
        assert_eq!(value("a: [\"§\", \"b\"]", "x"), "a: [\"x\", \"b\"]");
        assert_eq!(value("a: [\"§, \"b\"]", "x"), "a: [\"x\", \"b\"]");
        assert_eq!(value("{\"a\": §}", "x"), "{\"a\": \"x\"}");
        assert_eq!(value("{\"a\": §\n \"b\": 1}", "true"), "{\"a\": true,\n \"b\": 1}");
        assert_eq!(value("a: [§]", "'b, c'"), "a: ['b, c']");
    }

    #[test]
    fn what_goes_past_a_quote_replaces_the_word() {
        let (file, cursor) = at("{\"a§\" \"b\": 1}");
        let point = InsertionPoint::new(&file, cursor, 2);
        let made = point.template(&Template::map([("ab", Template::text("c"))]), "", 0);
        assert_eq!((made.plain.as_str(), made.only_replaces), ("\"ab\": \"c\",", true));
        assert!(!point.colon_follows());
        let (file, cursor) = at("{\"a§\": 1}");
        let point = InsertionPoint::new(&file, cursor, 2);
        assert!(point.colon_follows());
        assert_eq!((point.key("ab").plain.as_str(), point.key("ab").only_replaces), ("ab", false));
    }
}
