//! Go types as schemas: `infoToSchema` and what it calls (pkg/crd/schema.go).

use crdls_go_source::{Field, Fields, StructTag, Type, TypeKind};
use crdls_text::TextRange;

use super::markers::{Context, Refused, apply_to_schema, priority};
use super::one_of::OneOf;
use super::{Flags, Shape};
use crate::Parsed;
use crate::collect::Owner;
use crate::program::{Named, Program, TypeAt, Underlying};
use crate::registry::{ITEMS, Version};

/// What controller-gen refuses of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What must change, in the file of the type.
    pub range: TextRange,
    /// Where controller-gen reports it: the start of the field, of the type expression and so on.
    pub reported_at: u32,
    /// Its words.
    pub sentence: String,
    /// What it is about.
    pub kind: ProblemKind,
}

/// What a problem is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// A marker on a schema that it does not fit.
    Marker(&'static str),
    /// A Go type that has no schema.
    GoType,
    /// A field without a `json` tag.
    Tag,
    /// A field that one of several markers names, and that is required.
    OneOf,
}

/// How deep types are followed.
const MAX_DEPTH: u32 = 32;

/// What controller-gen refuses of a type declaration. Other declarations are looked at, and not reported.
pub fn check_type(program: &Program, at: TypeAt<'_>, version: Version, flags: Flags) -> Vec<Problem> {
    let mut schemas = Schemas { program, version, flags, at, problems: Vec::new(), depth: 0 };
    schemas.info();
    let mut problems = schemas.problems;
    // `infoToSchema` applies the markers of a type that encodes itself twice.
    let mut seen = Vec::with_capacity(problems.len());
    problems.retain(|problem| {
        let is_new = !seen.contains(&(problem.range, problem.sentence.clone()));
        seen.push((problem.range, problem.sentence.clone()));
        is_new
    });
    problems
}

/// The schema that a field has before its markers.
pub fn shape_of_field(
    program: &Program,
    at: TypeAt<'_>,
    field: &Field,
    version: Version,
    flags: Flags,
) -> Shape {
    Schemas { program, version, flags, at, problems: Vec::new(), depth: 0 }.ty(&field.ty)
}

/// The schema that a type has before its markers.
pub fn shape_of_type(program: &Program, at: TypeAt<'_>, version: Version, flags: Flags) -> Shape {
    if at.spec.alias.is_some() {
        return Shape { is_unknown: true, ..Shape::default() };
    }
    match &at.spec.ty.kind {
        // Its markers are applied to an empty schema first.
        _ if program.has_method(at, "MarshalJSON") => Shape::default(),
        TypeKind::Struct(_) => Shape::of("object"),
        _ => Schemas { program, version, flags, at, problems: Vec::new(), depth: 0 }.ty(&at.spec.ty),
    }
}

/// Whether a marker can be applied to a type or a field, which has `shape`, next to the other markers that are there.
pub fn fits(
    context: Context<'_>,
    owner: Owner,
    shape: &Shape,
    parsed: &Parsed,
    version: Version,
    flags: Flags,
) -> bool {
    let Context { program, at } = context;
    if shape.is_unknown || shape.is_refused {
        return true;
    }
    let schemas = Schemas { program, version, flags, at, problems: Vec::new(), depth: 0 };
    let others = at.file.markers.values_of(owner).filter(|other| other.range.start != parsed.range.start);
    let mut shape = shape.clone();
    let mut fits = OneOf::default().add(parsed).is_ok();
    for applied in in_order(others.chain([parsed])) {
        let on_type = matches!(owner, Owner::Type(_)).then_some(context);
        let is_refused = schemas.apply_one(applied, &mut shape, on_type).is_err();
        fits &= !(is_refused && applied.range.start == parsed.range.start);
    }
    fits
}

/// Markers in the order in which they are applied.
fn in_order<'m>(markers: impl Iterator<Item = &'m Parsed>) -> Vec<&'m Parsed> {
    let mut markers: Vec<&Parsed> = markers.collect();
    markers.sort_by_key(|parsed| (parsed.marker.name.starts_with(ITEMS), priority(parsed.marker.name)));
    markers
}

/// The schema of one type declaration.
struct Schemas<'p> {
    program: &'p Program,
    version: Version,
    flags: Flags,
    at: TypeAt<'p>,
    problems: Vec<Problem>,
    depth: u32,
}

impl<'p> Schemas<'p> {
    fn problem(&mut self, range: TextRange, sentence: impl Into<String>, kind: ProblemKind) {
        self.problems.push(Problem { range, reported_at: range.start, sentence: sentence.into(), kind });
    }

    /// `infoToSchema`
    fn info(&mut self) -> Shape {
        let ty = &self.at.spec.ty;
        if self.program.has_method(self.at, "MarshalJSON") {
            let mut shape = Shape::default();
            self.apply(self.at.owner(), &mut shape, ty.range.start, true);
            if !shape.ty.is_empty() {
                return shape;
            }
        } else if self.version.reaches(17) && self.program.has_method(self.at, "MarshalText") {
            let mut shape = Shape::of("string");
            self.apply(self.at.owner(), &mut shape, ty.range.start, true);
            if shape.ty != "string" {
                let (name, found) = (self.at.name(), &shape.ty);
                let words = format!(
                    "{name:?} implements encoding.TextMarshaler but schema type is not string: {found:?}"
                );
                self.problem(ty.range, words, ProblemKind::GoType);
            }
            return shape;
        }
        let mut shape = match &ty.kind {
            TypeKind::Struct(fields) => self.fields(fields),
            _ => self.ty(ty),
        };
        self.apply(self.at.owner(), &mut shape, ty.range.start, true);
        shape
    }

    /// `applyMarkers`
    fn apply(&mut self, owner: Owner, shape: &mut Shape, reported_at: u32, on_type: bool) {
        let file = self.at.file;
        let context = on_type.then_some(Context { program: self.program, at: self.at });
        for parsed in in_order(file.markers.values_of(owner)) {
            let name = parsed.marker.name;
            if let Err((sentence, range)) = self.apply_one(parsed, shape, context)
                && !shape.is_refused
            {
                self.problems.push(Problem { range, reported_at, sentence, kind: ProblemKind::Marker(name) });
            }
        }
    }

    fn apply_one(
        &self,
        parsed: &Parsed,
        shape: &mut Shape,
        context: Option<Context<'_>>,
    ) -> Result<(), Refused> {
        if parsed.marker.name.starts_with(ITEMS) {
            self.apply_to_items(parsed, shape, context)
        } else {
            apply_to_schema(parsed, shape, self.version, context)
        }
    }

    fn apply_to_items(
        &self,
        parsed: &Parsed,
        shape: &mut Shape,
        context: Option<Context<'_>>,
    ) -> Result<(), Refused> {
        let (ty, is_unknown) = (shape.ty.clone(), shape.is_unknown);
        match shape.items.as_deref_mut() {
            Some(items) if ty == "array" => apply_to_schema(parsed, items, self.version, context),
            None if is_unknown => Ok(()),
            _ => {
                let words = format!("must apply {} to an array value, found {ty}", parsed.marker.name);
                Err((words, parsed.name))
            }
        }
    }

    /// `typeToSchema` of an expression that is no declaration of its own.
    fn ty(&mut self, ty: &'p Type) -> Shape {
        if self.depth >= MAX_DEPTH {
            return Shape { is_unknown: true, ..Shape::default() };
        }
        self.depth += 1;
        let shape = self.ty_inside(ty);
        self.depth -= 1;
        shape
    }

    fn ty_inside(&mut self, ty: &'p Type) -> Shape {
        let unsupported = |kind: &str| format!("unsupported AST kind *ast.{kind}");
        let sentence = match &ty.kind {
            TypeKind::Name => return self.name(ty),
            TypeKind::Qualified { .. } => return self.qualified(ty),
            TypeKind::Pointer(inner) => return self.ty(inner),
            TypeKind::Slice(elem) => {
                let text = elem.range.of(&self.at.file.text);
                let is_bytes = matches!(elem.kind, TypeKind::Name) && text == "byte";
                if is_bytes && self.at.package.named(text).is_none() {
                    return Shape::of("string");
                }
                return Shape::list(self.ty(elem));
            }
            TypeKind::Array { elem, .. } => return Shape::list(self.ty(elem)),
            TypeKind::Map { key, value } => return self.map(key, value),
            TypeKind::Struct(_) if self.version.reaches(22) => {
                "inline struct types are not supported, use a named type instead".to_owned()
            }
            // Older versions crash on it; what they would have said is in their code.
            TypeKind::Struct(_) => "encountered non-top-level struct (possibly embedded), those aren't allowed".to_owned(),
            TypeKind::Interface(_) if self.version.reaches(21) => {
                "interface type is not supported in CRD schemas; consider using an explicit type or apiextensionsv1.JSON \
                 instead"
                    .to_owned()
            }
            kind @ (TypeKind::Interface(_)
            | TypeKind::Chan(_)
            | TypeKind::Func(_)
            | TypeKind::Instance { .. }
            | TypeKind::Paren(_)) => unsupported(kind.ast_name()),
            // Not Go.
            TypeKind::Variadic(_) | TypeKind::Constraint | TypeKind::Missing => {
                return Shape { is_unknown: true, ..Shape::default() };
            }
        };
        self.problem(ty.range, sentence, ProblemKind::GoType);
        Shape { is_refused: true, ..Shape::default() }
    }

    /// `builtinToType`
    fn builtin(&mut self, name: &str, range: TextRange) -> Shape {
        match name {
            "bool" => Shape::of("boolean"),
            "string" => Shape::of("string"),
            "float32" | "float64" if self.flags.allow_dangerous_types => Shape::of("number"),
            "float32" | "float64" => {
                let words = "found float, the usage of which is highly discouraged, as support for them varies across \
                             languages. Please consider serializing your float as string instead. If you are really \
                             sure you want to use them, re-run with crd:allowDangerousTypes=true";
                self.problem(range, words, ProblemKind::GoType);
                Shape { is_refused: true, ..Shape::default() }
            }
            "complex64" | "complex128" => {
                self.problem(range, format!("unsupported type {name:?}"), ProblemKind::GoType);
                Shape { is_refused: true, ..Shape::default() }
            }
            "any" if self.version.reaches(21) => {
                let words = "cannot generate schema for any; interface type is not supported in CRD schemas, consider \
                             using an explicit type or apiextensionsv1.JSON instead";
                self.problem(range, words, ProblemKind::GoType);
                Shape { is_refused: true, ..Shape::default() }
            }
            "any" | "error" => Shape { is_unknown: true, ..Shape::default() },
            _ => Shape::of("integer"),
        }
    }

    /// `localNamedToSchema`
    fn name(&mut self, ty: &'p Type) -> Shape {
        let name = ty.range.of(&self.at.file.text);
        let mut named = self.program.resolve_name(self.at.package, self.at.file, name);
        if let Named::Declared(at) = named
            && at.spec.alias.is_some()
        {
            // An alias is what it stands for, one step of it.
            if !matches!(at.spec.ty.kind, TypeKind::Name | TypeKind::Qualified { .. }) {
                return self.alias_of_expression(at, ty);
            }
            named = self.program.resolve(at.package, at.file, &at.spec.ty);
            if let Named::Builtin(name) = named {
                let shape = self.builtin(name, ty.range);
                return Shape { is_ref: true, ..shape };
            }
        }
        match named {
            Named::Builtin(name) => self.builtin(name, ty.range),
            Named::Declared(at) => self.declared(at),
            Named::External { .. } => self.external(ty),
            // It does not compile, or the package is not whole: gopls says so.
            Named::Unknown => Shape { is_unknown: true, ..Shape::default() },
        }
    }

    /// `type X = []string` and the like: before v0.21 controller-gen crashes on a field of such a type.
    fn alias_of_expression(&mut self, at: TypeAt<'p>, ty: &Type) -> Shape {
        let name = ty.range.of(&self.at.file.text);
        let Some(kind) = at.spec.ty.kind.types_name() else {
            return Shape { is_unknown: true, ..Shape::reference("") };
        };
        let sentence = if kind == "Interface" {
            format!(
                "cannot generate schema for {name}; interface type is not supported in CRD schemas, consider using an \
                 explicit type or apiextensionsv1.JSON instead"
            )
        } else {
            format!("unsupported type *types.{kind} for identifier {name}")
        };
        self.problem(ty.range, sentence, ProblemKind::GoType);
        Shape { is_refused: true, ..Shape::default() }
    }

    fn declared(&mut self, at: TypeAt<'p>) -> Shape {
        match self.program.underlying(at.package, at.file, &at.spec.ty) {
            Underlying::Slice if self.version.reaches(23) => Shape::reference("array"),
            Underlying::Map if self.version.reaches(23) => Shape::reference("object"),
            Underlying::Basic(_) if self.version.reaches(20) => {
                let is_local = at.package.import_path == self.at.package.import_path;
                let shape =
                    if is_local && self.depth < MAX_DEPTH { self.muted(at) } else { Shape::default() };
                Shape { is_ref: true, items: None, list_type: None, int_or_string: false, ..shape }
            }
            Underlying::Unknown => Shape { is_unknown: self.version.reaches(20), ..Shape::reference("") },
            _ => Shape::reference(""),
        }
    }

    /// The schema of another declaration, whose problems are reported there.
    fn muted(&self, at: TypeAt<'p>) -> Shape {
        let mut other = Schemas { at, problems: Vec::new(), depth: self.depth + 1, ..*self };
        other.info()
    }

    /// `namedToSchema`
    fn qualified(&mut self, ty: &'p Type) -> Shape {
        self.external(ty)
    }

    fn external(&mut self, ty: &'p Type) -> Shape {
        if !self.version.reaches(23) {
            return Shape::reference("");
        }
        match self.program.underlying(self.at.package, self.at.file, ty) {
            Underlying::Slice => Shape::reference("array"),
            Underlying::Map => Shape::reference("object"),
            Underlying::Unknown => Shape { is_unknown: true, ..Shape::reference("") },
            _ => Shape::reference(""),
        }
    }

    /// `mapToSchema`
    fn map(&mut self, key: &'p Type, value: &'p Type) -> Shape {
        if let Some((range, sentence)) = self.program.map_problem(self.at, (key, value), self.version) {
            self.problem(range, sentence, ProblemKind::GoType);
            return Shape { is_refused: true, ..Shape::default() };
        }
        self.ty(value);
        Shape::of("object")
    }

    /// `structToSchema`
    fn fields(&mut self, fields: &'p Fields) -> Shape {
        let shape = Shape::of("object");
        let mut one_of = OneOf::default();
        for parsed in self.at.file.markers.values_of(self.at.owner()) {
            if let Err((sentence, range)) = one_of.add(parsed) {
                let reported_at = self.at.spec.ty.range.start;
                let kind = ProblemKind::Marker(parsed.marker.name);
                self.problems.push(Problem { range, reported_at, sentence, kind });
                return shape;
            }
        }
        for field in &fields.list {
            if !self.field(field, &one_of) {
                break;
            }
        }
        shape
    }

    /// Whether the fields behind this one are looked at too.
    fn field(&mut self, field: &'p Field, one_of: &OneOf) -> bool {
        let text = &self.at.file.text;
        let name = field.names.first().map_or("", |name| name.of(text));
        let is_exported = name.starts_with(char::is_uppercase);
        if !name.is_empty() && self.flags.ignore_unexported_fields && !is_exported {
            return true;
        }
        let tag = field.tag.map(|tag| StructTag::parse(text, tag)).unwrap_or_default();
        let json = tag.get("json").and_then(|entry| entry.value.as_ref()).map(|value| value.value());
        let Some(json) = json else {
            let type_name = self.at.name();
            let words = |name: &str| {
                format!("encountered struct field {name:?} without JSON tag in type {type_name:?}")
            };
            match field.names.as_slice() {
                [] => self.problem(field.range, words(""), ProblemKind::Tag),
                [name] => self.problem(field.range, words(name.of(text)), ProblemKind::Tag),
                names => {
                    names.iter().for_each(|name| self.problem(*name, words(name.of(text)), ProblemKind::Tag))
                }
            }
            return true;
        };
        let mut options = json.split(',');
        let json_name = options.next().unwrap_or_default();
        if json == "-" {
            return true;
        }
        let mut inline = json_name.is_empty();
        let mut may_be_empty = false;
        for option in options {
            inline |= option == "inline";
            may_be_empty |= option == "omitempty" || option == "omitzero" && self.version.reads_omitzero();
        }
        let owner = Owner::Field(field.range.start);
        let found =
            one_of.required(self.at.file, owner, json_name, inline || may_be_empty, self.version, || {
                self.at.package.has_marker("kubebuilder:validation:Optional")
            });
        if let Some((sentence, range)) = found {
            let reported_at = self.at.spec.ty.range.start;
            let range = range.unwrap_or(field.range);
            self.problems.push(Problem { range, reported_at, sentence, kind: ProblemKind::OneOf });
            return false;
        }
        let is_schemaless = self.at.file.markers.has(owner, "kubebuilder:validation:Schemaless");
        let mut shape = if is_schemaless { Shape::default() } else { self.ty(&field.ty) };
        self.apply(owner, &mut shape, field.range.start, false);
        true
    }
}
