//! The parts of a URL as Go's net/url gives and prints them.
//!
//! Mirrors `EscapedPath`, `Hostname`, `Port`, `Query` and `String` of Go (net/url/url.go).

use super::Url;
use super::url::{Part, is_optional_port, stands_in_host, unescape};

/// A query with more parameters is taken for none.
const MAX_PARAMETERS: usize = 10_000;

/// Characters that stand unescaped in a part, besides letters, digits and `-_.~`.
const IN_PATH: &str = "$&+,/:;=@";
const IN_FRAGMENT: &str = "$&+,/:;=?@!()*";
const IN_USER: &str = "$&+,;=";
/// Characters that stay unescaped if the author wrote them so.
const LEFT_ALONE: &str = "!$&'()*+,;=:@[]%";

impl Url {
    /// The host without port and brackets.
    pub fn hostname(&self) -> &str {
        let name = self.split_host().0;
        name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name)
    }

    /// The digits behind the host; empty where there are none.
    pub fn port(&self) -> &str {
        self.split_host().1
    }

    fn split_host(&self) -> (&str, &str) {
        match self.host.rsplit_once(':') {
            Some((name, port)) if is_optional_port(&format!(":{port}")) => (name, port),
            _ => (&self.host, ""),
        }
    }

    /// `EscapedPath`: the path as it was written where that is valid, else escaped anew.
    pub fn escaped_path(&self) -> String {
        as_written_or_escaped(&self.raw_path, IN_PATH)
    }

    /// Keys with their values in the order of the text; what cannot be unescaped or has a `;` is left out.
    pub fn query(&self) -> Vec<(String, Vec<String>)> {
        let mut found: Vec<(String, Vec<String>)> = Vec::new();
        if self.query.split('&').count() > MAX_PARAMETERS {
            return found;
        }
        let parts = self.query.split('&').filter(|part| !part.is_empty() && !part.contains(';'));
        let mut places = std::collections::BTreeMap::new();
        for (key, value) in parts.map(|part| part.split_once('=').unwrap_or((part, ""))) {
            let [Ok(key), Ok(value)] = [key, value].map(|text| unescape(text, Part::Query)) else { continue };
            let [key, value] = [key, value].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            let at = *places.entry(key.clone()).or_insert(found.len());
            match found.get_mut(at) {
                Some((_, values)) => values.push(value),
                None => found.push((key, vec![value])),
            }
        }
        found
    }

    /// `String`, by which URLs are compared.
    pub fn to_text(&self) -> String {
        let mut out = if self.scheme.is_empty() { String::new() } else { format!("{}:", self.scheme) };
        if self.opaque.is_empty() {
            self.write_hierarchical(&mut out)
        } else {
            out.push_str(&self.opaque)
        }
        if self.has_empty_query || !self.query.is_empty() {
            out.push('?');
            out.push_str(&self.query);
        }
        if !self.fragment.is_empty() {
            out.push('#');
            out.push_str(&as_written_or_escaped(&self.raw_fragment, IN_FRAGMENT));
        }
        out
    }

    fn write_hierarchical(&self, out: &mut String) {
        let has_authority = !self.host.is_empty() || self.user.is_some();
        if has_authority || !(self.scheme.is_empty() || self.omits_host) {
            if has_authority || !self.raw_path.is_empty() {
                out.push_str("//");
            }
            if let Some(user) = &self.user {
                let parts = user.splitn(2, ':').map(|part| unescape(part, Part::Other).unwrap_or_default());
                let parts: Vec<_> =
                    parts.map(|part| escaped(&part, |b| IN_USER.as_bytes().contains(&b))).collect();
                out.push_str(&parts.join(":"));
                out.push('@');
            }
            out.push_str(&escaped(self.host.as_bytes(), stands_in_host));
        }
        let path = self.escaped_path();
        if !path.is_empty() && !path.starts_with('/') && !self.host.is_empty() {
            out.push('/');
        }
        if out.is_empty() && path.split('/').next().is_some_and(|segment| segment.contains(':')) {
            out.push_str("./");
        }
        out.push_str(&path);
    }
}

/// What was written where that can stand so; else unescaped and escaped anew.
fn as_written_or_escaped(raw: &str, plain: &str) -> String {
    let is_inside = |b: u8| plain.as_bytes().contains(&b);
    if raw.bytes().all(|b| is_unreserved(b) || is_inside(b) || LEFT_ALONE.as_bytes().contains(&b)) {
        return raw.to_owned();
    }
    escaped(&unescape(raw, Part::Other).unwrap_or_default(), is_inside)
}

fn escaped(bytes: &[u8], is_plain: impl Fn(u8) -> bool) -> String {
    let mut out = String::with_capacity(bytes.len());
    for &byte in bytes {
        if is_unreserved(byte) || is_plain(byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).expect("a URL")
    }

    #[test]
    fn hosts_and_ports() {
        let table = [
            ("https://[::1]:80/", "::1", "80"),
            ("https://[::1]/", "::1", ""),
            ("https://a:/", "a", ""),
            ("x://a:1,b:2/", "a:1,b", "2"),
            ("/a", "", ""),
        ];
        for (text, name, port) in table {
            assert_eq!((url(text).hostname(), url(text).port()), (name, port), "{text}");
        }
    }

    #[test]
    fn paths() {
        let table = [
            ("https://a/b c/", "/b%20c/"),
            ("https://a/%41!", "/%41!"),
            ("https://a/%41 ", "/A%20"),
            ("https://a/é", "/%C3%A9"),
            ("https://a", ""),
            ("*", "*"),
        ];
        for (text, path) in table {
            assert_eq!(url(text).escaped_path(), path, "{text}");
        }
    }

    #[test]
    fn queries() {
        let found = url("/?b=1&a&b=%41+c&;=1&%zz=1&&c=d=e").query();
        let pairs: Vec<_> = found.iter().map(|(key, values)| format!("{key}={}", values.join("|"))).collect();
        assert_eq!(pairs, ["b=1|A c", "a=", "c=d=e"]);
    }

    #[test]
    fn printed() {
        for same in ["https://u:p@a:80/b?c#d", "mailto:a@b", "a:/b", "a:///b", "/a?", "//a", "./b:c"] {
            assert_eq!(url(same).to_text(), same);
        }
        assert_eq!(url("HTTP://é/ é?é#é").to_text(), "http://%C3%A9/%20%C3%A9?é#%C3%A9");
        assert_eq!(url("x://u%40:p%3a@a").to_text(), "x://u%40:p%3A@a");
    }
}
