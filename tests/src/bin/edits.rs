//! 200 edits of the largest CRD of the corpus, each followed by its check, as an editor asks for it: for
//! `valgrind --tool=cachegrind --cache-sim=no`, which counts what they execute on any machine.
//!
//! Prints how many findings there were in all, so that nothing is left out.

use crdls_ide::{File, FileContext, check};
use crdls_schema::Config;
use crdls_tests::corpus;
use crdls_text::{Edit, TextRange};

const EDITS: usize = 200;

fn main() {
    let Some(root) = corpus::dir() else { return eprintln!("no corpus: see CRDLS_CORPUS") };
    let files = corpus::files(&root, &["crds"], &["yaml"]);
    let Some(text) = files.iter().map(|file| corpus::read(file)).max_by_key(String::len) else { return };
    let (mut file, config) = (File::new(text).remembering(), Config::default());
    let mut findings = check(&file, FileContext::default(), &config).len();
    for number in 0..EDITS {
        let at = place(file.text(), number);
        // A letter is typed into a description, and taken back.
        let range = if number % 2 == 0 { TextRange::empty(at) } else { TextRange::new(at, at + 1) };
        let new_text = if number % 2 == 0 { "x".to_owned() } else { String::new() };
        assert!(file.edit(&Edit { range, new_text }), "an edit that fits");
        findings += check(&file, FileContext::default(), &config).len();
    }
    println!("{EDITS} edits of {} bytes, {findings} findings", file.text().len());
}

/// After the first word of a description, each pair of edits in another part of the text.
fn place(text: &str, number: usize) -> u32 {
    let from = text.len() / EDITS * (number / 2 * 2);
    let from = (from..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let found = text[from..].find("description: ").map_or(from, |at| from + at + "description: ".len());
    let word = text[found..].find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(0);
    (found + word) as u32
}
