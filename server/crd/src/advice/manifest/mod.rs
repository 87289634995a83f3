//! Advice on the manifest as a whole.

use super::Check;

advice! {
    Check:
    copied_from_cluster,
    dropped_field,
    lost_text,
    misread_text,
    separator_in_text,
    too_large,
}
