//! Calls: each overload that may be meant is estimated, and the range holds them all.

use crate::ast::{ExprId, ExprKind, Name};

use super::node::{CallCost, Node};
use super::size::EntrySize;
use super::{Cost, Coster, Path, Size};
use crate::Edition;

/// Cost of going through one character of a string.
const TRAVERSAL: f64 = 0.1;
/// Cost of one character of a regular expression for each unit of the text.
const REGEX: f64 = 0.25;

/// An argument whose cost is known.
#[derive(Clone, Copy)]
struct Argument {
    id: ExprId,
    path: Path,
    size: Option<Size>,
    cost: Cost,
}

/// A call whose parts are known.
struct Call<'a> {
    id: ExprId,
    function: &'a str,
    target: Option<Argument>,
    args: Vec<Argument>,
}

impl Call<'_> {
    fn argument_costs(&self) -> Cost {
        self.args.iter().fold(Cost::default(), |sum, arg| sum + arg.cost)
    }

    fn cost(&self, index: usize) -> Cost {
        self.args.get(index).map_or(Cost::default(), |arg| arg.cost)
    }
}

impl Coster<'_> {
    /// coster.costCall.
    pub(super) fn call(&mut self, id: ExprId) -> Cost {
        let ExprKind::Call { function, target, args } = self.ast.kind(id) else { return Cost::default() };
        if let ("dyn", Some(arg), true) = (function.as_ref(), args.first(), self.follows_sizes()) {
            let cost = self.cost(*arg);
            self.copy_sizes(id, *arg);
            return cost + Cost::fixed(1);
        }
        let args = args.iter().map(|arg| self.argument(*arg)).collect();
        let overloads = self.checked.overloads(id);
        if overloads.is_empty() {
            return Cost::default();
        }
        let target = target.map(|target| self.argument(target));
        let call = Call { id, function, target, args };
        let cost = self.overloads(&call, overloads);
        target.map_or(cost, |target| target.cost + cost)
    }

    fn argument(&mut self, id: ExprId) -> Argument {
        let cost = self.cost(id);
        let path = self.visible_path(id);
        let size = if self.follows_sizes() { self.size(id) } else { self.known_size(id) };
        Argument { id, path, size, cost }
    }

    /// In edition 0.20 the estimator is asked only now, when later paths may have overwritten this one.
    fn size_of(&self, arg: &Argument) -> Size {
        let estimated = || (!self.follows_sizes()).then(|| self.estimated_size(arg.id, arg.path)).flatten();
        arg.size.or_else(estimated).unwrap_or(Size::UNKNOWN)
    }

    fn size_at(&self, call: &Call, index: usize) -> Size {
        call.args.get(index).map_or(Size::UNKNOWN, |arg| self.size_of(arg))
    }

    fn overloads(&mut self, call: &Call, overloads: &[Name]) -> Cost {
        let mut cost = Cost { min: u64::MAX, max: 0 };
        let mut result_size: Option<Size> = None;
        for overload in overloads {
            let one = self.overload(call, overload);
            cost = cost.union(one.cost);
            if let Some(size) = one.result_size {
                result_size = Some(result_size.map_or(size, |so_far| so_far.union(size)));
            }
            let element = element_step(overload).map(|step| self.element(call, step));
            if self.follows_sizes() {
                result_size = element.unwrap_or(result_size).or_else(|| self.size(call.id));
            }
        }
        self.set_size(call.id, result_size);
        cost
    }

    /// An index leads to the elements of what it is taken of; their size.
    fn element(&mut self, call: &Call, step: &'static str) -> Option<Size> {
        let container = call.args.first()?.id;
        let size = self.entry_size(container).map(|entry| entry.value);
        let path = self.paths.append(self.path(container), Name::Borrowed(step));
        self.set_path(call.id, path);
        size
    }

    /// coster.functionCost.
    fn overload(&mut self, call: &Call, overload: &str) -> CallCost {
        match self.estimated(call, overload) {
            Some(estimate) => {
                CallCost { cost: estimate.cost + call.argument_costs(), result_size: estimate.result_size }
            }
            None => self.own(call, overload),
        }
    }

    /// What the environment's functions or the estimator say.
    fn estimated(&self, call: &Call, overload: &str) -> Option<CallCost> {
        let node = |arg: &Argument| self.node(arg.id, arg.path, arg.size);
        let target: Option<Node<'_>> = call.target.as_ref().map(node);
        let args: Vec<_> = call.args.iter().map(node).collect();
        let (_, extension) = self.options.overloads.iter().find(|(id, _)| *id == overload).copied().unzip();
        extension
            .and_then(|extension| extension(self.estimator, target.as_ref(), &args))
            .or_else(|| self.estimator.call(call.function, overload, target.as_ref(), &args))
    }

    /// The language's own functions.
    fn own(&mut self, call: &Call, overload: &str) -> CallCost {
        let args = call.argument_costs();
        match (overload, call.args.as_slice(), &call.target) {
            ("string_format", _, Some(target)) => {
                CallCost::new(self.size_of(target).factor(TRAVERSAL) + args)
            }
            ("string_to_bytes" | "bytes_to_string" | "strings_quote", [arg], _) => {
                let size = self.size_of(arg);
                CallCost::sized(size.factor(TRAVERSAL) + args, converted(overload, size))
            }
            ("starts_with_string" | "ends_with_string", [arg], _) => {
                CallCost::new(self.size_of(arg).factor(TRAVERSAL) + args)
            }
            ("in_list", [_, list], _) => CallCost::new(self.size_of(list).factor(1.0) + args),
            ("matches_string", [regex], Some(text)) => CallCost::new(self.matching(text, regex) + args),
            ("matches", [text, regex], None) if self.options.edition.has(Edition::V0_29) => {
                CallCost::new(self.matching(text, regex) + args)
            }
            ("contains_string", [part], Some(text)) => {
                let (text, part) = (self.size_of(text), self.size_of(part));
                CallCost::new(text.factor(TRAVERSAL).times(part.factor(TRAVERSAL)) + args)
            }
            ("logical_or" | "logical_and", ..) => {
                let (left, right) = (call.cost(0), call.cost(1));
                CallCost::new(Cost { min: left.min, max: (left + right).max })
            }
            ("conditional", ..) => self.conditional(call),
            ("add_string" | "add_bytes" | "add_list", [left, right], _) => {
                self.concatenation(call, overload, *left, *right)
            }
            _ if COMPARISONS.contains(&overload) => CallCost::new(self.comparison(call) + args),
            _ => CallCost::new(Cost::fixed(1) + args),
        }
    }

    /// One character more than the text has, so that an empty text is not free.
    fn matching(&self, text: &Argument, regex: &Argument) -> Cost {
        let text = (self.size_of(text) + Size::fixed(1)).factor(TRAVERSAL);
        text.times(self.size_of(regex).factor(REGEX))
    }

    fn comparison(&self, call: &Call) -> Cost {
        let max = self.size_at(call, 0).max.min(self.size_at(call, 1).max);
        Cost { min: u64::from(max > 0), max }.factor(TRAVERSAL)
    }

    fn conditional(&mut self, call: &Call) -> CallCost {
        let size = self.size_at(call, 1).union(self.size_at(call, 2));
        let entry = |index: usize| call.args.get(index).and_then(|arg| self.entry_size(arg.id));
        let entry = EntrySize::union(entry(1), entry(2));
        self.set_entry_size(call.id, entry);
        CallCost::sized(call.cost(0) + call.cost(1).union(call.cost(2)), size)
    }

    fn concatenation(&mut self, call: &Call, overload: &str, left: Argument, right: Argument) -> CallCost {
        let size = self.size_of(&left) + self.size_of(&right);
        let entry = EntrySize::union(self.entry_size(left.id), self.entry_size(right.id));
        self.set_entry_size(call.id, entry);
        let cost = if overload == "add_list" { Cost::fixed(1) } else { size.factor(TRAVERSAL) };
        CallCost::sized(cost + call.argument_costs(), size)
    }
}

/// The step of a path that an index is.
fn element_step(overload: &str) -> Option<&'static str> {
    match overload {
        "index_list" => Some("@items"),
        "index_map" => Some("@values"),
        _ => None,
    }
}

/// How large text is as bytes, bytes as text, text in quotes. The server's sums wrap around here.
fn converted(overload: &str, size: Size) -> Size {
    match overload {
        "string_to_bytes" => Size { min: size.min, max: size.max.wrapping_mul(4) },
        "bytes_to_string" => Size { min: size.min / 4, max: size.max },
        _ => Size { min: size.min.wrapping_add(2), max: size.max.wrapping_mul(2).wrapping_add(2) },
    }
}

/// Overloads that compare until one side ends.
const COMPARISONS: &[&str] = &[
    "less_string",
    "greater_string",
    "less_equals_string",
    "greater_equals_string",
    "less_bytes",
    "greater_bytes",
    "less_equals_bytes",
    "greater_equals_bytes",
    "equals",
    "not_equals",
];
