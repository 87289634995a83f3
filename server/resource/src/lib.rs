//! Custom resources: what the server reports of one that is created, and what it would store.
//!
//! Each stage of the server's pipeline has its module: `read` (with `prune`, `null`, `coerce`, `default`),
//! then `names` and the metadata, `schema`, `scale`, `embedded`, `list_type`, `rules`. An update ([`update`]) is a
//! creation with a past: the same stages take what is replaced, part by part (`correlation`). [`Index`] knows which
//! CRD judges an object. Must not know files, nor how a CRD itself is judged.

mod advice;
pub mod claims;
mod coerce;
mod correlation;
mod default;
mod embedded;
mod header;
mod index;
mod judge;
mod list_type;
mod metadata;
mod names;
mod null;
mod past;
mod prune;
mod read;
mod rules;
mod scale;
mod schema;
mod structural;
mod undecodable;
mod unknown;
pub mod update;
mod warnings;

mod generated {
    pub mod codes;
}

pub use generated::codes;

pub use advice::{dropped_namespace, find as advice, near};
pub use coerce::{Coerced, coerce};
pub use default::{are_pruned, with_defaults};
pub use embedded::check as check_resource;
pub use index::{BuiltCrd, Index, IndexedCrd, JudgingCrd, NotJudged, ServedVersion, Shared, nearness};
pub use judge::{Judge, Verdict, judge, report_on, stored};
pub use metadata::of_json as metadata_of_json;
pub use prune::prune;
pub use read::pruned;
pub use rules::{REQUEST_BUDGET, RULE_ERROR, RuleTruth, RuleTruths, has_rules, is_of_rule, run as run_rules};
pub use schema::{Origin, Validator};
pub use structural::{Member, Structural, is_resource_field};
pub use undecodable::undecodable_values;
