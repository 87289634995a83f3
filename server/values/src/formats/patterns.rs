//! Formats that are a pattern: names, identifiers, colours.

use std::sync::LazyLock;

use crdls_go::regexp::{self, Regexp};

/// Labels of letters, symbols, digits and dashes; the last of several is letters alone. One label alone
/// has at most one dash, behind its first character.
static HOSTNAME: LazyLock<Option<Regexp>> = LazyLock::new(|| {
    const WITHIN: &str = r"[0-9\p{S}\p{L}]";
    let single = format!(r"{WITHIN}-?{WITHIN}{{0,62}}|{WITHIN}");
    let label = format!(r"{WITHIN}(?:[-0-9\p{{S}}\p{{L}}]{{0,61}}{WITHIN})?");
    regexp::compile(&format!(r"^(?:{single}|(?:{label}\.)+\p{{L}}{{2,63}})$")).ok()
});

/// `rgb(1, 2, 3)`, each number below 200 or one of 200 to 255, without leading zeros.
static RGB_COLOR: LazyLock<Option<Regexp>> = LazyLock::new(|| {
    const NUMBER: &str = r"\s*(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])\s*";
    regexp::compile(&format!(r"^rgb\({NUMBER},{NUMBER},{NUMBER}\)$")).ok()
});

/// `IsHostname`
pub(super) fn is_hostname(text: &str) -> bool {
    // Before the pattern, which takes its time on long texts.
    text.len() <= 255 && text.split('.').all(|label| label.len() <= 63) && matches(&HOSTNAME, text)
}

pub(super) fn is_rgb_color(text: &str) -> bool {
    matches(&RGB_COLOR, text)
}

fn matches(pattern: &Option<Regexp>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

pub(super) fn is_hex_color(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or(text);
    matches!(digits.len(), 3 | 6) && digits.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Hex digits in groups of 8, 4, 4, 4 and 12, each dash left out or not. Versions 4 and 5 have a variant.
pub(super) fn is_uuid(text: &str, version: Option<u8>) -> bool {
    let mut rest = text.as_bytes();
    let mut digits = Vec::with_capacity(32);
    for (group, len) in [8, 4, 4, 4, 12].into_iter().enumerate() {
        if group > 0 {
            rest = rest.strip_prefix(b"-").unwrap_or(rest);
        }
        let Some((taken, behind)) = rest.split_at_checked(len) else { return false };
        digits.extend_from_slice(taken);
        rest = behind;
    }
    let is_version = version.is_none_or(|version| digits.get(12) == Some(&version));
    let is_variant = !matches!(version, Some(b'4' | b'5'))
        || digits.get(16).is_some_and(|digit| b"89ab".contains(&digit.to_ascii_lowercase()));
    rest.is_empty() && digits.iter().all(u8::is_ascii_hexdigit) && is_version && is_variant
}

/// `IsShortName`
pub(super) fn is_short_name(text: &str) -> bool {
    text.len() <= 63 && is_label(text)
}

/// `IsLongName`: labels have no limit of their own.
pub(super) fn is_long_name(text: &str) -> bool {
    text.len() <= 253 && text.split('.').all(is_label)
}

fn is_label(text: &str) -> bool {
    let is_end = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let bytes = text.as_bytes();
    bytes.first().is_some_and(is_end)
        && bytes.last().is_some_and(is_end)
        && bytes.iter().all(|b| is_end(b) || *b == b'-')
}
