//! Text forms of Go's standard library: how it reads values from texts, with its words for those that it refuses, and
//! how it prints them.
//!
//! Knows Go's regexp, time, strconv, net/url, net/netip, strings, encoding/base64, encoding/pem and crypto/x509; must not
//! know CEL, YAML or Kubernetes.

mod addr;
mod addr_kind;
pub mod base64;
mod float;
mod pem;
mod prefix;
mod quote;
pub mod regexp;
pub mod time;
mod url;
mod url_text;
mod x509;

pub use addr::Addr;
pub use float::go_float;
pub use prefix::Prefix;
pub use quote::{go_quote, go_quote_bytes, is_go_printed};
pub use url::Url;
pub use x509::wrong_bundle;

/// `strings.ToLower`: each character for itself, by one other.
pub fn lower(text: &str) -> String {
    text.chars().map(|c| if c == 'İ' { 'i' } else { c.to_lowercase().next().unwrap_or(c) }).collect()
}
