//! The outline of a file.

use std::borrow::Cow;

use crdls_manifest::objects::{DocumentObject, Kind};
use crdls_report::stop::checkpoint;
use crdls_suite::{Case, case_node, of_document};
use crdls_text::TextRange;
use crdls_yaml::{Entry, Node, Tree};

use crate::File;

/// A node of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What is shown: a kind, a version, a field; `?` for a key without a text.
    pub name: String,
    /// A type, a group, a value; may be empty.
    pub detail: String,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it, in bytes.
    pub range: TextRange,
    /// Where the name is written, in bytes; in `range`.
    pub selection: TextRange,
    /// What is in it, in the order of the text.
    pub children: Vec<Symbol>,
}

/// What a node of the outline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A CRD.
    Definition,
    /// A version of a CRD.
    Version,
    /// An object that is no CRD.
    Resource,
    /// A field or an item with fields of its own.
    Object,
    /// A field that is a list.
    Array,
    /// A field with a scalar value.
    Field,
    /// A CEL rule.
    Rule,
    /// A test suite.
    Suite,
    /// A case of a test suite.
    Case,
}

/// The outline of a file: its CRDs with their versions and schemas, its test suites with their cases, and the other objects
/// with their fields, in the order of the text. What has neither `kind` nor `apiVersion` has none. Where there are too many,
/// the inner ones are left out.
pub fn symbols(file: &File) -> Vec<Symbol> {
    let of_object = |object: DocumentObject<'_>| match object.kind {
        Kind::Crd(_) => Some(definition(object.node)),
        Kind::Suite => Some(suite(object.node)),
        Kind::Kustomization | Kind::ChainsawTest | Kind::ClusterServiceVersion | Kind::Other => {
            resource(object.node)
        }
        Kind::Review | Kind::Unknown | Kind::List => resource(object.node),
    };
    let mut found: Vec<_> = file.objects().filter_map(|(_, object)| of_object(object)).collect();
    leave_out_inner(&mut found);
    found
}

/// Editors ask for the outline after each edit, and take longer for a longer one than anybody looks at it.
const MOST: usize = 10_000;

/// Leaves out the levels from that one on with which there are more than [`MOST`] symbols.
fn leave_out_inner(symbols: &mut [Symbol]) {
    let mut count = symbols.len();
    let mut level: Vec<_> = symbols.iter_mut().collect();
    while !level.is_empty() {
        count += level.iter().map(|symbol| symbol.children.len()).sum::<usize>();
        if count > MOST {
            level.into_iter().for_each(|symbol| symbol.children = Vec::new());
            return;
        }
        level = level.into_iter().flat_map(|symbol| &mut symbol.children).collect();
    }
}

fn suite(root: Node<'_>) -> Symbol {
    let read = of_document(root);
    let case = |case: &Case| Symbol {
        name: if case.name.is_empty() { case.id() } else { case.name.clone() },
        detail: case.kind.name().to_owned(),
        kind: SymbolKind::Case,
        range: case_node(root, case).map_or(case.range, Node::range),
        selection: case.range,
        children: Vec::new(),
    };
    let title = read.name.as_ref().or(read.crd_name.as_ref());
    Symbol {
        name: title.map_or("suite", |title| &title.text).to_owned(),
        detail: read.crd_name.as_ref().map(|name| name.text.clone()).unwrap_or_default(),
        kind: SymbolKind::Suite,
        range: root.range(),
        selection: title.map_or(root.range(), |title| title.range),
        children: read.cases.iter().map(case).collect(),
    }
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
        children: schema.into_iter().flat_map(|entry| Schema::of(entry.value).inside()).collect(),
    }
}

/// What the outline tells of a schema, read in one walk over its keys: a large CRD has tens of thousands.
#[derive(Default)]
struct Schema<'t> {
    type_: Option<Node<'t>>,
    format: Option<Node<'t>>,
    list_type: Option<Node<'t>>,
    map_type: Option<Node<'t>>,
    int_or_string: Option<Node<'t>>,
    properties: Option<Node<'t>>,
    items: Option<Entry<'t>>,
    values: Option<Entry<'t>>,
    rules: Option<Node<'t>>,
}

impl<'t> Schema<'t> {
    fn of(node: Node<'t>) -> Self {
        let mut found = Self::default();
        for entry in node.entries() {
            let value = Some(entry.value);
            match entry.key.str().as_deref() {
                Some("type") => found.type_ = value,
                Some("format") => found.format = value,
                Some("x-kubernetes-list-type") => found.list_type = value,
                Some("x-kubernetes-map-type") => found.map_type = value,
                Some("x-kubernetes-int-or-string") => found.int_or_string = value,
                Some("properties") => found.properties = value,
                Some("items") => found.items = Some(entry),
                Some("additionalProperties") => found.values = Some(entry),
                Some("x-kubernetes-validations") => found.rules = value,
                _ => {}
            }
        }
        found
    }

    fn type_(&self) -> Cow<'t, str> {
        self.type_.and_then(Node::str).unwrap_or_default()
    }

    /// The fields, those of items and of values among them.
    fn inside(&self) -> Vec<Symbol> {
        let mut found: Vec<_> = self.properties.into_iter().flat_map(Node::entries).map(field).collect();
        for (entry, name) in [(self.items, "items"), (self.values, "values")] {
            let Some(entry) = entry.filter(|entry| entry.value.kind().is_map()) else { continue };
            let schema = Schema::of(entry.value);
            let children = schema.inside();
            if !children.is_empty() {
                found.push(Symbol { name: name.to_owned(), ..schema.symbol(entry, children) });
            }
        }
        found.extend(self.rules.into_iter().flat_map(Node::items).filter_map(rule));
        found
    }

    fn symbol(&self, entry: Entry<'t>, children: Vec<Symbol>) -> Symbol {
        let (detail, kind) = (self.words(0), kind_of_type(&self.type_()));
        Symbol { name: key(entry), detail, kind, range: entry.range, selection: entry.key.range(), children }
    }

    /// `string, date-time`, `array of object, map`, `map of string`.
    fn words(&self, depth: u32) -> String {
        if self.int_or_string.and_then(Node::str).as_deref() == Some("true") {
            return "int-or-string".to_owned();
        }
        let type_ = self.type_();
        let element = |entry: Option<Entry<'t>>| {
            let element = entry.filter(|_| depth < MAX_WORDS);
            element.map(|element| Self::of(element.value).words(depth + 1)).filter(|words| !words.is_empty())
        };
        let (words, more) = match &*type_ {
            "array" => (element(self.items).map(|item| format!("array of {item}")), self.list_type),
            "object" => (element(self.values).map(|value| format!("map of {value}")), self.map_type),
            _ => (None, self.format),
        };
        let more = more.filter(|_| depth == 0).and_then(Node::str).filter(|more| !more.is_empty());
        let mut words = words.unwrap_or_else(|| type_.into_owned());
        if let Some(more) = more {
            words.push_str(if words.is_empty() { "" } else { ", " });
            words.push_str(&more);
        }
        words
    }
}

/// Lists of lists are followed no further: the outline is narrow.
const MAX_WORDS: u32 = 3;

fn field(entry: Entry<'_>) -> Symbol {
    checkpoint();
    let schema = Schema::of(entry.value);
    schema.symbol(entry, schema.inside())
}

fn key(entry: Entry<'_>) -> String {
    let name = entry.key.str().unwrap_or_default().into_owned();
    if name.is_empty() { "?".to_owned() } else { name }
}

/// What a schema is of.
pub(crate) fn kind_of(schema: Node<'_>) -> SymbolKind {
    kind_of_type(text(schema, "type").as_deref().unwrap_or_default())
}

fn kind_of_type(type_: &str) -> SymbolKind {
    match type_ {
        "object" => SymbolKind::Object,
        "array" => SymbolKind::Array,
        _ => SymbolKind::Field,
    }
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
    checkpoint();
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
