//! The costs of a CRD as they are reported: for each version, each rule and what drives it.

use crdls_text::TextRange;

use super::rule::Bounds;
use super::{Bound, CostedRule, Driver, drivers_of_total, of_schema};
use crate::structural::is_structural;
use crdls_manifest::fields::Field;
use crdls_manifest::model::Crd;
use crdls_minors::Minor;
use crdls_report::FieldPath;
use crdls_rules::{Compiled, RULE_LIMIT, SCHEMA_LIMIT};

/// What the rules of a version cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionCost {
    /// The CRD's `metadata.name`.
    pub name: String,
    /// The name of the version.
    pub version: String,
    /// Where its name is written, else the version.
    pub range: TextRange,
    /// The estimated cost of all rules and messages, in the server's units (`TotalCost`).
    pub total: u64,
    /// The largest total that the server accepts.
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
    /// The node as a rule at the root would write it; empty for the root.
    pub node: String,
    /// Where the rule is written.
    pub range: TextRange,
    /// The expression.
    pub rule: String,
    /// Why it does not compile, as the server says it.
    pub error: Option<String>,
    /// What one evaluation costs at most.
    pub per_call: u64,
    /// How often it is evaluated in one object at most.
    pub cardinality: u64,
    /// Whether a list or map above has no bound, so that the number is a guess from the size of a request.
    pub unbounded: bool,
    /// The cost of all evaluations in one object at most.
    pub total: u64,
    /// The largest total that the server accepts for one rule.
    pub limit: u64,
    /// What one evaluation of `messageExpression` costs at most; `None` where there is none that compiles.
    pub message_cost: Option<u64>,
    /// Why `messageExpression` does not compile, as the server says it.
    pub message_error: Option<String>,
    /// Whether it is a transition rule.
    pub uses_old_self: bool,
    /// What the cost depends on, the strongest first.
    pub drivers: Vec<PlacedDriver>,
    /// The same of its message.
    pub message_drivers: Vec<PlacedDriver>,
    /// The name of a resource whose length does not count, where it would bring the rule under its limit.
    pub undeclared_name: Option<PlacedName>,
}

/// A name of a resource that has no bound for the estimate until the schema declares what is implied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedName {
    /// The schema of the resource in the manifest.
    pub path: FieldPath,
    /// The field of its metadata.
    pub name: &'static str,
    /// The largest `maxLength` that brings the rule under its limit.
    pub longest: u64,
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
    /// The schema of the list, map or string in the manifest.
    pub path: FieldPath,
    /// The place as a rule at the root would write it: `spec.items[].name`.
    pub shown: String,
    /// Where the bound is written, else the key of the schema.
    pub range: TextRange,
    /// The keyword that bounds it.
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
        let Some(schema) = version.schema().filter(|schema| is_structural(*schema)) else {
            continue;
        };
        let root =
            FieldPath::of_names(&["spec", "versions"]).item(i).child("schema").child("openAPIV3Schema");
        let counted = of_schema(schema, minor);
        let rules: Vec<_> = counted.iter().map(|costed| costed.report(&root, drivers)).collect();
        let parts = rules.iter().flat_map(|rule| [rule.total, rule.message_cost.unwrap_or(0)]);
        let total = parts.fold(0, u64::saturating_add);
        let range = version.span(Field::Name).map_or(version.range(), |span| span.value);
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

impl CostedRule<'_> {
    /// For the report of a version whose schema is at `root`.
    fn report(&self, root: &FieldPath, with_drivers: bool) -> RuleCost {
        let (drivers, of_message) =
            if with_drivers { (self.drivers(), self.message_drivers()) } else { Default::default() };
        let bounds = Bounds::default();
        let good = self.good();
        // The server guesses for rules that compile.
        let guess = good.map_or(0, |_| crdls_rules::guessed_evaluations(&self.declaration));
        let cardinality = self.cardinality(&bounds).unwrap_or(guess);
        let per_call = good.map_or(0, |good| good.cost);
        RuleCost {
            path: self.route.path(root).child("x-kubernetes-validations").item(self.index).child("rule"),
            node: self.route.shown(),
            range: self.rule.span(Field::Rule).map_or(self.rule.range(), |span| span.value),
            rule: self.rule.rule().to_owned(),
            error: refusal(&self.compiled),
            per_call,
            cardinality,
            unbounded: self.cardinality(&bounds).is_none(),
            total: crdls_rules::times(per_call, cardinality),
            limit: RULE_LIMIT,
            message_cost: match &self.message {
                Compiled::Good(good) => Some(good.cost),
                Compiled::Blank | Compiled::Refused(_) => None,
            },
            message_error: refusal(&self.message),
            uses_old_self: good.is_some_and(|good| good.uses_old_self),
            drivers: drivers.into_iter().map(|driver| driver.placed(root)).collect(),
            message_drivers: of_message.into_iter().map(|driver| driver.placed(root)).collect(),
            undeclared_name: self.undeclared_name().filter(|_| with_drivers).map(|found| PlacedName {
                path: found.resource.path(root),
                name: found.name,
                longest: found.longest,
            }),
        }
    }
}

impl Driver<'_> {
    /// For the report of a version whose schema is at `root`.
    fn placed(self, root: &FieldPath) -> PlacedDriver {
        PlacedDriver {
            path: self.route.path(root),
            shown: self.route.shown(),
            range: self.range(),
            bound: self.bound,
            written: self.written,
            suggest: self.suggest,
            together: self.together,
        }
    }
}

fn refusal(compiled: &Compiled) -> Option<String> {
    match compiled {
        Compiled::Refused(refusal) => Some(refusal.detail.clone()),
        Compiled::Blank | Compiled::Good(_) => None,
    }
}
