//! The layout of findings for a format.

use crdls_report::Config;

use super::args::{Common, Format};
use crate::render::{Concise, Full, Github, Json, Report};

/// The layout of a format that needs nothing but the settings; rustc's for all others.
pub(super) fn layout<'a>(format: Format, common: &Common, config: &'a Config) -> Box<dyn Report + 'a> {
    match format {
        Format::Concise => Box::new(Concise),
        Format::Json => Box::new(Json(config)),
        Format::Github => Box::new(Github),
        _ => Box::new(Full::new(common.color.wanted())),
    }
}
