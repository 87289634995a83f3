//! The inputs on which `torture` failed once (`tests/torture`), run again; those of the program are run by its own tests.

use crdls_tests::torture::{Seeds, TARGETS, replayed};

#[test]
fn earlier_failures_pass() {
    let failures = replayed(TARGETS.iter().filter(|target| !target.by_program), &Seeds::default());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn each_target_has_an_entry_for_libfuzzer() {
    let folder = crdls_tests::corpus::repository().join("tests/fuzz");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a file of the fuzz target");
    // The one entry takes the name of any target.
    assert!(read("fuzz_targets/torture.rs").contains("target(&name)"));
    assert!(read("Cargo.toml").contains("path = \"fuzz_targets/torture.rs\""));
}

#[test]
fn each_target_makes_inputs_that_pass() {
    let seeds = Seeds::own();
    for target in TARGETS.iter().filter(|target| !target.by_program) {
        let mut random = crdls_tests::random::Random::new(16);
        for _ in 0..10 {
            let input = (target.make)(&seeds, &mut random);
            let failure = target.failure(&input, &seeds);
            assert_eq!(failure, None, "{}: {}", target.name, String::from_utf8_lossy(&input));
        }
    }
}
