//! Go types as schemas, as far as a marker can fail on them: `infoToSchema` and what it calls (pkg/crd/schema.go).

use crdls_go_source::{Field, Fields, Type, TypeKind};
use crdls_text::TextRange;

use super::fields::{JsonTag, ONE_OF, Required, one_of, one_of_marker, untagged};
use super::markers::{Context, apply_marker, in_order};
use super::{ExpressionSchema, Flags, Shape, no_schema_for};
use crate::Parsed;
use crate::collect::Owner;
use crate::program::{Named, Program, TypeAt, Underlying};
use crate::registry::Version;

/// What controller-gen refuses of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What must change, in the file of the type.
    pub range: TextRange,
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
    // `infoToSchema` applies the markers of a type that encodes itself twice.
    let mut problems: Vec<Problem> = Vec::with_capacity(schemas.problems.len());
    for problem in schemas.problems {
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }
    problems
}

/// The schema that a field has before its markers.
pub fn shape_of_field<'p>(
    program: &'p Program,
    at: TypeAt<'p>,
    field: &'p Field,
    version: Version,
    flags: Flags,
) -> Shape<'p> {
    Schemas { program, version, flags, at, problems: Vec::new(), depth: 0 }.ty(&field.ty)
}

/// The schema that a type has before its markers.
pub fn shape_of_type<'p>(program: &'p Program, at: TypeAt<'p>, version: Version, flags: Flags) -> Shape<'p> {
    if at.spec.alias.is_some() {
        return Shape::unknown();
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
    shape: &Shape<'_>,
    parsed: &Parsed,
    version: Version,
) -> bool {
    if shape.is_unknown || shape.is_refused {
        return true;
    }
    let others =
        context.at.file.markers.values_of(owner).filter(|other| other.range.start != parsed.range.start);
    let mut shape = shape.clone();
    let mut fits = !ONE_OF.contains(&parsed.marker.short_name()) || one_of_marker(parsed).is_ok();
    for applied in in_order(others.chain([parsed])) {
        let on_type = matches!(owner, Owner::Type(_)).then_some(context);
        let is_refused = apply_marker(applied, &mut shape, version, on_type).is_err();
        fits &= !(is_refused && applied.range.start == parsed.range.start);
    }
    fits
}

/// The error for a type with `MarshalText` that markers give another type than string.
pub fn not_a_string(at: TypeAt<'_>, ty: &str) -> String {
    format!("{:?} implements encoding.TextMarshaler but schema type is not string: {ty:?}", at.name())
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
    fn problem(&mut self, range: TextRange, sentence: String, kind: ProblemKind) {
        self.problems.push(Problem { range, sentence, kind });
    }

    /// A schema that is refused, since its Go type has none.
    fn refused(&mut self, range: TextRange, sentence: String) -> Shape<'p> {
        self.problem(range, sentence, ProblemKind::GoType);
        Shape { is_refused: true, ..Shape::default() }
    }

    /// `infoToSchema`
    fn info(&mut self) -> Shape<'p> {
        let ty = &self.at.spec.ty;
        if self.program.has_method(self.at, "MarshalJSON") {
            let mut shape = Shape::default();
            self.apply(self.at.owner(), &mut shape);
            if !shape.ty.is_empty() {
                return shape;
            }
        } else if self.version.reaches(17) && self.program.has_method(self.at, "MarshalText") {
            let mut shape = Shape::of("string");
            self.apply(self.at.owner(), &mut shape);
            if shape.ty != "string" {
                self.problem(ty.range, not_a_string(self.at, &shape.ty), ProblemKind::GoType);
            }
            return shape;
        }
        let mut shape = match &ty.kind {
            TypeKind::Struct(fields) => self.fields(fields),
            _ => self.ty(ty),
        };
        self.apply(self.at.owner(), &mut shape);
        shape
    }

    /// `applyMarkers`
    fn apply(&mut self, owner: Owner, shape: &mut Shape<'p>) {
        let context = Context { program: self.program, at: self.at };
        let context = matches!(owner, Owner::Type(_)).then_some(context);
        for parsed in in_order(self.at.file.markers.values_of(owner)) {
            if let Err((sentence, range)) = apply_marker(parsed, shape, self.version, context)
                && !shape.is_refused
            {
                self.problem(range, sentence, ProblemKind::Marker(parsed.marker.name));
            }
        }
    }

    /// `typeToSchema` of an expression that is no declaration of its own.
    fn ty(&mut self, ty: &'p Type) -> Shape<'p> {
        if self.depth >= MAX_DEPTH {
            return Shape::unknown();
        }
        self.depth += 1;
        let shape = match ExpressionSchema::of(self.program, self.at, ty, self.version, self.flags) {
            ExpressionSchema::Pointed(inner) => self.ty(inner),
            ExpressionSchema::Bytes => Shape::of("string"),
            ExpressionSchema::List(items) => Shape::list(self.ty(items)),
            ExpressionSchema::Map(values) => {
                self.ty(values);
                Shape::of("object")
            }
            ExpressionSchema::Basic { ty, .. } => Shape::of(ty),
            ExpressionSchema::Interface(name @ "any") if self.version.reaches(21) => {
                self.refused(ty.range, no_schema_for(name))
            }
            // A name that is not found does not compile, or the package is not whole: gopls says so.
            ExpressionSchema::Interface(_)
            | ExpressionSchema::Missing
            | ExpressionSchema::Reference { named: Named::Unknown | Named::Builtin(_), is_local: true } => {
                Shape::unknown()
            }
            ExpressionSchema::Reference { named: Named::Declared(at), is_local: true } => {
                self.reference(ty, Some(at))
            }
            ExpressionSchema::Reference { .. } => self.reference(ty, None),
            ExpressionSchema::Refused(range, sentence) => self.refused(range, sentence),
        };
        self.depth -= 1;
        shape
    }

    /// The schema of a reference. `local`: the type, if the name is written without a package.
    fn reference(&self, ty: &'p Type, local: Option<TypeAt<'p>>) -> Shape<'p> {
        let since = if local.is_some() { 20 } else { 23 };
        match (self.program.underlying(self.at, ty), local) {
            (Underlying::Slice, _) if self.version.reaches(23) => Shape::of("array"),
            (Underlying::Map, _) if self.version.reaches(23) => Shape::of("object"),
            (Underlying::Basic(_), Some(at)) if self.version.reaches(20) => {
                let is_local = at.package.import_path == self.at.package.import_path;
                let shape =
                    if is_local && self.depth < MAX_DEPTH { self.muted(at) } else { Shape::default() };
                Shape { items: None, has_keys: false, int_or_string: false, ..shape }
            }
            (Underlying::Unknown, _) if self.version.reaches(since) => Shape::unknown(),
            _ => Shape::default(),
        }
    }

    /// The schema of another declaration, whose problems are reported there.
    fn muted(&self, at: TypeAt<'p>) -> Shape<'p> {
        let mut other = Schemas { at, problems: Vec::new(), depth: self.depth + 1, ..*self };
        other.info()
    }

    /// `structToSchema`
    fn fields(&mut self, fields: &'p Fields) -> Shape<'p> {
        match one_of(self.at) {
            Err((parsed, (sentence, range))) => {
                self.problem(range, sentence, ProblemKind::Marker(parsed.marker.name));
            }
            Ok(one_of) => _ = fields.list.iter().all(|field| self.field(field, &one_of)),
        }
        Shape::of("object")
    }

    /// Whether the fields after this one are looked at too.
    fn field(&mut self, field: &'p Field, one_of: &[&str]) -> bool {
        let at = self.at;
        let text = &at.file.text;
        let name = field.names.first().map_or("", |name| name.of(text));
        let is_exported = name.starts_with(char::is_uppercase);
        if !name.is_empty() && self.flags.ignore_unexported_fields && !is_exported {
            return true;
        }
        let Some(json) = field.json(text) else {
            if field.names.is_empty() {
                self.problem(field.range, untagged(at, ""), ProblemKind::Tag);
            }
            for name in &field.names {
                let range = if field.names.len() > 1 { *name } else { field.range };
                self.problem(range, untagged(at, name.of(text)), ProblemKind::Tag);
            }
            return true;
        };
        let Some(tag) = JsonTag::read(&json, self.version) else { return true };
        let owner = Owner::Field(field.range.start);
        if one_of.contains(&tag.name.text) {
            let required = tag.required(at, owner);
            if let Some(sentence) = required.refused_in_one_of(tag.name.text, self.version) {
                let range = if let Required::By(marker) = required { marker } else { field.range };
                self.problem(range, sentence, ProblemKind::OneOf);
                return false;
            }
        }
        let is_schemaless = at.file.markers.has(owner, "kubebuilder:validation:Schemaless");
        let mut shape = if is_schemaless { Shape::default() } else { self.ty(&field.ty) };
        self.apply(owner, &mut shape);
        true
    }
}
