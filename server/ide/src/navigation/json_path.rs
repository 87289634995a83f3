//! The properties that a path names: `.spec.items[?(@.name=="a")].size`.
//!
//! Knows the paths of printer columns (k8s.io/client-go/util/jsonpath) as far as a schema can tell where
//! they lead, and those of `fieldPath`, `scale` and `selectableFields`, which are simpler.

use crdls_text::TextRange;
use crdls_yaml::Node;

use crate::version::{OwnedStep, member, schema_at, value};

/// A name in a path and the property that it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedProperty {
    /// In the path's text.
    pub(super) range: TextRange,
    pub(super) route: Vec<OwnedStep>,
}

/// The properties that a path names, which starts at the end of `steps`.
pub(super) fn properties(path: &str, root: Node<'_>, steps: &[OwnedStep]) -> Vec<NamedProperty> {
    let mut reader = Reader { path, root, found: Vec::new() };
    reader.follow(0, path.len(), steps.to_vec(), 0);
    reader.found
}

struct Reader<'p, 't> {
    path: &'p str,
    root: Node<'t>,
    found: Vec<NamedProperty>,
}

/// Filters within filters are followed no deeper.
const MAX_FILTERS: u32 = 4;

impl<'p> Reader<'p, '_> {
    fn text(&self, from: usize, to: usize) -> &'p str {
        self.path.get(from..to).unwrap_or_default()
    }

    /// Follows what stands between two places, as far as it leads.
    fn follow(&mut self, mut at: usize, end: usize, mut steps: Vec<OwnedStep>, depth: u32) {
        loop {
            let rest = self.text(at, end);
            if let Some(inner) = rest.strip_prefix('[') {
                let Some(len) = closing(inner) else { return };
                if !self.brackets(at + 1, at + 1 + len, &mut steps, depth) {
                    return;
                }
                at += len + 2;
            } else if let Some(name) = rest.strip_prefix('.') {
                at += 1;
                if name.starts_with('[') {
                    continue;
                }
                let len = name_length(name, depth > 0);
                if !self.name(at, at + len, &mut steps) {
                    return;
                }
                at += len;
            } else {
                return;
            }
        }
    }

    /// A step to a member; false where it leads nowhere.
    fn name(&mut self, from: usize, to: usize, steps: &mut Vec<OwnedStep>) -> bool {
        let name = self.text(from, to).replace('\\', "");
        let step = schema_at(self.root, steps).and_then(|schema| member(schema, &name));
        let Some(step) = step.filter(|_| !name.is_empty()) else { return false };
        let is_property = matches!(step, OwnedStep::Property(_));
        steps.push(step);
        if is_property {
            let range = TextRange::new(from as u32, to as u32);
            self.found.push(NamedProperty { range, route: steps.clone() });
        }
        true
    }

    /// What stands in brackets: a quoted name, or which items.
    fn brackets(&mut self, from: usize, to: usize, steps: &mut Vec<OwnedStep>, depth: u32) -> bool {
        let inside = self.text(from, to);
        let quote = inside.chars().next().filter(|c| matches!(c, '\'' | '"'));
        if quote.is_some_and(|quote| inside.len() > 1 && inside.ends_with(quote)) {
            return self.name(from + 1, to - 1, steps);
        }
        if schema_at(self.root, steps).and_then(|schema| value(schema, "items")).is_none() {
            return false;
        }
        steps.push(OwnedStep::Item);
        if inside.starts_with('?') && depth < MAX_FILTERS {
            for at in item_signs(inside) {
                self.follow(from + at + 1, to, steps.clone(), depth + 1);
            }
        }
        true
    }
}

/// The length of a name: up to the next step, in a filter also up to what cannot be part of one.
fn name_length(text: &str, in_filter: bool) -> usize {
    let mut escaped = false;
    let ends = |c: char| {
        let was_escaped = escaped;
        escaped = c == '\\' && !was_escaped;
        let ends = matches!(c, '.' | '[' | ']') || (in_filter && " \t=!<>()&|,".contains(c));
        ends && !was_escaped
    };
    text.find(ends).unwrap_or(text.len())
}

/// Where the bracket closes that stands before a text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_u32;
    outside_quotes(text)
        .find(|(_, c)| match c {
            '[' => {
                depth += 1;
                false
            }
            ']' if depth == 0 => true,
            ']' => {
                depth -= 1;
                false
            }
            _ => false,
        })
        .map(|(at, _)| at)
}

/// Where a filter speaks of the item.
fn item_signs(filter: &str) -> Vec<usize> {
    outside_quotes(filter).filter(|(_, c)| *c == '@').map(|(at, _)| at).collect()
}

/// The characters that are in no quotes.
fn outside_quotes(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut open = None;
    text.char_indices().filter(move |(_, c)| match open {
        Some(quote) => {
            if *c == quote {
                open = None;
            }
            false
        }
        None => {
            open = Some(*c).filter(|c| matches!(c, '\'' | '"'));
            open.is_none()
        }
    })
}

#[cfg(test)]
mod tests {
    use crdls_yaml::Tree;

    use super::*;

    /// The names that are properties.
    fn found(path: &str) -> Vec<String> {
        let text = "{properties: {spec: {properties: {list: {items: {properties: {name: {}, a.b: {}, size: {}}}}, \
                    map: {additionalProperties: {properties: {size: {}}}}}}}}";
        let tree = Tree::parse(text);
        let root = tree.root(text, &tree.documents()[0]).expect("a schema");
        properties(path, root, &[]).iter().map(|named| named.range.of(path).to_owned()).collect()
    }

    #[test]
    fn paths_name_properties() {
        let table: [(&str, &[&str]); 9] = [
            (".spec.list[0].size", &["spec", "list", "size"]),
            (".spec.list[*]['a.b']", &["spec", "list", "a.b"]),
            (".spec.list[*].a\\.b", &["spec", "list", "a\\.b"]),
            (".spec.list[?(@.name==\"x.size\" && @.size>1)].size", &["spec", "list", "name", "size", "size"]),
            (".spec.map.any.size", &["spec", "map", "size"]),
            (".spec.nothing.size", &["spec"]),
            ("spec", &[]),
            (".spec.list[", &["spec", "list"]),
            ("..size", &[]),
        ];
        for (path, names) in table {
            assert_eq!(found(path), names, "{path}");
        }
    }
}
