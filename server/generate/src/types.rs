//! Go types as schemas (pkg/crd/schema.go).

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use crdls_go_source::{Field, Fields, GroupId, StructTag, TagEntry, Type, TypeKind, TypeSpec};
use crdls_markers::Parsed;
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
        match self.program.package(&id.package).and_then(|package| package.named(&id.name)) {
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
                let words = format!(
                    "{:?} implements encoding.TextMarshaler but schema type is not string: {:?}",
                    place.at.name(),
                    schema.ty()
                );
                self.problem(place.origin(place.at.spec.ty.range), words);
            }
            return schema;
        }
        let mut schema = match &place.at.spec.ty.kind {
            TypeKind::Struct(fields) => self.fields(place, fields),
            _ => self.ty(place, &place.at.spec.ty, origin),
        };
        schema.origin = origin;
        let doc = place.at.spec.doc.or_else(|| self.is_single(place).then_some(place.at.decl.doc).flatten());
        schema.description = self.description(place, doc);
        self.apply(place, owner, &mut schema);
        schema
    }

    /// Whether the declaration has no parentheses, so that its documentation is the type's.
    fn is_single(&self, place: LocatedType<'p>) -> bool {
        matches!(&place.at.decl.kind, crdls_go_source::DeclKind::Type(specs) if specs.parens.is_none())
    }

    fn description(&self, place: LocatedType<'p>, doc: Option<GroupId>) -> Option<Item> {
        let text = documentation(place.text(), &place.at.file.syntax, doc);
        let range = doc.and_then(|doc| place.at.file.syntax.group(doc)).map(|group| group.range)?;
        (!text.is_empty()).then(|| Item::text(&text, place.origin(range)))
    }

    /// `typeToSchema` of an expression that is no declaration.
    fn ty(&mut self, place: LocatedType<'p>, ty: &'p Type, origin: Origin) -> Schema {
        if self.depth >= MAX_DEPTH {
            return Schema { unknown: Some("".into()), ..Schema::at(origin) };
        }
        self.depth += 1;
        let schema = self.ty_inside(place, ty, origin);
        self.depth -= 1;
        schema
    }

    fn ty_inside(&mut self, place: LocatedType<'p>, ty: &'p Type, origin: Origin) -> Schema {
        let here = place.origin(ty.range);
        let unsupported = match &ty.kind {
            TypeKind::Name => return self.local(place, ty, origin),
            TypeKind::Qualified { .. } => return self.qualified(place, ty, origin),
            TypeKind::Slice(elem) => {
                if self.is_byte(place, elem) {
                    let format = Item::text("byte", here);
                    return Schema { origin, ..Schema::of("string", here) }.with(Keyword::Format, format);
                }
                return self.list(place, elem, origin, here);
            }
            TypeKind::Array { elem, .. } => return self.list(place, elem, origin, here),
            TypeKind::Map { key, value } => return self.map(place, key, value, origin, here),
            TypeKind::Pointer(inner) => return self.ty(place, inner, origin),
            TypeKind::Struct(_) => {
                let words = if self.options.version.reaches(22) {
                    "inline struct types are not supported, use a named type instead"
                } else {
                    "encountered non-top-level struct (possibly embedded), those aren't allowed"
                };
                self.problem(here, words);
                return Schema { origin, ..Schema::of("object", here) };
            }
            TypeKind::Interface(_) if self.options.version.reaches(21) => {
                self.problem(
                    here,
                    "interface type is not supported in CRD schemas; consider using an explicit type or \
                     apiextensionsv1.JSON instead",
                );
                return Schema::at(origin);
            }
            kind @ (TypeKind::Interface(_)
            | TypeKind::Chan(_)
            | TypeKind::Func(_)
            | TypeKind::Paren(_)
            | TypeKind::Instance { .. }) => kind.ast_name(),
            TypeKind::Variadic(_) | TypeKind::Constraint | TypeKind::Missing => {
                return Schema { unknown: Some("".into()), ..Schema::at(origin) };
            }
        };
        self.problem(here, format!("unsupported AST kind *ast.{unsupported}"));
        Schema::at(origin)
    }

    fn list(&mut self, place: LocatedType<'p>, elem: &'p Type, origin: Origin, here: Origin) -> Schema {
        let items = self.ty(place, elem, place.origin(elem.range));
        Schema { origin, items: Some(Arc::new(items)), ..Schema::of("array", here) }
    }

    /// Whether it is `byte` by that name: to controller-gen `uint8` is another type.
    fn is_byte(&self, place: LocatedType<'p>, elem: &Type) -> bool {
        matches!(elem.kind, TypeKind::Name)
            && matches!(
                self.program.resolve_name(place.at.package, place.at.file, elem.range.of(place.text())),
                Named::Builtin("byte")
            )
    }

    /// `builtinToType`
    fn builtin(&mut self, name: &str, here: Origin, origin: Origin) -> Schema {
        let (ty, format) = match name {
            "bool" => ("boolean", ""),
            "string" => ("string", ""),
            "int32" | "uint32" | "rune" => ("integer", "int32"),
            "int64" | "uint64" => ("integer", "int64"),
            "float32" | "float64" if self.options.dangerous_types => ("number", ""),
            "float32" | "float64" => {
                self.problem(
                    here,
                    "found float, the usage of which is highly discouraged, as support for them varies across \
                     languages. Please consider serializing your float as string instead. If you are really sure you \
                     want to use them, re-run with crd:allowDangerousTypes=true",
                );
                return Schema::at(origin);
            }
            "complex64" | "complex128" => {
                self.problem(here, format!("unsupported type {name:?}"));
                return Schema::at(origin);
            }
            "any" | "error" => {
                self.problem(
                    here,
                    format!(
                        "cannot generate schema for {name}; interface type is not supported in CRD schemas, consider \
                         using an explicit type or apiextensionsv1.JSON instead"
                    ),
                );
                return Schema::at(origin);
            }
            _ => ("integer", ""),
        };
        let mut schema = Schema { origin, ..Schema::of(ty, here) };
        schema.set(Keyword::Format, Item::text(format, here));
        schema
    }

    /// `localNamedToSchema`
    fn local(&mut self, place: LocatedType<'p>, ty: &'p Type, origin: Origin) -> Schema {
        let here = place.origin(ty.range);
        let name = ty.range.of(place.text());
        match self.program.resolve_name(place.at.package, place.at.file, name) {
            Named::Builtin(name) => self.builtin(name, here, origin),
            Named::Declared(at) if at.spec.alias.is_some() => {
                let alias = self.place(at);
                self.alias(place, alias, ty, origin)
            }
            Named::Declared(at) => self.reference(place, at, true, origin),
            Named::External { .. } | Named::Unknown => unknown(name, origin),
        }
    }

    /// An alias is what it stands for, one step of it (`Alias.Rhs`).
    fn alias(&mut self, place: LocatedType<'p>, alias: LocatedType<'p>, ty: &Type, origin: Origin) -> Schema {
        let here = place.origin(ty.range);
        match self.program.resolve(alias.at.package, alias.at.file, &alias.at.spec.ty) {
            Named::Builtin("any" | "error") => self.builtin("any", here, origin),
            Named::Builtin(name) => {
                let mut schema = self.builtin(name, here, origin);
                schema.reference = Some(TypeId::of(alias.at));
                schema
            }
            Named::Declared(at) => self.reference(place, at, true, origin),
            Named::External { path, name } => external(path, name, origin),
            Named::Unknown => {
                let name = ty.range.of(place.text());
                let kind = alias.at.spec.ty.kind.types_name().filter(|kind| *kind != "Interface");
                let Some(kind) = kind else { return unknown(name, origin) };
                self.problem(here, format!("unsupported type *types.{kind} for identifier {name}"));
                Schema::at(origin)
            }
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
        let underlying = self.program.underlying(named.at.package, named.at.file, &named.at.spec.ty);
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

    /// `namedToSchema`
    fn qualified(&mut self, place: LocatedType<'p>, ty: &'p Type, origin: Origin) -> Schema {
        match self.program.resolve(place.at.package, place.at.file, ty) {
            Named::Declared(at) => self.reference(place, at, false, origin),
            Named::External { path, name } => external(path, name, origin),
            Named::Builtin(_) | Named::Unknown => unknown(ty.range.of(place.text()), origin),
        }
    }

    /// `mapToSchema`
    fn map(
        &mut self,
        place: LocatedType<'p>,
        key: &'p Type,
        value: &'p Type,
        origin: Origin,
        here: Origin,
    ) -> Schema {
        let problem = self.program.map_problem(place.at, (key, value), self.options.version);
        if let Some((range, sentence)) = problem {
            self.problem(place.origin(range), sentence);
            return Schema::at(origin);
        }
        let values = self.ty(place, value, place.origin(value.range));
        let additional = Some(Additional::Schema(Arc::new(values)));
        Schema { origin, additional, ..Schema::of("object", here) }
    }

    /// `structToSchema`
    fn fields(&mut self, place: LocatedType<'p>, fields: &'p Fields) -> Schema {
        let mut schema = Schema::of("object", place.name_origin());
        let one_of = match one_of(place) {
            Ok(names) => names,
            Err(problem) => {
                self.problem(problem.origin, problem.sentence);
                return schema;
            }
        };
        let optional_by_default = place.at.package.has_marker("kubebuilder:validation:Optional");
        let mut immutable = Vec::new();
        for field in &fields.list {
            let text = place.text();
            let names =
                field.names.iter().map(|name| name.of(text)).chain(field.names.is_empty().then_some(""));
            for name in names {
                if !name.is_empty() && self.options.ignore_unexported && !name.starts_with(char::is_uppercase)
                {
                    continue;
                }
                let tag = field.tag.map(|tag| StructTag::parse(text, tag)).unwrap_or_default();
                let Some(json) = tag.get("json") else {
                    let ty = place.at.name();
                    let words = format!("encountered struct field {name:?} without JSON tag in type {ty:?}");
                    self.problem(place.origin(field.range), words);
                    continue;
                };
                let tagged = Tagged { json, optional_by_default, one_of: &one_of };
                if !self.field(place, field, &tagged, &mut schema, &mut immutable) {
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
        tagged: &Tagged<'_>,
        schema: &mut Schema,
        immutable: &mut Vec<(Arc<str>, Origin)>,
    ) -> bool {
        let options = tagged.json.options();
        let Some(first) = options.first() else { return true };
        if options.len() == 1 && first.text == "-" {
            return true;
        }
        let name: Arc<str> = first.text.into();
        let has_option = |wanted: &str| options.iter().skip(1).any(|option| option.text == wanted);
        let inline = has_option("inline") || name.is_empty();
        let can_be_empty = has_option("omitempty") || self.behavior.omitzero && has_option("omitzero");
        let owner = Owner::Field(field.range.start);
        let origin = place.origin(TextRange::new(field.range.start, field.ty.range.end));
        match required(place, owner, inline || can_be_empty, tagged) {
            Required::No => {}
            Required::By(_) | Required::ByDefault if tagged.one_of.contains(&&*name) => {
                let words = match required(place, owner, inline || can_be_empty, tagged) {
                    Required::By(_) => "cannot be marked as required",
                    _ => "must have omitempty or omitzero tag",
                };
                self.problem(origin, format!("field {name} is part of OneOf constraint and {words}"));
                return false;
            }
            Required::By(range) => schema.required.push(Item::text(&name, place.origin(range))),
            Required::ByDefault => schema.required.push(Item::text(&name, origin)),
        }
        let is_schemaless = has(place, owner, "kubebuilder:validation:Schemaless");
        let mut property = if is_schemaless { Schema::at(origin) } else { self.ty(place, &field.ty, origin) };
        property.description = self.description(place, field.doc);
        self.apply(place, owner, &mut property);
        if inline {
            schema.all_of.push(Arc::new(property));
            return true;
        }
        if has(place, owner, "k8s:immutable") {
            immutable.push((name.clone(), origin));
        }
        let property = Property { origin: place.origin(first.range), schema: Arc::new(property) };
        schema.properties.insert(name, property);
        true
    }
}

/// What the fields of a struct share, and the `json` tag of one.
struct Tagged<'a> {
    json: &'a TagEntry,
    optional_by_default: bool,
    /// Names in markers such as `ExactlyOneOf`.
    one_of: &'a [&'a str],
}

/// Whether a field is required.
enum Required {
    No,
    /// By a marker.
    By(TextRange),
    ByDefault,
}

fn required(place: LocatedType<'_>, owner: Owner, can_be_empty: bool, tagged: &Tagged<'_>) -> Required {
    let marker = |names: [&str; 2]| {
        let found = place.markers(owner).find(|parsed| names.contains(&parsed.marker.name));
        found.map(|parsed| parsed.range)
    };
    if has(place, owner, "kubebuilder:validation:Optional") {
        return Required::No;
    }
    if let Some(range) = marker(["kubebuilder:validation:Required"; 2]) {
        return Required::By(range);
    }
    if marker(["optional", "k8s:optional"]).is_some() {
        return Required::No;
    }
    match marker(["required", "k8s:required"]) {
        Some(range) => Required::By(range),
        None if tagged.optional_by_default || can_be_empty => Required::No,
        None => Required::ByDefault,
    }
}

fn has(place: LocatedType<'_>, owner: Owner, name: &str) -> bool {
    place.at.file.markers.has(owner, name)
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

/// The fields that markers such as `ExactlyOneOf` of a type name (`oneOfValuesToSet`).
fn one_of<'p>(place: LocatedType<'p>) -> Result<Vec<&'p str>, Problem> {
    let mut names = Vec::new();
    for wanted in ["ExactlyOneOf", "AtMostOneOf", "AtLeastOneOf"] {
        for parsed in place.markers(place.at.owner()).filter(|parsed| parsed.marker.short_name() == wanted) {
            let fields: Vec<_> =
                parsed.value.iter().flat_map(|value| value.items()).filter_map(|v| v.as_str()).collect();
            let nested: Vec<_> = fields.iter().copied().filter(|field| field.contains('.')).collect();
            if !nested.is_empty() {
                let sentence =
                    format!("{}: cannot reference nested fields: {}", parsed.marker.name, nested.join(","));
                return Err(Problem { origin: place.origin(parsed.range), sentence });
            }
            names.extend(fields);
        }
    }
    Ok(names)
}
