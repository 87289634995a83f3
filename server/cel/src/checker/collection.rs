//! Lists, maps and messages.

use crate::ast::{ExprId, ExprKind, Name, StructField};
use crate::types::{Kind, Type, is_dyn, unwrap_optional};

use super::{CheckError, Checker, Reference};

impl Checker<'_> {
    pub(super) fn list(&mut self, id: ExprId) {
        let ExprKind::List { elements } = self.out.ast.kind(id) else { return };
        let mut element_type = None;
        for element in elements.clone() {
            self.check(element.value);
            let t = self.unwrapped(element.value, element.optional);
            element_type = Some(self.join(element_type, t));
        }
        let element_type = element_type.unwrap_or_else(|| self.bindings.fresh());
        self.set_type(id, Type::list(element_type));
    }

    pub(super) fn map(&mut self, id: ExprId) {
        let ExprKind::Map { entries } = self.out.ast.kind(id) else { return };
        let (mut key_type, mut value_type) = (None, None);
        for entry in entries.clone() {
            self.check(entry.key);
            let t = self.type_of(entry.key);
            key_type = Some(self.join(key_type, t));
            self.check(entry.value);
            let t = self.unwrapped(entry.value, entry.optional);
            value_type = Some(self.join(value_type, t));
        }
        let key_type = key_type.unwrap_or_else(|| self.bindings.fresh());
        let value_type = value_type.unwrap_or_else(|| self.bindings.fresh());
        self.set_type(id, Type::map(key_type, value_type));
    }

    /// The type of an element; of one with `?` before it, what is inside its optional type.
    fn unwrapped(&mut self, id: ExprId, optional: bool) -> Type {
        let t = self.type_of(id);
        if !optional {
            return t;
        }
        let (inner, was_optional) = unwrap_optional(&t);
        if !was_optional && !is_dyn(&inner) {
            self.error(CheckError::mismatch(&self.out.ast, id, &Type::optional(inner.clone()), &inner));
        }
        inner
    }

    /// checkCreateStruct.
    pub(super) fn message(&mut self, id: ExprId) {
        let ExprKind::Struct { type_name, fields } = self.out.ast.kind(id) else { return };
        let (written, fields) = (type_name.clone(), fields.clone());
        let name: Name = written.strip_prefix('.').unwrap_or(&written).to_owned().into();
        let Some(t) = self.env.type_named(&name) else {
            self.set_type(id, Type::Error);
            return self.error(CheckError::undeclared(&self.out.ast, id, &written));
        };
        self.out.ast.set_kind(id, ExprKind::Struct { type_name: name.clone(), fields: fields.clone() });
        self.set_reference(id, Reference::Variable(name));
        let object = message_name(&t);
        if object.is_none() {
            self.error(CheckError::not_a_message(&self.out.ast, id, t.name()));
        }
        self.set_type(id, if object.is_some() { t } else { Type::Error });
        for field in &fields {
            self.message_field(id, object.as_deref().unwrap_or_default(), field);
        }
    }

    fn message_field(&mut self, id: ExprId, object: &str, field: &StructField) {
        self.check(field.value);
        let wanted = self.env.find_field(object, &field.name).unwrap_or_else(|| {
            let error = match self.env.has_object(object) {
                true => CheckError::undefined_field(&self.out.ast, id, object, &field.name),
                false => CheckError::unknown_object(&self.out.ast, id, object),
            };
            self.error(error.at(field.range, field.at));
            Type::Error
        });
        let found = self.unwrapped(field.value, field.optional);
        if !self.bindings.assign(&wanted, &found) {
            let error = CheckError::field_mismatch(&self.out.ast, field.value, &field.name, &wanted, &found);
            let range = error.range;
            self.error(error.at(range, field.at));
        }
    }
}

/// The name of the message that a type is made by, if one is (isWellKnownType).
fn message_name(t: &Type) -> Option<String> {
    let nullable = matches!(t, Type::Nullable(_));
    let known = match t.kind() {
        Kind::Object => t.name(),
        Kind::Any => "google.protobuf.Any",
        Kind::Duration => "google.protobuf.Duration",
        Kind::Timestamp => "google.protobuf.Timestamp",
        Kind::Dyn => "google.protobuf.Value",
        Kind::Null => "google.protobuf.NullValue",
        Kind::Bool if nullable => "google.protobuf.BoolValue",
        Kind::Bytes if nullable => "google.protobuf.BytesValue",
        Kind::Double if nullable => "google.protobuf.DoubleValue",
        Kind::Int if nullable => "google.protobuf.Int64Value",
        Kind::String if nullable => "google.protobuf.StringValue",
        Kind::Uint if nullable => "google.protobuf.UInt64Value",
        Kind::List if t.parameter(0) == Type::Dyn => "google.protobuf.ListValue",
        Kind::Map if t.parameter(0) == Type::String && t.parameter(1) == Type::Dyn => {
            "google.protobuf.Struct"
        }
        _ => return None,
    };
    Some(known.to_owned())
}
