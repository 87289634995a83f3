//! A CRD to speak of.

use crdls_tests::crd;

/// Its lines count from 0: `scope` is line 6, `versions` line 8.
pub fn widgets() -> String {
    let schema = "
        type: object
        properties:
          size: {type: string}
        ";
    crd(|c| c.kind("Widget").group("example.org").schema(schema))
}

/// The CRD with other lines in place of one.
pub fn with(line: usize, lines: &str) -> String {
    let crd = widgets();
    let mut all: Vec<_> = crd.lines().collect();
    all[line] = lines;
    all.join("\n") + "\n"
}
