//! Numbers, texts and paths one after another, as bytes.
//!
//! What is read need not be what was written: everything that is taken from bytes may be missing. Must not know what the
//! values mean.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Values that are written one after another.
#[derive(Debug, Default)]
pub struct Packed(Vec<u8>);

/// Values that are read one after another.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'b>(&'b [u8]);

impl Packed {
    /// With room for so many bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    /// Adds a number, seven bits a byte, the last ones first: most numbers are small.
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// Adds bytes, with their length.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// Adds a text.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Adds a path of this system.
    pub fn path(&mut self, path: &Path) {
        self.bytes(path.as_os_str().as_encoded_bytes());
    }

    /// Adds a point in time, to the nanosecond.
    pub fn time(&mut self, time: SystemTime) {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        self.number(since.as_nanos() as u64);
    }

    /// The bytes of all that was added.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

impl<'b> Bytes<'b> {
    pub const fn of(bytes: &'b [u8]) -> Self {
        Self(bytes)
    }

    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if *byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    pub fn bytes(&mut self) -> Option<&'b [u8]> {
        let length = self.number()?;
        let (bytes, rest) = self.0.split_at_checked(usize::try_from(length).ok()?)?;
        self.0 = rest;
        Some(bytes)
    }

    /// Whether the next bytes are these.
    pub fn take(&mut self, expected: &[u8]) -> bool {
        self.bytes() == Some(expected)
    }

    /// A path of this system.
    #[cfg(unix)]
    pub fn path(&mut self) -> Option<PathBuf> {
        let bytes = self.bytes()?.to_vec();
        Some(<OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes).into())
    }

    /// A path of this system; elsewhere than on Unix only one that is a text.
    #[cfg(not(unix))]
    pub fn path(&mut self) -> Option<PathBuf> {
        Some(OsString::from(std::str::from_utf8(self.bytes()?).ok()?).into())
    }
}

/// A value that can be written as bytes and read again.
pub trait Keep: Sized {
    fn add(&self, packed: &mut Packed);
    fn of(bytes: &mut Bytes<'_>) -> Option<Self>;
}

impl Keep for usize {
    fn add(&self, packed: &mut Packed) {
        packed.number(*self as u64);
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        bytes.number()?.try_into().ok()
    }
}

impl Keep for bool {
    fn add(&self, packed: &mut Packed) {
        packed.number(u64::from(*self));
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        Some(bytes.number()? == 1)
    }
}

impl Keep for u64 {
    fn add(&self, packed: &mut Packed) {
        packed.number(*self);
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        bytes.number()
    }
}

impl Keep for i64 {
    fn add(&self, packed: &mut Packed) {
        packed.number(*self as u64);
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        Some(bytes.number()? as Self)
    }
}

impl Keep for PathBuf {
    fn add(&self, packed: &mut Packed) {
        packed.path(self);
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        bytes.path()
    }
}

impl Keep for Vec<u8> {
    fn add(&self, packed: &mut Packed) {
        packed.bytes(self);
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        bytes.bytes().map(<[u8]>::to_vec)
    }
}

impl Keep for String {
    fn add(&self, packed: &mut Packed) {
        packed.text(self);
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        Self::from_utf8(bytes.bytes()?.to_vec()).ok()
    }
}

impl<T: Keep> Keep for Option<T> {
    fn add(&self, packed: &mut Packed) {
        self.is_some().add(packed);
        self.iter().for_each(|value| value.add(packed));
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        Some(if bool::of(bytes)? { Some(T::of(bytes)?) } else { None })
    }
}

impl<T: Keep> Keep for Vec<T> {
    fn add(&self, packed: &mut Packed) {
        self.len().add(packed);
        self.iter().for_each(|value| value.add(packed));
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        (0..usize::of(bytes)?).map(|_| T::of(bytes)).collect()
    }
}

impl<T: Keep> Keep for Arc<[T]> {
    fn add(&self, packed: &mut Packed) {
        self.len().add(packed);
        self.iter().for_each(|value| value.add(packed));
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        Vec::of(bytes).map(Self::from)
    }
}

impl<A: Keep, B: Keep> Keep for (A, B) {
    fn add(&self, packed: &mut Packed) {
        self.0.add(packed);
        self.1.add(packed);
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        Some((A::of(bytes)?, B::of(bytes)?))
    }
}

impl<T: Keep> Keep for Arc<T> {
    fn add(&self, packed: &mut Packed) {
        T::add(self, packed);
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        T::of(bytes).map(Self::new)
    }
}

impl<T: Keep> Keep for Box<T> {
    fn add(&self, packed: &mut Packed) {
        T::add(self, packed);
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        T::of(bytes).map(Self::new)
    }
}

/// Structures, field by field.
macro_rules! keep_fields {
    ($($type:ty { $($field:ident),* })*) => {$(
        impl Keep for $type {
            fn add(&self, packed: &mut Packed) {
                let Self { $($field),* } = self;
                $($field.add(packed);)*
            }

            fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
                $(let $field = Keep::of(bytes)?;)*
                Some(Self { $($field),* })
            }
        }
    )*};
}

/// Values of a list, by their place in it.
macro_rules! keep_listed {
    ($($type:ty: $all:ident)*) => {$(
        impl Keep for $type {
            fn add(&self, packed: &mut Packed) {
                $all.iter().position(|value| value == self).unwrap_or($all.len()).add(packed);
            }

            fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
                $all.get(usize::of(bytes)?).copied()
            }
        }
    )*};
}

pub(super) use {keep_fields, keep_listed};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_were_written() {
        let numbers = [0, 1, 0x7f, 0x80, 1 << 40, u64::MAX];
        let mut packed = Packed::default();
        numbers.iter().for_each(|number| packed.number(*number));
        packed.path(Path::new("a/b"));
        packed.bytes(b"");
        let written = packed.into_bytes();
        let mut bytes = Bytes::of(&written);
        assert_eq!(numbers.map(|_| bytes.number().unwrap()), numbers);
        assert_eq!(bytes.path().unwrap(), Path::new("a/b"));
        assert_eq!((bytes.bytes(), bytes.bytes(), bytes.number()), (Some(&b""[..]), None, None));
    }

    #[test]
    fn damaged_bytes_are_no_values() {
        for damaged in [&[0xff; 20][..], &[5, 1], &[0x80]] {
            assert_eq!(Bytes::of(damaged).bytes(), None, "{damaged:?}");
        }
    }
}
