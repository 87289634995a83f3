//! The codes that this crate declares. Made by `cargo dev codegen` from the declarations by `code!`. Do not edit.

pub use crate::read::INVALID_SUITE;
pub use crate::read::UNREAD_SUITE_FIELD;
