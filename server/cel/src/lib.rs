//! The Common Expression Language: lexer, parser, checker, cost.
//!
//! Knows the language as cel-go v0.29.2 has it; which macros, functions, variables and types exist,
//! its caller says. Must not know Kubernetes or YAML.

pub mod ast;
pub mod lexer;
pub mod lower;
pub mod parser;
pub mod regexp;
pub mod syntax;
