//! Which values of an object the parts of an expression are: `self.a`, an item in a macro.
//!
//! Knows the tree of an expression, its macros expanded, and schemas; must not know types or values.

use crdls_cel::ast::{Ast, Comprehension, ExprId, ExprKind, Literal, Name, functions};
use crdls_manifest::model::{OrBool, Schema};
use crdls_report::FieldPath;
use crdls_rules::unescape;

/// The key of a map that has none of its own.
const KEY: &str = "key";

/// A value that an expression speaks of. The first step of its path is the variable's name.
#[derive(Clone, Debug)]
pub struct ValueRef<'m> {
    /// Where it is in the variable's value.
    pub path: FieldPath,
    /// What it has to be.
    pub schema: Schema<'m>,
    /// The schema of what it is in, and whether that is a map with free keys.
    pub(super) holder: Option<Schema<'m>>,
}

impl ValueRef<'_> {
    /// Whether it is an entry of a map whose keys are free, or an item of a list, and no field.
    pub fn is_entry(&self) -> bool {
        self.path.last_name().is_none() || self.holder.is_none_or(is_map)
    }

    /// Whether the schema lets it be absent from what it is in.
    pub(super) fn may_be_absent(&self) -> bool {
        let name = self.path.last_name();
        self.holder.is_some_and(|holder| {
            let required = holder.required().any(|(required, _)| Some(required) == name);
            name.is_some() && (is_map(holder) || !required && self.schema.default().is_none())
        })
    }
}

/// What a name of a macro stands for.
#[derive(Clone, Debug)]
pub(super) enum Binding<'m> {
    Value(ValueRef<'m>),
    /// The key of an entry of the map.
    Key(FieldPath),
    Unknown,
}

/// The variables that can be named at a part of an expression.
#[derive(Clone, Debug)]
pub(super) struct Scope<'c, 'm> {
    pub(super) ast: &'c Ast,
    names: Vec<(Name, Binding<'m>)>,
}

/// What a macro does with each element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FoldKind {
    All,
    Exists,
    /// `filter`: the elements themselves.
    Filter,
    Other,
}

impl<'c, 'm> Scope<'c, 'm> {
    /// The variables of a rule at a schema; `old` where it may speak of `oldSelf`.
    pub(super) fn of_rule(ast: &'c Ast, schema: Schema<'m>, old: bool) -> Self {
        let variable = |name: &'static str| {
            let path = FieldPath::of_names(&[name]);
            (Name::Borrowed(name), Binding::Value(ValueRef { path, schema, holder: None }))
        };
        let mut names = vec![variable("self")];
        names.extend(old.then(|| variable("oldSelf")));
        Self { ast, names }
    }

    /// The value that an expression is; `None` where it is computed.
    pub(super) fn value(&self, id: ExprId) -> Option<ValueRef<'m>> {
        match self.ast.kind(id) {
            ExprKind::Ident(name) => match self.binding(name)? {
                Binding::Value(value) => Some(value.clone()),
                Binding::Key(_) | Binding::Unknown => None,
            },
            ExprKind::Select { operand, field, test_only: false } => self.field(*operand, field),
            ExprKind::Call { function, target: None, args } => match (function.as_ref(), args.as_slice()) {
                (functions::INDEX, [operand, index]) => self.element(*operand, *index),
                ("dyn", [value]) => self.value(*value),
                _ => None,
            },
            _ => None,
        }
    }

    /// What a field of a value is, be it asked for by `has` or read.
    pub(super) fn field(&self, operand: ExprId, field: &str) -> Option<ValueRef<'m>> {
        member(&self.value(operand)?, &unescape(field)?)
    }

    fn element(&self, operand: ExprId, index: ExprId) -> Option<ValueRef<'m>> {
        let holder = self.value(operand)?;
        match self.ast.kind(index) {
            ExprKind::Literal(Literal::Int(index)) => item(&holder, usize::try_from(*index).ok()?),
            ExprKind::Literal(Literal::String(key)) => member(&holder, key),
            ExprKind::Ident(name) => match self.binding(name)? {
                Binding::Key(map) if *map == holder.path => member(&holder, KEY),
                _ => None,
            },
            _ => None,
        }
    }

    fn binding(&self, name: &str) -> Option<&Binding<'m>> {
        let name = name.strip_prefix('.').unwrap_or(name);
        self.names.iter().rfind(|(its, _)| its == name).map(|(_, binding)| binding)
    }

    /// The list or map that a macro goes over: of `filter`, what it filters.
    fn range(&self, id: ExprId) -> Option<ValueRef<'m>> {
        match self.ast.kind(id) {
            ExprKind::Comprehension(fold) if kind(self.ast, fold) == FoldKind::Filter => {
                self.range(fold.iter_range)
            }
            _ => self.value(id),
        }
    }

    /// The scope inside of a macro, and the first element that it goes over.
    pub(super) fn inside(&self, fold: &Comprehension) -> (Self, Option<ValueRef<'m>>) {
        let range = self.range(fold.iter_range);
        let element = range.as_ref().and_then(|range| item(range, 0).or_else(|| member(range, KEY)));
        let key = range.as_ref().filter(|range| is_map(range.schema));
        let key = key.map_or(Binding::Unknown, |range| Binding::Key(range.path.clone()));
        let value = element.clone().map_or(Binding::Unknown, Binding::Value);
        let is_list = range.as_ref().is_some_and(|range| range.schema.item_schema().is_some());
        let mut inner = self.clone();
        // `cel.bind` and `optMap` bind the accumulator.
        let bound = self.value(fold.accu_init).map_or(Binding::Unknown, Binding::Value);
        inner.names.push((fold.accu_var.clone(), bound));
        match &fold.iter_var2 {
            None => inner.names.push((fold.iter_var.clone(), if is_list { value } else { key })),
            Some(second) => {
                inner.names.push((fold.iter_var.clone(), key));
                inner.names.push((second.clone(), value));
            }
        }
        (inner, element)
    }
}

/// Whether its members are entries with free keys.
pub(super) fn is_map(schema: Schema<'_>) -> bool {
    matches!(schema.additional_properties(), Some(OrBool::Schema(_)))
}

fn member<'m>(holder: &ValueRef<'m>, name: &str) -> Option<ValueRef<'m>> {
    let schema = holder.schema.property(name).or_else(|| match holder.schema.additional_properties() {
        Some(OrBool::Schema(values)) => Some(values),
        _ => None,
    })?;
    Some(ValueRef { path: holder.path.child(name), schema, holder: Some(holder.schema) })
}

fn item<'m>(holder: &ValueRef<'m>, index: usize) -> Option<ValueRef<'m>> {
    let schema = holder.schema.item_schema()?;
    Some(ValueRef { path: holder.path.item(index), schema, holder: Some(holder.schema) })
}

/// What a macro was, by its expansion.
pub(super) fn kind(ast: &Ast, fold: &Comprehension) -> FoldKind {
    let start = ast.kind(fold.accu_init);
    match (start, ast.kind(fold.step)) {
        (ExprKind::Literal(Literal::Bool(true)), ExprKind::Call { function, .. })
            if function == functions::AND =>
        {
            FoldKind::All
        }
        (ExprKind::Literal(Literal::Bool(false)), ExprKind::Call { function, .. })
            if function == functions::OR =>
        {
            FoldKind::Exists
        }
        (ExprKind::List { elements }, ExprKind::Call { function, args, .. })
            if elements.is_empty() && function == functions::CONDITIONAL =>
        {
            let is_element = args.get(1).is_some_and(|more| adds_element(ast, *more, fold));
            if is_element { FoldKind::Filter } else { FoldKind::Other }
        }
        _ => FoldKind::Other,
    }
}

/// `accumulator + [element]`
fn adds_element(ast: &Ast, id: ExprId, fold: &Comprehension) -> bool {
    let ExprKind::Call { args, .. } = ast.kind(id) else { return false };
    let Some(ExprKind::List { elements }) = args.last().map(|last| ast.kind(*last)) else { return false };
    let is_variable = |id: ExprId| matches!(ast.kind(id), ExprKind::Ident(name) if *name == fold.iter_var);
    matches!(elements.as_slice(), [one] if is_variable(one.value))
}
