//! Values of a file's objects as kustomizations build them.

use crdls_schema::FieldPath;
use crdls_text::TextRange;
use crdls_values::Json;

use super::builds::Kustomizations;
use super::judged::steps;

/// A value as a kustomization builds it.
#[derive(Clone, Debug)]
pub struct BuiltValue {
    /// The folder of the kustomization.
    pub root: String,
    /// The value; nothing where the built object has none there.
    pub value: Option<Json>,
    /// The file that wrote or removed it last.
    pub file: String,
    /// Where that is.
    pub range: TextRange,
}

impl Kustomizations<'_> {
    /// The value at a path of an object of a file, by each kustomization that includes the file. `object`: the bytes of the
    /// object.
    pub fn values_at(&mut self, file: &str, object: TextRange, path: &FieldPath) -> Vec<BuiltValue> {
        let mut values = Vec::new();
        for root in self.roots.clone() {
            if !self.includes(&root, &|included| included == file) {
                continue;
            }
            let build = self.build(&root);
            let is_it = |number: u32| self.session.source(number).is_some_and(|source| source.path == file);
            let built =
                build.objects.iter().find(|built| built.node.origin.range == object && is_it(built.file()));
            let Some((built, value)) = built.and_then(|built| Some((built, built.value().ok()?))) else {
                continue;
            };
            let origin = built.written(steps(path)).origin;
            let Some(source) = self.session.source(origin.file) else { continue };
            let value = path.value_in(&value).cloned();
            values.push(BuiltValue { root, value, file: source.path.clone(), range: origin.range });
        }
        values
    }
}
