//! Where a path of a finding leads in a document: to a node, or to where it is missing.
//!
//! Knows the paths that findings have and the tree; must not know rules.

use std::rc::Rc;

use crdls_report::{FieldPath, PathStep};
use crdls_text::{Edit, TextRange};
use crdls_yaml::{Entry, Kind, Node};

use super::children::Children;
use super::edit;
use super::value::Value;

/// How far a path leads.
#[derive(Clone, Debug)]
pub(super) struct ResolvedPath<'t> {
    hops: Vec<Hop<'t>>,
    /// The last node found.
    pub(super) node: Node<'t>,
    /// The steps that lead nowhere.
    pub(super) rest: Vec<String>,
    children: Rc<Children<'t>>,
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

impl<'t> ResolvedPath<'t> {
    /// Follows a path from the root of a document; nothing where it goes through an alias, as an edit
    /// there would change more than one place.
    pub(super) fn find(root: Node<'t>, path: &FieldPath) -> Option<Self> {
        Self::find_among(&Rc::default(), root, path)
    }

    /// The same among the children of the document that are known already.
    pub(super) fn find_among(children: &Rc<Children<'t>>, root: Node<'t>, path: &FieldPath) -> Option<Self> {
        let mut target = Self::root(root, children);
        let mut steps = path.steps();
        while let Some((first, rest)) = steps.split_first() {
            if target.node.kind() == Kind::Alias {
                return None;
            }
            let Some((hop, node)) = step(children, target.node, first) else { break };
            target.hops.push(hop);
            target.node = node;
            steps = rest;
        }
        target.rest = steps.iter().map(name).collect();
        (target.node.kind() != Kind::Alias).then_some(target)
    }

    fn root(node: Node<'t>, children: &Rc<Children<'t>>) -> Self {
        Self { hops: Vec::new(), node, rest: Vec::new(), children: Rc::clone(children) }
    }

    /// The places from the root of a document down to a cursor, as far as there are nodes.
    pub(super) fn way(root: Node<'t>, cursor: TextRange) -> Vec<Self> {
        let here = |range: TextRange| range.start <= cursor.start && cursor.end <= range.end;
        let mut target = Self::root(root, &Rc::default());
        let mut way = vec![target.clone()];
        loop {
            let parent = target.node;
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
            target.hops.push(hop);
            target.node = node;
            way.push(target.clone());
        }
    }

    pub(super) fn is_found(&self) -> bool {
        self.rest.is_empty()
    }

    /// The last name of the path.
    pub(super) fn name(&self) -> &str {
        self.rest.last().or(self.hops.last().map(|hop| &hop.name)).map_or("", String::as_str)
    }

    /// The key that leads to the node.
    pub(super) fn key(&self) -> Option<TextRange> {
        self.hops.last()?.entry.map(|entry| entry.key.range()).filter(|_| self.is_found())
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
        let found = self.is_found().then(|| self.children.entry(self.node, name)).flatten();
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
        let item = self.children.item(self.node, index)?;
        (item.kind() != Kind::Alias).then(|| self.down_to(index, item))
    }

    /// The items of the list here.
    pub(super) fn items(&self) -> impl Iterator<Item = Self> {
        self.node.items().enumerate().map(move |(index, item)| self.down_to(index, item))
    }

    /// Whether the list here has one item only.
    pub(super) fn has_one_item(&self) -> bool {
        let mut items = self.node.items();
        items.next().is_some() && items.next().is_none()
    }

    fn down_to(&self, index: usize, item: Node<'t>) -> Self {
        let mut down = self.clone();
        down.hops.push(Hop { parent: self.node, name: index.to_string(), index, entry: None });
        down.node = item;
        down
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
        self.is_found() && self.children.entry(self.node, key).is_some()
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
        edit::remove(hop.parent, &self.children.parts(hop.parent), hop.index)
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

/// The step from a node to the member or item that a step of a path names.
fn step<'t>(children: &Children<'t>, node: Node<'t>, step: &PathStep) -> Option<(Hop<'t>, Node<'t>)> {
    match step {
        PathStep::Index(index) => {
            let item = children.item(node, *index)?;
            Some((Hop { parent: node, name: index.to_string(), index: *index, entry: None }, item))
        }
        PathStep::Name(name) | PathStep::Key(name) => {
            let (index, entry) = children.entry(node, name)?;
            let name = name.to_string();
            Some((Hop { parent: node, name, index, entry: Some(entry) }, entry.value))
        }
    }
}

fn name(step: &PathStep) -> String {
    match step {
        PathStep::Index(index) => index.to_string(),
        PathStep::Name(name) | PathStep::Key(name) => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use crdls_yaml::Tree;

    use super::*;

    fn found(text: &str, path: &FieldPath) -> Option<(String, Vec<String>)> {
        let tree = Tree::parse(text);
        let root = tree.first_root(text)?;
        let target = ResolvedPath::find(root, path)?;
        Some((target.node.source().to_owned(), target.rest))
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn paths_lead_to_nodes() {
        let text = "a:\n- b:\n    c.d: 1\n    c:\n      x]y: 2\ne: *z\n";
        let list = FieldPath::of_names(&["a"]);
        let b = list.item(0).child("b");
        assert_eq!(found(text, &b.key("c.d")), Some(("1".into(), vec![])));
        assert_eq!(found(text, &b.child("c").key("x]y")), Some(("2".into(), vec![])));
        assert_eq!(
            found(text, &b.key("c.d").child("e").key("f.g")),
            Some(("1".into(), names(&["e", "f.g"])))
        );
        assert_eq!(found(text, &list.item(1).child("b")).map(|f| f.1), Some(names(&["1", "b"])));
        assert_eq!(found(text, &FieldPath::of_names(&["e"])), None);
    }
}
