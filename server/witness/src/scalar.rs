//! Texts and numbers that satisfy their schemas.

use std::collections::HashMap;
use std::rc::Rc;

use super::node::Node;
use super::pattern;
use crdls_go::regexp::MatchMemo;
use crdls_manifest::model::Schema;
use crdls_minors::Minor;
use crdls_report::FieldPath;
use crdls_values::{JsonValue, formats};
use foldhash::quality::FixedState;

/// A text of each format that not every text is of.
const OF_FORMATS: [(&str, &str); 25] = [
    ("bsonobjectid", "507f1f77bcf86cd799439011"),
    ("byte", "ZXhhbXBsZQ=="),
    ("cidr", "10.0.0.0/24"),
    ("creditcard", "4111111111111111"),
    ("date", "2024-01-31"),
    ("datetime", "2024-01-31T12:00:00Z"),
    ("duration", "30s"),
    ("email", "someone@example.com"),
    ("hexcolor", "#336699"),
    ("hostname", "example.com"),
    ("ipv4", "10.0.0.1"),
    ("ipv6", "2001:db8::1"),
    ("isbn", "9783161484100"),
    ("isbn10", "316148410X"),
    ("isbn13", "9783161484100"),
    ("k8slongname", "example.com"),
    ("k8sshortname", "example"),
    ("mac", "00:00:5e:00:53:01"),
    ("rgbcolor", "rgb(51, 102, 153)"),
    ("ssn", "078-05-1120"),
    ("uri", "https://example.com"),
    ("uuid", "123e4567-e89b-42d3-a456-426614174000"),
    ("uuid3", "123e4567-e89b-32d3-a456-426614174000"),
    ("uuid4", "123e4567-e89b-42d3-a456-426614174000"),
    ("uuid5", "123e4567-e89b-52d3-a456-426614174000"),
];

/// What people write in a field whose name ends so.
const BY_NAME: [(&str, &str); 28] = [
    ("apiversion", "v1"),
    ("cidr", "10.0.0.0/24"),
    ("subnet", "10.0.0.0/24"),
    ("duration", "30s"),
    ("timeout", "30s"),
    ("interval", "30s"),
    ("period", "30s"),
    ("ttl", "30s"),
    ("email", "someone@example.com"),
    ("endpoint", "https://example.com"),
    ("url", "https://example.com"),
    ("uri", "https://example.com"),
    ("host", "example.com"),
    ("hostname", "example.com"),
    ("domain", "example.com"),
    ("image", "example.com/image:1.0.0"),
    ("ip", "10.0.0.1"),
    ("ipaddress", "10.0.0.1"),
    ("kind", "ConfigMap"),
    ("namespace", "default"),
    ("path", "/example"),
    ("port", "8080"),
    ("schedule", "0 0 * * *"),
    ("size", "1Gi"),
    ("storage", "1Gi"),
    ("memory", "128Mi"),
    ("cpu", "100m"),
    ("version", "1.0.0"),
];

/// So many texts that fit at most, the likeliest first; none where none is found. `literals` are tried last.
pub(super) fn texts(
    node: &Node<'_>,
    name: &str,
    minor: Minor,
    variant: usize,
    literals: impl Iterator<Item = String>,
    count: usize,
) -> Vec<String> {
    let bounds = TextBounds::of(node, minor);
    let (least, most) = (bounds.least, bounds.most);
    let plain = candidates(&bounds.formats, name, variant).flat_map(|text| sized(text, least, most));
    let made = bounds.patterns.iter().filter_map(|pattern| pattern.example(least..=most.min(least.max(64))));
    let mut found: Vec<String> = Vec::new();
    for text in plain.chain(made).chain(literals).filter(|text| bounds.fits(text)) {
        if !found.contains(&text) {
            found.push(text);
        }
        if found.len() >= count {
            break;
        }
    }
    found
}

/// Texts that were worked out for fields, by their paths: an object is made many times over.
#[derive(Debug, Default)]
pub(super) struct KnownTexts(HashMap<FieldPath, Vec<FittingTexts>, FixedState>);

/// The texts that fit a field, and what was asked of them. Which rules are around the field follows from its path.
#[derive(Debug)]
struct FittingTexts {
    patterns: Vec<String>,
    formats: Vec<String>,
    bounds: [Option<i64>; 2],
    variant: usize,
    count: usize,
    texts: Vec<String>,
}

impl KnownTexts {
    /// The texts of the field at a path, at most so many, which `make` works out where they are not known.
    pub(super) fn at(
        &mut self,
        path: &FieldPath,
        node: &Node<'_>,
        (variant, count): (usize, usize),
        make: impl FnOnce() -> Vec<String>,
    ) -> Vec<String> {
        let [patterns, formats] = [Schema::pattern, Schema::format].map(|read| node.texts(read));
        let bounds = [node.most(Schema::min_length), node.least(Schema::max_length)];
        let is_asked = |known: &&FittingTexts| {
            (known.bounds, known.variant, known.count) == (bounds, variant, count)
                && patterns.clone().eq(&known.patterns)
                && formats.clone().eq(&known.formats)
        };
        if let Some(known) = self.0.get(path).and_then(|known| known.iter().find(is_asked)) {
            return known.texts.clone();
        }
        let [patterns, formats] = [patterns, formats].map(|asked| asked.map(str::to_owned).collect());
        let texts = make();
        let known = FittingTexts { patterns, formats, bounds, variant, count, texts: texts.clone() };
        self.0.entry(path.clone()).or_default().push(known);
        texts
    }
}

/// Texts that fit though neither name nor format asks for them.
pub(super) fn unlikely_texts(node: &Node<'_>, minor: Minor, likely: &[String]) -> Vec<String> {
    let bounds = TextBounds::of(node, minor);
    let known = BY_NAME.iter().chain(&OF_FORMATS).map(|(_, text)| (*text).to_owned());
    known.filter(|text| !likely.contains(text) && bounds.fits(text)).collect()
}

/// What a schema asks of a text.
struct TextBounds<'n, 'm> {
    node: &'n Node<'m>,
    least: usize,
    most: usize,
    patterns: Vec<Rc<MatchMemo>>,
    formats: Vec<&'m str>,
}

impl<'n, 'm> TextBounds<'n, 'm> {
    fn of(node: &'n Node<'m>, minor: Minor) -> Self {
        let count = |length: Option<i64>| length.map(|length| usize::try_from(length).unwrap_or(0));
        let is_checked = |format: &&str| crdls_minors::checks_format(format, "string", minor);
        Self {
            node,
            least: count(node.most(Schema::min_length)).unwrap_or(0),
            most: count(node.least(Schema::max_length)).unwrap_or(usize::MAX),
            patterns: node.texts(Schema::pattern).filter_map(pattern::compiled).collect(),
            formats: node.texts(Schema::format).filter(is_checked).collect(),
        }
    }

    fn fits(&self, text: &str) -> bool {
        (self.least..=self.most).contains(&text.chars().count())
            && self.patterns.iter().all(|pattern| pattern.is_match(text))
            && self.formats.iter().all(|format| formats::is_valid(format, text))
            && self.node.may_be(|| JsonValue::Str(text.into()))
    }
}

fn candidates<'n>(formats: &[&str], name: &'n str, variant: usize) -> impl Iterator<Item = String> + use<'n> {
    let plain: Vec<_> = formats.iter().map(|format| format.replace('-', "")).collect();
    let of_formats = OF_FORMATS
        .iter()
        .filter(move |(format, _)| plain.iter().any(|name| name == format))
        .map(|(_, text)| *text);
    let lower = name.to_ascii_lowercase();
    let singular = lower.strip_suffix('s').unwrap_or(&lower);
    let of_name = BY_NAME
        .iter()
        .filter(|(end, _)| ends(&lower, end) || ends(singular, end))
        .max_by_key(|(end, _)| end.len())
        .map(|(_, text)| *text);
    const OTHERS: [&str; 9] =
        ["example", "1", "example.com", "Example", "100m", "1.0.0", "30s", "/example", "example.com/example"];
    let suffix = move |text: String| if variant == 0 { text } else { format!("{text}-{variant}") };
    let named = std::iter::once_with(move || suffix(kebab(name)));
    of_formats.chain(of_name).map(str::to_owned).chain(named).chain(OTHERS.into_iter().map(str::to_owned))
}

/// Whether a text ends so: most differ in the last byte.
fn ends(text: &str, end: &str) -> bool {
    text.as_bytes().last() == end.as_bytes().last() && text.ends_with(end)
}

/// `secretName` as `secret-name`.
fn kebab(name: &str) -> String {
    let mut out = String::new();
    let mut before = '-';
    for c in name.chars() {
        let starts = c.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit());
        if starts || (!c.is_ascii_alphanumeric() && before != '-') {
            out.push('-');
        }
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        }
        before = out.chars().next_back().filter(|c| *c == '-').unwrap_or(c);
    }
    let text = out.trim_matches('-');
    if text.is_empty() { "example".to_owned() } else { text.to_owned() }
}

/// A text as it is, and made as long or as short as it has to be.
fn sized(text: String, least: usize, most: usize) -> impl Iterator<Item = String> {
    const MAX: usize = 4_096;
    let length = text.chars().count();
    let changed = if length < least && least <= MAX {
        Some(text.chars().chain("example".chars().cycle()).take(least).collect())
    } else if length > most {
        Some(text.chars().take(most).collect())
    } else {
        None
    };
    std::iter::once(text).chain(changed)
}

/// Numbers that fit, small ones first; then those next to `limits`, which rules compare with.
pub(super) fn integers(node: &Node<'_>, variant: usize, limits: &[i64]) -> Vec<i64> {
    let least = node.most(|schema| {
        let bound = schema.minimum()?;
        Some(if schema.exclusive_minimum() { (bound + 1.0).floor() } else { bound.ceil() })
    });
    let most = node.least(|schema| {
        let bound = schema.maximum()?;
        Some(if schema.exclusive_maximum() { (bound - 1.0).ceil() } else { bound.floor() })
    });
    let factor =
        node.most(Schema::multiple_of).filter(|factor| *factor >= 1.0).map_or(1, |factor| factor as i64);
    let (least, most) = (least.unwrap_or(f64::MIN), most.unwrap_or(f64::MAX));
    let up = |value: f64| (value as i64).saturating_add(factor - 1) / factor * factor;
    let further = factor.saturating_mul(i64::try_from(variant).unwrap_or(0));
    let start = up(1.0_f64.clamp(least.min(most), most)).saturating_add(further);
    let mut found = Vec::new();
    let likely = [start, up(least.max(0.0)), start.saturating_add(factor), most as i64 / factor * factor, 0];
    let near = |limit: &i64| [-1, 0, 1].map(|step| limit.saturating_add(step));
    for value in likely.into_iter().chain(limits.iter().rev().flat_map(near)) {
        let fits = (least..=most).contains(&(value as f64))
            && value % factor == 0
            && node.may_be(|| JsonValue::Int(value));
        if fits && !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

/// Numbers with a fraction, where whole ones do not fit.
pub(super) fn floats(node: &Node<'_>) -> Vec<f64> {
    let least = node.most(Schema::minimum).unwrap_or(f64::MIN);
    let most = node.least(Schema::maximum).unwrap_or(f64::MAX);
    let middle =
        if least > f64::MIN && most < f64::MAX { (least + most) / 2.0 } else { least.max(most.min(0.5)) };
    let factor = node.most(Schema::multiple_of).filter(|factor| *factor > 0.0);
    vec![factor.map_or(middle, |factor| (middle / factor).ceil() * factor)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_of_their_formats() {
        assert!(OF_FORMATS.iter().all(|(format, text)| formats::is_valid(format, text)));
        let named = OF_FORMATS.map(|(format, _)| format);
        assert!(formats::names().filter(|name| *name != "password").eq(named));
    }

    #[test]
    fn names_in_kebab_case() {
        let table =
            [("secretName", "secret-name"), ("clusterIPs", "cluster-ips"), ("a_b", "a-b"), ("$", "example")];
        for (name, expected) in table {
            assert_eq!(kebab(name), expected);
        }
    }
}
