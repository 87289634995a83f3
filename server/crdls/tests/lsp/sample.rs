//! A CRD to speak of.

/// Its lines count from 0: `scope` is line 6, `versions` line 8.
pub const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.org
spec:
  group: example.org
  scope: Namespaced
  names: {kind: Widget, plural: widgets}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          size: {type: string}
";

/// The CRD with other lines in place of one.
pub fn with(line: usize, lines: &str) -> String {
    let mut all: Vec<_> = CRD.lines().collect();
    all[line] = lines;
    all.join("\n") + "\n"
}
