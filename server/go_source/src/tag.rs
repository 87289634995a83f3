//! Struct tags (reflect, `StructTag.Lookup`).

use crdls_text::TextRange;

use crate::literal::{Unquoted, unquote};

/// A struct tag: `key:"value"` pairs.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct StructTag {
    /// The pairs, up to the first that does not follow the convention: reflect stops there.
    pub entries: Vec<TagEntry>,
}

/// A pair of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagEntry {
    /// The key, `json`.
    pub key: String,
    /// The key in the source.
    pub key_range: TextRange,
    /// The value without its quotes; none if it does not parse.
    pub value: Option<Unquoted>,
    /// The value with its quotes in the source.
    pub value_range: TextRange,
}

/// A part of a value between commas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagOption<'e> {
    /// The part: the name, or an option such as `omitempty`.
    pub text: &'e str,
    /// The part in the source.
    pub range: TextRange,
}

impl StructTag {
    /// Reads the tag of a field; `range` has its quotes.
    pub fn parse(text: &str, range: TextRange) -> Self {
        let Some(tag) = unquote(range.of(text), range.start) else { return Self::default() };
        let mut entries = Vec::new();
        let mut at = 0;
        while let Some((entry, end)) = entry(&tag, at) {
            entries.push(entry);
            at = end;
        }
        Self { entries }
    }

    /// The first pair with this key, if reflect finds it.
    pub fn get(&self, key: &str) -> Option<&TagEntry> {
        self.entries.iter().find(|entry| entry.key == key).filter(|entry| entry.value.is_some())
    }
}

impl TagEntry {
    /// Whether encoding/json leaves out a field with this value.
    pub fn leaves_out(&self) -> bool {
        self.value.as_ref().is_some_and(|value| value.value() == "-")
    }

    /// The parts of the value. The first one is the name, also if it is empty.
    pub fn options(&self) -> Vec<TagOption<'_>> {
        let Some(unquoted) = &self.value else { return Vec::new() };
        let mut at = 0;
        let parts = unquoted.value().split(',');
        parts
            .map(|text| {
                let end = at + text.len() as u32;
                let range = unquoted.source_range(TextRange::new(at, end));
                at = end + 1;
                TagOption { text, range }
            })
            .collect()
    }
}

/// The name of a field in JSON by convention: `httpRoute` of `HTTPRoute`, `id` of `ID`, and `cidrs` of `CIDRs`.
pub fn lower_camel(name: &str) -> String {
    let upper = name.chars().take_while(char::is_ascii_uppercase).count();
    let rest = name.get(upper..).unwrap_or_default();
    let begins_word = rest.starts_with(|c: char| c.is_ascii_lowercase()) && rest != "s" && upper > 1;
    let lowered = if begins_word { upper - 1 } else { upper };
    let (before, after) = name.split_at_checked(lowered).unwrap_or((name, ""));
    format!("{}{after}", before.to_ascii_lowercase())
}

/// The pair from an offset into the tag on, and the offset after it.
fn entry(tag: &Unquoted, at: usize) -> Option<(TagEntry, usize)> {
    let bytes = tag.value().as_bytes();
    let start = at + bytes.get(at..)?.iter().position(|b| *b != b' ')?;
    let is_key = |b: &u8| *b > b' ' && !matches!(*b, b':' | b'"' | 0x7f);
    let colon = start + bytes.get(start..)?.iter().position(|b| !is_key(b))?;
    if colon == start || bytes.get(colon..colon + 2)? != b":\"" {
        return None;
    }
    let open = colon + 1;
    let mut close = open + 1;
    while *bytes.get(close)? != b'"' {
        close += if bytes.get(close) == Some(&b'\\') { 2 } else { 1 };
    }
    let quoted = TextRange::new(open as u32, close as u32 + 1);
    let entry = TagEntry {
        key: tag.value().get(start..colon)?.to_owned(),
        key_range: tag.source_range(TextRange::new(start as u32, colon as u32)),
        value: tag.nested(quoted),
        value_range: tag.source_range(quoted),
    };
    Some((entry, close + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_and_options_have_ranges() {
        let text = r#"A int `json:"name,omitempty" protobuf:"bytes,1,opt"`"#;
        let tag = StructTag::parse(text, TextRange::new(6, text.len() as u32));
        let keys: Vec<_> =
            tag.entries.iter().map(|entry| (entry.key.as_str(), entry.key_range.of(text))).collect();
        assert_eq!(keys, [("json", "json"), ("protobuf", "protobuf")]);
        let json = tag.get("json").unwrap();
        let options: Vec<_> =
            json.options().iter().map(|option| (option.text, option.range.of(text))).collect();
        assert_eq!(options, [("name", "name"), ("omitempty", "omitempty")]);
        assert_eq!(json.value_range.of(text), r#""name,omitempty""#);
    }

    #[test]
    fn reading_stops_at_what_is_no_pair() {
        let keys = |tag: &str| -> Vec<String> {
            let tag = StructTag::parse(tag, TextRange::new(0, tag.len() as u32));
            tag.entries.into_iter().map(|entry| entry.key).collect()
        };
        assert_eq!(keys(r#"`json:"a"  yaml:"b"`"#), ["json", "yaml"]);
        assert_eq!(keys(r#"`json: "a" yaml:"b"`"#), [""; 0]);
        assert_eq!(keys(r#"`json:"a`"#), [""; 0]);
        assert_eq!(keys(r#"`json:"a",yaml:"b"`"#), ["json", ",yaml"]);
        assert_eq!(keys("`json:\"a"), [""; 0]);
    }
}
