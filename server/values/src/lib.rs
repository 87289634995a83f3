//! Values and their text forms: JSON with spans, what Go and Kubernetes read from texts (quantities, semantic
//! versions, addresses, networks, URLs, certificates, times), and OpenAPI formats.
//!
//! Knows how they are read, compared and printed, and what the server reports where a text is none; must not
//! know schemas, CEL's evaluator or CRDs.

pub mod dns;
pub mod formats;
pub mod json;
pub mod json_pointer;

mod decimal;
mod grouped;
mod named_format;
mod net;
mod quantity;
mod semver;
pub mod version_order;

pub use grouped::grouped;
pub use json::{Json, JsonMember, JsonPath, JsonValue, double_quoted};
pub use named_format::NamedFormat;
pub use net::{parse_cidr, parse_ip, parse_url};
pub use quantity::Quantity;
pub use semver::Semver;
