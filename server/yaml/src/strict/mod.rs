//! Whether kubectl can read a document at all, and what it says if not: sigs.k8s.io/yaml
//! `YAMLToJSON`, which reads by go.yaml.in/yaml/v2 v2.4.4.
//!
//! This is a reader of its own beside the tolerant one, because it must stop where the library
//! stops: a scanner that reads ahead exactly as far, the library's parser states, and, where a
//! document has anything that decoding could refuse, a decoder. Nothing is built for the others.
//!
//! Knows one document's text; must not know the tolerant tree, nor what Kubernetes makes of the
//! values.

mod characters;
mod decode;
mod document;
mod events;
mod go_syntax;
mod json;
mod parser;
mod reader;
mod scanner;
mod simple_key;
mod survey;
mod token;
mod values;
mod window;

use parser::Parser;
use scanner::Scanner;

/// Why the library refuses a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The byte that the library's problem mark points at, as near as it has one.
    pub offset: u32,
    /// Word for word.
    pub message: String,
}

type Checked<T = ()> = Result<T, Box<Refusal>>;

/// Judges the text of one document as kubectl cuts it from a stream. As there, nothing after the
/// first YAML document in it is read, but for the token that ends it.
pub fn check(text: &str) -> Result<(), Refusal> {
    judge(text).map_err(|refusal| *refusal)
}

fn judge(text: &str) -> Checked {
    let survey = Parser::new(Scanner::new(text, false), survey::Survey::default()).run()?;
    if !survey.needs_decoding() {
        return Ok(());
    }
    let document = Parser::new(Scanner::new(text, true), document::Document::default()).run()?;
    let values = decode::decode(&document)?;
    json::check(&values)
}

impl Refusal {
    #[cold]
    fn boxed(at: usize, message: String) -> Box<Self> {
        Box::new(Self { offset: u32::try_from(at).unwrap_or(u32::MAX), message })
    }

    /// The library's `fail`, which has no line to name where it found the trouble in the first.
    #[cold]
    fn at_line(at: usize, line: Option<usize>, problem: &str) -> Box<Self> {
        let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        Self::boxed(at, format!("yaml: {place}{problem}"))
    }
}

#[cfg(test)]
mod tests;
