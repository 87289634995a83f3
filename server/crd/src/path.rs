//! Paths as the API server writes them: `spec.versions[0].schema.openAPIV3Schema.properties[spec]`.
//!
//! Mirrors `field.Path` of k8s.io/apimachinery v0.37.2 (pkg/util/validation/field/path.go). A path
//! lives on the stack, a step linked to the one before; text is made only for a finding.

use std::fmt;

/// One step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// `.name`; may itself hold dots, as the server's `scale.specReplicasPath`.
    Child(&'a str),
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
        Path { before: Some(self), step: Some(Step::Child(name)) }
    }

    pub const fn key(&'a self, name: &'a str) -> Path<'a> {
        Path { before: Some(self), step: Some(Step::Key(name)) }
    }

    pub const fn index(&'a self, index: usize) -> Path<'a> {
        Path { before: Some(self), step: Some(Step::Index(index)) }
    }

    /// The steps from the root on.
    pub fn steps(&self) -> Vec<Step<'a>> {
        let mut steps = Vec::new();
        let mut at = Some(*self);
        while let Some(path) = at {
            steps.extend(path.step);
            at = path.before.copied();
        }
        steps.reverse();
        steps
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.steps().into_iter().enumerate() {
            match step {
                Step::Child(name) if i == 0 => f.write_str(name)?,
                Step::Child(name) => write!(f, ".{name}")?,
                Step::Key(name) => write!(f, "[{name}]")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_as_the_server_writes_it() {
        let spec = Path::EMPTY.child("spec");
        let versions = spec.child("versions");
        let first = versions.index(0);
        let properties = first.child("properties");
        assert_eq!(properties.key("a.b").to_string(), "spec.versions[0].properties[a.b]");
        assert_eq!(Path::EMPTY.to_string(), "");
    }
}
