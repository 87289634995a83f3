//! The object types of a declaration, as the checker asks for them.
//!
//! Mirrors `DeclTypeProvider` and `MaybeAssignTypeName` of k8s.io/apiserver (pkg/cel/types.go): an
//! object is called after its place, `selfType.spec.containers.@idx`. The server's `selfType` ends in a
//! number that it makes up.

use crdls_cel::checker::TypeProvider;
use crdls_cel::syntax::RESERVED;
use crdls_cel::types::Type;

use super::declaration::{Declaration, DeclaredType};
use crdls_minors::Difference;
use crdls_minors::trace::note;

/// What the type of `self` is called.
pub const SELF_TYPE: &str = "selfType";

/// The objects in the type of `self`.
#[derive(Clone, Copy, Debug)]
pub struct ObjectTypes<'d> {
    /// The type of `self`.
    pub declaration: &'d Declaration,
    /// Whether a field that is called as a word of CEL can be written so: `self.namespace`.
    pub keyword_fields: bool,
}

impl Declaration {
    /// The declaration that an object's name in the type of `self` stands for.
    pub fn named_object(&self, name: &str) -> Option<&Self> {
        let mut steps = name.strip_prefix(SELF_TYPE)?.split('.');
        if steps.next() != Some("") {
            return None;
        }
        let mut at = self;
        for step in steps {
            at = match (&at.shape, step) {
                (DeclaredType::List(item), "@idx") => item,
                (DeclaredType::Map(value), "@elem") => value,
                (DeclaredType::Object(fields), field) => fields.get(field)?,
                _ => return None,
            };
        }
        matches!(at.shape, DeclaredType::Object(_)).then_some(at)
    }
}

impl TypeProvider for ObjectTypes<'_> {
    fn find_type(&self, name: &str) -> Option<Type> {
        match name {
            "duration" => Some(Type::Duration),
            "timestamp" => Some(Type::Timestamp),
            "net.IP" | "net.CIDR" => Some(Type::opaque(name, Vec::new())),
            _ => None,
        }
    }

    fn is_runtime_type(&self, name: &str) -> bool {
        name.starts_with("net.")
    }

    fn has_object(&self, name: &str) -> bool {
        self.declaration.named_object(name).is_some()
    }

    fn find_field(&self, object: &str, field: &str) -> Option<Type> {
        let declaration = self.declaration.named_object(object)?;
        let (name, found) = match declaration.field(field) {
            Some(found) => (field.to_owned(), found),
            None if RESERVED.contains(&field) => {
                if !self.keyword_fields {
                    return None;
                }
                note(Difference::KeywordFields.since());
                let escaped = format!("__{field}__");
                declaration.field(&escaped).map(|found| (escaped, found))?
            }
            None => return None,
        };
        Some(found.cel_type(&format!("{object}.{name}")))
    }
}
