//! Reading one manifest: files of any encoding that kubectl reads, and standard input.
//!
//! Knows how large a text may be. Must not know what is in it.

use std::io::{self, Read};
use std::path::Path;
use std::sync::LazyLock;

use crdls_fixes::File;
pub use crdls_manifest::crd_kinds::mentions_crds;
use memchr::memmem::Finder;

use super::reason;
use super::walk::Input;
use crate::guard::guarded;
use crate::seen;
use crate::streams;

/// A larger text does not fit 32-bit offsets once its broken bytes are replaced by longer ones.
pub(super) const LARGEST: u64 = 1 << 30;

/// An input, parsed; the message where it cannot be read.
pub fn read(input: &Input) -> Result<File, String> {
    parsed(&input.name, bytes(input)?)
}

/// The file of bytes; the message where it cannot be read.
pub fn parsed(name: &str, bytes: Vec<u8>) -> Result<File, String> {
    guarded(name, || File::from_bytes(bytes))
}

/// An input that can have a CRD in it, or say what webhooks change, parsed: see [`bytes_with_crds`].
pub fn read_with_crds(input: &Input) -> Result<Option<File>, String> {
    bytes_with_crds(input)?.1.map(|bytes| parsed(&input.name, bytes)).transpose()
}

/// The number of bytes of an input, and the bytes of one that can have a CRD in it, or say what webhooks change; `None` for
/// others. What may be UTF-16 or UTF-32 counts too. The message where it cannot be read.
pub fn bytes_with_crds(input: &Input) -> Result<(usize, Option<Vec<u8>>), String> {
    let bytes = bytes(input)?;
    let is_wide = || memchr::memchr(0, &bytes).is_some();
    let is_wanted = mentions_crds(&bytes) || mentions_mutating(&bytes) || is_wide();
    Ok((bytes.len(), is_wanted.then_some(bytes)))
}

fn bytes(input: &Input) -> Result<Vec<u8>, String> {
    let bytes = match input.path() {
        Some(path) => bytes_of(path),
        None => bytes_of_stdin(),
    };
    bytes.map_err(|err| format!("cannot read {}: {}", input.name, reason(&err)))
}

/// A file that was read before; an empty one where it was removed since.
pub fn read_again(path: &Path) -> File {
    bytes_of(path).map(File::from_bytes).unwrap_or_default()
}

/// Whether the bytes of a file can say which resources a webhook may change.
fn mentions_mutating(bytes: &[u8]) -> bool {
    static KIND: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("MutatingWebhookConfiguration"));
    KIND.find(bytes).is_some()
}

fn bytes_of_stdin() -> io::Result<Vec<u8>> {
    seen::unsure();
    limited(streams::input(), 0)
}

/// The bytes of a file.
pub fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    let file = seen::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    limited(file, metadata.len())
}

/// All bytes, unless they are too many.
fn limited(from: impl Read, expected: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(expected.min(LARGEST) as usize);
    from.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(io::Error::other("it is larger than 1 GiB"));
    }
    Ok(bytes)
}
