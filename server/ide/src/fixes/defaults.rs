//! Defaults that their own schema refuses.

use crdls_schema::Fix;
use crdls_values::double_quoted;
use crdls_yaml::Scalar;

use super::keywords::here;
use super::request::{FixRequest, list};
use super::resolved_path::ResolvedPath;

/// A value in a default that is not as its schema wants it.
pub(super) fn value(request: &FixRequest<'_>) -> Vec<Fix> {
    if !is_in_schema(request) {
        return Vec::new();
    }
    list([text(request), whole(request)])
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

/// A number or truth value where a text is wanted.
fn text(request: &FixRequest<'_>) -> Option<Fix> {
    let target = request.target().filter(ResolvedPath::is_found)?;
    let wanted = request.detail().contains("must be of type string");
    let other = matches!(
        target.node.scalar()?,
        Scalar::Bool(_) | Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(_)
    );
    let plain = target.node.anchor().is_none() && target.node.tag().is_none();
    let new_text = double_quoted(target.node.source());
    let edit = |target: &ResolvedPath<'_>| {
        Some(vec![crdls_text::Edit { range: target.node.range(), new_text: new_text.clone() }])
    };
    (wanted && other && plain).then(|| request.everywhere(format!("write `{new_text}`"), edit))?
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
