//! What is computed before the run (interpreter/decorators.go, decOptimize): conversions of constants,
//! lists and maps of them, sets to look in.

use std::collections::HashMap;

use super::build::Builder;
use super::{Code, Member, Step, StepId};
use crate::eval::cost::Id;
use crate::eval::value::{Error, List, Map, Value, double_as_int, double_as_uint};

/// Functions that are run on a constant (overloads.IsTypeConversionFunction).
const CONVERSIONS: &[&str] =
    &["bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint"];

impl Builder<'_> {
    pub(super) fn constant(&self, step: StepId) -> Option<&Value> {
        match self.plan.step(step) {
            Some(Step::Constant(_, value)) => Some(value),
            _ => None,
        }
    }

    /// A list of constants, none of them optional.
    pub(super) fn constant_list(&self, elements: &[(StepId, bool)]) -> Option<Result<Value, Error>> {
        let values: Option<Vec<_>> = elements.iter().map(|(step, _)| self.constant(*step).cloned()).collect();
        let values = values?;
        let optional = elements.iter().zip(&values).find(|((_, optional), _)| *optional);
        Some(match optional {
            Some((_, value)) => Err(invalid_optional_element(value)),
            None => Ok(Value::List(List::of(values))),
        })
    }

    /// A map of constants.
    pub(super) fn constant_map(&self, entries: &[(StepId, StepId, bool)]) -> Option<Result<Value, Error>> {
        let value = |step: &StepId| self.constant(*step).cloned();
        let pairs: Option<Vec<_>> =
            entries.iter().map(|(key, content, _)| Some((value(key)?, value(content)?))).collect();
        let pairs = pairs?;
        let optional = entries.iter().zip(&pairs).find(|((.., optional), _)| *optional);
        Some(match optional {
            Some((_, (key, content))) => Err(invalid_optional_entry(key, content)),
            None => Ok(Value::Map(Map::of(pairs))),
        })
    }

    /// A conversion of a constant.
    pub(super) fn converted(
        &self,
        function: &str,
        args: &[StepId],
        code: &Code,
    ) -> Option<Result<Value, Error>> {
        let ([arg], true) = (args, CONVERSIONS.contains(&function)) else { return None };
        let value = std::slice::from_ref(self.constant(*arg)?);
        Some(code.call(function, value))
    }

    /// `element in list` where the list is made of constants that can be looked up
    /// (maybeOptimizeSetMembership).
    pub(super) fn membership(&self, id: Id, overload: &str, args: &[StepId]) -> Option<Step> {
        let ([element, list], "in_list") = (args, overload) else { return None };
        let list = self.constant(*list)?.as_list()?;
        if list.is_empty() {
            return Some(Step::Constant(id, Value::Bool(false)));
        }
        let mut set = HashMap::new();
        for item in list.iter() {
            let item = item.ok()?;
            set.insert(Member::of(&item)?, ());
            set.extend(equals_of(&item).into_iter().flatten().map(|member| (member, ())));
        }
        Some(Step::Member { id, element: *element, set })
    }
}

impl Member {
    pub(in crate::eval) fn of(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(value) => Self::Int(*value),
            Value::Uint(value) => Self::Uint(*value),
            Value::Double(value) => Self::double(*value),
            Value::String(text) => Self::String(text.clone()),
            _ => return None,
        })
    }

    /// Zero has two signs and is one key.
    fn double(value: f64) -> Self {
        Self::Double(if value == 0.0 { 0 } else { value.to_bits() })
    }
}

/// The numbers of other types that a number equals.
fn equals_of(value: &Value) -> [Option<Member>; 2] {
    match value {
        Value::Double(double) => {
            [double_as_int(*double).map(Member::Int), double_as_uint(*double).map(Member::Uint)]
        }
        Value::Int(int) => [Some(Member::double(*int as f64)), u64::try_from(*int).ok().map(Member::Uint)],
        Value::Uint(uint) => [Some(Member::double(*uint as f64)), i64::try_from(*uint).ok().map(Member::Int)],
        _ => [None, None],
    }
}

pub(in crate::eval) fn invalid_optional_element(value: &Value) -> Error {
    Error::new(format!("cannot initialize optional list element from non-optional value {value}"))
}

pub(in crate::eval) fn invalid_optional_entry(key: &Value, value: &Value) -> Error {
    Error::new(format!("cannot initialize optional entry '{key}' from non-optional value {value}"))
}
