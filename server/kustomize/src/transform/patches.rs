//! `patchesStrategicMerge`, `patches` and `patchesJson6902`.

use std::collections::HashSet;
use std::sync::Arc;

use crdls_text::{Edit, TextRange, nearest};
use crdls_yaml::Tree;
use crdls_yaml::json_stream::is_json;

use crate::accumulated::Accumulated;
use crate::decode::Spelled;
use crate::id::{CRD, Gvk, ID_PARTS, IdPart, ResId};
use crate::json_patch::{self, Operation};
use crate::kustomization::{Patch, PatchOptions, Target};
use crate::merge::merge;
use crate::node::{Node, Origin};
use crate::problem::{Correction, Problem, ProblemKind, Problems, Step};
use crate::read::{self, Excerpt};
use crate::resource::{Resource, Resources, ensure_annotations, rewrite_strings};
use crate::select::Selection;
use crate::session::{Loaded, Session};

/// A patch that was read.
enum Content {
    StrategicMerge(Vec<Node>),
    Json(Vec<Operation>),
}

/// `PatchStrategicMergeTransformer`
pub(super) fn strategic_merges(session: &mut Session<'_>, loaded: &Loaded, into: &mut Accumulated) {
    let mut is_empty = true;
    for entry in &loaded.fields.patches_strategic_merge {
        let at = entry.at;
        // An entry is read as a patch first, and else as a path.
        let inline = loaded.read_inside(entry, read::resources);
        let read = match inline {
            Ok(patches) => Ok(Arc::new(patches)),
            Err(_) => session
                .entry_file(loaded, entry)
                .and_then(|file| session.resources(file).map_err(|why| why.with(at, "listed here"))),
        };
        let patches = match read {
            Ok(patches) => patches,
            Err(problem) => {
                is_empty = false;
                into.note(problem);
                continue;
            }
        };
        is_empty &= patches.is_empty();
        merge_by_id(
            session,
            loaded,
            &patches,
            &How { allowed: &PatchOptions::default(), rewritten: true, entry: at },
            into,
        );
    }
    if let Some(first) = loaded.fields.patches_strategic_merge.first().filter(|_| is_empty) {
        into.note(invalid("patch appears to be empty", first.at));
    }
    into.resources.drop_gone();
}

/// `PatchTransformer`, for each entry.
pub(super) fn patches(session: &mut Session<'_>, loaded: &Loaded, into: &mut Accumulated) {
    for patch in &loaded.fields.patches {
        let done = one(session, loaded, patch, into);
        into.tried(done);
        into.resources.drop_gone();
        if patch.target.is_some() && (patch.options.name || patch.options.kind) {
            duplicates(into);
        }
    }
}

fn one(session: &mut Session<'_>, loaded: &Loaded, patch: &Patch, into: &mut Accumulated) -> Step {
    let at = patch.at;
    let allowed = &patch.options;
    match content(session, loaded, patch)? {
        Content::Json(operations) => {
            let Some(target) = &patch.target else {
                let message = format!("must specify a target for JSON patch {}", source_of(patch));
                let problem = invalid(message, at);
                return Err(problem.corrected(only_target(loaded, patch, &into.resources)));
            };
            let selected = select(target, into)?;
            apply_json(into, &selected, &operations, true);
        }
        Content::StrategicMerge(mut patches) => {
            if allowed.name || allowed.kind {
                // kustomize notes that in an annotation of the patch.
                patches.iter_mut().for_each(|patch| rewrite_strings(patch, "annotations"));
            }
            let how = How { allowed, rewritten: patch.target.is_some(), entry: patch.path.at_or(at) };
            let Some(target) = &patch.target else {
                merge_by_id(session, loaded, &patches, &how, into);
                return Ok(());
            };
            let [patch] = patches.as_slice() else {
                if patches.is_empty() {
                    return Ok(());
                }
                let message = format!(
                    "Multiple Strategic-Merge Patches in one `patches` entry is not allowed to set `patches.target` \
                     field: {}",
                    source_of(patch)
                );
                return Err(invalid(message, target.at));
            };
            let selected = select(target, into)?;
            for at in selected {
                let Some(resource) = into.resources.one_mut(at) else { continue };
                merge_into(resource, patch, &how, &mut into.problems);
            }
        }
    }
    Ok(())
}

/// Merges patches without a target into the resources with their ids.
fn merge_by_id(
    session: &mut Session<'_>,
    loaded: &Loaded,
    patches: &[Node],
    how: &How<'_>,
    into: &mut Accumulated,
) {
    for patch in patches {
        let id = ResId::of(patch);
        match into.resources.by_id(&id) {
            Ok(resource) => merge_into(resource, patch, how, &mut into.problems),
            Err(why) if how.rewritten => no_match(session, loaded, into, (patch, &id), why, how.entry),
            Err(why) => {
                let why = format!("no resource matches strategic merge patch \"{id}\": {why}");
                no_match(session, loaded, into, (patch, &id), why, how.entry);
            }
        }
    }
}

/// `PatchJson6902Transformer`, for each entry: after names and labels.
pub(super) fn json_patches(session: &mut Session<'_>, loaded: &Loaded, into: &mut Accumulated) {
    for patch in &loaded.fields.patches_json6902 {
        let done = json_patch(session, loaded, patch, into);
        into.tried(done);
        into.resources.drop_gone();
    }
}

fn json_patch(session: &mut Session<'_>, loaded: &Loaded, patch: &Patch, into: &mut Accumulated) -> Step {
    let at = patch.at;
    let refuse = |message: &str| Err(invalid(message, at));
    let Some(target) = patch.target.as_ref().filter(|target| !target.id.name.value.is_empty()) else {
        return refuse("must specify the target name");
    };
    match (patch.path.is_set(), patch.patch.is_set()) {
        (false, false) => return refuse("empty file path and empty jsonOp"),
        (true, true) => return refuse("must specify a file path or jsonOp, not both"),
        _ => {}
    }
    let operations = with_text(session, loaded, patch, json)??;
    match operations {
        Some(operations) if !operations.is_empty() => {
            let selected = select(target, into)?;
            apply_json(into, &selected, &operations, false);
            Ok(())
        }
        Some(_) => refuse("patch appears to be empty"),
        None => refuse("the patch is not a list of operations"),
    }
}

/// A problem of an entry that cannot be applied as a patch.
fn invalid(message: impl Into<String>, at: Origin) -> Box<Problem> {
    Problem::new(ProblemKind::InvalidPatch, message, at)
}

/// The only resource of a build as the target of a patch that lacks one.
fn only_target(loaded: &Loaded, patch: &Patch, resources: &Resources) -> Option<Correction> {
    let [only] = &**resources else { return None };
    let id = only.original_id();
    let target = format!("kind: {}, name: {}", id.gvk.kind, id.name);
    let edits = vec![loaded.with_target(patch.at.range, &target)];
    Some(Correction { title: format!("add `target: {{{target}}}`"), edits, is_safe: false })
}

fn source_of(patch: &Patch) -> String {
    match patch.path.is_set() {
        true => format!("[path: {}]", crdls_go::go_quote(&patch.path.value)),
        false => format!("[patch: {}]", crdls_go::go_quote(patch.patch.value.trim())),
    }
}

/// Hands the text of a patch to a reader.
fn with_text<T>(
    session: &mut Session<'_>,
    loaded: &Loaded,
    patch: &Patch,
    read: impl FnOnce(&str, &Excerpt<'_>) -> T,
) -> Step<T> {
    if !patch.patch.value.trim().is_empty() {
        return Ok(loaded.read_inside(&patch.patch, read));
    }
    if !patch.path.is_set() {
        return Err(invalid("must specify one of patch and path", patch.at));
    }
    let file = session.entry_file(loaded, &patch.path).map_err(|problem| {
        problem.prefixed(&format!("failed to get the patch file from path({})", patch.path.value))
    })?;
    let text = session.text(file);
    Ok(read(&text, &Excerpt::of_file(file)))
}

/// The operations of a JSON patch (`jsonPatchFromBytes`).
fn json(text: &str, place: &Excerpt<'_>) -> Step<Option<Vec<Operation>>> {
    let value = match text.starts_with('[') {
        // JSON has escapes that YAML lacks.
        true if is_json(text) => read::value_of(&Tree::parse(text), text),
        false if !text.is_empty() => match read::json(text, place) {
            Ok((_, value)) => value,
            Err(why) if why.kind == ProblemKind::NotEvaluated => return Err(why),
            Err(_) => return Ok(None),
        },
        _ => return Ok(None),
    };
    Ok(json_patch::decode(&place.node(&value)))
}

/// Reads a patch as both forms (`PatchTransformerPlugin.Config`).
fn content(session: &mut Session<'_>, loaded: &Loaded, patch: &Patch) -> Step<Content> {
    let at = patch.at;
    let is_set = |field: &Spelled| !field.value.trim().is_empty();
    if is_set(&patch.path) && is_set(&patch.patch) {
        return Err(invalid("patch and path can't be set at the same time", at));
    }
    let (merges, operations, flow) = with_text(session, loaded, patch, |text, place| {
        (read::resources(text, place), json(text, place), text.starts_with('['))
    })?;
    match (merges, operations) {
        (Ok(merges), Ok(Some(operations))) if !merges.is_empty() && !operations.is_empty() => {
            let message = format!("illegally qualifies as both an SM and JSON patch: {}", source_of(patch));
            Err(invalid(message, at))
        }
        (Ok(merges), _) => Ok(Content::StrategicMerge(merges)),
        (Err(_), Ok(Some(operations))) => Ok(Content::Json(operations)),
        (Err(_), Err(why)) => Err(why),
        (Err(why), Ok(None)) if why.kind == ProblemKind::NotEvaluated => Err(why),
        (Err(why), Ok(None)) => {
            let message = format!("unable to parse SM or JSON patch from {}", source_of(patch));
            let place = if flow { patch.patch.at_or(at) } else { why.at };
            let problem = invalid(message, place).with(why.at, why.message);
            let is_inside = flow && patch.patch.is_set();
            Err(problem.corrected(is_inside.then(|| as_strict_json(loaded, &patch.patch)).flatten()))
        }
    }
}

/// A patch in flow YAML as JSON.
fn as_strict_json(loaded: &Loaded, patch: &Spelled) -> Option<Correction> {
    let (_, value) = loaded.read_inside(patch, read::json).ok()?;
    let new_text = crdls_yaml::single_quoted(&value.to_json());
    let edits = vec![Edit { range: patch.at.range, new_text }];
    Some(Correction { title: "write the patch as JSON".to_owned(), edits, is_safe: true })
}

/// The resources that a target selects (`resWrangler.Select`).
fn select(target: &Target, into: &mut Accumulated) -> Step<Vec<usize>> {
    let refuse = |why: &str| Problem::new(ProblemKind::InvalidField, why, target.at);
    let selection = Selection::read(target).map_err(|why| refuse(&why))?;
    let mut selected = Vec::new();
    for at in selection.candidates(&mut into.resources) {
        let Some(resource) = into.resources.get(at) else { continue };
        selected.extend(selection.selects(resource, None).map_err(refuse)?.then_some(at));
    }
    if !selected.is_empty() {
        into.selecting.insert(target.at);
    } else if !into.incomplete {
        let problem = empty_target(target, &selection, &into.resources);
        into.note(problem);
    }
    Ok(selected)
}

/// Says which part of a target fits no resource that the others select, or none at all.
fn empty_target(target: &Target, selection: &Selection, resources: &Resources) -> Box<Problem> {
    let message = format!("the target selects none of {} resources", resources.len());
    let all: Vec<ResId> = resources.iter().flat_map(ids).collect();
    let others = |at: usize| {
        let is_selected = |resource: &&Resource| selection.selects(resource, Some(at)) == Ok(true);
        resources.iter().filter(is_selected).collect::<Vec<_>>()
    };
    if let Some(part) = [&target.labels, &target.annotations].into_iter().find(|part| part.is_set())
        && resources.iter().any(|resource| selection.selects_id(resource, None))
    {
        return Problem::new(ProblemKind::EmptyTarget, message, part.at);
    }
    // The parts that are asked for, whether each fits some id on its own, and the resources that the others select.
    let parts = target.id.parts().into_iter().zip(ID_PARTS).enumerate();
    let parts = parts.filter(|(_, (part, _))| !part.value.is_empty());
    let parts: Vec<_> = parts
        .map(|(at, (part, of_id))| (part, of_id, all.iter().any(|id| selection.fits(at, id)), others(at)))
        .collect();
    let wrong = parts.iter().filter(|(.., others)| !others.is_empty()).min_by_key(|(_, _, fits, _)| *fits);
    let wrong = wrong.or_else(|| parts.iter().find(|(_, _, fits, _)| !fits)).or(match parts.as_slice() {
        [only] => Some(only),
        _ => None,
    });
    let Some((part, of_id, _, others)) = wrong else {
        return Problem::new(ProblemKind::EmptyTarget, message, target.at);
    };
    let found = if others.is_empty() { all } else { others.iter().flat_map(|other| ids(other)).collect() };
    let texts = || found.iter().map(of_id);
    let only = texts().next().filter(|first| !others.is_empty() && !first.is_empty());
    let only = only.filter(|first| texts().all(|text| text == *first));
    let problem = Problem::new(ProblemKind::EmptyTarget, message, part.at);
    let problem = problem.suggesting(nearest(&part.value, texts()).or(only));
    match others.first() {
        Some(first) => problem.with(first.name_origin(), "selected by the rest of the target"),
        None => problem,
    }
}

/// The ids of a resource, the first ones first.
fn ids(resource: &Resource) -> Vec<ResId> {
    resource.previous_ids().chain([resource.id()]).collect()
}

/// A patch without a target for a resource that is not there: says which part of the id is the only one that differs.
fn no_match(
    session: &mut Session<'_>,
    loaded: &Loaded,
    into: &mut Accumulated,
    (patch, id): (&Node, &ResId),
    message: String,
    entry: Origin,
) {
    if into.incomplete {
        return;
    }
    let part = |path: &[&str]| patch.at(path).map(|node| node.origin);
    let found = closest(id, &into.resources);
    let mut correction = None;
    let (at, meant) = match &found {
        Some((path, namespace, _)) if *path == NAMESPACE && part(path).is_none() => {
            correction = with_namespace(session, patch, namespace);
            (part(NAME), None)
        }
        Some((path, meant, _)) => (part(path), Some(meant.as_str()).filter(|meant| !meant.is_empty())),
        None if id.gvk.kind == CRD => (Some(entry), None),
        None => (part(NAME), None),
    };
    let problem = Problem::new(ProblemKind::NoMatch, message, at.unwrap_or(entry));
    let mut problem = problem.suggesting(meant).corrected(correction);
    if at != Some(entry) {
        problem = problem.with(entry, "listed here");
    }
    if let Some((.., resource)) = found {
        problem = problem.with(resource.name_origin(), "the nearest resource");
    } else if id.gvk.kind == CRD
        && let Some(path) = session.unlisted_crd(loaded, &id.name)
    {
        problem = problem.corrected(loaded.listing(&path));
    }
    into.problems.note(problem);
}

/// The namespace of the resource added to a patch that has none.
fn with_namespace(session: &Session<'_>, patch: &Node, namespace: &str) -> Option<Correction> {
    let name = patch.get("metadata")?.as_map()?.entry("name")?.key;
    let text = session.text(name.file);
    let (before, after) = text.split_at_checked(name.range.start as usize)?;
    let indent = before.rsplit('\n').next().unwrap_or_default();
    let end = if indent.trim().is_empty() { format!("\n{indent}") } else { ", ".to_owned() };
    let added = format!("namespace: {namespace}");
    let edit = Edit { range: TextRange::empty(name.range.start), new_text: format!("{added}{end}") };
    // The key of a file of JSON is in quotes.
    let is_yaml = after.starts_with("name");
    is_yaml.then(|| Correction { title: format!("add `{added}`"), edits: vec![edit], is_safe: false })
}

/// Where a patch has its name and its namespace.
const NAME: &[&str] = &["metadata", "name"];
const NAMESPACE: &[&str] = &["metadata", "namespace"];

/// The resource whose id differs the least: where the patch has what differs, and what the resource has there.
fn closest<'r>(
    id: &ResId,
    resources: &'r Resources,
) -> Option<(&'static [&'static str], String, &'r Resource)> {
    let all: Vec<_> = resources.iter().map(|resource| (resource.original_id(), resource)).collect();
    let find = |fits: &dyn Fn(&ResId) -> bool| all.iter().find(|(other, _)| fits(other));
    let nearest = |part: IdPart, fits: &dyn Fn(&ResId) -> bool| {
        let fitting = || all.iter().filter(|(other, _)| fits(other));
        let meant = nearest(part(id), fitting().map(|(other, _)| part(other)))?;
        fitting().find(|(other, _)| part(other) == meant)
    };
    let [_, _, kind, name, _] = ID_PARTS;
    let is_named = |other: &ResId| other.name == id.name;
    let is_of_kind = |other: &ResId| other.gvk == id.gvk;
    let is_in_version =
        |other: &ResId| (&other.gvk.group, &other.gvk.version) == (&id.gvk.group, &id.gvk.version);
    if let Some((other, resource)) = find(&|other| is_named(other) && is_of_kind(other)) {
        Some((NAMESPACE, other.namespace.clone(), resource))
    } else if let Some((other, resource)) = find(&|other| is_named(other) && other.gvk.kind == id.gvk.kind) {
        Some((&["apiVersion"], other.gvk.api_version(), resource))
    } else if let Some((other, resource)) = nearest(kind, &|other| is_named(other) && is_in_version(other)) {
        Some((&["kind"], other.gvk.kind.clone(), resource))
    } else {
        let (other, resource) = nearest(name, &is_of_kind).filter(|_| id.gvk.kind != CRD)?;
        Some((NAME, other.name.clone(), resource))
    }
}

/// How a strategic merge is applied.
struct How<'p> {
    allowed: &'p PatchOptions,
    /// kustomize copies the patch, which makes strings of its labels and annotations (`resWrangler.ApplySmPatch`).
    rewritten: bool,
    /// The entry of the kustomization.
    entry: Origin,
}

/// Merges a patch into a resource.
fn merge_into(resource: &mut Resource, patch: &Node, how: &How<'_>, problems: &mut Problems) {
    let mut copy = patch.clone();
    if how.rewritten {
        rewrite_strings(&mut copy, "labels");
        rewrite_strings(&mut copy, "annotations");
        if let (Some(map), Some(version)) = (copy.as_map_mut(), resource.node.get("apiVersion")) {
            map.set("apiVersion", version.clone());
        }
    }
    let before = resource.node.origin;
    if let Err(problem) = apply_one(resource, copy, how.allowed) {
        problems.note(problem.with(before, "the resource").with(how.entry, "listed here"));
    }
}

fn duplicates(into: &mut Accumulated) {
    let resources = std::mem::take(&mut into.resources).into_list();
    for problem in into.resources.append_all(resources) {
        into.note(Box::new(problem));
    }
}

/// `Resource.ApplySmPatch`: kind, name and namespace stay.
fn apply_one(resource: &mut Resource, patch: Node, allowed: &PatchOptions) -> Step {
    if allowed.name || allowed.kind {
        resource.store_id();
    }
    let node = &resource.node;
    let field = |name: &str| node.at(&["metadata", name]);
    let mut merged = merge(node, patch)?;
    if let Some(map) = merged.as_map_mut().filter(|map| !map.entries().is_empty()) {
        if let Some(kind) = node.get("kind").filter(|_| !allowed.kind) {
            map.set("kind", kind.clone());
        }
        if map.get("metadata").is_none_or(Node::is_null) {
            map.set("metadata", Node::map(node.origin));
        }
        if let Some(metadata) = map.get_mut("metadata").and_then(Node::as_map_mut) {
            if let Some(name) = field("name").filter(|_| !allowed.name) {
                metadata.set("name", name.clone());
            }
            match field("namespace").filter(|namespace| !namespace.text().is_empty() && !namespace.is_null())
            {
                Some(namespace) => metadata.set("namespace", namespace.clone()),
                None => drop(metadata.take("namespace")),
            }
        }
    }
    resource.node = merged;
    Ok(())
}

fn is_conflict(applied: &Step) -> bool {
    applied.as_ref().is_err_and(|problem| problem.kind == ProblemKind::Conflict)
}

/// Applies operations to resources; `stored`: kustomize notes the id before, which makes sure that there are
/// annotations (`transformJson6902`).
fn apply_json(into: &mut Accumulated, selected: &[usize], operations: &[Operation], stored: bool) {
    let mut reported = HashSet::new();
    let problems = &mut into.problems;
    for at in selected {
        let Some(resource) = into.resources.one_mut(*at) else { continue };
        if stored {
            resource.store_id();
        }
        let annotated = resource.is_annotated();
        let node = &mut resource.node;
        if let Err(problem) = read::check_keys(node) {
            problems.note(problem);
            continue;
        }
        if annotated {
            ensure_annotations(node);
        }
        if let Some(operation) = operations.first().filter(|_| Gvk::of(node).is_custom()) {
            let mut retyped = Vec::new();
            json_patch::retyped(node, &mut retyped);
            for (at, new) in retyped {
                let problem = Problem::new(ProblemKind::Retyped, new, at);
                problems.note(problem.with(operation.at, "the JSON patch"));
            }
        }
        let mut patched = match json_patch::through_json(node) {
            Ok(patched) => patched,
            Err(problem) => {
                problems.note(problem);
                continue;
            }
        };
        // The content of what is generated is not known: each operation that fits what is known is applied.
        let steps = if resource.is_generated { 1 } else { operations.len().max(1) };
        let applied = operations
            .chunks(steps)
            .map(|operations| json_patch::apply(&mut patched, operations, &mut into.copied))
            .filter(|applied| !resource.is_generated || !is_conflict(applied))
            .collect::<Step>();
        if let Err(problem) = applied {
            if reported.insert(problem.at) {
                problems.note(problem.with(node.origin, "the resource"));
            }
            continue;
        }
        rewrite_strings(&mut patched, "annotations");
        *node = patched;
    }
}
