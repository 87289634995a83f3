//! What advice looks at, each with its path: versions, schemas, and the keys and values that the author chose.

pub(super) mod schemas;
pub(super) mod values;
pub(super) mod versions;
