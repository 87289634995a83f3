//! CRDs and their versions (pkg/crd/gen.go, spec.go; pkg/crd/markers/crd.go).

use std::collections::BTreeMap;
use std::sync::Arc;

use crdls_markers::Parsed;
use crdls_markers::collect::Owner;
use crdls_markers::program::Package;
use crdls_values::Json;

use crate::data::Object;
use crate::flatten::{Flattener, cut_descriptions};
use crate::output::Values;
use crate::plural::plural;
use crate::schema::{Property, Schema, TypeId};
use crate::types::{LocatedType, Schemas};
use crate::{Data, Item, Origin, output};

/// The annotation in which controller-gen writes its version.
pub const VERSION_ANNOTATION: &str = "controller-gen.kubebuilder.io/version";

/// A CRD.
#[derive(Clone, Debug, PartialEq)]
pub struct GeneratedCrd {
    /// `metadata.name`
    pub name: String,
    /// The name of the file that controller-gen writes.
    pub file_name: String,
    /// The object.
    pub object: Item,
    /// Types in it that could not be found, with the number of their uses.
    pub unknown: BTreeMap<Arc<str>, u32>,
    /// The object for checks: nodes of unknown types accept anything ([`Item::is_unknown`]). None if it is the same.
    pub checked: Option<Item>,
}

/// The version of a package (`GroupVersionForPackage`), which has none without a group.
fn version_of(package: &Package) -> String {
    if package.group_name().is_none() {
        return String::new();
    }
    let markers = package.files.iter().flat_map(|file| file.markers.values_of(Owner::Package));
    let mut named = markers.filter(|parsed| parsed.marker.name == "versionName");
    let version = named.find_map(|parsed| parsed.value.as_ref()?.as_str().map(str::to_owned));
    version.unwrap_or_else(|| package.name().to_owned())
}

/// A CRD under construction.
pub(crate) struct Crd {
    group: String,
    kind: String,
    names: BTreeMap<&'static str, Item>,
    scope: Item,
    annotations: Object,
    labels: Object,
    versions: Vec<CrdVersion>,
    origin: Origin,
}

struct CrdVersion {
    name: String,
    schema: Arc<Schema>,
    origin: Origin,
    served: Item,
    storage: Item,
    deprecated: Option<Item>,
    warning: Option<Item>,
    columns: Vec<Item>,
    selectable: Vec<Item>,
    subresources: Option<Object>,
}

impl Crd {
    pub(crate) fn new(group: &str, kind: &str) -> Self {
        let text = |value: &str| Item::text(value, Origin::default());
        let names = [
            ("kind", text(kind)),
            ("listKind", text(&format!("{kind}List"))),
            ("plural", text(&plural(kind))),
            ("singular", text(&kind.to_lowercase())),
        ];
        Self {
            group: group.to_owned(),
            kind: kind.to_owned(),
            names: names.into(),
            scope: text("Namespaced"),
            annotations: Object::default(),
            labels: Object::default(),
            versions: Vec::new(),
            origin: Origin::default(),
        }
    }

    /// `NeedCRDFor`
    pub(crate) fn made(
        mut self,
        schemas: &mut Schemas<'_>,
        flattener: &mut Flattener,
        places: &[LocatedType<'_>],
        written: impl FnOnce() -> Option<Json>,
    ) -> Option<GeneratedCrd> {
        for place in places {
            let mut schema = flattener.schema(schemas, &TypeId::of(place.at));
            if let Some(limit) = schemas.options.max_description {
                schema = cut_descriptions(schemas, &schema, limit);
            }
            let origin = place.origin(place.at.spec.name);
            self.origin = origin;
            for item in self.names.values_mut().chain([&mut self.scope]) {
                item.origin = origin;
            }
            self.versions.push(CrdVersion {
                name: version_of(place.at.package),
                schema: with_plain_metadata(&schema),
                origin,
                served: Item::bool(true, origin),
                storage: Item::bool(false, origin),
                deprecated: None,
                warning: None,
                columns: Vec::new(),
                selectable: Vec::new(),
                subresources: None,
            });
        }
        for place in places {
            let version = version_of(place.at.package);
            for parsed in place.markers(place.at.owner()) {
                if let Err(sentence) = self.apply(*place, parsed, &version) {
                    schemas.problem(place.origin(parsed.range), sentence);
                }
            }
        }
        if self.versions.is_empty() {
            return None;
        }
        self.versions.sort_by(|a, b| a.name.cmp(&b.name));
        if let [only] = self.versions.as_mut_slice() {
            only.storage.data = Data::Bool(true);
        }
        self.check(schemas);
        if !schemas.options.omit_tool_version {
            let version = Item::text(&schemas.options.version.to_string(), Origin::default());
            self.annotations.set(VERSION_ANNOTATION, version);
        }
        let plural = self.names.get("plural").and_then(Item::as_str).unwrap_or("").to_owned();
        let name = format!("{plural}.{}", self.group);
        let file_name = format!("{}_{plural}.yaml", self.group);
        let preserve = schemas.options.preserve_unknown_fields;
        let mut values = Values { kept: schemas.kept, opens_unknown: true };
        let has_unknown = self.versions.iter().any(|version| values.has_unknown(&version.schema));
        let written = has_unknown.then(written).flatten();
        let written = written.as_ref();
        let mut unknown = BTreeMap::new();
        for version in &self.versions {
            output::unknown_in(&version.schema, version.written(written), &mut unknown);
        }
        let checked = (!unknown.is_empty()).then(|| self.object(&plural, preserve, written, &mut values));
        values.opens_unknown = false;
        let object = self.object(&plural, preserve, written, &mut values);
        Some(GeneratedCrd { name, file_name, object, unknown, checked })
    }

    fn check(&self, schemas: &mut Schemas<'_>) {
        let is_set = |item: &Item| item.data == Data::Bool(true);
        let kind = &self.kind;
        if !self.versions.iter().any(|version| is_set(&version.storage)) {
            schemas.problem(self.origin, format!("CRD for {kind}.{} has no storage version", self.group));
        }
        if !self.versions.iter().any(|version| is_set(&version.served)) {
            schemas.problem(self.origin, format!("CRD for {kind}.{} does not serve any version", self.group));
        }
    }

    /// `ApplyToCRD`
    fn apply(&mut self, place: LocatedType<'_>, parsed: &Parsed, version: &str) -> Result<(), String> {
        let origin = place.origin(parsed.range);
        let argument = |name: &str| place.argument(parsed, name).filter(|item| item.as_str() != Some(""));
        match parsed.marker.name {
            "kubebuilder:resource" => self.resource(&argument),
            "kubebuilder:metadata" => return self.metadata(&argument),
            "kubebuilder:skipversion" => {
                self.versions.retain(|known| known.name != version);
                return Ok(());
            }
            _ => {}
        }
        let what = match parsed.marker.name {
            "kubebuilder:subresource:status" => "status subresource",
            "kubebuilder:subresource:scale" => "scale subresource",
            "kubebuilder:printcolumn" => "printer columns",
            "kubebuilder:selectablefield" => "selectable field",
            "kubebuilder:storageversion"
            | "kubebuilder:unservedversion"
            | "kubebuilder:deprecatedversion" => "",
            _ => return Ok(()),
        };
        let Some(known) = self.versions.iter_mut().find(|known| known.name == version) else {
            if what.is_empty() {
                return Ok(());
            }
            return Err(format!("{what} applied to version {version:?} not in CRD"));
        };
        match parsed.marker.name {
            "kubebuilder:subresource:status" => {
                let status = Object::default().item(origin);
                known.subresources.get_or_insert_default().set("status", status);
            }
            "kubebuilder:subresource:scale" => {
                let mut scale = Object::default();
                for (name, from) in [
                    ("labelSelectorPath", "selectorpath"),
                    ("specReplicasPath", "specpath"),
                    ("statusReplicasPath", "statuspath"),
                ] {
                    scale.set_some(name, place.argument(parsed, from));
                }
                known.subresources.get_or_insert_default().set("scale", scale.item(origin));
            }
            "kubebuilder:printcolumn" => {
                known.subresources.get_or_insert_default();
                known.columns.push(column(&argument, parsed, place));
            }
            "kubebuilder:selectablefield" => {
                let mut field = Object::default();
                field.set_some("jsonPath", place.argument(parsed, "JSONPath"));
                known.selectable.push(field.item(origin));
            }
            "kubebuilder:storageversion" => known.storage = Item::bool(true, origin),
            "kubebuilder:unservedversion" => known.served = Item::bool(false, origin),
            _ => {
                known.deprecated = Some(Item::bool(true, origin));
                known.warning = place.argument(parsed, "warning");
            }
        }
        Ok(())
    }

    fn resource(&mut self, argument: &impl Fn(&str) -> Option<Item>) {
        if let Some(path) = argument("path") {
            self.names.insert("plural", path);
        }
        if let Some(singular) = argument("singular") {
            self.names.insert("singular", singular);
        }
        for (name, from) in [("shortNames", "shortName"), ("categories", "categories")] {
            match argument(from).filter(|list| list.data != Data::List(Vec::new())) {
                Some(list) => self.names.insert(name, list),
                None => self.names.remove(name),
            };
        }
        self.scope = argument("scope").unwrap_or_else(|| Item::text("Namespaced", self.origin));
    }

    fn metadata(&mut self, argument: &impl Fn(&str) -> Option<Item>) -> Result<(), String> {
        for (name, is_label) in [("annotations", false), ("labels", true)] {
            let Some(Item { data: Data::List(list), .. }) = argument(name) else { continue };
            for item in list {
                let text = item.as_str().unwrap_or("");
                match text.split_once('=') {
                    Some((key, value)) => {
                        let of = if is_label { &mut self.labels } else { &mut self.annotations };
                        of.set(key, Item::text(value, item.origin));
                    }
                    None => return Err(format!("annotation {text} is not in 'xxx=xxx' format")),
                }
            }
        }
        Ok(())
    }

    fn object(
        &self,
        plural: &str,
        preserve_unknown: Option<bool>,
        written: Option<&Json>,
        values: &mut Values<'_>,
    ) -> Item {
        let text = |value: &str| Item::text(value, self.origin);
        let mut metadata = Object::default();
        if !self.annotations.0.is_empty() {
            metadata.set("annotations", Object(self.annotations.0.clone()).item(self.origin));
        }
        if !self.labels.0.is_empty() {
            metadata.set("labels", Object(self.labels.0.clone()).item(self.origin));
        }
        metadata.set("name", text(&format!("{plural}.{}", self.group)));
        let mut names = Object::default();
        for (name, value) in &self.names {
            names.set(name, value.clone());
        }
        let mut spec = Object::default();
        spec.set("group", text(&self.group));
        spec.set("names", names.item(self.origin));
        if let Some(preserve) = preserve_unknown {
            spec.set("preserveUnknownFields", Item::bool(preserve, Origin::default()));
        }
        spec.set("scope", self.scope.clone());
        let versions = self.versions.iter().map(|version| version.object(written, values)).collect();
        spec.set("versions", Item::new(Data::List(versions), self.origin));
        let mut object = Object::default();
        object.set("apiVersion", text("apiextensions.k8s.io/v1"));
        object.set("kind", text("CustomResourceDefinition"));
        object.set("metadata", metadata.item(self.origin));
        object.set("spec", spec.item(self.origin));
        object.item(self.origin)
    }
}

impl CrdVersion {
    /// The schema that a CRD has of this version.
    fn written<'w>(&self, crd: Option<&'w Json>) -> Option<&'w Json> {
        output::of_version(crd?, &self.name)
    }

    fn object(&self, written: Option<&Json>, values: &mut Values<'_>) -> Item {
        let mut object = Object::default();
        for (name, list) in
            [("additionalPrinterColumns", &self.columns), ("selectableFields", &self.selectable)]
        {
            if let Some(first) = list.first() {
                object.set(name, Item::new(Data::List(list.clone()), first.origin));
            }
        }
        object.set_some("deprecated", self.deprecated.clone());
        object.set_some("deprecationWarning", self.warning.clone());
        object.set("name", Item::text(&self.name, self.origin));
        let mut schema = Object::default();
        schema.set("openAPIV3Schema", values.schema(&self.schema, self.written(written)));
        object.set("schema", schema.item(self.origin));
        object.set("served", self.served.clone());
        object.set("storage", self.storage.clone());
        if let Some(subresources) = &self.subresources {
            object.set("subresources", Object(subresources.0.clone()).item(self.origin));
        }
        object.item(self.origin)
    }
}

fn column(argument: &impl Fn(&str) -> Option<Item>, parsed: &Parsed, place: LocatedType<'_>) -> Item {
    let mut column = Object::default();
    for name in ["description", "format"] {
        column.set_some(name, argument(name));
    }
    for (name, from) in [("jsonPath", "JSONPath"), ("name", "name"), ("type", "type")] {
        column.set_some(name, place.argument(parsed, from));
    }
    column.set_some("priority", argument("priority").filter(|item| item.data != Data::Int(0)));
    column.item(place.origin(parsed.range))
}

/// `FixTopLevelMetadata`
fn with_plain_metadata(schema: &Arc<Schema>) -> Arc<Schema> {
    let Some(metadata) = schema.properties.get("metadata") else { return schema.clone() };
    let origin = metadata.schema.origin;
    let plain = Property { origin: metadata.origin, schema: Arc::new(Schema::of("object", origin)) };
    let mut out = (**schema).clone();
    out.properties.insert("metadata".into(), plain);
    Arc::new(out)
}
