//! Expressions run on data: a [`Program`] is made once of a checked expression, a [`Subject`] of the values of
//! `self` and `oldSelf`, [`Data`] and [`ValueSchema`] are what these are made of.
//!
//! Knows how the server turns JSON into values by a schema, and what its functions do and cost. Which rules are
//! run, in which order, and what is said of them is `instance`'s to know; how the language works, `crdls_cel`'s.

mod costs;
mod data;
mod functions;
mod go_form;
mod list;
mod outcome;
mod parts;
mod program;
mod rule;
mod scalar;
mod shown;
mod strfmt;
#[cfg(test)]
mod tests;
mod value;
mod value_schema;

pub use data::Data;
pub use parts::{BoundElement, EvaluatedExpression, EvaluatedPart, evaluated};
pub use program::{CALL_LIMIT, Program, Subject};
pub use rule::RunnableRule;
pub use shown::shown;
pub use value_schema::ValueSchema;
