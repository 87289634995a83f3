//! From nodes to values, as decode.go's `decoder` goes about it for an `interface{}`: merges,
//! aliases, their limits, and what cannot be a key.
//!
//! The library decodes an alias' target anew each time. Here a node is decoded once and counted as
//! often as the library would, so that work stays in proportion to the text and to the library's
//! own limit. The stack of what is left to do is on the heap.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::resolve::{Scalar, resolve_plain, resolve_tagged};
use crdls_go::base64;

use super::document::{Document, Kind, Node, NodeId};
use super::events::Content;
use super::go_syntax;
use super::values::{Entry, Leaf, Value, ValueId, Values};
use super::{Checked, Refusal};

pub(super) fn decode<'t>(document: &'t Document<'t>) -> Checked<Values<'t>> {
    let mut decoder = Decoder {
        document,
        values: Values::default(),
        known: HashMap::new(),
        done: Vec::new(),
        work: document.root().map(Work::Node).into_iter().collect(),
        active: HashSet::new(),
        // The document itself is the first.
        decoded: 1,
        from_aliases: 0,
    };
    while let Some(work) = decoder.work.pop() {
        decoder.perform(work)?;
    }
    let root = match decoder.done.pop() {
        Some(root) => root,
        None => decoder.values.add(0, Value::Leaf(Leaf::Scalar(Scalar::Null))),
    };
    decoder.values.set_root(root);
    Ok(decoder.values)
}

/// One step; those that belong to a value leave it on `done`.
enum Work {
    Node(NodeId),
    /// Takes its items from `done`. With the count of nodes when it began.
    EndSequence(NodeId, u64),
    EndMapping(NodeId, ValueId, u64),
    /// The key on `done`, which must not be a collection.
    CheckKey,
    /// The key and the value on `done`, to a mapping.
    Assign(ValueId),
    /// The value of a `<<`, into a mapping.
    Merge(NodeId, ValueId),
    /// One item of a `<<` with several.
    MergeItem(NodeId, ValueId),
    /// The entries of a mapping, or of an alias to one, into another mapping.
    Into(NodeId, ValueId),
    LeaveAlias(NodeId),
}

struct Decoder<'t> {
    document: &'t Document<'t>,
    values: Values<'t>,
    /// Nodes that are decoded, and how many nodes each of them counts for.
    known: HashMap<NodeId, (ValueId, u64)>,
    done: Vec<ValueId>,
    work: Vec<Work>,
    /// The aliases whose targets are being decoded.
    active: HashSet<NodeId>,
    decoded: u64,
    from_aliases: u64,
}

impl<'t> Decoder<'t> {
    fn perform(&mut self, work: Work) -> Checked {
        match work {
            Work::Node(id) => return self.node(id),
            Work::EndSequence(id, started) => self.end_sequence(id, started),
            Work::EndMapping(id, value, started) => self.finish(id, value, started),
            Work::CheckKey => return self.check_key(),
            Work::Assign(mapping) => self.assign(mapping),
            Work::Merge(id, mapping) => return self.merge(id, mapping),
            Work::MergeItem(id, mapping) => return self.merge_item(id, mapping),
            Work::Into(id, mapping) => return self.decode_into(id, mapping),
            Work::LeaveAlias(id) => {
                self.active.remove(&id);
            }
        }
        Ok(())
    }

    fn node(&mut self, id: NodeId) -> Checked {
        if let Some(&(value, nodes)) = self.known.get(&id) {
            self.done.push(value);
            return self.count(id, nodes);
        }
        let started = self.decoded;
        self.count(id, 1)?;
        let Some(node) = self.document.node(id) else { return Ok(()) };
        match &node.kind {
            Kind::Scalar { tag, content } => {
                let leaf = scalar(tag.as_deref(), content).map_err(|problem| refuse(node, &problem))?;
                let value = self.values.add(node.at, Value::Leaf(leaf));
                self.finish(id, value, started);
            }
            Kind::Alias { name, target } => return self.enter_alias(id, name, Work::Node(*target)),
            Kind::Sequence => {
                self.work.push(Work::EndSequence(id, started));
                self.work.extend(node.children.iter().rev().map(|&child| Work::Node(child)));
            }
            Kind::Mapping => {
                let value = self.values.add(node.at, Value::Mapping(Vec::new()));
                self.work.push(Work::EndMapping(id, value, started));
                self.push_entries(&node.children, value);
            }
        }
        Ok(())
    }

    fn enter_alias(&mut self, id: NodeId, name: &str, then: Work) -> Checked {
        if !self.active.insert(id) {
            return Err(self.refuse(id, &format!("anchor '{name}' value contains itself")));
        }
        self.work.push(Work::LeaveAlias(id));
        self.work.push(then);
        Ok(())
    }

    fn push_entries(&mut self, children: &[NodeId], mapping: ValueId) {
        for pair in children.chunks_exact(2).rev() {
            let &[key, value] = pair else { continue };
            if self.document.node(key).is_some_and(Node::is_merge_key) {
                self.work.push(Work::Merge(value, mapping));
            } else {
                let steps = [Work::Assign(mapping), Work::Node(value), Work::CheckKey, Work::Node(key)];
                self.work.extend(steps);
            }
        }
    }

    fn end_sequence(&mut self, id: NodeId, started: u64) {
        let Some(node) = self.document.node(id) else { return };
        let items = self.done.split_off(self.done.len().saturating_sub(node.children.len()));
        let value = self.values.add(node.at, Value::Sequence(items));
        self.finish(id, value, started);
    }

    fn finish(&mut self, id: NodeId, value: ValueId, started: u64) {
        self.known.insert(id, (value, self.decoded - started));
        self.done.push(value);
    }

    fn check_key(&self) -> Checked {
        match self.done.last() {
            Some(&key) if self.values.leaf(key).is_none() => {
                let written = go_syntax::print(&self.values, key);
                Err(Refusal::boxed(self.values.at(key), format!("yaml: invalid map key: {written}")))
            }
            _ => Ok(()),
        }
    }

    fn assign(&mut self, mapping: ValueId) {
        let (value, key) = (self.done.pop(), self.done.pop());
        if let (Some(key), Some(value)) = (key, value) {
            self.values.assign(mapping, Entry { key, value });
        }
    }

    fn merge(&mut self, id: NodeId, mapping: ValueId) -> Checked {
        let Some(node) = self.document.node(id) else { return Ok(()) };
        if !matches!(node.kind, Kind::Sequence) {
            return self.merge_item(id, mapping);
        }
        // The library takes the items from the last to the first; this stack turns them round.
        self.work.extend(node.children.iter().map(|&child| Work::MergeItem(child, mapping)));
        Ok(())
    }

    fn merge_item(&mut self, id: NodeId, mapping: ValueId) -> Checked {
        let source = match self.document.node(id).map(|node| &node.kind) {
            Some(Kind::Alias { target, .. }) => *target,
            _ => id,
        };
        if !self.document.node(source).is_some_and(|node| matches!(node.kind, Kind::Mapping)) {
            return Err(self.refuse(id, "map merge requires map or sequence of maps as the value"));
        }
        self.work.push(Work::Into(id, mapping));
        Ok(())
    }

    fn decode_into(&mut self, id: NodeId, mapping: ValueId) -> Checked {
        self.count(id, 1)?;
        let Some(node) = self.document.node(id) else { return Ok(()) };
        match &node.kind {
            Kind::Alias { name, target } => self.enter_alias(id, name, Work::Into(*target, mapping))?,
            _ => self.push_entries(&node.children, mapping),
        }
        Ok(())
    }

    /// Each node decoded counts, and the share of those that aliases bring in is limited. That the
    /// library looks after each one and this after several makes no difference: the share rises
    /// with each, and what is allowed falls.
    fn count(&mut self, id: NodeId, nodes: u64) -> Checked {
        self.decoded += nodes;
        if !self.active.is_empty() {
            self.from_aliases += nodes;
        }
        let share = self.from_aliases as f64 / self.decoded as f64;
        if self.from_aliases > 100 && self.decoded > 1000 && share > allowed_share(self.decoded) {
            return Err(self.refuse(id, "document contains excessive aliasing"));
        }
        Ok(())
    }

    #[cold]
    fn refuse(&self, id: NodeId, problem: &str) -> Box<Refusal> {
        match self.document.node(id) {
            Some(node) => refuse(node, problem),
            None => Refusal::boxed(0, format!("yaml: {problem}")),
        }
    }
}

#[cold]
fn refuse(node: &Node<'_>, problem: &str) -> Box<Refusal> {
    Refusal::boxed(node.at, format!("yaml: {problem}"))
}

/// `allowedAliasRatio`: from 99 % for small documents down to 10 % for very large ones.
fn allowed_share(decoded: u64) -> f64 {
    const LOW: f64 = 400_000.0;
    const HIGH: f64 = 4_000_000.0;
    match decoded as f64 {
        small if small <= LOW => 0.99,
        large if large >= HIGH => 0.10,
        decoded => 0.99 - 0.89 * ((decoded - LOW) / (HIGH - LOW)),
    }
}

fn scalar<'t>(tag: Option<&str>, content: &'t Content<'t>) -> Result<Leaf<'t>, String> {
    const BINARY: &str = "tag:yaml.org,2002:binary";
    let text = content.text();
    let scalar = match (tag, content) {
        (None, Content::Plain(_)) => resolve_plain(text),
        (None, Content::Text(_)) => Scalar::Str(Cow::Borrowed(text)),
        (Some(BINARY), _) => match base64::decode(text).map(|bytes| String::from_utf8(bytes.into_vec())) {
            Ok(Err(bytes)) => return Ok(Leaf::Bytes(bytes.into_bytes())),
            _ => resolve_tagged(BINARY, text)?,
        },
        (Some(tag), _) => resolve_tagged(tag, text)?,
    };
    Ok(Leaf::Scalar(scalar))
}
