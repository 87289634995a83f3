//! Values compared, each of which can be an error.

use crdls_cel::eval::{Error, Outcome, Value};

/// What the first of two says of the second, each of which can be an error: only lists and maps notice that
/// the second is one.
pub(super) fn same(a: &Outcome, b: &Outcome) -> Result<bool, Error> {
    match (a, b) {
        (Ok(a), Ok(b)) => a.equals(b),
        (Ok(Value::List(_) | Value::Map(_)), Err(error)) | (Err(error), _) => Err(error.clone()),
        (Ok(_), Err(error)) if error.is_unknown_here() => Err(error.clone()),
        (Ok(_), Err(_)) => Ok(false),
    }
}
