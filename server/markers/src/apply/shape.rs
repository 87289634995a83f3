//! A schema, as far as the checks of markers read it.

use std::borrow::Cow;

/// A schema, as far as a marker can fail on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape<'s> {
    /// `type`; empty for a reference to a struct.
    pub ty: Cow<'s, str>,
    /// `x-kubernetes-int-or-string`
    pub int_or_string: bool,
    /// Whether `x-kubernetes-list-type` is `map`.
    pub has_keys: bool,
    /// `items`
    pub items: Option<Box<Self>>,
    /// Whether its Go type has no schema: what markers would say of it follows from that.
    pub is_refused: bool,
    /// Whether the type comes from a package that is not known here: it may be more than `ty` says.
    pub is_unknown: bool,
}

impl<'s> Shape<'s> {
    /// A schema of a type.
    pub fn of(ty: &'s str) -> Self {
        Self { ty: Cow::Borrowed(ty), ..Self::default() }
    }

    /// A schema of which nothing is known.
    pub fn unknown() -> Self {
        Self { is_unknown: true, ..Self::default() }
    }

    /// A list.
    pub fn list(items: Self) -> Self {
        Self { items: Some(Box::new(items)), ..Self::of("array") }
    }

    /// `hasNumericType`
    pub(super) fn is_numeric(&self) -> bool {
        matches!(&*self.ty, "integer" | "number")
    }

    /// `hasTextualType`
    pub(super) fn is_textual(&self) -> bool {
        self.ty == "string" || self.int_or_string
    }
}
