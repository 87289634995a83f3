//! Random edits of a text.

use crdls_text::{Edit, TextRange};

use crate::random::Random;

/// What is typed, pasted or deleted.
const SNIPPETS: &[&str] = &[
    "",
    "",
    "",
    " ",
    "  ",
    "\n",
    "\n\n",
    "\n  ",
    "\n      ",
    "a",
    "x: ",
    "x: y",
    "\n  x: y\n",
    ":",
    ": ",
    "- ",
    "\n- ",
    "-",
    "\"",
    "'",
    "|",
    "|\n",
    "|+\n",
    ">-\n",
    " |2\n",
    "#",
    " # c",
    "[",
    "]",
    "{",
    "}",
    ",",
    "&a ",
    "*a",
    "!!str ",
    "\t",
    "---\n",
    "\n---\n",
    "...\n",
    "? ",
    "é",
    "😀",
    "\r",
    "\r\n",
    "~",
    "null",
    "{a: [b, c]}",
    "\n    description: |\n      text\n",
    "%",
    "@",
    "`",
];

/// Types, pastes or deletes something anywhere.
pub fn random_edit(random: &mut Random, text: &str) -> Edit {
    let mut start = random.below(text.len() + 1);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let longest = if random.below(4) == 0 { 60 } else { 4 };
    let mut end = (start + if random.below(2) == 0 { 0 } else { random.below(longest) }).min(text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    let new_text = (*random.pick(SNIPPETS).unwrap_or(&"")).to_owned();
    Edit { range: TextRange::new(start as u32, end as u32), new_text }
}
