//! `patchesStrategicMerge`, `patches` and `patchesJson6902`.

use std::collections::HashSet;
use std::sync::Arc;

use crdls_text::{Edit, TextRange, nearest};
use crdls_yaml::json_stream::is_json;

use crate::accumulated::Accumulated;
use crate::as_json;
use crate::decode::Spelled;
use crate::id::{CRD, Gvk, ID_PARTS, ResId};
use crate::json_patch::{self, Operation};
use crate::kustomization::{Patch, PatchOptions, Target};
use crate::merge::merge;
use crate::node::{Node, Origin};
use crate::problem::{Correction, Problem, ProblemKind, Step};
use crate::read::{self, Excerpt, repeated_key};
use crate::resource::{Resource, Resources, ensure_annotations, rewrite_strings};
use crate::select::Selection;
use crate::session::{Loaded, Session};
use crate::tables::tables;

/// A patch that was read.
enum Content {
    StrategicMerge(Vec<Node>),
    Json(Vec<Operation>),
}

/// `PatchStrategicMergeTransformer`
pub(super) fn strategic_merges(session: &mut Session<'_>, loaded: &Loaded, into: &mut Accumulated) {
    let mut is_empty = true;
    for entry in &loaded.fields.patches_strategic_merge {
        let at = loaded.at(entry.at);
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
        for patch in patches.iter() {
            let id = ResId::of(patch);
            let index = match into.resources.by_id(&id) {
                Ok(index) => index,
                Err(why) => {
                    no_match(session, loaded, into, (patch, &id), why, at);
                    continue;
                }
            };
            apply_to(into, &[index], patch, &PatchOptions::default(), true, at);
        }
    }
    if let Some(first) = loaded.fields.patches_strategic_merge.first().filter(|_| is_empty) {
        let message = "patch appears to be empty";
        into.note(Problem::new(ProblemKind::InvalidPatch, message, loaded.at(first.at)));
    }
    into.resources.drop_gone();
}

/// `PatchTransformer`, for each entry.
pub(super) fn patches(session: &mut Session<'_>, loaded: &Loaded, into: &mut Accumulated) {
    for patch in &loaded.fields.patches {
        if let Err(problem) = one(session, loaded, patch, into) {
            into.note(problem);
        }
        into.resources.drop_gone();
        if patch.target.is_some() && (patch.options.name || patch.options.kind) {
            duplicates(into);
        }
    }
}

fn one(session: &mut Session<'_>, loaded: &Loaded, patch: &Patch, into: &mut Accumulated) -> Step {
    let at = loaded.at(patch.at);
    let allowed = &patch.options;
    match content(session, loaded, patch)? {
        Content::Json(operations) => {
            let Some(target) = &patch.target else {
                let message = format!("must specify a target for JSON patch {}", source_of(patch));
                let problem = Problem::new(ProblemKind::InvalidPatch, message, at);
                return Err(problem.corrected(only_target(loaded, patch, &into.resources)));
            };
            let selected = select(loaded, target, into)?;
            apply_json(into, &selected, &operations, true)
        }
        Content::StrategicMerge(mut patches) => {
            if allowed.name || allowed.kind {
                // kustomize notes that in an annotation of the patch.
                patches.iter_mut().for_each(|patch| rewrite_strings(patch, "annotations"));
            }
            let listed = patch.path.as_ref().map_or(at, |path| loaded.at(path.at));
            let Some(target) = &patch.target else {
                for patch in &patches {
                    let id = ResId::of(patch);
                    match into.resources.by_id(&id) {
                        Ok(index) => apply_to(into, &[index], patch, allowed, false, listed),
                        Err(why) => {
                            let why = format!("no resource matches strategic merge patch \"{id}\": {why}");
                            no_match(session, loaded, into, (patch, &id), why, listed);
                        }
                    }
                }
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
                return Err(Problem::new(ProblemKind::InvalidPatch, message, loaded.at(target.at)));
            };
            let selected = select(loaded, target, into)?;
            apply_to(into, &selected, patch, allowed, true, listed);
            Ok(())
        }
    }
}

/// `PatchJson6902Transformer`, for each entry: after names and labels.
pub(super) fn json_patches(session: &mut Session<'_>, loaded: &Loaded, into: &mut Accumulated) {
    for patch in &loaded.fields.patches_json6902 {
        if let Err(problem) = json_patch(session, loaded, patch, into) {
            into.note(problem);
        }
        into.resources.drop_gone();
    }
}

fn json_patch(session: &mut Session<'_>, loaded: &Loaded, patch: &Patch, into: &mut Accumulated) -> Step {
    let at = loaded.at(patch.at);
    let refuse = |message: &str| Err(Problem::new(ProblemKind::InvalidPatch, message, at));
    let Some(target) = patch.target.as_ref().filter(|target| !target.name.value.is_empty()) else {
        return refuse("must specify the target name");
    };
    let is_set = |field: &Option<Spelled<String>>| field.as_ref().is_some_and(|f| !f.value.is_empty());
    match (is_set(&patch.path), is_set(&patch.patch)) {
        (false, false) => return refuse("empty file path and empty jsonOp"),
        (true, true) => return refuse("must specify a file path or jsonOp, not both"),
        _ => {}
    }
    let operations = with_text(session, loaded, patch, json)?;
    match operations {
        Some(operations) if !operations.is_empty() => {
            let selected = select(loaded, target, into)?;
            apply_json(into, &selected, &operations, false)
        }
        Some(_) => refuse("patch appears to be empty"),
        None => refuse("the patch is not a list of operations"),
    }
}

/// The only resource of a build as the target of a patch that lacks one.
fn only_target(loaded: &Loaded, patch: &Patch, resources: &Resources) -> Option<Correction> {
    let [only] = resources.0.as_slice() else { return None };
    let id = only.original_id();
    let target = format!("kind: {}, name: {}", id.gvk.kind, id.name);
    let edits = vec![loaded.with_target(patch.at, &target)];
    Some(Correction { title: format!("add `target: {{{target}}}`"), edits, is_safe: false })
}

fn source_of(patch: &Patch) -> String {
    match (&patch.path, &patch.patch) {
        (Some(path), _) => format!("[path: {}]", crdls_go::go_quote(&path.value)),
        (None, Some(text)) => format!("[patch: {}]", crdls_go::go_quote(text.value.trim())),
        (None, None) => String::new(),
    }
}

/// Hands the text of a patch to a reader.
fn with_text<T>(
    session: &mut Session<'_>,
    loaded: &Loaded,
    patch: &Patch,
    read: impl FnOnce(&str, &Excerpt<'_>) -> T,
) -> Step<T> {
    if let Some(text) = patch.patch.as_ref().filter(|text| !text.value.trim().is_empty()) {
        return Ok(loaded.read_inside(text, read));
    }
    let Some(path) = &patch.path else {
        return Err(Problem::new(
            ProblemKind::InvalidPatch,
            "must specify one of patch and path",
            loaded.at(patch.at),
        ));
    };
    let file = session.entry_file(loaded, path).map_err(|problem| {
        let prefix = format!("failed to get the patch file from path({})", path.value);
        problem.prefixed(&prefix)
    })?;
    let text = session.text(file);
    Ok(read(&text, &Excerpt::of_file(file)))
}

/// The operations of a JSON patch (`jsonPatchFromBytes`).
fn json(text: &str, place: &Excerpt<'_>) -> Option<Vec<Operation>> {
    if text.is_empty() || (text.starts_with('[') && !is_json(text)) {
        return None;
    }
    let value = read::as_json(text, place).ok()?;
    json_patch::decode(value.as_ref())
}

/// Reads a patch as both forms (`PatchTransformerPlugin.Config`).
fn content(session: &mut Session<'_>, loaded: &Loaded, patch: &Patch) -> Step<Content> {
    let at = loaded.at(patch.at);
    let is_set = |field: &Option<Spelled<String>>| field.as_ref().is_some_and(|f| !f.value.trim().is_empty());
    if is_set(&patch.path) && is_set(&patch.patch) {
        return Err(Problem::new(
            ProblemKind::InvalidPatch,
            "patch and path can't be set at the same time",
            at,
        ));
    }
    let (merges, operations, flow) = with_text(session, loaded, patch, |text, place| {
        (read::resources(text, place), json(text, place), text.starts_with('['))
    })?;
    match (merges, operations) {
        (Ok(merges), Some(operations)) if !merges.is_empty() && !operations.is_empty() => {
            let message = format!("illegally qualifies as both an SM and JSON patch: {}", source_of(patch));
            Err(Problem::new(ProblemKind::InvalidPatch, message, at))
        }
        (Ok(merges), _) => Ok(Content::StrategicMerge(merges)),
        (Err(_), Some(operations)) => Ok(Content::Json(operations)),
        (Err(why), None) if why.kind == ProblemKind::NotEvaluated => Err(why),
        (Err(why), None) => {
            let message = format!("unable to parse SM or JSON patch from {}", source_of(patch));
            let text = patch.patch.as_ref().map_or(at, |text| loaded.at(text.at));
            let place = if flow { text } else { why.at };
            let problem = Problem::new(ProblemKind::InvalidPatch, message, place).with(why.at, why.message);
            let text = patch.patch.as_ref().filter(|_| flow);
            Err(problem.corrected(text.and_then(|text| as_strict_json(loaded, text))))
        }
    }
}

/// A patch in flow YAML as JSON.
fn as_strict_json(loaded: &Loaded, patch: &Spelled<String>) -> Option<Correction> {
    let value = as_json::json(&loaded.read_inside(patch, read::as_json).ok()??).ok()?;
    let new_text = crdls_yaml::single_quoted(&value.to_json());
    let edits = vec![Edit { range: patch.at, new_text }];
    Some(Correction { title: "write the patch as JSON".to_owned(), edits, is_safe: true })
}

/// The resources that a target selects (`resWrangler.Select`).
fn select(loaded: &Loaded, target: &Target, into: &mut Accumulated) -> Step<Vec<usize>> {
    let refuse = |why: &str| Problem::new(ProblemKind::InvalidField, why, loaded.at(target.at));
    let selection = Selection::read(target).map_err(|why| refuse(&why))?;
    let mut selected = Vec::new();
    for (at, resource) in into.resources.0.iter().enumerate() {
        if selection.selects(resource).map_err(refuse)? {
            selected.push(at);
        }
    }
    if !selected.is_empty() {
        into.selecting.insert(loaded.at(target.at));
    } else if !into.incomplete {
        let problem = empty_target(loaded, target, &selection, &into.resources);
        into.note(problem);
    }
    Ok(selected)
}

/// Says which part of a target fits no resource that the others select, or none at all.
fn empty_target(
    loaded: &Loaded,
    target: &Target,
    selection: &Selection,
    resources: &Resources,
) -> Box<Problem> {
    let parts = target.parts();
    let message = format!("the target selects none of {} resources", resources.0.len());
    let all: Vec<ResId> = resources.0.iter().flat_map(ids).collect();
    let fits = selection.parts_that_fit(&all);
    let set = || (0..parts.len()).filter(|at| parts.get(*at).is_some_and(|part| !part.value.is_empty()));
    let others = |at: &usize| {
        let rest = Selection::read(&target.without(*at)).ok();
        let selected =
            resources.0.iter().filter(|r| rest.as_ref().is_some_and(|rest| rest.selects(r) == Ok(true)));
        selected.collect::<Vec<_>>()
    };
    let fits_alone = |at: &usize| fits.get(*at).copied().unwrap_or(true);
    let only = set().filter(|at| !others(at).is_empty()).min_by_key(fits_alone);
    let wrong = only
        .or_else(|| set().find(|at| !fits_alone(at)))
        .or_else(|| set().next().filter(|_| set().count() == 1));
    let part = wrong.and_then(|at| Some((at, *parts.get(at)?, *ID_PARTS.get(at)?)));
    let Some((at, part, of_id)) = part else {
        return Problem::new(ProblemKind::EmptyTarget, message, loaded.at(target.at));
    };
    let others = others(&at);
    let problem = Problem::new(ProblemKind::EmptyTarget, message, loaded.at(part.at));
    let Some(first) = others.first() else {
        return problem.suggesting(nearest(&part.value, all.iter().map(of_id)));
    };
    let found: Vec<ResId> = others.iter().flat_map(|resource| ids(resource)).collect();
    let first_text = found.first().map(of_id).unwrap_or_default();
    let is_one = !first_text.is_empty() && found.iter().all(|id| of_id(id) == first_text);
    let near = nearest(&part.value, found.iter().map(of_id));
    let problem = problem.suggesting(near.or_else(|| is_one.then_some(first_text)));
    problem.with(first.name_origin(), "selected by the rest of the target")
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
    let part = |path: &[&str]| {
        let found = path.iter().try_fold(patch, |node, name| node.get(name));
        found.map(|node| node.origin)
    };
    let (version, kind) = (part(&["apiVersion"]), part(&["kind"]));
    let name = part(&["metadata", "name"]);
    let own_namespace = part(&["metadata", "namespace"]);
    let found = closest(id, &into.resources);
    let at = match found.as_ref().map(|(part, _)| *part) {
        Some(Part::Version) => version,
        Some(Part::Kind) => kind,
        Some(Part::Namespace) => own_namespace.or(name),
        Some(Part::Name) => name,
        None if id.gvk.kind == CRD => Some(entry),
        None => name,
    };
    let mut problem = Problem::new(ProblemKind::NoMatch, message, at.unwrap_or(entry));
    if at != Some(entry) {
        problem = problem.with(entry, "listed here");
    }
    if let Some((part, index)) = found
        && let Some(resource) = into.resources.0.get(index)
    {
        let other = resource.original_id();
        problem.suggestion = match part {
            Part::Version => Some(other.gvk.api_version()),
            Part::Kind => Some(other.gvk.kind),
            Part::Name => Some(other.name),
            Part::Namespace if own_namespace.is_none() => {
                problem = problem.corrected(with_namespace(session, patch, &other.namespace));
                None
            }
            Part::Namespace => Some(other.namespace).filter(|namespace| !namespace.is_empty()),
        };
        problem = problem.with(resource.name_origin(), "the nearest resource");
    } else if id.gvk.kind == CRD
        && let Some(path) = session.unlisted_crd(loaded, &id.name)
    {
        problem = problem.corrected(loaded.listing_of(&path));
    }
    into.note(problem);
}

/// The namespace of the resource added to a patch that has none.
fn with_namespace(session: &Session<'_>, patch: &Node, namespace: &str) -> Option<Correction> {
    let metadata = patch.get("metadata")?.as_map()?;
    let name = metadata.entries.iter().find(|entry| &*entry.name == "name")?.key;
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Version,
    Kind,
    Namespace,
    Name,
}

fn closest(id: &ResId, resources: &Resources) -> Option<(Part, usize)> {
    let originals: Vec<ResId> = resources.0.iter().map(Resource::original_id).collect();
    let position = |fits: &dyn Fn(&ResId) -> bool| originals.iter().position(fits);
    let named = |other: &ResId| other.name == id.name;
    if let Some(at) = position(&|other| named(other) && other.gvk == id.gvk) {
        return Some((Part::Namespace, at));
    }
    let same_kind = |other: &ResId| other.gvk.kind == id.gvk.kind;
    if let Some(at) = position(&|other| named(other) && same_kind(other)) {
        return Some((Part::Version, at));
    }
    let api = id.gvk.api_version();
    let in_group = |other: &ResId| named(other) && other.gvk.api_version() == api;
    let kinds = originals.iter().filter(|other| in_group(other)).map(|other| other.gvk.kind.as_str());
    if let Some(kind) = nearest(&id.gvk.kind, kinds) {
        let at = position(&|other| in_group(other) && other.gvk.kind == kind)?;
        return Some((Part::Kind, at));
    }
    if id.gvk.kind == CRD {
        return None;
    }
    let names = originals.iter().filter(|other| other.gvk == id.gvk).map(|other| other.name.as_str());
    let name = nearest(&id.name, names)?;
    Some((Part::Name, position(&|other| other.gvk == id.gvk && other.name == name)?))
}

/// Merges a patch into resources; `rewritten`: kustomize copies the patch, which makes strings of its labels and
/// annotations (`resWrangler.ApplySmPatch`).
fn apply_to(
    into: &mut Accumulated,
    selected: &[usize],
    patch: &Node,
    allowed: &PatchOptions,
    rewritten: bool,
    entry: Origin,
) {
    for index in selected {
        let Some(resource) = into.resources.0.get_mut(*index) else { continue };
        let mut copy = patch.clone();
        if rewritten {
            rewrite_strings(&mut copy, "labels");
            rewrite_strings(&mut copy, "annotations");
            if let (Some(map), Some(version)) = (copy.as_map_mut(), resource.node.get("apiVersion")) {
                map.set("apiVersion", version.clone());
            }
        }
        let before = resource.node.origin;
        if let Err((message, at)) = apply_one(resource, copy, allowed) {
            let problem = Problem::new(ProblemKind::Conflict, message, at);
            into.note(problem.with(before, "the resource").with(entry, "listed here"));
        }
    }
}

fn duplicates(into: &mut Accumulated) {
    let resources = std::mem::take(&mut into.resources.0);
    for problem in into.resources.append_all(resources) {
        into.note(Box::new(problem));
    }
}

/// `Resource.ApplySmPatch`: kind, name and namespace stay.
fn apply_one(resource: &mut Resource, patch: Node, allowed: &PatchOptions) -> Result<(), (String, Origin)> {
    if allowed.name || allowed.kind {
        resource.store_id();
    }
    let node = &resource.node;
    let field = |name: &str| node.get("metadata").and_then(|metadata| metadata.get(name));
    let mut merged = merge(node, patch)?;
    if let Some(map) = merged.as_map_mut().filter(|map| !map.entries.is_empty()) {
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

/// Applies operations to resources; `stored`: kustomize notes the id before, which makes sure that there are
/// annotations (`transformJson6902`).
fn apply_json(into: &mut Accumulated, selected: &[usize], operations: &[Operation], stored: bool) -> Step {
    let mut reported = HashSet::new();
    let mut failed = Vec::new();
    for index in selected {
        let Some(resource) = into.resources.0.get_mut(*index) else { continue };
        if stored {
            resource.store_id();
        }
        let annotated = resource.is_annotated();
        let node = &mut resource.node;
        if let Some((key, first)) = repeated_key(node) {
            failed.push(repeated(key.key, &key.name, first));
            continue;
        }
        if annotated {
            ensure_annotations(node);
        }
        let gvk = Gvk::of(node);
        let is_builtin = tables().is_known(&gvk.api_version(), &gvk.kind) && gvk.kind != CRD;
        if let Some(operation) = operations.first().filter(|_| !is_builtin) {
            let mut retyped = Vec::new();
            json_patch::retyped(node, &mut retyped);
            let problem = |(at, new)| Problem::new(ProblemKind::Retyped, new, at);
            failed
                .extend(retyped.into_iter().map(|found| problem(found).with(operation.at, "the JSON patch")));
        }
        let mut patched = match json_patch::through_json(node) {
            Ok(patched) => patched,
            Err((message, at)) => {
                failed.push(Problem::new(ProblemKind::Invalid, message, at));
                continue;
            }
        };
        if let Err(why) = json_patch::apply(&mut patched, operations) {
            if reported.insert(why.at) {
                let problem = Problem::new(ProblemKind::Conflict, why.message, why.at);
                failed.push(problem.with(node.origin, "the resource").suggesting(why.nearest));
            }
            continue;
        }
        rewrite_strings(&mut patched, "annotations");
        *node = patched;
    }
    failed.into_iter().for_each(|problem| into.note(problem));
    Ok(())
}

/// A key that a resource has twice: kustomize reads it and cannot write it.
pub(crate) fn repeated(at: Origin, name: &str, first: Origin) -> Box<Problem> {
    let message =
        format!("yaml: unmarshal errors:\n  mapping key {} already defined", crdls_go::go_quote(name));
    Problem::new(ProblemKind::Invalid, message, at).with(first, "first defined here")
}
