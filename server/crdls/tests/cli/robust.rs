//! Whatever a file holds, and whoever reads the output: no panic, no trouble of ours.

use std::io::Read;
use std::process::Stdio;

use crate::run::{Folder, manifest};

fn survives(test: &str, bytes: &[u8]) {
    let folder = Folder::new(test, &[]);
    folder.write("a.yaml", bytes);
    for format in ["full", "concise", "json", "sarif", "github"] {
        let ran = folder.run(&["check", "--output-format", format]);
        assert!(matches!(ran.code, 0 | 1), "{format}: {} {}", ran.code, ran.stderr);
        assert!(!ran.stderr.contains("internal error"), "{}", ran.stderr);
        assert!(ran.stdout.len() < 4 << 20, "{format} prints {} bytes", ran.stdout.len());
    }
}

#[test]
fn nothing() {
    survives("nothing", b"");
}

#[test]
fn bytes() {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    survives("bytes", &(0..100_000).map(|_| next()).collect::<Vec<_>>());
}

/// As PowerShell 5 writes what is sent into a file, and the other byte order.
#[test]
fn utf16() {
    let folder = Folder::new("utf16", &[]);
    // What is no ASCII but no surrogate either: a unit each.
    let units = |text: &str| text.chars().map(|c| c as u16).collect::<Vec<_>>();
    let written =
        units(&format!("\u{feff}# é\n{}", manifest("good.yaml").replace("Namespaced", "Namespace")));
    folder.write("little.yaml", written.iter().flat_map(|unit| unit.to_le_bytes()).collect::<Vec<_>>());
    folder.write("big.yaml", written.iter().flat_map(|unit| unit.to_be_bytes()).collect::<Vec<_>>());
    let ran = folder.run(&["check", "--output-format", "concise", "little.yaml"]);
    assert!(ran.stdout.contains("the file is UTF-16"), "{}", ran.stdout);
    assert!(ran.stdout.contains("unsupported-scope"), "the rest is checked all the same: {}", ran.stdout);
    let ran = folder.run(&["check", "--output-format", "concise", "big.yaml"]);
    assert!(!ran.stdout.contains("UTF-16"), "kubectl reads it: {}", ran.stdout);
    assert!(ran.stdout.contains("unsupported-scope"), "{}", ran.stdout);
}

#[test]
fn a_scalar_of_20_megabytes() {
    survives("scalar", format!("spec: \"{}\"\n\ta: b\n", "\u{e9}x".repeat(7 << 20)).as_bytes());
}

#[test]
fn one_line_of_20_megabytes() {
    let item = "{\"type\": \"string\", \"unknown\": \"\u{e9}\"}, ";
    let text = format!("{{\"kind\": \"List\", \"items\": [{}]}}", item.repeat((20 << 20) / item.len()));
    survives("one-line", text.as_bytes());
}

#[test]
fn deep_nesting() {
    survives("deep", "[".repeat(200_000).as_bytes());
    survives("deep-mapping", "a: {".repeat(100_000).as_bytes());
}

#[test]
fn a_reader_that_has_seen_enough() {
    let folder = Folder::new("pipe", &[]);
    folder.write("a.yaml", "a: [\n---\n".repeat(5000));
    let mut command = folder.command(&["check", "--output-format=sarif"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert!(matches!(child.wait().unwrap().code(), Some(0 | 1)));
    assert_eq!(stderr, "warning: nothing was validated: there is no CRD and no custom resource\n");
}

#[test]
fn standard_error_that_nobody_reads() {
    let folder = Folder::new("closed", &[("a.yaml", "a: b\n")]);
    let mut command = folder.command(&["check", "gone.yaml", "a.yaml"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(2));
}
