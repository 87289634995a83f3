//! What has to be done, in which order, to remove a version of a CRD, and what the server refuses where a step is left
//! out.
//!
//! The order is that of the Kubernetes documentation on versions of CRDs. What the server refuses is not known here: each
//! update of the CRD is judged with the state of the cluster after the steps before it (`spec` by
//! `ValidateCustomResourceDefinitionUpdate`, and `PrepareForUpdate` notes the storage version in `status.storedVersions`;
//! of a write of the status the server checks nothing about stored versions). Must not know files or terminals.

use crdls_crd::validate::validate;
use crdls_fixes::VersionEdit;
use crdls_manifest::model::{Crd, Object, Version, set_stored_versions};
use crdls_report::Config;
use crdls_yaml::Node;

use crate::File;

/// One step of a removal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemovalAction {
    /// The manifest stores objects in the successor.
    Store,
    /// The manifest no longer serves the version.
    Unserve,
    /// All objects are written again in the cluster, so that they are stored in the successor.
    Rewrite,
    /// The version is removed from `status.storedVersions` in the cluster.
    Forget,
    /// The manifest no longer has the version.
    Remove,
}

/// A step with what is there after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemovalStep {
    /// What is done.
    pub action: RemovalAction,
    /// The text of the file after the step.
    pub text: String,
    /// `status.storedVersions` after the step.
    pub stored: Vec<String>,
    /// The first later step that the server refuses if this one is left out; `None` where it refuses none.
    pub left_out: Option<RefusedStep>,
}

/// A step that the server refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedStep {
    /// Its place among the steps, from 0.
    pub step: usize,
    /// The server's sentences.
    pub sentences: Vec<String>,
}

/// How a version of a CRD is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The version in which objects are stored after it.
    pub successor: String,
    /// Whether a webhook converts objects from one version to the other.
    pub has_webhook: bool,
    /// `status.storedVersions` before the first step; without a status in the manifest the version and the storage
    /// version are assumed.
    pub stored: Vec<String>,
    /// The steps, in their order.
    pub steps: Vec<RemovalStep>,
}

/// The removal of a version of the CRD `crd` of a file; why there is none, without a final stop.
pub fn removal(file: &File, crd: Node<'_>, version: &str, config: &Config) -> Result<Removal, String> {
    let Some(decoded) = file.decoded(crd, config) else { return Err(CANNOT_EDIT.to_owned()) };
    let definition = Crd::new(&decoded.object);
    let Some(removed) = definition.versions().find(|other| other.name() == version) else {
        return Err(format!("it has no version `{version}`: {}", names(definition)));
    };
    let Some(successor) = successor(definition, removed) else {
        return Err(format!("`{version}` is its only version"));
    };
    let stored: Vec<String> = match definition.stored_versions().filter(|stored| !stored.is_empty()) {
        Some(stored) => stored.into_iter().map(str::to_owned).collect(),
        None => vec![version.to_owned()],
    };
    let start = State { text: file.text().to_owned(), stored }.with_storage_version(definition);
    let mut left = start.clone().with(successor.name());
    left.stored.retain(|name| name != version);
    let plan = Plan {
        crd: definition.metadata().name(),
        version,
        successor: successor.name(),
        left: left.stored,
        config,
    };
    let actions = actions(removed, &start);
    let mut steps = Vec::new();
    let mut state = start.clone();
    for (at, action) in actions.iter().enumerate() {
        state = plan.after(&state, *action).map_err(|why| refused(at, &why))?;
        let left_out = plan.without(&start, &actions, at);
        let State { text, stored } = state.clone();
        steps.push(RemovalStep { action: *action, text, stored, left_out });
    }
    let has_webhook = definition.spec().webhook_conversion().is_some();
    Ok(Removal { successor: successor.name().to_owned(), has_webhook, stored: start.stored, steps })
}

/// That a step is refused: one sentence stands for all.
fn refused(step: usize, sentences: &[String]) -> String {
    let more = sentences.len().saturating_sub(1);
    let more = if more == 0 { String::new() } else { format!(" (and {more} more)") };
    let first = sentences.first().map(String::as_str).unwrap_or_default();
    format!("the server rejects step {}: {first}{more}", step + 1)
}

fn names(crd: Crd<'_>) -> String {
    let names: Vec<_> = crd.versions().map(|version| format!("`{}`", version.name())).collect();
    if names.is_empty() { "it has none".to_owned() } else { format!("it has {}", names.join(", ")) }
}

/// The version that objects are stored in once another one is removed: the storage version, otherwise the one that
/// clients prefer, a deprecated one last.
fn successor<'m>(crd: Crd<'m>, removed: Version<'m>) -> Option<Version<'m>> {
    let others = crd.versions_by_priority().into_iter().filter(|other| other.name() != removed.name());
    others.min_by_key(|other| (!other.storage(), !other.served(), other.deprecated()))
}

fn actions(removed: Version<'_>, start: &State) -> Vec<RemovalAction> {
    let is_stored = start.stored.iter().any(|name| name == removed.name());
    let steps = [
        (RemovalAction::Store, removed.storage()),
        (RemovalAction::Unserve, removed.served()),
        (RemovalAction::Rewrite, is_stored),
        (RemovalAction::Forget, is_stored),
        (RemovalAction::Remove, true),
    ];
    steps.into_iter().filter(|(_, needed)| *needed).map(|(action, _)| action).collect()
}

/// The manifest, and what the cluster has noted of it.
#[derive(Clone, Debug)]
struct State {
    text: String,
    stored: Vec<String>,
}

impl State {
    /// With what the server notes when it accepts a CRD.
    fn with_storage_version(self, crd: Crd<'_>) -> Self {
        match crd.versions().find(|version| version.storage()) {
            Some(storage) => self.with(storage.name()),
            None => self,
        }
    }

    fn with(mut self, stored: &str) -> Self {
        if !self.stored.iter().any(|name| name == stored) {
            self.stored.push(stored.to_owned());
        }
        self
    }
}

struct Plan<'p> {
    crd: &'p str,
    version: &'p str,
    successor: &'p str,
    /// What is left of `status.storedVersions`: that is what is written there.
    left: Vec<String>,
    config: &'p Config,
}

impl Plan<'_> {
    /// The state after a step; the server's sentences where it refuses it, or why the manifest cannot be edited.
    fn after(&self, state: &State, action: RemovalAction) -> Result<State, Vec<String>> {
        let edit = match action {
            RemovalAction::Store => VersionEdit::Store(self.successor),
            RemovalAction::Unserve => VersionEdit::Unserve(self.version),
            RemovalAction::Remove => VersionEdit::Remove(self.version),
            RemovalAction::Rewrite => return Ok(state.clone()),
            RemovalAction::Forget => return Ok(State { stored: self.left.clone(), ..state.clone() }),
        };
        let text = self.edited(&state.text, edit).ok_or_else(|| vec![CANNOT_EDIT.to_owned()])?;
        self.updated(state, text)
    }

    fn edited(&self, text: &str, edit: VersionEdit<'_>) -> Option<String> {
        let file = File::new(text.to_owned());
        let (crd, _) = find(&file, self.crd, self.config)?;
        edit.applied(crd)
    }

    /// The state once the server has accepted a manifest in place of another one.
    fn updated(&self, state: &State, text: String) -> Result<State, Vec<String>> {
        let files = [File::new(state.text.clone()), File::new(text.clone())];
        let [Some((_, mut old)), Some((new, new_object))] =
            files.each_ref().map(|file| find(file, self.crd, self.config))
        else {
            return Err(vec![CANNOT_EDIT.to_owned()]);
        };
        set_stored_versions(&mut old, &state.stored);
        let found = validate(Crd::new(&new_object), Some(Crd::new(&old)), new.into(), self.config);
        let refused = found.iter().filter_map(|finding| finding.server.as_ref());
        let sentences: Vec<_> =
            refused.filter(|server| server.kind.refuses()).map(crdls_report::Server::sentence).collect();
        match sentences.is_empty() {
            true => Ok(State { text, ..state.clone() }.with_storage_version(Crd::new(&new_object))),
            false => Err(sentences),
        }
    }

    /// The first refusal where one of the steps is left out.
    fn without(&self, start: &State, actions: &[RemovalAction], left_out: usize) -> Option<RefusedStep> {
        let mut state = start.clone();
        for (step, action) in actions.iter().enumerate().filter(|(at, _)| *at != left_out) {
            match self.after(&state, *action) {
                Ok(after) => state = after,
                Err(sentences) => return Some(RefusedStep { step, sentences }),
            }
        }
        None
    }
}

const CANNOT_EDIT: &str = "the manifest cannot be edited: an anchor or an alias is in its versions";

/// The CRD of a name in a file, and its model.
fn find<'f>(file: &'f File, name: &str, config: &Config) -> Option<(Node<'f>, Object)> {
    let mut crds = file
        .objects()
        .filter_map(|(_, object)| Some((object.node, object.kind.crd()?.decode(object.node, config).object)));
    crds.find(|(_, object)| Crd::new(object).metadata().name() == name)
}
