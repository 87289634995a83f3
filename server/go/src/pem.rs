//! Blocks of PEM: `pem.Decode` of Go's encoding/pem.

use crate::base64;

/// A block between `-----BEGIN …-----` and `-----END …-----`.
#[derive(Debug, PartialEq, Eq)]
pub struct Block<'t> {
    pub label: &'t [u8],
    pub(crate) has_headers: bool,
    pub bytes: Box<[u8]>,
}

const BEGIN: &[u8] = b"-----BEGIN ";
const END: &[u8] = b"\n-----END ";
const DASHES: &[u8] = b"-----";

/// The first block and what follows it; what stands before it is passed over.
pub fn decode(text: &[u8]) -> Option<(Block<'_>, &[u8])> {
    let mut rest = text;
    loop {
        let end = find(rest, END)?;
        let (before, behind) = rest.split_at_checked(end)?;
        if let Some(found) = block(before, behind) {
            return Some(found);
        }
        rest = behind.get(END.len()..)?;
    }
}

/// The block whose last `BEGIN` is in `before`, and whose end `behind` starts with.
fn block<'t>(before: &'t [u8], behind: &'t [u8]) -> Option<(Block<'t>, &'t [u8])> {
    let begin = rfind(before, BEGIN).filter(|at| *at == 0 || before.get(at - 1) == Some(&b'\n'))?;
    let (first, mut body) = line(before.get(begin + BEGIN.len()..)?);
    let label = first.strip_suffix(DASHES)?;
    let mut has_headers = false;
    while !body.is_empty() {
        let (header, next) = line(body);
        if !header.contains(&b':') {
            break;
        }
        (has_headers, body) = (true, next);
    }
    // Behind headers a line break stands before the end's own.
    if has_headers && body.is_empty() && !before.ends_with(b"\n") {
        return None;
    }
    let trailer = behind.get(END.len()..)?.strip_prefix(label)?.strip_prefix(DASHES)?;
    let (left, rest) = line(trailer);
    let text: String =
        body.iter().filter(|byte| !matches!(byte, b' ' | b'\t')).map(|b| char::from(*b)).collect();
    let bytes = base64::decode(&text).ok().filter(|_| left.is_empty())?;
    Some((Block { label, has_headers, bytes }, rest))
}

/// A line without its end and the blanks before it, and what follows.
fn line(text: &[u8]) -> (&[u8], &[u8]) {
    let mut parts = text.splitn(2, |byte| *byte == b'\n');
    let first = parts.next().unwrap_or_default();
    let rest = parts.next();
    let first = first.strip_suffix(b"\r").filter(|_| rest.is_some()).unwrap_or(first);
    let blanks = first.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    (first.get(..first.len() - blanks).unwrap_or(first), rest.unwrap_or_default())
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}

fn rfind(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).rposition(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(mut text: &[u8]) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        while let Some((block, rest)) = decode(text) {
            found.push((String::from_utf8_lossy(block.label).into_owned(), block.bytes.len()));
            text = rest;
        }
        found
    }

    #[test]
    fn blocks_are_found_among_other_text() {
        let text = b"x\n-----BEGIN A-----\nAAAA\n-----END A-----\ny\n-----BEGIN B-----\nk: v\n\nAAA=\n-----END B-----";
        assert_eq!(labels(text), [("A".to_owned(), 3), ("B".to_owned(), 2)]);
        assert_eq!(labels(b"-----BEGIN A-----\n-----END A-----\n"), [("A".to_owned(), 0)]);
    }

    #[test]
    fn what_is_no_block_is_passed_over() {
        for text in [
            &b"\n\n"[..],
            b"-----BEGIN A-----\nAAAA\n",
            b"-----BEGIN A-----\nAAAA\n-----END B-----\n",
            b"-----BEGIN A-----\nAA!A\n-----END A-----\n",
            b"x-----BEGIN A-----\nAAAA\n-----END A-----\n",
            b"-----BEGIN A-----\nAAAA\n-----END A----- x\n",
        ] {
            assert_eq!(labels(text), [], "{}", String::from_utf8_lossy(text));
        }
        let second = b"-----BEGIN A-----\nAAAA\n-----END B-----\n-----BEGIN C-----\nAAAA\n-----END C-----\n";
        assert_eq!(labels(second), [("C".to_owned(), 3)]);
    }
}
