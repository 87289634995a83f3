//! Conversion webhooks: what the server makes of a response to a ConversionReview.
//!
//! ```text
//! request, response ─► Review ─► check ─► findings in the response
//! ```
//!
//! Mirrors `webhookConverter.Convert` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/conversion/webhook_converter.go) and what the server does with converted objects afterwards. Knows
//! reviews as documents and the judge of custom resources; must not know files, connections or terminals.
//!
//! `answer` reads the text of a response as client-go does, `check` validates the response as a whole in the
//! server's order, `object` and `metadata` each converted object, and `judged` asks the judge of custom resources
//! about accepted objects. All errors are reported; those after the server's first one are shadowed. Documents of
//! kind ConversionReview, `crdls conversion check` and `crdls conversion try` differ only in where the texts come
//! from. `tests/tests/conversion.rs` asks the server's own converter about each way in which a response can be
//! wrong.

mod answer;
mod check;
mod judged;
mod message;
mod metadata;
mod object;
mod review;
mod round_trip;
mod type_name;

mod generated {
    pub mod codes;
}

pub use generated::codes;

pub use answer::{Answer, check_answer, no_request};
pub use check::{CheckedAnswer, Exchange, FAILED_CONVERSION, check};
pub use judged::{DROPPED_BY_CONVERSION, INVALID_CONVERTED_OBJECT};
pub use review::{Review, ReviewVersion, review_object_at, review_objects};
pub use round_trip::round_trip;
