//! The target of `tests/src/torture` that the variable `CRDLS_TARGET` names.
#![no_main]

use std::sync::LazyLock;

use crdls_tests::torture::{Seeds, Target, target};
use libfuzzer_sys::fuzz_target;

static CHOSEN: LazyLock<(&Target, Seeds)> = LazyLock::new(|| {
    let name = std::env::var("CRDLS_TARGET").unwrap_or_default();
    let target = target(&name).expect("CRDLS_TARGET names a target");
    (target, if target.by_program { Seeds::with_program() } else { Seeds::own() })
});

fuzz_target!(|bytes: &[u8]| CHOSEN.0.fuzz(bytes, &CHOSEN.1));
