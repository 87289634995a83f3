//! Fields, indices and conditionals: what becomes one attribute.

use super::build::Builder;
use super::{Attribute, AttributeId, Key, Qualifier, QualifierId, Step, StepId, Variable};
use crate::ast::{ExprId, Name};
use crate::checker::Reference;
use crate::eval::cost::Id;
use crate::eval::value::{Error, Value};
use crate::types::{Kind, Type};

impl Builder<'_> {
    /// planCheckedIdent
    pub(super) fn ident(&mut self, id: ExprId, name: &Name) -> StepId {
        if let Reference::Variable(name) = self.checked.reference(id)
            && self.checked.type_of(id).kind() == Kind::Type
            && self.variable_of(name).is_none()
            && let Some(of) = self.checked.type_of(id).parameters().first()
        {
            return self.push(Step::Constant(id.0, Value::Type(type_value(of))));
        }
        let variable = self.variable_of(name).unwrap_or_else(|| {
            let global = name.strip_prefix('.').unwrap_or(name).to_owned();
            Variable::Global(global.into())
        });
        let attribute = Attribute::Variable { id: id.0, variable, qualifiers: Vec::new() };
        self.attribute_step(attribute)
    }

    /// planSelect
    pub(super) fn select(
        &mut self,
        id: ExprId,
        operand: ExprId,
        field: &Name,
        test: bool,
    ) -> Result<StepId, Error> {
        let operand = self.step(operand)?;
        let (step, attribute) = self.as_attribute(operand);
        let field = Value::string(&**field);
        let key = if test { Key::Test(field) } else { Key::Constant(field) };
        self.qualify(attribute, Qualifier { id: id.0, optional: false, key });
        Ok(if test { self.push(Step::Presence(id.0, attribute)) } else { step })
    }

    /// planCallIndex
    pub(super) fn index(&mut self, id: Id, args: &[StepId], optional: bool) -> Result<StepId, Error> {
        let [operand, index] = args else { return Err(Error::no_such_overload()) };
        let (step, attribute) = self.as_attribute(*operand);
        let key = match self.plan.step(*index) {
            Some(Step::Constant(_, value)) if is_key(value) => Key::Constant(value.clone()),
            Some(Step::Constant(_, value)) => {
                return Err(Error::new(format!("invalid qualifier type: {}", value.type_name())));
            }
            Some(Step::Attribute(attribute) | Step::Presence(_, attribute)) => {
                Key::Attribute { attribute: *attribute, steps: false }
            }
            _ => {
                let relative = Attribute::Relative { id, operand: *index, qualifiers: Vec::new() };
                Key::Attribute { attribute: self.push_attribute(relative), steps: true }
            }
        };
        self.qualify(attribute, Qualifier { id, optional, key });
        Ok(step)
    }

    /// planCallConditional
    pub(super) fn conditional(&mut self, id: Id, args: &[StepId]) -> Result<StepId, Error> {
        let [condition, yes, no] = args else { return Err(Error::no_such_overload()) };
        let branches = [self.branch(*yes), self.branch(*no)];
        Ok(self.attribute_step(Attribute::Conditional { id, condition: *condition, branches }))
    }

    /// A branch that is an attribute is taken as it is, so that it is no step of its own.
    fn branch(&mut self, step: StepId) -> AttributeId {
        match self.plan.step(step) {
            Some(Step::Attribute(attribute) | Step::Presence(_, attribute)) => *attribute,
            _ => self.relative(step),
        }
    }

    /// A step to which qualifiers can be added.
    fn as_attribute(&mut self, step: StepId) -> (StepId, AttributeId) {
        match self.plan.step(step) {
            Some(Step::Attribute(attribute)) => (step, *attribute),
            Some(Step::Presence(_, attribute)) => (step, *attribute),
            _ => {
                let attribute = self.relative(step);
                (self.push(Step::Attribute(attribute)), attribute)
            }
        }
    }

    fn relative(&mut self, operand: StepId) -> AttributeId {
        let id = self.plan.id_of(operand);
        self.push_attribute(Attribute::Relative { id, operand, qualifiers: Vec::new() })
    }

    fn qualify(&mut self, attribute: AttributeId, qualifier: Qualifier) {
        let id = QualifierId(self.plan.qualifiers.len() as u32);
        self.plan.qualifiers.push(qualifier);
        self.add_qualifier(attribute, id);
    }

    /// A conditional hands it to both branches.
    fn add_qualifier(&mut self, attribute: AttributeId, qualifier: QualifierId) {
        match self.plan.attributes.get_mut(attribute.0 as usize) {
            Some(Attribute::Variable { qualifiers, .. } | Attribute::Relative { qualifiers, .. }) => {
                qualifiers.push(qualifier);
            }
            Some(Attribute::Conditional { branches, .. }) => {
                let branches = *branches;
                branches.into_iter().for_each(|branch| self.add_qualifier(branch, qualifier));
            }
            None => {}
        }
    }

    fn attribute_step(&mut self, attribute: Attribute) -> StepId {
        let attribute = self.push_attribute(attribute);
        self.push(Step::Attribute(attribute))
    }

    fn push_attribute(&mut self, attribute: Attribute) -> AttributeId {
        self.plan.attributes.push(attribute);
        AttributeId(self.plan.attributes.len() as u32 - 1)
    }
}

fn is_key(value: &Value) -> bool {
    matches!(value, Value::Bool(_) | Value::Int(_) | Value::Uint(_) | Value::Double(_) | Value::String(_))
}

fn type_value(t: &Type) -> std::sync::Arc<str> {
    t.name().into()
}
