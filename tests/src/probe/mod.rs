//! Questions made at random and put both to crdls and to the API server's own code: custom resources of real
//! and of made schemas, updates of them, and rules in CEL. Whatever is answered differently is a fault of ours.
//!
//! Knows which questions are asked and how answers are compared; `generate` makes what is in them; the program `probe` asks as many as one likes, the tests a
//! bounded number.

pub mod ask;
pub mod data;
pub mod manifest;
pub mod rule;
pub mod updates;
