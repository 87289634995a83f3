//! Ranges lie between characters, also where an offset does not that they are made from.

use crdls_ide::{Renamable, renamable, selection};
use crdls_report::Config;
use crdls_tests::sample::table;
use crdls_tests::world::open;
use crdls_text::{TextRange, floor_boundary};
use crdls_yaml::{Decoded, Tree};

fn fits(text: &str, range: TextRange) {
    assert!(text.get(range.start as usize..range.end as usize).is_some(), "{range:?} of {text:?}");
}

/// What `torture` found (`check_bytes`, seeds 772211, 990032, 990033): a cursor inside a character of an expression
/// was taken for the range of what is completed there.
#[test]
fn a_cursor_inside_a_character_is_at_its_start() {
    let rules = ["se\u{fffd}lf.a > 0", "has\u{fffd}self.a)", "self.a > 0\u{fffd}    - x", "'é😀' == self.é"];
    for rule in rules {
        let schema = format!("type: object\ndescription: é😀\nx-kubernetes-validations:\n- rule: {rule}\n");
        let text = &table(&schema);
        let (mut file, config) = (open(text), Config::default());
        file.findings().iter().for_each(|found| fits(text, found.finding.range));
        for at in 0..=text.len() as u32 {
            file.cursor = Some(at);
            file.completions().iter().for_each(|completion| fits(text, completion.edit.range));
            selection(&file.file, at, &config).into_iter().for_each(|range| fits(text, range));
            if let Some(hover) = file.hover() {
                fits(text, hover.range);
            }
            if let Renamable::Name(range, _) = renamable(&file.file, at, &config) {
                fits(text, range);
            }
        }
    }
}

/// Any offsets into a decoded text, of scalars whose source has other characters than their text.
#[test]
fn decoded_offsets_lead_between_characters() {
    let scalars = [
        "é😀",
        "\"é\\u00e9\\U0001F600\\n😀\"",
        "'it''s é'",
        "é\n  😀\n\n  é",
        "|\n  é😀\n  é\n",
        ">-\n  é\u{2028}\n  😀\n",
        "\"é\u{85}  😀\\\n  é\"",
        "é\u{85} 😀",
    ];
    for scalar in scalars {
        let text = format!("a: {scalar}\n");
        let tree = Tree::parse(&text);
        let root = tree.first_root(&text).expect("a root");
        let decoded = root.get("a").expect("a value").value.decoded();
        let len = decoded.text().len() as u32 + 2;
        for start in 0..len {
            fits(&text, TextRange::empty(decoded.source(start)));
            (start..len).for_each(|end| fits(&text, decoded.source_range(TextRange::new(start, end))));
        }
        for offset in 0..=text.len() as u32 {
            fits(decoded.text(), TextRange::empty(decoded.offset_of(offset)));
        }
    }
}

/// Asks about the string `s` of a document.
fn in_string(text: &str, ask: &mut dyn FnMut(&Decoded<'_>)) {
    let tree = Tree::parse(text);
    let root = tree.first_root(text).expect("a root");
    ask(&root.get("k").and_then(|k| k.value.get("s")).expect("a string").value.decoded());
}

/// A line without content is in the text of its string as it would be with a key on it, and nothing else moves.
#[test]
fn a_blank_line_is_where_a_key_on_it_would_be() {
    let blocks = [
        "|\n    a: 1\n_\n    b: 2\n",
        "|\n    a: é\n    c: 1\n_\n    b: 2\n\n",
        "|2-\n_\n    b: 2\n",
        "|+\n    a:\n_\n",
    ];
    for (block, blanks) in blocks.iter().flat_map(|block| ["    ", "      "].map(|blanks| (block, blanks))) {
        let written = |line: &str| format!("k:\n  s: {}z: 1\n", block.replace('_', line));
        let line = written("_").find('_').expect("a line") as u32;
        let range = TextRange::new(line + 4, line + blanks.len() as u32);
        in_string(&written(&format!("{blanks}c: 3")), &mut |typed| {
            in_string(&written(blanks), &mut |blank| {
                let with = blank.clone().with_blank_line(range);
                let at = typed.offset_of(range.end);
                assert_eq!((with.offset_of(range.end), with.source(at)), (at, range.end), "{block:?}");
                assert_eq!(with.text().get(..at as usize), typed.text().get(..at as usize), "{block:?}");
                let places = |decoded: &Decoded<'_>| -> Vec<(char, u32)> {
                    let content = decoded.text().char_indices().filter(|(_, c)| !c.is_whitespace());
                    content.map(|(at, c)| (c, decoded.source(at as u32))).collect()
                };
                assert_eq!(places(&with), places(blank), "{block:?}");
            });
        });
    }
}

#[test]
fn computed_offsets_move_out_of_characters() {
    let text = "é😀a";
    let starts: Vec<_> = (0..=9).map(|at| floor_boundary(text, at)).collect();
    assert_eq!(starts, [0, 0, 2, 2, 2, 2, 6, 7, 7, 7]);
    assert_eq!(TextRange::around(text, 1, 3), TextRange::new(0, 6));
    assert_eq!(TextRange::around(text, 3, 3), TextRange::new(2, 6));
    assert_eq!(TextRange::around(text, 6, 99), TextRange::new(6, 7));
    assert_eq!(TextRange::around("", 4, 2), TextRange::empty(0));
}
