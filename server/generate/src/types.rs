//! Go types as schemas (pkg/crd/schema.go).

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use crdls_go_source::{Field, Fields, GroupId, TagEntry, Type, TypeKind, TypeSpec};
use crdls_markers::Parsed;
use crdls_markers::apply::{
    ExpressionSchema, JsonTag, Required, no_schema_for, not_a_string, one_of, untagged,
};
use crdls_markers::collect::Owner;
use crdls_markers::program::{Named, Program, TypeAt, Underlying};
use crdls_text::TextRange;

use crate::behavior::Behavior;
use crate::data::Object;
use crate::documentation::documentation;
use crate::kept::{Kept, Says};
use crate::origin::Declared;
use crate::output::has_unknown;
use crate::schema::{Additional, Keyword, Problem, Property, Schema, TypeId, TypeMap};
use crate::{Item, Options, Origin, known};

/// How deep type expressions are followed.
const MAX_DEPTH: u32 = 100;

/// Schemas by type.
pub(crate) struct Schemas<'p> {
    pub program: &'p Program,
    pub options: &'p Options,
    pub behavior: Behavior,
    declared: HashMap<*const TypeSpec, Declared>,
    /// The schemas that are not kept.
    by_type: TypeMap<Arc<Schema>>,
    pub kept: &'p mut Kept,
    /// The hashes by which schemas of the author's types may be kept.
    says: TypeMap<Says>,
    /// The packages that are the author's, so that they may be others in the next run.
    own: HashSet<&'p str>,
    /// The problems of types that are not kept.
    problems: TypeMap<Vec<Problem>>,
    /// What is refused of what is made now.
    found: Vec<Problem>,
    depth: u32,
}

/// A type declaration with its number.
#[derive(Clone, Copy)]
pub(crate) struct LocatedType<'p> {
    pub at: TypeAt<'p>,
    pub declared: Declared,
}

impl<'p> LocatedType<'p> {
    pub(crate) fn text(&self) -> &'p str {
        &self.at.file.text
    }

    pub(crate) fn origin(&self, range: TextRange) -> Origin {
        self.declared.origin(range)
    }

    /// The name of the type in its declaration.
    fn name_origin(&self) -> Origin {
        self.origin(self.at.spec.name)
    }

    /// An argument of a marker.
    pub(crate) fn argument(&self, parsed: &Parsed, name: &str) -> Option<Item> {
        parsed.value_of(name).map(|value| Item::of(value, self.declared))
    }

    pub(crate) fn markers(&self, owner: Owner) -> impl Iterator<Item = &'p Parsed> + Clone + use<'p> {
        self.at.file.markers.values_of(owner)
    }
}

impl<'p> Schemas<'p> {
    pub(crate) fn new(
        program: &'p Program,
        options: &'p Options,
        kept: &'p mut Kept,
        says: TypeMap<Says>,
        is_own: impl Fn(&str) -> bool,
    ) -> Self {
        let paths = program.packages().map(|package| package.import_path.as_str());
        let own = paths.filter(|path| is_own(path)).collect();
        Self {
            program,
            options,
            behavior: Behavior::of(options.version),
            declared: HashMap::new(),
            by_type: TypeMap::default(),
            kept,
            says,
            own,
            problems: TypeMap::default(),
            found: Vec::new(),
            depth: 0,
        }
    }

    pub(crate) fn place(&mut self, at: TypeAt<'p>) -> LocatedType<'p> {
        let Self { declared, kept, own, .. } = self;
        let declared = *declared.entry(std::ptr::from_ref(at.spec)).or_insert_with(|| {
            // Others stay where they are.
            let start = if own.contains(at.package.import_path.as_str()) { at.start() } else { 0 };
            kept.declared(TypeId::of(at), start)
        });
        LocatedType { at, declared }
    }

    pub(crate) fn problem(&mut self, origin: Origin, sentence: impl Into<String>) {
        self.found.push(Problem { origin, sentence: sentence.into() });
    }

    /// What is refused of types that were made, and of what was made since this was asked.
    pub(crate) fn problems_of(&mut self, types: &BTreeSet<TypeId>) -> Vec<Problem> {
        let of_type = |id| {
            let kept = || self.kept.types.get(id).map_or(&[][..], |kept| &kept.problems);
            self.problems.get(id).map_or_else(kept, Vec::as_slice)
        };
        let of_types: Vec<Problem> = types.iter().flat_map(|id| of_type(id).to_vec()).collect();
        let mut all: Vec<Problem> = Vec::new();
        for problem in of_types.into_iter().chain(std::mem::take(&mut self.found)) {
            if !all.contains(&problem) {
                all.push(problem);
            }
        }
        all
    }

    /// The hashes of a type by which its schemas may be kept.
    pub(crate) fn says(&self, id: &TypeId) -> Says {
        let is_own = self.own.contains(&*id.package);
        if is_own { self.says.get(id).copied().unwrap_or_default() } else { Says::ALWAYS }
    }

    /// The schema of a type (`Parser.NeedSchemaFor`).
    pub(crate) fn of_type(&mut self, id: &TypeId) -> Arc<Schema> {
        let says = self.says(id);
        let kept = self.kept.of_type(id, says);
        if let Some(schema) = self.by_type.get(id).or(kept) {
            return schema.clone();
        }
        let before = std::mem::take(&mut self.found);
        let schema = Arc::new(self.made(id));
        let found = std::mem::replace(&mut self.found, before);
        match says.own.filter(|_| !has_unknown(&schema)) {
            Some(says) => self.kept.keep(id.clone(), says, schema.clone(), found),
            None => {
                self.problems.insert(id.clone(), found);
                self.by_type.insert(id.clone(), schema.clone());
            }
        }
        schema
    }

    fn made(&mut self, id: &TypeId) -> Schema {
        if let Some(schema) = known::schema(id, self.options.embedded_object_meta) {
            return schema;
        }
        match id.declared(self.program) {
            Some(at) => {
                let place = self.place(at);
                // `indexTypes` leaves out such packages, so that `NeedSchemaFor` does not know the type.
                if at.package.has_marker("kubebuilder:skip") {
                    let sentence = format!("unknown type {:?}.{}", id.package, id.name);
                    self.problem(place.name_origin(), sentence);
                    return unknown(&id.name, place.name_origin());
                }
                self.info(place)
            }
            None => unknown(&format!("{}.{}", id.package, id.name), Origin::default()),
        }
    }

    /// `infoToSchema`
    fn info(&mut self, place: LocatedType<'p>) -> Schema {
        let owner = place.at.owner();
        let origin = place.name_origin();
        if self.program.has_method(place.at, "MarshalJSON") {
            let mut schema = Schema::at(origin);
            self.apply(place, owner, &mut schema);
            if schema.ty.is_some() {
                return schema;
            }
        } else if self.behavior.text_marshalers && self.program.has_method(place.at, "MarshalText") {
            let mut schema = Schema::of("string", origin);
            self.apply(place, owner, &mut schema);
            if schema.ty() != "string" {
                let words = not_a_string(place.at, schema.ty());
                self.problem(place.origin(place.at.spec.ty.range), words);
            }
            return schema;
        }
        let mut schema = match &place.at.spec.ty.kind {
            TypeKind::Struct(fields) => self.fields(place, fields),
            _ => self.ty(place, &place.at.spec.ty, origin),
        };
        schema.origin = origin;
        schema.description = self.description(place, place.at.decl.doc_of(place.at.spec));
        self.apply(place, owner, &mut schema);
        schema
    }

    fn description(&self, place: LocatedType<'p>, doc: Option<GroupId>) -> Option<Item> {
        let text = documentation(place.text(), &place.at.file.syntax, doc);
        let range = doc.and_then(|doc| place.at.file.syntax.group(doc)).map(|group| group.range)?;
        (!text.is_empty()).then(|| Item::text(&text, place.origin(range)))
    }

    /// `typeToSchema` of an expression that is no declaration.
    fn ty(&mut self, place: LocatedType<'p>, ty: &'p Type, origin: Origin) -> Schema {
        if self.depth >= MAX_DEPTH {
            return unknown("", origin);
        }
        self.depth += 1;
        let schema = self.ty_inside(place, ty, origin);
        self.depth -= 1;
        schema
    }

    fn ty_inside(&mut self, place: LocatedType<'p>, ty: &'p Type, origin: Origin) -> Schema {
        let here = place.origin(ty.range);
        let of = |ty| Schema { origin, ..Schema::of(ty, here) };
        let Options { version, flags, .. } = *self.options;
        match ExpressionSchema::of(self.program, place.at, ty, version, flags) {
            ExpressionSchema::Pointed(inner) => self.ty(place, inner, origin),
            ExpressionSchema::Bytes => of("string").with(Keyword::Format, Item::text("byte", here)),
            ExpressionSchema::List(elem) => {
                let items = self.ty(place, elem, place.origin(elem.range));
                Schema { items: Some(Arc::new(items)), ..of("array") }
            }
            ExpressionSchema::Map(value) => {
                let values = self.ty(place, value, place.origin(value.range));
                Schema { additional: Some(Additional::Schema(Arc::new(values))), ..of("object") }
            }
            ExpressionSchema::Basic { ty, format, alias } => {
                let mut schema = Schema { reference: alias.map(TypeId::of), ..of(ty) };
                schema.set(Keyword::Format, Item::text(format, here));
                schema
            }
            ExpressionSchema::Reference { named: Named::Declared(at), is_local } => {
                self.reference(place, at, is_local, origin)
            }
            ExpressionSchema::Reference { named: Named::External { path, name }, .. } => {
                external(path, name, origin)
            }
            ExpressionSchema::Reference { .. } => unknown(ty.range.of(place.text()), origin),
            ExpressionSchema::Interface(name) => {
                self.problem(here, no_schema_for(name));
                Schema::at(origin)
            }
            ExpressionSchema::Refused(range, sentence) => {
                self.problem(place.origin(range), sentence);
                if matches!(ty.kind, TypeKind::Struct(_)) { of("object") } else { Schema::at(origin) }
            }
            ExpressionSchema::Missing => unknown("", origin),
        }
    }

    /// A reference to a declared type, with what its fields know of it before it is flattened.
    fn reference(
        &mut self,
        place: LocatedType<'p>,
        named: TypeAt<'p>,
        is_local: bool,
        origin: Origin,
    ) -> Schema {
        let named = self.place(named);
        let id = TypeId::of(named.at);
        let mut schema = Schema { reference: Some(id.clone()), ..Schema::at(origin) };
        if known::schema(&id, false).is_some() {
            return schema;
        }
        let underlying = self.program.underlying(named.at, &named.at.spec.ty);
        match underlying {
            Underlying::Slice if self.behavior.types_of_lists => {
                schema.set_type("array", named.name_origin())
            }
            Underlying::Map if self.behavior.types_of_lists => schema.set_type("object", named.name_origin()),
            Underlying::Basic(_) if is_local && self.behavior.types_of_named => {
                // controller-gen looks the name up in the package at hand, where it may be an alias.
                let looked_up = place.at.package.named(named.at.name()).filter(|_| self.depth < MAX_DEPTH);
                if let Some(at) = looked_up {
                    self.depth += 1;
                    let at = self.place(at);
                    let of_type = self.info(at);
                    self.depth -= 1;
                    schema.ty = of_type.ty;
                    if let Some(format) = of_type.keywords.get(&Keyword::Format) {
                        schema.keywords.insert(Keyword::Format, format.clone());
                    }
                }
            }
            _ => {}
        }
        schema
    }

    /// `structToSchema`
    fn fields(&mut self, place: LocatedType<'p>, fields: &'p Fields) -> Schema {
        let mut schema = Schema::of("object", place.name_origin());
        let one_of = match one_of(place.at) {
            Ok(names) => names,
            Err((marker, (sentence, _))) => {
                self.problem(place.origin(marker.range), sentence);
                return schema;
            }
        };
        let mut immutable = Vec::new();
        for field in &fields.list {
            let text = place.text();
            let names =
                field.names.iter().map(|name| name.of(text)).chain(field.names.is_empty().then_some(""));
            for name in names {
                let is_exported = name.starts_with(char::is_uppercase);
                if !name.is_empty() && self.options.flags.ignore_unexported_fields && !is_exported {
                    continue;
                }
                let Some(json) = field.json(text) else {
                    self.problem(place.origin(field.range), untagged(place.at, name));
                    continue;
                };
                if !self.field(place, field, &json, &one_of, &mut schema, &mut immutable) {
                    return schema;
                }
            }
        }
        if self.behavior.sorts_required {
            schema.required.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
        }
        for (name, origin) in immutable {
            if !schema.required.iter().any(|required| required.as_str() == Some(&name)) {
                let rule = format!("!has(oldSelf.{name}) || has(self.{name})");
                schema.rules.push(made_rule(&rule, &format!("field {name} is immutable once set"), origin));
            }
        }
        schema
    }

    /// A field of a struct. Returns whether the fields after it count.
    fn field(
        &mut self,
        place: LocatedType<'p>,
        field: &'p Field,
        json: &TagEntry,
        one_of: &[&str],
        schema: &mut Schema,
        immutable: &mut Vec<(Arc<str>, Origin)>,
    ) -> bool {
        let version = self.options.version;
        let Some(tag) = JsonTag::read(json, version) else { return true };
        let name: Arc<str> = tag.name.text.into();
        let owner = Owner::Field(field.range.start);
        let origin = place.origin(TextRange::new(field.range.start, field.ty.range.end));
        let required = tag.required(place.at, owner);
        if one_of.contains(&&*name)
            && let Some(sentence) = required.refused_in_one_of(&name, version)
        {
            self.problem(origin, sentence);
            return false;
        }
        match required {
            Required::No => {}
            Required::By(range) => schema.required.push(Item::text(&name, place.origin(range))),
            Required::ByDefault => schema.required.push(Item::text(&name, origin)),
        }
        let has = |name| place.at.file.markers.has(owner, name);
        let is_schemaless = has("kubebuilder:validation:Schemaless");
        let mut property = if is_schemaless { Schema::at(origin) } else { self.ty(place, &field.ty, origin) };
        property.description = self.description(place, field.doc);
        self.apply(place, owner, &mut property);
        if tag.is_inline {
            schema.all_of.push(Arc::new(property));
            return true;
        }
        if has("k8s:immutable") {
            immutable.push((name.clone(), origin));
        }
        let property = Property { origin: place.origin(tag.name.range), schema: Arc::new(property) };
        schema.properties.insert(name, property);
        true
    }
}

/// A type of a package that was not found: it is known, or nothing is known of it.
fn external(path: &str, name: &str, origin: Origin) -> Schema {
    let id = TypeId { package: path.into(), name: name.into() };
    if known::schema(&id, false).is_some() {
        return Schema { reference: Some(id), ..Schema::at(origin) };
    }
    unknown(&format!("{path}.{name}"), origin)
}

fn unknown(name: &str, origin: Origin) -> Schema {
    Schema { unknown: Some(name.into()), ..Schema::at(origin) }
}

/// Whether a type that is not found may be in a module that is not downloaded: it is known by the path of its package.
pub fn is_fetched(name: &str) -> bool {
    name.contains('/')
}

/// A rule that controller-gen makes by itself.
pub(crate) fn made_rule(rule: &str, message: &str, origin: Origin) -> Item {
    let mut object = Object::default();
    object.set("message", Item::text(message, origin));
    object.set("rule", Item::text(rule, origin));
    object.item(origin)
}
