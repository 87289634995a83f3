//! Making the nodes of an expansion.

use crate::Edition;
use crate::ast::{
    Ast, Comprehension, ExprId, ExprKind, ListElement, Literal, MapEntry, Name, Origin, StructField,
};
use crate::lower::{Lowering, MAX_EXPRESSIONS};
use crate::syntax::NodeId;

use super::Wrong;

/// The variable that a fold gathers its result in.
const ACCUMULATOR: &str = "@result";

/// Its name before [`Edition::V0_23`]; still refused as a name of one's own.
const OLD_ACCUMULATOR: &str = "__result__";

/// One macro being expanded.
pub(super) struct Expansion<'a> {
    ast: &'a mut Ast,
    origin: Origin,
    edition: Edition,
    /// Set where the expansion would be too large.
    pub overflow: bool,
}

impl<'a> Expansion<'a> {
    pub(super) fn new(lowering: &'a mut Lowering<'_>, node: NodeId, at: u32) -> Self {
        let origin = Origin { expanded: true, ..lowering.origin(node, at) };
        let overflow = lowering.errors.iter().any(|error| error.at.is_none());
        Self { ast: &mut lowering.ast, origin, edition: lowering.dialect.edition, overflow }
    }

    pub(super) fn kind(&self, id: ExprId) -> &ExprKind {
        self.ast.kind(id)
    }

    pub(super) fn push(&mut self, kind: ExprKind) -> ExprId {
        self.ast.push(kind, self.origin)
    }

    pub(super) fn ident(&mut self, name: &Name) -> ExprId {
        self.push(ExprKind::Ident(name.clone()))
    }

    /// The name of the variable that a fold gathers its result in.
    pub(super) fn accumulator_name(&self) -> Name {
        Name::Borrowed(if self.edition.has(Edition::V0_23) { ACCUMULATOR } else { OLD_ACCUMULATOR })
    }

    pub(super) fn accumulator(&mut self) -> ExprId {
        self.ident(&self.accumulator_name())
    }

    pub(super) fn literal(&mut self, value: Literal) -> ExprId {
        self.push(ExprKind::Literal(value))
    }

    pub(super) fn boolean(&mut self, value: bool) -> ExprId {
        self.literal(Literal::Bool(value))
    }

    pub(super) fn list(&mut self, values: &[ExprId]) -> ExprId {
        let elements = values.iter().map(|value| ListElement { value: *value, optional: false }).collect();
        self.push(ExprKind::List { elements })
    }

    pub(super) fn call(&mut self, function: &'static str, args: &[ExprId]) -> ExprId {
        self.push(ExprKind::Call { function: function.into(), target: None, args: args.to_vec() })
    }

    pub(super) fn method(&mut self, function: &'static str, target: ExprId, args: &[ExprId]) -> ExprId {
        self.push(ExprKind::Call { function: function.into(), target: Some(target), args: args.to_vec() })
    }

    pub(super) fn comprehension(&mut self, comprehension: Comprehension) -> ExprId {
        self.push(ExprKind::Comprehension(Box::new(comprehension)))
    }

    /// The name that an argument gives to a variable.
    pub(super) fn variable(&self, argument: ExprId, otherwise: &str) -> Result<Name, Wrong> {
        match self.kind(argument) {
            ExprKind::Ident(name) => Ok(name.clone()),
            _ => Err(Wrong::new(argument, otherwise)),
        }
    }

    /// A variable of a fold, which must not be the fold's own.
    pub(super) fn iteration_variable(&self, argument: ExprId, otherwise: &str) -> Result<Name, Wrong> {
        let name = self.variable(argument, otherwise)?;
        self.not_accumulator(argument, &name)?;
        Ok(name)
    }

    /// Two variables of a fold, which differ.
    pub(super) fn two_variables(&self, first: ExprId, second: ExprId) -> Result<(Name, Name), Wrong> {
        let a = self.variable(first, "argument must be a simple name")?;
        let b = self.variable(second, "argument must be a simple name")?;
        if a == b {
            return Err(Wrong::new(second, format!("duplicate variable name: {a}")));
        }
        self.not_accumulator(first, &a)?;
        self.not_accumulator(second, &b)?;
        Ok((a, b))
    }

    fn not_accumulator(&self, argument: ExprId, name: &str) -> Result<(), Wrong> {
        if (name == ACCUMULATOR || name == OLD_ACCUMULATOR) && self.edition.has(Edition::V0_23) {
            return Err(Wrong::new(argument, "iteration variable overwrites accumulator variable"));
        }
        Ok(())
    }

    /// A copy of an expression and all below it, each at its own place; the expression itself where its copy would
    /// be too large.
    pub(super) fn copy(&mut self, id: ExprId) -> ExprId {
        self.overflow |= self.ast.len() + self.ast.descendants(id).count() > MAX_EXPRESSIONS;
        if self.overflow { id } else { self.copied(id) }
    }

    fn copied(&mut self, id: ExprId) -> ExprId {
        let origin = self.ast.expr(id).origin;
        let kind = match self.kind(id).clone() {
            leaf @ (ExprKind::Literal(_) | ExprKind::Ident(_)) => leaf,
            ExprKind::Unspecified(parts) => {
                ExprKind::Unspecified(parts.into_iter().map(|part| self.copied(part)).collect())
            }
            ExprKind::Select { operand, field, test_only } => {
                ExprKind::Select { operand: self.copied(operand), field, test_only }
            }
            ExprKind::Call { function, target, args } => {
                let args = args.into_iter().map(|arg| self.copied(arg)).collect();
                ExprKind::Call { function, target: target.map(|target| self.copied(target)), args }
            }
            ExprKind::List { elements } => ExprKind::List { elements: self.copy_elements(elements) },
            ExprKind::Map { entries } => ExprKind::Map { entries: self.copy_entries(entries) },
            ExprKind::Struct { type_name, fields } => {
                ExprKind::Struct { type_name, fields: self.copy_fields(fields) }
            }
            ExprKind::Comprehension(fold) => ExprKind::Comprehension(Box::new(self.copy_fold(*fold))),
        };
        let copy = self.ast.push(kind, origin);
        if !self.edition.has(Edition::V0_22) {
            self.ast.shared.push((id, copy));
        }
        copy
    }

    fn copy_elements(&mut self, elements: Vec<ListElement>) -> Vec<ListElement> {
        let copied = |element: ListElement| ListElement { value: self.copied(element.value), ..element };
        elements.into_iter().map(copied).collect()
    }

    fn copy_entries(&mut self, entries: Vec<MapEntry>) -> Vec<MapEntry> {
        let copied = |entry: MapEntry| MapEntry {
            key: self.copied(entry.key),
            value: self.copied(entry.value),
            ..entry
        };
        entries.into_iter().map(copied).collect()
    }

    fn copy_fields(&mut self, fields: Vec<StructField>) -> Vec<StructField> {
        fields.into_iter().map(|field| StructField { value: self.copied(field.value), ..field }).collect()
    }

    fn copy_fold(&mut self, fold: Comprehension) -> Comprehension {
        Comprehension {
            iter_range: self.copied(fold.iter_range),
            accu_init: self.copied(fold.accu_init),
            condition: self.copied(fold.condition),
            step: self.copied(fold.step),
            result: self.copied(fold.result),
            ..fold
        }
    }
}
