//! The codes that this crate declares. Made by `cargo dev codegen` from the declarations by `code!`. Do not edit.

pub use crate::findings::duplicates::CONTRADICTORY_MARKERS;
pub use crate::findings::duplicates::DUPLICATE_MARKER;
pub use crate::findings::effect::MARKER_WITHOUT_EFFECT;
pub use crate::findings::form::MARKER_FORM;
pub use crate::findings::ignored::LOST_MARKER;
pub use crate::findings::ignored::MISPLACED_MARKER;
pub use crate::findings::ignored::NEWER_MARKER;
pub use crate::findings::ignored::UNKNOWN_MARKER;
pub use crate::findings::quotes::CURLY_QUOTES;
pub use crate::findings::random_order::RANDOM_ORDER;
pub use crate::findings::refused::MARKER_DOES_NOT_FIT;
pub use crate::findings::refused::MISSING_JSON_TAG;
pub use crate::findings::refused::REFUSED_MARKER;
pub use crate::findings::refused::UNSUPPORTED_GO_TYPE;
