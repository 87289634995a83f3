//! Networks as Go's `netip.ParsePrefix` reads them: an address, a slash, a number of bits.
//!
//! Mirrors Go (net/netip/netip.go). The address may have bits set behind the prefix.

use crate::Addr;
use crate::go_quote as quoted;

/// An address with the length of its network, as `netip.Prefix`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// The address, with the bits of the host.
    pub addr: Addr,
    /// How many bits the network has.
    pub bits: u8,
}

impl Prefix {
    /// Reads a network, or says why it is none, in Go's words.
    pub fn parse(text: &str) -> Result<Self, String> {
        parse(text).map_err(|words| format!("netip.ParsePrefix({}): {words}", quoted(text)))
    }

    /// `Contains`: whether an address is in the network; one with a zone is in none.
    pub fn contains(&self, addr: &Addr) -> bool {
        addr.zone().is_empty()
            && self.addr.bit_len() == addr.bit_len()
            && high_bits(&self.addr, self.bits) == high_bits(addr, self.bits)
    }

    /// `Overlaps`: whether the networks have an address in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        let bits = self.bits.min(other.bits);
        self.addr.bit_len() == other.addr.bit_len()
            && high_bits(&self.addr, bits) == high_bits(&other.addr, bits)
    }

    /// The same network without the bits behind its prefix.
    pub fn masked(&self) -> Self {
        let high = high_bits(&self.addr, self.bits).to_be_bytes();
        let addr = match (&self.addr, high) {
            (Addr::V4(_), [a, b, c, d, ..]) => Addr::V4([a, b, c, d]),
            (Addr::V6 { .. }, bytes) => Addr::V6 { bytes, zone: String::new() },
        };
        Self { addr, bits: self.bits }
    }

    /// `String`: `10.0.0.0/8`.
    pub fn to_text(&self) -> String {
        format!("{}/{}", self.addr.to_text(), self.bits)
    }
}

fn parse(text: &str) -> Result<Prefix, String> {
    let (address, bits) = text.rsplit_once('/').ok_or("no '/'")?;
    let addr = Addr::parse(address)?;
    if !addr.zone().is_empty() {
        return Err("IPv6 zones cannot be present in a prefix".to_owned());
    }
    // What Atoi takes, but neither a sign nor a zero in front.
    let is_number = !bits.is_empty()
        && bits.bytes().all(|b| b.is_ascii_digit())
        && (bits.len() == 1 || !bits.starts_with('0'))
        && bits.parse::<i64>().is_ok();
    if !is_number {
        return Err(format!("bad bits after slash: {}", quoted(bits)));
    }
    let fitting = bits.parse().ok().filter(|bits| *bits <= addr.bit_len());
    let bits = fitting.ok_or("prefix length out of range")?;
    Ok(Prefix { addr, bits })
}

/// The first bits of an address, at the upper end of a number.
fn high_bits(addr: &Addr, bits: u8) -> u128 {
    let all = match addr {
        Addr::V4(bytes) => u128::from(u32::from_be_bytes(*bytes)) << 96,
        Addr::V6 { bytes, .. } => u128::from_be_bytes(*bytes),
    };
    let behind = u128::MAX.checked_shr(u32::from(bits)).unwrap_or(0);
    all & !behind
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prefix(text: &str) -> Prefix {
        Prefix::parse(text).expect("a network")
    }

    #[test]
    fn networks() {
        assert_eq!(prefix("10.1.2.3/8").masked().to_text(), "10.0.0.0/8");
        assert_eq!(prefix("10.1.2.3/0").masked().to_text(), "0.0.0.0/0");
        assert_eq!(prefix("2001:db8:ffff::/33").masked().to_text(), "2001:db8:8000::/33");
        let addr = |text| Addr::parse(text).expect("an address");
        assert!(prefix("10.0.0.0/8").contains(&addr("10.255.0.1")));
        assert!(!prefix("10.0.0.0/8").contains(&addr("11.0.0.1")));
        assert!(
            !prefix("::/0").contains(&addr("1.2.3.4")) && !prefix("fe80::/8").contains(&addr("fe80::%1"))
        );
        assert!(prefix("10.0.0.0/8").overlaps(&prefix("10.1.0.0/16")));
        assert!(!prefix("0.0.0.0/0").overlaps(&prefix("::/0")));
    }

    #[test]
    fn refusals_in_go_s_words() {
        let table = [
            ("10.0.0.0", "no '/'"),
            ("10.0.0/8", r#"ParseAddr("10.0.0"): IPv4 address too short"#),
            ("10.0.0.0/33", "prefix length out of range"),
            ("10.0.0.0/300", "prefix length out of range"),
            ("10.0.0.0/08", r#"bad bits after slash: "08""#),
            ("10.0.0.0/", r#"bad bits after slash: """#),
            ("10.0.0.0/-1", r#"bad bits after slash: "-1""#),
            ("10.0.0.0/99999999999999999999", r#"bad bits after slash: "99999999999999999999""#),
            ("fe80::%1/64", "IPv6 zones cannot be present in a prefix"),
        ];
        for (text, words) in table {
            assert_eq!(Prefix::parse(text), Err(format!("netip.ParsePrefix({text:?}): {words}")));
        }
    }
}
