//! The Common Expression Language: lexer, parser, checker, cost, evaluation.
//!
//! Knows the language as cel-go has it; which macros, functions, variables and types exist,
//! its caller says. Must not know Kubernetes or YAML.

#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::unreachable
    )
)]

pub mod ast;
pub mod checker;
pub mod cost;
pub mod eval;
pub mod functions;
pub mod lexer;
pub mod lower;
pub mod parser;
pub mod plan;
pub mod quote;
pub mod regexp;
pub mod report;
pub mod syntax;
pub mod time;
pub mod types;
pub mod validate;
