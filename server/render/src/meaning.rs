//! What a word means that somebody asks about: a code, a change of a CRD, a kind or a field of it, a CEL function, a
//! keyword of CRDs, a setting, or a topic.
//!
//! Knows where each is looked up, and the order in which they are taken. Must not know how a page is shown.

use std::borrow::Cow;

use crdls_change::ChangeCode;
use crdls_check::codes;
use crdls_ide::{
    Named, absent_function_page, function_names, function_page, keyword_names, keyword_page, kind_names,
    named,
};
use crdls_markers::{help, registry};
use crdls_minors::Minor;
use crdls_resource::Index;

use crate::change_page::change_page;
use crate::field_page::field_page;
use crate::setting_page::{setting_names, setting_page};

/// A sort of things that have names, in the order in which a word is taken for one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    /// A code of a finding.
    Code,
    /// A change of a CRD.
    Change,
    /// A kind, or a field of it.
    Kind,
    /// A function of CEL.
    Function,
    /// A keyword of CRDs.
    Keyword,
    /// A setting.
    Setting,
    /// A marker of Go.
    Marker,
    /// What the server does that no single code or keyword explains.
    Topic,
    /// What CEL has and rules of CRDs do not have.
    AbsentFunction,
}

/// The pages on topics.
const TOPICS: [(&str, &str); 1] = [("ratcheting", include_str!("../../../docs/ratcheting.md"))];

fn topic_page(name: &str) -> Option<&'static str> {
    TOPICS.iter().find(|(topic, _)| *topic == name).map(|(_, page)| *page)
}

/// The page of a marker: by its name with the plus, with or without what it begins with (`+kubebuilder:validation:`).
fn marker_page(word: &str) -> Option<String> {
    let name = word.strip_prefix('+').unwrap_or(word);
    let whole = format!("{}{name}", registry::VALIDATION);
    let found = registry::named(name).or_else(|| registry::named(&whole))?;
    // Words of everyday use are markers with the plus alone.
    let is_asked = word.starts_with('+') || name.contains(':') || whole == found.name;
    is_asked.then(|| help::page(found, registry::Version::NEWEST))
}

impl Vocabulary {
    const ALL: [Self; 9] = [
        Self::Code,
        Self::Change,
        Self::Kind,
        Self::Function,
        Self::Keyword,
        Self::Setting,
        Self::Marker,
        Self::Topic,
        Self::AbsentFunction,
    ];

    /// As it is written before a word, with a colon: `keyword:format`.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Change => "change",
            Self::Kind => "kind",
            Self::Function => "function",
            Self::Keyword => "keyword",
            Self::Setting => "setting",
            Self::Marker => "marker",
            Self::Topic => "topic",
            Self::AbsentFunction => "absent",
        }
    }

    /// With its article, as a sentence has it.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Code => "a code",
            Self::Change => "a change of a CRD",
            Self::Kind => "a kind",
            Self::Function => "a CEL function",
            Self::Keyword => "a keyword of CRDs",
            Self::Setting => "a setting",
            Self::Marker => "a marker of Go",
            Self::Topic => "a topic",
            Self::AbsentFunction => "a CEL function that rules of CRDs do not have",
        }
    }

    fn explanation<'i>(self, word: &str, index: &'i Index, minor: Minor) -> Option<Explanation<'i>> {
        match self {
            Self::Code => codes::by_code(word).map(|code| Explanation::Page(Cow::Borrowed(code.page))),
            Self::Change => ChangeCode::named(word).map(change_page).map(Explanation::made),
            Self::Kind => named(index, word).map(Explanation::Kind),
            Self::Function => function_page(word).map(Explanation::made),
            Self::Keyword => keyword_page(word, minor).map(Explanation::made),
            Self::Setting => setting_page(word).map(Explanation::made),
            Self::Marker => marker_page(word).map(Explanation::made),
            Self::Topic => topic_page(word).map(|page| Explanation::Page(Cow::Borrowed(page))),
            Self::AbsentFunction => absent_function_page(word).map(Explanation::made),
        }
    }
}

/// What there is to show.
#[derive(Debug)]
pub enum Explanation<'i> {
    /// A kind, or a field of it.
    Kind(Named<'i>),
    /// A page in Markdown.
    Page(Cow<'static, str>),
}

impl Explanation<'_> {
    const fn made(page: String) -> Self {
        Self::Page(Cow::Owned(page))
    }
}

/// All that a word means, in the order of [`Vocabulary`]; empty where it means nothing. A word with the prefix of a
/// vocabulary, as `keyword:format`, means only what it means there.
pub fn meanings<'i>(word: &str, index: &'i Index, minor: Minor) -> Vec<(Vocabulary, Explanation<'i>)> {
    let prefixed = word.split_once(':').and_then(|(prefix, rest)| {
        Some((Vocabulary::ALL.into_iter().find(|vocabulary| vocabulary.prefix() == prefix)?, rest))
    });
    let all = Vocabulary::ALL.into_iter();
    let asked = all.filter(|vocabulary| prefixed.is_none_or(|(only, _)| only == *vocabulary));
    let word = prefixed.map_or(word, |(_, rest)| rest).trim();
    asked.filter_map(|vocabulary| Some((vocabulary, vocabulary.explanation(word, index, minor)?))).collect()
}

/// A page in Markdown on the first meaning of a word, see [`meanings`].
pub fn explained(word: &str, index: &Index, minor: Minor) -> Option<String> {
    let page = |explanation: Explanation<'_>| match explanation {
        Explanation::Page(page) => Some(page.into_owned()),
        Explanation::Kind(named) => {
            let page = crdls_ide::field_page(named.crds.first()?, named.version()?, &named.fields).ok()?;
            Some(format!("# {word}\n\n```text\n{}\n```\n", field_page(&page, None, false).trim_end()))
        }
    };
    meanings(word, index, minor).into_iter().find_map(|(_, explanation)| page(explanation))
}

/// How alike two words must be for one to have been meant by the other.
const ALIKE: f64 = 0.82;
/// Words that are less alike than the nearest one, by this much, were not meant.
const SAME: f64 = 0.05;
/// More near words than this help nobody.
const MOST_NEAR: usize = 3;

/// The words of all vocabularies that are most like a word without a meaning, the nearest first.
pub fn near_words(word: &str, index: &Index) -> Vec<String> {
    let word = word.rsplit(':').next().unwrap_or(word).to_lowercase();
    let codes = codes::ALL.iter().map(|code| code.name.to_owned());
    let changes = ChangeCode::names().map(str::to_owned);
    let functions = function_names().map(str::to_owned);
    let keywords = keyword_names().map(str::to_owned);
    let topics = TOPICS.iter().map(|(name, _)| (*name).to_owned());
    let known = codes.chain(changes).chain(kind_names(index)).chain(functions).chain(keywords);
    let known = known.chain(setting_names()).chain(topics);
    let scored = known.map(|name| (strsim::jaro_winkler(&word, &name.to_lowercase()), name));
    let mut near: Vec<_> = scored.filter(|(alike, _)| *alike >= ALIKE).collect();
    near.sort_by(|(a, one), (b, other)| b.total_cmp(a).then_with(|| one.cmp(other)));
    near.dedup_by(|(_, one), (_, other)| one == other);
    let nearest = near.first().map_or(0.0, |(alike, _)| *alike);
    near.retain(|(alike, _)| nearest - alike < SAME);
    near.into_iter().map(|(_, name)| name).take(MOST_NEAR).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(word: &str) -> Vec<Vocabulary> {
        let index = Index::default();
        meanings(word, &index, Minor::NEWEST).into_iter().map(|(vocabulary, _)| vocabulary).collect()
    }

    #[test]
    fn a_word_is_looked_up_everywhere_in_order() {
        assert_eq!(of("missing-type"), [Vocabulary::Code]);
        assert_eq!(of("format"), [Vocabulary::Function, Vocabulary::Keyword]);
        assert_eq!(of("keyword:format"), [Vocabulary::Keyword]);
        assert_eq!(of("maximum-lowered"), [Vocabulary::Change]);
        assert_eq!(of("fieldValidation"), [Vocabulary::Setting]);
        assert_eq!(of("setting:format"), []);
        assert_eq!(of("ratcheting"), [Vocabulary::Topic]);
        assert_eq!(of("name"), [Vocabulary::Keyword, Vocabulary::AbsentFunction]);
    }

    #[test]
    fn near_words_come_from_all_vocabularies() {
        let near = |word| near_words(word, &Index::default());
        for (word, expected) in [
            ("Unsuported-scope", "unsupported-scope"),
            ("startWith", "startsWith"),
            ("maxitem", "maxItems"),
            ("fieldvalidaton", "fieldValidation"),
            ("rachetting", "ratcheting"),
            ("maximum-lowred", "maximum-lowered"),
        ] {
            assert_eq!(near(word).first().map(String::as_str), Some(expected));
        }
        assert!(near("\u{1b}[2J").is_empty() && near("maxitem").len() <= MOST_NEAR);
    }
}
