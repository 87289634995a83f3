//! CEL validation rules, Kubernetes' side of them: what a rule sees of a schema, what it may call, what it
//! costs, and how it is run.
//!
//! Knows schemas and the cluster's minor; the language itself is in `crdls_cel`. Must not know places in the
//! text but offsets inside an expression.

mod budget;
mod compile;
mod compiled;
mod declaration;
mod declare;
mod docs;
mod generated;
mod library;
mod library_cost;
mod names;
mod node;
mod objects;
mod parsed;
mod resource;
pub mod run;
mod sizes;
mod tables;

pub use budget::{RULE_LIMIT, SCHEMA_LIMIT, Total, excess_words, times};
pub use compile::{Compiled, Good, Purpose, Refusal, RefusalCause, Terms, costs_of_parts, variables};
pub use compile::{OPTIONAL_METHODS, estimate};
pub use compiled::compile;
pub use declaration::{Declaration, DeclaredType, REQUEST};
pub use docs::{absent, absent_namespace, documented, function_doc};
pub use library::{Library, dropped, macro_availability, overload_availability, since};
pub use names::{escape, unescape};
pub use node::guessed_evaluations;
pub use node::{CelNode, Unseen, factor};
pub use objects::{ObjectTypes, SELF_TYPE};
pub use parsed::parsed;
pub use resource::declares_all as declares_names;
pub use sizes::Sizes;
pub use tables::{AbsentName, Availability, FunctionDoc, KnownMacro, Overload};
