//! Pages on the keywords of a CRD's manifest: the texts of the tables of fields, by name.
//!
//! Must not know documents.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crdls_manifest::fields::{ALL_TYPES, FieldDef, TypeDef};
use crdls_minors::Minor;

use crate::manifest_help::{about, type_words};

/// What a key of a CRD's manifest is for, in Markdown: once for each type that has a field of this name. Nothing where
/// no type has one.
pub fn keyword_page(name: &str, minor: Minor) -> Option<String> {
    let found: Vec<(&TypeDef, &FieldDef)> =
        ALL_TYPES.iter().filter_map(|ty| Some((*ty, ty.field(name)?))).collect();
    let (_, first) = found.first()?;
    let mut page = format!("# {}\n", first.name);
    for (ty, field) in found {
        let (of, words) = (ty.name, type_words(field));
        let _ = write!(page, "\nField of `{of}`: {words}\n\n{}\n", about(field, minor).trim_end());
    }
    Some(page)
}

/// The names of all keys that have a page, each once.
pub fn keyword_names() -> impl Iterator<Item = &'static str> {
    let names = ALL_TYPES.iter().flat_map(|ty| ty.fields.iter().map(|field| field.name));
    names.collect::<BTreeSet<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_page() {
        for name in keyword_names() {
            let page = keyword_page(name, Minor::NEWEST).unwrap_or_default();
            assert!(page.starts_with(&format!("# {name}\n\nField of `")), "{name}: {page}");
        }
        assert_eq!(keyword_page("maxitems", Minor::NEWEST), None);
    }

    #[test]
    fn a_name_of_several_types_has_a_part_for_each() {
        let page = keyword_page("conversionReviewVersions", Minor::NEWEST).unwrap_or_default();
        assert_eq!(page.matches("Field of").count(), 1, "{page}");
        let page = keyword_page("description", Minor::NEWEST).unwrap_or_default();
        assert!(page.matches("Field of").count() > 1, "{page}");
    }
}
