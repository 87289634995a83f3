//! The codes that this crate declares. Made by `cargo dev codegen` from the declarations by `code!`. Do not edit.

pub use crate::decode::problems::WRONG_TYPE;
pub use crate::decode::unknown::UNKNOWN_FIELD;
pub use crate::object_meta::ANNOTATIONS_TOO_LONG;
pub use crate::object_meta::INVALID_ANNOTATION;
pub use crate::object_meta::INVALID_FINALIZER;
pub use crate::object_meta::INVALID_LABEL;
pub use crate::object_meta::INVALID_NAME;
pub use crate::object_meta::MISSING_NAME;
pub use crate::object_meta::owners::INVALID_OWNER;
pub use crate::object_meta::update::IMMUTABLE_FIELD;
