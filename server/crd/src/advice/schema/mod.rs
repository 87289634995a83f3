//! Advice on a schema or one below it.

use super::Input;
use super::walk::schemas::SchemaPosition;
use crdls_report::Finding;

/// A check of one schema.
type Check = fn(&SchemaPosition<'_, '_>, &Input<'_>, &mut Vec<Finding>);

advice! {
    Check:
    duplicate_rule,
    enum_of_another_type,
    holds_nothing,
    impossible_bounds,
    missing_list_type,
    required_without_property,
    undecodable_default,
    unenforced_format,
}
