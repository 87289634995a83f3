//! From the tree to values: aliases followed, merge keys merged, the last of two equal keys kept.

use crdls_yaml::{Budget, Kind, Member, Node, Scalar, members};

use super::{Json, JsonMember, JsonValue, Number};

/// Reads nodes as values. It bounds what a few lines of anchors can grow to: what lies beyond the bound
/// is null.
#[derive(Debug)]
pub struct Reader {
    budget: Budget,
    /// Nodes that may still be visited through aliases.
    aliased: u32,
    depth: u32,
    /// How many aliases lead to where the reader is.
    inside_aliases: u32,
}

/// Values nested deeper than this are null; it takes anchors within anchors to get there.
const MAX_DEPTH: u32 = 400;

/// Half as many nodes as the largest CRD in the wild has.
const MAX_ALIASED: u32 = 50_000;

impl Default for Reader {
    fn default() -> Self {
        Self { budget: Budget::default(), aliased: MAX_ALIASED, depth: 0, inside_aliases: 0 }
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

impl Reader {
    /// The value of a node.
    pub fn read(&mut self, node: Node<'_>) -> Json {
        let range = node.range();
        let Some(entered) = self.enter(node) else { return Json { value: JsonValue::Null, range } };
        let value = self.value(entered.node);
        self.leave(entered);
        Json { value, range }
    }

    /// Goes into a node; `None` where a bound is met.
    pub fn enter<'t>(&mut self, node: Node<'t>) -> Option<Entered<'t>> {
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

    pub fn leave(&mut self, entered: Entered<'_>) {
        self.depth = self.depth.saturating_sub(1);
        self.inside_aliases = self.inside_aliases.saturating_sub(entered.aliases);
    }

    /// The members of a mapping in the order in which kubectl sends them: sorted by name.
    pub fn members<'t>(&mut self, node: Node<'t>) -> Vec<Member<'t>> {
        let mut found = members(node, &mut self.budget);
        if !found.is_sorted_by(|a, b| a.name <= b.name) {
            found.sort_by(|a, b| a.name.cmp(&b.name));
        }
        found
    }

    fn value(&mut self, node: Node<'_>) -> JsonValue {
        if node.kind().is_map() {
            let members = self.members(node);
            return JsonValue::Map(members.into_iter().map(|member| self.member(&member)).collect());
        }
        if node.kind().is_seq() {
            return JsonValue::List(node.items().map(|item| self.read(item)).collect());
        }
        scalar(node)
    }

    fn member(&mut self, member: &Member<'_>) -> JsonMember {
        let value = self.read(member.written);
        JsonMember { name: member.name.as_ref().into(), key: member.key.range(), value }
    }
}

fn scalar(node: Node<'_>) -> JsonValue {
    match node.scalar() {
        Some(Scalar::Str(text)) => JsonValue::Str(text.into()),
        Some(Scalar::Bool(value)) => JsonValue::Bool(value),
        Some(scalar) => match Number::of(&scalar) {
            Some(Number::Int(value)) => JsonValue::Int(value),
            Some(Number::Float(value)) => JsonValue::Float(value),
            None => JsonValue::Null,
        },
        None => JsonValue::Null,
    }
}
