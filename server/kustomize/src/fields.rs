//! Fields by path: `fieldspec.Filter`, `PathGetter` and `PathMatcher` of kyaml.

use std::sync::Arc;

use crdls_go::regexp;

use crate::config::FieldSpec;
use crate::id::Gvk;
use crate::node::{Data, Node, Origin};
use crate::scalar::{Scalar, Style, Tag, is_v1_1_non_string};

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
    let path = split(&spec.path, '/');
    let create = create.filter(|_| spec.create);
    descend(node, &path, create, origin, change).map_err(|why| {
        format!("considering field '{}' of object {}: {why}", spec.path, crate::id::ResId::of(node))
    })
}

fn descend(
    node: &mut Node,
    path: &[String],
    create: Option<Create>,
    origin: Origin,
    change: &mut dyn FnMut(&mut Node) -> Fits,
) -> Fits {
    let Some((first, rest)) = path.split_first() else { return change(node) };
    match &node.data {
        _ if node.is_null() => Ok(()),
        Data::Scalar(_) => Err("expected sequence or mapping node".to_owned()),
        Data::Seq(_) => {
            let items = node.as_seq_mut().map(std::mem::take).unwrap_or_default();
            let mut done = Ok(());
            let mut changed = Vec::with_capacity(items.len());
            for mut item in items {
                if done.is_ok() {
                    done = descend(&mut item, path, create, origin, change);
                }
                changed.push(item);
            }
            if let Some(slot) = node.as_seq_mut() {
                *slot = changed;
            }
            done.map_err(|why| format!("visit traversal on path: [{}]: {why}", path.join(" ")))
        }
        Data::Map(_) => {
            let (name, is_seq) =
                first.strip_suffix("[]").map_or((first.as_str(), false), |name| (name, true));
            if name.is_empty() {
                return Err("cannot set or create an empty field name".to_owned());
            }
            let new =
                create.filter(|_| !is_seq).map(|create| if rest.is_empty() { create } else { Node::map });
            if node.get(name).is_none() {
                let (Some(new), Some(map)) = (new, node.as_map_mut()) else { return Ok(()) };
                map.set(name, new(origin));
            }
            let Some(field) = node.get_mut(name) else { return Ok(()) };
            if let Some(new) = if is_seq { Some(LIST) } else { new }.filter(|_| field.is_null()) {
                *field = new(origin);
            }
            descend(field, rest, create, origin, change)
        }
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
    if scalar.is_string() && scalar.style == Style::Plain && is_v1_1_non_string(&scalar.text) {
        scalar.style = Style::Double;
    }
    if node.as_map().is_none() {
        return Err(wrong_kind("MappingNode", node));
    }
    if let Some(Data::Scalar(old)) = node.get(name).map(|old| &old.data) {
        scalar.take_style(old);
    }
    if let Some(map) = node.as_map_mut() {
        map.set(name, Node::scalar(scalar, origin));
    }
    Ok(())
}

pub(crate) fn wrong_kind(expected: &str, found: &Node) -> String {
    format!("wrong node kind: expected {expected} but got {}", found.kind_name())
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
                name => item.get(name).is_some_and(|field| field.text() == value),
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

/// What [`each_match`] found.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Matches {
    /// How many fields.
    pub(crate) count: usize,
    /// The path leads into a text.
    pub(crate) in_text: bool,
}

impl Matches {
    /// Goes into a value by the rest of a path; an error where that leads into a text.
    fn enter(&mut self, node: &Node, rest: &[String]) -> Fits {
        if matches!(node.data, Data::Scalar(_)) && !rest.is_empty() && !node.is_null() {
            self.in_text = true;
            return Err(wrong_kind("MappingNode", node));
        }
        Ok(())
    }
}

/// Applies a change to each field that a path matches (`PathMatcher`).
pub(crate) fn each_match(
    node: &mut Node,
    path: &[String],
    create: Option<Create>,
    origin: Origin,
    found: &mut Matches,
    change: &mut dyn FnMut(&mut Node) -> Fits,
) -> Fits {
    let Some((part, rest)) = path.split_first() else {
        found.count += 1;
        return change(node);
    };
    let next = || match (rest.first(), create) {
        (Some(next), _) if list_match(next).is_some() || next.parse::<usize>().is_ok() => LIST,
        (Some(_), _) => Node::map,
        (None, create) => create.unwrap_or(UNTYPED),
    };
    if let Ok(at) = part.parse::<usize>() {
        let Some(length) = node.as_seq().map(<[Node]>::len) else {
            return Err(wrong_kind("SequenceNode", node));
        };
        let items = node.as_seq_mut().ok_or("")?;
        if at == length && create.is_some() {
            items.push(next()(origin));
        }
        let missing = format!("index {at} specified but only {length} elements found");
        let item = items.get_mut(at).ok_or(missing)?;
        found.enter(item, rest)?;
        return each_match(item, rest, create, origin, found, change);
    }
    if let Some(wanted) = list_match(part) {
        let (name, pattern) = wanted?;
        return each_item(node, (name, pattern), rest, create, origin, found, change);
    }
    if part == "*" {
        let Some(items) = node.as_seq_mut() else {
            return if node.is_null() { Ok(()) } else { Err(wrong_kind("SequenceNode", node)) };
        };
        return items.iter_mut().try_for_each(|item| each_match(item, rest, create, origin, found, change));
    }
    if node.is_null() {
        // What is created below a null is found, and gets lost.
        let created = create.filter(|_| !node.text().is_empty()).map(|_| next()(origin));
        return created.map_or(Ok(()), |mut lost| each_match(&mut lost, rest, create, origin, found, change));
    }
    if node.as_map().is_none() {
        return Err(wrong_kind("MappingNode", node));
    }
    if node.get(part).is_none()
        && create.is_some()
        && let Some(map) = node.as_map_mut()
    {
        map.set(part, next()(origin));
    }
    let Some(field) = node.get_mut(part) else { return Ok(()) };
    found.enter(field, rest)?;
    each_match(field, rest, create, origin, found, change)
}

/// `[name=expression]`
fn each_item(
    node: &mut Node,
    (name, pattern): (&str, &str),
    rest: &[String],
    create: Option<Create>,
    origin: Origin,
    found: &mut Matches,
    change: &mut dyn FnMut(&mut Node) -> Fits,
) -> Fits {
    let expression = regexp::compile(pattern).map_err(|why| why.to_string())?;
    let fits = |item: &Node| {
        let value = if name.is_empty() { Some(item) } else { item.get(name) };
        let printed = |scalar: &Scalar| scalar.printed().trim().to_owned();
        value.is_some_and(|value| {
            value.as_scalar().is_some_and(|scalar| expression.is_match(&printed(scalar)))
        })
    };
    if node.as_seq().is_none() && !node.is_null() {
        return Err(wrong_kind("SequenceNode", node));
    }
    if create.is_some() && !node.as_seq().unwrap_or_default().iter().any(fits) {
        let value = Node::scalar(Scalar::untyped(pattern), origin);
        let mut item = Node::map(origin);
        match item.as_map_mut().filter(|_| !name.is_empty()) {
            Some(map) => map.set(name, value),
            None => item = value,
        }
        if let Some(items) = node.as_seq_mut() {
            items.push(item);
        }
    }
    let Data::Seq(items) = &mut node.data else { return Ok(()) };
    for item in Arc::make_mut(items).iter_mut().filter(|item| fits(item)) {
        match name {
            "" => {
                found.count += 1;
                change(item)?;
            }
            _ => each_match(item, rest, create, origin, found, change)?,
        }
    }
    Ok(())
}
