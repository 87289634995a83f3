//! `crdls conversion try` in a build without the feature `webhook`: an error.

use crate::cli::args::ConversionTryArgs;
use crate::cli::outcome::Ended;

/// Reports that this build sends nothing.
pub(super) fn run(_: &ConversionTryArgs) -> Ended {
    Err("this build of crdls cannot call webhooks: build it with the feature `webhook`".into())
}
