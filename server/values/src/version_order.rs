//! Which of two versions clients prefer.
//!
//! Mirrors `CompareKubeAwareVersionStrings` of k8s.io/apimachinery (pkg/version/helpers.go).

use std::cmp::Ordering;

/// Greater is what is preferred; of two names of another kind, the one that is first in the alphabet.
pub fn compare(a: &str, b: &str) -> Ordering {
    match (priority(a), priority(b)) {
        (None, None) => b.cmp(a),
        (a, b) => a.cmp(&b),
    }
}

/// Stability, then the major, then the minor; none for names of another kind, which come last.
pub fn priority(name: &str) -> Option<(u8, u64, u64)> {
    let rest = name.strip_prefix('v')?;
    let (major, rest) = number(rest)?;
    let (stability, minor) = match rest.strip_prefix("beta").map(|rest| (1, rest)) {
        _ if rest.is_empty() => return Some((2, major, 0)),
        Some(found) => found,
        None => (0, rest.strip_prefix("alpha")?),
    };
    let (minor, rest) = number(minor)?;
    rest.is_empty().then_some((stability, major, minor))
}

fn number(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    Some((digits.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::priority;

    #[test]
    fn in_the_order_of_kubernetes() {
        let order = ["v10", "v2", "v1", "v11beta2", "v10beta3", "v3beta1", "v12alpha1", "v11alpha2"];
        let priorities: Vec<_> = order.iter().map(|name| priority(name).expect("a version")).collect();
        assert!(priorities.is_sorted_by(|a, b| a > b));
        for name in ["1", "v", "v1beta", "v1gamma1", "v1beta1x", "foo1", "v1.0"] {
            assert_eq!(priority(name), None, "{name}");
        }
    }
}
