//! Bytes to text.

/// A text read from bytes. Bytes that are not UTF-8 became U+FFFD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    pub text: String,
    /// Offset in `text` of the first replaced byte, where there was one.
    pub first_invalid: Option<u32>,
}

/// Reads bytes as UTF-8, never failing.
pub fn decode(bytes: Vec<u8>) -> Decoded {
    match String::from_utf8(bytes) {
        Ok(text) => Decoded { text, first_invalid: None },
        Err(err) => {
            let at = err.utf8_error().valid_up_to() as u32;
            let text = String::from_utf8_lossy(err.as_bytes()).into_owned();
            Decoded { text, first_invalid: Some(at) }
        }
    }
}
