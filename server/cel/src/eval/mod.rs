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

mod attribute;
mod compare;
mod cost;
mod error;
mod ext;
mod format;
mod functions;
mod list;
mod map;
mod number;
mod plan;
mod run;
mod stdlib;
#[cfg(test)]
mod tests;
mod text;
mod value;

pub use compare::{compare, equal, is_comparable};
pub use cost::{CallCosts, LanguageCosts, matching, size_of, units};
pub use error::{COST_LIMIT_EXCEEDED, Error, MAX_WORK, Outcome, within};
pub use format::string_format;
pub use functions::{Binding, Bindings, Implementation};
pub use list::{List, Sequence};
pub use map::{Map, Mapping};
pub use number::float_text;
pub use plan::{Library, PatternFunction, Plan};
pub use run::{Costs, Evaluation, Variables};
pub(crate) use stdlib::convert;
pub use stdlib::sum_of;
pub use value::{Opaque, Value};

impl std::fmt::Display for List {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Value::List(self.clone()).fmt(f)
    }
}
