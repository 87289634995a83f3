//! CEL's functions, macros and operators, from `schemas/cel`. Made by `cargo xtask codegen`. Do not edit.

pub mod cel;
pub mod cel_docs;
