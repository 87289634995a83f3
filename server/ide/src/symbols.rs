//! The outline of a file.

use crdls_crd::document;
use crdls_text::TextRange;
use crdls_yaml::{Entry, Node, Tree};

use crate::File;

/// A node of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub name: String,
    /// A type, a group, a value.
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
    /// An object that is no CRD.
    Resource,
    Object,
    Array,
    Field,
    Rule,
}

/// The CRDs of a file with their versions and schemas, and the other objects with their fields.
pub fn symbols(file: &File) -> Vec<Symbol> {
    let roots = file.tree().documents().iter().filter_map(|document| file.tree().root(file.text(), document));
    let of_object = |root: Node<'_>| match document::kind(root) {
        document::Kind::Crd | document::Kind::OldCrd => Some(definition(root)),
        _ => resource(root),
    };
    roots.flat_map(document::objects_of).filter_map(of_object).collect()
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
    let (detail, kind) = (type_words(entry.value, 0), kind_of(entry.value));
    Symbol { name: key(entry), detail, kind, range: entry.range, selection: entry.key.range(), children }
}

fn key(entry: Entry<'_>) -> String {
    let name = entry.key.str().unwrap_or_default().into_owned();
    if name.is_empty() { "?".to_owned() } else { name }
}

/// What a schema is of.
pub(crate) fn kind_of(schema: Node<'_>) -> SymbolKind {
    match text(schema, "type").as_deref() {
        Some("object") => SymbolKind::Object,
        Some("array") => SymbolKind::Array,
        _ => SymbolKind::Field,
    }
}

/// Lists of lists are followed no further: the outline is narrow.
const MAX_WORDS: u32 = 3;

/// `string, date-time`, `array of object, map`, `map of string`.
fn type_words(schema: Node<'_>, depth: u32) -> String {
    if text(schema, "x-kubernetes-int-or-string").as_deref() == Some("true") {
        return "int-or-string".to_owned();
    }
    let type_ = text(schema, "type").unwrap_or_default();
    let element = |keyword| {
        let element = schema.get(keyword).map(|entry| entry.value).filter(|_| depth < MAX_WORDS);
        element.map(|element| type_words(element, depth + 1)).filter(|words| !words.is_empty())
    };
    let (words, more) = match type_.as_str() {
        "array" => (element("items").map(|item| format!("array of {item}")), "x-kubernetes-list-type"),
        "object" => {
            (element("additionalProperties").map(|value| format!("map of {value}")), "x-kubernetes-map-type")
        }
        _ => (None, "format"),
    };
    let more = text(schema, more).filter(|more| !more.is_empty() && depth == 0);
    let words = [Some(words.unwrap_or(type_)), more].into_iter().flatten().filter(|words| !words.is_empty());
    words.collect::<Vec<_>>().join(", ")
}

fn rule(node: Node<'_>) -> Option<Symbol> {
    let entry = node.get("rule")?;
    let text = entry.value.str()?;
    let name = text.lines().next().unwrap_or_default().trim();
    let name = if name.is_empty() { "rule" } else { name };
    Some(Symbol {
        name: shortened(name),
        detail: "rule".to_owned(),
        kind: SymbolKind::Rule,
        range: node.range(),
        selection: entry.value.range(),
        children: Vec::new(),
    })
}

/// An object by its name, with its fields; what has no kind is no object.
fn resource(root: Node<'_>) -> Option<Symbol> {
    let kind = root.get("kind").filter(|_| root.get("apiVersion").is_some())?.value;
    let name = root.get("metadata").and_then(|metadata| metadata.value.get("name")).map(|entry| entry.value);
    let selected = name.filter(|name| name.str().is_some_and(|name| !name.is_empty())).unwrap_or(kind);
    Some(Symbol {
        name: selected.str().filter(|name| !name.is_empty()).unwrap_or("object".into()).into_owned(),
        detail: kind.str().unwrap_or_default().into_owned(),
        kind: SymbolKind::Resource,
        range: root.range(),
        selection: selected.range(),
        children: members(root, 0),
    })
}

fn members(map: Node<'_>, depth: u32) -> Vec<Symbol> {
    if depth > Tree::MAX_DEPTH {
        return Vec::new();
    }
    map.entries().map(|entry| member(entry, depth)).collect()
}

fn member(entry: Entry<'_>, depth: u32) -> Symbol {
    let (detail, kind, children) = value(entry.value, depth);
    Symbol { name: key(entry), detail, kind, range: entry.range, selection: entry.key.range(), children }
}

fn value(node: Node<'_>, depth: u32) -> (String, SymbolKind, Vec<Symbol>) {
    if node.kind().is_map() {
        return (String::new(), SymbolKind::Object, members(node, depth + 1));
    }
    if node.kind().is_seq() {
        let items = node.item_ranges().enumerate().filter(|(_, (item, _))| item.kind().is_map());
        let children = items.map(|(number, (item, range))| self::item(number, item, range, depth + 1));
        return (format!("{} items", node.items().count()), SymbolKind::Array, children.collect());
    }
    let text = node.str().unwrap_or_default();
    (shortened(text.lines().next().unwrap_or_default()), SymbolKind::Field, Vec::new())
}

/// An item of a list, by what people tell it from the others by.
fn item(number: usize, item: Node<'_>, range: TextRange, depth: u32) -> Symbol {
    let named = ["name", "key", "id", "type"].into_iter().find_map(|key| item.get(key));
    let name = named.and_then(|entry| entry.value.str()).filter(|name| !name.trim().is_empty());
    Symbol {
        name: name.map_or_else(|| format!("[{number}]"), |name| shortened(&name)),
        detail: String::new(),
        kind: SymbolKind::Object,
        range,
        selection: named.map_or(range, |entry| entry.value.range()),
        children: members(item, depth),
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(80).collect()
}

fn text(node: Node<'_>, key: &str) -> Option<String> {
    node.get(key)?.value.str().map(|text| text.into_owned())
}
