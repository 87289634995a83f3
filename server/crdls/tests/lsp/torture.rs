//! The targets of `torture` that run the program: the inputs that failed once, and a few new ones.

use crdls_tests::random::Random;
use crdls_tests::torture::{Seeds, TARGETS, replayed, unasked};

fn seeds() -> Seeds {
    Seeds { program: Some(env!("CARGO_BIN_EXE_crdls").into()), ..Seeds::own() }
}

#[test]
fn earlier_failures_pass() {
    let failures = replayed(TARGETS.iter().filter(|target| target.by_program), &seeds());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn each_target_makes_inputs_that_pass() {
    let seeds = seeds();
    for target in TARGETS.iter().filter(|target| target.by_program) {
        let mut random = Random::new(16);
        for _ in 0..8 {
            let input = (target.make)(&seeds, &mut random);
            let failure = target.failure(&input, &seeds);
            assert_eq!(failure, None, "{}: {}", target.name, String::from_utf8_lossy(&input));
        }
    }
}

#[test]
fn sessions_make_each_request_that_is_announced() {
    assert_eq!(unasked(env!("CARGO_BIN_EXE_crdls").as_ref()), [""; 0]);
}
