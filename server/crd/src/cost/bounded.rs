//! The server's estimate with other bounds than the schema's.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crdls_cel::cost::{CallCost, Estimator, Node, Size};

use crdls_minors::Minor;
use crdls_rules::{Declaration, Sizes};

/// A place below `self`: fields, `@items`, `@values`.
pub(super) type Below = Vec<String>;

/// Sizes of a declaration, of which some are replaced; it remembers which were asked for.
pub(super) struct Bounded<'d> {
    sizes: Sizes<'d>,
    replaced: &'d [(Below, u64)],
    asked: RefCell<BTreeSet<Below>>,
}

impl<'d> Bounded<'d> {
    pub(super) fn new(declaration: &'d Declaration, minor: Minor, replaced: &'d [(Below, u64)]) -> Self {
        Self { sizes: Sizes::new(declaration, minor), replaced, asked: RefCell::default() }
    }

    pub(super) fn asked(self) -> BTreeSet<Below> {
        self.asked.into_inner()
    }
}

impl Estimator for Bounded<'_> {
    fn size(&self, node: &Node<'_>) -> Option<Size> {
        let size = self.sizes.size(node)?;
        let (_, steps) = node.path.split_first()?;
        let below: Below = steps.iter().map(|step| (*step).to_owned()).collect();
        let replaced = self.replaced.iter().find(|(path, _)| *path == below).map(|(_, max)| *max);
        self.asked.borrow_mut().insert(below);
        Some(replaced.map_or(size, |max| Size { max: max.min(size.max), ..size }))
    }

    fn call(
        &self,
        function: &str,
        overload: &str,
        target: Option<&Node<'_>>,
        args: &[Node<'_>],
    ) -> Option<CallCost> {
        self.sizes.call_with(self, (function, overload), target, args)
    }
}
