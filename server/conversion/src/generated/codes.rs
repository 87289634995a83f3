//! The codes that this crate declares. Made by `cargo xtask codegen` from the declarations by `code!`. Do not edit.

pub use crate::check::FAILED_CONVERSION;
pub use crate::judged::DROPPED_BY_CONVERSION;
pub use crate::judged::INVALID_CONVERTED_OBJECT;
