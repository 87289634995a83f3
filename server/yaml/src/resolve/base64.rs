//! Base64 as Go's `base64.StdEncoding.DecodeString` reads it: line breaks anywhere, padding
//! required, bits beyond the last byte ignored.

/// `None` where Go reports corrupt input.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let symbols: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n')).collect();
    let mut bytes = Vec::with_capacity(symbols.len() / 4 * 3);
    let mut groups = symbols.chunks(4).peekable();
    while let Some(group) = groups.next() {
        let &[a, b, c, d] = group else { return None };
        let padding = match (c, d) {
            (b'=', b'=') => 2,
            (_, b'=') => 1,
            _ => 0,
        };
        if padding > 0 && groups.peek().is_some() {
            return None;
        }
        let low = |symbol, padded| if padded { Some(0) } else { sextet(symbol) };
        let bits = sextet(a)? << 18 | sextet(b)? << 12 | low(c, padding == 2)? << 6 | low(d, padding > 0)?;
        let [_, whole @ ..] = bits.to_be_bytes();
        bytes.extend(whole.iter().take(3 - padding));
    }
    Some(bytes)
}

fn sextet(symbol: u8) -> Option<u32> {
    let value = match symbol {
        b'A'..=b'Z' => symbol - b'A',
        b'a'..=b'z' => symbol - b'a' + 26,
        b'0'..=b'9' => symbol - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn padding_and_line_breaks() {
        let table: [(&str, Option<&[u8]>); 8] = [
            ("", Some(b"")),
            ("TWFu", Some(b"Man")),
            ("TW\nE=\n", Some(b"Ma")),
            ("TR==", Some(b"M")),
            ("TQ", None),
            ("TQ==TQ==", None),
            ("T===", None),
            ("TW E", None),
        ];
        for (text, expected) in table {
            assert_eq!(decode(text).as_deref(), expected, "{text:?}");
        }
    }
}
