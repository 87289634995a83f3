//! The fields of a CRD manifest as data: what each is called, what it holds and what it is for.
//!
//! The tables are made from `schemas/manifest` by `cargo dev codegen`; this module knows their shape
//! and how to look into them. Must not know documents.

/// Declares [`Field`]: each variant with the name as it is written.
macro_rules! field_names {
    ($($field:ident $name:literal,)*) => {
        /// A field's name, whatever type it is a field of.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Field {
            $(#[doc = concat!("`", $name, "`")] $field,)*
        }

        impl Field {
            /// The name as it is written.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$field => $name,)*
                }
            }
        }
    };
}

mod generated;
mod names;
mod types;

pub use generated::*;
pub use names::Field;
pub use types::{Elem, FieldDef, KeyMistake, Ty, TypeDef, ValueDef};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_found_by_its_name() {
        for ty in ALL_TYPES {
            for field in ty.fields {
                assert_eq!(
                    ty.field(field.name).map(|found| found.id),
                    Some(field.id),
                    "{ty:?}.{}",
                    field.name
                );
            }
        }
    }

    #[test]
    fn the_schema_has_its_44_keywords() {
        assert_eq!(JSON_SCHEMA_PROPS.fields.len(), 44);
        assert!(JSON_SCHEMA_PROPS.field("Type").is_none());
    }
}
