//! What calls of the libraries of Kubernetes cost when they are run.
//!
//! Mirrors `CostEstimator.CallCost` of k8s.io/apiserver (pkg/cel/library/cost.go).

use crdls_cel::eval::{CallCosts, Outcome, Value, matching, size_of, units};

use super::functions::Held;
use crate::library_cost::NOMINAL;
use crdls_minors::{Difference, Minor};
use crdls_values::NamedFormat;

/// Cost of going through one character of a string.
const TRAVERSAL: f64 = 0.1;

/// The costs of Kubernetes' functions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LibraryCosts {
    /// The minor whose costs are wanted.
    pub(crate) minor: Minor,
}

impl CallCosts for LibraryCosts {
    fn call(&self, function: &str, overload: &str, args: &[Outcome], result: &Outcome) -> Option<u64> {
        let size = |index: usize| size_of(args.get(index));
        let once = |index: usize| units(size(index), TRAVERSAL);
        let is_operator = !function.starts_with(|first: char| first.is_ascii_alphabetic());
        Some(match (function, args) {
            ("_==_", [Ok(Value::Opaque(left)), _])
                if left.type_name() != "unknown" && self.minor.has(Difference::ComparesLibraryTypes) =>
            {
                1
            }
            _ if is_operator => return None,
            ("isSorted" | "sum" | "max" | "min" | "indexOf" | "lastIndexOf" | "includes", _) => {
                args.first().map_or(0, traversal)
            }
            ("ip", [_]) if overload == "cidr_ip" => 1,
            (
                "url" | "lowerAscii" | "upperAscii" | "substring" | "trim" | "cidr" | "isIP" | "isCIDR"
                | "ip" | "quantity" | "isQuantity" | "semver" | "isSemver",
                [_, ..],
            ) => once(0),
            ("replace" | "split" | "ip.isCanonical", [_, ..]) => units(size(0), 2.0 * TRAVERSAL),
            ("join", [_, ..]) => units(size_of(Some(result)), 2.0 * TRAVERSAL),
            ("find" | "findAll", [_, _, ..]) => matching(size(0), size(1)),
            ("containsIP", [_, _]) => {
                let parse = if overload == "cidr_contains_ip_string" { once(1) } else { 0 };
                units(2 * size(0), TRAVERSAL) + parse
            }
            ("containsCIDR", [_, _]) => {
                let parse = if overload == "cidr_contains_cidr_string" { once(1) } else { 0 };
                units(2 * size(0), TRAVERSAL) + once(0) + 1 + parse
            }
            ("validate", [Ok(format), _]) => {
                matching(size(1), format.opaque::<Held<NamedFormat>>()?.0.pattern_size)
            }
            _ if NOMINAL.contains(&function) => 1,
            _ => return None,
        })
    }
}

/// The cost of going through all of a value, in bytes of its strings (traversalCost).
fn traversal(value: &Outcome) -> u64 {
    match value {
        Ok(Value::String(text)) => (text.len() as f64 * TRAVERSAL) as u64,
        Ok(Value::Bytes(bytes)) => (bytes.len() as f64 * TRAVERSAL) as u64,
        Ok(Value::List(list)) => list.iter().map(|item| traversal(&item)).sum(),
        Ok(Value::Map(map)) => {
            let entry = |key: Value| traversal(&map.get(&key)) + traversal(&Ok(key));
            map.keys().into_iter().map(entry).sum()
        }
        _ => 1,
    }
}
