//! Attributes while a plan runs: variables, their fields and indices (cel-go,
//! interpreter/attributes.go). Each qualifier is told to the cost tracker, and at last the whole.

use super::cost::Id;
use super::plan::{Attribute, AttributeId, Key, QualifierId, Variable};
use super::run::Run;
use super::value::{Error, Outcome, Value, double_as_int};
use crate::edition::Edition;

/// The value of a qualifier, which as an element of a list or map can itself be an error; `None` where the
/// qualifier only tests and there is no value.
type Qualified = Result<Option<Outcome>, Error>;

impl Run<'_> {
    /// evalWatchAttr.Exec
    pub(super) fn attribute(&mut self, attribute: AttributeId) -> Outcome {
        let value = self.resolve(attribute);
        self.end(attribute, true);
        let id = self.plan.id_of_attribute(attribute);
        self.told(id, value)
    }

    /// evalTestOnly.Exec
    pub(super) fn presence(&mut self, id: Id, attribute: AttributeId) -> Outcome {
        let value = self.resolve(attribute).map(|value| match value {
            Value::Optional(value) => Value::Bool(value.is_some()),
            value => value,
        });
        self.end(attribute, false);
        self.told(id, value)
    }

    /// What the tracker does at the end of an attribute.
    fn end(&mut self, attribute: AttributeId, costs: bool) {
        if self.ended.is_some() {
            return;
        }
        if let Some(Attribute::Conditional { condition, branches: [yes, no], .. }) =
            self.plan.attribute(attribute)
        {
            self.tracker.drop(self.plan.id_of_attribute(*no));
            self.tracker.drop(self.plan.id_of_attribute(*yes));
            self.tracker.drop(self.plan.id_of(*condition));
            if !costs {
                // The test takes back what only other attributes have been charged.
                self.tracker.cost = self.tracker.cost.wrapping_sub(1);
            }
            return;
        }
        self.tracker.drop(self.plan.id_of_attribute(attribute));
        if costs {
            self.tracker.add(1);
        }
    }

    /// Attribute.Resolve
    fn resolve(&mut self, attribute: AttributeId) -> Outcome {
        let plan = self.plan;
        match plan.attribute(attribute) {
            Some(Attribute::Variable { variable, qualifiers, .. }) => {
                let value = self.variable(variable)?;
                self.qualified(value, qualifiers)
            }
            Some(Attribute::Relative { operand, qualifiers, .. }) => {
                let value = self.step(*operand)?;
                self.qualified(value, qualifiers)
            }
            Some(Attribute::Conditional { condition, branches: [yes, no], .. }) => {
                let truth = self.step(*condition);
                self.watch(plan.id_of(*condition), &truth);
                let branch = match truth? {
                    Value::Bool(true) => *yes,
                    Value::Bool(false) => *no,
                    _ => return Err(Error::no_such_overload()),
                };
                let value = self.resolve(branch);
                self.watch(plan.id_of_attribute(branch), &value);
                value
            }
            None => Err(Error::no_such_overload()),
        }
    }

    fn variable(&mut self, variable: &Variable) -> Outcome {
        match variable {
            Variable::Local(place) => self.local(*place),
            Variable::Global(name) => {
                let missing = || Err(Error::new(format!("no such attribute(s): {name}")));
                self.variables.get(name).unwrap_or_else(missing)
            }
        }
    }

    /// applyQualifiers
    fn qualified(&mut self, value: Value, qualifiers: &[QualifierId]) -> Outcome {
        let mut is_optional = false;
        let value = match value {
            Value::Optional(None) => return Ok(Value::NONE),
            // An optional value without qualifiers is wrapped again below.
            Value::Optional(Some(inner)) => {
                is_optional = true;
                self.unwrapped(&inner)?
            }
            value => value,
        };
        // An element that is an error is one only to what is taken of it.
        let mut value = Ok(value);
        for id in qualifiers {
            let Some(qualifier) = self.plan.qualifier(*id) else { continue };
            is_optional |= qualifier.optional;
            match self.qualify(*id, &value, is_optional)? {
                Some(found) => value = found,
                None => return Ok(Value::NONE),
            }
        }
        if is_optional { value.map(Value::some) } else { value }
    }

    /// What something optional has; before [`Edition::V0_29`] what Go holds of it, made a value again.
    fn unwrapped(&self, inner: &Value) -> Outcome {
        match inner {
            Value::Optional(_) | Value::List(_) | Value::Map(_) | Value::Opaque(_)
                if !self.plan.edition.has(Edition::V0_29) =>
            {
                inner.native()
            }
            same => Ok(same.clone()),
        }
    }

    /// Qualify, and QualifyIfPresent where it is `tested`, with what their watchers tell.
    fn qualify(&mut self, id: QualifierId, value: &Outcome, tested: bool) -> Qualified {
        let Some(qualifier) = self.plan.qualifier(id) else { return Ok(None) };
        let found = match &qualifier.key {
            Key::Constant(key) => find(value, key, tested),
            Key::Test(key) => test(value, key, tested),
            Key::Attribute { attribute, .. } => {
                self.resolve(*attribute).and_then(|key| find_by(value, &key, tested))
            }
        };
        self.still_runs()?;
        let seen = match &found {
            Ok(Some(value)) => value.clone(),
            Ok(None) => return Ok(None),
            Err(_) if tested => return found,
            Err(error) => Err(error.clone()),
        };
        if let Key::Attribute { attribute, steps: true } = &qualifier.key {
            self.tracker.drop(self.plan.id_of_attribute(*attribute));
        }
        self.tracker.add(1);
        let _ = self.told(qualifier.id, seen);
        self.still_runs()?;
        found
    }
}

/// A key that a run computed (attrQualify).
fn find_by(value: &Outcome, key: &Value, tested: bool) -> Qualified {
    match key {
        Value::Bool(_) | Value::Int(_) | Value::Uint(_) | Value::Double(_) | Value::String(_) => {
            find(value, key, tested)
        }
        other => Err(Error::new(format!("invalid qualifier type: {}", other.go_type()))),
    }
}

/// refQualify
fn find(value: &Outcome, key: &Value, tested: bool) -> Qualified {
    match value.as_ref().map_err(Error::clone)? {
        Value::Map(map) => match map.find(key)? {
            Some(found) => Ok(Some(Ok(found))),
            None if tested => Ok(None),
            None => Err(Error::no_such_key(key)),
        },
        Value::List(list) => {
            let index = index(key)?;
            match usize::try_from(index).ok().filter(|index| *index < list.len()) {
                Some(index) => Ok(Some(list.get(index))),
                None if tested => Ok(None),
                None => Err(Error::new(format!("index out of bounds: {key}"))),
            }
        }
        _ if tested => Ok(None),
        _ => Err(Error::no_such_key(key)),
    }
}

/// testOnlyQualifier: whether it is there; of something optional, null in its place.
fn test(value: &Outcome, key: &Value, tested: bool) -> Qualified {
    let there = find(value, key, true)?.is_some();
    Ok(if tested { there.then_some(Ok(Value::Null)) } else { Some(Ok(Value::Bool(there))) })
}

/// types.IndexOrError
fn index(key: &Value) -> Result<i64, Error> {
    let whole = match key {
        Value::Int(index) => return Ok(*index),
        Value::Double(double) => double_as_int(*double),
        Value::Uint(uint) => i64::try_from(*uint).ok(),
        _ => {
            return Err(Error::new(format!("unsupported index type '{}' in list", key.type_name())));
        }
    };
    whole.ok_or_else(|| Error::new(format!("unsupported index value {key} in list")))
}
