//! Changes that somebody accepts, and no longer wants to hear of.

use crate::{Change, code};

/// Changes that are left out: those of a code, and where a path is named only those there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoredChange {
    code: String,
    path: Option<String>,
}

impl std::str::FromStr for IgnoredChange {
    type Err = String;

    /// Reads `CODE` or `CODE@PATH`; a code that no change has is an error.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (code, path) =
            text.split_once('@').map_or((text, None), |(code, path)| (code, Some(path.to_owned())));
        match code::is_known(code) {
            true => Ok(Self { code: code.to_owned(), path }),
            false => Err(format!("no change has the code `{code}`")),
        }
    }
}

impl IgnoredChange {
    /// Whether a change is one of them. The path is that of the manifest or that of objects.
    pub fn covers(&self, change: &Change) -> bool {
        let is_code = change.code.name() == self.code || change.code.aliases().contains(&self.code.as_str());
        let is_there = |path: &String| change.path.to_string() == *path || change.field == *path;
        is_code && self.path.as_ref().is_none_or(is_there)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_known() {
        for text in ["maximum-lowered", "crdify:maximum@spec.size", "crd-schema-checker:NoFieldRemoval"] {
            assert!(text.parse::<IgnoredChange>().is_ok(), "{text}");
        }
        assert!("maximum-lowred".parse::<IgnoredChange>().is_err());
        assert!("".parse::<IgnoredChange>().is_err());
    }
}
