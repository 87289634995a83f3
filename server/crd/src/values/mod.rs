//! The values that Kubernetes adds to CEL: quantities, versions, named formats, addresses, networks, URLs.
//!
//! Knows what they are, how they compare and what the server says of texts that are none; must not know
//! the evaluator.

mod decimal;
mod named_format;
mod net;
mod quantity;
mod semver;

pub(crate) use named_format::NamedFormat;
pub(crate) use net::{parse_cidr, parse_ip, parse_url};
pub(crate) use quantity::Quantity;
pub(crate) use semver::Semver;
