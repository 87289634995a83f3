//! `crdls conversion try` in a build without the feature `webhook`: an error.

use crate::cli::args::ConversionTryArgs;
use crate::cli::outcome::{Outcome, trouble};

/// Reports that this build sends nothing.
pub(super) fn run(_: &ConversionTryArgs) -> Outcome {
    trouble("this build of crdls cannot call webhooks: build it with the feature `webhook`")
}
