//! What an expression gives in place of a value, in cel-go's words.

use std::fmt;
use std::sync::Arc;

use super::Value;

/// A value, or why there is none.
pub type Outcome = Result<Value, Error>;

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Arc<str>);

/// How an evaluation begins that was stopped since it cost too much.
pub const COST_LIMIT_EXCEEDED: &str = "operation cancelled: actual cost limit exceeded";

const UNKNOWN_HERE: &str = "not known to this evaluator: ";

/// The most bytes of a text that a function makes: some of the server's make long ones for little cost.
pub(in crate::eval) const MAX_TEXT: usize = 1 << 26;
/// The most elements of a list that a function makes.
pub(in crate::eval) const MAX_LIST: usize = 1 << 22;
/// The most values in a value that is compared or printed: what a fold repeats is in it thousands of times, and the
/// server would go through it for hours.
pub(in crate::eval) const MAX_WEIGHT: usize = 1 << 20;
/// The most comparisons in one call; what needs more costs more than any limit.
pub const MAX_WORK: usize = 1 << 30;

/// Nothing, where a size is within what is made here.
pub fn within(size: usize, most: usize) -> Result<(), Error> {
    if size <= most { Ok(()) } else { Err(Error::unknown_here("something so large")) }
}

impl Error {
    /// An error with this message.
    pub fn new(words: impl Into<Arc<str>>) -> Self {
        Self(words.into())
    }

    /// The function cannot be called on these values (types.NoSuchOverloadErr).
    pub fn no_such_overload() -> Self {
        Self::new("no such overload")
    }

    /// The same, with the names of the types (decls.MaybeNoSuchOverload).
    pub fn no_overload_for(function: &str, args: &[Value]) -> Self {
        let types: Vec<_> = args.iter().map(|arg| arg.type_name().to_owned()).collect();
        Self::new(format!("no such overload: {function}({})", types.join(", ")))
    }

    /// A map or object has no entry with this key.
    pub fn no_such_key(key: &Value) -> Self {
        match within(key.weight(), MAX_WEIGHT) {
            Ok(()) => Self::new(format!("no such key: {key}")),
            Err(too_large) => too_large,
        }
    }

    /// The server knows something that this evaluator does not, so that it cannot tell the result.
    pub fn unknown_here(what: &str) -> Self {
        Self::new(format!("{UNKNOWN_HERE}{what}"))
    }

    /// See [`Error::unknown_here`].
    pub fn is_unknown_here(&self) -> bool {
        self.0.starts_with(UNKNOWN_HERE)
    }

    pub(in crate::eval) fn cancelled() -> Self {
        Self::new(COST_LIMIT_EXCEEDED)
    }

    /// The message.
    pub fn words(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
