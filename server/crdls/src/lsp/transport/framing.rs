//! Messages on a stream of bytes: a header with `Content-Length`, a blank line, a body.
//!
//! Must not know what is in a body. Reading goes on until the stream ends: what is no header is skipped up to the next
//! one that is.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;

/// A part of the stream.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    Body(Vec<u8>),
    /// Text where a header should be.
    Garbage(String),
}

/// A line of a header is not longer.
const LINE_LIMIT: u64 = 8 * 1024;
const LENGTH: &str = "content-length:";

/// The next frame; `None` at the end of the stream.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Option<Frame>> {
    let mut header = Header::default();
    while let Some(line) = line(input)? {
        if !line.is_empty() {
            header.add(&line);
        } else if let Some(length) = header.length {
            return body(input, length);
        } else if let Some(garbage) = header.garbage {
            return Ok(Some(Frame::Garbage(garbage)));
        }
    }
    Ok(None)
}

/// Writes a frame with a body in pieces.
pub(crate) fn write(output: &mut impl Write, body: &[Arc<Vec<u8>>]) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n", body.iter().map(|piece| piece.len()).sum::<usize>())?;
    body.iter().try_for_each(|piece| output.write_all(piece))?;
    output.flush()
}

#[derive(Default)]
struct Header {
    length: Option<u64>,
    garbage: Option<String>,
}

impl Header {
    /// The name is looked for within the line: the rest of a body that was longer than announced
    /// may stand before it.
    fn add(&mut self, line: &str) {
        let lower = line.to_ascii_lowercase();
        let at = lower.rfind(LENGTH).map(|at| at + LENGTH.len());
        match at.and_then(|at| lower.get(at..)?.trim().parse().ok()) {
            Some(length) => self.length = Some(length),
            None if lower.starts_with("content-type:") => {}
            None => self.garbage = Some(line.to_owned()),
        }
    }
}

fn line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input.take(LINE_LIMIT).read_until(b'\n', &mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    Ok((!bytes.is_empty()).then(|| text.trim_end_matches(['\r', '\n']).to_owned()))
}

/// Grows with what arrives, not with what is announced.
fn body(input: &mut impl BufRead, length: u64) -> io::Result<Option<Frame>> {
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 == length).then_some(Frame::Body(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(mut input: &[u8]) -> Vec<Frame> {
        std::iter::from_fn(|| read(&mut input).unwrap()).collect()
    }

    fn body(text: &str) -> Frame {
        Frame::Body(text.into())
    }

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = Vec::new();
        write(&mut bytes, &[Arc::new("é".into())]).unwrap();
        write(&mut bytes, &[]).unwrap();
        assert_eq!(frames(&bytes), [body("é"), body("")]);
    }

    #[test]
    fn names_of_headers_have_no_case() {
        let input = b"content-length: 1\r\nContent-Type: application/vscode-jsonrpc\r\n\r\na";
        assert_eq!(frames(input), [body("a")]);
    }

    #[test]
    fn a_wrong_length_costs_what_it_spoils() {
        let input = b"Content-Length: 1\r\n\r\nabcContent-Length: 2\r\n\r\nok";
        assert_eq!(frames(input), [body("a"), body("ok")]);
    }

    #[test]
    fn a_header_without_length_is_garbage() {
        let input = b"Content-Length: many\r\n\r\nContent-Length: 2\r\n\r\nok";
        assert_eq!(frames(input), [Frame::Garbage("Content-Length: many".to_owned()), body("ok")]);
    }

    #[test]
    fn a_body_cut_short_is_the_end() {
        assert_eq!(frames(b"Content-Length: 99999999999999\r\n\r\na"), []);
    }
}
