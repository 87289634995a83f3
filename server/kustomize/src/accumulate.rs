//! A build: `target.KustTarget.accumulateTarget`, in kustomize's order.
//!
//! kustomize stops at the first error. Here an entry that fails is left out and the rest is built, so that one mistake
//! does not hide the others.

use std::collections::BTreeSet;
use std::sync::Arc;

use crdls_text::{TextRange, nearest};

use crate::accumulated::Accumulated;
use crate::config::{Config, default_config};
use crate::decode::Spelled;
use crate::kustomization::Generated;
use crate::node::{Node, Origin};
use crate::problem::{Correction, Problem, ProblemKind, Step};
use crate::resource::{Resource, Resources};
use crate::scalar::{Scalar, Tag};
use crate::session::{FILE_NAMES, Loaded, Session, is_below, join};
use crate::{crds, remote, transform};

/// Why a file that a build needs is not read.
const IGNORED: &str = "a file that .gitignore excludes is not evaluated";

/// Bases below bases, at most.
const MAX_CHAIN: usize = 64;

impl Session<'_> {
    /// What the kustomization of a folder accumulates to.
    pub(crate) fn base(&mut self, loaded: &Loaded) -> Arc<Accumulated> {
        if let Some((paths, known)) = self.known.bases.get(&loaded.folder).cloned() {
            self.made_of(&paths);
            return known;
        }
        let mut built = Accumulated::default();
        let (paths, ()) = self.noting(|session| session.accumulate(loaded, &mut built));
        let built = Arc::new(built);
        self.known.bases.insert(loaded.folder.clone(), (paths, built.clone()));
        built
    }

    fn accumulate(&mut self, loaded: &Loaded, into: &mut Accumulated) {
        self.chain.push(loaded.folder.clone());
        let fields = &loaded.fields;
        for (kind, Spelled { value: name, at }) in &loaded.reported {
            if *kind == ProblemKind::Deprecated {
                into.note(Problem::new(*kind, *name, *at).corrected(loaded.modern(name, at.range)));
            } else {
                into.note(Problem::new(*kind, format!("`{name}` is not evaluated"), *at));
                into.incomplete |= !matches!(*name, "buildMetadata" | "validators");
            }
        }
        for entry in &fields.resources {
            self.resource_entry(loaded, entry, into);
        }
        self.configure(loaded, into);
        self.generate(loaded, into);
        for entry in &fields.components {
            let done = self.component(loaded, entry, into);
            into.completed(done, "accumulating components");
        }
        transform::all(self, loaded, into);
        transform::vars::bind(loaded, into);
        into.add_vars(fields.vars.clone());
        self.chain.pop();
    }

    /// `accumulateResources`, one entry: a file, or else a folder.
    pub(crate) fn resource_entry(&mut self, loaded: &Loaded, entry: &Spelled, into: &mut Accumulated) {
        let at = entry.at;
        let path = entry.value.as_str();
        if remote::is_remote_file(path) {
            into.unconfigured |= !remote::is_manifest(path);
            return left_out(into, "a remote resource is not evaluated", at);
        }
        let full = join(&loaded.folder, path);
        let tried = match self.open(&full) {
            Some(file) => {
                if !is_below(&full, &loaded.folder) {
                    let message = format!("security; file '{full}' is not in or below '{}'", loaded.folder);
                    into.note(Problem::new(ProblemKind::LoadRestriction, message, at));
                }
                self.file(file, path, at, into)
            }
            None if remote::is_repository(path) => {
                into.unconfigured = true;
                return left_out(into, "a remote base is not evaluated", at);
            }
            None if self.is_ignored(&full) => {
                into.unconfigured |= !remote::is_manifest(path);
                return left_out(into, IGNORED, at);
            }
            None if self.files.is_folder(&full) => self.folder(loaded, path, at, into),
            None => Err(self.missing(path, &full, at).unless_listed(loaded, entry)),
        };
        into.completed(tried, "accumulating resources");
    }

    fn file(&mut self, file: u32, path: &str, at: Origin, into: &mut Accumulated) -> Step {
        let twice = |message: String| {
            format!("accumulation err='{message}': must build at directory: '{path}': file is not directory")
        };
        let nodes = self.resources(file).map_err(|mut why| {
            if why.kind == ProblemKind::NotEvaluated {
                return why;
            }
            let malformed = why.message.starts_with("MalformedYAMLError");
            let suffix = if malformed { format!(" in File: {path}") } else { String::new() };
            why.message = format!("accumulating resources from '{path}': {}{suffix}", why.message);
            if !malformed {
                why.message = twice(why.message.clone());
            }
            why.with(at, "listed here")
        })?;
        let resources = nodes.iter().map(|node| Resource::new(node.clone(), at)).collect();
        for problem in into.resources.append_all(resources) {
            let message = twice(format!("merging resources from '{path}': {}", problem.message));
            let problem = Box::new(Problem { message, ..problem }).with(at, "listed here");
            into.note(problem.prefixed("accumulating resources"));
            into.incomplete = true;
        }
        Ok(())
    }

    fn folder(&mut self, loaded: &Loaded, path: &str, at: Origin, into: &mut Accumulated) -> Step {
        let inner = self.enter(loaded, path, at)?;
        if inner.is_component {
            let message = format!("expected kind != 'Component' for path '{}'", inner.folder);
            return Err(Problem::new(ProblemKind::ComponentAsResource, message, at));
        }
        let base = self.base(&inner);
        into.absorb((*base).clone(), at, path);
        Ok(())
    }

    /// The kustomization of a folder that an entry names (`FileLoader.New`, `KustTarget.Load`).
    fn enter(&mut self, loaded: &Loaded, path: &str, at: Origin) -> Step<Arc<Loaded>> {
        let full = join(&loaded.folder, path);
        if path.starts_with('/') {
            let message = format!("new root '{path}' cannot be absolute");
            return Err(Problem::new(ProblemKind::MissingPath, message, at));
        }
        if let Some(visited) = self.chain.iter().find(|visited| is_below(visited, &full)) {
            let message =
                format!("cycle detected: candidate root '{full}' contains visited root '{visited}'");
            return Err(Problem::new(ProblemKind::Cycle, message, at));
        }
        if self.chain.len() > MAX_CHAIN {
            return Err(Problem::new(ProblemKind::NotEvaluated, "too many bases below each other", at));
        }
        self.load(&full).map_err(|mut problem| {
            if problem.at == Origin::default() {
                problem.at = at;
            } else {
                problem.related.push((at, "listed here".to_owned()));
            }
            problem.prefixed(&format!("couldn't make target for path '{full}'"))
        })
    }

    /// `accumulateComponents`, one entry: it works on what there is.
    fn component(&mut self, loaded: &Loaded, entry: &Spelled, into: &mut Accumulated) -> Step {
        let at = entry.at;
        let path = entry.value.as_str();
        let full = join(&loaded.folder, path);
        if remote::is_repository(path) {
            return Err(Problem::new(ProblemKind::NotEvaluated, "a remote component is not evaluated", at));
        }
        if self.is_ignored(&full) {
            return Err(Problem::new(ProblemKind::NotEvaluated, IGNORED, at));
        }
        if !self.files.is_folder(&full) {
            let message = match self.open(&full) {
                Some(_) => format!("must build at directory: '{full}': file is not directory"),
                None => self.missing(path, &full, at).message,
            };
            return Err(Problem::new(ProblemKind::MissingPath, message, at));
        }
        let inner = self.enter(loaded, path, at)?;
        if !inner.is_component {
            let message = format!("expected kind 'Component' for path '{full}' but got 'Kustomization'");
            return Err(Problem::new(ProblemKind::NotComponent, message, at));
        }
        self.accumulate(&inner, into);
        Ok(())
    }

    /// `configurations` and `crds`.
    fn configure(&mut self, loaded: &Loaded, into: &mut Accumulated) {
        let mut config = default_config();
        for entry in &loaded.fields.configurations {
            let merged = self.configuration(loaded, entry).and_then(|read| {
                let refuse = |why| Problem::new(ProblemKind::InvalidField, why, entry.at);
                config.merged(&read).map_err(refuse)
            });
            match merged {
                Ok(merged) => config = Arc::new(merged),
                Err(problem) => into.note(problem),
            }
        }
        into.merge_config(config, loaded.at(Default::default()));
        for entry in &loaded.fields.crds {
            match self.definitions(loaded, entry) {
                Ok(config) => into.merge_config(Arc::new(config), entry.at),
                Err(problem) => into.note(problem.prefixed("loading CRDs")),
            }
        }
    }

    /// The fields that an entry of `crds` names.
    fn definitions(&mut self, loaded: &Loaded, entry: &Spelled) -> Step<Config> {
        let at = entry.at;
        let file = self.entry_file(loaded, entry)?;
        let value = self.value(file).map_err(|why| why.with(at, "listed here"))?;
        crds::config(file, &value).map_err(|why| {
            let message =
                format!("unable to parse open API definition from '{}': {}", entry.value, why.message);
            Problem::new(ProblemKind::InvalidField, message, at)
        })
    }

    fn configuration(&mut self, loaded: &Loaded, entry: &Spelled) -> Step<Config> {
        let file = self.entry_file(loaded, entry)?;
        let value = self.value(file)?;
        Config::decode(file, &value)
            .map_err(|why| why.prefixed("error unmarshaling JSON: while decoding JSON"))
    }

    /// The file that an entry names (`Loader.Load`).
    pub(crate) fn entry_file(&mut self, loaded: &Loaded, entry: &Spelled) -> Step<u32> {
        let at = entry.at;
        if remote::is_remote_file(&entry.value) {
            return Err(Problem::new(ProblemKind::NotEvaluated, "a remote file is not evaluated", at));
        }
        let full = join(&loaded.folder, &entry.value);
        self.open(&full).ok_or_else(|| {
            if self.files.is_ignored(&full) {
                return Problem::new(ProblemKind::NotEvaluated, IGNORED, at);
            }
            let message = match self.files.is_folder(&full) {
                true => format!("'{full}' must resolve to a file"),
                false => not_there(&full),
            };
            Problem::new(ProblemKind::MissingPath, message, at).suggesting(self.near(&entry.value, &full))
        })
    }

    /// Whether .gitignore excludes a path that does not exist, or the kustomization that a folder does not have.
    fn is_ignored(&mut self, full: &str) -> bool {
        if !self.files.is_folder(full) {
            return self.files.is_ignored(full);
        }
        self.kustomizations(full).is_empty()
            && FILE_NAMES.iter().any(|name| self.files.is_ignored(&join(full, name)))
    }

    /// Nothing is at a path; the nearest name in the folder is suggested.
    fn missing(&self, path: &str, full: &str, at: Origin) -> Box<Problem> {
        let why = not_there(full);
        let message = format!(
            "accumulation err='accumulating resources from '{path}': {why}': must build at directory: not a valid \
             directory: {why}"
        );
        Problem::new(ProblemKind::MissingPath, message, at).suggesting(self.near(path, full))
    }

    fn near(&self, path: &str, full: &str) -> Option<String> {
        let (folder, name) = full.rsplit_once('/').unwrap_or(("", full));
        let names = self.files.list(folder);
        let near = nearest(name, names.iter().map(String::as_str));
        // Most often the path goes up too few folders.
        let higher = || {
            let higher = format!("../{path}");
            let there = join(folder, &format!("../{name}"));
            let is_there = self.files.is_folder(&there) || self.files.text(&there).is_some();
            is_there.then_some(higher)
        };
        near.map(|near| format!("{}{near}", path.strip_suffix(name).unwrap_or_default())).or_else(higher)
    }

    /// Generated ConfigMaps and Secrets, without their content.
    fn generate(&mut self, loaded: &Loaded, into: &mut Accumulated) {
        let fields = &loaded.fields;
        for (kind, list) in [("ConfigMap", &fields.config_maps), ("Secret", &fields.secrets)] {
            for generated in list {
                let named = &generated.name;
                if !named.is_set() {
                    let message = "a configmap must have a name";
                    into.note(Problem::new(ProblemKind::InvalidField, message, generated.at));
                    continue;
                }
                let at = named.at;
                for (entry, why) in wrong_entries(generated) {
                    into.note(Problem::new(ProblemKind::InvalidField, why, entry.at));
                }
                let env = Some(&generated.env).filter(|env| env.is_set());
                for entry in generated.files.iter().chain(&generated.envs).chain(env) {
                    let path = entry.value.split_once('=').map_or(entry.value.as_str(), |(_, path)| path);
                    let end = entry.at.range.end;
                    let written = TextRange::new(end.saturating_sub(path.len() as u32), end);
                    let is_written = written.of(&loaded.text) == path;
                    let at = if is_written { loaded.at(written) } else { entry.at };
                    let entry = Spelled { value: path.to_owned(), at };
                    // A folder stands for the files in it.
                    if !self.files.is_folder(&join(&loaded.folder, path))
                        && let Err(mut problem) = self.entry_file(loaded, &entry)
                    {
                        // The content of what is generated is not needed.
                        if problem.kind == ProblemKind::NotEvaluated {
                            problem.kind = ProblemKind::LeftOut;
                        }
                        into.note(problem);
                    }
                }
                let node = object(kind, &named.value, &generated.namespace, at);
                let mut resource = Resource::new(node, at);
                resource.is_generated = true;
                resource.is_hashed = !generated.options.no_hash && !fields.generator_options.no_hash;
                let is_new = !matches!(generated.behavior.as_str(), "merge" | "replace");
                let absorbed = absorb(&mut into.resources, resource, is_new, into.incomplete);
                into.tried(absorbed);
            }
        }
    }
}

/// The entries of a generator that name no key, or one that is there, with what kustomize says (`parseLiteralSource`,
/// `ParseFileSource`). Keys in files are not known.
fn wrong_entries(generated: &Generated) -> Vec<(&Spelled, String)> {
    let (mut found, mut keys) = (Vec::new(), BTreeSet::new());
    for literal in &generated.literals {
        let text = literal.value.as_str();
        match text.split_once('=').filter(|(key, _)| !key.is_empty()) {
            None => found.push((literal, format!("invalid literal source {text}, expected key=value"))),
            Some((key, _)) if keys.insert(key) => {}
            Some((key, _)) => {
                let message = format!("cannot add key {key}, another key by that name already exists");
                found.push((literal, message));
            }
        }
    }
    for file in &generated.files {
        let text = file.value.as_str();
        let (key, path) = text.split_once('=').unwrap_or(("-", "-"));
        if key.is_empty() {
            found.push((file, format!("missing key name for file path \"{path}\" in source \"{text}\"")));
        } else if path.is_empty() {
            found.push((file, format!("missing file path for key name \"{key}\" in source \"{text}\"")));
        } else if path.contains('=') {
            found.push((file, format!("source \"{text}\" key name or file path contains '='")));
        }
    }
    found
}

impl Problem {
    /// Suggests to remove an entry where the name that is meant is listed as well.
    fn unless_listed(mut self: Box<Self>, loaded: &Loaded, entry: &Spelled) -> Box<Self> {
        let meant =
            self.suggestion.take_if(|meant| loaded.fields.resources.iter().any(|e| e.value == *meant));
        let Some(meant) = meant else { return self };
        let edit = loaded.without_entry("resources", entry.at.range);
        let title = format!("remove the entry: `{meant}` is listed");
        self.corrected(edit.map(|edit| Correction { title, edits: vec![edit], is_safe: false }))
    }
}

/// `appendReplaceOrMerge`, for a resource that is new or changes one that is there.
fn absorb(resources: &mut Resources, mut resource: Resource, is_new: bool, incomplete: bool) -> Step {
    let id = resource.id();
    let at = resource.listed;
    let refuse = |message: String| Err(Problem::new(ProblemKind::DuplicateId, message, at));
    match (resources.with_id(&id).as_slice(), is_new) {
        ([], true) => resources.append(resource),
        ([], _) if incomplete => Ok(()),
        ([], _) => {
            let message = format!("id {id} does not exist; cannot merge or replace");
            Err(Problem::new(ProblemKind::NothingToMerge, message, at))
        }
        ([_], true) => {
            let message = "can not use behavior: 'unspecified', behavior must be merge or replace";
            refuse(format!("id {id} exists; {message}"))
        }
        ([old], _) => {
            let Some(old) = resources.one_mut(*old) else { return Ok(()) };
            // Names and namespaces are those of the resource that is there.
            for field in ["name", "namespace"] {
                let value = old.node.at(&["metadata", field]);
                let metadata = resource.node.get_mut("metadata").and_then(Node::as_map_mut);
                if let (Some(value), Some(metadata)) = (value, metadata) {
                    metadata.set(field, value.clone());
                }
            }
            resource.past.clone_from(&old.past);
            *old = resource;
            Ok(())
        }
        _ => refuse(format!("found multiple objects that could accept merge of {id}")),
    }
}

/// An object without anything but its id.
fn object(kind: &str, name: &str, namespace: &str, at: Origin) -> Node {
    let text = |text: &str| Node::scalar(Scalar::tagged(text, Tag::Str), at);
    let mut metadata = vec![("name", text(name)), ("namespace", text(namespace))];
    metadata.retain(|(_, value)| !value.text().is_empty());
    let metadata = Node::map_of(metadata, at);
    Node::map_of([("apiVersion", text("v1")), ("kind", text(kind)), ("metadata", metadata)], at)
}

fn left_out(into: &mut Accumulated, message: &str, at: Origin) {
    into.incomplete = true;
    into.note(Problem::new(ProblemKind::LeftOut, message, at));
}

fn not_there(full: &str) -> String {
    format!("evalsymlink failure on '{full}' : lstat {full}: no such file or directory")
}
