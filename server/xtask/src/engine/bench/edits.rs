//! 200 edits of the largest CRD of the corpus, each followed by its check, as an editor asks for it: valgrind counts the
//! instructions, which are the same on any machine.
//!
//! Prints how many findings there were in all, so that nothing is left out.

use crdls_ide::{File, FileContext, check};
use crdls_report::Config;
use crdls_tests::corpus;
use crdls_text::{Edit, TextRange};

use crate::build;

const EDITS: usize = 200;

/// Set where valgrind runs this program.
const COUNTED: &str = "CRDLS_COUNTED";

/// Runs the edits under valgrind, which prints what they execute.
pub(super) fn run() -> Result<(), String> {
    if std::env::var_os(COUNTED).is_some() {
        return edit();
    }
    let own = std::env::current_exe().map_err(|err| err.to_string())?;
    build::call(build::counting().arg(own).args(std::env::args_os().skip(1)).env(COUNTED, "1"))
}

fn edit() -> Result<(), String> {
    let root = crate::engine::corpus()?;
    let files = corpus::files(&root, &["crds"], &["yaml"]);
    let text = files.iter().map(|file| corpus::read(file)).max_by_key(String::len);
    let text = text.ok_or("the corpus has no CRD")?;
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
    Ok(())
}

/// After the first word of a description, each pair of edits in another part of the text.
fn place(text: &str, number: usize) -> u32 {
    let from = text.len() / EDITS * (number / 2 * 2);
    let from = (from..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let found = text[from..].find("description: ").map_or(from, |at| from + at + "description: ".len());
    let word = text[found..].find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(0);
    (found + word) as u32
}
