//! Values and their text forms: JSON with spans, what Kubernetes reads from texts (quantities, semantic versions, names,
//! addresses, networks, URLs), and OpenAPI formats. What Go's standard library reads is in the crate `go`.
//!
//! Knows how they are read, compared and printed, and what the server reports where a text is none; must not
//! know schemas, CEL or CRDs.

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
