//! Any text as Go source: all that is read of it fits the text.

use crdls_go_source::{GroupId, Node, StructTag, Visitor, build_constraint, parse, walk};
use crdls_text::TextRange;

use super::Seeds;

pub(super) fn run(bytes: &[u8], _: &Seeds) {
    let text = String::from_utf8_lossy(bytes);
    let file = parse(&text);
    for (group, id) in file.groups.iter().zip(0..) {
        let comments = file.comments_of(GroupId(id));
        assert!(
            !comments.is_empty() && comments.iter().all(|comment| group.range.covers(*comment)),
            "{group:?}"
        );
        fits(&text, group.range);
    }
    assert!(file.groups.windows(2).all(|pair| matches!(pair, [a, b] if a.range.end <= b.range.start)));
    file.comments.iter().for_each(|comment| fits(&text, *comment));
    file.errors.iter().for_each(|error| fits(&text, error.range));
    let mut reader = Reader { text: &text, open: Vec::new() };
    walk(&file, &mut reader);
    assert!(reader.open.is_empty());
    for constant in file.constants() {
        assert!(constant.value.is_none_or(|value| value.range.of(&text).len() == value.range.len() as usize));
    }
    if let Some(constraint) = build_constraint(&file, &text) {
        fits(&text, constraint.range);
        constraint.holds(|tag| tag.len() > 3);
    }
}

fn fits(text: &str, range: TextRange) {
    assert!(
        text.get(range.start as usize..range.end as usize).is_some(),
        "{range:?} is no range of the text"
    );
}

struct Reader<'t> {
    text: &'t str,
    open: Vec<TextRange>,
}

impl<'f> Visitor<'f> for Reader<'_> {
    fn enter(&mut self, node: Node<'f>) {
        let range = node.range();
        fits(self.text, range);
        let inside = self.open.last().is_none_or(|outer| outer.covers(range));
        assert!(inside, "{node:?} is not inside of {:?}", self.open.last());
        self.open.push(range);
        if let Node::Field(field) = node
            && let Some(tag) = field.tag
        {
            for entry in StructTag::parse(self.text, tag).entries {
                assert!(tag.covers(entry.key_range) && tag.covers(entry.value_range));
                assert!(entry.options().iter().all(|option| tag.covers(option.range)));
            }
        }
    }

    fn leave(&mut self, _: Node<'f>) {
        self.open.pop();
    }
}
