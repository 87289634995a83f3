//! URLs as Go's net/url reads them.
//!
//! Mirrors `Parse` and `ParseRequestURI` of Go (net/url/url.go) with their errors. Parts that were
//! escaped and are no UTF-8 then have replacement characters; `url_text` has them as bytes.

use crate::Addr;
use crate::go_quote as quoted;

/// The parts of a URL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Url {
    /// In lower case; empty where there is none.
    pub scheme: String,
    /// What stands before `@`, as written.
    pub user: Option<String>,
    /// With the port.
    pub host: String,
    /// The path, unescaped.
    pub path: String,
    /// The path as written.
    pub(crate) raw_path: String,
    /// Whether a scheme is followed by a path without `//`.
    pub(crate) omits_host: bool,
    /// What follows a scheme without a slash.
    pub opaque: String,
    /// The query as written, without `?`.
    pub query: String,
    /// Whether it ends with a `?` and no query.
    pub(crate) has_empty_query: bool,
    /// The fragment, unescaped.
    pub fragment: String,
    /// The fragment as written.
    pub(crate) raw_fragment: String,
}

/// Where in a URL something is unescaped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Host,
    Zone,
    /// A key or a value of the query, where `+` is a blank.
    Query,
    Other,
}

impl Url {
    /// `url.Parse`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
        let mut url = parse(before, false).map_err(|words| sentence(before, &words))?;
        url.fragment = lossy(unescape(fragment, Part::Other).map_err(|words| sentence(text, &words))?);
        url.raw_fragment = fragment.to_owned();
        Ok(url)
    }

    /// `url.ParseRequestURI`: an absolute URL, or an absolute path.
    pub fn parse_request(text: &str) -> Result<Self, String> {
        parse(text, true).map_err(|words| sentence(text, &words))
    }
}

fn sentence(text: &str, words: &str) -> String {
    format!("parse {}: {words}", quoted(text))
}

fn parse(text: &str, request: bool) -> Result<Url, String> {
    if text.bytes().any(|b| b < b' ' || b == 0x7f) {
        return Err("net/url: invalid control character in URL".to_owned());
    }
    if text.is_empty() && request {
        return Err("empty url".to_owned());
    }
    if text == "*" {
        return Ok(Url { path: "*".to_owned(), raw_path: "*".to_owned(), ..Url::default() });
    }
    let (scheme, rest) = scheme(text)?;
    let (rest, query) = rest.split_once('?').map_or((rest, None), |(rest, query)| (rest, Some(query)));
    let url = Url {
        scheme: scheme.to_ascii_lowercase(),
        query: query.unwrap_or_default().to_owned(),
        has_empty_query: query == Some(""),
        ..Url::default()
    };
    if !rest.starts_with('/') {
        if !scheme.is_empty() {
            return Ok(Url { opaque: rest.to_owned(), ..url });
        }
        relative(rest, request)?;
    }
    hierarchical(url, rest, request)
}

/// What starts neither with a scheme nor with a slash.
fn relative(rest: &str, request: bool) -> Result<(), String> {
    if request {
        return Err("invalid URI for request".to_owned());
    }
    match rest.split('/').next() {
        Some(segment) if segment.contains(':') => {
            Err("first path segment in URL cannot contain colon".to_owned())
        }
        _ => Ok(()),
    }
}

fn hierarchical(mut url: Url, rest: &str, request: bool) -> Result<Url, String> {
    let has_authority = !url.scheme.is_empty() || (!request && !rest.starts_with("///"));
    let path = match rest.strip_prefix("//").filter(|_| has_authority) {
        None => {
            url.omits_host = !url.scheme.is_empty() && rest.starts_with('/');
            rest
        }
        Some(rest) => {
            let (authority, path) =
                rest.split_at_checked(rest.find('/').unwrap_or(rest.len())).unwrap_or((rest, ""));
            (url.user, url.host) = self::authority(&url.scheme, authority)?;
            path
        }
    };
    url.path = lossy(unescape(path, Part::Other)?);
    url.raw_path = path.to_owned();
    Ok(url)
}

/// `getScheme`: the scheme and what follows its colon.
fn scheme(text: &str) -> Result<(&str, &str), String> {
    let is_inside = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    match text.find(|c| !is_inside(c)) {
        Some(0) if text.starts_with(':') => Err("missing protocol scheme".to_owned()),
        Some(end) if text.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            let (scheme, rest) = text.split_at_checked(end).unwrap_or(("", text));
            Ok(rest.strip_prefix(':').map_or(("", text), |rest| (scheme, rest)))
        }
        _ => Ok(("", text)),
    }
}

/// `parseAuthority`: the user, if any, and the host.
fn authority(scheme: &str, text: &str) -> Result<(Option<String>, String), String> {
    let Some((user, host)) = text.rsplit_once('@') else { return Ok((None, host(scheme, text)?)) };
    let host = self::host(scheme, host)?;
    if !user.chars().all(|c| c.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(c)) {
        return Err("net/url: invalid userinfo".to_owned());
    }
    for part in user.splitn(2, ':') {
        unescape(part, Part::Other)?;
    }
    Ok((Some(user.to_owned()), host))
}

/// `parseHost`: a name or an address, and maybe a port.
fn host(scheme: &str, text: &str) -> Result<String, String> {
    match text.rfind('[') {
        Some(0) => return literal(text),
        Some(_) => return Err("invalid IP-literal".to_owned()),
        None => {}
    }
    // Other schemes have lists of hosts, each with a port.
    let strict = matches!(scheme, "http" | "https");
    let colon = if strict { text.find(':') } else { text.rfind(':') };
    if let Some(port) = colon.and_then(|colon| text.get(colon..)) {
        optional_port(port)?;
    }
    unescape(text, Part::Host).map(lossy)
}

/// An IPv6 address in brackets.
fn literal(text: &str) -> Result<String, String> {
    let inside = text.strip_prefix('[').and_then(|rest| rest.rsplit_once(']'));
    let (name, port) = inside.ok_or("missing ']' in host")?;
    optional_port(port)?;
    let port = lossy(unescape(port, Part::Host)?);
    let name = match name.find("%25").and_then(|zone| name.split_at_checked(zone)) {
        Some((name, zone)) => lossy(unescape(name, Part::Host)?) + &lossy(unescape(zone, Part::Zone)?),
        None => lossy(unescape(name, Part::Host)?),
    };
    match Addr::parse(&name) {
        Ok(Addr::V6 { .. }) => Ok(format!("[{name}]{port}")),
        Ok(Addr::V4(_)) => Err("invalid IP-literal".to_owned()),
        Err(words) => Err(format!("invalid host: {words}")),
    }
}

fn optional_port(text: &str) -> Result<(), String> {
    if is_optional_port(text) {
        return Ok(());
    }
    Err(format!("invalid port {} after host", quoted(text)))
}

pub(super) fn is_optional_port(text: &str) -> bool {
    let digits = if text.is_empty() { Some("") } else { text.strip_prefix(':') };
    digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
}

fn lossy(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

/// `unescape`.
pub(super) fn unescape(text: &str, part: Part) -> Result<Vec<u8>, String> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte != b'%' {
            if matches!(part, Part::Host | Part::Zone) && byte.is_ascii() && !stands_in_host(byte) {
                return Err(format!(
                    "invalid character {} in host name",
                    quoted(&char::from(byte).to_string())
                ));
            }
            out.push(if byte == b'+' && part == Part::Query { b' ' } else { byte });
            rest = after;
            continue;
        }
        let unescaped = escape(rest).filter(|byte| may_be_escaped(*byte, part));
        let Some(byte) = unescaped else {
            let escape = String::from_utf8_lossy(rest.get(..3).unwrap_or(rest));
            return Err(format!("invalid URL escape {}", quoted(&escape)));
        };
        out.push(byte);
        rest = rest.get(3..).unwrap_or_default();
    }
    Ok(out)
}

/// The byte that `%xx` stands for.
fn escape(text: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = text else { return None };
    let digit = |b: u8| char::from(b).to_digit(16);
    u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()
}

/// In a host only what is not ASCII is escaped; in a zone also what could stand there unescaped.
fn may_be_escaped(byte: u8, part: Part) -> bool {
    match part {
        Part::Host => byte >= 0x80 || byte == b'%',
        Part::Zone => byte == b'%' || byte == b' ' || stands_in_host(byte),
        Part::Query | Part::Other => true,
    }
}

pub(super) fn stands_in_host(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~!$&'()*+,;=:[]<>\"".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts() {
        let url = Url::parse("HTTPS://user:pw@example.com:8443/a%20b?c=d#e").expect("a URL");
        assert_eq!(url.scheme, "https");
        assert_eq!(url.user.as_deref(), Some("user:pw"));
        assert_eq!(
            (&*url.host, &*url.path, &*url.query, &*url.fragment),
            ("example.com:8443", "/a b", "c=d", "e")
        );
        assert_eq!(Url::parse("https://[::1]:80/").expect("a URL").host, "[::1]:80");
        assert_eq!(Url::parse("mailto:a@b").expect("a URL").opaque, "a@b");
        assert_eq!(Url::parse("a/b").expect("a URL").path, "a/b");
    }

    #[test]
    fn refusals_in_go_s_words() {
        let table = [
            (":a", r#"parse ":a": missing protocol scheme"#),
            ("1a:b", r#"parse "1a:b": first path segment in URL cannot contain colon"#),
            ("https://a b/", r#"parse "https://a b/": invalid character " " in host name"#),
            ("https://a:b/", r#"parse "https://a:b/": invalid port ":b" after host"#),
            ("https://a:1:2/", r#"parse "https://a:1:2/": invalid port ":1:2" after host"#),
            ("https://a/%zz#b", r#"parse "https://a/%zz": invalid URL escape "%zz""#),
            ("https://a/#%z", r#"parse "https://a/#%z": invalid URL escape "%z""#),
            ("https://%41/", r#"parse "https://%41/": invalid URL escape "%41""#),
            ("https://[::1/", r#"parse "https://[::1/": missing ']' in host"#),
            ("https://a[b/", r#"parse "https://a[b/": invalid IP-literal"#),
            ("https://[a]/", r#"parse "https://[a]/": invalid host: ParseAddr("a"): unable to parse IP"#),
            ("https://ü@a/", r#"parse "https://ü@a/": net/url: invalid userinfo"#),
            ("a\tb", r#"parse "a\tb": net/url: invalid control character in URL"#),
        ];
        for (text, words) in table {
            assert_eq!(Url::parse(text), Err(words.to_owned()));
        }
        assert_eq!(Url::parse_request("a/b"), Err(r#"parse "a/b": invalid URI for request"#.to_owned()));
        assert_eq!(Url::parse_request(""), Err(r#"parse "": empty url"#.to_owned()));
    }
}
