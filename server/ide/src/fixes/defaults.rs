//! Defaults that their own schema refuses.

use crdls_schema::Fix;
use crdls_values::double_quoted;
use crdls_yaml::Scalar;

use super::case::{Case, list};
use super::keywords::here;
use super::site::Site;

/// A value in a default that is not as its schema wants it.
pub(super) fn value(case: &Case<'_>) -> Vec<Fix> {
    if !is_in_schema(case) {
        return Vec::new();
    }
    list([text(case), whole(case)])
}

/// A field in a default that the schema does not have.
pub(super) fn unpruned(case: &Case<'_>) -> Vec<Fix> {
    let itself = case
        .site()
        .filter(|site| site.is_found() && site.name() != "default")
        .and_then(|_| case.remove(here));
    list([itself, whole(case)])
}

fn is_in_schema(case: &Case<'_>) -> bool {
    case.finding.path.steps().iter().any(|step| step.member() == Some("openAPIV3Schema"))
}

/// A number or truth value where a text is wanted.
fn text(case: &Case<'_>) -> Option<Fix> {
    let site = case.site().filter(Site::is_found)?;
    let wanted = case.detail().contains("must be of type string");
    let other =
        matches!(site.node.scalar()?, Scalar::Bool(_) | Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(_));
    let plain = site.node.anchor().is_none() && site.node.tag().is_none();
    let new_text = double_quoted(site.node.source());
    let edit = |site: &Site<'_>| {
        Some(vec![crdls_text::Edit { range: site.node.range(), new_text: new_text.clone() }])
    };
    (wanted && other && plain).then(|| case.everywhere(format!("write `{new_text}`"), edit))?
}

/// The whole default goes.
fn whole(case: &Case<'_>) -> Option<Fix> {
    case.everywhere("remove `default`", |site| {
        let path = site.path();
        let root = path.iter().position(|step| step == "openAPIV3Schema")?;
        let is_keyword = |at: usize| {
            path.get(at).is_some_and(|step| step == "default")
                && path.get(at - 1).is_some_and(|before| before != "properties")
        };
        let at = (root + 1..path.len()).find(|at| is_keyword(*at))?;
        let found = site.above(site.rest.len() + path.len() - 1 - at)?;
        Some(vec![found.remove()?])
    })
}
