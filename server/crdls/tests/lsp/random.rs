//! Edits at random, against a plain string that follows them.

use serde_json::json;

use crate::client::Client;

const URI: &str = "file:///a.yaml";
const PIECES: &[&str] =
    &["", "a: 1", "é", "😀", "\n", "\r\n", "\r", "  - x\n", "'", "{", "\u{feff}", "---\n"];

/// Numbers that look random, the same in each run (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// How many columns a character takes.
type Width = fn(char) -> usize;

/// Line and column of an index, as an editor counts them; `None` within a line end.
fn position(text: &[char], index: usize, width: Width) -> Option<[u32; 2]> {
    if index > 0 && text.get(index) == Some(&'\n') && text[index - 1] == '\r' {
        return None;
    }
    let (mut line, mut column) = (0, 0);
    for (i, &c) in text[..index].iter().enumerate() {
        match c {
            '\r' if text.get(i + 1) == Some(&'\n') => {}
            '\r' | '\n' => (line, column) = (line + 1, 0),
            c => column += width(c),
        }
    }
    Some([line, column as u32])
}

#[test]
fn any_edits_give_the_same_text() {
    let encodings: [(&str, Width); 3] =
        [("utf-8", char::len_utf8), ("utf-16", char::len_utf16), ("utf-32", |_| 1)];
    for (encoding, width) in encodings {
        let capabilities = json!({"general": {"positionEncodings": [encoding]}});
        let (mut client, _) = Client::initialized(json!({ "capabilities": capabilities }));
        client.open(URI, 0, "");
        let (mut text, mut numbers) = (Vec::new(), Numbers(0x9e37_79b9_7f4a_7c15));
        for version in 1..=1000 {
            let from = numbers.below(text.len() + 1);
            let to = (from + numbers.below(4)).min(text.len());
            let piece = PIECES[numbers.below(PIECES.len())];
            let places = position(&text, from, width).zip(position(&text, to, width));
            let Some(([from_line, from_column], [to_line, to_column])) = places else { continue };
            client.change(URI, version, Some([from_line, from_column, to_line, to_column]), piece);
            text.splice(from..to, piece.chars());
            if version % 50 == 0 {
                assert_eq!(
                    client.text(URI),
                    text.iter().collect::<String>(),
                    "{encoding}, version {version}"
                );
            }
        }
        assert_eq!(client.text(URI), text.iter().collect::<String>(), "{encoding}");
        assert_eq!(client.stop().code(), Some(0));
    }
}
