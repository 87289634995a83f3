//! Changes that somebody accepts, and no longer wants to hear of.

use crdls_text::nearest;

use crate::{Change, ChangeCode, code};

/// Changes that are left out: those of a code, and where a path is named only those there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoredChange {
    code: String,
    path: Option<String>,
    /// Why they are accepted; empty where nobody says it.
    pub reason: String,
}

impl std::str::FromStr for IgnoredChange {
    type Err = String;

    /// Reads `CODE` or `CODE@PATH`; a code that no change has is an error, with the one that was meant.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (code, path) =
            text.split_once('@').map_or((text, None), |(code, path)| (code, Some(path.to_owned())));
        match code::is_known(code) {
            true => Ok(Self { code: code.to_owned(), path, reason: String::new() }),
            false => {
                let near = Self::meant(text).map(|near| format!("; did you mean `{near}`?"));
                Err(format!("no change has the code `{code}`{}", near.unwrap_or_default()))
            }
        }
    }
}

impl IgnoredChange {
    /// The text with the nearest code in place of one that no change has; `None` where none is near.
    pub fn meant(text: &str) -> Option<String> {
        let (code, path) = text.split_at(text.find('@').unwrap_or(text.len()));
        nearest(code, ChangeCode::names()).map(|near| format!("{near}{path}"))
    }

    /// The first of some that covers a change.
    pub fn of<'i>(all: &'i [Self], change: &Change) -> Option<&'i Self> {
        all.iter().find(|ignored| ignored.covers(change))
    }

    /// Whether a change is one of them. The path is that of the manifest or that of objects.
    fn covers(&self, change: &Change) -> bool {
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
        assert!("".parse::<IgnoredChange>().is_err());
        let wrong = "maximum-lowred@spec.size".parse::<IgnoredChange>();
        let expected = "no change has the code `maximum-lowred`; did you mean `maximum-lowered@spec.size`?";
        assert_eq!(wrong, Err(expected.to_owned()));
    }
}
