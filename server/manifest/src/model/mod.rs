//! A decoded manifest: the values that the server would hold, each with its place in the text.
//!
//! Only what is written is there; the views ([`Crd`], [`Schema`] …) say what Go's zero values say where
//! something is not. Knows the fields' types; must not know trees, rules or findings.

mod conversion;
mod definition;
mod equality;
mod field_set;
mod metadata;
mod piece;
mod schema;
mod step;
mod validation;
mod value;
mod version;
mod view;

pub use conversion::{ClientConfig, Conversion, ServiceRef};
pub use definition::{Crd, Names, Spec, set_storage_version, set_stored_versions};
pub(crate) use field_set::FieldSet;
pub use metadata::{ManagedFields, Metadata, OwnerReference};
pub use piece::Piece;
pub use schema::{Dependency, Items, OrBool, PropertiesInOrder, Property, Schema, TYPES};
pub use step::SchemaStep;
pub use validation::ValidationRule;
pub use value::{Entry, FieldValue, Item, Object, Span, Value};
pub use version::{Column, Scale, SelectableField, Subresources, Version};
