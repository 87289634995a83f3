//! One walk over the schemas of all versions, for all advice on schemas.
//!
//! Knows which schemas there are and what stands around them; must not know what is wrong with one.

use crdls_text::TextRange;

use super::{
    Input, enum_of_another_type, impossible_bounds, missing_list_type, required_without_property, rules,
    unenforced_format,
};
use crdls_schema::Finding;
use crdls_schema::Path;
use crdls_schema::model::{OrBool, Property, Schema};
use crdls_schema::stop::checkpoint;

/// A schema on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'m, 'p> {
    pub(super) schema: Schema<'m>,
    pub(super) path: &'p Path<'p>,
    /// The property that it is the schema of, where it is one's.
    pub(super) name: &'m str,
    /// Where that name is written.
    pub(super) key: Option<TextRange>,
    /// It is the whole object's, or an object's inside of it: the server knows `apiVersion`, `kind` and
    /// `metadata`.
    pub(super) resource: bool,
    /// It stands in an `allOf`, `anyOf`, `oneOf` or `not`: what it lacks is outside of it.
    pub(super) clause: bool,
    /// It belongs to a list or map that server-side apply replaces whole.
    pub(super) replaced: bool,
}

/// A rule that looks at one schema.
type Look = fn(&Place<'_, '_>, &Input<'_>, &mut Vec<Finding>);

const RULES: [Look; 6] = [
    enum_of_another_type::look,
    impossible_bounds::look,
    missing_list_type::look,
    required_without_property::look,
    rules::look,
    unenforced_format::look,
];

/// All advice on the schemas of all versions.
pub(super) fn find(input: &Input<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
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
        each(Place { schema, path: &path, name: "", key, resource, clause, replaced }, &mut |place| {
            RULES.iter().for_each(|rule| rule(place, input, &mut found));
        });
    }
    found
}

/// Looks at a schema and all below it, as deep as the manifest is.
fn each(place: Place<'_, '_>, look: &mut dyn FnMut(&Place<'_, '_>)) {
    checkpoint();
    look(&place);
    let Place { schema, path, .. } = place;
    let inside =
        Place { name: "", resource: false, replaced: place.replaced || is_replaced(schema), ..place };
    let properties = path.child("properties");
    for Property { name, key, schema } in schema.properties() {
        let (path, key, resource) = (&properties.key(name), Some(key), schema.embedded_resource());
        each(Place { schema, path, name, key, resource, ..inside }, look);
    }
    if let Some(schema) = schema.item_schema() {
        let (path, key, resource) = (&path.child("items"), schema.key(), schema.embedded_resource());
        each(Place { schema, path, key, resource, ..inside }, look);
    }
    if let Some(OrBool::Schema(schema)) = schema.additional_properties() {
        let (path, key, resource) =
            (&path.child("additionalProperties"), schema.key(), schema.embedded_resource());
        each(Place { schema, path, key, resource, ..inside }, look);
    }
    clauses(Place { clause: true, ..inside }, look);
}

fn clauses(place: Place<'_, '_>, look: &mut dyn FnMut(&Place<'_, '_>)) {
    let Place { schema, path, .. } = place;
    let (all, any, one) = (path.child("allOf"), path.child("anyOf"), path.child("oneOf"));
    let all = schema.all_of().enumerate().map(|(i, schema)| (&all, i, schema));
    let any = schema.any_of().enumerate().map(|(i, schema)| (&any, i, schema));
    let one = schema.one_of().enumerate().map(|(i, schema)| (&one, i, schema));
    for (path, i, schema) in all.chain(any).chain(one) {
        each(Place { schema, path: &path.index(i), key: None, ..place }, look);
    }
    if let Some(schema) = schema.not() {
        each(Place { schema, path: &path.child("not"), key: schema.key(), ..place }, look);
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
