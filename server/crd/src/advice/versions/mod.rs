//! Advice on versions and the conversion between them.

use super::Check;

advice! {
    Check:
    ca_bundle_without_certificate,
    lossy_conversion,
    old_storage_version,
    unserved_storage_version,
}
