//! A view of one node, with the text it was parsed from.

use std::borrow::Cow;
use std::fmt;

use crdls_text::TextRange;

use crate::Kind;
use crate::anchors::name_of;
use crate::decoded::{self, Decoded};
use crate::raw::{BROKEN, MULTILINE, NodeId, Raw};
use crate::resolve::{self, Scalar};
use crate::tree::{Document, Tree};

/// One content node: a mapping, a sequence, a scalar, an alias or a value that is not written.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t Tree,
    text: &'t str,
    raw: Raw,
    index: u32,
    /// Where its slot starts: its anchor and tag stand between that and the node.
    slot: u32,
}

/// A pair of a mapping, as written.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'t> {
    /// The key.
    pub key: Node<'t>,
    /// The value; of kind [`Kind::Empty`] where none is written.
    pub value: Node<'t>,
    /// From the start of the key to the end of the value.
    pub range: TextRange,
    /// Whether the colon is missing.
    pub broken: bool,
}

/// The pairs of a mapping: see [`Node::entries`].
#[derive(Clone, Debug)]
pub struct Entries<'t> {
    tree: &'t Tree,
    text: &'t str,
    next: u32,
    end: u32,
}

impl<'t> Iterator for Entries<'t> {
    type Item = Entry<'t>;

    // Most of the time of a walk goes here: what a loop does not use of an entry is not made.
    #[inline(always)]
    fn next(&mut self) -> Option<Entry<'t>> {
        while self.next < self.end {
            let child = Node::new(self.tree, self.text, self.next);
            self.next += child.raw.size.max(1);
            if child.raw.kind == Kind::Pair
                && let Some(entry) = child.entry()
            {
                return Some(entry);
            }
        }
        None
    }
}

impl Entry<'_> {
    /// Whether the key is this text.
    #[inline]
    pub fn is_named(&self, name: &str) -> bool {
        // Text on one line is as it is written, if it is text.
        (!self.key.is_simple() || self.key.source() == name) && self.key.str().as_deref() == Some(name)
    }
}

impl Tree {
    /// The root node of a document; `None` where it is empty or nothing but comments.
    pub fn root<'t>(&'t self, text: &'t str, document: &Document) -> Option<Node<'t>> {
        (document.count > 0).then(|| Node::new(self, text, document.first))?.content_slot()
    }

    /// The root node of the first document, if there is one and it has content.
    pub fn first_root<'t>(&'t self, text: &'t str) -> Option<Node<'t>> {
        self.root(text, self.documents().first()?)
    }

    /// A node by its id.
    pub fn node<'t>(&'t self, text: &'t str, id: NodeId) -> Node<'t> {
        Node { slot: id.slot, ..Node::new(self, text, id.index) }
    }

    /// The anchors of a document in the order of the text: each name without `&`, and the node that it names.
    pub fn anchors<'t>(
        &'t self,
        text: &'t str,
        document: &Document,
    ) -> impl Iterator<Item = (&'t str, Node<'t>)> {
        let nodes = document.first..document.first + document.count;
        let nodes = nodes.filter(|_| !self.anchors.is_empty());
        nodes.filter(|index| self.raw(*index).kind == Kind::Anchor).filter_map(move |index| {
            Some((name_of(self.raw(index), text), Node::new(self, text, index).content_slot()?))
        })
    }
}

impl<'t> Node<'t> {
    #[inline]
    pub(crate) fn new(tree: &'t Tree, text: &'t str, index: u32) -> Self {
        Self { tree, text, raw: tree.raw(index), index, slot: index }
    }

    /// The content of the slot that starts at this node.
    pub(crate) fn content_slot(self) -> Option<Self> {
        slots(self.tree, self.text, self.index, self.tree.len() as u32).next()
    }

    /// The node and those below it, as they are stored.
    pub(crate) fn stored(self) -> &'t [Raw] {
        let start = self.index as usize;
        self.tree.nodes.get(start..start + self.raw.size as usize).unwrap_or_default()
    }

    /// What names the node until the tree is edited.
    pub fn id(self) -> NodeId {
        NodeId { index: self.index, slot: self.slot }
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        self.raw.kind
    }

    /// The text of the node, without its anchor and tag; always between two characters.
    pub fn range(self) -> TextRange {
        self.raw.range()
    }

    /// The node's text as written.
    #[inline]
    pub fn source(self) -> &'t str {
        self.range().of(self.text)
    }

    /// The whole text that the node is part of.
    pub fn text(self) -> &'t str {
        self.text
    }

    /// Whether the node's own text is broken: an open quote or bracket.
    pub fn is_broken(self) -> bool {
        self.raw.flags & BROKEN != 0
    }

    /// Whether a value is written here at all.
    pub fn is_empty(self) -> bool {
        self.raw.kind == Kind::Empty
    }

    /// Whether it is plain text on one line, without properties.
    #[inline]
    pub(crate) fn is_simple(self) -> bool {
        self.raw.kind == Kind::Plain && self.slot == self.index && !self.is_multiline()
    }

    pub(crate) fn is_multiline(self) -> bool {
        self.raw.flags & MULTILINE != 0
    }

    /// The anchor's name, without `&`.
    pub fn anchor(self) -> Option<&'t str> {
        self.property(Kind::Anchor)?.strip_prefix('&')
    }

    /// The tag as written, with its `!`.
    pub fn tag(self) -> Option<&'t str> {
        self.property(Kind::Tag)
    }

    fn property(self, kind: Kind) -> Option<&'t str> {
        let found = (self.slot..self.index).map(|i| self.tree.raw(i)).find(|raw| raw.kind == kind)?;
        Some(found.range().of(self.text))
    }

    /// The pairs of a mapping as written; none for other nodes.
    pub fn entries(self) -> Entries<'t> {
        let end = if self.raw.kind.is_map() { self.index + self.raw.size } else { 0 };
        Entries { tree: self.tree, text: self.text, next: self.index + 1, end }
    }

    /// The last pair of a mapping that starts at an offset or before it; `None` for other nodes.
    pub fn entry_before(self, offset: u32) -> Option<Entry<'t>> {
        let end = self.index + if self.raw.kind.is_map() { self.raw.size } else { 0 };
        let (mut found, mut next) = (None, self.index + 1);
        // Of the children that are passed, only the stored nodes are looked at: they can be many.
        while next < end {
            let child = self.tree.raw(next);
            if child.start > offset {
                break;
            }
            if child.kind == Kind::Pair {
                found = Some(next);
            }
            next += child.size.max(1);
        }
        Node::new(self.tree, self.text, found?).entry()
    }

    /// What a pair holds.
    #[inline(always)]
    fn entry(self) -> Option<Entry<'t>> {
        // The common case: a key and a value, without properties.
        let key = Node::new(self.tree, self.text, self.index + 1);
        let value = Node::new(self.tree, self.text, key.index + key.raw.size);
        if key.raw.kind.is_content()
            && value.raw.kind.is_content()
            && value.index < self.index + self.raw.size
        {
            return Some(Entry { key, value, range: self.range(), broken: self.is_broken() });
        }
        self.rare_entry()
    }

    /// The same of one with properties, or a broken one.
    fn rare_entry(self) -> Option<Entry<'t>> {
        let (range, broken) = (self.range(), self.is_broken());
        let mut parts = slots(self.tree, self.text, self.index + 1, self.index + self.raw.size);
        let key = parts.next()?;
        let value = parts.next().unwrap_or(Self { raw: Raw { kind: Kind::Empty, ..self.raw }, ..self });
        Some(Entry { key, value, range, broken })
    }

    /// Whether two entries of a mapping may have one key: two are written alike, or one is `<<`, a
    /// number or quoted. A cheap look before [`crate::members`].
    pub fn may_repeat_keys(self) -> bool {
        let mut previous = "";
        let mut sorted = true;
        for entry in self.entries() {
            let key = entry.key.source();
            if entry.key.kind() != Kind::Plain || key == "<<" {
                return true;
            }
            sorted &= previous < key;
            previous = key;
        }
        if sorted {
            return false;
        }
        let mut keys: Vec<&str> = self.entries().map(|entry| entry.key.source()).collect();
        keys.sort_unstable();
        !keys.is_sorted_by(|a, b| a != b)
    }

    /// The items of a sequence; none for other nodes.
    pub fn items(self) -> impl Iterator<Item = Node<'t>> + use<'t> {
        self.item_ranges().map(|(item, _)| item)
    }

    /// The items of a sequence, each with its range from the dash on.
    pub fn item_ranges(self) -> impl Iterator<Item = (Node<'t>, TextRange)> + use<'t> {
        let seq = self.raw.kind.is_seq();
        self.children().filter(move |child| seq && child.raw.kind == Kind::Item).filter_map(|item| {
            let content = slots(item.tree, item.text, item.index + 1, item.index + item.raw.size).next()?;
            Some((content, item.range()))
        })
    }

    /// Direct children in the flat list, of any kind.
    #[inline]
    fn children(self) -> impl Iterator<Item = Node<'t>> + use<'t> {
        let (tree, text, end) = (self.tree, self.text, self.index + self.raw.size);
        let mut next = self.index + 1;
        std::iter::from_fn(move || {
            let child = (next < end).then(|| Node::new(tree, text, next))?;
            next += child.raw.size.max(1);
            Some(child)
        })
    }

    /// The entry of a mapping with this key, the last one where it is written twice; aliases and merge
    /// keys are not followed. See [`crate::members`] for what kubectl sees.
    pub fn get(self, key: &str) -> Option<Entry<'t>> {
        self.entries().filter(|entry| entry.is_named(key)).last()
    }

    /// The node that an alias stands for; the node itself where it is none; `None` where nothing has
    /// that anchor.
    pub fn resolved(self) -> Option<Node<'t>> {
        if self.raw.kind != Kind::Alias {
            return Some(self);
        }
        Node::new(self.tree, self.text, self.anchor_of_alias()?).content_slot()
    }

    /// Where the anchor of an alias is written, with its `&`; `None` for other nodes, and where nothing has that
    /// anchor.
    pub fn alias_target(self) -> Option<TextRange> {
        (self.raw.kind == Kind::Alias).then(|| Some(self.tree.raw(self.anchor_of_alias()?).range()))?
    }

    fn anchor_of_alias(self) -> Option<u32> {
        let name = self.source().get(1..)?;
        let first = self.tree.document_of(self.index)?.first;
        self.tree.anchors.last_before(&self.tree.nodes, self.text, name, first, self.index)
    }

    /// The scalar's text with escapes, folding and indentation undone, and the way back to the source.
    pub fn decoded(self) -> Decoded<'t> {
        Decoded::of(self.tree, self.text, self.index)
    }

    /// The scalar's text with escapes, folding and indentation undone; `None` for collections.
    pub fn str(self) -> Option<Cow<'t, str>> {
        match self.raw.kind {
            Kind::Plain if !self.is_multiline() => Some(Cow::Borrowed(self.source())),
            kind if kind.is_scalar() => Some(decoded::text_of(self.tree, self.text, self.index)),
            _ => None,
        }
    }

    /// The value of a scalar as kubectl reads it; `None` for collections and aliases.
    #[inline]
    pub fn scalar(self) -> Option<Scalar<'t>> {
        if self.is_simple() {
            return Some(resolve::resolve_plain(self.source()));
        }
        self.long_scalar()
    }

    /// What is not plain text on one line without properties.
    fn long_scalar(self) -> Option<Scalar<'t>> {
        match self.raw.kind {
            Kind::Empty => Some(self.tag().map_or(Scalar::Null, |tag| tagged(tag, Cow::Borrowed("")))),
            kind if kind.is_scalar() => {
                let text = decoded::text_of(self.tree, self.text, self.index);
                match self.tag() {
                    Some(tag) => Some(tagged(tag, text)),
                    None if kind == Kind::Plain => Some(plain(text)),
                    None => Some(Scalar::Str(text)),
                }
            }
            _ => None,
        }
    }
}

fn plain(text: Cow<'_, str>) -> Scalar<'_> {
    match text {
        Cow::Borrowed(text) => resolve::resolve_plain(text),
        // More than one line: nothing but a string.
        Cow::Owned(text) => Scalar::Str(Cow::Owned(text)),
    }
}

fn tagged<'t>(tag: &str, text: Cow<'t, str>) -> Scalar<'t> {
    if tag == "!" {
        return Scalar::Str(text);
    }
    let tag = resolve::expand_tag(tag);
    match text {
        Cow::Borrowed(text) => {
            resolve::resolve_tagged(&tag, text).unwrap_or(Scalar::Str(Cow::Borrowed(text)))
        }
        Cow::Owned(text) => match resolve::resolve_tagged(&tag, &text) {
            Ok(Scalar::Str(value)) => Scalar::Str(Cow::Owned(value.into_owned())),
            Ok(Scalar::Null) => Scalar::Null,
            Ok(Scalar::Bool(value)) => Scalar::Bool(value),
            Ok(Scalar::Int(value)) => Scalar::Int(value),
            Ok(Scalar::Uint(value)) => Scalar::Uint(value),
            Ok(Scalar::Float(value)) => Scalar::Float(value),
            Err(_) => Scalar::Str(Cow::Owned(text)),
        },
    }
}

/// The content nodes among the direct children in `from..end`, each with where its slot starts.
fn slots<'t>(tree: &'t Tree, text: &'t str, from: u32, end: u32) -> impl Iterator<Item = Node<'t>> {
    let mut next = from;
    let mut slot = from;
    std::iter::from_fn(move || {
        while next < end {
            let raw = tree.raw(next);
            let index = next;
            next += raw.size.max(1);
            if raw.kind.is_content() {
                let node = Node { tree, text, raw, index, slot };
                slot = next;
                return Some(node);
            }
            if raw.kind == Kind::Junk {
                slot = next;
            }
        }
        None
    })
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}@{:?}", self.raw.kind, self.range())
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && std::ptr::eq(self.tree, other.tree)
    }
}

impl Eq for Node<'_> {}
