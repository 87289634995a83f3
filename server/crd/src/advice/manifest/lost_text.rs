//! Text behind `...`, which kubectl never reads.

use crdls_text::TextRange;

use crate::advice::Input;
use crdls_report::{Finding, Path, code};

code!(LOST_TEXT, "text-after-document-end", Warning, advice, "text after `...` is never read");

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    lost(input).into_iter().collect()
}

fn lost(input: &Input<'_>) -> Option<Finding> {
    let lost = input.document.lost.filter(|_| input.is_whole_document())?;
    let range = first_written(lost, lost.of(input.text))?;
    Some(
        Finding::new(&LOST_TEXT, range, &Path::EMPTY, "the text after `...` is never read")
            .why("`...` ends a YAML document: kubectl skips everything up to the next `---`")
            .help("remove the line `...`, or write `---` instead if another object begins here"),
    )
}

/// The first line behind the one with the dots that is neither blank nor a comment.
fn first_written(lost: TextRange, text: &str) -> Option<TextRange> {
    let mut start = lost.start;
    for (i, line) in text.split_inclusive('\n').enumerate() {
        let blank = line.len() - line.trim_start().len();
        let written = line.trim();
        if i > 0 && !written.is_empty() && !written.starts_with('#') {
            let start = start + blank as u32;
            return Some(TextRange::new(start, start + written.len() as u32));
        }
        start += line.len() as u32;
    }
    None
}
