//! The outline of a file.

use std::borrow::Cow;
use std::sync::Arc;

use crdls_manifest::objects::{DocumentObject, Kind};
use crdls_report::stop::checkpoint;
use crdls_suite::{Case, case_node, of_document};
use crdls_text::{TextChange, TextRange};
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

/// The outline of a file, of which the inner levels are left out where there are too many symbols.
#[derive(Clone, Debug)]
pub struct Outline {
    symbols: Arc<Vec<Symbol>>,
    /// How many levels are shown, at least one.
    pub levels: usize,
    /// Each document is plain ([`Tree::is_plain`]): a symbol depends on the text of its range alone.
    pub plain: bool,
}

/// Symbols of one level of an outline.
#[derive(Clone, Copy, Debug)]
pub struct SymbolLevel<'o> {
    /// The symbols, in the order of the text.
    pub symbols: &'o [Symbol],
    levels: usize,
}

impl Outline {
    /// The outermost symbols.
    pub fn top(&self) -> SymbolLevel<'_> {
        SymbolLevel { symbols: &self.symbols, levels: self.levels }
    }
}

impl<'o> SymbolLevel<'o> {
    /// The symbols in one of them.
    pub fn below(self, symbol: &'o Symbol) -> Self {
        let levels = self.levels.saturating_sub(1);
        Self { symbols: if levels > 0 { &symbol.children } else { &[] }, levels }
    }
}

/// An outline that a file keeps.
struct KeptOutline {
    symbols: Arc<Vec<Symbol>>,
    /// Each document was plain, see [`Tree::is_plain`].
    plain: bool,
}

/// The outline of a file: its CRDs with their versions and schemas, its test suites with their cases, and the other objects
/// with their fields, in the order of the text. What has neither `kind` nor `apiVersion` has none. After an edit, symbols are
/// kept that it does not touch.
pub fn outline(file: &File) -> Outline {
    let tree = file.tree();
    let plain = tree.documents().iter().all(|document| tree.is_plain(document));
    let symbols = match file.take_kept::<KeptOutline>() {
        Some((kept, None)) => kept.symbols,
        Some((kept, Some(change))) if kept.plain && plain => {
            Arc::new(all(file, &mut FormerSymbols::of(Arc::unwrap_or_clone(kept.symbols), change)))
        }
        _ => Arc::new(all(file, &mut FormerSymbols::default())),
    };
    file.keep(KeptOutline { symbols: Arc::clone(&symbols), plain });
    let mut counts = Vec::new();
    count(&symbols, 0, &mut counts);
    let shown = counts.iter().scan(0, |sum, count| {
        *sum += count;
        Some(*sum)
    });
    let levels = shown.take_while(|sum| *sum <= MOST).count().max(1);
    Outline { symbols, levels, plain }
}

/// The symbols of a file's outline.
pub fn symbols(file: &File) -> Vec<Symbol> {
    fn shown(level: SymbolLevel<'_>) -> Vec<Symbol> {
        let one = |symbol: &Symbol| Symbol {
            name: symbol.name.clone(),
            detail: symbol.detail.clone(),
            children: shown(level.below(symbol)),
            ..symbol.bare()
        };
        level.symbols.iter().map(one).collect()
    }
    shown(outline(file).top())
}

/// Editors ask for the outline after each edit, and take longer for a longer one than anybody looks at it.
const MOST: usize = 10_000;

/// Counts the symbols of each level.
fn count(symbols: &[Symbol], level: usize, counts: &mut Vec<usize>) {
    match counts.get_mut(level) {
        Some(count) => *count += symbols.len(),
        None => counts.push(symbols.len()),
    }
    for symbol in symbols.iter().filter(|symbol| !symbol.children.is_empty()) {
        count(&symbol.children, level + 1, counts);
    }
}

fn all(file: &File, former: &mut FormerSymbols) -> Vec<Symbol> {
    let mut of_object = |object: DocumentObject<'_>| {
        let node = object.node;
        let (kind, make): (_, fn(Node<'_>, &mut FormerSymbols) -> Option<Symbol>) = match object.kind {
            Kind::Crd(_) => (SymbolKind::Definition, |node, former| Some(definition(node, former))),
            Kind::Suite => (SymbolKind::Suite, |node, _| Some(suite(node))),
            Kind::Kustomization
            | Kind::ChainsawTest
            | Kind::ClusterServiceVersion
            | Kind::Other
            | Kind::Review
            | Kind::Unknown
            | Kind::List => (SymbolKind::Resource, |node, _| resource(node)),
        };
        let known = former.take(node.range(), |symbol| symbol.kind == kind);
        known.or_else(|| make(node, former))
    };
    file.objects().filter_map(|(_, object)| of_object(object)).collect()
}

/// The symbols of the text before a change that the change does not touch, at their places in the text after it. A symbol
/// depends on the text of its range alone, where the text before and after are plain.
#[derive(Default)]
struct FormerSymbols {
    /// In the order of their starts; none is in another one. One that was taken has no name.
    all: Vec<Symbol>,
}

impl FormerSymbols {
    fn of(symbols: Vec<Symbol>, change: TextChange) -> Self {
        let mut all = Vec::new();
        untouched(symbols, change, &mut all);
        all.sort_by_key(|symbol| symbol.range.start);
        Self { all }
    }

    /// The symbol of a range, if it is such a one.
    fn take(&mut self, range: TextRange, is_such: impl Fn(&Symbol) -> bool) -> Option<Symbol> {
        let at = self.all.binary_search_by_key(&range.start, |symbol| symbol.range.start).ok()?;
        let found = self.all.get_mut(at).filter(|symbol| symbol.range == range && is_such(symbol))?;
        let children = std::mem::take(&mut found.children);
        Some(Symbol {
            name: std::mem::take(&mut found.name),
            detail: std::mem::take(&mut found.detail),
            children,
            ..found.bare()
        })
    }
}

/// Adds the outermost symbols that a change does not touch.
fn untouched(symbols: Vec<Symbol>, change: TextChange, all: &mut Vec<Symbol>) {
    for mut symbol in symbols {
        if change.moved(symbol.range).is_none() {
            untouched(symbol.children, change, all);
        } else if change.is_after(symbol.range) || symbol.moved_by(change) {
            all.push(symbol);
        }
    }
}

impl Symbol {
    /// The symbol without its texts and children.
    fn bare(&self) -> Self {
        let Self { kind, range, selection, .. } = *self;
        Self { name: String::new(), detail: String::new(), kind, range, selection, children: Vec::new() }
    }

    fn is_field(&self) -> bool {
        matches!(self.kind, SymbolKind::Object | SymbolKind::Array | SymbolKind::Field)
    }

    /// Moves it. False if the change touches a part of it; then it is of no use.
    fn moved_by(&mut self, change: TextChange) -> bool {
        change.moves(&mut self.range)
            && change.moves(&mut self.selection)
            && self.children.iter_mut().all(|child| child.moved_by(change))
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

fn definition(root: Node<'_>, former: &mut FormerSymbols) -> Symbol {
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
        children: versions.into_iter().flat_map(Node::items).map(|node| version(node, former)).collect(),
    }
}

fn version(node: Node<'_>, former: &mut FormerSymbols) -> Symbol {
    if let Some(known) = former.take(node.range(), |symbol| symbol.kind == SymbolKind::Version) {
        return known;
    }
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
        children: schema.map(|entry| Schema::of(entry.value).inside(former)).unwrap_or_default(),
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
    fn inside(&self, former: &mut FormerSymbols) -> Vec<Symbol> {
        let properties = self.properties.into_iter().flat_map(Node::entries);
        let mut found: Vec<_> = properties.map(|entry| field(entry, former)).collect();
        for (entry, name) in [(self.items, "items"), (self.values, "values")] {
            let Some(entry) = entry.filter(|entry| entry.value.kind().is_map()) else { continue };
            let is_such =
                |symbol: &Symbol| symbol.is_field() && symbol.name == name && !symbol.children.is_empty();
            if let Some(known) = former.take(entry.range, is_such) {
                found.push(known);
                continue;
            }
            let schema = Schema::of(entry.value);
            let children = schema.inside(former);
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

fn field(entry: Entry<'_>, former: &mut FormerSymbols) -> Symbol {
    checkpoint();
    if let Some(known) = former.take(entry.range, |symbol| symbol.is_field() && symbol.name == key(entry)) {
        return known;
    }
    let schema = Schema::of(entry.value);
    schema.symbol(entry, schema.inside(former))
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
