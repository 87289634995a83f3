//! `transformers`: kustomize's own ones, configured by resources. Others are programs, which are not run.

use crate::accumulated::Accumulated;
use crate::as_json::json;
use crate::config::FieldSpec;
use crate::decode::{Decoder, Pairs, Read, Spelled, records};
use crate::kustomization::{Image, Kustomization, Patch, Replacement, Replica};
use crate::node::Node;
use crate::problem::{Problem, ProblemKind, Step};
use crate::read;
use crate::session::{Loaded, Session};

use super::{images, labels, names, patches, replacements};

/// Runs the transformers that entries name (`configureExternalTransformers`).
pub(super) fn all(session: &mut Session<'_>, loaded: &Loaded, into: &mut Accumulated) {
    for entry in &loaded.fields.transformers {
        let at = entry.at;
        let inline = loaded.read_inside(entry, read::resources);
        let nodes = inline.unwrap_or_else(|_| {
            let mut configured = Accumulated::default();
            session.resource_entry(loaded, entry, &mut configured);
            into.problems.extend(configured.problems);
            into.incomplete |= configured.incomplete;
            configured.resources.into_list().into_iter().map(|resource| resource.node).collect()
        });
        for node in nodes {
            if let Err(problem) = one(session, loaded, &node, into) {
                into.note(problem.with(at, "listed here"));
            }
            into.resources.drop_gone();
        }
    }
}

records! {
    /// The configuration of a transformer.
    Configured {
        "fieldSpecs" specs: Option<Vec<FieldSpec>>,
        "prefix" prefix: Spelled,
        "suffix" suffix: Spelled,
        "metadata" metadata: Metadata,
        "unsetOnly" unset_only: bool,
        "setRoleBindingSubjects" subjects: String,
        "labels" labels: Pairs,
        "annotations" annotations: Pairs,
        "imageTag" image: Image,
        "replica" replica: Replica,
        "paths" paths: Vec<Spelled>,
        "patches" patches: Spelled,
        "jsonOp" json_op: Spelled,
        "replacements" replacements: Vec<Replacement>,
    }

    /// The namespace that a transformer sets.
    Metadata {
        "namespace" namespace: Spelled,
    }
}

/// Runs one of kustomize's own transformers as it is configured.
fn one(session: &mut Session<'_>, loaded: &Loaded, node: &Node, into: &mut Accumulated) -> Step {
    let text = |name: &str| node.get(name).map(Node::text).unwrap_or_default();
    let kind = text("kind");
    let unknown = |into: &mut Accumulated| {
        into.incomplete = true;
        let message = "a transformer that is not built in is not evaluated";
        Err(Problem::new(ProblemKind::NotEvaluated, message, node.origin))
    };
    if text("apiVersion") != "builtin" {
        return unknown(into);
    }
    let file = node.origin.file;
    let value = json(node)?;
    let decoder = Decoder::lenient(file, "Transformer");
    let read = Configured::read(decoder, &value, "")?;
    let mut patch = Patch::default();
    if kind.starts_with("Patch") {
        patch = Patch::read(decoder, &value, "")?;
        if !patch.patch.is_set() {
            patch.patch = read.json_op;
        }
    }
    let merges = read.paths.iter().chain(Some(&read.patches).filter(|patches| patches.is_set()));
    let fields = Kustomization {
        patches_strategic_merge: merges.cloned().collect(),
        patches_json6902: vec![patch.clone()],
        patches: vec![patch],
        replacements: read.replacements.clone(),
        ..Kustomization::default()
    };
    let source = session.text(file);
    let configured = Loaded {
        folder: loaded.folder.clone(),
        file,
        is_component: false,
        fields,
        reported: Vec::new(),
        tree: crdls_yaml::Tree::parse(&source),
        text: source,
    };
    let (loaded, specs) = (&configured, read.specs.as_deref().unwrap_or_default());
    match kind {
        "PrefixTransformer" | "SuffixTransformer" | "PrefixSuffixTransformer" => {
            if read.specs.is_none() {
                let message = "fieldSpecs is not expected to be nil";
                return Err(Problem::new(ProblemKind::InvalidField, message, node.origin));
            }
            names::affix(&read.prefix, true, specs, into);
            names::affix(&read.suffix, false, specs, into);
        }
        "NamespaceTransformer" => {
            let how = names::Namespacing { unset_only: read.unset_only, subjects: read.subjects };
            names::namespace(&read.metadata.namespace, specs, &how, into);
        }
        "LabelTransformer" => labels::add(&read.labels, specs, into),
        "AnnotationsTransformer" => labels::add(&read.annotations, specs, into),
        "ImageTagTransformer" => images::images(&[read.image], specs, into),
        "ReplicaCountTransformer" => images::replicas(&[read.replica], specs, into),
        "PatchTransformer" => patches::patches(session, loaded, into),
        "PatchJson6902Transformer" => patches::json_patches(session, loaded, into),
        "PatchStrategicMergeTransformer" => patches::strategic_merges(session, loaded, into),
        "ReplacementTransformer" => replacements::all(session, loaded, into),
        _ => return unknown(into),
    }
    Ok(())
}
