//! Go's regular expressions: what `regexp.Compile` of Go accepts and reports, and what its `MatchString` and
//! `Find…` find. Where a group matched is not found: no rule asks for it. A CRD's `pattern` and CEL's `matches`,
//! `find` and `findAll` are these.
//!
//! A machine of our own runs them: patterns are many and texts short, and a general engine takes
//! twenty times as long to get ready, and memory in proportion to the UTF-8 of a repeated class.
//!
//! One difference is known and kept: Go lets `^\x{D800}`, which can match no text, match U+FFFD.
//!
//! Knows Go's syntax, limits and messages. Knows nothing of CEL or Kubernetes.

mod class;
mod compile;
mod error;
mod example;
mod length;
mod machine;
mod matches;
mod memo;
mod parse;
mod program;
mod ranges;
mod tree;
mod unicode;

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

pub use error::Error;
pub use example::example;
pub use memo::MatchMemo;
use parse::Parsed;
use program::Program;

/// A pattern that Go accepts.
#[derive(Debug)]
pub struct Regexp {
    parsed: Parsed,
    /// Compiled when a text is first matched: most patterns are only checked.
    program: OnceLock<Option<Program>>,
}

/// Reads a pattern as Go's `regexp.Compile` does.
pub fn compile(pattern: &str) -> Result<Regexp, Error> {
    let parsed = parse::parse(pattern)?;
    Ok(Regexp { parsed, program: OnceLock::new() })
}
