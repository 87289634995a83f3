//! How large a manifest is as JSON, as kubectl writes it.
//!
//! Mirrors encoding/json of Go 1.26: no blanks, `<`, `>` and `&` escaped.

use crdls_yaml::{Budget, Kind, Node, Scalar, members};

use crate::json::Number;

/// The size, where it is above a limit.
pub(super) fn above(limit: usize, root: Node<'_>) -> Option<usize> {
    let source = root.source();
    // Less than half as much YAML is never that much JSON, but through anchors.
    if source.len() < limit / 2 && !source.as_bytes().contains(&b'&') {
        return None;
    }
    let mut count = Count { size: 0, budget: Budget::default() };
    count.json(root, 0);
    (count.size > limit).then_some(count.size)
}

/// As deep as kubectl's objects are.
const MAX_DEPTH: u32 = 300;
/// Where counting stops: what aliases can grow to has no end.
const MAX_SIZE: usize = 64 << 20;

struct Count {
    size: usize,
    budget: Budget,
}

impl Count {
    fn json(&mut self, node: Node<'_>, depth: u32) {
        let target = self.budget.follow(node).filter(|_| depth < MAX_DEPTH && self.size < MAX_SIZE);
        let Some(node) = target else {
            self.size += NULL;
            return;
        };
        if node.kind().is_map() {
            self.map(node, depth);
        } else if node.kind().is_seq() {
            self.size += 1;
            let before = self.size;
            for item in node.items() {
                self.json(item, depth + 1);
                self.size += 1;
            }
            self.size += usize::from(self.size == before);
        } else {
            self.size += scalar(node);
        }
    }

    /// Each member ends with a comma or the closing brace.
    fn map(&mut self, node: Node<'_>, depth: u32) {
        self.size += 1;
        let before = self.size;
        if node.entries().any(|entry| entry.key.source() == "<<") {
            for member in members(node, &mut self.budget) {
                self.size += quoted(&member.name) + 2;
                self.json(member.value, depth + 1);
            }
        } else {
            for entry in node.entries() {
                self.size += quoted(&entry.key.str().unwrap_or_default()) + 2;
                self.json(entry.value, depth + 1);
            }
        }
        self.size += usize::from(self.size == before);
    }
}

const NULL: usize = "null".len();

fn scalar(node: Node<'_>) -> usize {
    match node.scalar() {
        Some(Scalar::Str(text)) => quoted(&text),
        Some(Scalar::Bool(true)) => 4,
        Some(Scalar::Bool(false)) => 5,
        Some(scalar) if node.kind() != Kind::Empty => {
            Number::of(&scalar).map_or(NULL, |number| number.text().len())
        }
        _ => NULL,
    }
}

/// A text in quotes, with escapes.
fn quoted(text: &str) -> usize {
    let escapes = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 8 | 12 => 1,
        b'<' | b'>' | b'&' | 0..=31 => 5,
        _ => 0_usize,
    };
    text.len() + 2 + text.bytes().map(escapes).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_go_writes_it() {
        let table = [
            ("a: 1", r#"{"a":1}"#),
            ("{}", "{}"),
            ("[]", "[]"),
            ("a: [x, '', ~, n, 1.0]", r#"{"a":["x","",null,false,1]}"#),
            ("a: |\n  b\n  \"c\"<\nd:\n", r#"{"a":"b\n\"c\"\u003c\n","d":null}"#),
            ("a: &a {b: c}\nd: *a\ne:\n  <<: *a\n", r#"{"a":{"b":"c"},"d":{"b":"c"},"e":{"b":"c"}}"#),
        ];
        for (text, expected) in table {
            let tree = crdls_yaml::Tree::parse(text);
            let document = tree.documents().first().expect("a document");
            let root = tree.root(text, document).expect("a root");
            assert_eq!(above(0, root), Some(expected.len()), "{text}");
        }
    }
}
