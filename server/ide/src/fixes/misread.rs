//! Texts that YAML reads differently from how they are written: quotes or a block scalar that say what was meant.

use crdls_crd::misread;
use crdls_schema::Fix;

use super::request::{FixRequest, fix as with_edits};

/// The fix of a finding whose cause is how YAML reads a text, in each version that it is in; nothing for the others.
pub(super) fn fix(request: &FixRequest<'_>) -> Option<Fix> {
    let (text, minor) = (request.file.text(), request.config.kubernetes);
    if *request.finding.code == crdls_check::NOT_YAML {
        let document = request.file.tree().documents().get(request.number)?.range;
        let mut broken = misread::broken(text, document, minor).into_iter();
        let found = broken.find(|found| found.at == request.finding.range)?;
        return with_edits(misread::title(&found), vec![found.edit]);
    }
    let found = misread::of_finding(request.root, request.finding, minor)?;
    request.everywhere(misread::title(&found), |target| {
        Some(vec![misread::of_key(text, target.key()?, minor)?.edit])
    })
}
