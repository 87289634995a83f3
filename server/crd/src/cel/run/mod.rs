//! Rules run on data.
//!
//! For the validation of objects:
//! ```text
//! let rules = Rules::of(schema, true, minor);               // once a version of a CRD; None: no rules
//! let left = rules.check(&object, None, &Path::EMPTY, BUDGET, &mut |path, broken| …);
//! ```
//! Each [`Broken`] has what a field error needs: the path of the node, what the rule's `fieldPath` adds to it,
//! the type of the error, the server's words, which value it quotes; and the rule, for what we say ourselves.
//!
//! Knows how the server turns JSON into values by a schema, what its functions do and cost, in which order
//! rules run and when they stop. Knows nothing of places in the text; must not know how the language works.

mod check;
mod correlate;
mod costs;
mod data;
mod functions;
mod list;
mod object;
mod program;
mod raw;
mod rules;
mod shape;
mod strfmt;
#[cfg(test)]
mod tests;
mod value;

pub use check::{BUDGET, Bad, Broken, Cause, Found};
pub use costs::LibraryCosts;
pub use data::Data;
pub use program::{CALL_LIMIT, Program, Subject};
pub use rules::{FieldPath, FieldStep, Rule, Rules};
pub use shape::Shape;
