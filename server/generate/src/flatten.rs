//! References resolved and `allOf` merged (pkg/crd/flatten.go).

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::Item;
use crate::behavior::Behavior;
use crate::kept::{Kept, Merged};
use crate::output::{has_unknown, parts};
use crate::schema::{Additional, Keyword, Problem, Property, Schema, TypeId, TypeMap};
use crate::types::Schemas;

/// Types nested deeper than this are not looked into.
const MAX_DEPTH: u32 = 200;

/// Flattened types (`Flattener`).
#[derive(Default)]
pub(crate) struct Flattener {
    types: TypeMap<Flat>,
    /// The types that each type was made with which is not kept.
    uses: TypeMap<Vec<TypeId>>,
    /// The types that are named in what is flattened now.
    named: Vec<TypeId>,
    depth: u32,
    /// Whether what was flattened since depends only on types that stay as they are.
    is_stable: bool,
}

/// A flattened type.
#[derive(Clone)]
struct Flat {
    schema: Arc<Schema>,
    /// Whether the next run may have it.
    is_stable: bool,
}

impl Flattener {
    /// `FlattenType`
    fn of_type(&mut self, schemas: &mut Schemas<'_>, id: &TypeId) -> Arc<Schema> {
        if let Some(flat) = self.types.get(id) {
            self.is_stable &= flat.is_stable;
            return flat.schema.clone();
        }
        let says = schemas.says(id);
        if let Some(schema) = schemas.kept.flattened(id, says) {
            return schema.clone();
        }
        let base = schemas.of_type(id);
        if self.depth >= MAX_DEPTH {
            self.is_stable = false;
            return base;
        }
        // A type that is reached from itself is empty there, and what is in between depends on where it began.
        self.types.insert(id.clone(), Flat { schema: Arc::default(), is_stable: false });
        let outside = std::mem::replace(&mut self.is_stable, says.all.is_some() && !has_unknown(&base));
        let named = std::mem::take(&mut self.named);
        self.depth += 1;
        let schema = self.flattened(schemas, &base);
        self.depth -= 1;
        let uses = std::mem::replace(&mut self.named, named);
        let is_stable = self.is_stable;
        self.is_stable = outside && is_stable;
        match (schemas.kept.types.get_mut(id), says.all.filter(|_| is_stable)) {
            (Some(kept), Some(says)) => (kept.flattened, kept.uses) = (Some((says, schema.clone())), uses),
            _ => _ = self.uses.insert(id.clone(), uses),
        }
        self.types.insert(id.clone(), Flat { schema: schema.clone(), is_stable });
        schema
    }

    /// `FlattenSchema`. What comes to the same as before stays shared.
    fn flattened(&mut self, schemas: &mut Schemas<'_>, schema: &Arc<Schema>) -> Arc<Schema> {
        if schema.reference.is_none() && schema.is_leaf() {
            return schema.clone();
        }
        let address = Arc::as_ptr(schema) as usize;
        let out = self.resolved(schemas, schema);
        let known = schemas.kept.resolved.get(&address).filter(|(before, _)| Arc::ptr_eq(before, schema));
        // Of a reference all but the type comes from the schema.
        let most = if schema.reference.is_some() { 1 } else { usize::MAX };
        if let Some((_, known)) = known.filter(|(_, known)| shares_parts(known, &out, most)) {
            return known.clone();
        }
        let out = Arc::new(out);
        if self.is_stable {
            schemas.kept.resolved.insert(address, (schema.clone(), out.clone()));
        }
        out
    }

    fn resolved(&mut self, schemas: &mut Schemas<'_>, schema: &Schema) -> Schema {
        if let Some(id) = &schema.reference {
            self.named.push(id.clone());
            let base = self.of_type(schemas, id);
            return preserved(base, schema);
        }
        let mut out = schema.clone();
        for property in out.properties.values_mut() {
            property.schema = self.flattened(schemas, &property.schema);
        }
        if let Some(items) = &mut out.items {
            *items = self.flattened(schemas, items);
        }
        if let Some(Additional::Schema(values)) = &mut out.additional {
            *values = self.flattened(schemas, values);
        }
        for part in &mut out.all_of {
            *part = self.flattened(schemas, part);
        }
        out
    }

    /// The types that types were made with, themselves included.
    pub(crate) fn reached(&self, kept: &Kept, roots: impl IntoIterator<Item = TypeId>) -> BTreeSet<TypeId> {
        let mut open: Vec<TypeId> = roots.into_iter().collect();
        let mut reached = BTreeSet::new();
        while let Some(id) = open.pop() {
            if !reached.contains(&id) {
                let kept = || kept.types.get(&id).map(|kept| &kept.uses);
                open.extend(self.uses.get(&id).or_else(kept).into_iter().flatten().cloned());
                reached.insert(id);
            }
        }
        reached
    }

    /// `NeedFlattenedSchemaFor`: the schema of a type without references and, as far as they can be merged, `allOf`.
    pub(crate) fn schema(&mut self, schemas: &mut Schemas<'_>, id: &TypeId) -> Arc<Schema> {
        let flattened = self.of_type(schemas, id);
        let behavior = schemas.behavior;
        let mut merger = Merger { behavior, problems: Vec::new(), merged: &mut schemas.kept.merged };
        let schema = merger.merged(&flattened);
        for problem in merger.problems {
            schemas.problem(problem.origin, problem.sentence);
        }
        schema
    }
}

/// Whether two results for a schema share the first schemas in them.
fn shares_parts(known: &Schema, new: &Schema, most: usize) -> bool {
    let mut both = parts(known, None).zip(parts(new, None)).take(most);
    both.all(|((known, _), (new, _))| Arc::ptr_eq(known, new))
}

/// `preserveFields`: the type with what the field says in `allOf`, and the documentation of the field in front.
fn preserved(base: Arc<Schema>, field: &Schema) -> Schema {
    let own = Schema {
        reference: None,
        description: None,
        title: None,
        example: None,
        external_docs: None,
        ..field.clone()
    };
    let first = |own: &Option<Item>, other: &Option<Item>| own.clone().or_else(|| other.clone());
    Schema {
        origin: field.origin,
        description: first(&field.description, &base.description),
        title: first(&field.title, &base.title),
        example: first(&field.example, &base.example),
        external_docs: first(&field.external_docs, &base.external_docs),
        all_of: vec![base, Arc::new(own)],
        ..Schema::default()
    }
}

/// `allOfVisitor`
struct Merger<'c> {
    behavior: Behavior,
    problems: Vec<Problem>,
    merged: &'c mut HashMap<usize, Merged>,
}

impl Merger<'_> {
    /// `FlattenEmbedded`
    fn merged(&mut self, schema: &Arc<Schema>) -> Arc<Schema> {
        if schema.is_leaf() {
            return schema.clone();
        }
        let address = Arc::as_ptr(schema) as usize;
        if let Some(merged) = self.merged.get(&address).filter(|merged| Arc::ptr_eq(&merged.before, schema)) {
            self.problems.extend(merged.problems.iter().cloned());
            return merged.after.clone();
        }
        let known = self.problems.len();
        let mut out = (**schema).clone();
        for part in std::mem::take(&mut out.all_of) {
            self.merge(&mut out, &part);
        }
        for part in &mut out.all_of {
            *part = self.merged(part);
        }
        for property in out.properties.values_mut() {
            property.schema = self.merged(&property.schema);
        }
        if let Some(items) = &mut out.items {
            *items = self.merged(items);
        }
        if let Some(Additional::Schema(values)) = &mut out.additional {
            *values = self.merged(values);
        }
        let after = Arc::new(out);
        let problems = self.problems.get(known..).unwrap_or_default().to_vec();
        self.merged.insert(address, Merged { before: schema.clone(), after: after.clone(), problems });
        after
    }

    /// `flattenAllOfInto`
    fn merge(&mut self, into: &mut Schema, from: &Schema) {
        for part in &from.all_of {
            self.merge(into, part);
        }
        let mut of_into = Schema::at(into.origin);
        let mut of_from = Schema::at(from.origin);
        let mut hoisted = false;
        if into.unknown.is_none() {
            into.unknown = from.unknown.clone();
        }
        self.merge_type(into, from);
        for (keyword, value) in &from.keywords {
            hoisted |= self.merge_keyword(into, *keyword, value, &mut of_into, &mut of_from);
        }
        if let Some(values) = &from.enumeration {
            match &into.enumeration {
                None => {
                    into.enumeration = Some(values.clone());
                    into.enum_origin = from.enum_origin;
                }
                Some(_) if self.behavior.keeps_enum => {}
                Some(old) => {
                    (of_into.enumeration, of_into.enum_origin) = (Some(old.clone()), into.enum_origin);
                    (of_from.enumeration, of_from.enum_origin) = (Some(values.clone()), from.enum_origin);
                    into.enumeration = None;
                    hoisted = true;
                }
            }
        }
        if let Some(items) = &from.items {
            match into.items.take() {
                None => into.items = Some(items.clone()),
                Some(old) => {
                    of_into.items = Some(old);
                    of_from.items = Some(items.clone());
                    hoisted = true;
                }
            }
        }
        if !from.any_of.is_empty() {
            if into.any_of.is_empty() {
                into.any_of = from.any_of.clone();
            } else {
                of_into.any_of = std::mem::take(&mut into.any_of);
                of_from.any_of = from.any_of.clone();
                hoisted = true;
            }
        }
        if !from.list_map_keys.is_empty() {
            if into.list_map_keys.is_empty() || self.behavior.replaces_list_types {
                into.list_map_keys = from.list_map_keys.clone();
            } else {
                of_into.list_map_keys = std::mem::take(&mut into.list_map_keys);
                of_from.list_map_keys = from.list_map_keys.clone();
                hoisted = true;
            }
        }
        self.merge_members(into, from);
        if !from.rules.is_empty() {
            let mut rules = from.rules.clone();
            rules.append(&mut into.rules);
            into.rules = rules;
        }
        if hoisted {
            into.all_of.push(Arc::new(of_into));
            into.all_of.push(Arc::new(of_from));
        }
        into.required.extend(from.required.iter().cloned());
        into.required.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
        into.required.dedup();
    }

    fn merge_type(&mut self, into: &mut Schema, from: &Schema) {
        match (&into.ty, &from.ty) {
            (None, _) => into.ty = from.ty.clone(),
            (Some(old), Some(new)) if old != new => {
                let sentence =
                    format!("conflicting types in allOf branches in schema: {} vs {}", into.ty(), from.ty());
                self.problems.push(Problem { origin: new.origin, sentence });
            }
            _ => {}
        }
    }

    /// Merges a keyword. Returns whether both values go into `allOf`.
    fn merge_keyword(
        &self,
        into: &mut Schema,
        keyword: Keyword,
        value: &Item,
        of_into: &mut Schema,
        of_from: &mut Schema,
    ) -> bool {
        let Some(old) = into.keywords.get(&keyword) else {
            into.keywords.insert(keyword, value.clone());
            return false;
        };
        let replaces = match keyword {
            Keyword::PreserveUnknownFields | Keyword::MapType => true,
            Keyword::ListType => self.behavior.replaces_list_types,
            _ => false,
        };
        if replaces {
            into.keywords.insert(keyword, value.clone());
            return false;
        }
        let bounds_members = matches!(keyword, Keyword::MinProperties | Keyword::MaxProperties);
        let compares = keyword.is_comparable() || bounds_members && self.behavior.merges_properties;
        // The pointer is the same where both come from the marker of one field or type.
        let is_shared = keyword.is_shared() && old.origin == value.origin;
        if (compares || is_shared) && old == value {
            return false;
        }
        of_into.keywords.insert(keyword, old.clone());
        of_from.keywords.insert(keyword, value.clone());
        into.keywords.remove(&keyword);
        true
    }

    fn merge_members(&mut self, into: &mut Schema, from: &Schema) {
        for (name, property) in &from.properties {
            match into.properties.get_mut(name) {
                None => {
                    into.properties.insert(name.clone(), property.clone());
                }
                Some(old) => {
                    let mut merged = (*old.schema).clone();
                    self.merge(&mut merged, &property.schema);
                    *old = Property { origin: old.origin, schema: Arc::new(merged) };
                }
            }
        }
        match (&mut into.additional, &from.additional) {
            (_, None) | (Some(_), Some(Additional::Allowed)) => {}
            (None, Some(_)) => into.additional = from.additional.clone(),
            (Some(Additional::Allowed), Some(Additional::Schema(values))) => {
                let mut merged = Schema::default();
                self.merge(&mut merged, values);
                into.additional = Some(Additional::Schema(Arc::new(merged)));
            }
            (Some(Additional::Schema(old)), Some(Additional::Schema(values))) => {
                let mut merged = (**old).clone();
                self.merge(&mut merged, values);
                *old = Arc::new(merged);
            }
        }
    }
}

/// Cuts descriptions (`TruncateDescription`). What was cut is kept with what it was.
pub(crate) fn cut_descriptions(schemas: &mut Schemas<'_>, schema: &Arc<Schema>, limit: usize) -> Arc<Schema> {
    let address = Arc::as_ptr(schema) as usize;
    if let Some((_, after)) = schemas.kept.cut.get(&address) {
        return after.clone();
    }
    let mut out = (**schema).clone();
    out.description = out.description.filter(|_| limit > 0).map(|item| {
        let text = crate::truncate::truncated(item.as_str().unwrap_or(""), limit, schemas.behavior);
        Item::text(&text, item.origin)
    });
    let mut cut = |part: &mut Arc<Schema>| *part = cut_descriptions(schemas, part, limit);
    out.properties.values_mut().for_each(|property| cut(&mut property.schema));
    out.items.iter_mut().chain(&mut out.all_of).chain(&mut out.any_of).for_each(&mut cut);
    if let Some(Additional::Schema(values)) = &mut out.additional {
        cut(values);
    }
    let after = Arc::new(out);
    if !schema.is_leaf() {
        schemas.kept.cut.insert(address, (schema.clone(), after.clone()));
    }
    after
}
