//! Where what a marker names is declared.

use crdls_text::TextRange;

use super::HelpContext;
use super::fields::{JsonField, by_path, fields_of, named_type};
use super::place::{Part, list_of, place_at, type_of};

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The path of the file.
    pub file: String,
    /// The name of the field in its tag.
    pub range: TextRange,
}

/// The field that a marker names at an offset: of a list map key, a JSONPath, or one of several fields.
pub fn definition(context: HelpContext<'_>, offset: u32) -> Option<Target> {
    let place = place_at(context, offset)?;
    let Part::Value { argument, range, .. } = place.part else { return None };
    let written = range.of(&context.file.text).trim().trim_matches(['"', '`']);
    let marker = place.marker?;
    let program = context.program;
    let field: JsonField<'_> = match (marker.name, argument) {
        ("listMapKey" | "k8s:listMapKey", _) => {
            let (at, ty) = list_of(context, place.read.owner)?;
            let item = named_type(program, at, ty)?;
            fields_of(program, item).into_iter().find(|field| field.name() == written)?
        }
        (_, Some("JSONPath" | "specpath" | "statuspath" | "selectorpath")) => {
            by_path(program, type_of(context, place.read.owner)?, written)?
        }
        (name, None) if name.ends_with("OneOf") => {
            let at = type_of(context, place.read.owner)?;
            fields_of(program, at).into_iter().find(|field| field.name() == written)?
        }
        _ => return None,
    };
    Some(Target { file: field.at.file.path.clone(), range: field.name_range })
}
