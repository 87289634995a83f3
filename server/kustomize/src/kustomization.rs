//! A kustomization as it is written: `types.Kustomization`, decoded and completed.
//!
//! Knows fields and their places; must not know files.

use crdls_values::{Json, JsonValue};

use crate::config::FieldSpec;
use crate::decode::{Anything, Decoder, Pairs, Read, Spelled, Unused, records};
use crate::node::Origin;
use crate::problem::{Problem, ProblemKind, Step};

records! {
    /// The fields of a kustomization.
    Kustomization {
        "apiVersion" api_version: Option<Spelled<String>>,
        "kind" kind: Option<Spelled<String>>,
        "metadata" metadata: Metadata,
        "openapi" openapi: Unused<Pairs>,
        "namePrefix" name_prefix: Option<Spelled<String>>,
        "nameSuffix" name_suffix: Option<Spelled<String>>,
        "namespace" namespace: Option<Spelled<String>>,
        "commonLabels" common_labels: Pairs,
        "labels" labels: Vec<Label>,
        "commonAnnotations" common_annotations: Pairs,
        "patchesStrategicMerge" patches_strategic_merge: Vec<Spelled<String>>,
        "patchesJson6902" patches_json6902: Vec<Patch>,
        "patches" patches: Vec<Patch>,
        "images" images: Vec<Image>,
        "imageTags" image_tags: Vec<Image>,
        "replacements" replacements: Vec<Replacement>,
        "replicas" replicas: Vec<Replica>,
        "vars" vars: Vec<Var>,
        "sortOptions" sort_options: Option<SortOptions>,
        "resources" resources: Vec<Spelled<String>>,
        "components" components: Vec<Spelled<String>>,
        "crds" crds: Vec<Spelled<String>>,
        "bases" bases: Vec<Spelled<String>>,
        "configMapGenerator" config_maps: Vec<Generated>,
        "secretGenerator" secrets: Vec<Generated>,
        "helmGlobals" helm_globals: HelmGlobals,
        "helmCharts" helm_charts: Anything,
        "helmChartInflationGenerator" helm_generator: Anything,
        "generatorOptions" generator_options: GeneratorOptions,
        "configurations" configurations: Vec<Spelled<String>>,
        "generators" generators: Unused<Vec<String>>,
        "transformers" transformers: Vec<Spelled<String>>,
        "validators" validators: Unused<Vec<String>>,
        "buildMetadata" build_metadata: Unused<Vec<String>>,
    }

    /// The metadata of a kustomization.
    Metadata {
        "name" name: Unused<String>,
        "namespace" namespace: Unused<String>,
        "labels" labels: Unused<Pairs>,
        "annotations" annotations: Unused<Pairs>,
    }

    /// Settings of all charts.
    HelmGlobals {
        "chartHome" chart_home: Unused<String>,
        "configHome" config_home: Unused<String>,
    }

    /// Labels with the fields that they are added to.
    Label {
        "pairs" pairs: Pairs,
        "includeSelectors" include_selectors: bool,
        "includeTemplates" include_templates: bool,
        "includeVolumeClaimTemplates" include_volume_claim_templates: bool,
        "fields" fields: Vec<FieldSpec>,
    }

    /// An entry of `patches` or `patchesJson6902`; `jsonOp` is what the configuration of a transformer has for `patch`.
    Patch {
        "path" path: Option<Spelled<String>>,
        "patch" patch: Option<Spelled<String>>,
        "target" target: Option<Target>,
        "options" options: PatchOptions,
    }

    /// What a patch may change of an id.
    PatchOptions {
        "allowNameChange" name: bool,
        "allowKindChange" kind: bool,
    }

    /// The parts of an id (`resid.ResId`).
    Id {
        "group" group: Spelled<String>,
        "version" version: Spelled<String>,
        "kind" kind: Spelled<String>,
        "name" name: Spelled<String>,
        "namespace" namespace: Spelled<String>,
    }

    /// A selector of resources by expressions (`types.Selector`).
    Target {
        inline id: Id,
        "labelSelector" labels: Spelled<String>,
        "annotationSelector" annotations: Spelled<String>,
    }

    /// An entry of `images`.
    Image {
        "name" name: String,
        "newName" new_name: String,
        "newTag" new_tag: String,
        "tagSuffix" tag_suffix: String,
        "digest" digest: String,
    }

    /// An entry of `replicas`.
    Replica {
        "name" name: String,
        "count" count: Spelled<i64>,
    }

    /// A value that is copied to fields, or a file with some (`types.ReplacementField`).
    Replacement {
        "path" path: Option<Spelled<String>>,
        "source" source: Option<Source>,
        "sourceValue" source_value: Option<Spelled<String>>,
        "targets" targets: Option<Vec<ReplacementTarget>>,
    }

    /// Where the value of a replacement comes from.
    Source {
        inline id: Id,
        "fieldPath" field_path: Option<Spelled<String>>,
        "options" options: Option<FieldOptions>,
    }

    /// Where the value of a replacement goes.
    ReplacementTarget {
        "select" select: Option<Target>,
        "reject" reject: Vec<Target>,
        "fieldPaths" field_paths: Vec<Spelled<String>>,
        "options" options: Option<FieldOptions>,
    }

    /// Which part of a text a replacement reads or writes.
    FieldOptions {
        "delimiter" delimiter: String,
        "index" index: i64,
        "encoding" encoding: Unused<String>,
        "create" create: bool,
    }

    /// An entry of `vars`.
    Var {
        "name" name: Spelled<String>,
        "objref" object: VarObject,
        "fieldref" field: VarField,
    }

    /// The object that has the value of a variable.
    VarObject {
        "apiVersion" api_version: String,
        "group" group: String,
        "version" version: String,
        "kind" kind: String,
        "name" name: String,
        "namespace" namespace: String,
    }

    /// The field that has the value of a variable.
    VarField {
        "fieldPath" path: String,
    }

    /// A ConfigMap or Secret that is generated.
    Generated {
        "name" name: Spelled<String>,
        "namespace" namespace: String,
        "behavior" behavior: String,
        "literals" literals: Vec<Spelled<String>>,
        "files" files: Vec<Spelled<String>>,
        "envs" envs: Vec<Spelled<String>>,
        "env" env: Option<Spelled<String>>,
        "options" options: GeneratorOptions,
        "type" type_name: Option<Spelled<String>>,
    }

    /// What holds for generated objects.
    GeneratorOptions {
        "labels" labels: Unused<Pairs>,
        "annotations" annotations: Unused<Pairs>,
        "disableNameSuffixHash" no_hash: bool,
        "immutable" immutable: Unused<bool>,
    }

    /// The order of what is printed.
    SortOptions {
        "order" order: Spelled<String>,
        "legacySortOptions" legacy: Option<LegacyOrder>,
    }

    /// The kinds that come first and last in the legacy order.
    LegacyOrder {
        "orderFirst" first: Vec<String>,
        "orderLast" last: Vec<String>,
    }
}

/// Fields that kustomize evaluates and this crate does not.
const NOT_EVALUATED: [&str; 6] =
    ["openapi", "helmCharts", "helmChartInflationGenerator", "generators", "validators", "buildMetadata"];

/// Fields of which kustomize says that they are deprecated (`CheckDeprecatedFields`).
const DEPRECATED: [&str; 6] =
    ["bases", "commonLabels", "imageTags", "patchesJson6902", "patchesStrategicMerge", "vars"];

impl Kustomization {
    /// Decodes a kustomization (`Unmarshal`, `FixKustomization`).
    pub(crate) fn decode(file: u32, root: &Json) -> Step<Self> {
        let mut all = Self::read(Decoder::strict(file, "Kustomization"), root, "")?;
        if let Some(unknown) = all.config_maps.iter().find_map(|map| map.type_name.as_ref()) {
            let message = "json: unknown field \"type\"";
            return Err(Problem::new(ProblemKind::UnknownField, message, unknown.at));
        }
        all.resources.append(&mut all.bases);
        all.images.append(&mut all.image_tags);
        Ok(all)
    }
}

/// The fields of a kustomization that are set and among some.
fn set<'j>(
    root: &'j Json,
    names: &'static [&'static str],
) -> impl Iterator<Item = (&'static str, &'j crdls_values::JsonMember)> {
    let members = root.members().iter().filter(|member| !member.value.is_null());
    members.filter_map(|member| {
        let name = names.iter().find(|name| name.eq_ignore_ascii_case(&member.name))?;
        Some((*name, member))
    })
}

/// Fields that are set and not evaluated.
pub(crate) fn not_evaluated(file: u32, root: &Json) -> Vec<Spelled<&'static str>> {
    let is_set = |value: &Json| !matches!(&value.value, JsonValue::List(items) if items.is_empty());
    let found = set(root, &NOT_EVALUATED).filter(|(_, member)| is_set(&member.value));
    found.map(|(value, member)| Spelled { value, at: Origin { file, range: member.key } }).collect()
}

/// Deprecated fields that are set.
pub(crate) fn deprecated(file: u32, root: &Json) -> Vec<Spelled<&'static str>> {
    let found = set(root, &DEPRECATED);
    found.map(|(value, member)| Spelled { value, at: Origin { file, range: member.key } }).collect()
}

/// Whether nothing but `apiVersion` and `kind` is set (`CheckEmpty`).
pub(crate) fn is_empty(root: &Json) -> bool {
    root.members().iter().all(|member| {
        let is_type = ["apiVersion", "kind"].iter().any(|name| name.eq_ignore_ascii_case(&member.name));
        is_type || member.value.is_null() || member.value.as_str() == Some("")
    })
}

impl Id {
    /// Group, version, kind, name and namespace.
    pub(crate) const fn parts(&self) -> [&Spelled<String>; 5] {
        [&self.group, &self.version, &self.kind, &self.name, &self.namespace]
    }
}

impl Var {
    /// Group and version of the object (`Target.GVK`).
    pub(crate) fn group_version(&self) -> (&str, &str) {
        let object = &self.object;
        match object.api_version.split_once('/') {
            Some((group, version)) if !version.contains('/') => (group, version),
            None if !object.api_version.is_empty() => (&object.group, &object.api_version),
            _ => (&object.group, &object.version),
        }
    }

    /// The path of the field that has the value.
    pub(crate) fn field_path(&self) -> &str {
        if self.field.path.is_empty() { "metadata.name" } else { &self.field.path }
    }
}
