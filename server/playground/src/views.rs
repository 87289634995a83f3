//! What the tabs of a page show: costs, stored objects, published documents, explanations, changes, samples.
//!
//! Must not know how any of it is made.

use std::collections::BTreeSet;
use std::sync::Arc;

use crdls_change::{Definition, compare_sides, crds_by_name};
use crdls_ide::{File, Named, named};
use crdls_manifest::objects::DocumentObject;
use crdls_publish::{KubectlExplain, documents_by_path};
use crdls_render::{Changes, Compared, Position, Source, cost_json, explained, stored_objects};
use crdls_report::{Severity, Unit};
use crdls_resource::IndexedCrd;
use crdls_values::Json;
use serde_json::{Map, Value, json};

use crate::workspace::Workspace;

/// The costs of the rules of a file.
pub(crate) fn cost(workspace: &Workspace, source: &Source) -> String {
    let costs = crdls_ide::costs(source.file(), &workspace.config);
    cost_json(&[(source.with_file(Arc::clone(source.file())), costs)])
}

/// The custom resources of a file as the server would store them.
pub(crate) fn effective(workspace: &Workspace, source: &Source) -> String {
    let found = crdls_ide::effective(source.file(), workspace.context(source), &workspace.config);
    json!(stored_objects(found)).to_string()
}

/// The page of a word in Markdown; null where it means nothing.
pub(crate) fn explain(workspace: &Workspace, what: &str) -> String {
    json!(explained(what.trim(), &workspace.crds, workspace.config.kubernetes)).to_string()
}

/// The output of `kubectl explain`.
pub(crate) fn kubectl_explain(
    workspace: &Workspace,
    what: &str,
    api_version: Option<&str>,
    recursive: bool,
) -> Result<String, String> {
    let named = named_kind(workspace, what)?;
    let chosen = match api_version {
        None => named.version().map(|version| (named, version)),
        Some(asked) => named.of_api_version(asked),
    };
    let served = chosen.filter(|(_, version)| version.served());
    let (named, version) = served.ok_or_else(|| format!("`{what}` has no such version that is served"))?;
    let crd = named.crds.first().ok_or_else(|| no_kind(what))?;
    let explain = KubectlExplain::new(crd.crd(), version, workspace.config.kubernetes);
    let explained = explain.explain(&named.fields, recursive);
    Ok(json!({"text": explained.text, "error": explained.error}).to_string())
}

fn named_kind<'w>(workspace: &'w Workspace, what: &str) -> Result<Named<'w>, String> {
    named(&workspace.crds, what).ok_or_else(|| no_kind(what))
}

fn no_kind(what: &str) -> String {
    format!("no CRD of this page defines a kind `{what}`")
}

/// The kinds of all files, with the versions that are served.
pub(crate) fn kinds(workspace: &Workspace) -> String {
    let kind = |known: &IndexedCrd| {
        let spec = known.header().spec();
        let versions: Vec<_> =
            known.crd().served_versions().iter().map(|its| its.name().to_owned()).collect();
        json!({
            "file": &*known.source, "name": known.name(), "group": spec.group(), "kind": spec.names().kind(),
            "plural": spec.names().plural(), "versions": versions,
        })
    };
    Value::from_iter(workspace.crds.all().map(kind)).to_string()
}

/// The documents that the server publishes of the CRDs of a file, by path. Of a CRD that it refuses, it publishes nothing.
pub(crate) fn openapi(workspace: &Workspace, source: &Source) -> Result<String, String> {
    let found = crdls_ide::check(source.file(), workspace.context(source), &workspace.config);
    if found.iter().any(|found| found.finding.severity == Severity::Error) {
        return Err(
            "the server rejects this file and publishes nothing of it: fix its errors first".to_owned()
        );
    }
    let crds: Vec<_> = workspace.crds.of_source(&source.name).map(IndexedCrd::crd).collect();
    let documents = documents_by_path(&crds, workspace.config.kubernetes);
    Ok(Value::from(Map::from_iter(documents)).to_string())
}

/// The differences between the CRDs of a text and those of a file; the custom resources of the other files are tried.
pub(crate) fn diff(workspace: &Workspace, old: String, new: &Source) -> String {
    let config = &workspace.config;
    let old = Source::new("old", File::new(old));
    let [before, after] =
        [&old, new].map(|source| crds_by_name(source.file().shared_text(), source.file().tree(), config));
    let (names, objects): (Vec<_>, Vec<_>) = custom_resources(workspace, new).into_iter().unzip();
    let mut compared =
        Compared { old: old.name.to_string(), new: new.name.to_string(), ..Compared::default() };
    for name in before.keys().chain(after.keys()).collect::<BTreeSet<_>>() {
        let [(from, at_old), (to, at_new)] = [(&before, &old), (&after, new)].map(|(side, source)| {
            let Some(known) = side.get(name) else { return (None, None) };
            let at = Position { source: 0, document: known.number() };
            (Definition::of(known, source.file().tree()), Some(at))
        });
        let found = compare_sides(from, to, &objects, config);
        compared.take(found, [at_old, at_new], |number| names.get(number).cloned(), &[]);
    }
    compared.sort();
    let sources = [[old], [new.with_file(Arc::clone(new.file()))]];
    Changes { compared: &compared, sources: [&sources[0], &sources[1]] }.json()
}

/// The custom resources of the files but one, each with its name.
fn custom_resources(workspace: &Workspace, but: &Source) -> Vec<(String, Json)> {
    let others = workspace.files.values().filter(|source| source.name != but.name);
    let of_file = |source: &'_ Source| {
        let objects = source.file().objects().filter(|(_, object)| object.kind.is_resource());
        let named = |(number, object): (usize, DocumentObject<'_>)| {
            (format!("{}#{number}", source.name), Unit::Written(object.node).value())
        };
        objects.map(named).collect::<Vec<_>>()
    };
    others.flat_map(of_file).collect()
}

/// A custom resource to start from.
pub(crate) fn sample(workspace: &Workspace, kind: &str, minimal: bool) -> Result<String, String> {
    let named = named_kind(workspace, kind)?;
    let crd = named.crds.first().copied().ok_or_else(|| no_kind(kind))?;
    let version = named.version().ok_or_else(|| format!("`{kind}` has no version"))?;
    let make = if minimal { crdls_witness::minimal_sample } else { crdls_witness::sample };
    Ok(json!(make(crd, version, &workspace.config).text).to_string())
}
