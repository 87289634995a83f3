//! A number on its way from YAML through kubectl to the server.

use crdls_yaml::{Scalar, resolve};

/// A number as the server's decoder reads the text that kubectl writes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A whole number that fits into int64.
    Int(i64),
    /// Any other number.
    Float(f64),
}

impl Number {
    /// The number of a scalar; `None` for what is none, and for infinities and NaN, which JSON has not.
    pub fn of(scalar: &Scalar<'_>) -> Option<Self> {
        match *scalar {
            Scalar::Int(value) => Some(Self::Int(value)),
            // Digits that fit no int64 are read as a float64.
            Scalar::Uint(value) => Some(Self::Float(value as f64)),
            Scalar::Float(value) => {
                let text = resolve::json_number(value)?;
                Some(text.parse().map_or(Self::Float(value), Self::Int))
            }
            _ => None,
        }
    }

    /// The text that kubectl sends.
    pub fn text(self) -> String {
        match self {
            Self::Int(value) => value.to_string(),
            Self::Float(value) => resolve::json_number(value).unwrap_or_default(),
        }
    }

    /// The number as Go converts it to float64.
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Int(value) => value as f64,
            Self::Float(value) => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Option<Number> {
        Number::of(&resolve::resolve_plain(text))
    }

    #[test]
    fn whole_numbers_that_fit_are_ints() {
        assert_eq!(number("1.0"), Some(Number::Int(1)));
        assert_eq!(number("1e3"), Some(Number::Int(1000)));
        assert_eq!(number("-0.0"), Some(Number::Int(0)));
        assert_eq!(number("0x10"), Some(Number::Int(16)));
        assert_eq!(number("1.5"), Some(Number::Float(1.5)));
        assert_eq!(number("1e25").map(Number::text).as_deref(), Some("1e+25"));
        assert_eq!(number("18446744073709551615").map(Number::text).as_deref(), Some("18446744073709552000"));
        assert_eq!(number(".inf"), None);
        assert_eq!(number("x"), None);
    }
}
