//! Addresses and networks (k8s.io/apiserver, pkg/cel/library: ip.go, cidr.go).

use crdls_cel::eval::{Binding, Error, Outcome, Value};

use super::{LibraryType, held, own, text};
use crdls_go::{Addr, Prefix};
use crdls_minors::Difference;
use crdls_minors::trace::note;
use crdls_values::{parse_cidr, parse_ip};

pub(super) static FUNCTIONS: &[Binding] = &[
    Binding::new("string_to_ip", |args| to_ip(text(args)?).map(held)),
    Binding::new("is_ip", |args| Ok(Value::Bool(parse_ip(text(args)?).is_ok()))),
    Binding::new("ip_is_canonical", |args| {
        let text = text(args)?;
        Ok(Value::Bool(to_ip(text)?.to_text() == text))
    }),
    Binding::new("ip_to_string", |args| Ok(Value::string(addr(args, 0)?.to_text()))),
    Binding::new("ip_family", |args| Ok(Value::Int(if addr(args, 0)?.bit_len() == 32 { 4 } else { 6 }))),
    Binding::new("ip_is_unspecified", |args| is(args, Addr::is_unspecified)),
    Binding::new("ip_is_loopback", |args| is(args, Addr::is_loopback)),
    Binding::new("ip_is_link_local_multicast", |args| is(args, Addr::is_link_local_multicast)),
    Binding::new("ip_is_link_local_unicast", |args| is(args, Addr::is_link_local_unicast)),
    Binding::new("ip_is_global_unicast", |args| is(args, Addr::is_global_unicast)),
    Binding::new("string_to_cidr", |args| to_cidr(text(args)?).map(held)),
    Binding::new("is_cidr", |args| Ok(Value::Bool(parse_cidr(text(args)?).is_ok()))),
    Binding::new("cidr_to_string", |args| Ok(Value::string(prefix(args, 0)?.to_text()))),
    Binding::new("cidr_ip", |args| Ok(held(prefix(args, 0)?.addr.clone()))),
    Binding::new("cidr_prefix_length", |args| Ok(Value::Int(prefix(args, 0)?.bits.into()))),
    Binding::new("cidr_masked", |args| Ok(held(prefix(args, 0)?.masked()))),
    Binding::new("cidr_contains_ip_ip", |args| Ok(Value::Bool(prefix(args, 0)?.contains(addr(args, 1)?)))),
    // Of a text that is none, not its own error is told (MaybeNoSuchOverloadErr of the network).
    Binding::new("cidr_contains_ip_string", |args| {
        let addr = to_ip(second_text(args)?).map_err(|_| Error::no_such_overload())?;
        Ok(Value::Bool(prefix(args, 0)?.contains(&addr)))
    }),
    Binding::new("cidr_contains_cidr", |args| Ok(contains(prefix(args, 0)?, prefix(args, 1)?))),
    Binding::new("cidr_contains_cidr_string", |args| {
        Ok(contains(prefix(args, 0)?, &to_cidr(second_text(args)?)?))
    }),
];

/// `containsCIDR` before 1.32.
pub(super) static CONTAINS_CIDR_UNMASKED: &[Binding] = &[
    Binding::new("cidr_contains_cidr", |args| Ok(contains_unmasked(prefix(args, 0)?, prefix(args, 1)?))),
    Binding::new("cidr_contains_cidr_string", |args| {
        Ok(contains_unmasked(prefix(args, 0)?, &to_cidr(second_text(args)?)?))
    }),
];

fn to_ip(text: &str) -> Result<Addr, Error> {
    parse_ip(text).map_err(Error::new)
}

fn to_cidr(text: &str) -> Result<Prefix, Error> {
    parse_cidr(text).map_err(Error::new)
}

fn second_text(args: &[Value]) -> Result<&str, Error> {
    args.get(1).and_then(Value::as_str).ok_or_else(Error::no_such_overload)
}

fn addr(args: &[Value], at: usize) -> Result<&Addr, Error> {
    own(args, at)
}

fn prefix(args: &[Value], at: usize) -> Result<&Prefix, Error> {
    own(args, at)
}

fn is(args: &[Value], holds: fn(&Addr) -> bool) -> Outcome {
    Ok(Value::Bool(holds(addr(args, 0)?)))
}

fn contains(outer: &Prefix, inner: &Prefix) -> Value {
    note(Difference::MasksNetworks.since());
    Value::Bool(outer.overlaps(inner) && outer.bits <= inner.bits)
}

/// The address of the inner network has to be that of the outer one, whatever its other bits would mean.
fn contains_unmasked(outer: &Prefix, inner: &Prefix) -> Value {
    Value::Bool(outer.masked().addr == inner.addr && outer.bits <= inner.bits)
}

impl LibraryType for Addr {
    const NAMES: [&'static str; 3] = ["net.IP", "cel.IP", "netip.Addr"];

    fn equals(&self, other: &Self) -> bool {
        self == other
    }

    fn text(&self) -> String {
        self.to_text()
    }

    fn size(&self) -> Option<u64> {
        Some(u64::from(self.bit_len()) / 8)
    }
}

impl LibraryType for Prefix {
    const NAMES: [&'static str; 3] = ["net.CIDR", "cel.CIDR", "netip.Prefix"];

    fn equals(&self, other: &Self) -> bool {
        self == other
    }

    fn text(&self) -> String {
        self.to_text()
    }

    fn size(&self) -> Option<u64> {
        Some(u64::from(self.bits).div_ceil(8))
    }
}
