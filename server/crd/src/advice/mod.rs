//! Advice of our own: what the server accepts and the author will regret.
//!
//! A file for each code, in a folder for what it is about; `advice!` lists the files of a folder. Advice is a
//! warning, an information or a hint, never counts as the server's, and can be switched off. It sees what the
//! server's checks see and the text besides; it must stay silent where a maintainer would shrug.

/// The registry of a folder: its modules, a code each, and the table of their checks, all of the type `Check`.
macro_rules! advice {
    ($check:ident: $($module:ident,)+) => {
        $(pub(crate) mod $module;)+

        /// The check of each module.
        pub(super) const CHECKS: &[$check] = &[$($module::check),+];
    };
}

pub(crate) mod claimed_name;
mod input;
pub(crate) mod manifest;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod stale_copy;
pub(crate) mod subresources;
pub(crate) mod versions;
mod walk;
pub(crate) mod yaml;

use std::collections::BTreeMap;

use crdls_report::{Advice, Finding, Related};

pub use claimed_name::{Wanted, claimed, wanted};
pub use input::Input;
pub use manifest::misread_text::MISREAD_TEXT;
pub use manifest::separator_in_text::ends_in_block;
pub use rules::SEARCHED;
pub use stale_copy::{stale_copy, stale_manifest};
pub use versions::ca_bundle_without_certificate::CA_BUNDLE_WITHOUT_CERTIFICATE;

/// A check of a whole CRD.
type Check = fn(&Input<'_>) -> Vec<Finding>;

/// The advice on a CRD that the settings ask for.
pub fn check(input: &Input<'_>) -> Vec<Finding> {
    let searches = rules::Searches::default();
    let mut found = Vec::new();
    if matches!(input.config.advice, Advice::OnRules(_)) {
        walk::schemas::each(input, &mut |at| rules::search(at, input, &searches, &mut found));
        return reported_once(found);
    }
    let of_parts = [manifest::CHECKS, subresources::CHECKS, versions::CHECKS].into_iter().flatten();
    found.extend(of_parts.flat_map(|check| check(input)));
    found.extend(yaml::check(input));
    walk::schemas::each(input, &mut |at| {
        schema::CHECKS.iter().for_each(|check| check(at, input, &mut found));
        rules::check(at, input, &searches, &mut found);
    });
    reported_once(found)
}

/// What is the same in several versions is reported at the first, with the others linked; a fix changes all.
fn reported_once(all: Vec<Finding>) -> Vec<Finding> {
    let mut first: Vec<Finding> = Vec::with_capacity(all.len());
    let mut places = BTreeMap::new();
    for finding in all {
        let Some(path) = finding.path.version().map(|(_, steps)| steps.to_vec()) else {
            first.push(finding);
            continue;
        };
        let place = *places.entry((finding.code.name, path, finding.message.clone())).or_insert(first.len());
        match first.get_mut(place) {
            Some(before) => join(before, finding),
            None => first.push(finding),
        }
    }
    first
}

/// Links a finding to an equal one in an earlier version; through an alias it may be the same text.
fn join(before: &mut Finding, finding: Finding) {
    if before.range == finding.range || before.related.iter().any(|related| related.range == finding.range) {
        return;
    }
    let message = "the same in this version".to_owned();
    before.related.push(Related { file: None, range: finding.range, message });
    for (fix, other) in before.fixes.iter_mut().zip(finding.fixes) {
        fix.edits.extend(other.edits);
    }
}
