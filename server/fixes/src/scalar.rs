//! A scalar as one of another type: quotes that are missing or too many, words for true and false, a list of one.
//!
//! Knows how a scalar is written; must not know why another type is wanted.

use crdls_report::Fix;
use crdls_text::Edit;
use crdls_values::double_quoted;
use crdls_yaml::Scalar;

use super::request::{FixRequest, fix};
use super::resolved_path::ResolvedPath;
use super::value::Value;

/// A number or boolean as a string, as it is written.
pub(super) fn text(request: &FixRequest<'_>, wanted: bool) -> Option<Fix> {
    let target = request.target().filter(ResolvedPath::is_found)?;
    let other = matches!(
        target.node.scalar()?,
        Scalar::Bool(_) | Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(_)
    );
    let plain = target.node.anchor().is_none() && target.node.tag().is_none();
    let new_text = double_quoted(target.node.source());
    let edit = |target: &ResolvedPath<'_>| {
        Some(vec![Edit { range: target.node.range(), new_text: new_text.clone() }])
    };
    (wanted && other && plain).then(|| request.everywhere(format!("write `{new_text}`"), edit))?
}

/// One value where a list of such is wanted.
pub(super) fn in_list(request: &FixRequest<'_>, wanted: bool) -> Option<Fix> {
    let target = request.target()?;
    let scalar = target.is_found() && target.node.kind().is_scalar() && !target.node.source().contains('\n');
    if !wanted || !scalar || target.node.anchor().is_some() {
        return None;
    }
    let new_text = format!("[{}]", target.node.source());
    fix("wrap the value in a list", vec![Edit { range: target.node.range(), new_text }])
}

/// A word for true or false where that is wanted.
pub(super) fn truth(request: &FixRequest<'_>, wanted: bool) -> Option<Fix> {
    let word = request.target()?.text()?.to_lowercase();
    let value = match word.as_str() {
        "true" | "yes" | "on" | "y" | "1" => true,
        "false" | "no" | "off" | "n" | "0" => false,
        _ => return None,
    };
    unquoted(request, Value::Bool(value)).filter(|_| wanted)
}

/// A number in quotes, or with a fraction that says nothing.
pub(super) fn number(request: &FixRequest<'_>, wanted: bool) -> Option<Fix> {
    let text = request.target()?.text()?;
    let whole = match text.split_once('.') {
        Some((whole, fraction)) => {
            whole.parse::<u64>().ok().map(|n| n + u64::from(fraction.starts_with(['5', '6', '7', '8', '9'])))
        }
        None => text.parse::<u64>().ok(),
    };
    unquoted(request, Value::number(whole?)).filter(|_| wanted)
}

fn unquoted(request: &FixRequest<'_>, value: Value) -> Option<Fix> {
    let target = request.target().filter(ResolvedPath::is_found)?;
    let plain =
        target.node.anchor().is_none() && target.node.tag().is_none() && !target.node.source().contains('\n');
    let new_text = value.flow(false);
    let title = format!("write `{new_text}`");
    plain.then(|| fix(title, vec![Edit { range: target.node.range(), new_text }]))?
}
