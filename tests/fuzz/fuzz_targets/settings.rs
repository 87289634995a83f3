//! A `crdls.toml`, made as the bytes say, read by the program that `CRDLS` names. The target itself is in `tests/src/torture`.
#![no_main]

use std::sync::LazyLock;

use crdls_tests::torture::{Seeds, target};
use libfuzzer_sys::fuzz_target;

static SEEDS: LazyLock<Seeds> = LazyLock::new(Seeds::with_program);

fuzz_target!(|bytes: &[u8]| {
    if let Some(target) = target("settings") {
        target.fuzz(bytes, &SEEDS);
    }
});
