//! The metadata of embedded resources: its types are checked and what it does not know is dropped.
//!
//! Mirrors `CoerceWithOptions` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/objectmeta/algorithm.go). The server stops at the first value of a wrong type;
//! here all are found, in the order of their names.

use super::metadata;
use super::schema::fault::shown;
use super::structural::{Member, Structural};
use crdls_manifest::decode::Decoded;
use crdls_manifest::fields::Field;
use crdls_minors::Minor;
use crdls_report::{Config, ErrorField, ErrorType, Finding, Path, Server, sentences};
use crdls_values::{Json, JsonMember, JsonValue};

/// Something that cannot be part of a resource.
#[derive(Clone, Debug)]
pub struct CoercionError {
    /// Where, as the server prints it and in the manifest.
    pub target: ErrorField,
    /// The value, as the server quotes it.
    pub bad: String,
    pub detail: String,
    /// In our words.
    pub message: String,
}

impl CoercionError {
    /// The whole sentence of a server of that minor.
    pub fn sentence(&self, minor: Minor) -> String {
        let Self { target, bad, detail, .. } = self;
        let (field, detail, bad) = (target.field.clone(), detail.clone(), Some(bad.to_string()));
        sentences::sentence(Server { kind: ErrorType::Invalid, field, detail, bad, shadowed: false }, minor)
    }
}

/// What was found.
#[derive(Debug, Default)]
pub struct Coerced {
    /// What cannot be part of a resource, in the order in which it is met.
    pub wrong: Vec<CoercionError>,
    /// Unknown fields of metadata, with where that metadata is.
    pub unknown: Vec<(String, Finding)>,
}

/// Decodes metadata that stands at a path.
pub type Decode<'d> = dyn FnMut(&Json, &Path<'_>) -> Decoded + 'd;

/// Checks the resources at and below a node.
pub fn coerce(value: &mut Json, schema: Structural<'_>, path: &Path<'_>, decode: &mut Decode<'_>) -> Coerced {
    let mut coercer = Coercer { decode, drop: false, found: Coerced::default() };
    coercer.value(value, schema, path);
    coercer.found
}

/// The same, where what is wrong is dropped: in stored objects, and in defaults, which were checked with their CRD.
pub fn without_errors(value: &mut Json, schema: Structural<'_>) {
    let decode = &mut |value: &Json, _: &Path<'_>| metadata::of_json(value, &Config::default());
    let mut coercer = Coercer { decode, drop: true, found: Coerced::default() };
    coercer.value(value, schema, &Path::EMPTY);
}

/// Metadata without what it does not know.
pub fn metadata_or_nothing(value: &mut Json) {
    let decoded = metadata::of_json(value, &Config::default());
    *value = metadata::encode(&decoded.object, value.range);
}

struct Coercer<'c> {
    decode: &'c mut Decode<'c>,
    drop: bool,
    found: Coerced,
}

impl Coercer<'_> {
    fn value(&mut self, value: &mut Json, schema: Structural<'_>, path: &Path<'_>) {
        if !schema.resource && !schema.may_have_within(Field::XEmbeddedResource) {
            return;
        }
        match &mut value.value {
            JsonValue::Map(members) => {
                let mut keywords = schema.members();
                members.retain_mut(|member| {
                    let found = keywords.find(&member.name);
                    self.member(member, found, schema.resource, path)
                });
            }
            JsonValue::List(items) => {
                let Some(schema) = schema.items() else { return };
                for (i, item) in items.iter_mut().enumerate() {
                    self.value(item, schema, &path.index(i));
                }
            }
            _ => {}
        }
    }

    /// Whether the member is kept. `of_resource`: it is one of a resource.
    fn member(
        &mut self,
        member: &mut JsonMember,
        found: Member<'_>,
        of_resource: bool,
        path: &Path<'_>,
    ) -> bool {
        if of_resource {
            let here = path.child(&member.name);
            match &*member.name {
                "apiVersion" | "kind" if member.value.as_str().is_none() => {
                    if self.drop {
                        return false;
                    }
                    let detail = "must be a string".to_owned();
                    let message =
                        format!("{} must be a string, got {}", here.subject(), shown(&member.value));
                    self.wrong(&here, &member.value, detail, message);
                }
                "metadata" => self.metadata(&mut member.value, &here),
                _ => {}
            }
        }
        if let Some(schema) = found.schema() {
            self.value(&mut member.value, schema, &found.path(path, &member.name));
        }
        true
    }

    fn metadata(&mut self, value: &mut Json, path: &Path<'_>) {
        if self.drop {
            if let Some(metadata) = metadata::without_malformed(value) {
                *value = metadata::encode(&metadata, value.range);
            }
            return;
        }
        let decoded = (self.decode)(value, path);
        let kind = |finding: &Finding| finding.server.as_ref().map(|server| (server.kind, server.shadowed));
        for finding in decoded.findings {
            match kind(&finding) {
                Some((ErrorType::Decoding, false)) => {
                    let detail = finding.server.map(|server| server.detail).unwrap_or_default();
                    self.wrong(path, value, detail, finding.message);
                }
                Some((ErrorType::StrictDecoding, false)) => {
                    self.found.unknown.push((path.server(), finding));
                }
                _ => {}
            }
        }
        *value = metadata::encode(&decoded.object, value.range);
    }

    fn wrong(&mut self, path: &Path<'_>, value: &Json, detail: String, message: String) {
        let (target, bad) = (ErrorField::of(path), value.quoted());
        self.found.wrong.push(CoercionError { target, bad, detail, message });
    }
}
