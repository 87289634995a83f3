//! `go.mod` and `go.work`: the directives that say where packages are.

use std::collections::BTreeMap;

/// The directives of a `go.mod` or `go.work`. Lines that do not parse are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GoMod {
    /// The folder of the file.
    pub folder: String,
    /// `module`
    pub path: String,
    /// `require`, also of indirect dependencies.
    pub requires: BTreeMap<String, String>,
    /// `replace`
    pub replaces: BTreeMap<String, Replacement>,
    /// `use` of a `go.work`.
    pub uses: Vec<String>,
}

/// What a module is replaced by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Replacement {
    /// A folder, or the path of another module.
    pub path: String,
    /// The version of the other module.
    pub version: Option<String>,
}

impl GoMod {
    pub(super) fn parse(text: &str, folder: &str) -> Self {
        let mut module = Self { folder: folder.to_owned(), ..Self::default() };
        let mut block = None;
        for line in text.lines() {
            let line = line.split_once("//").map_or(line, |(before, _)| before);
            let words: Vec<&str> = line.split_whitespace().map(unquoted).collect();
            match (words.as_slice(), block) {
                ([], _) => {}
                ([")"], _) => block = None,
                ([name, "("], None) => block = Some(*name),
                (words, Some(name)) => module.directive(name, words),
                ([name, rest @ ..], None) => module.directive(name, rest),
            }
        }
        module
    }

    fn directive(&mut self, name: &str, words: &[&str]) {
        match (name, words) {
            ("module", [path, ..]) => self.path = (*path).to_owned(),
            ("require", [path, version, ..]) => {
                self.requires.insert((*path).to_owned(), (*version).to_owned());
            }
            ("use", [folder, ..]) => self.uses.push((*folder).to_owned()),
            ("replace", [path, rest @ ..]) => {
                let Some(arrow) = rest.iter().position(|word| *word == "=>") else { return };
                let Some([by, version @ ..]) = rest.get(arrow + 1..) else { return };
                let version = version.first().map(|version| (*version).to_owned());
                self.replaces.insert((*path).to_owned(), Replacement { path: (*by).to_owned(), version });
            }
            _ => {}
        }
    }
}

fn unquoted(word: &str) -> &str {
    let inside = word.strip_prefix(['"', '`']).and_then(|word| word.strip_suffix(['"', '`']));
    inside.unwrap_or(word)
}
