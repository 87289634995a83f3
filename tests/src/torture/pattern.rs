//! Any text as a Go regular expression, and what it finds in a text.

use crdls_go::regexp::compile;

use super::Seeds;

const TEXT: &str = "foo.bar-é😀 2020-01-01\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA!";

pub(super) fn run(bytes: &[u8], _: &Seeds) {
    let pattern = String::from_utf8_lossy(bytes);
    match compile(&pattern) {
        Ok(regexp) => {
            for text in [TEXT, &pattern] {
                let found = regexp.find(text);
                assert_eq!(found.is_some(), regexp.is_match(text));
                assert!(found.clone().is_none_or(|range| text.get(range).is_some()), "no range of the text");
                let all = regexp.find_all(text, Some(3));
                assert_eq!(all.first(), found.as_ref());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
