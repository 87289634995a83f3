//! The fields of a resource by their names: those that a schema has, and those that all resources have.
//!
//! Must not know what is shown of a field.

use crdls_manifest::fields::{Elem, FieldDef, OBJECT_META, Ty, TypeDef};
use crdls_manifest::model::{OrBool, Schema, Version};

use super::{FieldLine, NoField, type_name};

/// A field of a resource: what its schema says of it, and what all resources have.
#[derive(Clone, Copy)]
pub(super) struct FieldNode<'m> {
    pub(super) schema: Option<Schema<'m>>,
    pub(super) built_in: Option<BuiltIn>,
    pub(super) required: bool,
    is_root: bool,
}

/// The field that the steps of a path lead to.
pub(super) fn node_at<'m>(version: Version<'m>, path: &[String]) -> Result<FieldNode<'m>, NoField> {
    let mut found = FieldNode::root(version);
    for (at, name) in path.iter().enumerate() {
        found = step(found, name).ok_or_else(|| NoField {
            parent: path.get(..at).unwrap_or_default().to_vec(),
            missing: name.clone(),
            known: found.fields().into_iter().map(|field| field.name).collect(),
        })?;
    }
    Ok(found)
}

impl<'m> FieldNode<'m> {
    pub(super) fn root(version: Version<'m>) -> Self {
        Self { schema: version.schema(), built_in: None, required: false, is_root: true }
    }

    /// What the fields below it are of: of lists and maps of objects, their items and values.
    pub(super) fn innermost(mut self) -> Self {
        while let Some(inner) = self.schema.and_then(|schema| match schema.additional_properties() {
            Some(OrBool::Schema(values)) if schema.properties().len() == 0 => Some(values),
            _ => schema.item_schema(),
        }) {
            self.schema = Some(inner);
        }
        self
    }

    /// Whether it is a resource, of its own or in another one.
    fn is_resource(self) -> bool {
        self.is_root || self.schema.is_some_and(|schema| inside(schema).embedded_resource())
    }

    pub(super) fn type_name(self) -> String {
        let of_built_in = || self.built_in.map_or_else(|| "Object".to_owned(), |own| built_in_type(own.ty));
        self.schema.map_or_else(of_built_in, type_name)
    }

    /// The fields below it, the required ones first.
    pub(super) fn fields(self) -> Vec<FieldLine> {
        let mut lines = fields(self.schema, self.is_resource());
        for own in self.built_in.and_then(|own| struct_of(own.ty)).map_or(&[][..], |ty| ty.fields) {
            if !lines.iter().any(|line| line.name == own.name) {
                lines.push(built_in_line(&BuiltIn::of(own)));
            }
        }
        lines.sort_by(|a, b| (!a.required, &a.name).cmp(&(!b.required, &b.name)));
        lines
    }
}

/// A field that every resource has, or one below it.
#[derive(Clone, Copy)]
pub(super) struct BuiltIn {
    name: &'static str,
    ty: Ty,
    required: bool,
    pub(super) doc: &'static str,
}

impl BuiltIn {
    const fn of(field: &'static FieldDef) -> Self {
        Self { name: field.name, ty: field.ty, required: field.required, doc: field.doc }
    }
}

const BUILT_IN: [BuiltIn; 3] = [
    BuiltIn {
        name: "apiVersion",
        ty: Ty::String,
        required: false,
        doc: "The group and the version that the resource is written in.",
    },
    BuiltIn { name: "kind", ty: Ty::String, required: false, doc: "What the resource is." },
    BuiltIn {
        name: "metadata",
        ty: Ty::Object(&OBJECT_META),
        required: false,
        doc: "The name, and what all resources have: namespace, labels, annotations, owners, finalizers.",
    },
];

/// The struct of a type, or of the items of a list.
const fn struct_of(ty: Ty) -> Option<&'static TypeDef> {
    match ty {
        Ty::Object(own) => Some(own),
        Ty::List(Elem { ty: Ty::Object(own), .. }) => Some(*own),
        _ => None,
    }
}

/// As [`type_name`] writes it.
fn built_in_type(ty: Ty) -> String {
    match ty {
        Ty::Bool => "boolean".to_owned(),
        Ty::Int32 | Ty::Int64 => "integer".to_owned(),
        Ty::Float64 => "number".to_owned(),
        Ty::String | Ty::Bytes | Ty::Time => "string".to_owned(),
        Ty::List(item) => format!("[]{}", built_in_type(item.ty)),
        Ty::Map(value) => format!("map[string]{}", built_in_type(value.ty)),
        Ty::Object(own) => own.name.to_owned(),
        Ty::Json | Ty::SchemaOrArray | Ty::SchemaOrBool | Ty::SchemaOrStrings => "any".to_owned(),
    }
}

fn built_in_line(own: &BuiltIn) -> FieldLine {
    FieldLine {
        name: own.name.to_owned(),
        type_name: built_in_type(own.ty),
        required: own.required,
        description: own.doc.trim().to_owned(),
    }
}

/// A step by name, then one for each `[]` after it.
pub(super) fn step<'m>(found: FieldNode<'m>, step: &str) -> Option<FieldNode<'m>> {
    let (name, elements) = step.split_at(step.find('[').unwrap_or(step.len()));
    let indices = elements.strip_suffix(']').map(|elements| elements.split(']'));
    let is_index =
        |index: &str| index.strip_prefix('[').is_some_and(|index| index.chars().all(|c| c.is_ascii_digit()));
    let mut indices = indices.into_iter().flatten();
    indices.try_fold(member(found, name)?, |found, index| is_index(index).then(|| element(found))?)
}

/// An item of a list, or a value of a map.
fn element<'m>(found: FieldNode<'m>) -> Option<FieldNode<'m>> {
    let of_schema = |schema: Schema<'m>| match (schema.item_schema(), schema.additional_properties()) {
        (Some(items), _) => Some(items),
        (None, Some(OrBool::Schema(values))) => Some(values),
        _ => None,
    };
    let of_built_in = |own: BuiltIn| match own.ty {
        Ty::List(elem) | Ty::Map(elem) => Some(BuiltIn { ty: elem.ty, ..own }),
        _ => None,
    };
    let (schema, built_in) = (found.schema.and_then(of_schema), found.built_in.and_then(of_built_in));
    let is_there = schema.is_some() || built_in.is_some();
    is_there.then_some(FieldNode { schema, built_in, required: false, is_root: false })
}

/// A field below another.
pub(super) fn member<'m>(found: FieldNode<'m>, name: &str) -> Option<FieldNode<'m>> {
    let inner = found.schema.map(inside);
    let of_resource = || BUILT_IN.into_iter().find(|built_in| found.is_resource() && built_in.name == name);
    let of_struct = || {
        let own = found.built_in?;
        match own.ty {
            Ty::Map(value) => Some(BuiltIn { ty: value.ty, required: false, ..own }),
            ty => struct_of(ty)?.field(name).map(BuiltIn::of),
        }
    };
    let built_in = of_resource().or_else(of_struct);
    let required = built_in.is_some_and(|own| own.required)
        || inner.is_some_and(|schema| schema.required().any(|(its, _)| its == name));
    let own = inner.and_then(|schema| schema.property(name));
    let of_map = || match inner?.additional_properties()? {
        OrBool::Schema(values) if !found.is_root => Some(values),
        _ => None,
    };
    let schema = own.or_else(of_map);
    (schema.is_some() || built_in.is_some()).then_some(FieldNode {
        schema,
        built_in,
        required,
        is_root: false,
    })
}

/// The schema of the items, where it is one of lists.
pub(super) fn inside(mut schema: Schema<'_>) -> Schema<'_> {
    while let Some(items) = schema.item_schema() {
        schema = items;
    }
    schema
}

fn fields(schema: Option<Schema<'_>>, resource: bool) -> Vec<FieldLine> {
    let Some(schema) = schema.map(inside) else { return Vec::new() };
    let required: Vec<_> = schema.required().map(|(name, _)| name).collect();
    let own = schema.properties().map(|property| FieldLine {
        name: property.name.to_owned(),
        type_name: type_name(property.schema),
        required: required.contains(&property.name),
        description: property.schema.description().trim().to_owned(),
    });
    let mut lines: Vec<_> = own.collect();
    for built_in in BUILT_IN.iter().filter(|_| resource) {
        match lines.iter_mut().find(|line| line.name == built_in.name) {
            Some(line) if built_in.name != "metadata" => built_in.doc.clone_into(&mut line.description),
            Some(line) => {
                line.type_name = built_in_type(built_in.ty);
                built_in.doc.clone_into(&mut line.description);
            }
            None => lines.push(built_in_line(built_in)),
        }
    }
    lines
}
