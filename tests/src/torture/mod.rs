//! What no input may break, as functions from bytes: the fuzz targets in `tests/fuzz` and the driver
//! without a fuzzer, `torture`, run the same.
//!
//! Knows the analysis as a library. A target panics where something is wrong; it must not read files
//! but for the seeds.

mod check;
mod expression;
mod mutated;
mod pattern;
mod seeds;
pub mod shapes;
mod yaml;

pub use seeds::Seeds;

/// Something to be run on any bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub name: &'static str,
    /// Panics where an invariant is broken.
    pub run: fn(&[u8], &Seeds),
    /// The bytes as what is looked at: mostly a text.
    pub shown: fn(&[u8], &Seeds) -> Vec<u8>,
    /// What its bytes look like.
    pub food: Food,
}

/// What to feed a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Food {
    /// A manifest with broken bytes.
    Manifest,
    /// Choices: any bytes will do.
    Choices,
    Expression,
    Pattern,
}

pub const TARGETS: [Target; 5] = [
    Target { name: "check_bytes", run: check::run, shown: as_is, food: Food::Manifest },
    Target { name: "check_mutated", run: mutated::run, shown: mutated::shown, food: Food::Choices },
    Target { name: "yaml_edit", run: yaml::run, shown: yaml::shown, food: Food::Choices },
    Target { name: "cel", run: expression::run, shown: as_is, food: Food::Expression },
    Target { name: "regexp", run: pattern::run, shown: as_is, food: Food::Pattern },
];

/// The target of a name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

fn as_is(bytes: &[u8], _: &Seeds) -> Vec<u8> {
    bytes.to_vec()
}
