//! Which marker was meant by a name that no marker has.

use crate::registry::{ITEMS, Marker, Target, VALIDATION, Version, all, foreign};

/// Tags of Kubernetes' declarative validation that controller-gen does not read: no misspelt ones.
const DECLARATIVE: &[&str] = &[
    "alpha",
    "beta",
    "customUnique",
    "discriminator",
    "eachKey",
    "eachVal",
    "enumExclude",
    "forbidden",
    "format",
    "ifDisabled",
    "ifEnabled",
    "ifMode",
    "ifOptionDisabled",
    "ifOptionEnabled",
    "isSubresource",
    "item",
    "maxBytes",
    "maxLength",
    "maxProperties",
    "member",
    "memberDiscriminator",
    "minItems",
    "minLength",
    "minProperties",
    "neq",
    "opaqueType",
    "shadow",
    "subfield",
    "supportsSubresource",
    "unionDiscriminator",
    "unionMember",
    "unique",
    "update",
    "validateError",
    "validateFalse",
    "validateTrue",
    "zeroOrOneOfMember",
];

/// Names below `kubebuilder:` that are another tool's.
const OTHER_TOOLS: &[&str] = &["kubebuilder:scaffold", "kubebuilder:docs-gen", "kubebuilder:altName"];

/// The marker that a name stands for where it is no marker's; `None` where nobody can tell.
pub(super) fn meant(name: &str, target: Target, version: Version) -> Option<&'static Marker> {
    let readable = || all().iter().filter(move |marker| marker.is_read(target, version));
    let written_the_same = |marker: &&Marker| marker.name.eq_ignore_ascii_case(name);
    if let Some(marker) = readable().find(written_the_same) {
        return Some(marker);
    }
    if !name.contains(':') {
        return plain_word(name, target, version);
    }
    if name.starts_with("k8s:") {
        return declarative(name, target, version);
    }
    if !name.starts_with("kubebuilder:") {
        return None;
    }
    let is_items = name.to_ascii_lowercase().starts_with(ITEMS);
    let last = name.rsplit(':').next().unwrap_or(name);
    let last_is_the_same = |marker: &&Marker| {
        let own = marker.name.rsplit(':').next().unwrap_or(marker.name);
        own.eq_ignore_ascii_case(last) && marker.items == is_items && !marker.name.starts_with("k8s:")
    };
    if let Some(marker) = readable().find(last_is_the_same) {
        return Some(marker);
    }
    let wanted = name.strip_prefix(VALIDATION).unwrap_or(name);
    let near = crdls_text::nearest(wanted, readable().map(Marker::short_name))?;
    readable().find(|marker| marker.short_name() == near)
}

/// The marker of other targets that a name stands for by its letters alone: `+Optional` above a type.
pub(super) fn meant_elsewhere(name: &str, version: Version) -> Option<&'static Marker> {
    let mut of_version = all().iter().filter(|marker| marker.first_version() <= version);
    of_version.find(|marker| marker.name.eq_ignore_ascii_case(name))
}

/// A word without a colon is a marker's only if it is nearly one: comments have many words.
fn plain_word(name: &str, target: Target, version: Version) -> Option<&'static Marker> {
    if name.len() < 6 || !name.chars().all(|c| c.is_ascii_alphabetic()) || foreign(name).is_some() {
        return None;
    }
    let words =
        || all().iter().filter(move |marker| !marker.name.contains(':') && marker.is_read(target, version));
    let near = crdls_text::nearest(name, words().map(|marker| marker.name))?;
    words().find(|marker| marker.name == near)
}

fn declarative(name: &str, target: Target, version: Version) -> Option<&'static Marker> {
    let tag = name.strip_prefix("k8s:")?;
    let is_known = DECLARATIVE.contains(&tag.split([':', '(']).next().unwrap_or(tag));
    let tags = || {
        all().iter().filter(move |marker| marker.name.starts_with("k8s:") && marker.is_read(target, version))
    };
    let near = crdls_text::nearest(name, tags().map(|marker| marker.name)).filter(|_| !is_known)?;
    tags().find(|marker| marker.name == near)
}

/// Whether a name is one of controller-gen's by how it begins, and of no other tool.
pub(super) fn is_ours(name: &str) -> bool {
    let first = |known: &&&str| {
        name.strip_prefix(**known).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    };
    name.starts_with("kubebuilder:") && OTHER_TOOLS.iter().find(first).is_none()
}
