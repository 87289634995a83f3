//! Texts that YAML reads differently from how they are written: quotes or a block scalar that say what was meant.

use crdls_crd::misread;
use crdls_report::Fix;

use super::request::FixRequest;

/// The fix of a finding whose cause is how YAML reads a text, in each version that it is in; nothing for the others.
pub(super) fn fix(request: &FixRequest<'_>) -> Option<Fix> {
    let (text, minor) = (request.file.text(), request.config.kubernetes);
    let found = misread::of_finding(request.root, request.finding, minor)?;
    request.everywhere(misread::title(&found), |target| {
        Some(vec![misread::of_key(text, target.key()?, minor)?.edit])
    })
}
