//! The codes that this crate declares. Made by `cargo dev codegen` from the declarations by `code!`. Do not edit.

pub use crate::check::FAILED_CONVERSION;
pub use crate::judged::DROPPED_BY_CONVERSION;
pub use crate::judged::INVALID_CONVERTED_OBJECT;
