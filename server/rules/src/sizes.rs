//! How large what a rule speaks of can be.
//!
//! Mirrors `sizeEstimator` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/cel/compilation.go).

use crdls_cel::cost::{CallCost, Estimator, Node, Size};

use super::declaration::{Declaration, DeclaredType};
use super::library_cost::library_cost;
use crdls_minors::{Difference, Minor};

/// Knows the sizes in a declaration, and what Kubernetes' functions cost.
#[derive(Debug)]
pub struct Sizes<'d> {
    root: &'d Declaration,
    minor: Minor,
}

impl<'d> Sizes<'d> {
    /// The sizes of `self`, of that declaration, by the estimate of that minor.
    pub fn new(root: &'d Declaration, minor: Minor) -> Self {
        Self { root, minor }
    }
}

impl Sizes<'_> {
    /// The cost of a call, where sizes are those of another estimator.
    pub fn call_with(
        &self,
        sizes: &dyn Estimator,
        called: (&str, &str),
        target: Option<&Node<'_>>,
        args: &[Node<'_>],
    ) -> Option<CallCost> {
        library_cost(sizes, self.minor, called, target, args)
    }
}

/// The declaration at a place: fields, `@items`, `@values`; none for the keys of a map.
pub fn find<'d>(root: &'d Declaration, steps: &[&str]) -> Option<&'d Declaration> {
    steps.iter().try_fold(root, |at, step| match *step {
        "@items" | "@values" => at.element().map(AsRef::as_ref),
        field => at.field(field).map(AsRef::as_ref),
    })
}

impl Estimator for Sizes<'_> {
    fn size(&self, node: &Node<'_>) -> Option<Size> {
        // The first step is the variable.
        let (_, steps) = node.path.split_first()?;
        if let Some(("@keys", before)) = steps.split_last().map(|(last, before)| (*last, before)) {
            let of_map = matches!(find(self.root, before)?.shape, DeclaredType::Map(_));
            return of_map.then(Size::default);
        }
        if let [.., "metadata", _] = steps {
            self.minor.has(Difference::BoundsResourceNames);
        }
        let declaration = find(self.root, steps)?;
        Some(Size { min: 0, max: declaration.max_elements as u64 })
    }

    fn call(
        &self,
        function: &str,
        overload: &str,
        target: Option<&Node<'_>>,
        args: &[Node<'_>],
    ) -> Option<CallCost> {
        self.call_with(self, (function, overload), target, args)
    }
}
