//! Semantic versions.
//!
//! Mirrors github.com/blang/semver v4.0.0 and `normalizeAndParse` of k8s.io/apiserver
//! (pkg/cel/library/semverlib.go).

use std::cmp::Ordering;

use crdls_go::go_quote as quoted;

/// A semantic version, as `semver.Version` of github.com/blang/semver.
#[derive(Clone, Debug)]
pub struct Semver {
    /// The first number.
    pub major: u64,
    /// The second number.
    pub minor: u64,
    /// The third number.
    pub patch: u64,
    pre: Vec<Identifier>,
    build: Vec<String>,
}

/// A part of a prerelease. Numbers come before words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Identifier {
    Number(u64),
    Word(String),
}

impl Semver {
    /// `semver.Parse`
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("Version string empty".to_owned());
        }
        let mut parts = text.splitn(3, '.');
        let (Some(major), Some(minor), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
            return Err("No Major.Minor.Patch elements found".to_owned());
        };
        let (major, minor) = (number(major, "major", "Major")?, number(minor, "minor", "Minor")?);
        let (rest, build) = rest.split_once('+').map_or((rest, None), |(rest, build)| (rest, Some(build)));
        let (patch, pre) = rest.split_once('-').map_or((rest, None), |(patch, pre)| (patch, Some(pre)));
        let patch = number(patch, "patch", "Patch")?;
        let pre = pre.into_iter().flat_map(|pre| pre.split('.')).map(identifier).collect::<Result<_, _>>()?;
        let build = build.into_iter().flat_map(|build| build.split('.')).map(build_part);
        Ok(Self { major, minor, patch, pre, build: build.collect::<Result<_, _>>()? })
    }

    /// Without a `v`, with zeros for what is missing and without zeros in front.
    pub fn parse_normalized(text: &str) -> Result<Self, String> {
        let text = text.strip_prefix('v').unwrap_or(text);
        let mut parts: Vec<_> = text.splitn(3, '.').map(without_zeros).collect();
        if parts.len() < 3 && parts.last().is_some_and(|last| last.contains(['+', '-'])) {
            return Err("short version cannot contain PreRelease/Build meta data".to_owned());
        }
        parts.resize(3, "0".to_owned());
        Self::parse(&parts.join("."))
    }

    /// Whether it has no prerelease.
    pub const fn is_release(&self) -> bool {
        self.pre.is_empty()
    }

    /// How it compares; what was built makes no difference.
    pub fn compare(&self, other: &Self) -> Ordering {
        let numbers = |of: &Self| (of.major, of.minor, of.patch);
        numbers(self)
            .cmp(&numbers(other))
            .then_with(|| self.is_release().cmp(&other.is_release()))
            .then_with(|| self.pre.cmp(&other.pre))
    }

    /// The version as it is printed, without a leading `v`.
    pub fn canonical_text(&self) -> String {
        let shown = |part: &Identifier| match part {
            Identifier::Number(number) => number.to_string(),
            Identifier::Word(word) => word.clone(),
        };
        let pre: Vec<_> = self.pre.iter().map(shown).collect();
        let behind = |mark: &str, parts: &[String]| match parts {
            [] => String::new(),
            parts => format!("{mark}{}", parts.join(".")),
        };
        let Self { major, minor, patch, .. } = self;
        format!("{major}.{minor}.{patch}{}{}", behind("-", &pre), behind("+", &self.build))
    }
}

fn without_zeros(part: &str) -> String {
    if part.len() <= 1 {
        return part.to_owned();
    }
    let rest = part.trim_start_matches('0');
    if rest.starts_with(|c: char| c.is_ascii_digit()) { rest.to_owned() } else { format!("0{rest}") }
}

fn number(text: &str, name: &str, capital: &str) -> Result<u64, String> {
    if !is_number(text) {
        return Err(format!("Invalid character(s) found in {name} number {}", quoted(text)));
    }
    if has_leading_zero(text) {
        return Err(format!("{capital} number must not contain leading zeroes {}", quoted(text)));
    }
    parse_uint(text)
}

/// `strconv.ParseUint` of digits
fn parse_uint(digits: &str) -> Result<u64, String> {
    let why = if digits.is_empty() { "invalid syntax" } else { "value out of range" };
    digits.parse().map_err(|_| format!("strconv.ParseUint: parsing {}: {why}", quoted(digits)))
}

fn identifier(text: &str) -> Result<Identifier, String> {
    if text.is_empty() {
        return Err("Prerelease is empty".to_owned());
    }
    if is_number(text) {
        if has_leading_zero(text) {
            let words = "Numeric PreRelease version must not contain leading zeroes";
            return Err(format!("{words} {}", quoted(text)));
        }
        return parse_uint(text).map(Identifier::Number);
    }
    if is_word(text) {
        return Ok(Identifier::Word(text.to_owned()));
    }
    Err(format!("Invalid character(s) found in prerelease {}", quoted(text)))
}

fn build_part(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err("Build meta data is empty".to_owned());
    }
    if is_word(text) {
        return Ok(text.to_owned());
    }
    Err(format!("Invalid character(s) found in build meta data {}", quoted(text)))
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

fn has_leading_zero(text: &str) -> bool {
    text.len() > 1 && text.starts_with('0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order() {
        let sorted =
            ["1.0.0-1", "1.0.0-2", "1.0.0-a", "1.0.0-a.1", "1.0.0-b", "1.0.0", "1.0.1", "1.2.0", "2.0.0"];
        let parsed = sorted.map(|text| Semver::parse(text).expect(text));
        assert!(parsed.is_sorted_by(|a, b| a.compare(b).is_lt()));
        let same = |a: &str, b: &str| Semver::parse(a).expect(a).compare(&Semver::parse(b).expect(b)).is_eq();
        assert!(same("1.0.0+a", "1.0.0+b"));
    }

    #[test]
    fn refusals() {
        let table = [
            ("", "Version string empty"),
            ("1.2", "No Major.Minor.Patch elements found"),
            ("v1.2.3", r#"Invalid character(s) found in major number "v1""#),
            ("1.02.3", r#"Minor number must not contain leading zeroes "02""#),
            ("1.2.", r#"strconv.ParseUint: parsing "": invalid syntax"#),
            (
                "1.2.99999999999999999999",
                r#"strconv.ParseUint: parsing "99999999999999999999": value out of range"#,
            ),
            ("1.2.3-", "Prerelease is empty"),
            ("1.2.3-01", r#"Numeric PreRelease version must not contain leading zeroes "01""#),
            ("1.2.3-é", r#"Invalid character(s) found in prerelease "é""#),
            ("1.2.3+", "Build meta data is empty"),
            ("1.2.3+a_b", r#"Invalid character(s) found in build meta data "a_b""#),
        ];
        for (text, words) in table {
            assert_eq!(Semver::parse(text).map(|v| v.canonical_text()), Err(words.to_owned()), "{text}");
        }
    }

    #[test]
    fn normalized() {
        let table = [("v1", "1.0.0"), ("01.02.03-a+b", "1.2.3-a+b"), ("1.0", "1.0.0"), ("00.00.00", "0.0.0")];
        for (text, expected) in table {
            assert_eq!(
                Semver::parse_normalized(text).map(|v| v.canonical_text()),
                Ok(expected.to_owned()),
                "{text}"
            );
        }
        assert!(Semver::parse_normalized("1.0-a").is_err_and(|words| words.starts_with("short version")));
        assert!(Semver::parse_normalized("").is_err());
    }
}
