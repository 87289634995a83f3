//! Fields by path: `fieldspec.Filter`, `PathGetter` and `PathMatcher` of kyaml.

use crdls_go::regexp;

use crate::config::FieldSpec;
use crate::id::Gvk;
use crate::node::{Data, Map, Node, Origin};
use crate::scalar::{Scalar, Tag};

/// Creates a missing field.
pub(crate) type Create = fn(Origin) -> Node;

pub(crate) const LIST: Create = |origin| Node::seq(Vec::new(), origin);
pub(crate) const UNTYPED: Create = |origin| Node::scalar(Scalar::untyped(""), origin);
pub(crate) const STRING: Create = |origin| Node::scalar(Scalar::tagged("", Tag::Str), origin);
pub(crate) const NUMBER: Create = |origin| Node::scalar(Scalar::tagged("", Tag::Int), origin);

/// A path that does not fit the value; kyaml's message.
pub(crate) type Fits<T = ()> = Result<T, String>;

/// Applies a change to the fields that a specification names (`fieldspec.Filter`).
pub(crate) fn each_field(
    node: &mut Node,
    spec: &FieldSpec,
    create: Option<Create>,
    origin: Origin,
    change: &mut dyn FnMut(&mut Node) -> Fits,
) -> Fits {
    if !spec.selector.selects(&Gvk::of(node)) {
        return Ok(());
    }
    let mut visit = Visit::new(create.filter(|_| spec.create), origin, change);
    visit.descend(node, &split(&spec.path, '/')).map_err(|why| {
        format!("considering field '{}' of object {}: {why}", &*spec.path, crate::id::ResId::of(node))
    })
}

/// A change of the fields at a path.
pub(crate) struct Visit<'c> {
    create: Option<Create>,
    /// Where what is created is written.
    origin: Origin,
    change: &'c mut dyn FnMut(&mut Node) -> Fits,
    /// How many fields matched.
    pub(crate) count: usize,
    /// The path leads into a text.
    pub(crate) in_text: bool,
}

impl<'c> Visit<'c> {
    pub(crate) fn new(
        create: Option<Create>,
        origin: Origin,
        change: &'c mut dyn FnMut(&mut Node) -> Fits,
    ) -> Self {
        Self { create, origin, change, count: 0, in_text: false }
    }

    fn descend(&mut self, node: &mut Node, path: &[String]) -> Fits {
        let Some((first, rest)) = path.split_first() else { return (self.change)(node) };
        if node.is_null() {
            return Ok(());
        }
        if let Some(items) = node.as_seq_mut() {
            let done = items.iter_mut().try_for_each(|item| self.descend(item, path));
            return done.map_err(|why| format!("visit traversal on path: [{}]: {why}", path.join(" ")));
        }
        if node.as_map().is_none() {
            return Err("expected sequence or mapping node".to_owned());
        }
        let (name, is_seq) = first.strip_suffix("[]").map_or((first.as_str(), false), |name| (name, true));
        if name.is_empty() {
            return Err("cannot set or create an empty field name".to_owned());
        }
        let new = self.create.filter(|_| !is_seq);
        let new = new.map(|create| if rest.is_empty() { create } else { Node::map });
        if node.get(name).is_none() {
            let (Some(new), Some(map)) = (new, node.as_map_mut()) else { return Ok(()) };
            map.set(name, new(self.origin));
        }
        let Some(field) = node.get_mut(name) else { return Ok(()) };
        if let Some(new) = if is_seq { Some(LIST) } else { new }.filter(|_| field.is_null()) {
            *field = new(self.origin);
        }
        self.descend(field, rest)
    }
}

/// `utils.PathSplitter`: a separator after a backslash belongs to the name.
pub(crate) fn split(path: &str, separator: char) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let relative = path.strip_prefix(separator).unwrap_or(path);
    for part in relative.split(separator) {
        match parts.last_mut().filter(|last| last.ends_with('\\')) {
            Some(last) => {
                last.pop();
                last.push(separator);
                last.push_str(part);
            }
            None => parts.push(part.to_owned()),
        }
    }
    parts
}

/// `utils.SmarterPathSplitter`: dots in brackets do not separate.
pub(crate) fn split_field_path(path: &str) -> Vec<String> {
    let mut result = Vec::new();
    let mut parts = split(path, '.').into_iter();
    while let Some(part) = parts.next() {
        if !part.starts_with('[') || part.ends_with(']') {
            result.push(part);
            continue;
        }
        let mut bracketed = part;
        for next in parts.by_ref() {
            let ends = next.ends_with(']');
            bracketed.push('.');
            bracketed.push_str(&next);
            if ends {
                break;
            }
        }
        let keep = bracketed.contains('=');
        result.push(if keep { bracketed } else { bracketed.trim_matches(['[', ']']).to_owned() });
    }
    result
}

/// Writes a string into a scalar (`FieldSetter` without a name): the style stays.
pub(crate) fn set_scalar(node: &mut Node, mut scalar: Scalar, origin: Origin) -> Fits {
    match &node.data {
        Data::Scalar(old) => scalar.take_style(old),
        _ => return Err(wrong_kind("ScalarNode", node)),
    }
    *node = Node::scalar(scalar, origin);
    Ok(())
}

/// Sets a member of a map to a string (`FieldSetter` with a name).
pub(crate) fn set_member(node: &mut Node, name: &str, mut scalar: Scalar, origin: Origin) -> Fits {
    scalar.quote_v1_1();
    let map = map_mut(node)?;
    if let Some(Data::Scalar(old)) = map.get(name).map(|old| &old.data) {
        scalar.take_style(old);
    }
    map.set(name, Node::scalar(scalar, origin));
    Ok(())
}

pub(crate) fn wrong_kind(expected: &str, found: &Node) -> String {
    format!("wrong node kind: expected {expected} but got {}", found.kind_name())
}

/// The mapping that a node is, to be changed.
fn map_mut(node: &mut Node) -> Fits<&mut Map> {
    let why = node.as_map().map_or_else(|| wrong_kind("MappingNode", node), |_| String::new());
    node.as_map_mut().ok_or(why)
}

/// The items of the sequence that a node is, to be changed.
fn seq_mut(node: &mut Node) -> Fits<&mut Vec<Node>> {
    let why = node.as_seq().map_or_else(|| wrong_kind("SequenceNode", node), |_| String::new());
    node.as_seq_mut().ok_or(why)
}

/// `[name=value]`
fn list_match(part: &str) -> Option<Fits<(&str, &str)>> {
    let inside = part.strip_prefix('[')?.strip_suffix(']')?;
    let why = "list path element must contain fieldName=fieldValue for element to match";
    Some(inside.split_once('=').ok_or_else(|| why.to_owned()))
}

/// The value at a path (`PathGetter`).
pub(crate) fn lookup<'n>(node: &'n Node, path: &[String]) -> Fits<Option<&'n Node>> {
    let mut node = node;
    for part in path.iter().map(|part| part.trim()).filter(|part| !part.is_empty()) {
        if node.is_null() && part.parse::<i64>().is_err() {
            return Ok(None);
        }
        let items = || node.as_seq().ok_or_else(|| wrong_kind("SequenceNode", node));
        let found = if let Ok(at) = part.parse::<i64>() {
            let at = usize::try_from(at).map_err(|_| format!("array index {at} cannot be negative"))?;
            items()?.get(at)
        } else if part == "-" {
            items()?.last()
        } else if part == "*" {
            return Err("wildcard is not supported in PathGetter".to_owned());
        } else if let Some(found) = list_match(part) {
            let (name, value) = found?;
            items()?.iter().find(|item| match name {
                "" => item.text() == value,
                name => item.has(name, value),
            })
        } else if node.as_map().is_some() {
            node.get(part)
        } else {
            return Err(wrong_kind("MappingNode", node));
        };
        match found {
            Some(found) => node = found,
            None => return Ok(None),
        }
    }
    Ok(Some(node))
}

impl Visit<'_> {
    /// Applies the change to each field that a path matches (`PathMatcher`).
    pub(crate) fn each_match(&mut self, node: &mut Node, path: &[String]) -> Fits {
        let Some((part, rest)) = path.split_first() else {
            self.count += 1;
            return (self.change)(node);
        };
        if let Ok(at) = part.parse::<usize>() {
            let items = seq_mut(node)?;
            let length = items.len();
            if at == length && self.create.is_some() {
                items.push(self.created(rest));
            }
            let missing = format!("index {at} specified but only {length} elements found");
            return self.enter(items.get_mut(at).ok_or(missing)?, rest);
        }
        let wanted = list_match(part).transpose()?;
        if node.is_null() {
            if part == "*" || wanted.is_some() {
                return Ok(());
            }
            // What is created below a null is found, and gets lost.
            let is_created = self.create.is_some() && !node.text().is_empty();
            return if is_created { self.each_match(&mut self.created(rest), rest) } else { Ok(()) };
        }
        if part == "*" {
            return seq_mut(node)?.iter_mut().try_for_each(|item| self.each_match(item, rest));
        }
        if let Some(wanted) = wanted {
            return self.each_item(seq_mut(node)?, wanted, rest);
        }
        // A look before the mapping is copied.
        if node.get(part).is_none() && (self.create.is_some() || node.as_map().is_none()) {
            map_mut(node)?.set(part, self.created(rest));
        }
        node.get_mut(part).map_or(Ok(()), |field| self.enter(field, rest))
    }

    /// A field or an item that is missing, by what of the path is below it.
    fn created(&self, rest: &[String]) -> Node {
        let new = match rest.first() {
            Some(next) if list_match(next).is_some() || next.parse::<usize>().is_ok() => LIST,
            Some(_) => Node::map,
            None => self.create.unwrap_or(UNTYPED),
        };
        new(self.origin)
    }

    /// Goes into a value by the rest of a path; an error where that leads into a text.
    fn enter(&mut self, node: &mut Node, rest: &[String]) -> Fits {
        if node.as_scalar().is_some() && !rest.is_empty() && !node.is_null() {
            self.in_text = true;
            return Err(wrong_kind("MappingNode", node));
        }
        self.each_match(node, rest)
    }

    /// `[name=expression]`
    fn each_item(&mut self, items: &mut Vec<Node>, (name, pattern): (&str, &str), rest: &[String]) -> Fits {
        let expression = regexp::compile(pattern).map_err(|why| why.to_string())?;
        let fits = |item: &Node| {
            let value = if name.is_empty() { Some(item) } else { item.get(name) };
            let scalar = value.and_then(Node::as_scalar);
            scalar.is_some_and(|scalar| expression.is_match(scalar.printed().trim()))
        };
        if self.create.is_some() && !items.iter().any(fits) {
            let mut item = Node::scalar(Scalar::untyped(pattern), self.origin);
            if !name.is_empty() {
                item = Node::map_of([(name, item)], self.origin);
            }
            items.push(item);
        }
        for item in items.iter_mut().filter(|item| fits(item)) {
            // An item that is matched itself is the field, whatever follows.
            self.each_match(item, if name.is_empty() { &[] } else { rest })?;
        }
        Ok(())
    }
}
