//! What kind of address it is, and how Go prints it: the methods of `netip.Addr` of Go.

use super::Addr;

impl Addr {
    /// The zone of an IPv6 address (`Zone`); empty where there is none.
    pub fn zone(&self) -> &str {
        match self {
            Self::V4(_) => "",
            Self::V6 { zone, .. } => zone,
        }
    }

    /// Whether it is an IPv4 address in the clothes of IPv6, `::ffff:1.2.3.4`.
    pub fn is_4_in_6(&self) -> bool {
        matches!(self, Self::V6 { bytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, ..], .. })
    }

    /// `IsUnspecified`
    pub fn is_unspecified(&self) -> bool {
        match self {
            Self::V4(bytes) => *bytes == [0; 4],
            Self::V6 { bytes, zone } => *bytes == [0; 16] && zone.is_empty(),
        }
    }

    /// `IsLoopback`
    pub fn is_loopback(&self) -> bool {
        match self {
            Self::V4([first, ..]) => *first == 127,
            Self::V6 { bytes, .. } => u128::from_be_bytes(*bytes) == 1,
        }
    }

    /// `IsMulticast`
    pub fn is_multicast(&self) -> bool {
        match self {
            Self::V4([first, ..]) => first & 0xf0 == 0xe0,
            Self::V6 { bytes: [first, ..], .. } => *first == 0xff,
        }
    }

    /// `IsLinkLocalMulticast`
    pub fn is_link_local_multicast(&self) -> bool {
        match self {
            Self::V4(bytes) => matches!(bytes, [224, 0, 0, _]),
            Self::V6 { bytes: [first, second, ..], .. } => *first == 0xff && second & 0x0f == 0x02,
        }
    }

    /// `IsLinkLocalUnicast`
    pub fn is_link_local_unicast(&self) -> bool {
        match self {
            Self::V4(bytes) => matches!(bytes, [169, 254, ..]),
            Self::V6 { bytes: [first, second, ..], .. } => *first == 0xfe && second & 0xc0 == 0x80,
        }
    }

    /// Private addresses are global too.
    pub fn is_global_unicast(&self) -> bool {
        *self != Self::V4([255; 4])
            && !self.is_unspecified()
            && !self.is_loopback()
            && !self.is_multicast()
            && !self.is_link_local_unicast()
    }

    /// How many bits an address of its kind has.
    pub fn bit_len(&self) -> u8 {
        match self {
            Self::V4(_) => 32,
            Self::V6 { .. } => 128,
        }
    }

    /// In its shortest form: the longest run of zeros is `::`.
    pub fn to_text(&self) -> String {
        match self {
            Self::V4([a, b, c, d]) => format!("{a}.{b}.{c}.{d}"),
            Self::V6 { bytes, zone } => {
                let address = std::net::Ipv6Addr::from(*bytes);
                let text = match address.to_ipv4_mapped() {
                    Some(v4) => format!("::ffff:{v4}"),
                    None => groups(address.segments()),
                };
                if zone.is_empty() { text } else { format!("{text}%{zone}") }
            }
        }
    }
}

/// Unlike std, Go writes no IPv4 address at the end of others than mapped ones.
fn groups(segments: [u16; 8]) -> String {
    let shown = |part: &[u16]| part.iter().map(|group| format!("{group:x}")).collect::<Vec<_>>().join(":");
    let run_at = |start: usize| segments.iter().skip(start).take_while(|group| **group == 0).count();
    // The first of the longest; a single zero is written out.
    let longest = (0..8).map(|start| (run_at(start), start)).rev().max_by_key(|(len, _)| *len);
    match longest {
        Some((len, start)) if len >= 2 => {
            let (before, rest) = segments.split_at(start);
            format!("{}::{}", shown(before), shown(rest.get(len..).unwrap_or_default()))
        }
        _ => shown(&segments),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addr(text: &str) -> Addr {
        Addr::parse(text).expect("an address")
    }

    #[test]
    fn printed() {
        let table = [
            ("1.2.3.4", "1.2.3.4"),
            ("::", "::"),
            ("0:0:0:0:0:0:0:1", "::1"),
            ("1::", "1::"),
            ("1:0:0:2:0:0:0:3", "1:0:0:2::3"),
            ("1:0:0:2:3:0:0:4", "1::2:3:0:0:4"),
            ("1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"),
            ("2001:DB8::00AB", "2001:db8::ab"),
            ("::1.2.3.4", "::102:304"),
            ("::ffff:1.2.3.4", "::ffff:1.2.3.4"),
            ("fe80::1%eth0", "fe80::1%eth0"),
        ];
        for (text, shortest) in table {
            assert_eq!(addr(text).to_text(), shortest);
        }
    }

    #[test]
    fn kinds() {
        assert!(addr("::").is_unspecified() && addr("0.0.0.0").is_unspecified());
        assert!(addr("127.1.2.3").is_loopback() && addr("::1").is_loopback());
        assert!(addr("224.0.0.9").is_link_local_multicast() && !addr("224.0.1.9").is_link_local_multicast());
        assert!(addr("ff12::1").is_link_local_multicast() && !addr("ff11::1").is_link_local_multicast());
        assert!(addr("169.254.1.1").is_link_local_unicast() && addr("febf::").is_link_local_unicast());
        let global = ["10.0.0.1", "fd00::1", "fec0::1"];
        assert!(global.iter().all(|text| addr(text).is_global_unicast()));
        let others =
            ["255.255.255.255", "0.0.0.0", "::", "::1", "239.1.1.1", "ff00::", "fe80::1", "169.254.0.0"];
        assert!(others.iter().all(|text| !addr(text).is_global_unicast()));
    }
}
