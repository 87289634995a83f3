//! Base64 as Go reads it: `base64.StdEncoding` of Go, line breaks skipped.

const PAD: u8 = b'=';

/// The bytes, or where the text stops being base64.
pub fn decode(text: &str) -> Result<Box<[u8]>, usize> {
    let source = text.as_bytes();
    let mut out = Vec::with_capacity(source.len() / 4 * 3);
    let mut at = 0;
    while at < source.len() {
        at = quantum(source, at, &mut out)?;
    }
    Ok(out.into_boxed_slice())
}

/// Reads four letters. Gives where the next four start.
fn quantum(source: &[u8], mut at: usize, out: &mut Vec<u8>) -> Result<usize, usize> {
    let mut bits = 0_u32;
    let mut letters = 0;
    while letters < 4 {
        let Some(&byte) = source.get(at) else {
            // Go counts back by the letters it has, not by what it skipped.
            return if letters == 0 { Ok(at) } else { Err(at - letters) };
        };
        at += 1;
        match value(byte) {
            Some(six) => {
                bits = bits << 6 | six;
                letters += 1;
            }
            None if is_break(byte) => {}
            None if byte == PAD && letters >= 2 => {
                let end = padding(source, at, letters)?;
                let whole = bits << (6 * (4 - letters));
                out.extend(whole.to_be_bytes().into_iter().skip(1).take(letters - 1));
                return Ok(end);
            }
            None => return Err(at - 1),
        }
    }
    out.extend(bits.to_be_bytes().into_iter().skip(1));
    Ok(at)
}

/// Behind the first `=`: the second one where it takes two, then nothing.
fn padding(source: &[u8], mut at: usize, letters: usize) -> Result<usize, usize> {
    let skip = |mut at: usize| {
        while source.get(at).copied().is_some_and(is_break) {
            at += 1;
        }
        at
    };
    if letters == 2 {
        at = skip(at);
        match source.get(at) {
            None => return Err(source.len()),
            Some(&PAD) => at += 1,
            Some(_) => return Err(at - 1),
        }
    }
    at = skip(at);
    if at < source.len() { Err(at) } else { Ok(at) }
}

fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

fn value(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(value.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_or_where_it_breaks() {
        let table: &[(&str, Result<&[u8], usize>)] = &[
            ("", Ok(b"")),
            ("aGk=", Ok(b"hi")),
            ("aA==", Ok(b"h")),
            ("aGkh", Ok(b"hi!")),
            ("aG\nkh\r\n", Ok(b"hi!")),
            ("aA=\n=", Ok(b"h")),
            ("?", Err(0)),
            ("aGkh?", Err(4)),
            ("aGk", Err(0)),
            ("aGkhaG", Err(4)),
            ("a===", Err(1)),
            ("aA=x", Err(2)),
            ("aA=", Err(3)),
            ("aA==x", Err(4)),
            ("aGk=aGk=", Err(4)),
            ("aG\nk", Err(1)),
            ("TR==", Ok(b"M")),
            ("TW\nE=\n", Ok(b"Ma")),
            ("TQ==TQ==", Err(4)),
            ("TW E", Err(2)),
        ];
        for (text, expected) in table {
            assert_eq!(decode(text).as_deref().map_err(|at| *at), *expected, "{text:?}");
        }
    }
}
