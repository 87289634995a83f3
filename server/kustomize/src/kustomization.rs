//! A kustomization as it is written: `types.Kustomization`, decoded and completed.
//!
//! Knows fields and their places; must not know files.

use crdls_text::TextRange;
use crdls_values::{Json, JsonValue};

use crate::config::FieldSpec;
use crate::decode::{Decoder, Refused, Spelled};

/// The fields of a kustomization.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kustomization {
    pub(crate) kind: Option<Spelled<String>>,
    pub(crate) api_version: Option<Spelled<String>>,
    pub(crate) name_prefix: Option<Spelled<String>>,
    pub(crate) name_suffix: Option<Spelled<String>>,
    pub(crate) namespace: Option<Spelled<String>>,
    pub(crate) common_labels: Vec<(String, Spelled<String>)>,
    pub(crate) labels: Vec<Label>,
    pub(crate) common_annotations: Vec<(String, Spelled<String>)>,
    pub(crate) patches_strategic_merge: Vec<Spelled<String>>,
    pub(crate) patches_json6902: Vec<Patch>,
    pub(crate) patches: Vec<Patch>,
    pub(crate) images: Vec<Image>,
    pub(crate) replacements: Vec<ReplacementEntry>,
    pub(crate) replicas: Vec<Replica>,
    pub(crate) vars: Vec<Var>,
    /// `resources`, then `bases`.
    pub(crate) resources: Vec<Spelled<String>>,
    pub(crate) components: Vec<Spelled<String>>,
    pub(crate) crds: Vec<Spelled<String>>,
    pub(crate) config_maps: Vec<Generated>,
    pub(crate) secrets: Vec<Generated>,
    pub(crate) no_hash: bool,
    pub(crate) configurations: Vec<Spelled<String>>,
    pub(crate) transformers: Vec<Spelled<String>>,
    /// Fields that are not evaluated, in the order of [`NOT_EVALUATED`].
    pub(crate) not_evaluated: Vec<Spelled<&'static str>>,
    /// Deprecated fields that are set.
    pub(crate) deprecated: Vec<Spelled<&'static str>>,
    /// Nothing but `apiVersion` and `kind` is set.
    pub(crate) is_empty: bool,
    pub(crate) sort_fifo: bool,
}

/// Labels with the fields that they are added to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Label {
    pub(crate) pairs: Vec<(String, Spelled<String>)>,
    pub(crate) include_selectors: bool,
    pub(crate) include_templates: bool,
    pub(crate) include_volume_claim_templates: bool,
    pub(crate) fields: Vec<FieldSpec>,
}

/// An entry of `patches` or `patchesJson6902`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patch {
    pub(crate) at: TextRange,
    pub(crate) path: Option<Spelled<String>>,
    pub(crate) patch: Option<Spelled<String>>,
    pub(crate) target: Option<Target>,
    pub(crate) allow_name_change: bool,
    pub(crate) allow_kind_change: bool,
}

/// A selector of resources by expressions (`types.Selector`).
#[derive(Clone, Debug, Default)]
pub(crate) struct Target {
    pub(crate) at: TextRange,
    pub(crate) group: Spelled<String>,
    pub(crate) version: Spelled<String>,
    pub(crate) kind: Spelled<String>,
    pub(crate) name: Spelled<String>,
    pub(crate) namespace: Spelled<String>,
    pub(crate) labels: Spelled<String>,
    pub(crate) annotations: Spelled<String>,
}

/// An entry of `images`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Image {
    pub(crate) at: TextRange,
    pub(crate) name: String,
    pub(crate) new_name: String,
    pub(crate) new_tag: String,
    pub(crate) tag_suffix: String,
    pub(crate) digest: String,
}

/// An entry of `replicas`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Replica {
    pub(crate) at: TextRange,
    pub(crate) name: String,
    pub(crate) count: Spelled<i64>,
}

/// An entry of `replacements`.
#[derive(Clone, Debug)]
pub(crate) struct ReplacementEntry {
    pub(crate) path: Option<Spelled<String>>,
    pub(crate) inline: Replacement,
}

/// A value that is copied to fields (`types.Replacement`).
#[derive(Clone, Debug, Default)]
pub(crate) struct Replacement {
    pub(crate) at: TextRange,
    pub(crate) source: Option<Source>,
    pub(crate) source_value: Option<Spelled<String>>,
    pub(crate) targets: Option<Vec<ReplacementTarget>>,
}

/// Where the value of a replacement comes from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    pub(crate) select: Target,
    pub(crate) field_path: Option<Spelled<String>>,
    pub(crate) options: Option<FieldOptions>,
}

/// Where the value of a replacement goes.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReplacementTarget {
    pub(crate) at: TextRange,
    pub(crate) select: Option<Target>,
    pub(crate) reject: Vec<Target>,
    pub(crate) field_paths: Vec<Spelled<String>>,
    pub(crate) options: Option<FieldOptions>,
}

/// Which part of a text a replacement reads or writes.
#[derive(Clone, Debug, Default)]
pub(crate) struct FieldOptions {
    pub(crate) delimiter: String,
    pub(crate) index: i64,
    pub(crate) create: bool,
}

/// An entry of `vars`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Var {
    pub(crate) at: TextRange,
    pub(crate) name: String,
    pub(crate) object: Target,
    pub(crate) field_path: String,
}

/// A ConfigMap or Secret that is generated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Generated {
    pub(crate) at: TextRange,
    pub(crate) name: String,
    pub(crate) namespace: String,
    pub(crate) behavior: String,
    pub(crate) no_hash: bool,
    /// The files that are read.
    pub(crate) files: Vec<Spelled<String>>,
}

const FIELDS: [&str; 34] = [
    "apiVersion",
    "kind",
    "metadata",
    "openapi",
    "namePrefix",
    "nameSuffix",
    "namespace",
    "commonLabels",
    "labels",
    "commonAnnotations",
    "patchesStrategicMerge",
    "patchesJson6902",
    "patches",
    "images",
    "imageTags",
    "replacements",
    "replicas",
    "vars",
    "sortOptions",
    "resources",
    "components",
    "crds",
    "bases",
    "configMapGenerator",
    "secretGenerator",
    "helmGlobals",
    "helmCharts",
    "helmChartInflationGenerator",
    "generatorOptions",
    "configurations",
    "generators",
    "transformers",
    "validators",
    "buildMetadata",
];

/// Fields that kustomize evaluates and this crate does not.
const NOT_EVALUATED: [&str; 6] =
    ["openapi", "helmCharts", "helmChartInflationGenerator", "generators", "validators", "buildMetadata"];

/// Fields of which kustomize says that they are deprecated (`CheckDeprecatedFields`).
const DEPRECATED: [&str; 6] =
    ["bases", "commonLabels", "imageTags", "patchesJson6902", "patchesStrategicMerge", "vars"];

impl Kustomization {
    /// Decodes a kustomization (`Unmarshal`, `FixKustomization`).
    pub(crate) fn read(root: &Json) -> Result<Self, Refused> {
        let decoder = Decoder::strict("Kustomization");
        let mut all = Self { is_empty: true, ..Self::default() };
        let (mut bases, mut image_tags) = (Vec::new(), Vec::new());
        for (name, value) in decoder.fields(root, &FIELDS)? {
            let nothing = match &value.value {
                JsonValue::Str(text) => text.is_empty(),
                _ => false,
            };
            all.is_empty &= nothing || matches!(name, "apiVersion" | "kind");
            if DEPRECATED.contains(&name) {
                let member = root.members().iter().find(|member| std::ptr::eq(&member.value, value));
                let at = member.map_or(value.range, |member| member.key);
                all.deprecated.push(Spelled { value: name, at });
            }
            let empty_list = matches!(&value.value, JsonValue::List(items) if items.is_empty());
            if NOT_EVALUATED.contains(&name) && !empty_list {
                all.not_evaluated.push(Spelled { value: name, at: value.range });
            }
            match name {
                "bases" => bases = decoder.strings(value, name)?,
                "imageTags" => image_tags = decoder.list(value, name, Image::read)?,
                _ => all.field(decoder, name, value)?,
            }
        }
        all.resources.append(&mut bases);
        all.images.append(&mut image_tags);
        Ok(all)
    }

    fn field(&mut self, decoder: Decoder, name: &'static str, value: &Json) -> Result<(), Refused> {
        match name {
            "kind" => self.kind = Some(decoder.spelled(value, name)?),
            "apiVersion" => self.api_version = Some(decoder.spelled(value, name)?),
            "namePrefix" => self.name_prefix = Some(decoder.spelled(value, name)?),
            "nameSuffix" => self.name_suffix = Some(decoder.spelled(value, name)?),
            "namespace" => self.namespace = Some(decoder.spelled(value, name)?),
            "commonLabels" => self.common_labels = decoder.string_map(value, name)?,
            "labels" => self.labels = decoder.list(value, name, Label::read)?,
            "commonAnnotations" => self.common_annotations = decoder.string_map(value, name)?,
            "patchesStrategicMerge" => self.patches_strategic_merge = decoder.strings(value, name)?,
            "patchesJson6902" => self.patches_json6902 = decoder.list(value, name, Patch::read)?,
            "patches" => self.patches = decoder.list(value, name, Patch::read)?,
            "images" => self.images = decoder.list(value, name, Image::read)?,
            "replacements" => self.replacements = decoder.list(value, name, ReplacementEntry::read)?,
            "replicas" => self.replicas = decoder.list(value, name, Replica::read)?,
            "vars" => self.vars = decoder.list(value, name, Var::read)?,
            "resources" => self.resources = decoder.strings(value, name)?,
            "components" => self.components = decoder.strings(value, name)?,
            "crds" => self.crds = decoder.strings(value, name)?,
            "configurations" => self.configurations = decoder.strings(value, name)?,
            "configMapGenerator" => self.config_maps = decoder.list(value, name, Generated::read)?,
            "secretGenerator" => self.secrets = decoder.list(value, name, Generated::read)?,
            "generatorOptions" => self.no_hash = options(&decoder, value)?,
            "sortOptions" => {
                let order = value.get("order").and_then(Json::as_str);
                self.sort_fifo = order == Some("fifo");
            }
            "transformers" => self.transformers = decoder.strings(value, name)?,
            "generators" | "validators" | "buildMetadata" => {
                decoder.strings(value, name)?;
            }
            "openapi" => {
                decoder.string_map(value, name)?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// Whether names are left without the hash of the content.
fn options(decoder: &Decoder, value: &Json) -> Result<bool, Refused> {
    const OPTIONS: [&str; 4] = ["labels", "annotations", "disableNameSuffixHash", "immutable"];
    let mut no_hash = false;
    for (name, value) in decoder.fields(value, &OPTIONS)? {
        match name {
            "disableNameSuffixHash" => no_hash = decoder.bool(value, name)?,
            "immutable" => {
                decoder.bool(value, name)?;
            }
            _ => {
                decoder.string_map(value, name)?;
            }
        }
    }
    Ok(no_hash)
}

impl Label {
    fn read(decoder: &Decoder, value: &Json) -> Result<Self, Refused> {
        const NAMES: [&str; 5] =
            ["pairs", "includeSelectors", "includeTemplates", "includeVolumeClaimTemplates", "fields"];
        let mut label = Self::default();
        for (name, value) in decoder.fields(value, &NAMES)? {
            match name {
                "pairs" => label.pairs = decoder.string_map(value, name)?,
                "includeSelectors" => label.include_selectors = decoder.bool(value, name)?,
                "includeTemplates" => label.include_templates = decoder.bool(value, name)?,
                "includeVolumeClaimTemplates" => {
                    label.include_volume_claim_templates = decoder.bool(value, name)?;
                }
                _ => label.fields = decoder.list(value, name, FieldSpec::read)?,
            }
        }
        Ok(label)
    }
}

impl Patch {
    pub(crate) fn read(decoder: &Decoder, value: &Json) -> Result<Self, Refused> {
        let mut patch = Self { at: value.range, ..Self::default() };
        for (name, value) in decoder.fields(value, &["path", "patch", "target", "options"])? {
            match name {
                "path" => patch.path = Some(decoder.spelled(value, name)?),
                "patch" => patch.patch = Some(decoder.spelled(value, name)?),
                "target" => patch.target = Some(Target::read(decoder, value)?),
                _ => {
                    for (name, value) in decoder.fields(value, &["allowNameChange", "allowKindChange"])? {
                        match name {
                            "allowNameChange" => patch.allow_name_change = decoder.bool(value, name)?,
                            _ => patch.allow_kind_change = decoder.bool(value, name)?,
                        }
                    }
                }
            }
        }
        Ok(patch)
    }
}

impl Target {
    const NAMES: [&'static str; 7] =
        ["group", "version", "kind", "name", "namespace", "labelSelector", "annotationSelector"];

    pub(crate) fn read(decoder: &Decoder, value: &Json) -> Result<Self, Refused> {
        let mut target = Self { at: value.range, ..Self::default() };
        for (name, value) in decoder.fields(value, &Self::NAMES)? {
            target.set(name, decoder.spelled(value, name)?);
        }
        Ok(target)
    }

    fn set(&mut self, name: &str, value: Spelled<String>) {
        match name {
            "group" => self.group = value,
            "version" => self.version = value,
            "kind" => self.kind = value,
            "name" => self.name = value,
            "namespace" => self.namespace = value,
            "labelSelector" => self.labels = value,
            _ => self.annotations = value,
        }
    }
}

impl Image {
    pub(crate) fn read(decoder: &Decoder, value: &Json) -> Result<Self, Refused> {
        let mut image = Self { at: value.range, ..Self::default() };
        for (name, value) in decoder.fields(value, &["name", "newName", "newTag", "tagSuffix", "digest"])? {
            let text = decoder.string(value, name)?;
            match name {
                "name" => image.name = text,
                "newName" => image.new_name = text,
                "newTag" => image.new_tag = text,
                "tagSuffix" => image.tag_suffix = text,
                _ => image.digest = text,
            }
        }
        Ok(image)
    }
}

impl Replica {
    pub(crate) fn read(decoder: &Decoder, value: &Json) -> Result<Self, Refused> {
        let mut replica = Self { at: value.range, ..Self::default() };
        for (name, value) in decoder.fields(value, &["name", "count"])? {
            match name {
                "name" => replica.name = decoder.string(value, name)?,
                _ => replica.count = Spelled { value: decoder.int(value, name)?, at: value.range },
            }
        }
        Ok(replica)
    }
}

impl ReplacementEntry {
    pub(crate) fn read(decoder: &Decoder, value: &Json) -> Result<Self, Refused> {
        let path = decoder.fields(value, &["path", "source", "targets", "sourceValue"])?;
        let path = path.into_iter().find(|(name, _)| *name == "path");
        let path = path.map(|(name, value)| decoder.spelled(value, name)).transpose()?;
        Ok(Self { path, inline: Replacement::read(&Decoder::lenient("Kustomization"), value)? })
    }
}

impl Replacement {
    /// Decodes a replacement of a kustomization or of a file.
    pub(crate) fn read(decoder: &Decoder, value: &Json) -> Result<Self, Refused> {
        let mut replacement = Self { at: value.range, ..Self::default() };
        for (name, value) in decoder.fields(value, &["source", "targets", "sourceValue"])? {
            match name {
                "source" => replacement.source = Some(Source::read(decoder, value)?),
                "targets" => {
                    replacement.targets = Some(decoder.list(value, name, ReplacementTarget::read)?);
                }
                _ => replacement.source_value = Some(decoder.spelled(value, name)?),
            }
        }
        Ok(replacement)
    }
}

impl Source {
    fn read(decoder: &Decoder, value: &Json) -> Result<Self, Refused> {
        const NAMES: [&str; 7] = ["group", "version", "kind", "name", "namespace", "fieldPath", "options"];
        let mut source = Self { select: Target { at: value.range, ..Target::default() }, ..Self::default() };
        for (name, value) in decoder.fields(value, &NAMES)? {
            match name {
                "fieldPath" => source.field_path = Some(decoder.spelled(value, name)?),
                "options" => source.options = Some(FieldOptions::read(decoder, value)?),
                _ => source.select.set(name, decoder.spelled(value, name)?),
            }
        }
        Ok(source)
    }
}

impl ReplacementTarget {
    fn read(decoder: &Decoder, value: &Json) -> Result<Self, Refused> {
        let mut target = Self { at: value.range, ..Self::default() };
        for (name, value) in decoder.fields(value, &["select", "reject", "fieldPaths", "options"])? {
            match name {
                "select" => target.select = Some(Target::read(decoder, value)?),
                "reject" => target.reject = decoder.list(value, name, Target::read)?,
                "fieldPaths" => target.field_paths = decoder.strings(value, name)?,
                _ => target.options = Some(FieldOptions::read(decoder, value)?),
            }
        }
        Ok(target)
    }
}

impl FieldOptions {
    fn read(decoder: &Decoder, value: &Json) -> Result<Self, Refused> {
        let mut options = Self::default();
        for (name, value) in decoder.fields(value, &["delimiter", "index", "encoding", "create"])? {
            match name {
                "delimiter" => options.delimiter = decoder.string(value, name)?,
                "index" => options.index = decoder.int(value, name)?,
                "create" => options.create = decoder.bool(value, name)?,
                _ => {
                    decoder.string(value, name)?;
                }
            }
        }
        Ok(options)
    }
}

impl Var {
    fn read(decoder: &Decoder, value: &Json) -> Result<Self, Refused> {
        const OBJECT: [&str; 6] = ["apiVersion", "group", "version", "kind", "name", "namespace"];
        let mut var = Self { at: value.range, ..Self::default() };
        for (name, value) in decoder.fields(value, &["name", "objref", "fieldref"])? {
            match name {
                "name" => var.name = decoder.string(value, name)?,
                "objref" => {
                    let mut api_version = None;
                    for (name, value) in decoder.fields(value, &OBJECT)? {
                        match name {
                            "apiVersion" => api_version = Some(decoder.string(value, name)?),
                            _ => var.object.set(name, decoder.spelled(value, name)?),
                        }
                    }
                    match api_version.as_deref().map(|text| text.split('/').collect::<Vec<_>>()).as_deref() {
                        Some([group, version]) => {
                            var.object.group.value = (*group).to_owned();
                            var.object.version.value = (*version).to_owned();
                        }
                        Some([version]) if !version.is_empty() => {
                            var.object.version.value = (*version).to_owned();
                        }
                        _ => {}
                    }
                }
                _ => {
                    for (name, value) in decoder.fields(value, &["fieldPath"])? {
                        var.field_path = decoder.string(value, name)?;
                    }
                }
            }
        }
        if var.field_path.is_empty() {
            var.field_path = "metadata.name".to_owned();
        }
        Ok(var)
    }
}

impl Generated {
    fn read(decoder: &Decoder, value: &Json) -> Result<Self, Refused> {
        const NAMES: [&str; 9] =
            ["namespace", "name", "behavior", "literals", "files", "envs", "env", "options", "type"];
        let mut generated = Self { at: value.range, ..Self::default() };
        for (name, value) in decoder.fields(value, &NAMES)? {
            match name {
                "namespace" => generated.namespace = decoder.string(value, name)?,
                "name" => generated.name = decoder.string(value, name)?,
                "behavior" => generated.behavior = decoder.string(value, name)?,
                "options" => generated.no_hash = options(decoder, value)?,
                "files" | "envs" => generated.files.extend(decoder.strings(value, name)?),
                "env" => generated.files.push(decoder.spelled(value, name)?),
                "literals" => {
                    decoder.strings(value, name)?;
                }
                _ => {
                    decoder.string(value, name)?;
                }
            }
        }
        Ok(generated)
    }
}
