//! What a suggestion writes in a custom resource, at its place.
//!
//! Knows the templates that suggestions are made of; must not know schemas.

use crate::fixes::word;
use crate::suggestion::{Style, Template};

/// Where a text is put.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// How many columns it begins after the indentation of its line.
    pub(super) base: usize,
    /// In flow style, on one line.
    pub(super) flow: bool,
}

/// A text, for editors with and without snippets.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    /// In the syntax of snippets where there are stops.
    pub(super) snippet: String,
    pub(super) plain: String,
    pub(super) has_stops: bool,
}

impl Text {
    /// A text without stops.
    pub(super) fn plain(text: &str) -> Self {
        Self { snippet: text.to_owned(), plain: text.to_owned(), has_stops: false }
    }

    /// A key and its value.
    pub(super) fn member(name: &str, value: Template, layout: Layout) -> Self {
        Self::of(&Template::Map(vec![member(name, value)]), layout)
    }

    /// An item of a list, with its dash.
    pub(super) fn item(value: Template, layout: Layout) -> Self {
        Self::of(&Template::List(vec![value]), layout)
    }

    fn of(template: &Template, layout: Layout) -> Self {
        let style = Style { flow: layout.flow, dash: 0 };
        let written = template.written(layout.base, style);
        let plain = template.plain(layout.base, style);
        Self { snippet: written.text, plain, has_stops: written.snippet }
    }
}

/// A field of a mapping.
pub(super) fn member(name: &str, value: Template) -> (Template, Template) {
    (Template::text(word(name, false)), value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_both_styles() {
        let choice = Template::Choice(vec!["a".to_owned(), "\"b,\"".to_owned()]);
        let list =
            Template::List(vec![Template::Map(vec![member("x", Template::slot("")), member("z", choice)])]);
        let map = Template::Map(vec![member("l", list), (Template::slot("key"), Template::slot("$"))]);
        let block = Text::member("on", map.clone(), Layout { base: 2, flow: false });
        assert_eq!(
            block.snippet,
            "\"on\":\n    l:\n    - x: $1\n      z: ${2|a,\"b\\,\"|}\n    ${3:key}: ${4:\\$}"
        );
        assert_eq!(block.plain, "\"on\":\n    l:\n    - x: \n      z: a\n    key: $");
        let flow = Text::member("m", map, Layout { base: 0, flow: true });
        assert_eq!(flow.plain, "m: {l: [{x: , z: a}], key: $}");
    }
}
