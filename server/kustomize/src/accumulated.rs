//! What a kustomization comes to before the root: `accumulator.ResAccumulator`.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use crate::config::Config;
use crate::fields::Fits;
use crate::kustomization::Var;
use crate::node::Origin;
use crate::problem::{Problem, ProblemKind, Problems, Step};
use crate::resource::{Resource, Resources};

/// What a kustomization and those below it come to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Accumulated {
    pub(crate) resources: Resources,
    pub(crate) config: Option<Arc<Config>>,
    pub(crate) vars: Vec<Var>,
    pub(crate) problems: Problems,
    /// The targets of patches that selected a resource.
    pub(crate) selecting: BTreeSet<Origin>,
    /// Resources may be missing: what is not found says nothing.
    pub(crate) incomplete: bool,
    /// Configurations may be missing.
    pub(crate) unconfigured: bool,
    /// Missing resources get other names: fields that refer to them would change.
    pub(crate) renames_missing: bool,
    /// How many values are copies of others.
    pub(crate) copied: u32,
    /// Whether what is missing may change the resources that are known.
    pub(crate) unknown: bool,
}

impl Accumulated {
    pub(crate) fn note(&mut self, problem: Box<Problem>) {
        self.problems.note(problem);
    }

    /// Notes what stopped a step.
    pub(crate) fn tried(&mut self, done: Step) {
        if let Err(problem) = done {
            self.note(problem);
        }
    }

    /// Notes what stopped a step that would have added resources.
    pub(crate) fn completed(&mut self, done: Step, prefix: &str) {
        self.incomplete |= done.is_err();
        self.tried(done.map_err(|problem| problem.prefixed(prefix)));
    }

    /// Changes each resource. What does not fit is a conflict with what is written at a place.
    pub(crate) fn change(&mut self, at: Origin, change: &mut dyn FnMut(&mut Resource) -> Fits) {
        for resource in self.resources.iter_mut() {
            if let Err(why) = change(resource) {
                let problem = Problem::new(ProblemKind::Conflict, why, at);
                self.problems.note(problem.with(resource.node.origin, "the resource"));
            }
        }
    }

    pub(crate) fn config(&self) -> Arc<Config> {
        self.config.clone().unwrap_or_default()
    }

    /// `MergeConfig`
    pub(crate) fn merge_config(&mut self, other: Arc<Config>, at: Origin) {
        let merged = match &self.config {
            None => Ok(other),
            Some(own) if Arc::ptr_eq(own, &other) => return,
            Some(own) => own.merged(&other).map(Arc::new),
        };
        match merged {
            Ok(merged) => self.config = Some(merged),
            Err(why) => self.note(Problem::new(ProblemKind::InvalidField, why, at)),
        }
    }

    /// `MergeAccumulator`
    pub(crate) fn absorb(&mut self, other: Self, entry: Origin, path: &str) {
        self.selecting.extend(other.selecting);
        self.incomplete |= other.incomplete;
        self.unconfigured |= other.unconfigured;
        self.renames_missing |= other.renames_missing;
        self.unknown |= other.unknown;
        self.copied = self.copied.saturating_add(other.copied);
        self.problems.extend(other.problems);
        for problem in self.resources.append_all(other.resources.into_list()) {
            let names = |known: &Problem| known.related.iter().any(|(at, _)| *at == problem.at);
            // Transformers of the base gave it the id of another one, which is noted there.
            if self
                .problems
                .0
                .iter()
                .any(|known| known.kind == ProblemKind::NamespaceConflict && names(known))
            {
                continue;
            }
            let problem = Box::new(problem).prefixed(&format!("recursed merging from path '{path}'"));
            self.note(problem.with(entry, "listed here"));
        }
        if let Some(config) = other.config {
            self.merge_config(config, entry);
        }
        self.add_vars(other.vars);
    }

    pub(crate) fn add_vars(&mut self, vars: Vec<Var>) {
        let mut known: HashSet<String> = self.vars.iter().map(|var| var.name.value.clone()).collect();
        for var in vars {
            if !known.insert(var.name.value.clone()) {
                let message = format!("var '{}' already encountered", var.name.value);
                self.note(Problem::new(ProblemKind::RepeatedVariable, message, var.name.at_or(var.at)));
            } else {
                self.vars.push(var);
            }
        }
    }
}
