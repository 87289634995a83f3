//! From a text to the resources in it: `kio.ByteReader` and `resource.Factory.SliceFromBytes`.
//!
//! Knows documents, anchors, merge keys and lists of objects; must not know kustomizations.

use std::sync::Arc;

use crdls_go::go_quote;
use crdls_text::TextRange;
use crdls_values::{Json, JsonMember, JsonValue, json as values};
use crdls_yaml::{Document, Kind, Node as Yaml, Scalar as Value, Tree, resolve, strict};

use crate::node::{Data, Entry, Map, Node, Origin};
use crate::problem::{Problem, ProblemKind, Step};
use crate::scalar::{Scalar, Style, Tag};

/// Where a text lies: in a file, perhaps inside a scalar of it.
pub(crate) struct Excerpt<'p> {
    /// The number of the file.
    pub(crate) file: u32,
    /// From a range of the text to one of the file.
    pub(crate) range: &'p dyn Fn(TextRange) -> TextRange,
}

impl Excerpt<'_> {
    /// All of a file.
    pub(crate) const fn of_file(file: u32) -> Self {
        Self { file, range: &|range| range }
    }

    fn origin(&self, range: TextRange) -> Origin {
        Origin { file: self.file, range: (self.range)(range) }
    }

    /// A value of JSON as the library writes it.
    pub(crate) fn node(&self, json: &Json) -> Node {
        let data = match &json.value {
            JsonValue::Map(members) => {
                let entry = |member: &JsonMember| Entry {
                    name: member.name.as_ref().into(),
                    key: self.origin(member.key),
                    is_text: true,
                    value: self.node(&member.value),
                };
                Data::Map(Arc::new(members.iter().map(entry).collect()))
            }
            JsonValue::List(items) => Data::Seq(Arc::new(items.iter().map(|item| self.node(item)).collect())),
            scalar => Data::Scalar(Scalar::of(scalar)),
        };
        Node { data, origin: self.origin(json.range) }
    }
}

struct Reader<'p, 't> {
    place: &'p Excerpt<'p>,
    /// Bounds what aliases add.
    bounds: values::Reader<'t>,
    /// A place that counts instead of those of the nodes: of an alias.
    alias: Option<Origin>,
}

/// The resources of a text, lists of objects taken apart.
pub(crate) fn resources(text: &str, place: &Excerpt<'_>) -> Step<Vec<Node>> {
    let documents = documents(text, place)?;
    let single = documents.len() == 1;
    let mut nodes = Vec::new();
    for node in documents.into_iter().flatten() {
        match unwrapped(&node).filter(|_| single) {
            Some(items) => nodes.extend(items),
            None => nodes.push(node),
        }
    }
    expand_lists(without_bad(nodes)?)
}

/// The first document of a text as sigs.k8s.io/yaml converts it to JSON, and the tree.
pub(crate) fn json(text: &str, place: &Excerpt<'_>) -> Step<(Tree, Json)> {
    let tree = Tree::parse(text);
    if let Some(document) = first_document(&tree, text) {
        check(text, document, place)?;
    }
    let mut reader = values::Reader::default();
    let value = first_value(&tree, text, &mut reader);
    if reader.met_bound() {
        return Err(unknown(place, value.range, TOO_MANY_ALIASES.to_owned()));
    }
    Ok((tree, value))
}

/// Why a text with aliases is not read.
const TOO_MANY_ALIASES: &str = "the aliases expand to too much";

/// The document that a reader of one document reads: a `---` in front of the first one does not end a document.
pub(crate) fn first_document<'t>(tree: &'t Tree, text: &str) -> Option<&'t Document> {
    let mut documents = tree.documents().iter();
    let first = documents.next()?;
    if tree.root(text, first).is_some() { Some(first) } else { documents.next().or(Some(first)) }
}

/// The value of the first document, as sigs.k8s.io/yaml reads it.
pub(crate) fn value_of(tree: &Tree, text: &str) -> Json {
    first_value(tree, text, &mut values::Reader::default())
}

fn first_value<'t>(tree: &'t Tree, text: &'t str, reader: &mut values::Reader<'t>) -> Json {
    let root = first_document(tree, text).and_then(|document| tree.root(text, document));
    root.map_or_else(|| Json::unplaced(JsonValue::Null), |root| reader.read(root))
}

fn documents(text: &str, place: &Excerpt<'_>) -> Step<Vec<Option<Node>>> {
    let tree = Tree::parse(text);
    let mut nodes = Vec::new();
    let mut end = None;
    for document in tree.documents() {
        if let Some(range) = document.bad_separator {
            let message = format!("invalid document separator: {}", range.of(text));
            // In the first line it is none for kustomize.
            let refuse = if range.start == 0 { unknown } else { refuse };
            return Err(refuse(place, range, message));
        }
        // Of JSON values after each other the first is read.
        if end.replace(document.range.end) == Some(document.range.start) {
            continue;
        }
        let root = tree.root(text, document);
        let list = root.filter(|root| root.kind().is_seq() && root.items().next().is_some());
        check(text, document, place).map_err(|why| match why.message.ends_with("excessive aliasing") {
            // kyaml expands all aliases.
            true if list.is_none() => Box::new(Problem { kind: ProblemKind::NotEvaluated, ..*why }),
            _ => why.prefixed("MalformedYAMLError"),
        })?;
        if let Some(list) = list {
            return Err(refuse(place, list.range(), NO_METADATA.to_owned()));
        }
        let mut reader = Reader { place, bounds: values::Reader::default(), alias: None };
        let node = root.map(|root| reader.node(root)).transpose()?;
        nodes.push(node.filter(|node| !node.is_null()));
    }
    Ok(nodes)
}

/// Refuses a document that the library cannot read.
fn check(text: &str, document: &Document, place: &Excerpt<'_>) -> Step {
    if !document.rare {
        return Ok(());
    }
    let range = TextRange::new(document.read_from, document.range.end);
    strict::check(range.of(text))
        .map_err(|refusal| refuse(place, TextRange::empty(range.start + refusal.offset), refusal.message))
}

#[cold]
fn refuse(place: &Excerpt<'_>, range: TextRange, message: String) -> Box<Problem> {
    Problem::new(ProblemKind::Unreadable, message, place.origin(range))
}

/// Refuses to evaluate a text that kustomize may read.
#[cold]
fn unknown(place: &Excerpt<'_>, range: TextRange, message: String) -> Box<Problem> {
    Box::new(Problem { kind: ProblemKind::NotEvaluated, ..*refuse(place, range, message) })
}

impl<'t> Reader<'_, 't> {
    fn origin(&self, range: TextRange) -> Origin {
        self.alias.unwrap_or_else(|| self.place.origin(range))
    }

    fn node(&mut self, node: Yaml<'t>) -> Step<Node> {
        let outer = self.alias;
        if node.kind() == Kind::Alias {
            self.alias.get_or_insert(self.place.origin(node.range()));
        }
        let is_known = |target: Yaml<'_>| target == node || !target.range().covers(node.range());
        let read = match self.bounds.enter(node) {
            Some(entered) => {
                let read = self.content(entered.node);
                self.bounds.leave(entered);
                read
            }
            None if node.resolved().is_some_and(is_known) => {
                Err(unknown(self.place, node.range(), TOO_MANY_ALIASES.to_owned()))
            }
            None => {
                Err(refuse(self.place, node.range(), format!("yaml: unknown anchor '{}'", node.source())))
            }
        };
        self.alias = outer;
        read
    }

    fn content(&mut self, node: Yaml<'t>) -> Step<Node> {
        let origin = self.origin(node.range());
        let data = if node.kind().is_map() {
            Data::Map(Arc::new(self.map(node)?))
        } else if node.kind().is_seq() {
            Data::Seq(Arc::new(node.items().map(|item| self.node(item)).collect::<Step<_>>()?))
        } else {
            Data::Scalar(scalar(node))
        };
        Ok(Node { data, origin })
    }

    /// Merge keys first, the entries of the mapping over them (`removeMergeTags`, `mergeAll`).
    fn map(&mut self, node: Yaml<'t>) -> Step<Map> {
        let mut own = Vec::new();
        let mut merged = None;
        for entry in node.entries() {
            let key = entry.key.resolved().unwrap_or(entry.key);
            if key.kind() == Kind::Plain && key.source() == "<<" {
                if merged.replace(entry.value).is_some() {
                    return Err(refuse(self.place, key.range(), "duplicate merge key".to_owned()));
                }
                continue;
            }
            let name: Arc<str> = key.str().unwrap_or_else(|| key.source().into()).into();
            let is_text = scalar(key).tag == Tag::Str;
            let key = self.origin(entry.key.range());
            let mut value = self.node(entry.value)?;
            if node.kind() == Kind::FlowMap
                && let Data::Scalar(scalar) = &mut value.data
                && scalar.text.is_empty()
            {
                // The emitter quotes an empty text between braces (`yaml_emitter_select_scalar_style`).
                scalar.style = Style::Single;
            }
            own.push(Entry { name, key, is_text, value });
        }
        let mut map = Map::default();
        if let Some(value) = merged {
            self.merge(value, &mut map)?;
            own.drain(..).for_each(|entry| map.put(entry));
        }
        own.into_iter().for_each(|entry| map.push(entry));
        Ok(map)
    }

    /// The mappings that a merge key names; the first of several wins, so it comes last.
    fn merge(&mut self, value: Yaml<'t>, into: &mut Map) -> Step<()> {
        let target = value.resolved().unwrap_or(value);
        let sources: Vec<Yaml<'t>> = match value.kind().is_seq() {
            true => value.items().collect(),
            false if target.kind().is_map() => vec![value],
            false => {
                let message = "map merge requires map or sequence of maps as the value";
                return Err(refuse(self.place, value.range(), message.to_owned()));
            }
        };
        for source in sources.into_iter().rev() {
            let node = self.node(source)?;
            let Data::Map(map) = node.data else {
                let message = "invalid map merge: received alias for a non-map value";
                return Err(refuse(self.place, source.range(), message.to_owned()));
            };
            map.entries().iter().for_each(|entry| into.put(entry.clone()));
        }
        Ok(())
    }
}

fn scalar(node: Yaml<'_>) -> Scalar {
    let mut text: Arc<str> = node.str().unwrap_or_default().into();
    let is_block = matches!(node.kind(), Kind::Literal | Kind::Folded);
    if is_block && node.range().end as usize == node.text().len() && !node.text().ends_with(['\n', '\r']) {
        // Unlike kubectl, kustomize does not end the last line of a file.
        text = text.strip_suffix('\n').map_or(text.clone(), Arc::from);
    }
    let style = match node.kind() {
        Kind::SingleQuoted => Style::Single,
        Kind::DoubleQuoted => Style::Double,
        Kind::Literal => Style::Literal,
        Kind::Folded => Style::Folded,
        _ => Style::Plain,
    };
    let (tag, explicit) = match node.tag() {
        Some(tag) if tag != "!" => (Tag::of(&resolve::expand_tag(tag)), true),
        _ if style != Style::Plain => (Tag::Str, false),
        _ => (Scalar::untyped(&text).typed().map_or(Tag::Str, |(tag, _)| tag), false),
    };
    Scalar { text, tag, style, explicit }
}

/// The items of a `List` or `ResourceList` that is alone in its text.
fn unwrapped(node: &Node) -> Option<Vec<Node>> {
    let kind = node.get("kind")?.text();
    let wraps = matches!(kind, "List" | "ResourceList")
        && (node.get("items").is_some() || node.get("functionConfig").is_some());
    wraps.then(|| node.get("items").and_then(Node::as_seq).unwrap_or_default().to_vec())
}

/// Drops empty nodes and refuses those without a kind or a name (`dropBadNodes`, `GetValidatedMetadata`).
fn without_bad(nodes: Vec<Node>) -> Step<Vec<Node>> {
    let mut kept = Vec::with_capacity(nodes.len());
    for node in nodes {
        if node.is_empty() {
            continue;
        }
        validate(&node)?;
        kept.push(node);
    }
    Ok(kept)
}

const NO_METADATA: &str = "missing Resource metadata";

/// `GetValidatedMetadata`
pub(crate) fn validate(node: &Node) -> Step<()> {
    let refuse = |message: String| {
        let at = node.get("metadata").map_or(node.origin, |metadata| metadata.origin);
        Err(Problem::new(ProblemKind::Unreadable, message, at))
    };
    let (api_version, kind) = (node.text_at(&["apiVersion"]), node.text_at(&["kind"]));
    let (name, namespace) = (node.text_at(&["metadata", "name"]), node.text_at(&["metadata", "namespace"]));
    let has_map = |name| node.at(&["metadata", name]).is_some_and(|map| !map.is_empty());
    let nothing = [api_version, kind, name, namespace].iter().all(|text| text.is_empty());
    if nothing && !has_map("labels") && !has_map("annotations") {
        return refuse(NO_METADATA.to_owned());
    }
    let object = format!("{{{{{api_version} {kind}}} {{{{{name} {namespace}}} map[] map[]}}}}");
    if kind.is_empty() {
        return refuse(format!("missing kind in object {object}"));
    }
    if !kind.ends_with("List") && name.is_empty() {
        return refuse(format!("missing metadata.name in object {object}"));
    }
    Ok(())
}

/// Takes `FooList`s apart; their items come last, through JSON (`inlineAnyEmbeddedLists`).
fn expand_lists(nodes: Vec<Node>) -> Step<Vec<Node>> {
    let mut queue: std::collections::VecDeque<Node> = nodes.into();
    let mut all = Vec::with_capacity(queue.len());
    while let Some(node) = queue.pop_front() {
        let kind = node.get("kind").map(Node::text).unwrap_or_default();
        let Some(items) = node.get("items").filter(|_| kind.ends_with("List")) else {
            all.push(node);
            continue;
        };
        match items.as_seq() {
            Some(items) => {
                let quoted = |item: &Node| item.with_scalars(&|scalar, _| Ok(quoted(scalar)));
                let items: Step<Vec<Node>> = items.iter().map(quoted).collect();
                queue.extend(without_bad(items?)?);
            }
            None if items.is_null() => {}
            None => {
                let message = format!("expected array in {kind}/items, but found {}", go_type(items));
                return Err(Problem::new(ProblemKind::Unreadable, message, items.origin));
            }
        }
    }
    Ok(all)
}

fn go_type(node: &Node) -> &'static str {
    match &node.data {
        Data::Map(_) => "map[string]interface {}",
        Data::Seq(_) => "[]interface {}",
        Data::Scalar(scalar) => match scalar.decode() {
            Ok(Value::Bool(_)) => "bool",
            Ok(Value::Int(_) | Value::Uint(_)) => "int",
            Ok(Value::Float(_)) => "float64",
            _ => "string",
        },
    }
}

/// A scalar after it was written as JSON and read as YAML: strings are in quotes, dates are strings.
fn quoted(scalar: &Scalar) -> Scalar {
    match scalar.decode() {
        Ok(Value::Str(text)) => Scalar { style: Style::Double, ..Scalar::tagged(&text, Tag::Str) },
        Ok(Value::Null) => Scalar::tagged("null", Tag::Null),
        Ok(_) => Scalar { explicit: false, ..scalar.clone() },
        Err(_) => scalar.clone(),
    }
}

/// Refuses a resource with a key that a mapping has twice: kustomize reads it and cannot write it.
pub(crate) fn check_keys(node: &Node) -> Step {
    match &node.data {
        Data::Scalar(_) => Ok(()),
        Data::Seq(items) => items.iter().try_for_each(check_keys),
        Data::Map(map) => {
            map.repeated().map_or(Ok(()), |(entry, first)| Err(repeated(entry, first)))?;
            map.entries().iter().try_for_each(|entry| check_keys(&entry.value))
        }
    }
}

/// A key that a mapping has twice, and where it is first.
pub(crate) fn repeated(entry: &Entry, first: Origin) -> Box<Problem> {
    let message = format!("yaml: unmarshal errors:\n  mapping key {} already defined", go_quote(&entry.name));
    Problem::new(ProblemKind::Invalid, message, entry.key).with(first, "first defined here")
}
