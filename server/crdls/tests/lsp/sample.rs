//! A CRD to speak of.

use crdls_tests::crd;

/// Its lines count from 0: `scope` is line 6, `versions` line 8.
pub const CRD: &str = crd!(
    "widgets",
    "example.org",
    "Widget",
    "    schema:
      openAPIV3Schema:
        type: object
        properties:
          size: {type: string}
"
);

/// The CRD with other lines in place of one.
pub fn with(line: usize, lines: &str) -> String {
    let mut all: Vec<_> = CRD.lines().collect();
    all[line] = lines;
    all.join("\n") + "\n"
}
