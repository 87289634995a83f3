//! The values at a node's bounds, which several differences of the node ask for: each is made once.
//!
//! What each side says of a value is kept with it; must not know what that shows.

use std::fmt;

use crdls_manifest::model::Schema;
use crdls_minors::Minor;
use crdls_report::FieldPath;
use crdls_values::Json;
use crdls_witness::boundary_values;

/// A value of a node, and what is known of it once that was asked.
pub(crate) struct NodeValue {
    pub value: Json,
    /// Whether the old schema accepts it, rules aside.
    pub is_accepted: Option<bool>,
    /// Whether the new one does not though the old one does.
    pub tells: Option<bool>,
}

impl NodeValue {
    const fn new(value: Json) -> Self {
        Self { value, is_accepted: None, tells: None }
    }
}

/// The values of a node of both sides.
pub(crate) struct NodeValues<'m> {
    /// The schemas of the node, and where it is.
    owner: [Option<Schema<'m>>; 2],
    place: FieldPath,
    made: Vec<NodeValue>,
    rest: Box<dyn Iterator<Item = Json> + 'm>,
}

impl fmt::Debug for NodeValues<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NodeValues").field("made", &self.made.len()).finish_non_exhaustive()
    }
}

impl<'m> NodeValues<'m> {
    /// The values of a node; `first` are some that come before those at its bounds.
    pub(crate) fn new(
        owner: [Option<Schema<'m>>; 2],
        place: FieldPath,
        first: Vec<Json>,
        minor: Minor,
    ) -> Self {
        let both: Vec<_> = owner.iter().flatten().copied().collect();
        let rest = boundary_values(&both, place.last_name().unwrap_or_default(), minor);
        let made = first.into_iter().map(NodeValue::new).collect();
        Self { owner, place, made, rest: Box::new(rest) }
    }

    /// Whether these are the values of a node.
    pub(crate) fn are_of(&self, owner: [Option<Schema<'m>>; 2], place: &FieldPath) -> bool {
        let object = |schema: Option<Schema<'m>>| schema.map(|schema| std::ptr::from_ref(schema.object()));
        self.owner.map(object) == owner.map(object) && self.place == *place
    }

    /// The value of a number; `None` after the last.
    pub(crate) fn get(&mut self, at: usize) -> Option<&mut NodeValue> {
        while self.made.len() <= at {
            self.made.push(NodeValue::new(self.rest.next()?));
        }
        self.made.get_mut(at)
    }
}
