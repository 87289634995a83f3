//! Sizes from a schema, and what Kubernetes' functions cost (k8s.io/apiserver v0.37.2,
//! pkg/cel/library/cost.go).

use crdls_cel::ast::Literal;
use crdls_cel::cost::{CallCost, Cost, Estimator, Node, Size};
use crdls_cel::types::Kind;

use super::declaration::Declaration;

pub struct SchemaSizes<'d>(pub &'d Declaration);

impl Estimator for SchemaSizes<'_> {
    fn size(&self, node: &Node<'_>) -> Option<Size> {
        let (_, steps) = node.path.split_first()?;
        let mut at = self.0;
        for step in steps {
            at = match *step {
                "@items" | "@values" => at.element.as_deref()?,
                "@keys" => at.key.as_deref()?,
                field => at.fields.as_ref()?.get(field)?,
            };
        }
        Some(Size { min: 0, max: at.max_elements as u64 })
    }

    fn call(
        &self,
        function: &str,
        overload: &str,
        target: Option<&Node<'_>>,
        args: &[Node<'_>],
    ) -> Option<CallCost> {
        let nominal = Some(CallCost::new(Cost::fixed(1)));
        let size = |node: &Node<'_>| node.size(self);
        let scan = |node: &Node<'_>| CallCost::new(size(node).factor(0.1));
        match function {
            "isSorted" | "sum" | "max" | "min" | "indexOf" | "lastIndexOf" | "includes" => {
                Some(self.traversal(function, target?))
            }
            "url" => args.first().map(|arg| CallCost::sized(size(arg).factor(0.1), size(arg))),
            "lowerAscii" | "upperAscii" | "substring" | "trim" => {
                Some(CallCost::sized(size(target?).factor(0.1), size(target?)))
            }
            "replace" => match args {
                [from, to, ..] => Some(replace(size(target?), size(from), size(to))),
                _ => None,
            },
            "split" => {
                let limit = args.get(1).and_then(Node::literal);
                let max = match limit {
                    Some(Literal::Int(n)) => *n as u64,
                    _ => size(target?).max,
                };
                Some(CallCost::sized(size(target?).factor(0.2), Size { min: 0, max }))
            }
            "join" => Some(self.join(target?, args.first())),
            "find" | "findAll" => {
                let text = size(target?);
                let cost = (text + Size::fixed(1)).factor(0.1).times(size(args.first()?).factor(0.25));
                Some(CallCost::sized(cost, Size { min: 0, max: text.max }))
            }
            "ip" if overload == "cidr_ip" => nominal,
            "cidr" | "isIP" | "isCIDR" | "ip" | "quantity" | "isQuantity" | "semver" | "isSemver" => {
                args.first().map(scan)
            }
            "ip.isCanonical" => args.first().map(|arg| CallCost::new(size(arg).factor(0.2))),
            "containsIP" | "containsCIDR" => {
                let bytes = Size { min: 4, max: 16 };
                let mut cost = (bytes + bytes).factor(0.1);
                if function == "containsCIDR" {
                    cost = cost + bytes.factor(0.1) + Cost::fixed(1);
                }
                if overload.ends_with("_string") {
                    cost = cost + size(args.first()?).factor(0.1);
                }
                Some(CallCost::new(cost))
            }
            "validate" => args.first().map(|arg| CallCost::new(size(arg).factor(0.1).factor(128.0 * 0.25))),
            "_==_" => equality(args),
            _ if NOMINAL.contains(&function) => nominal,
            _ => None,
        }
    }
}

const NOMINAL: &[&str] = &[
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

impl SchemaSizes<'_> {
    fn traversal(&self, function: &str, target: &Node<'_>) -> CallCost {
        let mut each = Cost::fixed(1);
        match target.element() {
            Some(element) => {
                if matches!(element.t.kind(), Kind::String | Kind::Bytes) {
                    each = each + element.size(self).factor(0.1);
                }
                CallCost::new(target.size(self).times_cost(each))
            }
            None if function == "includes" => CallCost::new(target.size(self).times_cost(each)),
            None => CallCost::new(target.size(self).factor(0.1)),
        }
    }

    fn join(&self, target: &Node<'_>, separator: Option<&Node<'_>>) -> CallCost {
        let list = target.size(self);
        let mut size = target.element().map_or(Size::default(), |element| list.times(element.size(self)));
        if let Some(separator) = separator {
            let between = Size { min: list.min.saturating_sub(1), max: list.max.saturating_sub(1) };
            size = size + separator.size(self).times(between);
        }
        CallCost::sized(size.factor(0.1), size)
    }
}

fn replace(text: Size, from: Size, to: Size) -> CallCost {
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
    CallCost::sized(text.factor(0.2), count.times(to) + kept)
}

fn equality(args: &[Node<'_>]) -> Option<CallCost> {
    let [left, right] = args else { return None };
    if left.t.name() != right.t.name() {
        return None;
    }
    match left.t.name() {
        "net.IP" | "net.CIDR" | "kubernetes.Quantity" | "kubernetes.Semver" => {
            Some(CallCost::new(Cost::fixed(1)))
        }
        "kubernetes.NamedFormat" => Some(CallCost::new(Cost { min: 1, max: 64 }.factor(0.1))),
        "kubernetes.URL" => {
            let max = right.computed_size.map_or(1, |size| size.max);
            Some(CallCost::new(Cost { min: 1, max }.factor(0.1)))
        }
        _ => None,
    }
}
