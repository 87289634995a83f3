//! The name of a version: which clients prefer, what is served, stored and deprecated.

use std::fmt::Write as _;

use crdls_manifest::model::{Crd, Spec, Version};
use crdls_values::version_order;

/// Explains the version with a number.
pub(super) fn page(crd: Crd<'_>, number: usize) -> Option<String> {
    let spec = crd.spec();
    let version = spec.versions().nth(number).filter(|version| !version.name().is_empty())?;
    Some(explain(version, spec))
}

fn explain(version: Version<'_>, spec: Spec<'_>) -> String {
    let mut order: Vec<_> = spec.versions().collect();
    order.sort_by(|a, b| version_order::compare(b.name(), a.name()));
    let place = order.iter().position(|other| other.name() == version.name()).unwrap_or(0) + 1;
    let names: Vec<_> = order.iter().map(|version| format!("`{}`", version.name())).collect();
    let mut text = format!("**`{}`** of `{}/{}`\n\n", version.name(), spec.group(), spec.names().plural());
    let _ = writeln!(text, "- priority: {place} of {} ({})", order.len(), names.join(", "));
    let preferred = order.iter().find(|version| version.served()).map(|version| version.name());
    let _ = match (version.served(), preferred == Some(version.name())) {
        (true, true) => writeln!(text, "- served, and preferred: clients that request no version get it"),
        (true, false) => writeln!(text, "- served"),
        (false, _) => writeln!(text, "- not served: requests for it fail with 404"),
    };
    let stored = order.iter().find(|version| version.storage()).map_or("none", |version| version.name());
    let _ = if version.storage() {
        writeln!(text, "- stored: objects are written to etcd in this version")
    } else {
        writeln!(text, "- not stored: objects are stored as `{stored}` and converted")
    };
    if version.deprecated() {
        let warning = version.deprecation_warning().unwrap_or("the server's default text");
        let _ = writeln!(text, "- deprecated: each request returns a warning: {warning}");
    }
    text.trim_end().to_owned()
}
