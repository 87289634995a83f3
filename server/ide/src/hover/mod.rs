//! What the thing under the cursor is.

mod node;
mod rule;
mod version;

use crdls_schema::Config;

use crate::manifest_help::below;
use crate::place::Shape;
use crate::{Beside, File, Hover, expression, instance};

/// Explains what stands at an offset.
pub fn hover(file: &File, offset: u32, config: &Config) -> Option<Hover> {
    if let Some(found) = expression::hover(file, offset, config) {
        return Some(found);
    }
    let root = file.crd_at(offset)?;
    let in_general = below(root, Shape::ROOT, offset, config);
    let here = version::hover(file, offset, config)
        .or_else(|| node::hover(file, offset, config))
        .or_else(|| rule::hover(file, offset, config));
    match (here, in_general) {
        (Some(here), Some(general)) if here.range == general.range => {
            Some(Hover { markdown: format!("{}\n\n---\n\n{}", here.markdown, general.markdown), ..here })
        }
        (here, general) => here.or(general),
    }
}

/// Explains what stands at an offset, in custom resources too.
pub fn hover_beside(file: &File, offset: u32, beside: Beside<'_>, config: &Config) -> Option<Hover> {
    let of_resource = || instance::hover(file, offset, beside, config);
    hover(file, offset, config).or_else(of_resource)
}
