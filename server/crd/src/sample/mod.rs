//! Custom resources to start from.
//!
//! Knows schemas and the judge of custom resources; must not know files or terminals. A sample is made
//! from the schema, judged, and made differently where the server would refuse it; what is left is said
//! in comments.

mod choice;
mod make;
mod node;
mod repair;
mod scalar;
mod value;

use crate::instance::{Judgement, Known};
use crate::model::{Schema, Version};
use crate::{Config, Finding, Json, Minor};

/// A custom resource, and what the server would still refuse it for.
#[derive(Clone, Debug)]
pub struct Sample {
    /// YAML, with comments on what could not be met.
    pub text: String,
    pub left: Vec<Finding>,
}

/// A sample of a version of a CRD.
pub fn sample(known: &Known, version: Version<'_>, config: &Config) -> Sample {
    repair::best(Judgement { known, version }, config)
}

/// A value of a property of that name, as small as its schema lets it be.
pub fn example(schema: Schema<'_>, name: &str, minor: Minor) -> Json {
    make::least(schema, name, minor).into_json()
}
