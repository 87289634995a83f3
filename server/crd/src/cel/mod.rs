//! Kubernetes' side of CEL in CRDs: what rules see of a schema, what they may call, what they cost.
//!
//! Knows schemas and the cluster's minor; the language itself is in `crdls_cel`. Knows nothing of places in
//! the text but offsets inside an expression.

mod budget;
mod compile;
mod declaration;
pub(crate) mod docs;
pub(crate) mod library;
mod library_cost;
mod names;
mod node;
mod objects;
mod parsed;
mod resource;
pub mod run;
mod sizes;

pub use budget::{RULE_LIMIT, SCHEMA_LIMIT, Total, excess_words, times};
pub(crate) use compile::estimate;
pub use compile::{Compiled, Good, Problems, Purpose, Refusal, Terms, compile, costs_of_parts, variables};
pub use declaration::{Declaration, REQUEST, Shape};
pub use docs::{AbsentName, FunctionDoc, absent, absent_namespace, documented, function_doc};
pub use library::{KnownMacro, Library, Overload, since};
pub use names::{escape, unescape};
pub(crate) use node::guessed_evaluations;
pub use node::{CelNode, Step, Unseen, factor};
pub use objects::{ObjectTypes, SELF_TYPE};
pub(crate) use parsed::parsed;
pub(crate) use sizes::Sizes;
