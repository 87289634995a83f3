//! What the author names and values in a CRD: keys that are names of their own, and the scalars of
//! defaults, enums and examples with the schema that they are for.
//!
//! One walk for the rules on how YAML 1.1 reads them; it knows the model and what is written where, not
//! what is wrong with it.

use crdls_text::TextRange;
use crdls_yaml::{Scalar, resolve};

use crate::advice::Input;
use crdls_manifest::fields::{Field, JSON_SCHEMA_PROPS};
use crdls_manifest::model::{Object, OrBool, Schema, Value};
use crdls_report::Path;
use crdls_values::{Json, JsonValue};

/// Something that the author wrote.
#[derive(Clone, Copy, Debug)]
pub(in crate::advice) enum AuthoredItem<'m> {
    /// A key, and the name that it is to the server.
    Key { name: &'m str, range: TextRange },
    /// A boolean or a number.
    Scalar { value: &'m Json, role: Role, schema: Option<Schema<'m>> },
}

/// What a value is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::advice) enum Role {
    Enum,
    Default,
    Example,
}

/// Looks at each of them in a CRD, with its path.
pub(in crate::advice) fn each<'m>(input: &Input<'m>, look: VisitItem<'_, 'm>) {
    object(input.crd.object(), &Path::EMPTY, look);
}

type VisitItem<'l, 'm> = &'l mut dyn FnMut(AuthoredItem<'m>, &Path<'_>);

/// What kubectl makes of the text at a range, where that is written plain and without a tag.
pub(in crate::advice) fn plain<'t>(input: &Input<'t>, range: TextRange) -> Option<(&'t str, Scalar<'t>)> {
    let text = input.text;
    let before = text.get(..range.start as usize)?;
    let word = before.trim_end().rsplit([' ', '\t', '\n', '[', '{', ',']).next()?;
    let source = range.of(text);
    (!word.starts_with('!')).then(|| (source, resolve::resolve_plain(source)))
}

fn object<'m>(object: &'m Object, path: &Path<'_>, look: VisitItem<'_, 'm>) {
    for field in object.fields() {
        let path = path.child(field.def.name);
        match &field.value {
            Value::Null | Value::Nothing | Value::Bool(_) | Value::Int(_) | Value::Float(_) => {}
            Value::Str(_) | Value::Bytes(_) => {}
            Value::Object(inner) => self::object(inner, &path, look),
            Value::Map(entries) => {
                for entry in entries {
                    let path = path.key(&entry.name);
                    look(AuthoredItem::Key { name: &entry.name, range: entry.key }, &path);
                    value(&entry.value, object, field.def.id, &path, look);
                }
            }
            Value::List(items) => {
                for (i, item) in items.iter().enumerate() {
                    value(&item.value, object, field.def.id, &path.index(i), look);
                }
            }
            json @ Value::Json(_) => value(json, object, field.def.id, &path, look),
        }
    }
}

/// A value of a field or in it.
fn value<'m>(value: &'m Value, owner: &'m Object, field: Field, path: &Path<'_>, look: VisitItem<'_, 'm>) {
    match value {
        Value::Object(inner) => object(inner, path, look),
        Value::Json(value) => {
            let role = match field {
                Field::Enum => Role::Enum,
                Field::Default => Role::Default,
                _ => Role::Example,
            };
            let schema = (*owner.ty == JSON_SCHEMA_PROPS).then(|| Schema::new(owner));
            json(value, role, schema, path, look);
        }
        _ => {}
    }
}

fn json<'m>(
    value: &'m Json,
    role: Role,
    schema: Option<Schema<'m>>,
    path: &Path<'_>,
    look: VisitItem<'_, 'm>,
) {
    match &value.value {
        JsonValue::Null | JsonValue::Str(_) => {}
        JsonValue::Bool(_) | JsonValue::Int(_) | JsonValue::Float(_) => {
            look(AuthoredItem::Scalar { value, role, schema }, path);
        }
        JsonValue::List(items) => {
            let schema = schema.and_then(Schema::item_schema);
            for (i, item) in items.iter().enumerate() {
                json(item, role, schema, &path.index(i), look);
            }
        }
        JsonValue::Map(members) => {
            for member in members {
                let path = path.child(&member.name);
                look(AuthoredItem::Key { name: &member.name, range: member.key }, &path);
                json(&member.value, role, schema.and_then(|s| member_schema(s, &member.name)), &path, look);
            }
        }
    }
}

fn member_schema<'m>(schema: Schema<'m>, name: &str) -> Option<Schema<'m>> {
    schema.property(name).or_else(|| match schema.additional_properties() {
        Some(OrBool::Schema(schema)) => Some(schema),
        _ => None,
    })
}
