//! The entries and items of a document by name and number.
//!
//! Must not know paths.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crdls_yaml::{Entry, Node, NodeId};

use super::edit::{self, Part};

/// An entry and its number in its mapping.
type Numbered<'t> = (usize, Entry<'t>);

/// What large collections of one document hold, read when it is first asked for: many fixes in one collection cost
/// no more than one look at it.
#[derive(Debug, Default)]
pub(super) struct Children<'t> {
    entries: RefCell<HashMap<NodeId, HashMap<Cow<'t, str>, Numbered<'t>>>>,
    parts: RefCell<HashMap<NodeId, Rc<[Part<'t>]>>>,
}

/// A collection up to this size is looked through each time.
const SMALL: usize = 16;

impl<'t> Children<'t> {
    /// The entry with a key as written, the last one where it is written twice, and its number.
    pub(super) fn entry(&self, map: Node<'t>, name: &str) -> Option<Numbered<'t>> {
        let (mut entries, mut found) = (map.entries(), None);
        for at in 0..SMALL {
            let Some(entry) = entries.next() else { return found };
            if entry.is_named(name) {
                found = Some((at, entry));
            }
        }
        if entries.next().is_none() {
            return found;
        }
        let mut known = self.entries.borrow_mut();
        let read = || map.entries().enumerate().filter_map(|(at, e)| Some((e.key.str()?, (at, e)))).collect();
        known.entry(map.id()).or_insert_with(read).get(name).copied()
    }

    /// An item of a list by its number.
    pub(super) fn item(&self, list: Node<'t>, number: usize) -> Option<Node<'t>> {
        if number < SMALL {
            return list.items().nth(number);
        }
        self.parts(list).get(number).map(|(item, _)| *item)
    }

    /// The entries of a mapping or the items of a list.
    pub(super) fn parts(&self, node: Node<'t>) -> Rc<[Part<'t>]> {
        let mut known = self.parts.borrow_mut();
        Rc::clone(known.entry(node.id()).or_insert_with(|| edit::parts(node).into()))
    }
}
