//! URIs as the protocol has them: some clients send paths with blanks and letters as they are.
//!
//! Must not know which message has which URIs.

use serde_json::Value;

/// The members that are URIs.
const MEMBERS: &[&str] = &["uri", "rootUri", "scopeUri", "baseUri", "oldUri", "newUri"];

/// Encodes what no URI can have, in all URIs of a value. Those that are encoded stay as they are.
pub(super) fn encode(value: &mut Value) {
    match value {
        Value::Object(members) => members.iter_mut().for_each(|(name, value)| match value {
            Value::String(uri) if MEMBERS.contains(&&**name) => encode_text(uri),
            value => encode(value),
        }),
        Value::Array(items) => items.iter_mut().for_each(encode),
        _ => {}
    }
}

fn encode_text(uri: &mut String) {
    if uri.bytes().all(may_stay) {
        return;
    }
    let byte = |byte: u8| match may_stay(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    *uri = uri.bytes().map(byte).collect();
}

/// Whether a URI can have a byte as it is. A percent sign begins what is encoded.
fn may_stay(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_uris_are_encoded() {
        let mut value = json!({
            "textDocument": {"uri": "file:///my files/\u{e9}.yaml", "text": "a b"},
            "previousResultIds": [{"uri": "file:///a%20b"}, {"uri": "git:/a?{\"ref\"}"}],
        });
        encode(&mut value);
        let expected = json!({
            "textDocument": {"uri": "file:///my%20files/%C3%A9.yaml", "text": "a b"},
            "previousResultIds": [{"uri": "file:///a%20b"}, {"uri": "git:/a?%7B%22ref%22%7D"}],
        });
        assert_eq!(value, expected);
    }
}
