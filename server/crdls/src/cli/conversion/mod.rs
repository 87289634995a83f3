//! `crdls conversion`: what the server makes of a conversion webhook's responses.
//!
//! Must not know how a response is checked, nor how a report looks.

mod check;
mod report;
#[cfg_attr(not(feature = "webhook"), path = "without_webhook.rs")]
mod trial;

use super::args::{ConversionArgs, ConversionCommand};
use super::outcome::Ended;

/// Does what `crdls conversion` asks.
pub(crate) fn run(args: &ConversionArgs) -> Ended {
    match &args.command {
        ConversionCommand::Check(args) => check::run(args),
        ConversionCommand::Try(args) => trial::run(args),
    }
}
