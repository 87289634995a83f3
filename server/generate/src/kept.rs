//! What one run leaves to the next: the schemas of types that say the same as before, with all that they reach.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::Item;
use crate::origin::{DeclarationId, Declared};
use crate::schema::{Problem, Schema, TypeId, TypeMap};

/// The results of a run that the next ones use, for runs with the same options. Numbers of declarations stay theirs.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// The declarations that have numbers, each with where it began last.
    pub declarations: Vec<(TypeId, u32)>,
    ids: TypeMap<DeclarationId>,
    pub types: TypeMap<KeptType>,
    /// Schemas with and without references, by the address of those with.
    pub resolved: HashMap<usize, (Arc<Schema>, Arc<Schema>)>,
    pub merged: HashMap<usize, Merged>,
    /// Schemas before and after their descriptions are cut, by the address of those before.
    pub cut: HashMap<usize, (Arc<Schema>, Arc<Schema>)>,
    pub values: HashMap<usize, KeptValue>,
    /// How many values have numbers.
    numbers: u64,
    run: u32,
}

/// Hashes of what a type says; 0 for types that are not the author's, none for one that reaches itself in what is hashed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Says {
    /// A hash of what it says, and of what its schema depends on in the types that it names: with references its schema is
    /// the same as long as this is.
    pub own: Option<u64>,
    /// A hash of what it says, and of what all types say that it reaches.
    pub all: Option<u64>,
}

impl Says {
    /// The hashes of types that are not the author's.
    pub(crate) const ALWAYS: Self = Self { own: Some(0), all: Some(0) };
}

/// The schemas of a type.
#[derive(Debug)]
pub(crate) struct KeptType {
    /// The hash of the schema with references, see [`Says::own`].
    pub says: u64,
    pub schema: Arc<Schema>,
    /// The problems of the type itself.
    pub problems: Vec<Problem>,
    /// The schema without references, and its hash: see [`Says::all`].
    pub flattened: Option<(u64, Arc<Schema>)>,
    /// The types that it was flattened with.
    pub uses: Vec<TypeId>,
    /// The last run that used it.
    run: u32,
}

/// A schema whose `allOf` was merged, by the address of the one before, which is kept so that the address stays its own.
#[derive(Debug)]
pub(crate) struct Merged {
    pub before: Arc<Schema>,
    pub after: Arc<Schema>,
    /// What is refused in it.
    pub problems: Vec<Problem>,
}

/// A schema as a value, by the address of the schema, which is kept so that the address stays its own.
#[derive(Debug)]
pub(crate) struct KeptValue {
    pub schema: Arc<Schema>,
    pub value: Item,
}

impl Kept {
    /// A declaration with its number.
    pub(crate) fn declared(&mut self, id: TypeId, start: u32) -> Declared {
        let next = DeclarationId(self.declarations.len() as u32);
        let number = *self.ids.entry(id.clone()).or_insert(next);
        match self.declarations.get_mut(number.0 as usize) {
            Some((_, known)) => *known = start,
            None => self.declarations.push((id, start)),
        }
        Declared { id: number, start }
    }

    /// The number of a declaration that something was made with.
    pub(crate) fn number_of(&self, id: &TypeId) -> Option<DeclarationId> {
        self.ids.get(id).copied()
    }

    /// The schema of a type with references, if it says this.
    pub(crate) fn of_type(&self, id: &TypeId, says: Says) -> Option<&Arc<Schema>> {
        self.types.get(id).filter(|kept| Some(kept.says) == says.own).map(|kept| &kept.schema)
    }

    /// The schema of a type without references, if it says this.
    pub(crate) fn flattened(&self, id: &TypeId, says: Says) -> Option<&Arc<Schema>> {
        let (known, schema) = self.types.get(id)?.flattened.as_ref()?;
        (Some(*known) == says.all).then_some(schema)
    }

    /// Keeps the schema of a type.
    pub(crate) fn keep(&mut self, id: TypeId, says: u64, schema: Arc<Schema>, problems: Vec<Problem>) {
        let run = self.run;
        self.types.insert(id, KeptType { says, schema, problems, flattened: None, uses: Vec::new(), run });
    }

    /// Keeps a schema as a value, which gets a number.
    pub(crate) fn keep_value(&mut self, schema: &Arc<Schema>, mut value: Item) -> Item {
        self.numbers += 1;
        value.number = self.numbers;
        let kept = KeptValue { schema: schema.clone(), value: value.clone() };
        self.values.insert(Arc::as_ptr(schema) as usize, kept);
        value
    }

    /// Notes that a run uses types.
    pub(crate) fn using(&mut self, types: &BTreeSet<TypeId>) {
        for id in types {
            if let Some(kept) = self.types.get_mut(id) {
                kept.run = self.run;
            }
        }
    }

    /// Forgets what nobody asks for again: of the author's types, who may have many, what the last two runs did not use.
    pub(crate) fn sweep(&mut self) {
        let run = self.run;
        self.types.retain(|_, kept| kept.says == 0 || kept.run + 1 >= run);
        self.resolved.retain(|_, (before, _)| Arc::strong_count(before) > 1);
        self.merged.retain(|_, merged| Arc::strong_count(&merged.before) > 1);
        self.cut.retain(|_, (before, _)| Arc::strong_count(before) > 1);
        self.values.retain(|_, kept| Arc::strong_count(&kept.schema) > 1);
        self.run += 1;
    }
}
