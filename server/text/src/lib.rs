//! Offsets, ranges, line index and edits of a text, two texts line by line, and words that are nearly the same.
//!
//! Knows bytes of UTF-8 and line ends (`\n`, `\r\n`, a lone `\r`); knows nothing of YAML, of the
//! editor protocol's positions or of files.

mod change;
mod decode;
mod difference;
mod line_index;
mod near;
mod range;

pub use change::TextChange;
pub use decode::{Decoded, Flaw, decode};
pub use difference::{changed_lines, difference};
pub use line_index::{LineCol, LineIndex};
pub use near::{MAX_WORD, misspelled, nearest, suggested_value};
pub use range::{Edit, TextRange, floor_boundary, line_start};
