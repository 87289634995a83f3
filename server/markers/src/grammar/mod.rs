//! The grammar of a marker: its name, its arguments and their values, each with its range.
//!
//! Mirrors pkg/markers/parse.go of controller-tools with its error texts. Knows the types of arguments; knows neither
//! which markers there are nor Go.

mod argument;
mod guess;
mod scan;
mod split;
mod string;
mod text;
mod value;

pub use argument::{ArgumentType, Named, Parsed, Wants, atoi, parse, parse_float};
pub use split::Split;
pub use string::Parser;
pub use text::{Quotes, Text, outside_of_quotes};
pub use value::{Value, ValueKind};

use crdls_text::TextRange;

/// A range moved by a distance, modulo 2³².
pub const fn shifted(range: TextRange, by: u32) -> TextRange {
    TextRange { start: range.start.wrapping_add(by), end: range.end.wrapping_add(by) }
}

/// An error of the scanner, at its newest token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScanError {
    /// The message, without the position.
    pub message: String,
    /// Where the token begins: a byte of the scanned text.
    pub offset: u32,
    /// Where what must change ends.
    pub end: u32,
    /// Its column as `scanner.Position` prints it; `None` where the position is invalid.
    pub column: Option<u32>,
}

impl ScanError {
    /// `ScannerError.Error`.
    pub fn sentence(&self) -> String {
        match self.column {
            Some(column) => format!("{} (at <input>:1:{column})", self.message),
            None => format!("{} (at <input>)", self.message),
        }
    }
}
