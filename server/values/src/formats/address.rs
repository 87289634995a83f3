//! Addresses. IPv4 and CIDR are read as Go did before 1.17, with leading zeros, because values with them
//! may be stored (`ParseIPSloppy` and `ParseCIDRSloppy` of k8s.io/utils/net); IPv6 as Go does now.

use crdls_go::Addr;

/// `isIPv4`: any address with a dot in it, so that `::1.2.3.4` is one too.
pub(super) fn is_ipv4(text: &str) -> bool {
    let is_address = match text.bytes().find(|b| b".:".contains(b)) {
        Some(b'.') => sloppy_v4(text),
        Some(_) => sloppy_v6(text),
        None => false,
    };
    is_address && text.contains('.')
}

/// `IsIPv6`: `net.ParseIP` and a colon.
pub(super) fn is_ipv6(text: &str) -> bool {
    is_ip(text) && text.contains(':')
}

/// `net.ParseIP`: an address without a zone.
pub(super) fn is_ip(text: &str) -> bool {
    match Addr::parse(text) {
        Ok(Addr::V4(_)) => true,
        Ok(Addr::V6 { zone, .. }) => zone.is_empty(),
        Err(_) => false,
    }
}

pub(super) fn is_cidr(text: &str) -> bool {
    let Some((address, mask)) = text.split_once('/') else { return false };
    let most = if sloppy_v4(address) { 32 } else { 128 };
    fits(mask, 10, most) && (most == 32 || sloppy_v6(address))
}

/// `net.ParseMAC`: six, eight or twenty bytes in hex, plain, each behind `:` or `-`, or pairs behind `.`.
pub(super) fn is_mac(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (group, separator) = match (bytes.get(2), bytes.get(4)) {
        (Some(&separator @ (b':' | b'-')), _) => (2, Some(separator)),
        (_, Some(b'.')) => (4, Some(b'.')),
        _ => (2, None),
    };
    let mut count = 0;
    let mut rest = bytes;
    while let Some((digits, behind)) = rest.split_at_checked(group) {
        if !digits.iter().all(u8::is_ascii_hexdigit) {
            return false;
        }
        count += group / 2;
        rest = match (behind, separator) {
            ([], _) => return matches!(count, 6 | 8 | 20),
            (_, None) => behind,
            ([first, behind @ ..], Some(separator)) if *first == separator => behind,
            _ => return false,
        };
    }
    false
}

fn sloppy_v4(text: &str) -> bool {
    text.split('.').count() == 4 && text.split('.').all(|field| fits(field, 10, 255))
}

/// Groups of any length as long as the number fits, `::` at most once.
fn sloppy_v6(text: &str) -> bool {
    let (mut rest, mut ellipsis) = match text.strip_prefix("::") {
        Some("") => return true,
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let mut groups = 0;
    while groups < 8 {
        let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        let (group, behind) = rest.split_at(digits);
        if behind.starts_with('.') {
            let room = if ellipsis { groups <= 6 } else { groups == 6 };
            return room && sloppy_v4(rest) && expands(groups + 2, ellipsis);
        }
        if !fits(group, 16, 0xffff) {
            return false;
        }
        groups += 1;
        if behind.is_empty() {
            return expands(groups, ellipsis);
        }
        let Some(next) = behind.strip_prefix(':').filter(|next| !next.is_empty()) else { return false };
        rest = next;
        if let Some(after) = next.strip_prefix(':') {
            if ellipsis {
                return false;
            }
            (rest, ellipsis) = (after, true);
            if after.is_empty() {
                return expands(groups, ellipsis);
            }
        }
    }
    false
}

/// `::` stands for a group or more.
fn expands(groups: usize, ellipsis: bool) -> bool {
    if ellipsis { groups < 8 } else { groups == 8 }
}

/// Whether a text is a number that is not above a limit; zeros in front do not count.
fn fits(text: &str, radix: u32, most: u32) -> bool {
    let significant = text.trim_start_matches('0');
    let number = if significant.is_empty() { Ok(0) } else { u32::from_str_radix(significant, radix) };
    !text.is_empty() && text.chars().all(|c| c.is_digit(radix)) && number.is_ok_and(|n| n <= most)
}
