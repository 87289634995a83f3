//! Values as Go's standard library reads them, with its words for those that it refuses.
//!
//! Knows Go's net/url, net/netip, strings, encoding/pem and crypto/x509; must not know Kubernetes.

mod addr;
mod addr_kind;
mod pem;
mod prefix;
mod url;
mod url_text;
mod x509;

pub use addr::Addr;
pub use prefix::Prefix;
pub use url::Url;
pub use x509::wrong_bundle;

use crate::json::go_quote as quoted;

/// `strings.ToLower`: each character for itself, by one other.
pub fn lower(text: &str) -> String {
    text.chars().map(|c| if c == 'İ' { 'i' } else { c.to_lowercase().next().unwrap_or(c) }).collect()
}
