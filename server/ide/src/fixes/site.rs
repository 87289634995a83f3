//! Where a path of a finding leads in a document: to a node, or to where it is missing.
//!
//! Knows the paths that findings have and the tree; must not know rules.

use crdls_text::{Edit, TextRange};
use crdls_yaml::{Entry, Kind, Node};

use super::edit;
use super::value::Value;

/// How far a path leads.
#[derive(Clone, Debug)]
pub(super) struct Site<'t> {
    hops: Vec<Hop<'t>>,
    /// The last node found.
    pub(super) node: Node<'t>,
    /// The steps that lead nowhere.
    pub(super) rest: Vec<String>,
}

/// One step down.
#[derive(Clone, Debug)]
pub(super) struct Hop<'t> {
    pub(super) parent: Node<'t>,
    pub(super) name: String,
    /// The place among the entries or items as written.
    index: usize,
    entry: Option<Entry<'t>>,
}

impl<'t> Site<'t> {
    /// Follows a path from the root of a document; nothing where it goes through an alias, as an edit
    /// there would change more than one place.
    pub(super) fn find(root: Node<'t>, path: &str) -> Option<Self> {
        let mut site = Self { hops: Vec::new(), node: root, rest: Vec::new() };
        let mut path = path;
        while !path.is_empty() {
            if site.node.kind() == Kind::Alias {
                return None;
            }
            let Some((hop, node, rest)) = step(site.node, path) else { break };
            site.hops.push(hop);
            site.node = node;
            path = rest;
        }
        site.rest = names(path);
        (site.node.kind() != Kind::Alias).then_some(site)
    }

    /// The places from the root of a document down to a cursor, as far as there are nodes.
    pub(super) fn way(root: Node<'t>, cursor: TextRange) -> Vec<Self> {
        let here = |range: TextRange| range.start <= cursor.start && cursor.end <= range.end;
        let mut site = Self { hops: Vec::new(), node: root, rest: Vec::new() };
        let mut way = vec![site.clone()];
        loop {
            let parent = site.node;
            let entry = parent.entries().enumerate().filter(|(_, entry)| here(entry.range)).last();
            let item = parent.item_ranges().enumerate().filter(|(_, (_, range))| here(*range)).last();
            let (hop, node) = match (entry, item) {
                (Some((index, entry)), _) => {
                    let name = entry.key.str().unwrap_or_default().into_owned();
                    (Hop { parent, name, index, entry: Some(entry) }, entry.value)
                }
                (None, Some((index, (item, _)))) => {
                    (Hop { parent, name: index.to_string(), index, entry: None }, item)
                }
                (None, None) => return way,
            };
            if node.kind() == Kind::Alias {
                return way;
            }
            site.hops.push(hop);
            site.node = node;
            way.push(site.clone());
        }
    }

    pub(super) fn is_found(&self) -> bool {
        self.rest.is_empty()
    }

    /// The last name of the path.
    pub(super) fn name(&self) -> &str {
        self.rest.last().or(self.hops.last().map(|hop| &hop.name)).map_or("", String::as_str)
    }

    /// The names and numbers of the steps that were found.
    pub(super) fn path(&self) -> Vec<String> {
        self.hops.iter().map(|hop| hop.name.clone()).collect()
    }

    /// The place one step up.
    pub(super) fn up(&self) -> Option<Self> {
        self.above(1)
    }

    /// Up by so many steps.
    pub(super) fn above(&self, steps: usize) -> Option<Self> {
        let mut up = self.clone();
        for _ in 0..steps {
            if up.rest.pop().is_none() {
                up.node = up.hops.pop()?.parent;
            }
        }
        Some(up)
    }

    /// The place one step down.
    pub(super) fn down(&self, name: &str) -> Self {
        let mut down = self.clone();
        let found = self.is_found().then(|| entry(self.node, name)).flatten();
        match found {
            Some((index, entry)) if entry.value.kind() != Kind::Alias => {
                down.hops.push(Hop { parent: self.node, name: name.to_owned(), index, entry: Some(entry) });
                down.node = entry.value;
            }
            _ => down.rest.push(name.to_owned()),
        }
        down
    }

    /// The n-th item of the list here.
    pub(super) fn item(&self, index: usize) -> Option<Self> {
        let item = self.items().nth(index)?;
        (item.node.kind() != Kind::Alias).then_some(item)
    }

    /// The items of the list here.
    pub(super) fn items(&self) -> impl Iterator<Item = Self> {
        let node = self.node;
        node.items().enumerate().map(move |(index, item)| {
            let mut down = self.clone();
            down.hops.push(Hop { parent: node, name: index.to_string(), index, entry: None });
            down.node = item;
            down
        })
    }

    /// The text of the scalar here.
    pub(super) fn text(&self) -> Option<String> {
        self.node.str().filter(|_| self.is_found()).map(Into::into)
    }

    /// The text of a key's value.
    pub(super) fn text_of(&self, key: &str) -> Option<String> {
        self.down(key).text()
    }

    /// Whether there is such a key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.is_found() && entry(self.node, key).is_some()
    }

    /// Writes a value here, in place of what stands here or as a new key.
    pub(super) fn set(&self, value: &Value) -> Option<Edit> {
        let nested = |names: &[String]| {
            names.iter().rev().fold(value.clone(), |value, name| Value::map(name.as_str(), value))
        };
        let entry = self.hops.last().and_then(|hop| hop.entry);
        match self.rest.split_first() {
            None => edit::replace(self.node, entry, value),
            Some(_) if self.node.is_empty() => edit::replace(self.node, entry, &nested(&self.rest)),
            Some((first, rest)) => edit::insert(self.node, first, &nested(rest)),
        }
    }

    /// Takes what stands here out.
    pub(super) fn remove(&self) -> Option<Edit> {
        let hop = self.hops.last().filter(|_| self.is_found())?;
        match hop.entry {
            Some(_) => edit::remove_entry(hop.parent, hop.index),
            None => edit::remove_item(hop.parent, hop.index),
        }
    }

    /// Gives the key here another name.
    pub(super) fn rename(&self, name: &str) -> Option<Edit> {
        let key = self.hops.last().filter(|_| self.is_found())?.entry?.key;
        edit::replace(key, None, &Value::text(name))
    }

    /// Moves what stands here into another mapping.
    pub(super) fn move_to(&self, to: Node<'t>) -> Option<Vec<Edit>> {
        let hop = self.hops.last().filter(|_| self.is_found())?;
        hop.entry?;
        Some(edit::moved(hop.parent, hop.index, to)?.into())
    }

    /// Adds an item to the list here, or makes one of it.
    pub(super) fn push(&self, value: &Value) -> Option<Edit> {
        if self.is_found() && self.node.items().next().is_some() {
            return edit::push(self.node, value);
        }
        self.set(&Value::List(vec![value.clone()]))
    }
}

fn entry<'t>(map: Node<'t>, name: &str) -> Option<(usize, Entry<'t>)> {
    map.entries().enumerate().filter(|(_, entry)| entry.key.str().as_deref() == Some(name)).last()
}

/// The first step of a path below a node, and what of the path is left. In a mapping it is the longest key
/// that fits, since a key may hold dots and brackets.
fn step<'t, 'p>(node: Node<'t>, path: &'p str) -> Option<(Hop<'t>, Node<'t>, &'p str)> {
    if node.kind().is_seq() {
        let (number, rest) = path.strip_prefix('[')?.split_once(']')?;
        let index = number.parse().ok()?;
        let item = node.items().nth(index)?;
        let hop = Hop { parent: node, name: number.to_owned(), index, entry: None };
        return Some((hop, item, rest));
    }
    let fits = |(index, entry): (usize, Entry<'t>)| {
        let name = entry.key.str()?;
        let rest = match path.strip_prefix('[') {
            Some(inner) => inner.strip_prefix(&*name)?.strip_prefix(']')?,
            None => path.strip_prefix('.').unwrap_or(path).strip_prefix(&*name)?,
        };
        let ends = rest.is_empty() || rest.starts_with(['.', '[']);
        ends.then(|| {
            (
                name.len(),
                Hop { parent: node, name: name.into_owned(), index, entry: Some(entry) },
                entry.value,
                rest,
            )
        })
    };
    let best = node.entries().enumerate().filter_map(fits).max_by_key(|(length, ..)| *length)?;
    Some((best.1, best.2, best.3))
}

/// The names of the steps that lead nowhere.
fn names(path: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        let (name, behind) = match rest.strip_prefix('[') {
            Some(inner) => inner.split_once(']').unwrap_or((inner, "")),
            None => {
                let name = rest.strip_prefix('.').unwrap_or(rest);
                name.split_at(name.find(['.', '[']).unwrap_or(name.len()))
            }
        };
        names.push(name.to_owned());
        if behind.len() == rest.len() {
            break;
        }
        rest = behind;
    }
    names
}

#[cfg(test)]
mod tests {
    use crdls_yaml::Tree;

    use super::*;

    fn found(text: &str, path: &str) -> Option<(String, Vec<String>)> {
        let tree = Tree::parse(text);
        let root = tree.root(text, tree.documents().first()?)?;
        let site = Site::find(root, path)?;
        Some((site.node.source().to_owned(), site.rest))
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn paths_lead_to_nodes() {
        let text = "a:\n- b:\n    c.d: 1\n    c:\n      x]y: 2\ne: *z\n";
        assert_eq!(found(text, "a[0].b[c.d]"), Some(("1".into(), vec![])));
        assert_eq!(found(text, "a[0].b.c[x]y]"), Some(("2".into(), vec![])));
        assert_eq!(found(text, "a[0].b[c.d].e[f.g]"), Some(("1".into(), names(&["e", "f.g"]))));
        assert_eq!(found(text, "a[1].b").map(|f| f.1), Some(names(&["1", "b"])));
        assert_eq!(found(text, "e"), None);
    }
}
