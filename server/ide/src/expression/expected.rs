//! What is expected where a word of an expression stands: the types that fit, and the values that the schema lists.
//!
//! Goes by what is written around the word, though it be half there. Must not know what is suggested.

use crdls_cel::ast::{ExprKind, Literal};
use crdls_cel::checker::LocalVariable;
use crdls_cel::syntax::{NodeId, NodeKind, Token, TokenKind};
use crdls_cel::types::{Kind, Type};
use crdls_manifest::model::Schema;
use crdls_rules::Purpose;
use crdls_text::TextRange;
use crdls_values::{Json, JsonValue};

use super::{Expression, schema};

/// What a place of an expression wants.
#[derive(Debug, Default)]
pub(super) struct Expected {
    /// The types that fit; empty where any does.
    types: Vec<Type>,
    /// Whether a value of another type can begin what is expected: `self.size` begins a condition.
    begins: bool,
    /// The values that the schema lists, those that are written already left out.
    pub(super) values: Vec<JsonValue>,
}

impl Expected {
    fn of(types: Vec<Type>) -> Self {
        let any = types.iter().any(is_open);
        Self { types: if any { Vec::new() } else { types }, ..Self::default() }
    }

    fn condition() -> Self {
        Self { types: vec![Type::Bool], begins: true, ..Self::default() }
    }

    /// Whether a value of a type is what is expected.
    pub(super) fn fits(&self, t: &Type) -> bool {
        self.types.is_empty() || !is_open(t) && self.types.iter().any(|wanted| wanted.accepts(t))
    }

    /// Whether a boolean is expected here and now.
    pub(super) fn wants_bool(&self) -> bool {
        !self.begins && self.types.iter().any(|t| t.kind() == Kind::Bool)
    }

    /// What suggestions are sorted by: of each group those that fit first; what can lead to nothing that fits last.
    pub(super) fn sort(&self, group: &str, t: Option<&Type>) -> String {
        let fits = t.is_none_or(|t| self.fits(t));
        let leads_on = self.begins || t.is_none_or(leads_on);
        format!("{}{group}{}", u8::from(!fits && !leads_on), u8::from(!fits))
    }
}

/// Whether nothing is known of a value.
pub(super) fn is_open(t: &Type) -> bool {
    matches!(t.kind(), Kind::Dyn | Kind::Any | Kind::Error | Kind::Param)
}

/// Whether a value has parts, which may be of another type.
fn leads_on(t: &Type) -> bool {
    is_open(t) || matches!(t.kind(), Kind::Object | Kind::List | Kind::Map | Kind::Opaque)
}

/// What a part of an expression is by the schema.
#[derive(Clone, Copy)]
enum SchemaValue<'m> {
    Value(Schema<'m>),
    /// A key of the map that the schema describes.
    Key(Schema<'m>),
}

impl<'m> SchemaValue<'m> {
    fn schema(self) -> Option<Schema<'m>> {
        match self {
            Self::Value(schema) => Some(schema),
            Self::Key(_) => None,
        }
    }

    /// The values that the schema lists; of a key those of the maps that it has as examples.
    fn known(self) -> Vec<JsonValue> {
        match self {
            Self::Value(schema) => schema.enum_values().map(|json| json.value.clone()).collect(),
            Self::Key(schema) => {
                let maps = schema.default().into_iter().chain(schema.example()).chain(schema.enum_values());
                let keys = maps.flat_map(Json::members).map(|member| member.name.clone());
                let mut keys: Vec<_> = keys.map(JsonValue::Str).collect();
                keys.dedup();
                keys
            }
        }
    }
}

/// Chains of names are followed no further: schemas are nested less deep.
const MAX_STEPS: u32 = 200;

/// Where a value is in an expression.
enum Slot {
    Root,
    /// In a part, as the child, or where none is written yet.
    In(NodeId, Option<NodeId>),
    Unknown,
}

impl Expression<'_> {
    /// What is expected at a word, which may be empty.
    pub(super) fn expected(&self, word: TextRange) -> Expected {
        self.expected_in(self.slot_at(word), word.start)
    }

    /// The last token before an offset that is not blank.
    pub(super) fn token_before(&self, offset: u32) -> Option<Token> {
        let before = self.tree.tokens.partition_point(|token| token.range.start < offset);
        let tokens = self.tree.tokens.get(..before).unwrap_or_default();
        tokens.iter().rev().find(|token| !token.kind.is_trivia() && !token.range.is_empty()).copied()
    }

    /// The part that a word is, its last name where it is a chain.
    fn part_at(&self, word: TextRange) -> Option<NodeId> {
        if let Some((member, _)) = self.member_at(word) {
            return Some(member);
        }
        let end = self.token_before(word.start).map_or(0, |token| token.range.end);
        self.tree.ids().find(|id| match self.tree.node(*id).kind {
            NodeKind::Ident { name, .. } | NodeKind::Call { target: None, name, .. } => {
                !word.is_empty() && name.start == word.start
            }
            NodeKind::Literal { token, .. } => !word.is_empty() && token.start == word.start,
            NodeKind::Missing => word.is_empty() && self.tree.node(*id).range.start == end,
            _ => false,
        })
    }

    fn slot_at(&self, word: TextRange) -> Slot {
        match self.part_at(word) {
            Some(part) => self.slot_of(part),
            None => self.open_slot(word.start),
        }
    }

    fn slot_of(&self, part: NodeId) -> Slot {
        if part == self.tree.root {
            return Slot::Root;
        }
        let parent = self.tree.ids().find(|id| {
            let mut holds = false;
            self.tree.node(*id).kind.for_each_child(|child| holds |= child == part);
            holds
        });
        match parent.map(|parent| (parent, &self.tree.node(parent).kind)) {
            Some((parent, NodeKind::Paren { .. })) => self.slot_of(parent),
            Some((parent, _)) => Slot::In(parent, Some(part)),
            None => Slot::Unknown,
        }
    }

    /// The innermost list or call that a value can be added to after a bracket or a comma.
    fn open_slot(&self, at: u32) -> Slot {
        let Some(before) = self.token_before(at) else { return Slot::Root };
        if !matches!(before.kind, TokenKind::OpenParen | TokenKind::OpenBracket | TokenKind::Comma) {
            return Slot::Unknown;
        }
        let holds = |id: &NodeId| {
            let node = self.tree.node(*id);
            let is_open = match node.kind {
                NodeKind::Call { open, .. } => open.start <= before.range.start,
                NodeKind::List { .. } => node.range.start <= before.range.start,
                _ => false,
            };
            is_open && node.range.end >= before.range.end
        };
        let holder = self.tree.ids().filter(holds).min_by_key(|id| self.tree.node(*id).range.len());
        holder.map_or(Slot::Unknown, |holder| Slot::In(holder, None))
    }

    fn expected_in(&self, slot: Slot, at: u32) -> Expected {
        let (parent, child) = match slot {
            Slot::Root if self.purpose == Purpose::Rule => return Expected::condition(),
            Slot::Root => return Expected { begins: true, ..Expected::of(vec![Type::String]) },
            Slot::In(parent, child) => (parent, child),
            Slot::Unknown => return Expected::default(),
        };
        match &self.tree.node(parent).kind {
            NodeKind::Logic { .. } | NodeKind::Unary { op: TokenKind::Bang, .. } => Expected::condition(),
            NodeKind::Unary { .. } => Expected::of(vec![Type::Int, Type::Double]),
            NodeKind::Ternary { condition, .. } if child == Some(*condition) => Expected::condition(),
            NodeKind::Ternary { .. } => self.expected_in(self.slot_of(parent), at),
            NodeKind::Binary { op: TokenKind::In, left, right, .. } if child == Some(*left) => {
                self.element_of(*right)
            }
            NodeKind::Binary { op: TokenKind::In, left, .. } => {
                let element = self.type_of_part(*left);
                Expected::of(vec![Type::list(element.clone()), Type::map(element, Type::Dyn)])
            }
            NodeKind::Binary { left, right, .. } => {
                self.like(if child == Some(*left) { *right } else { *left })
            }
            NodeKind::List { elements } => {
                let written = elements.iter().map(|element| element.value).filter(|id| Some(*id) != child);
                self.in_list(parent, written)
            }
            NodeKind::Index { operand, .. } => self.index_of(*operand),
            NodeKind::Call { target, name, args, .. } => {
                let before = || args.iter().filter(|arg| self.tree.node(**arg).range.end <= at).count();
                let number = args.iter().position(|arg| Some(*arg) == child).unwrap_or_else(before);
                self.argument(*target, name.of(self.text.text()), args.len(), number)
            }
            _ => Expected::default(),
        }
    }

    /// The type of a part; `dyn` where it is not known.
    pub(super) fn type_of_part(&self, part: NodeId) -> Type {
        self.checked.type_of_node(part).cloned().unwrap_or(Type::Dyn)
    }

    /// A value that is compared with a part.
    fn like(&self, part: NodeId) -> Expected {
        let values = self.schema_value(part, MAX_STEPS).map(SchemaValue::known).unwrap_or_default();
        Expected { values, ..Expected::of(vec![self.type_of_part(part)]) }
    }

    /// An element of a list, or a key of a map.
    fn element_of(&self, holder: NodeId) -> Expected {
        let schema = self.schema_value(holder, MAX_STEPS).and_then(SchemaValue::schema);
        let element = schema.and_then(|schema| match schema.item_schema() {
            Some(items) => Some(SchemaValue::Value(items)),
            None => schema.value_schema().map(|_| SchemaValue::Key(schema)),
        });
        let values = element.map(SchemaValue::known).unwrap_or_default();
        Expected { values, ..Expected::of(vec![self.type_of_part(holder).parameter(0)]) }
    }

    fn index_of(&self, operand: NodeId) -> Expected {
        match self.type_of_part(operand).kind() {
            Kind::List => Expected::of(vec![Type::Int]),
            Kind::Map => self.element_of(operand),
            _ => Expected::default(),
        }
    }

    /// One more value of a list that something is looked for in.
    fn in_list(&self, list: NodeId, written: impl Iterator<Item = NodeId>) -> Expected {
        let Slot::In(parent, _) = self.slot_of(list) else { return Expected::default() };
        let mut expected = match &self.tree.node(parent).kind {
            NodeKind::Binary { op: TokenKind::In, left, .. } => self.like(*left),
            NodeKind::Binary { left, right, .. } => {
                self.element_of(if *left == list { *right } else { *left })
            }
            _ => return Expected::default(),
        };
        let written: Vec<&Literal> = written.filter_map(|part| self.literal(part)).collect();
        expected.values.retain(|value| !written.iter().any(|literal| is_value(literal, value)));
        expected
    }

    fn literal(&self, part: NodeId) -> Option<&Literal> {
        match self.checked.ast.kind(self.checked.of_node(part)?) {
            ExprKind::Literal(literal) => Some(literal),
            _ => None,
        }
    }

    /// An argument by its number.
    fn argument(&self, target: Option<NodeId>, name: &str, args: usize, number: usize) -> Expected {
        let mut macros = self.library.dialect.macros.signatures();
        if macros.any(|its| its.name == name && its.receiver == target.is_some()) {
            let judges = matches!(name, "all" | "exists" | "exists_one" | "existsOne" | "filter");
            let is_last = number > 0 && number + 1 >= args;
            return if judges && is_last { Expected::condition() } else { Expected::default() };
        }
        let Some(function) = self.library.functions.get(name) else { return Expected::default() };
        let receiver = target.map(|target| self.type_of_part(target));
        let fits = |first: Option<&Type>| match (&receiver, first) {
            (Some(receiver), Some(own)) => own.accepts(receiver) || is_open(receiver),
            _ => true,
        };
        let of_kind = function.overloads.iter().filter(|overload| overload.member == target.is_some());
        let fitting = of_kind.filter(|overload| fits(overload.args.first()));
        let number = number + usize::from(target.is_some());
        Expected::of(fitting.filter_map(|overload| overload.args.get(number).cloned()).collect())
    }

    /// What a part is by the schema, as far as the schema has it, and no more than so many steps lead to it.
    fn schema_value(&self, part: NodeId, steps: u32) -> Option<SchemaValue<'_>> {
        let (text, steps) = (self.text.text(), steps.checked_sub(1)?);
        match &self.tree.node(part).kind {
            NodeKind::Paren { inner } => self.schema_value(*inner, steps),
            NodeKind::Ident { name, .. } => match self.local(name.of(text), name.start) {
                Some(local) => self.declared_by(local.scope, name.of(text), steps),
                None if matches!(name.of(text), "self" | "oldSelf") => {
                    Some(SchemaValue::Value(schema::node(&self.schema, &self.steps)?))
                }
                None => None,
            },
            NodeKind::Select { operand, field: Some(field), .. } => {
                let holder = self.schema_value(*operand, steps)?.schema()?;
                let field = schema::property(holder, field.of(text).trim_matches('`'));
                Some(SchemaValue::Value(field.or_else(|| holder.value_schema())?))
            }
            NodeKind::Index { operand, .. } => {
                let holder = self.schema_value(*operand, steps)?.schema()?;
                Some(SchemaValue::Value(holder.item_schema().or_else(|| holder.value_schema())?))
            }
            NodeKind::Call { target: Some(target), name, .. } => {
                let same = ["value", "orValue", "filter", "sortBy", "distinct"].contains(&name.of(text));
                same.then(|| self.schema_value(*target, steps))?
            }
            _ => None,
        }
    }

    /// What the variable of a macro is; the scope begins at the macro's bracket.
    fn declared_by(&self, scope: TextRange, variable: &str, steps: u32) -> Option<SchemaValue<'_>> {
        let (target, args) = self.tree.ids().find_map(|id| match &self.tree.node(id).kind {
            NodeKind::Call { target: Some(target), open, args, .. } if open.start == scope.start => {
                Some((*target, args))
            }
            _ => None,
        })?;
        let is_named = |arg: &NodeId| {
            let name = |name: TextRange| name.of(self.text.text()) == variable;
            matches!(self.tree.node(*arg).kind, NodeKind::Ident { name: its, .. } if name(its))
        };
        let number = args.iter().position(is_named)?;
        let is_other = |local: &LocalVariable| local.scope == scope && *local.name != *variable;
        let two = self.checked.locals.iter().any(is_other);
        let holder = self.schema_value(target, steps)?.schema()?;
        match (holder.item_schema(), holder.value_schema(), number) {
            (Some(items), _, _) if !two || number == 1 => Some(SchemaValue::Value(items)),
            (None, Some(_), 0) => Some(SchemaValue::Key(holder)),
            (None, Some(values), 1) => Some(SchemaValue::Value(values)),
            (None, None, _) => Some(SchemaValue::Value(holder)),
            _ => None,
        }
    }
}

fn is_value(literal: &Literal, value: &JsonValue) -> bool {
    match (literal, value) {
        (Literal::String(text), JsonValue::Str(value)) => text == value,
        (Literal::Int(number), JsonValue::Int(value)) => number == value,
        _ => false,
    }
}
