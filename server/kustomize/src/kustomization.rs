//! A kustomization as it is written: `types.Kustomization`, decoded and completed.
//!
//! Knows fields and their places; must not know files.

use crdls_values::{Json, JsonValue};

use crate::config::FieldSpec;
use crate::decode::{Anything, Decoder, FieldPath, Pairs, Read, Spelled, records};
use crate::id::Gvk;
use crate::node::Origin;
use crate::problem::{Problem, ProblemKind, Step};

records! {
    /// The fields of a kustomization.
    Kustomization {
        "apiVersion" api_version: Spelled,
        "kind" kind: Spelled,
        "metadata" metadata: Metadata,
        "openapi" openapi: Pairs,
        "namePrefix" name_prefix: Spelled,
        "nameSuffix" name_suffix: Spelled,
        "namespace" namespace: Spelled,
        "commonLabels" common_labels: Pairs,
        "labels" labels: Vec<Label>,
        "commonAnnotations" common_annotations: Pairs,
        "patchesStrategicMerge" patches_strategic_merge: Vec<Spelled>,
        "patchesJson6902" patches_json6902: Vec<Patch>,
        "patches" patches: Vec<Patch>,
        "images" images: Vec<Image>,
        "imageTags" image_tags: Vec<Image>,
        "replacements" replacements: Vec<Replacement>,
        "replicas" replicas: Vec<Replica>,
        "vars" vars: Vec<Var>,
        "sortOptions" sort_options: Option<SortOptions>,
        "resources" resources: Vec<Spelled>,
        "components" components: Vec<Spelled>,
        "crds" crds: Vec<Spelled>,
        "bases" bases: Vec<Spelled>,
        "configMapGenerator" config_maps: Vec<Generated>,
        "secretGenerator" secrets: Vec<Generated>,
        "helmGlobals" helm_globals: HelmGlobals,
        "helmCharts" helm_charts: Anything,
        "helmChartInflationGenerator" helm_generator: Anything,
        "generatorOptions" generator_options: GeneratorOptions,
        "configurations" configurations: Vec<Spelled>,
        "generators" generators: Vec<String>,
        "transformers" transformers: Vec<Spelled>,
        "validators" validators: Vec<String>,
        "buildMetadata" build_metadata: Vec<String>,
    }

    /// The metadata of a kustomization.
    Metadata {
        "name" name: String,
        "namespace" namespace: String,
        "labels" labels: Pairs,
        "annotations" annotations: Pairs,
    }

    /// Settings of all charts.
    HelmGlobals {
        "chartHome" chart_home: String,
        "configHome" config_home: String,
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
        "path" path: Spelled,
        "patch" patch: Spelled,
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
        "group" group: Spelled,
        "version" version: Spelled,
        "kind" kind: Spelled,
        "name" name: Spelled,
        "namespace" namespace: Spelled,
    }

    /// A selector of resources by expressions (`types.Selector`).
    Target {
        inline id: Id,
        "labelSelector" labels: Spelled,
        "annotationSelector" annotations: Spelled,
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
        "path" path: Spelled,
        "source" source: Option<Source>,
        "sourceValue" source_value: Option<Spelled>,
        "targets" targets: Option<Vec<ReplacementTarget>>,
    }

    /// Where the value of a replacement comes from.
    Source {
        inline id: Id,
        "fieldPath" field_path: Spelled<FieldPath>,
        "options" options: Option<FieldOptions>,
    }

    /// Where the value of a replacement goes.
    ReplacementTarget {
        "select" select: Option<Target>,
        "reject" reject: Vec<Target>,
        "fieldPaths" field_paths: Vec<Spelled<FieldPath>>,
        "options" options: Option<FieldOptions>,
    }

    /// Which part of a text a replacement reads or writes.
    FieldOptions {
        "delimiter" delimiter: String,
        "index" index: i64,
        "encoding" encoding: String,
        "create" create: bool,
    }

    /// An entry of `vars`.
    Var {
        "name" name: Spelled,
        "objref" object: VarObject,
        "fieldref" field: VarField,
    }

    /// The object that has the value of a variable.
    VarObject {
        inline gvk: Gvk,
        "apiVersion" api_version: String,
        "name" name: String,
        "namespace" namespace: String,
    }

    /// The field that has the value of a variable.
    VarField {
        "fieldPath" path: String,
    }

    /// A ConfigMap or Secret that is generated.
    Generated {
        "name" name: Spelled,
        "namespace" namespace: String,
        "behavior" behavior: String,
        "literals" literals: Vec<Spelled>,
        "files" files: Vec<Spelled>,
        "envs" envs: Vec<Spelled>,
        "env" env: Spelled,
        "options" options: GeneratorOptions,
        "type" type_name: Option<Spelled>,
    }

    /// What holds for generated objects.
    GeneratorOptions {
        "labels" labels: Pairs,
        "annotations" annotations: Pairs,
        "disableNameSuffixHash" no_hash: bool,
        "immutable" immutable: bool,
    }

    /// The order of what is printed.
    SortOptions {
        "order" order: Spelled,
        "legacySortOptions" legacy: Option<LegacyOrder>,
    }

    /// The kinds that come first and last in the legacy order.
    LegacyOrder {
        "orderFirst" first: Vec<String>,
        "orderLast" last: Vec<String>,
    }
}

/// Fields that are reported where they are set: those that kustomize evaluates and this crate does not, and those of which
/// kustomize says that they are deprecated (`CheckDeprecatedFields`).
const REPORTED: [(&str, ProblemKind); 12] = [
    ("openapi", ProblemKind::NotEvaluated),
    ("helmCharts", ProblemKind::LeftOut),
    ("helmChartInflationGenerator", ProblemKind::LeftOut),
    ("generators", ProblemKind::LeftOut),
    ("validators", ProblemKind::LeftOut),
    ("buildMetadata", ProblemKind::NotEvaluated),
    ("bases", ProblemKind::Deprecated),
    ("commonLabels", ProblemKind::Deprecated),
    ("imageTags", ProblemKind::Deprecated),
    ("patchesJson6902", ProblemKind::Deprecated),
    ("patchesStrategicMerge", ProblemKind::Deprecated),
    ("vars", ProblemKind::Deprecated),
];

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

/// Fields that are set and reported: what is not evaluated, and then what is deprecated.
pub(crate) fn reported(file: u32, root: &Json) -> Vec<(ProblemKind, Spelled<&'static str>)> {
    let found = root.members().iter().filter_map(|member| {
        let (value, kind) = *REPORTED.iter().find(|(name, _)| name.eq_ignore_ascii_case(&member.name))?;
        let is_empty = |items: &[Json]| items.is_empty() && kind != ProblemKind::Deprecated;
        let is_unset = match &member.value.value {
            JsonValue::List(items) => is_empty(items),
            value => *value == JsonValue::Null,
        };
        (!is_unset).then_some((kind, Spelled { value, at: Origin { file, range: member.key } }))
    });
    let (deprecated, mut found): (Vec<_>, Vec<_>) =
        found.partition(|(kind, _)| *kind == ProblemKind::Deprecated);
    found.extend(deprecated);
    found
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
    pub(crate) const fn parts(&self) -> [&Spelled; 5] {
        [&self.group, &self.version, &self.kind, &self.name, &self.namespace]
    }
}

impl Var {
    /// The kind of the object (`Target.GVK`).
    pub(crate) fn gvk(&self) -> Gvk {
        let (api_version, gvk) = (&self.object.api_version, &self.object.gvk);
        match api_version.split_once('/') {
            Some((group, version)) if !version.contains('/') => Gvk::new(group, version, &gvk.kind),
            None if !api_version.is_empty() => Gvk { version: api_version.clone(), ..gvk.clone() },
            _ => gvk.clone(),
        }
    }

    /// The path of the field that has the value.
    pub(crate) fn field_path(&self) -> &str {
        if self.field.path.is_empty() { "metadata.name" } else { &self.field.path }
    }
}
