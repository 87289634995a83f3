//! CEL's functions, macros and operators, from `schemas/cel`. Made by `cargo dev codegen`. Do not edit.

pub mod cel;
pub mod cel_docs;
