//! Bytes to text.

/// A text read from bytes. What is no character became U+FFFD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text; empty where there were no bytes.
    pub text: String,
    /// What keeps kubectl from reading the bytes.
    pub flaw: Option<Flaw>,
}

/// What keeps kubectl from reading bytes as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A byte that is not UTF-8, replaced at this offset in the text.
    NotUtf8(u32),
    /// UTF-16 that the reader of lines leaves half a character of.
    CutUtf16,
}

/// Reads bytes as UTF-8, or as UTF-16 where they begin with its byte order mark; never fails.
pub fn decode(bytes: Vec<u8>) -> Decoded {
    match bytes.as_slice() {
        [0xFF, 0xFE, rest @ ..] => of_utf16(rest, u16::from_le_bytes, Some(Flaw::CutUtf16)),
        [0xFE, 0xFF, rest @ ..] => {
            // kubectl ends the last line by one byte, and the others where that byte stands.
            let ended = rest.len().is_multiple_of(2) && rest.ends_with(b"\0\n");
            of_utf16(rest, u16::from_be_bytes, (!ended).then_some(Flaw::CutUtf16))
        }
        _ => of_utf8(bytes),
    }
}

fn of_utf8(bytes: Vec<u8>) -> Decoded {
    match String::from_utf8(bytes) {
        Ok(text) => Decoded { text, flaw: None },
        Err(err) => {
            let at = err.utf8_error().valid_up_to() as u32;
            let text = String::from_utf8_lossy(err.as_bytes()).into_owned();
            Decoded { text, flaw: Some(Flaw::NotUtf8(at)) }
        }
    }
}

/// What follows the byte order mark.
fn of_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16, flaw: Option<Flaw>) -> Decoded {
    let units: Vec<_> = bytes.as_chunks().0.iter().map(|pair| unit(*pair)).collect();
    Decoded { text: String::from_utf16_lossy(&units), flaw }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_is_known_by_its_mark() {
        let read = |bytes: Vec<u8>| {
            let decoded = decode(bytes);
            (decoded.text, decoded.flaw)
        };
        assert_eq!(read("é: 😀\n".into()), ("é: 😀\n".into(), None));
        assert_eq!(read(b"\xFE\xFF\0\xE9\xD8\x3D\xDE\0\0\n".into()), ("é😀\n".into(), None));
        assert_eq!(read(b"\xFF\xFE\xE9\0\x3D\xD8\0\xDE\n\0".into()), ("é😀\n".into(), Some(Flaw::CutUtf16)));
        assert_eq!(read(b"\xFE\xFF\0a".into()), ("a".into(), Some(Flaw::CutUtf16)));
        assert_eq!(read(b"\xFE\xFF\0a\0\nx".into()), ("a\n".into(), Some(Flaw::CutUtf16)));
        assert_eq!(read(b"a\xFFb".into()), ("a\u{fffd}b".into(), Some(Flaw::NotUtf8(1))));
    }
}
