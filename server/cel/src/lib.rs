//! The Common Expression Language: lexer, parser, checker, cost, evaluation.
//!
//! Knows the language as cel-go has it; which macros, functions, variables and types exist,
//! its caller says. Must not know Kubernetes or YAML.

pub mod ast;
pub mod checker;
pub mod cost;
pub mod eval;
pub mod functions;
pub mod layout;
pub mod lexer;
pub mod lower;
pub mod parser;
pub mod plan;
pub mod report;
pub mod syntax;
pub mod types;
pub mod validate;

mod edition;

pub use edition::Edition;
