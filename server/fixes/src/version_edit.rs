//! Exact edits of the versions of a CRD: the rest of its text stays as it is, comments too.
//!
//! Must not know why a version is edited.

use crdls_report::FieldPath;
use crdls_text::Edit;
use crdls_yaml::Node;

use super::edit_set::EditSet;
use super::refactorings::version;
use super::request::fix;
use super::resolved_path::ResolvedPath;
use super::value::Value;

/// An edit of the versions of a CRD, each named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersionEdit<'n> {
    /// The version `from` once more after it, as `name`: served like it, and not stored.
    Copy {
        /// The version that is copied.
        from: &'n str,
        /// The name of the copy.
        name: &'n str,
    },
    /// Objects are stored in this version, and in no other one.
    Store(&'n str),
    /// The version is no longer served.
    Unserve(&'n str),
    /// The version is removed.
    Remove(&'n str),
}

impl VersionEdit<'_> {
    /// The text around a CRD with the edit in it; `None` where the version does not exist, or the edit would change more
    /// than it is about: in flow style, with anchors and aliases.
    pub fn applied(self, crd: Node<'_>) -> Option<String> {
        let list = ResolvedPath::find(crd, &FieldPath::of_names(&["spec", "versions"]))?;
        let versions: Vec<_> = list.is_found().then(|| list.items().collect())?;
        let named = |name: &str| versions.iter().find(|it| it.text_of("name").as_deref() == Some(name));
        let edits = match self {
            Self::Copy { from, name } => vec![version::copy(list.node, named(from)?, name)?],
            Self::Store(name) => stored(&versions, named(name)?)?,
            Self::Unserve(name) => vec![named(name)?.down("served").set(&Value::Bool(false))?],
            Self::Remove(name) => vec![named(name)?.remove()?],
        };
        let fix = fix("", edits)?;
        let mut set = EditSet::of(crd.text());
        set.add(&fix).then(|| set.applied())?
    }
}

/// `storage` of each version that has another value than it is to have.
fn stored(versions: &[ResolvedPath<'_>], stored: &ResolvedPath<'_>) -> Option<Vec<Edit>> {
    let is_stored = |version: &ResolvedPath<'_>| version.text_of("storage").as_deref() == Some("true");
    let wanted = |version: &ResolvedPath<'_>| version.node == stored.node;
    let changed = versions.iter().filter(|version| is_stored(version) != wanted(version));
    changed.map(|version| version.down("storage").set(&Value::Bool(wanted(version)))).collect()
}
