//! Bytes that are written again where most of them are as before.

use std::ops::Range;
use std::sync::Arc;

/// Bytes that are written piece by piece in place of former ones. What they begin and end with as the former ones did is
/// not copied; without former ones all is.
#[derive(Debug, Default)]
pub(crate) struct UpdatedBytes {
    former: Arc<Vec<u8>>,
    /// So many bytes of the former ones come first.
    head: usize,
    /// The new bytes, which come next.
    new: Vec<u8>,
    /// The former bytes that come last.
    tail: Range<usize>,
}

impl UpdatedBytes {
    /// Nothing is written yet. `room`: about how many bytes will be new.
    pub(crate) fn of(former: Arc<Vec<u8>>, room: usize) -> Self {
        Self { former, new: Vec::with_capacity(room), ..Self::default() }
    }

    /// How many bytes were written.
    pub(crate) fn len(&self) -> u32 {
        (self.head + self.new.len() + self.tail.len()) as u32
    }

    /// The end of what is taken from the former bytes, if that was written last.
    fn end(&self) -> Option<usize> {
        match () {
            () if !self.tail.is_empty() => Some(self.tail.end),
            () if self.new.is_empty() => Some(self.head),
            () => None,
        }
    }

    /// Takes so many of the former bytes more.
    fn extend(&mut self, by: usize) {
        let end = if self.tail.is_empty() { &mut self.head } else { &mut self.tail.end };
        *end += by;
    }

    /// Writes a piece.
    pub(crate) fn push(&mut self, piece: &[u8]) {
        let next = self.end().and_then(|end| self.former.get(end..));
        match next.is_some_and(|next| next.starts_with(piece)) {
            true => self.extend(piece.len()),
            false => self.add(piece),
        }
    }

    /// Writes a piece of the former bytes.
    pub(crate) fn repeat(&mut self, piece: Range<usize>) {
        if self.end() == Some(piece.start) {
            self.extend(piece.len());
        } else if piece.start >= self.head {
            self.add(&[]);
            self.tail = piece;
        } else {
            let former = Arc::clone(&self.former);
            self.add(former.get(piece).unwrap_or_default());
        }
    }

    /// Adds new bytes behind all that was written.
    fn add(&mut self, piece: &[u8]) {
        let tail = std::mem::take(&mut self.tail);
        self.new.extend_from_slice(self.former.get(tail).unwrap_or_default());
        self.new.extend_from_slice(piece);
    }

    /// All bytes that were written.
    pub(crate) fn written(self) -> Vec<u8> {
        let Self { former, head, new, tail } = self;
        if former.is_empty() {
            return new;
        }
        let mut written = Arc::unwrap_or_clone(former);
        let kept = if tail.is_empty() { head..head } else { tail };
        written.truncate(kept.end);
        written.splice(head..kept.start, new);
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMER: &[u8] = b"[a,b,c,d]";

    fn updated(write: impl Fn(&mut UpdatedBytes)) -> (usize, String) {
        let mut bytes = UpdatedBytes::of(Arc::new(FORMER.to_vec()), 0);
        write(&mut bytes);
        let (len, new) = (bytes.len(), bytes.new.len());
        let written = bytes.written();
        assert_eq!(written.len(), len as usize);
        (new, String::from_utf8(written).expect("UTF-8"))
    }

    #[test]
    fn what_is_as_before_is_not_copied() {
        let write = |bytes: &mut UpdatedBytes| {
            bytes.push(b"[");
            bytes.repeat(1..2);
            bytes.push(b",");
            bytes.push(b"new");
            bytes.push(b",");
            bytes.repeat(5..6);
            bytes.push(b",");
            bytes.repeat(7..8);
            bytes.push(b"]");
        };
        assert_eq!(updated(write), (4, "[a,new,c,d]".to_owned()));
        assert_eq!(updated(|bytes| bytes.push(FORMER)), (0, "[a,b,c,d]".to_owned()));
        assert_eq!(updated(|bytes| bytes.repeat(1..2)), (0, "a".to_owned()));
        assert_eq!(updated(|_| {}), (0, String::new()));
    }

    #[test]
    fn pieces_in_another_order_are_copied() {
        let write = |bytes: &mut UpdatedBytes| {
            bytes.push(b"[a");
            bytes.repeat(5..8);
            bytes.repeat(0..2);
            bytes.repeat(7..9);
            bytes.push(b"!");
        };
        assert_eq!(updated(write), (8, "[ac,d[ad]!".to_owned()));
    }
}
