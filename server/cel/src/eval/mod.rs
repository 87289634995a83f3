//! Evaluation: values, plans that are made once and run often, and what a run costs. Results, error words
//! and costs are those of cel-go with the options that the API server sets.
//!
//! ```text
//! checked tree ──► Plan::new ──► plan.run(variables, costs) ──► Evaluation { result, cost }
//! ```
//!
//! A caller brings its functions as tables of [`Binding`]s by overload, its own types as [`Opaque`] values,
//! its data as [`Sequence`]s and [`Mapping`]s that turn into values where they are looked at, and the costs
//! of its functions as [`CallCosts`]. Must not know where the data comes from.
//!
//! The plan has the shape that cel-go's planner gives it with the API server's options, because the cost of a run
//! depends on that shape, down to the stack on which the cost tracker looks for the arguments of a call (`costs`).
//! Constant parts are computed and patterns compiled once, when the plan is made. `tests/tests/evaluate_live.rs`
//! compares results, errors and costs with the server's code on random expressions.

mod attribute;
mod binding;
mod cost;
mod ext;
mod format;
mod functions;
mod plan;
mod run;
mod stdlib;
#[cfg(test)]
mod tests;
mod truth;
mod value;

pub use binding::{Binding, Implementation, PatternFunction};
pub use cost::{CallCosts, Costs, LanguageCosts, matching, size_of, units};
pub use ext::BEFORE_0_29;
pub use format::string_format;
pub use functions::Bindings;
pub use plan::{Library, Plan};
pub use run::{Evaluation, Variables};
pub(crate) use stdlib::convert;
pub use stdlib::sum_of;
pub use truth::{Truth, Truths};
pub use value::{
    COST_LIMIT_EXCEEDED, Error, List, MAX_WORK, Map, Mapping, Opaque, Outcome, Sequence, Value, compare,
    equal, is_comparable, within,
};
