//! What a proposal writes: text with stops where the author goes on typing.
//!
//! Knows YAML in block and flow style, and the syntax of snippets; must not know schemas.

use crate::fixes::word;

/// A value with stops.
#[derive(Clone, Debug)]
pub(super) enum Draft {
    /// The text that stands there until another is typed.
    Stop(String),
    /// One of several texts.
    Choice(Vec<String>),
    List(Box<Draft>),
    Map(Vec<(Key, Draft)>),
}

#[derive(Clone, Debug)]
pub(super) enum Key {
    Field(String),
    /// A name of the author's own.
    Stop(String),
}

/// Where a text is put.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// How many columns it begins behind the indentation of its line.
    pub(super) base: usize,
    /// In flow style, on one line.
    pub(super) flow: bool,
}

/// A text, for editors with and without snippets.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    pub(super) snippet: String,
    pub(super) plain: String,
    pub(super) has_stops: bool,
    stops: usize,
}

impl Text {
    /// A text without stops.
    pub(super) fn plain(text: &str) -> Self {
        let mut this = Self::default();
        this.push(text);
        this
    }

    /// A key and its value.
    pub(super) fn member(name: &str, value: &Draft, layout: Layout) -> Self {
        let mut this = Self::default();
        this.entry(&Key::Field(name.to_owned()), value, 0, layout);
        this
    }

    /// An item of a list, with its dash.
    pub(super) fn item(value: &Draft, layout: Layout) -> Self {
        let mut this = Self::default();
        this.push("- ");
        this.behind_dash(value, 0, layout);
        this
    }

    fn push(&mut self, text: &str) {
        self.plain.push_str(text);
        self.snippet.push_str(&escaped(text, &['\\', '$']));
    }

    fn line(&mut self, indent: usize, layout: Layout) {
        self.push("\n");
        self.push(&" ".repeat(layout.base + indent));
    }

    fn stop(&mut self, text: &str) {
        self.stops += 1;
        self.has_stops = true;
        self.plain.push_str(text);
        let inside = escaped(text, &['\\', '$', '}']);
        let stop = match text {
            "" => format!("${}", self.stops),
            _ => format!("${{{}:{inside}}}", self.stops),
        };
        self.snippet.push_str(&stop);
    }

    fn choice(&mut self, texts: &[String]) {
        self.stops += 1;
        self.has_stops = true;
        self.plain.push_str(texts.first().map_or("", String::as_str));
        let texts: Vec<_> = texts.iter().map(|text| escaped(text, &['\\', '$', '}', ',', '|'])).collect();
        self.snippet.push_str(&format!("${{{}|{}|}}", self.stops, texts.join(",")));
    }

    fn entry(&mut self, key: &Key, value: &Draft, indent: usize, layout: Layout) {
        match key {
            Key::Field(name) => self.push(&word(name, false)),
            Key::Stop(name) => self.stop(name),
        }
        self.push(":");
        match value {
            Draft::Map(members) if !layout.flow => {
                for (key, value) in members {
                    self.line(indent + 2, layout);
                    self.entry(key, value, indent + 2, layout);
                }
            }
            Draft::List(item) if !layout.flow => {
                self.line(indent, layout);
                self.push("- ");
                self.behind_dash(item, indent, layout);
            }
            value => {
                self.push(" ");
                self.inline(value, layout);
            }
        }
    }

    fn behind_dash(&mut self, item: &Draft, indent: usize, layout: Layout) {
        match item {
            Draft::Map(members) if !members.is_empty() => {
                for (at, (key, value)) in members.iter().enumerate() {
                    if at > 0 {
                        self.line(indent + 2, layout);
                    }
                    self.entry(key, value, indent + 2, layout);
                }
            }
            Draft::List(item) => {
                self.push("- ");
                self.behind_dash(item, indent + 2, layout);
            }
            value => self.inline(value, layout),
        }
    }

    fn inline(&mut self, value: &Draft, layout: Layout) {
        match value {
            Draft::Stop(text) => self.stop(text),
            Draft::Choice(texts) => self.choice(texts),
            Draft::List(item) => {
                self.push("[");
                self.inline(item, layout);
                self.push("]");
            }
            Draft::Map(members) => {
                self.push("{");
                for (at, (key, value)) in members.iter().enumerate() {
                    self.push(if at > 0 { ", " } else { "" });
                    self.entry(key, value, 0, Layout { flow: true, ..layout });
                }
                self.push("}");
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, value: Draft) -> (Key, Draft) {
        (Key::Field(name.to_owned()), value)
    }

    #[test]
    fn in_both_styles() {
        let choice = Draft::Choice(vec!["a".to_owned(), "\"b,\"".to_owned()]);
        let list = Draft::List(Box::new(Draft::Map(vec![
            field("x", Draft::Stop(String::new())),
            field("z", choice),
        ])));
        let map =
            Draft::Map(vec![field("l", list), (Key::Stop("key".to_owned()), Draft::Stop("$".to_owned()))]);
        let block = Text::member("on", &map, Layout { base: 2, flow: false });
        assert_eq!(
            block.snippet,
            "\"on\":\n    l:\n    - x: $1\n      z: ${2|a,\"b\\,\"|}\n    ${3:key}: ${4:\\$}"
        );
        assert_eq!(block.plain, "\"on\":\n    l:\n    - x: \n      z: a\n    key: $");
        let flow = Text::member("m", &map, Layout { base: 0, flow: true });
        assert_eq!(flow.plain, "m: {l: [{x: , z: a}], key: $}");
    }
}
