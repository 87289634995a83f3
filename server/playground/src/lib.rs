//! crdls for a page: the analysis and the output formats of the binary, called through linear memory.
//!
//! A page writes a request, JSON, into the memory that [`input`](abi) gives, and reads the answer, JSON, before the next
//! call. What an answer holds is what the binary prints with `--output-format json`, or what the language server answers;
//! places are lines and characters, as there. Knows the files that the page has, and no others. One thread: a page calls
//! from a worker, and ends the worker to stop a call. A panic is a trap: the page starts the module again.

mod abi;
mod answers;
mod go;
mod handle;
mod request;
mod rules;
mod views;
mod workspace;

#[cfg(test)]
mod tests;

pub use workspace::Workspace;
