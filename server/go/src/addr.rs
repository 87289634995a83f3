//! IP addresses as Go's `netip.ParseAddr` reads them.
//!
//! Mirrors Go (net/netip/netip.go): no leading zeros, IPv4 at the end of IPv6, zones.

use crate::go_quote as quoted;

/// An address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Addr {
    /// An IPv4 address.
    V4([u8; 4]),
    /// An IPv6 address.
    V6 {
        /// The address.
        bytes: [u8; 16],
        /// What follows `%`; empty where there is none.
        zone: String,
    },
}

impl Addr {
    /// Reads an address, or says why it is none, in Go's words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parsed = match text.bytes().find(|b| b".:%".contains(b)) {
            Some(b'.') => v4(text).map(Self::V4),
            Some(b':') => v6(text),
            Some(_) => Err(Wrong::new("missing IPv6 address")),
            None => Err(Wrong::new("unable to parse IP")),
        };
        parsed.map_err(|wrong| wrong.sentence(text))
    }
}

/// What is wrong, and the text from there on.
struct Wrong<'t> {
    words: &'static str,
    at: &'t str,
}

impl<'t> Wrong<'t> {
    fn new(words: &'static str) -> Self {
        Self { words, at: "" }
    }

    fn at(words: &'static str, at: &'t str) -> Self {
        Self { words, at }
    }

    fn sentence(&self, text: &str) -> String {
        let at = if self.at.is_empty() { String::new() } else { format!(" (at {})", quoted(self.at)) };
        format!("ParseAddr({}): {}{at}", quoted(text), self.words)
    }
}

/// `parseIPv4Fields`.
fn v4(text: &str) -> Result<[u8; 4], Wrong<'_>> {
    let mut fields = [0; 4];
    let (mut value, mut digits, mut at) = (0_u32, 0, 0);
    let mut before = '.';
    for (i, c) in text.char_indices() {
        let rest = text.get(i..).unwrap_or_default();
        match c {
            '0'..='9' if digits == 1 && value == 0 => {
                return Err(Wrong::new("IPv4 field has octet with leading zero"));
            }
            '0'..='9' => {
                value = value * 10 + (c as u32 - '0' as u32);
                digits += 1;
                if value > 255 {
                    return Err(Wrong::new("IPv4 field has value >255"));
                }
            }
            '.' if before == '.' || rest.len() == 1 => {
                return Err(Wrong::at("IPv4 field must have at least one digit", rest));
            }
            '.' if at == 3 => return Err(Wrong::new("IPv4 address too long")),
            '.' => {
                put(&mut fields, at, value as u8);
                (value, digits, at) = (0, 0, at + 1);
            }
            _ => return Err(Wrong::at("unexpected character", rest)),
        }
        before = c;
    }
    if at < 3 {
        return Err(Wrong::new("IPv4 address too short"));
    }
    put(&mut fields, 3, value as u8);
    Ok(fields)
}

/// `parseIPv6`.
fn v6(text: &str) -> Result<Addr, Wrong<'_>> {
    let (address, zone) = match text.split_once('%') {
        Some((_, "")) => return Err(Wrong::new("zone must be a non-empty string")),
        Some((address, zone)) => (address, zone),
        None => (text, ""),
    };
    let mut read = Groups { rest: address, bytes: [0; 16], len: 0, ellipsis: None };
    if let Some(rest) = address.strip_prefix("::") {
        read.rest = rest;
        read.ellipsis = Some(0);
    }
    if !(read.ellipsis.is_some() && read.rest.is_empty()) {
        while read.len < 16 && read.group()? {}
    }
    if !read.rest.is_empty() {
        return Err(Wrong::at("trailing garbage after address", read.rest));
    }
    Ok(Addr::V6 { bytes: read.expanded()?, zone: zone.to_owned() })
}

/// The groups of an IPv6 address as they are read.
struct Groups<'t> {
    rest: &'t str,
    bytes: [u8; 16],
    len: usize,
    /// Where `::` stands.
    ellipsis: Option<usize>,
}

impl<'t> Groups<'t> {
    /// Reads a group; whether another one has to follow.
    fn group(&mut self) -> Result<bool, Wrong<'t>> {
        let group = self.rest;
        let digits = group.bytes().take_while(u8::is_ascii_hexdigit).count();
        if digits > 4 {
            return Err(Wrong::at("each group must have 4 or less digits", group));
        }
        if digits == 0 {
            return Err(Wrong::at("each colon-separated field must have at least one digit", group));
        }
        let (number, rest) = group.split_at_checked(digits).unwrap_or_default();
        if rest.starts_with('.') {
            self.v4_at_the_end()?;
            return Ok(false);
        }
        let value = u16::from_str_radix(number, 16).unwrap_or_default();
        for byte in value.to_be_bytes() {
            self.push(byte);
        }
        self.colon(rest)
    }

    fn v4_at_the_end(&mut self) -> Result<(), Wrong<'t>> {
        let group = self.rest;
        if self.ellipsis.is_none() && self.len != 12 {
            let words = "embedded IPv4 address must replace the final 2 fields of the address";
            return Err(Wrong::at(words, group));
        }
        if self.len + 4 > 16 {
            let words = "too many hex fields to fit an embedded IPv4 at the end of the address";
            return Err(Wrong::at(words, group));
        }
        for byte in v4(group)? {
            self.push(byte);
        }
        self.rest = "";
        Ok(())
    }

    /// What stands between two groups.
    fn colon(&mut self, rest: &'t str) -> Result<bool, Wrong<'t>> {
        self.rest = rest;
        if rest.is_empty() {
            return Ok(false);
        }
        let Some(next) = rest.strip_prefix(':') else {
            return Err(Wrong::at("unexpected character, want colon", rest));
        };
        if next.is_empty() {
            return Err(Wrong::at("colon must be followed by more characters", rest));
        }
        self.rest = next;
        let Some(after) = next.strip_prefix(':') else { return Ok(true) };
        if self.ellipsis.is_some() {
            return Err(Wrong::at("multiple :: in address", next));
        }
        self.ellipsis = Some(self.len);
        self.rest = after;
        Ok(!after.is_empty())
    }

    fn push(&mut self, byte: u8) {
        put(&mut self.bytes, self.len, byte);
        self.len += 1;
    }

    /// The bytes with zeros where `::` stands.
    fn expanded(mut self) -> Result<[u8; 16], Wrong<'t>> {
        match self.ellipsis {
            None if self.len < 16 => Err(Wrong::new("address string too short")),
            Some(_) if self.len == 16 => Err(Wrong::new("the :: must expand to at least one field of zeros")),
            Some(at) => {
                if let Some(tail) = self.bytes.get_mut(at..) {
                    tail.rotate_right(16 - self.len);
                }
                Ok(self.bytes)
            }
            None => Ok(self.bytes),
        }
    }
}

fn put(bytes: &mut [u8], at: usize, byte: u8) {
    if let Some(place) = bytes.get_mut(at) {
        *place = byte;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        assert_eq!(Addr::parse("1.2.3.4"), Ok(Addr::V4([1, 2, 3, 4])));
        let v6 = |text: &str| match Addr::parse(text) {
            Ok(Addr::V6 { bytes, zone }) => (u128::from_be_bytes(bytes), zone),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(v6("::"), (0, String::new()));
        assert_eq!(v6("::1%eth0"), (1, "eth0".to_owned()));
        assert_eq!(v6("1::"), (1 << 112, String::new()));
        assert_eq!(v6("2001:db8::1:2").0, 0x2001_0db8_0000_0000_0000_0000_0001_0002);
        assert_eq!(v6("::ffff:1.2.3.4").0, 0xffff_0102_0304);
        assert_eq!(v6("1:2:3:4:5:6:7:8").0, 0x0001_0002_0003_0004_0005_0006_0007_0008);
    }

    #[test]
    fn refusals_in_go_s_words() {
        let table = [
            ("", "unable to parse IP"),
            ("a%b", "missing IPv6 address"),
            ("1.2.3", "IPv4 address too short"),
            ("1.2.3.4.5", "IPv4 address too long"),
            ("1..2.3", r#"IPv4 field must have at least one digit (at ".2.3")"#),
            ("1.2.3.", r#"IPv4 field must have at least one digit (at ".")"#),
            ("01.2.3.4", "IPv4 field has octet with leading zero"),
            ("256.2.3.4", "IPv4 field has value >255"),
            ("a.b", r#"unexpected character (at "a.b")"#),
            ("12345::", r#"each group must have 4 or less digits (at "12345::")"#),
            ("::%", "zone must be a non-empty string"),
            (":1", r#"each colon-separated field must have at least one digit (at ":1")"#),
            ("1:", r#"colon must be followed by more characters (at ":")"#),
            ("1::2::3", r#"multiple :: in address (at ":3")"#),
            ("1:2:3:4:5:6:7", "address string too short"),
            ("1:2:3:4:5:6:7:8:9", r#"trailing garbage after address (at "9")"#),
            ("::1:2:3:4:5:6:7:8", "the :: must expand to at least one field of zeros"),
            (
                "1:1.2.3.4",
                r#"embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")"#,
            ),
        ];
        for (text, words) in table {
            assert_eq!(Addr::parse(text), Err(format!("ParseAddr({text:?}): {words}")));
        }
    }
}
