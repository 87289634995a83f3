//! Values as Go's standard library reads them, with its words for those that it refuses.
//!
//! Knows Go 1.26's net/url and net/netip; must not know Kubernetes.

mod addr;
mod url;

pub(crate) use addr::Addr;
pub(crate) use url::Url;

use crate::json::go_quote as quoted;
