//! Rules run on data.
//!
//! Knows how the server turns JSON into values by a schema, what its functions do and cost. Knows nothing of
//! places in the text; must not know how the language works.

mod costs;
mod data;
mod functions;
mod list;
mod object;
mod program;
mod raw;
mod shape;
mod strfmt;
mod value;

pub use costs::LibraryCosts;
pub use data::Data;
pub use program::{CALL_LIMIT, Program, Subject};
pub use shape::Shape;
