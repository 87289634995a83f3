//! Custom resources: what the server reports of one that is created, and what it would store.
//!
//! Each stage of the server's pipeline has its module: `read` (with `prune`, `null`, `coerce`, `default`),
//! then `names` and the metadata, `schema`, `scale`, `resource`, `list_type`, `rules`. [`Index`] knows which CRD
//! judges an object. Must not know files, nor how a CRD itself is judged.

#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::unreachable
    )
)]

mod advice;
mod beta;
pub mod claims;
mod coerce;
mod default;
mod header;
mod index;
mod judge;
mod list_type;
mod managed_fields;
mod metadata;
mod names;
mod null;
mod prune;
mod read;
mod resource;
mod rules;
mod scale;
mod schema;
mod structural;
mod unknown;
mod warnings;

pub use advice::{DROPPED_NAMESPACE, DROPPED_STATUS, NEAR_KIND};
pub use advice::{find as advice, near};
pub use coerce::{Coerced, coerce};
pub use default::are_pruned;
pub use index::{Index, Known, Shared};
pub use judge::{Judgement, Verdict, judge, stored, written};
pub use list_type::INVALID_LIST_ITEM;
pub use metadata::of_json as metadata_of_json;
pub use names::INVALID_NAMESPACE;
pub use prune::prune;
pub use resource::EMBEDDED_RESOURCE;
pub use resource::check as check_resource;
pub use rules::{FAILED_RULE, RULE_ERROR, UNCHECKED_RULES};
pub use rules::{REQUEST_BUDGET, has_rules, run as run_rules};
pub use scale::SCALE_VALUE;
pub use schema::{
    ALTERNATIVES, DUPLICATE_ITEM, FORBIDDEN_FIELD, INVALID_FORMAT, INVALID_TYPE, MISSING_FIELD,
    OUT_OF_BOUNDS, PATTERN_MISMATCH, UNSUPPORTED_VALUE,
};
pub use schema::{Origin, Validator};
pub use structural::{Structural, is_resource_field};
pub use warnings::{DEPRECATED_VERSION, FINALIZER_NAME};

use crdls_schema::code;

code!(
    RESOURCE_VERSION,
    "resource-version",
    Error,
    server,
    "a resource that is created says which version it is of"
);
