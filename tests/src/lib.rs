//! The harness: finding the corpus and the oracle, reading fixtures, comparing verdicts.
//!
//! `require` decides what happens to a test where the corpus, Go or another tool is missing.

pub mod confirm;
pub mod conformance;
pub mod controller_gen;
pub mod corpus;
pub mod custom_resource_updates;
pub mod differences;
pub mod evaluate;
pub mod faulty;
pub mod fixture;
pub mod generate;
pub mod git;
pub mod go_calls;
pub mod go_crds;
pub mod go_fixture;
pub mod go_modules;
pub mod go_project;
pub mod go_source;
pub mod go_typing;
pub mod headlines;
pub mod hunt;
pub mod instructions;
pub mod json;
pub mod kustomizations;
pub mod modules;
pub mod oracle;
pub mod oven_types;
pub mod page;
pub mod probe;
pub mod random;
pub mod random_types;
pub mod require;
pub mod rust_source;
pub mod sample;
pub mod server;
pub mod snippet;
pub mod suites;
pub mod textproto;
pub mod torture;
pub mod update;
pub mod verdicts;
pub mod world;

pub use crdls_sample::crd;
pub use world::World;
