//! What the functions of Kubernetes' libraries cost.
//!
//! Mirrors `CostEstimator.EstimateCallCost` of k8s.io/apiserver (pkg/cel/library/cost.go), and of
//! v0.31.14 to v0.36.6 where they differ.

use crdls_cel::ast::Literal;
use crdls_cel::cost::{CallCost, Cost, Estimator, Node, Size};
use crdls_cel::types::Kind;

use crdls_minors::{Difference, Minor};

/// Cost of going through one character of a string.
const TRAVERSAL: f64 = 0.1;
/// Cost of one character of a regular expression for each unit of the text.
const REGEX: f64 = 0.25;
/// Cost of a question to the authorizer, so that a rule asks at most two.
const AUTHORIZATION: Cost = Cost::fixed(350_000);
/// Cost of the list of a selector's requirements, and of a requirement, which has two characters at least.
const REQUIREMENTS: Cost = Cost::fixed(10);
const REQUIREMENT: f64 = 50.0;
const REQUIREMENTS_OF_CHARACTER: f64 = 0.5;
/// The most characters of an address as bytes.
const ADDRESS: Size = Size { min: 4, max: 16 };

/// The cost of a call; `None` where it is the language's own.
pub(crate) fn library_cost(
    sizes: &dyn Estimator,
    minor: Minor,
    (function, overload): (&str, &str),
    target: Option<&Node<'_>>,
    args: &[Node<'_>],
) -> Option<CallCost> {
    let call = Call { sizes, target, args };
    match function {
        "check" => Some(CallCost::new(AUTHORIZATION)),
        "fieldSelector" | "labelSelector" => call.selector(),
        "isSorted" | "sum" | "max" | "min" | "indexOf" | "lastIndexOf" | "includes" => {
            call.traversal(function)
        }
        "url" => call.url(minor),
        "lowerAscii" | "upperAscii" | "substring" | "trim" => {
            let size = call.target()?;
            Some(CallCost::sized(size.factor(TRAVERSAL), size))
        }
        "replace" => call.replace(),
        "split" => call.split(),
        "join" => call.join(),
        "find" | "findAll" => call.find(),
        "ip" if overload == "cidr_ip" => Some(NOMINAL_COST),
        "cidr" | "isIP" | "isCIDR" | "ip" | "quantity" | "isQuantity" | "semver" | "isSemver" => {
            call.parse(TRAVERSAL)
        }
        "ip.isCanonical" => call.parse(2.0 * TRAVERSAL),
        "containsIP" | "containsCIDR" => call.contains(function, overload),
        "validate" => Some(CallCost::new(call.arg(0)?.factor(TRAVERSAL).factor(128.0 * REGEX))),
        "_==_" => call.equality().filter(|_| minor.has(Difference::ComparesLibraryTypes)),
        _ => NOMINAL.contains(&function).then_some(NOMINAL_COST),
    }
}

/// Functions whose cost is one unit whatever they are called on.
pub(crate) const NOMINAL: &[&str] = &[
    "serviceAccount",
    "path",
    "group",
    "resource",
    "subresource",
    "namespace",
    "name",
    "allowed",
    "reason",
    "error",
    "errored",
    "masked",
    "prefixLength",
    "family",
    "isUnspecified",
    "isLoopback",
    "isLinkLocalMulticast",
    "isLinkLocalUnicast",
    "isGlobalUnicast",
    "format.named",
    "sign",
    "asInteger",
    "isInteger",
    "asApproximateFloat",
    "isGreaterThan",
    "isLessThan",
    "compareTo",
    "add",
    "sub",
    "major",
    "minor",
    "patch",
    "getScheme",
    "getHostname",
    "getHost",
    "getPort",
    "getEscapedPath",
    "getQuery",
];
const NOMINAL_COST: CallCost = CallCost { cost: Cost::fixed(1), result_size: None };

struct Call<'c> {
    sizes: &'c dyn Estimator,
    target: Option<&'c Node<'c>>,
    args: &'c [Node<'c>],
}

impl Call<'_> {
    fn size(&self, node: &Node<'_>) -> Size {
        node.size(self.sizes)
    }

    fn target(&self) -> Option<Size> {
        self.target.map(|target| self.size(target))
    }

    fn arg(&self, index: usize) -> Option<Size> {
        self.args.get(index).map(|arg| self.size(arg))
    }

    /// A list, or a text, is gone through once.
    fn traversal(&self, function: &str) -> Option<CallCost> {
        let target = self.target?;
        let mut each = Cost::fixed(1);
        let cost = match target.element() {
            Some(element) => {
                if matches!(element.t.kind(), Kind::String | Kind::Bytes) {
                    each = each + self.size(&element).factor(TRAVERSAL);
                }
                self.size(target).times_cost(each)
            }
            None if function == "includes" => self.size(target).times_cost(each),
            None => self.size(target).factor(TRAVERSAL),
        };
        Some(CallCost::new(cost))
    }

    /// selectorCostEstimate
    fn selector(&self) -> Option<CallCost> {
        let length = self.arg(0)?;
        let requirements = length.factor(REQUIREMENTS_OF_CHARACTER);
        Some(CallCost::new(REQUIREMENTS + length.factor(TRAVERSAL) + requirements.factor(REQUIREMENT)))
    }

    fn url(&self, minor: Minor) -> Option<CallCost> {
        let size = self.arg(0)?;
        let cost = size.factor(TRAVERSAL);
        Some(if minor.has(Difference::ComparesLibraryTypes) {
            CallCost::sized(cost, size)
        } else {
            CallCost::new(cost)
        })
    }

    fn parse(&self, factor: f64) -> Option<CallCost> {
        Some(CallCost::new(self.arg(0)?.factor(factor)))
    }

    fn split(&self) -> Option<CallCost> {
        let size = self.target()?;
        let max = match self.args.get(1).and_then(Node::literal) {
            Some(Literal::Int(limit)) => *limit as u64,
            _ => size.max,
        };
        Some(CallCost::sized(size.factor(2.0 * TRAVERSAL), Size { min: 0, max }))
    }

    fn join(&self) -> Option<CallCost> {
        let target = self.target?;
        let list = self.size(target);
        let mut size = target.element().map_or(Size::default(), |element| list.times(self.size(&element)));
        if let Some(separator) = self.args.first() {
            let between = Size { min: list.min.saturating_sub(1), max: list.max.saturating_sub(1) };
            size = size + self.size(separator).times(between);
        }
        Some(CallCost::sized(size.factor(TRAVERSAL), size))
    }

    /// One character more than the text has, so that an empty text is not free.
    fn find(&self) -> Option<CallCost> {
        let (text, regex) = (self.target()?, self.arg(0)?);
        let cost = (text + Size::fixed(1)).factor(TRAVERSAL).times(regex.factor(REGEX));
        Some(CallCost::sized(cost, Size { min: 0, max: text.max }))
    }

    fn contains(&self, function: &str, overload: &str) -> Option<CallCost> {
        let mut cost = (ADDRESS + ADDRESS).factor(TRAVERSAL);
        if function == "containsCIDR" {
            cost = cost + ADDRESS.factor(TRAVERSAL) + Cost::fixed(1);
        }
        if overload.ends_with("_string") {
            cost = cost + self.arg(0)?.factor(TRAVERSAL);
        }
        Some(CallCost::new(cost))
    }

    fn replace(&self) -> Option<CallCost> {
        let (text, from, to) = (self.target()?, self.arg(0)?, self.arg(1)?);
        let (mut count, mut kept) = (Size::default(), Size::default());
        if from.min == 0 {
            count.max = text.max.saturating_add(1);
            kept.max = text.max;
        } else if to.max <= from.min {
            kept.max = text.max;
        } else {
            count.max = (text.max as f64 / from.min as f64).ceil() as u64;
        }
        if from.max == 0 {
            count.min = text.min.saturating_add(1);
            kept.min = text.min;
        } else if from.max <= to.min {
            kept.min = text.min;
        } else {
            count.min = (text.min as f64 / from.max as f64).ceil() as u64;
        }
        Some(CallCost::sized(text.factor(2.0 * TRAVERSAL), count.times(to) + kept))
    }

    /// Comparing two of what the libraries bring.
    fn equality(&self) -> Option<CallCost> {
        let [left, right] = self.args else { return None };
        if left.t.name() != right.t.name() {
            return None;
        }
        match left.t.name() {
            "net.IP" | "net.CIDR" | "kubernetes.Quantity" | "kubernetes.Semver" => Some(NOMINAL_COST),
            "kubernetes.NamedFormat" => Some(CallCost::new(Cost { min: 1, max: 64 }.factor(TRAVERSAL))),
            "kubernetes.URL" => {
                let max = right.computed_size.map_or(1, |size| size.max);
                Some(CallCost::new(Cost { min: 1, max }.factor(TRAVERSAL)))
            }
            _ => None,
        }
    }
}
