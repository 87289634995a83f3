//! What controller-gen refuses once all markers are read: markers that do not fit their type, and Go types that have
//! no schema.
//!
//! Mirrors pkg/crd/schema.go and the `ApplyToSchema` of pkg/crd/markers of controller-tools, as far as they can fail.
//! Makes no schema: of one it knows what the checks ask ([`Shape`]).

mod expression;
mod fields;
mod markers;
mod shape;
mod types;

pub use expression::{ExpressionSchema, no_schema_for};
pub use fields::{JsonTag, Required, decide_required, one_of, untagged};
pub use markers::{Context, apply_marker, in_order};
pub use shape::Shape;
pub use types::{Problem, ProblemKind, check_type, fits, not_a_string, shape_of_field, shape_of_type};

/// The flags of the generator `crd` that decide what is refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `allowDangerousTypes`: floats are numbers.
    pub allow_dangerous_types: bool,
    /// `ignoreUnexportedFields`
    pub ignore_unexported_fields: bool,
}
