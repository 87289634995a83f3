//! The outline of a file.

use crdls_text::TextRange;
use crdls_yaml::{Entry, Node};

use crate::File;
use crate::place::crds;

/// A node of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub name: String,
    /// A type, a group.
    pub detail: String,
    pub kind: SymbolKind,
    pub range: TextRange,
    /// The name within `range`.
    pub selection: TextRange,
    pub children: Vec<Symbol>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    Definition,
    Version,
    Object,
    Array,
    Field,
    Rule,
}

/// The CRDs of a file, their versions and schemas.
pub fn symbols(file: &File) -> Vec<Symbol> {
    (0..file.tree().documents().len()).flat_map(|number| crds(file, number)).map(definition).collect()
}

fn definition(root: Node<'_>) -> Symbol {
    let spec = root.get("spec").map(|entry| entry.value);
    let kind = spec.and_then(|spec| spec.get("names")).and_then(|names| names.value.get("kind"));
    let name = kind.or_else(|| root.get("metadata").and_then(|metadata| metadata.value.get("name")));
    let group = spec.and_then(|spec| text(spec, "group")).unwrap_or_default();
    let versions = spec.and_then(|spec| spec.get("versions")).map(|entry| entry.value);
    Symbol {
        name: name
            .and_then(|entry| entry.value.str())
            .filter(|n| !n.is_empty())
            .unwrap_or("CustomResourceDefinition".into())
            .into_owned(),
        detail: group,
        kind: SymbolKind::Definition,
        range: root.range(),
        selection: name.map_or(root.range(), |entry| entry.value.range()),
        children: versions.into_iter().flat_map(Node::items).map(version).collect(),
    }
}

fn version(node: Node<'_>) -> Symbol {
    let name = node.get("name");
    let schema = node.get("schema").and_then(|entry| entry.value.get("openAPIV3Schema"));
    let flags: Vec<_> = ["served", "storage", "deprecated"]
        .into_iter()
        .filter(|flag| text(node, flag).as_deref() == Some("true"))
        .collect();
    Symbol {
        name: name
            .and_then(|entry| entry.value.str())
            .filter(|name| !name.is_empty())
            .map_or("version".to_owned(), |name| name.into_owned()),
        detail: flags.join(", "),
        kind: SymbolKind::Version,
        range: node.range(),
        selection: name.map_or(node.range(), |entry| entry.value.range()),
        children: schema.into_iter().flat_map(|entry| inside(entry.value)).collect(),
    }
}

/// The fields of a schema, those of its items and of its values among them.
fn inside(schema: Node<'_>) -> Vec<Symbol> {
    let properties = schema.get("properties").map(|entry| entry.value);
    let mut found: Vec<_> = properties.into_iter().flat_map(Node::entries).map(field).collect();
    for (keyword, name) in [("items", "items"), ("additionalProperties", "values")] {
        let Some(entry) = schema.get(keyword).filter(|entry| entry.value.kind().is_map()) else { continue };
        let children = inside(entry.value);
        if !children.is_empty() {
            found.push(Symbol { name: name.to_owned(), ..symbol(entry, children) });
        }
    }
    let rules = schema.get("x-kubernetes-validations").map(|entry| entry.value);
    found.extend(rules.into_iter().flat_map(Node::items).filter_map(rule));
    found
}

fn field(entry: Entry<'_>) -> Symbol {
    symbol(entry, inside(entry.value))
}

fn symbol(entry: Entry<'_>, children: Vec<Symbol>) -> Symbol {
    let detail = type_of(entry.value);
    let kind = match detail.as_str() {
        "object" => SymbolKind::Object,
        "array" => SymbolKind::Array,
        _ => SymbolKind::Field,
    };
    let name = entry.key.str().unwrap_or_default().into_owned();
    let name = if name.is_empty() { "?".to_owned() } else { name };
    Symbol { name, detail, kind, range: entry.range, selection: entry.key.range(), children }
}

fn type_of(schema: Node<'_>) -> String {
    if text(schema, "x-kubernetes-int-or-string").as_deref() == Some("true") {
        return "int-or-string".to_owned();
    }
    text(schema, "type").unwrap_or_default()
}

fn rule(node: Node<'_>) -> Option<Symbol> {
    let entry = node.get("rule")?;
    let text = entry.value.str()?;
    let name = text.lines().next().unwrap_or_default().trim();
    let name = if name.is_empty() { "rule" } else { name };
    Some(Symbol {
        name: name.chars().take(80).collect(),
        detail: "rule".to_owned(),
        kind: SymbolKind::Rule,
        range: node.range(),
        selection: entry.value.range(),
        children: Vec::new(),
    })
}

fn text(node: Node<'_>, key: &str) -> Option<String> {
    node.get(key)?.value.str().map(|text| text.into_owned())
}
