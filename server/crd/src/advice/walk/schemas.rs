//! One walk over the schemas of all versions, for all advice on schemas.
//!
//! Knows which schemas there are and what stands around them; must not know what is wrong with one.

use crdls_text::TextRange;

use crate::advice::Input;
use crdls_schema::Path;
use crdls_schema::model::{OrBool, Property, Schema};
use crdls_schema::stop::checkpoint;

/// A schema, where it is and what its surroundings say of it.
#[derive(Clone, Copy, Debug)]
pub(in crate::advice) struct SchemaPosition<'m, 'p> {
    pub(in crate::advice) schema: Schema<'m>,
    pub(in crate::advice) path: &'p Path<'p>,
    /// The property that it is the schema of, where it is one's.
    pub(in crate::advice) name: &'m str,
    /// Where that name is written.
    pub(in crate::advice) key: Option<TextRange>,
    /// It is the whole object's, or an object's inside of it: the server knows `apiVersion`, `kind` and
    /// `metadata`.
    pub(in crate::advice) resource: bool,
    /// It stands in an `allOf`, `anyOf`, `oneOf` or `not`: what it lacks is outside of it.
    pub(in crate::advice) clause: bool,
    /// It belongs to a list or map that server-side apply replaces whole.
    pub(in crate::advice) replaced: bool,
}

/// Looks at each schema of each version; at one that several versions share by an alias once.
pub(in crate::advice) fn each<'m>(input: &Input<'m>, look: &mut dyn FnMut(&SchemaPosition<'m, '_>)) {
    let (spec, mut seen) = (Path::EMPTY.child("spec"), Vec::new());
    let versions = spec.child("versions");
    for (i, version) in input.crd.versions().enumerate() {
        let Some(schema) = version.schema().filter(|schema| !seen.contains(&schema.range())) else {
            continue;
        };
        seen.push(schema.range());
        let version = versions.index(i);
        let (holder, key) = (version.child("schema"), schema.key());
        let path = holder.child("openAPIV3Schema");
        let (resource, clause, replaced) = (true, false, false);
        below(SchemaPosition { schema, path: &path, name: "", key, resource, clause, replaced }, look);
    }
}

/// Looks at a schema and all below it, as deep as the manifest is.
fn below<'m>(place: SchemaPosition<'m, '_>, look: &mut dyn FnMut(&SchemaPosition<'m, '_>)) {
    checkpoint();
    look(&place);
    let SchemaPosition { schema, path, .. } = place;
    let inside = SchemaPosition {
        name: "",
        resource: false,
        replaced: place.replaced || is_replaced(schema),
        ..place
    };
    let properties = path.child("properties");
    for Property { name, key, schema } in schema.properties() {
        let (path, key, resource) = (&properties.key(name), Some(key), schema.embedded_resource());
        below(SchemaPosition { schema, path, name, key, resource, ..inside }, look);
    }
    if let Some(schema) = schema.item_schema() {
        let (path, key, resource) = (&path.child("items"), schema.key(), schema.embedded_resource());
        below(SchemaPosition { schema, path, key, resource, ..inside }, look);
    }
    if let Some(OrBool::Schema(schema)) = schema.additional_properties() {
        let (path, key, resource) =
            (&path.child("additionalProperties"), schema.key(), schema.embedded_resource());
        below(SchemaPosition { schema, path, key, resource, ..inside }, look);
    }
    clauses(SchemaPosition { clause: true, ..inside }, look);
}

fn clauses<'m>(place: SchemaPosition<'m, '_>, look: &mut dyn FnMut(&SchemaPosition<'m, '_>)) {
    let SchemaPosition { schema, path, .. } = place;
    let (all, any, one) = (path.child("allOf"), path.child("anyOf"), path.child("oneOf"));
    let all = schema.all_of().enumerate().map(|(i, schema)| (&all, i, schema));
    let any = schema.any_of().enumerate().map(|(i, schema)| (&any, i, schema));
    let one = schema.one_of().enumerate().map(|(i, schema)| (&one, i, schema));
    for (path, i, schema) in all.chain(any).chain(one) {
        below(SchemaPosition { schema, path: &path.index(i), key: None, ..place }, look);
    }
    if let Some(schema) = schema.not() {
        below(SchemaPosition { schema, path: &path.child("not"), key: schema.key(), ..place }, look);
    }
}

/// Whether server-side apply takes the value for one: nobody owns a part of it.
fn is_replaced(schema: Schema<'_>) -> bool {
    match schema.type_() {
        "array" => schema.list_type() != Some("map"),
        "object" => schema.map_type() == Some("atomic"),
        _ => false,
    }
}
