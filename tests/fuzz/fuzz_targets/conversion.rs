//! A ConversionReview and an answer to it. The target itself is in `tests/src/torture`.
#![no_main]

use std::sync::LazyLock;

use crdls_tests::torture::{Seeds, target};
use libfuzzer_sys::fuzz_target;

static SEEDS: LazyLock<Seeds> = LazyLock::new(Seeds::own);

fuzz_target!(|bytes: &[u8]| {
    if let Some(target) = target("conversion") {
        target.fuzz(bytes, &SEEDS);
    }
});
