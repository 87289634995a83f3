//! Certificates in PEM, as far as Go's crypto/x509 refuses them for their outline.
//!
//! Mirrors `ParseCertificate` down to the key, the extensions and the values of names, which are taken as
//! they are, and `rootCertPool` of k8s.io/client-go (transport/transport.go).

use super::pem;

const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const OBJECT_IDENTIFIER: u8 = 0x06;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
/// `[0]`, which holds a structure.
const VERSION: u8 = 0xa0;

/// What is wrong with a bundle in which there is no certificate.
pub fn wrong_bundle(bundle: &[u8]) -> Option<String> {
    let mut rest = bundle;
    let mut wrong = None;
    while !rest.is_empty() {
        let Some((block, behind)) = pem::decode(rest) else {
            wrong = wrong.or_else(|| Some("unable to parse bytes as PEM block".to_owned()));
            break;
        };
        rest = behind;
        if block.label != b"CERTIFICATE" || block.has_headers {
            continue;
        }
        match certificate(&block.bytes) {
            Ok(()) => return None,
            Err(words) => wrong = wrong.or(Some(format!("failed to parse certificate: x509: {words}"))),
        }
    }
    (!bundle.is_empty())
        .then(|| wrong.unwrap_or_else(|| "no valid certificate authority data seen".to_owned()))
}

/// What is left to read of some DER.
#[derive(Clone, Copy)]
struct Der<'t>(&'t [u8]);

impl<'t> Der<'t> {
    /// Takes an element of a type: what it holds.
    fn take(&mut self, tag: u8) -> Option<Self> {
        let (found, content, rest) = self.element()?;
        (found == tag).then(|| {
            self.0 = rest;
            Self(content)
        })
    }

    fn is_next(self, tag: u8) -> bool {
        self.0.first() == Some(&tag)
    }

    /// The next element's type, what it holds, and what follows. Lengths are as short as can be.
    fn element(self) -> Option<(u8, &'t [u8], &'t [u8])> {
        let (&tag, rest) = self.0.split_first()?;
        // Types that take more than a byte are not read.
        if tag & 0x1f == 0x1f {
            return None;
        }
        let (&first, rest) = rest.split_first()?;
        let (length, rest) = if first & 0x80 == 0 {
            (usize::from(first), rest)
        } else {
            let (bytes, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            let length = bytes.iter().fold(0_usize, |length, byte| length << 8 | usize::from(*byte));
            let shortest = bytes.len() <= 4 && bytes.first().is_some_and(|byte| *byte != 0) && length >= 0x80;
            shortest.then_some((length, rest))?
        };
        let (content, rest) = rest.split_at_checked(length)?;
        Some((tag, content, rest))
    }

    /// Takes an integer, in as few bytes as can be.
    fn integer(&mut self) -> Option<&'t [u8]> {
        let Self(bytes) = self.take(INTEGER)?;
        let padded = matches!(bytes, [0x00, next, ..] if *next < 0x80)
            || matches!(bytes, [0xff, next, ..] if *next >= 0x80);
        (!bytes.is_empty() && !padded).then_some(bytes)
    }

    fn bit_string(&mut self) -> Option<()> {
        let Self(bytes) = self.take(BIT_STRING)?;
        let (&unused, bits) = bytes.split_first()?;
        let last = bits.last().copied().unwrap_or(0);
        (unused <= 7 && (unused == 0 || !bits.is_empty()) && last & ((1 << unused) - 1) == 0).then_some(())
    }
}

type Checked = Result<(), &'static str>;

/// `ParseCertificate`
fn certificate(der: &[u8]) -> Checked {
    const MALFORMED: &str = "malformed certificate";
    let mut outer = Der(der);
    let mut input = outer.take(SEQUENCE).ok_or(MALFORMED)?;
    let mut tbs = input.take(SEQUENCE).ok_or("malformed tbs certificate")?;
    version(&mut tbs)?;
    let serial = tbs.integer().ok_or("malformed serial number")?;
    if serial.first().is_some_and(|byte| *byte >= 0x80) {
        return Err("negative serial number");
    }
    let signature = tbs.take(SEQUENCE).ok_or("malformed signature algorithm identifier")?;
    let outer_signature = input.take(SEQUENCE).ok_or("malformed algorithm identifier")?;
    if signature.0 != outer_signature.0 {
        return Err("inner and outer signature algorithm identifiers don't match");
    }
    algorithm(signature)?;
    name(tbs.take(SEQUENCE).ok_or("malformed issuer")?)?;
    let mut validity = tbs.take(SEQUENCE).ok_or("malformed validity")?;
    time(&mut validity)?;
    time(&mut validity)?;
    name(tbs.take(SEQUENCE).ok_or("malformed issuer")?)?;
    let mut key = tbs.take(SEQUENCE).ok_or("malformed spki")?;
    algorithm(key.take(SEQUENCE).ok_or("malformed public key algorithm identifier")?)?;
    key.bit_string().ok_or("malformed subjectPublicKey")?;
    input.bit_string().ok_or("malformed signature")?;
    if outer.0.is_empty() { Ok(()) } else { Err("trailing data") }
}

fn version(tbs: &mut Der<'_>) -> Checked {
    const MALFORMED: &str = "malformed version";
    if !tbs.is_next(VERSION) {
        return Ok(());
    }
    let mut held = tbs.take(VERSION).ok_or(MALFORMED)?;
    let version = held.integer().filter(|_| held.0.is_empty()).ok_or(MALFORMED)?;
    match version {
        [0..=2] => Ok(()),
        [first, ..] if *first >= 0x80 || version.len() > 8 => Err(MALFORMED),
        _ => Err("invalid version"),
    }
}

fn algorithm(mut der: Der<'_>) -> Checked {
    der.take(OBJECT_IDENTIFIER).filter(|id| !id.0.is_empty()).ok_or("malformed OID")?;
    if der.0.is_empty() || der.element().is_some() { Ok(()) } else { Err("malformed parameters") }
}

fn name(mut der: Der<'_>) -> Checked {
    while !der.0.is_empty() {
        let mut set = der.take(SET).ok_or("invalid RDNSequence")?;
        while !set.0.is_empty() {
            let mut attribute = set.take(SEQUENCE).ok_or("invalid RDNSequence: invalid attribute")?;
            let id = attribute.take(OBJECT_IDENTIFIER).filter(|id| !id.0.is_empty());
            id.ok_or("invalid RDNSequence: invalid attribute type")?;
            attribute.element().ok_or("invalid RDNSequence: invalid attribute value")?;
        }
    }
    Ok(())
}

fn time(der: &mut Der<'_>) -> Checked {
    let (tag, words) = match der.0.first() {
        Some(&UTC_TIME) => (UTC_TIME, "malformed UTCTime"),
        Some(&GENERALIZED_TIME) => (GENERALIZED_TIME, "malformed GeneralizedTime"),
        _ => return Err("unsupported time format"),
    };
    der.take(tag).map(|_| ()).ok_or(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
        let content = parts.concat();
        let length = match content.len() {
            short @ 0..=0x7f => vec![short as u8],
            long => vec![0x81, long as u8],
        };
        [vec![tag], length, content].concat()
    }

    /// A certificate of nothing, with a serial number.
    fn made(serial: &[u8]) -> Vec<u8> {
        let algorithm = element(SEQUENCE, &[&element(OBJECT_IDENTIFIER, &[&[0x2a]])]);
        let name = element(SEQUENCE, &[]);
        let time = element(UTC_TIME, &[b"260101000000Z"]);
        let validity = element(SEQUENCE, &[&time, &time]);
        let bits = element(BIT_STRING, &[&[0]]);
        let key = element(SEQUENCE, &[&algorithm, &bits]);
        let version = element(VERSION, &[&element(INTEGER, &[&[2]])]);
        let serial = element(INTEGER, &[serial]);
        let tbs = element(SEQUENCE, &[&version, &serial, &algorithm, &name, &validity, &name, &key]);
        element(SEQUENCE, &[&tbs, &algorithm, &bits])
    }

    #[test]
    fn the_outline_is_checked() {
        assert_eq!(certificate(&made(&[1])), Ok(()));
        assert_eq!(certificate(&made(&[0x80])), Err("negative serial number"));
        assert_eq!(certificate(&made(&[0, 1])), Err("malformed serial number"));
        assert_eq!(certificate(&[made(&[1]), vec![0]].concat()), Err("trailing data"));
        assert_eq!(certificate(b""), Err("malformed certificate"));
        assert_eq!(certificate(&element(SEQUENCE, &[])), Err("malformed tbs certificate"));
    }

    #[test]
    fn a_bundle_needs_one_certificate() {
        assert_eq!(wrong_bundle(b""), None);
        assert_eq!(wrong_bundle(b"\n").as_deref(), Some("unable to parse bytes as PEM block"));
        let key = b"-----BEGIN KEY-----\nAAAA\n-----END KEY-----\n";
        assert_eq!(wrong_bundle(key).as_deref(), Some("no valid certificate authority data seen"));
        let broken = b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        let words = "failed to parse certificate: x509: malformed certificate";
        assert_eq!(wrong_bundle(broken).as_deref(), Some(words));
        assert_eq!(wrong_bundle(&[&key[..], broken].concat()).as_deref(), Some(words));
    }
}
