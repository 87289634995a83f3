//! What rules may cost, and the server's words where they cost more.
//!
//! Mirrors `TotalCost`, `getExpressionCost` and `getCostErrorMessage` of k8s.io/apiextensions-apiserver
//! (pkg/apis/apiextensions/validation).

/// What one rule, or one message, may cost.
pub const RULE_LIMIT: u64 = 10_000_000;
/// What all of a schema may.
pub const SCHEMA_LIMIT: u64 = 100_000_000;
/// The server names no more of those that a too high total comes from.
const NAMED: usize = 4;

/// The sum over a schema, and its dearest parts.
#[derive(Clone, Debug, Default)]
pub struct Total<P> {
    /// The estimate of the whole, or of a rule at its bounds, in the server's units of cost.
    pub cost: u64,
    dearest: Vec<(u64, P)>,
}

impl<P> Total<P> {
    /// With nothing added.
    pub fn new() -> Self {
        Self { cost: 0, dearest: Vec::new() }
    }

    /// Adds what stands at a place.
    pub fn add(&mut self, cost: u64, place: impl FnOnce() -> P) {
        self.cost = self.cost.saturating_add(cost);
        if cost >= SCHEMA_LIMIT / 100 {
            self.dearest.push((cost, place()));
            self.dearest.sort_by_key(|(cost, _)| std::cmp::Reverse(*cost));
            self.dearest.truncate(NAMED);
        }
    }

    /// The dearest parts, where the sum is above the limit.
    pub fn excess(&self) -> Option<&[(u64, P)]> {
        (self.cost > SCHEMA_LIMIT).then_some(&self.dearest)
    }
}

/// What something costs that is evaluated so often.
pub fn times(per_call: u64, evaluations: u64) -> u64 {
    per_call.saturating_mul(evaluations)
}

/// The server's sentence on a cost above its limit.
pub fn excess_words(what: &str, cost: u64, limit: u64) -> String {
    let factor = cost as f64 / limit as f64;
    let factor = if factor > 100.0 {
        "more than 100x".to_owned()
    } else if factor < 1.5 {
        format!("{factor:.6}x")
    } else {
        format!("{factor:.1}x")
    };
    format!(
        "{what} exceeds budget by factor of {factor} (try simplifying the rule, or adding maxItems, \
         maxProperties, and maxLength where arrays, maps, and strings are declared)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors() {
        let table = [(10_000_001, "1.000000x"), (15_000_000, "1.5x"), (1_000_000_001, "more than 100x")];
        for (cost, factor) in table {
            let words = excess_words("estimated rule cost", cost, RULE_LIMIT);
            assert!(words.contains(&format!("by factor of {factor} (try")), "{words}");
        }
    }

    #[test]
    fn dearest() {
        let mut total = Total::new();
        for (cost, place) in [(5, "a"), (60_000_000, "b"), (70_000_000, "c"), (u64::MAX, "d")] {
            total.add(cost, || place);
        }
        assert_eq!(total.cost, u64::MAX);
        assert_eq!(
            total.excess().map(|all| all.iter().map(|(_, p)| *p).collect()),
            Some(vec!["d", "c", "b"])
        );
    }
}
