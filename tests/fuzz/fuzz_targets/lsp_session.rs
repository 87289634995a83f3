//! A session, made as the bytes say, with the language server of the program that `CRDLS` names. The target itself is in `tests/src/torture`.
#![no_main]

use std::sync::LazyLock;

use crdls_tests::torture::{Seeds, target};
use libfuzzer_sys::fuzz_target;

static SEEDS: LazyLock<Seeds> = LazyLock::new(Seeds::with_program);

fuzz_target!(|bytes: &[u8]| {
    if let Some(target) = target("lsp_session") {
        target.fuzz(bytes, &SEEDS);
    }
});
