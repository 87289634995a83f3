//! The CRD that tests are about, where what they show is in its one version.

use crate::crd;

/// A CRD of a kind, as a constant text: one version `v1`, served and stored, followed by the given lines, which begin
/// at the version's fields (an indentation of 4). Its lines count from 0: `scope` is line 6, `versions` line 8, and what
/// is given begins at line 12.
///
/// `crd!("tables", "example.com", "Table", "    schema: …\n")` takes the plural, the group, the kind and the lines.
#[macro_export]
macro_rules! crd {
    ($plural:literal, $group:literal, $kind:literal, $lines:expr) => {
        concat!(
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: ",
            $plural,
            ".",
            $group,
            "\nspec:\n  group: ",
            $group,
            "\n  scope: Namespaced\n  names: {plural: ",
            $plural,
            ", kind: ",
            $kind,
            "}\n  versions:\n  - name: v1\n    served: true\n    storage: true\n",
            $lines
        )
    };
}

/// The CRD `tables.example.com` with a schema, whose lines get an indentation of 8. Without one it ends where the schema
/// begins.
pub fn table(schema: &str) -> String {
    crd(|c| c.schema(schema))
}
