//! The codes that this crate declares. Made by `cargo dev codegen` from the declarations by `code!`. Do not edit.

pub use crate::advice::DROPPED_NAMESPACE;
pub use crate::advice::DROPPED_STATUS;
pub use crate::advice::NEAR_KIND;
pub use crate::embedded::EMBEDDED_RESOURCE;
pub use crate::judge::RESOURCE_VERSION;
pub use crate::list_type::INVALID_LIST_ITEM;
pub use crate::names::INVALID_NAMESPACE;
pub use crate::rules::UNCHECKED_RULES;
pub use crate::rules::raise::FAILED_RULE;
pub use crate::rules::raise::RULE_ERROR;
pub use crate::scale::SCALE_VALUE;
pub use crate::schema::report::ALTERNATIVES;
pub use crate::schema::report::DUPLICATE_ITEM;
pub use crate::schema::report::FORBIDDEN_FIELD;
pub use crate::schema::report::INVALID_FORMAT;
pub use crate::schema::report::INVALID_TYPE;
pub use crate::schema::report::MISSING_FIELD;
pub use crate::schema::report::OUT_OF_BOUNDS;
pub use crate::schema::report::PATTERN_MISMATCH;
pub use crate::schema::report::UNSUPPORTED_VALUE;
pub use crate::undecodable::UNDECODABLE_VALUE;
pub use crate::update::owners::DUPLICATE_OWNER;
pub use crate::update::refusal::IMPOSSIBLE_UPDATE;
pub use crate::update::results::RATCHETED_ERROR;
pub use crate::warnings::DEPRECATED_VERSION;
pub use crate::warnings::FINALIZER_NAME;
