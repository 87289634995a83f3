//! Ranges lie between characters, also where an offset does not that they are made from.

use crdls_ide::{Renamable, renamable, selection};
use crdls_report::Config;
use crdls_tests::sample::table;
use crdls_tests::world::open;
use crdls_text::{TextRange, floor_boundary};
use crdls_yaml::Tree;

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
