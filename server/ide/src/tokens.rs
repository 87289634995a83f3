//! The keys of a CRD by what they are, for colours; with the words of its expressions.
//!
//! Knows the tables of fields; what stands in an expression is in `expression::tokens`.

use crdls_manifest::fields::JSON_SCHEMA_PROPS;
use crdls_report::Config;
use crdls_report::stop::checkpoint;
use crdls_text::TextRange;
use crdls_yaml::{Node, Tree};

use crate::File;
use crate::expression::{self, SemanticKind, SemanticToken};
use crate::manifest_position::Shape;

/// The words of a file, or of a part of it, in the order of the text. No two overlap.
pub fn semantic_tokens(file: &File, within: Option<TextRange>, config: &Config) -> Vec<SemanticToken> {
    let within = within.unwrap_or(file.range());
    let mut keys = Keys { within, found: Vec::new() };
    for (_, object) in file.objects().filter(|(_, object)| object.is_crd()) {
        Shape::of_object(&object).into_iter().for_each(|shape| keys.node(object.node, shape, 0));
        let words = expression::semantic_tokens(object.node, within, config);
        keys.found.extend(words.into_iter().filter(|word| within.touches(word.range.start)));
    }
    keys.found.sort_by_key(|token| token.range.start);
    keys.found
}

struct Keys {
    within: TextRange,
    found: Vec<SemanticToken>,
}

impl Keys {
    fn wants(&self, range: TextRange) -> bool {
        range.meets(self.within)
    }

    fn node(&mut self, node: Node<'_>, shape: Shape, depth: u32) {
        let unknown = matches!(shape, Shape::Anything | Shape::Value(_));
        if depth > Tree::MAX_DEPTH || unknown || !self.wants(node.range()) {
            return;
        }
        checkpoint();
        for item in node.items() {
            self.node(item, shape.item(), depth + 1);
        }
        for entry in node.entries() {
            if !self.wants(entry.range) {
                continue;
            }
            let Some(name) = entry.key.str() else { continue };
            let range = entry.key.range();
            // A token stands on one line.
            let one_line = !range.is_empty() && !entry.key.source().contains('\n');
            if let Some(kind) = kind(shape, &name).filter(|_| one_line && self.wants(range)) {
                self.found.push(SemanticToken { range, kind });
            }
            self.node(entry.value, shape.entry(&name), depth + 1);
        }
    }
}

/// What a key of the CRD language is; nothing for one that is not known.
fn kind(shape: Shape, name: &str) -> Option<SemanticKind> {
    match shape {
        Shape::Struct { ty, .. } => {
            let field = ty.field(name)?;
            let of_schema = std::ptr::eq(ty, &JSON_SCHEMA_PROPS);
            Some(match (field.name.starts_with("x-kubernetes-"), of_schema) {
                (true, _) => SemanticKind::Extension,
                (false, true) => SemanticKind::Keyword,
                (false, false) => return None,
            })
        }
        Shape::Map { .. } => Some(SemanticKind::Field),
        Shape::List { .. } | Shape::Value(_) | Shape::Anything => None,
    }
}
