//! What is found in a manifest or an object: codes, errors by their path, findings by their range, and the words for both.
//!
//! Knows paths, where a CRD has its versions and schemas, the server's sentences and where a path is written; must not
//! know the tables of fields nor what the server validates. [`stop`] is here since all that checks depends on this crate.

mod code;
mod config;
mod error;
mod finding;
mod findings;
mod locate;
mod path;
pub mod sentences;
pub mod stop;
mod subject;
mod unit;

pub use code::{Code, Severity};
pub use config::{Advice, AdviceOnRule, Config, FieldValidation, words};
pub use error::{ErrorField, FieldError, MarkedPart, Report};
pub use finding::{
    ErrorType, Finding, Fix, Note, Related, Server, WitnessObject, boolean_word, capitalized, in_backticks,
    one_line,
};
pub use findings::findings;
pub use locate::Locator;
pub use path::{FieldPath, Path, PathStep, Step};
pub use subject::got;
pub use unit::Unit;
