//! From the tree to values: aliases followed, merge keys merged, the last of two equal keys kept.

use crdls_yaml::{Budget, Kind, Member, Node, sorted_members};

use super::{Json, JsonMember, JsonValue, Number, Raw, size};

/// Reads nodes as values. It bounds what a few lines of anchors can grow to: what lies beyond the bound
/// is null.
#[derive(Debug)]
pub struct Reader<'t> {
    budget: Budget,
    /// Nodes that may still be visited through aliases.
    aliased: u32,
    depth: u32,
    /// How many aliases lead to where the reader is.
    inside_aliases: u32,
    /// A mapping was met in which one key hides another.
    hidden: bool,
    /// Something lies beyond a bound, or is an alias of nothing.
    cut: bool,
    /// Bytes of JSON so far.
    size: usize,
    /// Lists for the members of the next mappings, empty.
    spare: Vec<Vec<Member<'t>>>,
}

/// Values nested deeper than this are null; it takes anchors within anchors to get there.
const MAX_DEPTH: u32 = 400;

/// Half as many nodes as the largest CRD in the wild has.
const MAX_ALIASED: u32 = 50_000;

impl Default for Reader<'_> {
    fn default() -> Self {
        Self {
            budget: Budget::default(),
            aliased: MAX_ALIASED,
            depth: 0,
            inside_aliases: 0,
            hidden: false,
            cut: false,
            size: 0,
            spare: Vec::new(),
        }
    }
}

/// A node that the reader has gone into; it has to go out again with [`Reader::leave`].
#[must_use]
#[derive(Debug)]
pub struct Entered<'t> {
    /// The node, an alias followed.
    pub node: Node<'t>,
    aliases: u32,
}

impl<'t> Reader<'t> {
    /// The value of a node.
    pub fn read(&mut self, node: Node<'t>) -> Json {
        let range = node.range();
        let Some(entered) = self.enter(node) else { return Json { value: JsonValue::Null, range } };
        let raw = self.raw(entered.node);
        let value = self.value(entered.node, raw);
        self.leave(entered);
        Json { value, range }
    }

    /// Whether a mapping was met in which one key hides another.
    pub fn met_hidden(&self) -> bool {
        self.hidden
    }

    /// Whether something was read as null because it lies beyond a bound or is an alias of nothing.
    pub fn met_bound(&self) -> bool {
        self.cut
    }

    /// How many bytes all that was read has as JSON, as kubectl writes it.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Goes into a node; `None` where a bound is met.
    #[inline]
    pub fn enter(&mut self, node: Node<'t>) -> Option<Entered<'t>> {
        let entered = self.try_enter(node);
        if entered.is_none() {
            self.cut = true;
            self.size += size::NULL;
        }
        entered
    }

    fn try_enter(&mut self, node: Node<'t>) -> Option<Entered<'t>> {
        let aliases = u32::from(node.kind() == Kind::Alias);
        let node = self.budget.follow(node)?;
        if self.depth >= MAX_DEPTH {
            return None;
        }
        if self.inside_aliases + aliases > 0 {
            self.aliased = self.aliased.checked_sub(1)?;
        }
        self.depth += 1;
        self.inside_aliases += aliases;
        Some(Entered { node, aliases })
    }

    /// Ends what [`Self::enter`] began.
    #[inline]
    pub fn leave(&mut self, entered: Entered<'_>) {
        self.depth = self.depth.saturating_sub(1);
        self.inside_aliases = self.inside_aliases.saturating_sub(entered.aliases);
    }

    /// A node one level deep: its value, where that is a scalar.
    #[inline]
    pub fn raw(&mut self, node: Node<'t>) -> Raw<'t> {
        let raw = Raw::of(node);
        self.size += size::scalar(&raw);
        raw
    }

    /// The members of a mapping in the order in which kubectl sends them: sorted by name. [`Self::reuse`] takes them back.
    pub fn members(&mut self, node: Node<'t>) -> Vec<Member<'t>> {
        let spare = self.spare.pop().unwrap_or_default();
        let (found, hidden) = sorted_members(node, &mut self.budget, spare);
        self.hidden |= hidden;
        self.size += size::around(found.len());
        self.size += found.iter().map(|member| size::name(&member.name)).sum::<usize>();
        found
    }

    /// Takes members back that are not needed any more, so that the next ones need no new list.
    pub fn reuse(&mut self, mut members: Vec<Member<'t>>) {
        members.clear();
        self.spare.push(members);
    }

    /// The items of a list.
    pub fn items(&mut self, node: Node<'t>) -> impl Iterator<Item = Node<'t>> + use<'t> {
        self.size += size::around(node.items().count());
        node.items()
    }

    /// The value of a node that was read one level deep.
    pub fn value(&mut self, node: Node<'t>, raw: Raw<'_>) -> JsonValue {
        match raw {
            Raw::Map => {
                let members = self.members(node);
                let value = members.iter().map(|member| self.member(member)).collect();
                self.reuse(members);
                JsonValue::Map(value)
            }
            Raw::List => JsonValue::List(self.items(node).map(|item| self.read(item)).collect()),
            Raw::Null => JsonValue::Null,
            Raw::Bool(value) => JsonValue::Bool(value),
            Raw::Number(Number::Int(value)) => JsonValue::Int(value),
            Raw::Number(Number::Float(value)) => JsonValue::Float(value),
            Raw::Str(text) => JsonValue::Str(text.into()),
        }
    }

    fn member(&mut self, member: &Member<'t>) -> JsonMember {
        let value = self.read(member.written);
        JsonMember { name: member.name.as_ref().into(), key: member.key.range(), value }
    }
}
