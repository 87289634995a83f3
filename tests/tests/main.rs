//! The integration tests, a module each. They are one program, as linking it once is a fraction of building them:
//! `cargo test -p crdls-tests verdicts::` runs one module.

mod bad_input;
mod cel_conformance;
mod cel_expressions;
mod cel_libraries;
mod cel_prefixes;
mod completion;
mod cost_bounds;
mod costs;
mod decode_incremental;
mod docs;
mod evaluate;
mod evaluate_live;
mod expressions;
mod fixes;
mod formats;
mod glance;
mod hunt;
mod ide;
mod instance_completion;
mod instance_help;
mod instances;
mod navigation;
mod oracle;
mod probe_live;
mod refactorings;
mod rename;
mod rules;
mod samples;
mod tidy;
mod updates;
mod verdicts;
mod yaml_incremental;
mod yaml_suite;
mod yaml_survival;
mod yaml_values;
