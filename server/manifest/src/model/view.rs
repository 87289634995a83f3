//! What all views have in common.

/// Declares a view: a `Copy` look at a struct, with the methods that each has.
macro_rules! view {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name<'m>(pub(in crate::model) &'m $crate::model::Object);

        impl<'m> $name<'m> {
            /// Looks at an object as one of this type.
            pub const fn new(object: &'m $crate::model::Object) -> Self {
                Self(object)
            }

            /// The struct that is looked at.
            pub const fn object(self) -> &'m $crate::model::Object {
                self.0
            }

            /// Where it is written; the empty range at 0 where it is not.
            pub const fn range(self) -> crdls_text::TextRange {
                self.0.range
            }

            /// The key that leads to it, where one does and not a place in a list.
            pub const fn key(self) -> Option<crdls_text::TextRange> {
                self.0.key
            }

            /// Whether a field is written and not null.
            #[inline]
            pub fn has(self, field: $crate::fields::Field) -> bool {
                self.0.has(field)
            }

            /// Where a field is written, be it null.
            pub fn span(self, field: $crate::fields::Field) -> Option<$crate::model::Span> {
                self.0.span(field)
            }
        }
    };
}

/// Declares what stands for a struct that is not written.
macro_rules! absent {
    ($name:ident, $ty:ident) => {
        static $name: $crate::model::Object =
            $crate::model::Object::empty(&$crate::fields::$ty, crdls_text::TextRange { start: 0, end: 0 });
    };
}

pub(in crate::model) use {absent, view};
