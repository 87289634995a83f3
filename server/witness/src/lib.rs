//! Objects that show something: samples to start from, made from a schema, judged, and made differently where
//! the server would refuse them; what is left is written in comments. And witnesses: objects that the schema
//! accepts and on which an expression comes to what somebody searches for.
//!
//! Knows schemas, expressions and the judge of custom resources; must not know files or terminals.

mod boundary;
mod choice;
mod make;
mod node;
mod repair;
mod scalar;
mod search;
mod value;
mod wanted;

use crdls_resource::{IndexedCrd, ServedVersion};
use crdls_schema::model::{Crd, Schema, Version};
use crdls_schema::{Config, Finding, Minor};
use crdls_values::Json;
use crdls_yaml::Node;

pub use boundary::values as boundary_values;
pub use search::{
    Budget, Conditions, Goal, Hazard, HazardKind, Role, Search, Site, ValueRef, Wish, Witness, parts, without,
};
pub use wanted::{Wanted, Wants};

/// A custom resource, and what the server would still refuse it for.
#[derive(Clone, Debug)]
pub struct Sample {
    /// YAML, with comments on what could not be met.
    pub text: String,
    /// What could not be met; empty for a sample that the server accepts.
    pub left: Vec<Finding>,
}

/// A sample of a version of a CRD.
pub fn sample(known: &IndexedCrd, version: Version<'_>, config: &Config) -> Sample {
    repair::best(ServedVersion { indexed: known, version }, config)
}

/// A sample of a version of a CRD with `spec` and what the server needs, and nothing else.
pub fn minimal_sample(known: &IndexedCrd, version: Version<'_>, config: &Config) -> Sample {
    repair::least(ServedVersion { indexed: known, version }, config)
}

/// A value of a property of that name, as small as its schema lets it be.
pub fn example(schema: Schema<'_>, name: &str, minor: Minor) -> Json {
    make::least(schema, name, minor).into_json()
}

/// The smallest object of a version with what is wanted that nothing is wrong with; `None` where none is found. At most
/// `most` objects are tried, each of which `unwanted` tells what is wrong with.
pub fn object(
    crd: Crd<'_>,
    version: Version<'_>,
    wants: Wants,
    (minor, most): (Minor, usize),
    unwanted: &mut dyn FnMut(Node<'_>) -> Vec<Finding>,
) -> Option<Json> {
    let of = make::ResourceOf { crd, version };
    repair::SampleSearch::new(of, minor, most, unwanted).smallest(wants, &|_| true)
}

/// An object as YAML, a line for each scalar.
pub fn to_yaml(object: &Json) -> String {
    value::Value::of_json(object).to_yaml(&value::Comments::new())
}
