//! Objects are stored in a version that is older than another one that is served.
//!
//! The order is `CompareKubeAwareVersionStrings` of k8s.io/apimachinery v0.37.2 (pkg/version/helpers.go):
//! v10, v2, v1, v11beta2, v10beta3, v3alpha1.

use super::Input;
use super::versions;
use crate::fields::Field;
use crate::{Finding, rule};

rule!(
    OLD_STORAGE_VERSION,
    "old-storage-version",
    Hint,
    advice,
    "the version that is stored is older than another that is served"
);

pub(super) fn find(input: &Input<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let served = input.crd.versions().filter(|version| version.served() && !version.deprecated());
    let Some(newest) =
        served.filter_map(|version| Some((priority(version.name())?, version))).max_by_key(|(p, _)| *p)
    else {
        return found;
    };
    versions::each(input, &mut |version, path| {
        let older = priority(version.name()).is_some_and(|priority| priority < newest.0);
        let Some(span) = version.span(Field::Storage).filter(|_| older && version.storage()) else { return };
        let (stored, newest) = (version.name(), newest.1);
        let message = format!("`{stored}` is stored, and clients prefer `{}`", newest.name());
        let finding = Finding::new(&OLD_STORAGE_VERSION, span.value, &path.child("storage"), message)
            .why("they ask for the version of the highest priority, so each object is converted on every read and write")
            .help(format!("once no cluster runs a release without `{}`, move `storage: true` there", newest.name()));
        found.push(match newest.span(Field::Name) {
            Some(span) => finding.related(span.value, "this version has a higher priority"),
            None => finding,
        });
    });
    found
}

/// Stability, then the major, then the minor; none for names of another kind, which come last.
fn priority(name: &str) -> Option<(u8, u64, u64)> {
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
