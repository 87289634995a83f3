//! The call that the cursor is in, and which of its arguments.

use crdls_cel::functions::Overload;
use crdls_cel::syntax::{NodeId, NodeKind};
use crdls_cel::types::Type;
use crdls_report::Config;

use super::{Expression, explain, names};
use crate::File;

/// A way to call a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The call as it is shown: `replace(string, string) -> string`.
    pub label: String,
    /// For each parameter where it begins and ends in the label, in bytes.
    pub parameters: Vec<(usize, usize)>,
}

/// The ways to call what is being called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signatures {
    /// The overloads of the function, never empty.
    pub signatures: Vec<Signature>,
    /// Markdown.
    pub documentation: String,
    /// The number, from 0, of the first signature that fits what is written; 0 where none does.
    pub active: usize,
    /// The argument, from 0, that the cursor is in.
    pub argument: usize,
}

/// The innermost call of a rule around an offset of a file, in bytes; nothing outside of calls, and where the
/// function is unknown.
pub fn signatures(file: &File, offset: u32, config: &Config) -> Option<Signatures> {
    let offset = file.boundary(offset);
    let expression = super::at(file, offset, config)?;
    let at = expression.inside(offset);
    expression.signatures(at)
}

impl Expression<'_> {
    fn signatures(&self, at: u32) -> Option<Signatures> {
        let inside = |id: &NodeId| match self.tree.node(*id).kind {
            NodeKind::Call { open, .. } => {
                let range = self.tree.node(*id).range;
                let closed = range.of(self.text.text()).ends_with(')');
                open.end <= at && (at < range.end || !closed)
            }
            _ => false,
        };
        let call = self.tree.ids().filter(inside).min_by_key(|id| self.tree.node(*id).range.len())?;
        let NodeKind::Call { target, name, args, .. } = &self.tree.node(call).kind else { return None };
        let name = name.of(self.text.text());
        let qualified =
            target.and_then(|target| self.namespace(target)).map(|space| format!("{space}.{name}"));
        let (name, target) = match &qualified {
            Some(qualified) => (qualified.as_str(), None),
            None => (name, *target),
        };
        let argument = args.iter().filter(|arg| self.ends_before(**arg, at)).count();
        let receiver = target.and_then(|target| self.checked.type_of_node(target)).cloned();
        let mut signatures = self.of_macros(name, target.is_some());
        signatures.extend(self.of_functions(name, target.map(|_| receiver.unwrap_or(Type::Dyn)).as_ref()));
        if signatures.is_empty() {
            return None;
        }
        let fits = |signature: &Signature| signature.parameters.len() > argument;
        let active = signatures.iter().position(fits).unwrap_or(0);
        Some(Signatures { signatures, documentation: explain::function(name), active, argument })
    }

    /// Whether a comma stands between an argument and a place.
    fn ends_before(&self, arg: NodeId, at: u32) -> bool {
        let end = self.tree.node(arg).range.end;
        end <= at && self.text.text().get(end as usize..at as usize).is_some_and(|text| text.contains(','))
    }

    fn of_macros(&self, name: &str, receiver: bool) -> Vec<Signature> {
        let macros = self.library.dialect.macros.signatures();
        let of_name = macros.filter(|its| its.name == name && its.receiver == receiver);
        let signature = |its: crdls_cel::lower::MacroSignature| {
            let arguments = explain::plain(&explain::macro_arguments(its.name, its.args));
            let mut label = format!("{name}(");
            let mut parameters = Vec::new();
            for (i, argument) in arguments.splitn(its.args, ", ").enumerate() {
                label.push_str(if i > 0 { ", " } else { "" });
                parameters.push((label.len(), label.len() + argument.len()));
                label.push_str(argument);
            }
            label.push(')');
            Signature { label, parameters }
        };
        of_name.map(signature).collect()
    }

    fn of_functions(&self, name: &str, receiver: Option<&Type>) -> Vec<Signature> {
        let Some(function) = self.library.functions.get(name) else { return Vec::new() };
        let fits = |overload: &&Overload| match (receiver, overload.args.first()) {
            (Some(receiver), Some(own)) => {
                overload.member && (own.accepts(receiver) || super::expected::is_open(receiver))
            }
            (receiver, _) => overload.member == receiver.is_some(),
        };
        let signature = |overload: &Overload| {
            let (label, parameters) = names::of_overload(name, overload);
            Signature { label, parameters }
        };
        function.overloads.iter().filter(fits).map(signature).collect()
    }
}
