//! The standard streams of a command: those of the process, or texts in memory.
//!
//! A server that speaks its protocol on standard input and output runs commands in memory. The streams of a process are
//! one for all threads, and so are these: one command at a time. Must not know which commands there are.

use std::io::{self, Cursor, Read, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

static MEMORY: Mutex<Option<Memory>> = Mutex::new(None);
static TURN: Mutex<()> = Mutex::new(());
static COPY: Mutex<Option<Copied>> = Mutex::new(None);

/// The streams of a command that runs in memory.
#[derive(Debug, Default)]
pub struct Memory {
    input: Vec<u8>,
    output: Vec<u8>,
    errors: Vec<u8>,
}

impl Memory {
    /// The text that was written to standard output.
    pub fn output(&self) -> String {
        String::from_utf8_lossy(&self.output).into_owned()
    }

    /// The text that was written to standard error.
    pub fn errors(&self) -> String {
        String::from_utf8_lossy(&self.errors).into_owned()
    }
}

/// One of the streams that a command writes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Errors,
}

/// A text that a command writes, piece by piece.
pub type StreamText = Vec<(Stream, Vec<u8>)>;

/// A piece of a copy that is so long is followed by another one: a long text is not moved to grow.
const PIECE: usize = 1 << 20;

/// A copy of what is written.
#[derive(Debug)]
struct Copied {
    written: StreamText,
    /// How many bytes it may grow by.
    left: usize,
    /// Not all could be written, or it is too much.
    is_cut: bool,
}

/// Begins to copy what is written, as long as it is not more than so many bytes.
pub fn copy(most: usize) {
    *copied() = Some(Copied { written: Vec::new(), left: most, is_cut: false });
}

/// Ends it. Returns what was written, if it is all in the copy.
pub fn take_copy() -> Option<StreamText> {
    copied().take().filter(|copied| !copied.is_cut).map(|copied| copied.written)
}

/// Writes a copied text once more.
pub fn write_again(written: &[(Stream, &[u8])]) -> io::Result<()> {
    for (stream, text) in written {
        match stream {
            Stream::Output => with_output(|out| out.write_all(text).and_then(|()| out.flush()))?,
            // It is no error that nobody reads it.
            Stream::Errors => drop(with_errors(|errors| errors.write_all(text))),
        }
    }
    Ok(())
}

/// A stream of the process, with the copy of what is written to it.
struct Copying<W> {
    to: W,
    stream: Stream,
}

impl<W: Write> Write for Copying<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let written = self.to.write(text);
        if let Some(copied) = copied().as_mut() {
            match &written {
                Ok(count) => copied.add(self.stream, text.get(..*count).unwrap_or(text)),
                Err(err) => copied.is_cut |= err.kind() != io::ErrorKind::Interrupted,
            }
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl Copied {
    fn add(&mut self, stream: Stream, text: &[u8]) {
        let Some(left) = self.left.checked_sub(text.len()).filter(|_| !self.is_cut) else {
            (self.is_cut, self.written) = (true, Vec::new());
            return;
        };
        self.left = left;
        match self.written.last_mut().filter(|(last, text)| *last == stream && text.len() < PIECE) {
            Some((_, last)) => last.extend_from_slice(text),
            None => self.written.push((stream, text.to_vec())),
        }
    }
}

fn copied() -> MutexGuard<'static, Option<Copied>> {
    COPY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` with this text as standard input, and keeps what it writes.
pub fn in_memory<R>(input: String, work: impl FnOnce() -> R) -> (R, Memory) {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    *memory() = Some(Memory { input: input.into_bytes(), ..Memory::default() });
    let result = work();
    (result, memory().take().unwrap_or_default())
}

/// Whether the process goes on after the command that runs.
pub fn is_in_memory() -> bool {
    memory().is_some()
}

/// Standard input.
pub fn input() -> Box<dyn Read> {
    match memory().as_mut() {
        Some(memory) => Box::new(Cursor::new(std::mem::take(&mut memory.input))),
        None => Box::new(io::stdin().lock()),
    }
}

/// Gives standard output to `write`.
pub fn with_output(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    with(
        write,
        |memory| &mut memory.output,
        Stream::Output,
        || anstream::AutoStream::always_ansi(io::stdout()).lock(),
    )
}

/// Gives standard error to `write`.
pub fn with_errors(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    with(write, |memory| &mut memory.errors, Stream::Errors, || io::stderr().lock())
}

fn with<W: Write>(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    kept: impl FnOnce(&mut Memory) -> &mut Vec<u8>,
    which: Stream,
    stream: impl FnOnce() -> W,
) -> io::Result<()> {
    if !is_in_memory() {
        return write(&mut Copying { to: stream(), stream: which });
    }
    // A text may write to the other stream while it is made.
    let mut text = Vec::new();
    let written = write(&mut text);
    if let Some(memory) = memory().as_mut() {
        kept(memory).append(&mut text);
    }
    written
}

fn memory() -> MutexGuard<'static, Option<Memory>> {
    MEMORY.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_in_memory_reads_and_writes_texts() {
        let (read, memory) = in_memory("in".to_owned(), || {
            with_output(|out| with_errors(|errors| write!(errors, "b")).and_then(|()| write!(out, "a")))
                .unwrap();
            [(); 2].map(|()| io::read_to_string(input()).unwrap())
        });
        assert_eq!((memory.output().as_str(), memory.errors().as_str()), ("a", "b"));
        assert_eq!(read, ["in", ""], "standard input is read once");
        assert!(!is_in_memory());
    }
}
