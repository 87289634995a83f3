//! Paths as the API server writes them: `spec.versions[0].schema.openAPIV3Schema.properties[spec]`.
//!
//! Mirrors `field.Path` of k8s.io/apimachinery v0.37.2 (pkg/util/validation/field/path.go). The
//! server checks its internal type, whose names differ from the manifest's in places (where versions
//! are identical it speaks of `spec.validation`): such a step has two names. A path lives on the
//! stack, a step linked to the one before; text is made only for a finding.

use std::fmt::Write as _;

/// One step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// `.name`; may itself hold dots, as the server's `scale.specReplicasPath`.
    Child(&'a str),
    /// `.name` that the manifest calls otherwise.
    Renamed { server: &'a str, manifest: &'a str },
    /// `[name]`
    Key(&'a str),
    /// `[0]`
    Index(usize),
}

/// A path: the empty one, or a step behind another path.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    before: Option<&'a Path<'a>>,
    step: Option<Step<'a>>,
}

impl<'a> Path<'a> {
    pub const EMPTY: Path<'static> = Path { before: None, step: None };

    pub const fn child(&'a self, name: &'a str) -> Path<'a> {
        self.with(Step::Child(name))
    }

    pub const fn renamed(&'a self, server: &'a str, manifest: &'a str) -> Path<'a> {
        self.with(Step::Renamed { server, manifest })
    }

    pub const fn key(&'a self, name: &'a str) -> Path<'a> {
        self.with(Step::Key(name))
    }

    pub const fn index(&'a self, index: usize) -> Path<'a> {
        self.with(Step::Index(index))
    }

    const fn with(&'a self, step: Step<'a>) -> Path<'a> {
        Path { before: Some(self), step: Some(step) }
    }

    /// The steps from the root on.
    pub fn steps(&self) -> Vec<Step<'a>> {
        let mut steps = Vec::with_capacity(self.back().count());
        steps.extend(self.back());
        steps.reverse();
        steps
    }

    /// The steps from the last one back to the root.
    pub fn back(&self) -> impl Iterator<Item = Step<'a>> + use<'a> {
        let paths = std::iter::successors(Some(*self), |path| path.before.copied());
        paths.filter_map(|path| path.step)
    }

    /// The path as the server says it.
    pub fn server(&self) -> String {
        self.write(|step| match step {
            Step::Renamed { server, .. } => Step::Child(server),
            step => step,
        })
    }

    /// The path in the manifest as written.
    pub fn manifest(&self) -> String {
        self.write(|step| match step {
            Step::Renamed { manifest, .. } => Step::Child(manifest),
            step => step,
        })
    }

    fn write(&self, named: impl Fn(Step<'a>) -> Step<'a>) -> String {
        let mut text = String::new();
        for step in self.steps() {
            let done = match named(step) {
                // Go takes a step without a name for a subscript.
                Step::Child("") => write!(text, "[]"),
                Step::Child(name) | Step::Renamed { manifest: name, .. } if text.is_empty() => {
                    write!(text, "{name}")
                }
                Step::Child(name) | Step::Renamed { manifest: name, .. } => write!(text, ".{name}"),
                Step::Key(name) => write!(text, "[{name}]"),
                Step::Index(index) => write!(text, "[{index}]"),
            };
            debug_assert!(done.is_ok(), "writing to a string does not fail");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_as_the_server_writes_it() {
        let spec = Path::EMPTY.child("spec");
        let schema = spec.renamed("validation", "versions[0].schema");
        let properties = schema.child("properties");
        let property = properties.key("a.b");
        assert_eq!(property.server(), "spec.validation.properties[a.b]");
        assert_eq!(property.manifest(), "spec.versions[0].schema.properties[a.b]");
        assert_eq!(Path::EMPTY.server(), "");
        assert_eq!(spec.child("").child("a").server(), "spec[].a");
    }
}
