//! What may be wanted of one value. Must not know why.

use std::collections::BTreeMap;

use crdls_report::FieldPath;
use crdls_values::Json;

/// What is wanted at a path. All but [`Wanted::Absent`] want a value there.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// No value.
    Absent,
    /// Any value.
    Present,
    /// A list or map with so many elements.
    Size(usize),
    /// Exactly this value.
    Value(Json),
    /// Any value but these.
    Not(Vec<Json>),
}

/// What is wanted of an object or a value, by the paths of its parts.
pub type Wants = BTreeMap<FieldPath, Wanted>;
