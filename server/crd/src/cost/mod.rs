//! What the rules of a schema cost by the server's estimate, what drives that, and which bound fixes it.
//!
//! Mirrors `getExpressionCost` and `TotalCost` of k8s.io/apiextensions-apiserver
//! (pkg/apis/apiextensions/validation) for the numbers; what drives them the server does not say. Each rule is
//! counted, also where another finding keeps the server from looking at it.
//!
//! Knows schemas and compiled rules; must not know findings.

mod bounded;
mod drivers;
pub(crate) mod figures;
mod report;
mod route;
mod rule;
mod search;
mod total;
mod walk;

pub use drivers::Bound;
pub(crate) use drivers::{Driver, UndeclaredName};
pub use figures::{figure, of_limit, share};
pub use report::{PlacedDriver, PlacedName, RuleCost, VersionCost, numbers, of_crd};
pub(crate) use route::Route;
pub(crate) use rule::CostedRule;
pub(crate) use total::drivers_of_total;
pub(crate) use walk::of_schema;
