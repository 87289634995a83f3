//! What the server looks at once the types agree (cel-go, cel/validator.go, ext/formatting.go):
//! literals that would fail when run, lists and maps of mixed types.

mod homogeneous;
mod literals;
mod string_format;
#[cfg(test)]
mod tests;

use crate::checker::{CheckError, Checked};

/// One such look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Validator {
    /// Lists and maps hold values of one type; the arguments of `format` may differ.
    HomogeneousLiterals,
    DurationLiterals,
    TimestampLiterals,
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

/// What the validators refuse about an expression that has no errors so far.
pub fn validate(checked: &Checked, validators: &[Validator]) -> Vec<CheckError> {
    let mut errors = Vec::new();
    for validator in validators {
        match validator {
            Validator::HomogeneousLiterals => homogeneous::check(checked, &mut errors),
            Validator::DurationLiterals => literals::check(checked, &literals::DURATION, &mut errors),
            Validator::TimestampLiterals => literals::check(checked, &literals::TIMESTAMP, &mut errors),
            Validator::RegexLiterals => literals::check(checked, &literals::REGEX, &mut errors),
            Validator::StringFormat => string_format::check(checked, &mut errors),
        }
    }
    errors
}
