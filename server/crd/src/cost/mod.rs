//! What the rules of a schema cost by the server's estimate, what drives that, and which bound mends it.
//!
//! Mirrors `getExpressionCost` and `TotalCost` of k8s.io/apiextensions-apiserver
//! (pkg/apis/apiextensions/validation) for the numbers; what drives them the server does not say. Each rule is
//! counted, also where another finding keeps the server from looking at it.
//!
//! Knows schemas and compiled rules; must not know findings.

mod bounded;
mod drivers;
mod route;
mod rule;
mod search;
mod total;
mod walk;

use crdls_text::TextRange;

use crate::validate;
use crdls_rules::SCHEMA_LIMIT;
use crdls_schema::FieldPath;
use crdls_schema::Minor;
use crdls_schema::model::Crd;

pub use drivers::{Bound, Driver};
pub use route::Route;
pub use rule::Costed;
pub use total::drivers_of_total;
pub use walk::of_schema;

/// What the rules of a version cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionCost {
    /// The CRD's `metadata.name`.
    pub name: String,
    pub version: String,
    /// Where its name is written, else the version.
    pub range: TextRange,
    pub total: u64,
    pub limit: u64,
    /// In the order of the schema: a node's own before those below it.
    pub rules: Vec<RuleCost>,
    /// Where the total is above its limit, what it depends on most.
    pub drivers: Vec<PlacedDriver>,
}

impl VersionCost {
    /// Whether a rule does not compile, or something is above its limit.
    pub fn is_refused(&self) -> bool {
        let refused = |rule: &RuleCost| {
            rule.error.is_some() || rule.message_error.is_some() || rule.dearest() > rule.limit
        };
        self.total > self.limit || self.rules.iter().any(refused)
    }
}

/// What a rule costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCost {
    /// The place in the manifest as written.
    pub path: FieldPath,
    /// Its node as a rule at the root would write it; empty for the root.
    pub node: String,
    pub range: TextRange,
    pub rule: String,
    /// Why it does not compile, as the server says it.
    pub error: Option<String>,
    /// What one evaluation costs at most.
    pub per_call: u64,
    /// How often it is evaluated in one object at most.
    pub cardinality: u64,
    /// Whether a list or map above has no bound, so that the number is a guess from the size of a request.
    pub unbounded: bool,
    pub total: u64,
    pub limit: u64,
    pub message_cost: Option<u64>,
    pub message_error: Option<String>,
    pub uses_old_self: bool,
    /// What the cost depends on, the strongest first.
    pub drivers: Vec<PlacedDriver>,
    /// The same of its message.
    pub message_drivers: Vec<PlacedDriver>,
}

impl RuleCost {
    /// What of it is held against its limit: the rule, or its message.
    pub fn dearest(&self) -> u64 {
        self.total.max(self.message_cost.unwrap_or(0))
    }
}

/// A [`Driver`] and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedDriver {
    pub path: FieldPath,
    /// The place as a rule at the root would write it: `spec.items[].name`.
    pub shown: String,
    pub range: TextRange,
    pub bound: Bound,
    /// The bound that is written.
    pub written: Option<u64>,
    /// The largest bound that brings the rule under its limit; `None` where none does, or it is under it.
    pub suggest: Option<u64>,
    /// The largest that does if all drivers without a bound have it, where they are several.
    pub together: Option<u64>,
}

/// The cost of each version whose schema is structural, with what drives it.
pub fn of_crd(crd: Crd<'_>, minor: Minor) -> Vec<VersionCost> {
    count(crd, minor, true)
}

/// The numbers alone.
pub fn numbers(crd: Crd<'_>, minor: Minor) -> Vec<VersionCost> {
    count(crd, minor, false)
}

fn count(crd: Crd<'_>, minor: Minor, drivers: bool) -> Vec<VersionCost> {
    let mut costs = Vec::new();
    for (i, version) in crd.spec().versions().enumerate() {
        let Some(schema) = version.schema().filter(|schema| validate::is_structural(*schema)) else {
            continue;
        };
        let root =
            FieldPath::of_names(&["spec", "versions"]).item(i).child("schema").child("openAPIV3Schema");
        let counted = of_schema(schema, minor);
        let rules: Vec<_> = counted.iter().map(|costed| costed.report(&root, drivers)).collect();
        let parts = rules.iter().flat_map(|rule| [rule.total, rule.message_cost.unwrap_or(0)]);
        let total = parts.fold(0, u64::saturating_add);
        let range =
            version.span(crdls_schema::fields::Field::Name).map_or(version.range(), |span| span.value);
        let name = crd.metadata().name().to_owned();
        let drivers = if drivers && total > SCHEMA_LIMIT { drivers_of_total(&counted) } else { Vec::new() };
        let drivers = drivers.into_iter().map(|driver| driver.placed(&root)).collect();
        costs.push(VersionCost {
            name,
            version: version.name().to_owned(),
            range,
            total,
            limit: SCHEMA_LIMIT,
            rules,
            drivers,
        });
    }
    costs
}
