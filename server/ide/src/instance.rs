//! The thing under the cursor in a custom resource, by the schema of its CRD.

mod words;

use crdls_crd::document;
use crdls_crd::instance::{Index, Judgement, Known};
use crdls_crd::model::{OrBool, Schema};
use crdls_text::TextRange;
use crdls_yaml::Node;

use crate::{File, Hover};

/// A place in a CRD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The file, as it was named.
    pub source: String,
    pub range: TextRange,
}

/// What an offset of a custom resource is about.
struct Place<'i> {
    /// The key that is marked.
    range: TextRange,
    path: String,
    by: Judgement<'i>,
    found: Found<'i>,
}

enum Found<'i> {
    /// `kind` or `apiVersion`.
    Kind,
    /// A field, by the node that holds it.
    Field { schema: Schema<'i>, required: bool, key: Option<TextRange> },
}

/// Explains a field or the kind of a custom resource.
pub(crate) fn hover(file: &File, offset: u32, name: &str, crds: &Index) -> Option<Hover> {
    let place = place(file, offset, name, crds)?;
    let markdown = match &place.found {
        Found::Kind => words::kind(place.by),
        Found::Field { schema, required, .. } => words::field(&place.path, *schema, *required, place.by),
    };
    Some(Hover { range: place.range, markdown })
}

/// Where the CRD defines a field, or the kind, of a custom resource.
pub fn definition(file: &File, offset: u32, name: &str, crds: &Index) -> Option<Definition> {
    let place = place(file, offset, name, crds)?;
    let known: &Known = place.by.known;
    let range = match place.found {
        Found::Kind => {
            let names = known.header().spec().names();
            names.span(crdls_crd::fields::Field::Kind)?.value
        }
        Found::Field { schema, key, .. } => known.in_file(key.unwrap_or_else(|| schema.range())),
    };
    Some(Definition { source: known.source.to_string(), range })
}

fn place<'i>(file: &File, offset: u32, name: &str, crds: &'i Index) -> Option<Place<'i>> {
    let number = file.document_at(offset);
    let root = file.tree().root(file.text(), file.tree().documents().get(number)?)?;
    let object = document::objects_of(root).into_iter().find(|object| object.range().touches(offset))?;
    let by = crds.judgement(object, name)?;
    let entry = object.entries().find(|entry| entry.range.touches(offset))?;
    let key = entry.key.str()?;
    if matches!(&*key, "kind" | "apiVersion") {
        let range = if entry.key.range().touches(offset) { entry.key.range() } else { entry.value.range() };
        return Some(Place { range, path: key.into_owned(), by, found: Found::Kind });
    }
    below(object, by.version.schema()?, offset, String::new(), by)
}

/// The innermost key at an offset that the schema knows.
fn below<'i>(
    node: Node<'_>,
    schema: Schema<'i>,
    offset: u32,
    path: String,
    by: Judgement<'i>,
) -> Option<Place<'i>> {
    if node.kind().is_seq() {
        let (i, item) = node.items().enumerate().find(|(_, item)| item.range().touches(offset))?;
        return below(item, schema.item_schema()?, offset, format!("{path}[{i}]"), by);
    }
    let entry = node.entries().find(|entry| entry.range.touches(offset))?;
    let name = entry.key.str()?;
    let (inner, key) = member(schema, &name)?;
    let path = if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
    if entry.key.range().touches(offset) || entry.value.kind().is_scalar() {
        let required = schema.required().any(|(required, _)| *required == *name);
        let found = Found::Field { schema: inner, required, key };
        return Some(Place { range: entry.key.range(), path, by, found });
    }
    below(entry.value, inner, offset, path, by)
}

/// The schema of a member, and where its name is written.
fn member<'i>(schema: Schema<'i>, name: &str) -> Option<(Schema<'i>, Option<TextRange>)> {
    if let Some(property) = schema.properties().find(|property| property.name == name) {
        return Some((property.schema, Some(property.key)));
    }
    match schema.additional_properties()? {
        OrBool::Schema(values) => Some((values, values.key())),
        OrBool::Bool(_) => None,
    }
}
