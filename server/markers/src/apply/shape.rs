//! What the checks of markers ask of a schema.

/// A schema, as far as a marker can fail on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// `type`; empty for a reference to a struct.
    pub ty: String,
    /// `x-kubernetes-int-or-string`
    pub int_or_string: bool,
    /// `x-kubernetes-list-type`
    pub list_type: Option<String>,
    /// `items`
    pub items: Option<Box<Shape>>,
    /// Whether it is a reference to another schema.
    pub is_ref: bool,
    /// Whether its Go type has no schema: what markers would say of it follows from that.
    pub is_refused: bool,
    /// Whether the type comes from a package that is not known here: it may be more than `ty` says.
    pub is_unknown: bool,
}

impl Shape {
    /// A schema of a type.
    pub fn of(ty: &str) -> Self {
        Self { ty: ty.to_owned(), ..Self::default() }
    }

    /// A reference to the schema of another type.
    pub fn reference(ty: &str) -> Self {
        Self { is_ref: true, ..Self::of(ty) }
    }

    /// A list.
    pub fn list(items: Shape) -> Self {
        Self { items: Some(Box::new(items)), ..Self::of("array") }
    }

    /// `hasNumericType`
    pub(super) fn is_numeric(&self) -> bool {
        matches!(self.ty.as_str(), "integer" | "number")
    }

    /// `hasTextualType`
    pub(super) fn is_textual(&self) -> bool {
        self.ty == "string" || self.int_or_string
    }
}
