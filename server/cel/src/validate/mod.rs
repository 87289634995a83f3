//! What the server validates in an expression without type errors (cel-go, cel/validator.go,
//! ext/formatting.go): literals that would fail when run, lists and maps of mixed types.

mod homogeneous;
mod literals;
mod string_format;
#[cfg(test)]
mod tests;

use crate::Edition;
use crate::checker::{CheckError, Checked};

/// One such validation (cel-go's `cel.ASTValidator`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Validator {
    /// Lists and maps hold values of one type; the arguments of `format` can differ.
    HomogeneousLiterals,
    /// A constant argument of `duration` is a duration of Go's, `1h30m`.
    DurationLiterals,
    /// A constant argument of `timestamp` is in RFC 3339, or seconds of the years 1 to 9999.
    TimestampLiterals,
    /// A constant first argument of `matches` is a regular expression of Go's.
    RegexLiterals,
    /// The clauses of a format string fit its arguments.
    StringFormat,
}

impl Validator {
    /// All validators.
    pub const ALL: &[Validator] = &[
        Validator::HomogeneousLiterals,
        Validator::DurationLiterals,
        Validator::TimestampLiterals,
        Validator::RegexLiterals,
        Validator::StringFormat,
    ];
}

/// The errors that the validators report for an expression that has none so far.
pub fn validate(checked: &Checked, validators: &[Validator], edition: Edition) -> Vec<CheckError> {
    let mut errors = Vec::new();
    for validator in validators {
        match validator {
            Validator::HomogeneousLiterals => homogeneous::check(checked, &mut errors),
            Validator::DurationLiterals => literals::check(checked, &literals::DURATION, &mut errors),
            Validator::TimestampLiterals => literals::check(checked, &literals::TIMESTAMP, &mut errors),
            Validator::RegexLiterals => literals::check(checked, &literals::REGEX, &mut errors),
            Validator::StringFormat => string_format::check(checked, edition, &mut errors),
        }
    }
    errors
}
