//! Names of kinds and versions as Go parses and prints them.
//!
//! Mirrors `ParseGroupVersion`, `GroupVersion.String` and `GroupVersionKind.String` of k8s.io/apimachinery
//! (pkg/runtime/schema/group_version.go).

use std::fmt;

use crdls_manifest::object_meta::group_version;
use crdls_values::Json;

/// A group and a version; both empty where an object names none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupVersion {
    /// Empty for the core group.
    pub group: String,
    /// The version.
    pub version: String,
}

/// `GroupVersionKind`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeName {
    /// The group and version.
    pub version: GroupVersion,
    /// The kind.
    pub kind: String,
}

impl GroupVersion {
    /// What an `apiVersion` names; `None` where Go cannot parse it.
    pub fn parse(api_version: &str) -> Option<Self> {
        let (group, version) = group_version(api_version)?;
        Some(Self { group: group.to_owned(), version: version.to_owned() })
    }
}

impl TypeName {
    /// The kind of an object; empty where it cannot be told.
    pub fn of(object: &Json) -> Self {
        let text = |name: &str| object.get(name).and_then(Json::as_str).unwrap_or_default();
        GroupVersion::parse(text("apiVersion"))
            .map_or_else(Self::default, |version| Self { version, kind: text("kind").to_owned() })
    }
}

impl fmt::Display for GroupVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.group.as_str() {
            "" => f.write_str(&self.version),
            group => write!(f, "{group}/{}", self.version),
        }
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}, Kind={}", self.version.group, self.version.version, self.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_parsed_as_go_does() {
        let parsed = |text: &str| GroupVersion::parse(text).map(|version| version.to_string());
        assert_eq!(parsed("example.org/v1").as_deref(), Some("example.org/v1"));
        assert_eq!(parsed("v1").as_deref(), Some("v1"));
        assert_eq!(parsed("/").as_deref(), Some(""));
        assert_eq!(parsed("a/b/c"), None);
    }

    #[test]
    fn the_core_group_has_an_empty_name() {
        let version = GroupVersion { group: String::new(), version: "v1".to_owned() };
        assert_eq!(TypeName { version, kind: "Pod".to_owned() }.to_string(), "/v1, Kind=Pod");
    }
}
