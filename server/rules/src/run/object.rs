//! Objects and maps.
//!
//! Mirrors `unstructuredMap` of k8s.io/apiserver (pkg/cel/common/valuesunstructured.go).

use std::sync::Arc;

use crdls_cel::eval::{Error, Map, Mapping, Outcome, Value};

use super::data::{Data, Member};
use super::shape::Shape;
use super::value::{same, value};
use crate::names::{escape, unescape};

#[derive(Debug)]
pub(super) struct Object {
    members: Arc<[Member]>,
    shape: Arc<Shape>,
}

impl Object {
    pub(super) fn new(members: Arc<[Member]>, shape: Arc<Shape>) -> Self {
        Self { members, shape }
    }

    pub(super) fn data(&self) -> Data {
        Data::Map(self.members.clone())
    }

    pub(super) fn member(&self, name: &str) -> Option<&Data> {
        let at = self.members.binary_search_by(|(its, _)| (**its).cmp(name)).ok()?;
        self.members.get(at).map(|(_, data)| data)
    }

    /// The value under a name as the data has it.
    fn field(&self, name: &str) -> Option<Outcome> {
        let data = self.member(name)?;
        if self.shape.has_fields() && data.is_null() {
            return None;
        }
        Some(value(data, self.shape.member(name)?))
    }

    /// The value under a name as rules spell it.
    fn spelled(&self, name: &str) -> Option<Outcome> {
        if self.shape.has_fields() { self.field(&unescape(name)?) } else { self.field(name) }
    }
}

impl Mapping for Object {
    /// Of all members, also those that rules do not see.
    fn len(&self) -> usize {
        self.members.len()
    }

    fn find(&self, key: &Value) -> Result<Option<Value>, Error> {
        let name = key.as_str().ok_or_else(Error::no_such_overload)?;
        self.spelled(name).transpose()
    }

    fn keys(&self) -> Vec<Value> {
        let spelled = |name: &Arc<str>| match escape(name).filter(|_| self.shape.has_fields()) {
            Some(escaped) => Value::string(&*escaped),
            None => Value::String(name.clone()),
        };
        let seen = self.members.iter().filter(|(name, _)| self.shape.member(name).is_some());
        seen.map(|(name, _)| spelled(name)).collect()
    }

    /// Each side is asked for a field as a rule would spell the name that the data has.
    fn equal(&self, other: &Value) -> Result<bool, Error> {
        let map = other.as_map().ok_or_else(Error::no_such_overload)?;
        if self.len() != map.len() {
            return Ok(false);
        }
        for (name, data) in self.members.iter() {
            let same = match self.shape.member(name) {
                Some(_) => self.same_field(name, map)?,
                None => self.same_unseen(name, data, map)?,
            };
            if !same {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Object {
    fn same_field(&self, name: &Arc<str>, other: &Map) -> Result<bool, Error> {
        let theirs = other.find(&Value::String(name.clone())).transpose();
        match (self.spelled(name), theirs) {
            (None, None) => Ok(true),
            (Some(a), Some(b)) => same(&a, &b),
            _ => Ok(false),
        }
    }

    /// Members that rules do not see are compared as they are, where both sides have them.
    fn same_unseen(&self, name: &str, data: &Data, other: &Map) -> Result<bool, Error> {
        let other = other.downcast::<Self>().ok_or_else(Error::no_such_overload)?;
        Ok(other.member(name).is_none_or(|theirs| data.deep_equal(theirs)))
    }
}
