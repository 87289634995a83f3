//! What of a CRD says which objects it judges and where they are written to: its name, its group, its names, those of its
//! versions and their subresources.
//!
//! An index of thousands of CRDs needs no more of most of them.

use crdls_yaml::{Member, Node, Scalar};

use crdls_manifest::crd_kinds::CrdKind;
use crdls_manifest::decode::decode;
use crdls_manifest::fields::{
    CUSTOM_RESOURCE_DEFINITION_NAMES, CUSTOM_RESOURCE_DEFINITION_SPEC, CUSTOM_RESOURCE_DEFINITION_VERSION,
    CUSTOM_RESOURCE_SUBRESOURCES, Field, OBJECT_META, TypeDef,
};
use crdls_manifest::model::{FieldValue, Item, Object, Span, Value};
use crdls_report::{Config, Path};
use crdls_values::json::Reader;

/// The header of a CRD, or of what stands for one; `None` if it has no `spec`.
pub fn read(kind: &CrdKind, root: Node<'_>, config: &Config) -> Option<Object> {
    if !kind.is_itself() {
        return without_schemas(kind.decode(root, config).object);
    }
    let mut reader = Reader::default();
    let members = reader.members(root);
    let of_spec = members.iter().find(|member| member.name == "spec");
    let spec = of_spec.map(|member| reader.members(member.value())).unwrap_or_default();
    let mut header = Object::new(kind.ty, root.range(), Vec::new());
    add(&mut header, "apiVersion", text(&members, "apiVersion"));
    add(&mut header, "metadata", structure(&members, "metadata", &OBJECT_META, config));
    let of_spec = of_spec?;
    let mut inner = Object::new(&CUSTOM_RESOURCE_DEFINITION_SPEC, of_spec.value().range(), Vec::new());
    add(&mut inner, "group", text(&spec, "group"));
    add(&mut inner, "names", structure(&spec, "names", &CUSTOM_RESOURCE_DEFINITION_NAMES, config));
    add(&mut inner, "versions", versions(&mut reader, &spec, config));
    add(&mut header, "spec", Some((span(of_spec), Value::Object(inner.shrunk()))));
    Some(header.shrunk())
}

/// The header of a decoded CRD: only decoding adds what the CRD has that a manifest stands for.
fn without_schemas(mut crd: Object) -> Option<Object> {
    if let Value::Object(spec) = crd.value_mut(Field::Spec)?
        && let Some(Value::List(versions)) = spec.value_mut(Field::Versions)
    {
        for item in versions {
            if let Value::Object(version) = &mut item.value {
                version.unset(Field::Schema);
            }
        }
    }
    Some(crd)
}

fn add(object: &mut Object, name: &str, found: Option<(Span, Value)>) {
    if let (Some(def), Some((span, value))) = (object.ty.field(name), found) {
        object.set(FieldValue { def, span, value });
    }
}

fn span(member: &Member<'_>) -> Span {
    Span { key: member.key.range(), value: member.written.range() }
}

fn text(members: &[Member<'_>], name: &str) -> Option<(Span, Value)> {
    let member = members.iter().find(|member| member.name == name)?;
    Some((span(member), Value::Str(member.value().str()?.into())))
}

/// The versions, without what makes them large.
fn versions<'t>(reader: &mut Reader<'t>, spec: &[Member<'t>], config: &Config) -> Option<(Span, Value)> {
    let member = spec.iter().find(|member| member.name == "versions")?;
    let mut items = Vec::new();
    for node in member.value().items() {
        let members = reader.members(node);
        let mut version = Object::new(&CUSTOM_RESOURCE_DEFINITION_VERSION, node.range(), Vec::new());
        add(&mut version, "name", text(&members, "name"));
        for name in ["served", "storage", "deprecated"] {
            let found = members.iter().find(|member| member.name == name);
            let value = found.and_then(|found| Some((span(found), Value::Bool(truth(found.value())?))));
            add(&mut version, name, value);
        }
        let name = "subresources";
        add(&mut version, name, structure(&members, name, &CUSTOM_RESOURCE_SUBRESOURCES, config));
        items.push(Item { range: node.range(), value: Value::Object(version.shrunk()) });
    }
    items.shrink_to_fit();
    Some((span(member), Value::List(items)))
}

fn truth(node: Node<'_>) -> Option<bool> {
    match node.scalar()? {
        Scalar::Bool(value) => Some(value),
        _ => None,
    }
}

fn structure(
    members: &[Member<'_>],
    name: &str,
    ty: &'static TypeDef,
    config: &Config,
) -> Option<(Span, Value)> {
    let member = members.iter().find(|member| member.name == name)?;
    let object = decode(member.value(), ty, &Path::EMPTY, config).object;
    Some((span(member), Value::Object(object.shrunk())))
}
