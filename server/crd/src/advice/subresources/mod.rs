//! Advice on printer columns and on the subresources of versions.

mod json_path;

use super::Check;

advice! {
    Check:
    column_leads_nowhere,
    column_of_another_type,
    missing_label_selector_path,
    scale_leads_nowhere,
    scale_of_another_type,
    status_without_schema,
    status_without_subresource,
}
