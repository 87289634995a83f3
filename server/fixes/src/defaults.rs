//! Defaults that their own schema refuses.

use crdls_report::Fix;

use super::keywords::here;
use super::request::{FixRequest, list};
use super::scalar;

/// A value in a default that is not as its schema wants it.
pub(super) fn value(request: &FixRequest<'_>) -> Vec<Fix> {
    if !is_in_schema(request) {
        return Vec::new();
    }
    let text = scalar::text(request, request.detail().contains("must be of type string"));
    list([text, whole(request)])
}

/// A field in a default that the schema does not have.
pub(super) fn unpruned(request: &FixRequest<'_>) -> Vec<Fix> {
    let itself = request
        .target()
        .filter(|target| target.is_found() && target.name() != "default")
        .and_then(|_| request.remove(here));
    list([itself, whole(request)])
}

fn is_in_schema(request: &FixRequest<'_>) -> bool {
    request.finding.path.steps().iter().any(|step| step.member() == Some("openAPIV3Schema"))
}

/// The whole default goes.
fn whole(request: &FixRequest<'_>) -> Option<Fix> {
    request.everywhere("remove `default`", |target| {
        let path = target.path();
        let root = path.iter().position(|step| step == "openAPIV3Schema")?;
        let is_keyword = |at: usize| {
            path.get(at).is_some_and(|step| step == "default")
                && path.get(at - 1).is_some_and(|before| before != "properties")
        };
        let at = (root + 1..path.len()).find(|at| is_keyword(*at))?;
        let found = target.above(target.rest.len() + path.len() - 1 - at)?;
        Some(vec![found.remove()?])
    })
}
