//! The emitter of go.yaml.in/yaml/v2, as far as values of JSON need it.

use crdls_yaml::resolve::{is_base_60, is_plain_string};

use super::{sorted, word};
use crate::{Data, Item};

const BEST_INDENT: i32 = 2;
const BEST_WIDTH: i32 = 80;
/// A longer key is written after a question mark.
const SIMPLE_KEY: usize = 128;

/// What is written so far. The names are the library's.
pub(super) struct Emitter {
    out: String,
    indent: i32,
    column: i32,
    /// Whether the last character was whitespace.
    whitespace: bool,
    /// Whether only indentation and indicators are on the line.
    indention: bool,
}

/// How a scalar is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Plain,
    Single,
    Double,
    Literal,
}

/// What a scalar allows (`yaml_emitter_analyze_scalar`).
struct Analysis {
    multiline: bool,
    plain: bool,
    single: bool,
    block: bool,
}

impl Emitter {
    pub(super) fn new() -> Self {
        Self { out: String::new(), indent: -1, column: 0, whitespace: true, indention: true }
    }

    pub(super) fn document(&mut self, item: &Item) {
        self.node(item, false);
        self.write_indent();
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    fn node(&mut self, item: &Item, is_value: bool) {
        match &item.data {
            Data::Map(members) if members.is_empty() => self.indicators("{", "}"),
            Data::List(items) if items.is_empty() => self.indicators("[", "]"),
            Data::Map(members) => {
                let before = self.increase_indent(false, false);
                for member in sorted(members) {
                    self.write_indent();
                    let simple = member.name.len() <= SIMPLE_KEY && !member.name.contains(is_break);
                    if simple {
                        self.scalar(&member.name, true);
                        self.write_indicator(":", false, false, false);
                    } else {
                        self.write_indicator("?", true, false, true);
                        self.scalar(&member.name, false);
                        self.write_indent();
                        self.write_indicator(":", true, false, true);
                    }
                    self.node(&member.value, true);
                }
                self.indent = before;
            }
            Data::List(items) => {
                let before = self.increase_indent(false, is_value && !self.indention);
                for item in items {
                    self.write_indent();
                    self.write_indicator("-", true, false, true);
                    self.node(item, false);
                }
                self.indent = before;
            }
            Data::Text(text) => self.scalar(&text.value, false),
            other => {
                let text = word(other).unwrap_or_default();
                self.styled(&text, Style::Plain, false);
            }
        }
    }

    fn indicators(&mut self, open: &str, close: &str) {
        self.write_indicator(open, true, true, false);
        self.write_indicator(close, false, false, false);
    }

    fn increase_indent(&mut self, flow: bool, indentless: bool) -> i32 {
        let before = self.indent;
        if self.indent < 0 {
            self.indent = if flow { BEST_INDENT } else { 0 };
        } else if !indentless {
            self.indent += BEST_INDENT;
        }
        before
    }

    /// `stringv` and `yaml_emitter_select_scalar_style`
    fn scalar(&mut self, text: &str, is_key: bool) {
        let analysis = analyzed(text);
        let mut style = if text.contains('\n') {
            Style::Literal
        } else if is_plain_string(text) && !is_base_60(text) {
            Style::Plain
        } else {
            Style::Double
        };
        if is_key && analysis.multiline {
            style = Style::Double;
        }
        if style == Style::Plain && (!analysis.plain || text.is_empty() && is_key) {
            style = Style::Single;
        }
        if style == Style::Single && !analysis.single
            || style == Style::Literal && (!analysis.block || is_key)
        {
            style = Style::Double;
        }
        self.styled(text, style, is_key);
    }

    fn styled(&mut self, text: &str, style: Style, is_key: bool) {
        let before = self.increase_indent(true, false);
        match style {
            Style::Plain => self.plain(text, !is_key),
            Style::Single => self.single(text, !is_key),
            Style::Double => self.double(text, !is_key),
            Style::Literal => self.literal(text),
        }
        self.indent = before;
    }

    fn put(&mut self, c: char) {
        self.out.push(c);
        self.column += 1;
    }

    fn put_break(&mut self) {
        self.out.push('\n');
        self.column = 0;
    }

    /// `write_break`: a line feed ends a line, other breaks are written as they are.
    fn write_break(&mut self, c: char) {
        if c == '\n' {
            self.put_break();
        } else {
            self.out.push(c);
            self.column = 0;
        }
    }

    fn write_indent(&mut self) {
        let indent = self.indent.max(0);
        if !self.indention || self.column > indent || self.column == indent && !self.whitespace {
            self.put_break();
        }
        while self.column < indent {
            self.put(' ');
        }
        self.whitespace = true;
        self.indention = true;
    }

    fn write_indicator(
        &mut self,
        text: &str,
        need_whitespace: bool,
        is_whitespace: bool,
        is_indention: bool,
    ) {
        if need_whitespace && !self.whitespace {
            self.put(' ');
        }
        text.chars().for_each(|c| self.put(c));
        self.whitespace = is_whitespace;
        self.indention = self.indention && is_indention;
    }

    fn plain(&mut self, text: &str, allow_breaks: bool) {
        if !self.whitespace {
            self.put(' ');
        }
        let mut spaces = false;
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if c == ' ' {
                if allow_breaks && !spaces && self.column > BEST_WIDTH && chars.peek() != Some(&' ') {
                    self.write_indent();
                } else {
                    self.put(c);
                }
                spaces = true;
            } else {
                self.put(c);
                self.indention = false;
                spaces = false;
            }
        }
        self.whitespace = false;
        self.indention = false;
    }

    fn single(&mut self, text: &str, allow_breaks: bool) {
        self.write_indicator("'", true, false, false);
        let (mut spaces, mut breaks) = (false, false);
        let mut chars = text.chars().peekable();
        let mut is_first = true;
        while let Some(c) = chars.next() {
            if c == ' ' {
                let inside = !is_first && chars.peek().is_some_and(|next| *next != ' ');
                if allow_breaks && !spaces && self.column > BEST_WIDTH && inside {
                    self.write_indent();
                } else {
                    self.put(c);
                }
                spaces = true;
            } else if is_break(c) {
                if !breaks && c == '\n' {
                    self.put_break();
                }
                self.write_break(c);
                self.indention = true;
                breaks = true;
            } else {
                if breaks {
                    self.write_indent();
                }
                if c == '\'' {
                    self.put('\'');
                }
                self.put(c);
                self.indention = false;
                (spaces, breaks) = (false, false);
            }
            is_first = false;
        }
        self.write_indicator("'", false, false, false);
        self.whitespace = false;
        self.indention = false;
    }

    fn double(&mut self, text: &str, allow_breaks: bool) {
        self.write_indicator("\"", true, false, false);
        let mut spaces = false;
        let mut is_first = true;
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if !is_printable(c) || c == '\u{feff}' || is_break(c) || matches!(c, '"' | '\\') {
                escaped(c).chars().for_each(|c| self.put(c));
                spaces = false;
            } else if c == ' ' {
                let inside = !is_first && chars.peek().is_some();
                if allow_breaks && !spaces && self.column > BEST_WIDTH && inside {
                    self.write_indent();
                    if chars.peek() == Some(&' ') {
                        self.put('\\');
                    }
                } else {
                    self.put(c);
                }
                spaces = true;
            } else {
                self.put(c);
                spaces = false;
            }
            is_first = false;
        }
        self.write_indicator("\"", false, false, false);
        self.whitespace = false;
        self.indention = false;
    }

    fn literal(&mut self, text: &str) {
        self.write_indicator("|", true, false, false);
        if text.starts_with(|c| c == ' ' || is_break(c)) {
            self.write_indicator("2", false, false, false);
        }
        let mut last = text.chars().rev();
        let chomp = match (last.next(), last.next()) {
            (Some(end), _) if !is_break(end) => "-",
            (Some(_), Some(before)) if !is_break(before) => "",
            _ => "+",
        };
        if !chomp.is_empty() {
            self.write_indicator(chomp, false, false, false);
        }
        self.put_break();
        self.indention = true;
        self.whitespace = true;
        let mut breaks = true;
        for c in text.chars() {
            if is_break(c) {
                self.write_break(c);
                self.indention = true;
                breaks = true;
            } else {
                if breaks {
                    self.write_indent();
                }
                self.put(c);
                self.indention = false;
                breaks = false;
            }
        }
    }
}

fn analyzed(text: &str) -> Analysis {
    if text.is_empty() {
        return Analysis { multiline: false, plain: true, single: true, block: false };
    }
    let mut indicators = text.starts_with("---") || text.starts_with("...");
    let (mut line_breaks, mut special, mut break_space, mut space_break) = (false, false, false, false);
    let (mut after_space, mut after_break, mut after_blank) = (false, false, true);
    let mut chars = text.chars().peekable();
    let mut is_first = true;
    while let Some(c) = chars.next() {
        let before_blank = chars.peek().is_none_or(|next| matches!(next, ' ' | '\t'));
        indicators |= match c {
            '#' if is_first => true,
            ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`' => {
                is_first
            }
            '?' | '-' => is_first && before_blank,
            ':' => before_blank,
            '#' => after_blank,
            _ => false,
        };
        special |= !is_printable(c);
        if c == ' ' {
            break_space |= after_break;
            (after_space, after_break) = (true, false);
        } else if is_break(c) {
            line_breaks = true;
            space_break |= after_space;
            (after_space, after_break) = (false, true);
        } else {
            (after_space, after_break) = (false, false);
        }
        after_blank = matches!(c, ' ' | '\t' | '\0') || is_break(c);
        is_first = false;
    }
    let edge = |c: Option<char>| c.is_some_and(|c| c == ' ' || is_break(c));
    let at_edges = edge(text.chars().next()) || edge(text.chars().next_back());
    let trailing_space = text.ends_with(' ');
    let broken = space_break || special;
    Analysis {
        multiline: line_breaks,
        plain: !(at_edges || break_space || broken || line_breaks || indicators),
        single: !(break_space || broken),
        block: !(trailing_space || broken),
    }
}

fn is_break(c: char) -> bool {
    matches!(c, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// What the library calls printable: neither tabs nor what is outside of the basic plane.
fn is_printable(c: char) -> bool {
    matches!(c, '\n' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}') && c != '\u{feff}'
}

fn escaped(c: char) -> String {
    let letter = match c {
        '\0' => '0',
        '\u{7}' => 'a',
        '\u{8}' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\u{b}' => 'v',
        '\u{c}' => 'f',
        '\r' => 'r',
        '\u{1b}' => 'e',
        '"' => '"',
        '\\' => '\\',
        '\u{85}' => 'N',
        '\u{a0}' => '_',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        c if (c as u32) <= 0xff => return format!("\\x{:02X}", c as u32),
        c if (c as u32) <= 0xffff => return format!("\\u{:04X}", c as u32),
        c => return format!("\\U{:08X}", c as u32),
    };
    format!("\\{letter}")
}
