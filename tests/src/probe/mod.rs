//! Questions made at random and put both to crdls and to the API server's own code: custom resources of real
//! and of made schemas, and rules in CEL. Whatever is answered differently is a fault of ours.
//!
//! Knows how questions are made and compared; the program `probe` asks as many as one likes, the tests a
//! bounded number.

pub mod ask;
pub mod calls;
pub mod data;
pub mod instance;
pub mod manifest;
pub mod metadata;
pub mod odd;
pub mod rule;
pub mod schema;
pub mod text;
