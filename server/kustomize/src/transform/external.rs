//! `transformers`: kustomize's own ones, configured by resources. Others are programs, which are not run.

use crate::accumulated::Accumulated;
use crate::as_json::json;
use crate::config::FieldSpec;
use crate::decode::{Decoder, Pairs, Read, Spelled, record};
use crate::kustomization::{Image, Kustomization, Patch, Replacement, Replica};
use crate::node::Node;
use crate::problem::{Problem, ProblemKind, Step};
use crate::read;
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
            into.problems.extend(configured.problems);
            into.incomplete |= configured.incomplete;
            configured.resources.0.into_iter().map(|resource| resource.node).collect()
        });
        for node in nodes {
            if let Err(problem) = one(session, loaded, &node, into) {
                into.note(problem.with(at, "listed here"));
            }
            into.resources.drop_gone();
        }
    }
}

record! {
    /// The configuration of a transformer.
    Configured {
        "fieldSpecs" specs: Option<Vec<FieldSpec>>,
        "prefix" prefix: Option<Spelled<String>>,
        "suffix" suffix: Option<Spelled<String>>,
        "metadata" metadata: Metadata,
        "unsetOnly" unset_only: bool,
        "setRoleBindingSubjects" subjects: String,
        "labels" labels: Pairs,
        "annotations" annotations: Pairs,
        "imageTag" image: Image,
        "replica" replica: Replica,
        "paths" paths: Vec<Spelled<String>>,
        "patches" patches: Option<Spelled<String>>,
        "jsonOp" json_op: Option<Spelled<String>>,
        "replacements" replacements: Vec<Replacement>,
    }
}

record! {
    /// The namespace that a transformer sets.
    Metadata {
        "namespace" namespace: Option<Spelled<String>>,
    }
}

/// Runs a transformer as it is configured.
type Run = fn(&mut Session<'_>, &Loaded, &Configured, &[FieldSpec], &mut Accumulated);

/// kustomize's own transformers.
const BUILT_IN: [(&str, Run); 12] = [
    ("PrefixTransformer", affixes),
    ("SuffixTransformer", affixes),
    ("PrefixSuffixTransformer", affixes),
    ("NamespaceTransformer", |_, loaded, read, specs, into| {
        let how = names::Namespacing { unset_only: read.unset_only, subjects: read.subjects.clone() };
        names::namespace(loaded, specs, &how, into);
    }),
    ("LabelTransformer", |_, loaded, read, specs, into| labels::add(loaded, &read.labels, specs, into)),
    ("AnnotationsTransformer", |_, loaded, _, specs, into| labels::annotations(loaded, specs, into)),
    ("ImageTagTransformer", |_, loaded, _, specs, into| images::images(loaded, specs, into)),
    ("ReplicaCountTransformer", |_, loaded, _, specs, into| images::replicas(loaded, specs, into)),
    ("PatchTransformer", |session, loaded, _, _, into| patches::patches(session, loaded, into)),
    ("PatchJson6902Transformer", |session, loaded, _, _, into| patches::json_patches(session, loaded, into)),
    ("PatchStrategicMergeTransformer", |session, loaded, _, _, into| {
        patches::strategic_merges(session, loaded, into);
    }),
    ("ReplacementTransformer", |session, loaded, _, _, into| replacements::all(session, loaded, into)),
];

fn affixes(
    _: &mut Session<'_>,
    loaded: &Loaded,
    _: &Configured,
    specs: &[FieldSpec],
    into: &mut Accumulated,
) {
    names::prefix(loaded, specs, into);
    names::suffix(loaded, specs, into);
}

fn one(session: &mut Session<'_>, loaded: &Loaded, node: &Node, into: &mut Accumulated) -> Step {
    let text = |name: &str| node.get(name).map(Node::text).unwrap_or_default();
    let kind = text("kind");
    let Some((_, run)) = BUILT_IN.iter().find(|(known, _)| *known == kind && text("apiVersion") == "builtin")
    else {
        into.incomplete = true;
        let message = "a transformer that is not built in is not evaluated";
        return Err(Problem::new(ProblemKind::NotEvaluated, message, node.origin));
    };
    let file = node.origin.file;
    let value = json(node)?;
    let decoder = Decoder::lenient("Transformer");
    let read = Configured::read(decoder, &value, "").map_err(|why| why.problem(file))?;
    let mut patch = Patch::default();
    if kind.starts_with("Patch") {
        patch = Patch::read(decoder, &value, "").map_err(|why| why.problem(file))?;
        patch.patch = patch.patch.or_else(|| read.json_op.clone());
    }
    let fields = Kustomization {
        name_prefix: read.prefix.clone(),
        name_suffix: read.suffix.clone(),
        namespace: read.metadata.namespace.clone(),
        common_annotations: read.annotations.clone(),
        images: vec![read.image.clone()],
        replicas: vec![read.replica.clone()],
        patches_strategic_merge: read.paths.iter().chain(&read.patches).cloned().collect(),
        patches_json6902: vec![patch.clone()],
        patches: vec![patch],
        replacements: read.replacements.clone(),
        ..Kustomization::default()
    };
    if matches!(kind, "PrefixTransformer" | "SuffixTransformer" | "PrefixSuffixTransformer")
        && read.specs.is_none()
    {
        let message = "fieldSpecs is not expected to be nil";
        return Err(Problem::new(ProblemKind::InvalidField, message, node.origin));
    }
    let source = session.text(file);
    let configured = Loaded {
        folder: loaded.folder.clone(),
        file,
        is_component: false,
        fields,
        not_evaluated: Vec::new(),
        deprecated: Vec::new(),
        tree: crdls_yaml::Tree::parse(&source),
        text: source,
    };
    run(session, &configured, &read, read.specs.as_deref().unwrap_or_default(), into);
    Ok(())
}
