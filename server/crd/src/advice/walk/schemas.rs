//! One walk over the schemas of all versions, for all advice on schemas.
//!
//! Knows which schemas there are and what stands around them; must not know what is wrong with one.

use crdls_text::TextRange;

use crate::advice::Input;
use crate::advice::walk::versions::is_deprecated;
use crdls_manifest::model::{OrBool, Property, Schema, Version};
use crdls_report::Path;
use crdls_report::stop::checkpoint;

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
    /// The schema is in an `allOf`, `anyOf`, `oneOf` or `not`: what it lacks is outside of it.
    pub(in crate::advice) clause: bool,
    /// The node belongs to a list or map that server-side apply replaces whole.
    pub(in crate::advice) replaced: bool,
    version: Version<'m>,
    /// The schema that it is directly in; `None` for that of the whole object.
    pub(in crate::advice) around: Option<&'p SchemaPosition<'m, 'p>>,
}

impl SchemaPosition<'_, '_> {
    /// Whether nobody changes it any more: its version is deprecated or not served, or its description or that of a
    /// schema around it calls the field deprecated. It reads the descriptions: for what is to be reported otherwise.
    pub(in crate::advice) fn is_deprecated(&self) -> bool {
        let mut positions = std::iter::successors(Some(self), |position| position.around);
        is_deprecated(self.version)
            || positions.any(|position| calls_deprecated(position.schema.description()))
    }
}

impl SchemaPosition<'_, '_> {
    /// Whether it is inside a type of Kubernetes' own API that the CRD embeds, such as a PodSpec: the author does not
    /// write its schema.
    pub(in crate::advice) fn is_in_core_type(&self) -> bool {
        let mut around = std::iter::successors(self.around, |position| position.around);
        around.any(|position| {
            let has = |field: &&str| position.schema.property(field).is_some();
            CORE_TYPES.iter().any(|fields| fields.iter().all(has))
        })
    }
}

/// Fields by which types are recognized that CRDs embed: PodSpec, Container, Volume.
const CORE_TYPES: [[&str; 5]; 3] = [
    ["containers", "dnsPolicy", "hostNetwork", "schedulerName", "terminationGracePeriodSeconds"],
    ["env", "image", "imagePullPolicy", "terminationMessagePath", "volumeMounts"],
    ["configMap", "emptyDir", "hostPath", "projected", "secret"],
];

/// Looks at each schema of each version; at one that several versions share by an alias once.
pub(in crate::advice) fn each<'m>(input: &Input<'m>, look: &mut dyn FnMut(&SchemaPosition<'m, '_>)) {
    let (spec, mut seen) = (Path::EMPTY.child("spec"), Vec::new());
    let versions = spec.child("versions");
    for (i, version) in input.crd.versions().enumerate() {
        let Some(schema) = version.schema().filter(|schema| !seen.contains(&schema.range())) else {
            continue;
        };
        seen.push(schema.range());
        let path = versions.index(i);
        let (holder, key) = (path.child("schema"), schema.key());
        let path = &holder.child("openAPIV3Schema");
        let (name, around) = ("", None);
        let (resource, clause, replaced) = (true, false, false);
        below(SchemaPosition { schema, path, name, key, resource, clause, replaced, version, around }, look);
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
        around: Some(&place),
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

/// Whether a description calls its field deprecated, as Go comments do (`Deprecated: use …`) and people in sentences.
fn calls_deprecated(description: &str) -> bool {
    let is_word = |word: &str| word.eq_ignore_ascii_case("deprecated");
    let mut sentences = description.split(['.', '\n', ':', ';']);
    sentences.any(|sentence| {
        let mut words = sentence.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        match words.next() {
            Some(first) if first.eq_ignore_ascii_case("this") => words.any(is_word),
            first => first.is_some_and(is_word),
        }
    })
}

/// Whether server-side apply takes the value for one: nobody owns a part of it.
fn is_replaced(schema: Schema<'_>) -> bool {
    match schema.type_() {
        "array" => schema.list_type() != Some("map"),
        "object" => schema.map_type() == Some("atomic"),
        _ => false,
    }
}
