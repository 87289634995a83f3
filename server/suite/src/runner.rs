//! The programs that run suites of this format, where they differ. Must not know how.

/// By whose conventions the cases are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Runner {
    /// openshift/api's.
    #[default]
    Api,
    /// openshift/hypershift's: a creation may have no `expected`, of an object only `spec` and `status` are compared, and
    /// only where `expected` has them, names are dropped, and an update has exactly one expectation.
    Hypershift,
}

impl Runner {
    /// The runner of the suites of a CRD: hypershift has its own for the CRDs of its groups.
    pub fn of(crd_name: &str) -> Self {
        let is_own = crd_name.ends_with(".hypershift.openshift.io");
        if is_own { Self::Hypershift } else { Self::Api }
    }
}
