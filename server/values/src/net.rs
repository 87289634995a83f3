//! Addresses, networks and URLs as CEL's libraries read them: stricter than Go, and in their own words.
//!
//! Mirrors k8s.io/apiserver (pkg/cel/library: ip.go, cidr.go, urls.go).

use crdls_go::{Addr, Prefix, Url, go_quote as quoted};

/// `parseIPAddr`: no zones, no IPv4 in the clothes of IPv6.
pub fn parse_ip(text: &str) -> Result<Addr, String> {
    let wrong =
        |words| format!("IP Address {} parse error during conversion from string: {words}", quoted(text));
    let addr = Addr::parse(text).map_err(wrong)?;
    if !addr.zone().is_empty() {
        return Err(format!("IP address {} with zone value is not allowed", quoted(text)));
    }
    unmapped(&addr, text)?;
    Ok(addr)
}

/// `stringToCIDR`
pub fn parse_cidr(text: &str) -> Result<Prefix, String> {
    const WRONG: &str = "network address parse error during conversion from string";
    let prefix = Prefix::parse(text).map_err(|words| format!("{WRONG}: {WRONG}: {words}"))?;
    unmapped(&prefix.addr, text).map_err(|words| format!("{WRONG}: {words}"))?;
    Ok(prefix)
}

fn unmapped(addr: &Addr, text: &str) -> Result<(), String> {
    if addr.is_4_in_6() {
        return Err(format!("IPv4-mapped IPv6 address {} is not allowed", quoted(text)));
    }
    Ok(())
}

/// `stringToUrl`: absolute ones.
pub fn parse_url(text: &str) -> Result<Url, String> {
    let read = Url::parse_request(text).and_then(|_| Url::parse(text));
    read.map_err(|words| format!("URL parse error during conversion from string: {words}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strictness() {
        assert!(parse_ip("::1").is_ok() && parse_cidr("::1/64").is_ok() && parse_url("/a#b").is_ok());
        assert_eq!(parse_ip("::1%a"), Err(r#"IP address "::1%a" with zone value is not allowed"#.to_owned()));
        let words = r#"IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed"#;
        assert_eq!(parse_ip("::ffff:1.2.3.4"), Err(words.to_owned()));
        assert!(parse_cidr("::ffff:1.2.3.4/120").is_err_and(|words| words.ends_with("is not allowed")));
        assert!(parse_url("a").is_err());
    }
}
