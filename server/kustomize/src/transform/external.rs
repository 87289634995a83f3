//! `transformers`: kustomize's own ones, configured by resources. Others are programs, which are not run.

use crdls_text::TextRange;
use crdls_values::{Json, JsonMember, JsonValue};

use crate::accumulate::Accumulated;
use crate::config::FieldSpec;
use crate::decode::{Decoder, Refused, Spelled};
use crate::kustomization::{Image, Kustomization, Patch, ReplacementEntry, Replica};
use crate::node::{Data, Node, Origin};
use crate::problem::{Problem, ProblemKind, Step};
use crate::read;
use crate::scalar::Decoded;
use crate::session::{Loaded, Session};

use super::{images, labels, names, patches, replacements};

/// Runs the transformers that entries name (`configureExternalTransformers`).
pub(super) fn all(session: &mut Session<'_>, loaded: &Loaded, into: &mut Accumulated, chain: &[String]) {
    for entry in &loaded.fields.transformers {
        let at = loaded.at(entry.at);
        let inline = loaded.read_inside(entry, read::resources);
        let nodes = inline.unwrap_or_else(|_| {
            let mut configured = Accumulated::default();
            session.resource_entry(loaded, entry, &mut configured, chain);
            configured.problems.into_iter().for_each(|problem| into.note(Box::new(problem)));
            into.incomplete |= configured.incomplete;
            configured.resources.0.into_iter().filter_map(|resource| resource.node).collect()
        });
        for node in nodes {
            if let Err(problem) = one(session, loaded, &node, into) {
                into.note(problem.with(at, "listed here"));
            }
            into.resources.drop_gone();
        }
    }
}

/// The configuration of a transformer.
#[derive(Default)]
struct Configured {
    fields: Kustomization,
    specs: Option<Vec<FieldSpec>>,
    labels: Vec<(String, Spelled<String>)>,
    how: names::Namespacing,
}

fn one(session: &mut Session<'_>, loaded: &Loaded, node: &Node, into: &mut Accumulated) -> Step {
    let text = |name: &str| node.get(name).map(Node::text).unwrap_or_default();
    let kind = text("kind");
    let known = [
        "PrefixTransformer",
        "SuffixTransformer",
        "PrefixSuffixTransformer",
        "NamespaceTransformer",
        "LabelTransformer",
        "AnnotationsTransformer",
        "ImageTagTransformer",
        "ReplicaCountTransformer",
        "PatchTransformer",
        "PatchJson6902Transformer",
        "PatchStrategicMergeTransformer",
        "ReplacementTransformer",
    ];
    if text("apiVersion") != "builtin" || !known.contains(&kind) {
        into.incomplete = true;
        let message = "a transformer that is not built in is not evaluated";
        return Err(Problem::new(ProblemKind::NotEvaluated, message, node.origin));
    }
    let file = node.origin.file;
    let read = Configured::read(kind, &json(node)).map_err(|why| {
        Problem::new(ProblemKind::InvalidField, why.message, Origin { file, range: why.at })
    })?;
    let renames = matches!(kind, "PrefixTransformer" | "SuffixTransformer" | "PrefixSuffixTransformer");
    if renames && read.specs.is_none() {
        let message = "fieldSpecs is not expected to be nil";
        return Err(Problem::new(ProblemKind::InvalidField, message, node.origin));
    }
    let specs = read.specs.unwrap_or_default();
    let source = session.text(file);
    let configured = Loaded {
        folder: loaded.folder.clone(),
        file,
        is_component: false,
        fields: read.fields,
        tree: crdls_yaml::Tree::parse(&source),
        text: source,
    };
    match kind {
        "NamespaceTransformer" => names::namespace(&configured, &specs, &read.how, into),
        "LabelTransformer" => labels::add(&configured, &read.labels, &specs, into),
        "AnnotationsTransformer" => labels::annotations(&configured, &specs, into),
        "ImageTagTransformer" => images::images(&configured, &specs, into),
        "ReplicaCountTransformer" => images::replicas(&configured, &specs, into),
        "PatchTransformer" => patches::patches(session, &configured, into),
        "PatchJson6902Transformer" => patches::json_patches(session, &configured, into),
        "PatchStrategicMergeTransformer" => patches::strategic_merges(session, &configured, into),
        "ReplacementTransformer" => replacements::all(session, &configured, into),
        _ => {
            names::prefix(&configured, &specs, into);
            names::suffix(&configured, &specs, into);
        }
    }
    Ok(())
}

impl Configured {
    fn read(kind: &str, value: &Json) -> Result<Self, Refused> {
        let decoder = Decoder::lenient("Transformer");
        const NAMES: [&str; 17] = [
            "fieldSpecs",
            "prefix",
            "suffix",
            "metadata",
            "unsetOnly",
            "setRoleBindingSubjects",
            "labels",
            "annotations",
            "imageTag",
            "replica",
            "paths",
            "patches",
            "jsonOp",
            "replacements",
            "path",
            "patch",
            "target",
        ];
        let mut all = Self::default();
        for (name, value) in decoder.fields(value, &NAMES)? {
            match name {
                "fieldSpecs" => all.specs = Some(decoder.list(value, name, FieldSpec::read)?),
                "prefix" => all.fields.name_prefix = Some(decoder.spelled(value, name)?),
                "suffix" => all.fields.name_suffix = Some(decoder.spelled(value, name)?),
                "metadata" => {
                    for (name, value) in decoder.fields(value, &["namespace"])? {
                        all.fields.namespace = Some(decoder.spelled(value, name)?);
                    }
                }
                "unsetOnly" => all.how.unset_only = decoder.bool(value, name)?,
                "setRoleBindingSubjects" => all.how.subjects = decoder.string(value, name)?,
                "labels" => all.labels = decoder.string_map(value, name)?,
                "annotations" => all.fields.common_annotations = decoder.string_map(value, name)?,
                "imageTag" => all.fields.images = vec![Image::read(&decoder, value)?],
                "replica" => all.fields.replicas = vec![Replica::read(&decoder, value)?],
                "paths" => all.fields.patches_strategic_merge.extend(decoder.strings(value, name)?),
                "patches" => all.fields.patches_strategic_merge.push(decoder.spelled(value, name)?),
                "replacements" => {
                    all.fields.replacements = decoder.list(value, name, ReplacementEntry::read)?;
                }
                _ => {}
            }
        }
        match kind {
            "PatchTransformer" => all.fields.patches = vec![Patch::read(&decoder, value)?],
            "PatchJson6902Transformer" => {
                let mut patch = Patch::read(&decoder, value)?;
                for (name, value) in decoder.fields(value, &["jsonOp"])? {
                    patch.patch = Some(decoder.spelled(value, name)?);
                }
                all.fields.patches_json6902 = vec![patch];
            }
            _ => {}
        }
        Ok(all)
    }
}

/// A node with its ranges.
fn json(node: &Node) -> Json {
    let value = match &node.data {
        Data::Map(map) => {
            let member = |entry: &crate::node::Entry| JsonMember {
                name: entry.name.as_ref().into(),
                key: entry.key.range,
                value: json(&entry.value),
            };
            let mut members: Vec<JsonMember> = map.entries.iter().map(member).collect();
            members.sort_by(|a, b| a.name.cmp(&b.name));
            JsonValue::Map(members)
        }
        Data::Seq(items) => JsonValue::List(items.iter().map(json).collect()),
        Data::Scalar(scalar) => match scalar.decode() {
            Ok(Decoded::Null) | Err(_) => JsonValue::Null,
            Ok(Decoded::Bool(value)) => JsonValue::Bool(value),
            Ok(Decoded::Int(value)) => JsonValue::Int(value),
            Ok(Decoded::Uint(value)) => JsonValue::Float(value as f64),
            Ok(Decoded::Float(value)) => JsonValue::Float(value),
            Ok(Decoded::Timestamp(text)) => JsonValue::Str(text.into()),
            Ok(Decoded::Str(text)) => JsonValue::Str(text.as_ref().into()),
        },
    };
    let range: TextRange = node.origin.range;
    Json { value, range }
}
