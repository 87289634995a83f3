//! The outline and its answer, the folding ranges and the lines of a file that was followed through edits equal those of its text from
//! scratch.
//!
//! 1,000 edits by default, of which half keep a manifest that was good as good as it was; of `CRDLS_EDITS` a fifth.

use std::fs;

use crdls_ide::{File, folds, outline, symbols};
use crdls_tests::corpus;
use crdls_tests::generate::edits::{gentle_edit, random_edit};
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_text::{Edit, TextRange};
use crdls_wire::Encoding;

#[test]
fn followed_equals_made_anew() {
    let edits = number::<usize>("CRDLS_EDITS");
    let edits = edits.map_or(1_000, |n| n / 5);
    let mut random = Random::new(0x0071_111E);
    let examples = corpus::files(&corpus::repository(), &["examples", "tests/rules"], &["yaml"]);
    let real =
        corpus::dir().map(|root| corpus::files(&root, &["crds"], &["yaml", "yml"])).unwrap_or_default();
    let files = real.iter().step_by(7).chain(&examples).filter_map(|path| fs::read_to_string(path).ok());
    let files: Vec<_> = files.filter(|text| text.len() < 60_000).collect();
    let (mut done, mut with_symbols) = (0, 0);
    while done < edits {
        let mut file = File::new(random.pick(&files).cloned().unwrap_or_default()).remembering();
        for _ in 0..8 {
            // Now and then several edits come before the next look.
            for _ in 0..=random.below(3) / 2 {
                let edit = match done % 2 {
                    0 => gentle_edit(&mut random, file.text()),
                    _ => random_edit(&mut random, file.text()),
                };
                assert!(file.edit(&edit), "an edit that fits");
                done += 1;
            }
            with_symbols += usize::from(!equal_to_made_anew(&file));
        }
    }
    println!("followed: {done} edits, {with_symbols} times there was an outline");
    assert!(with_symbols > done / 3, "most of the texts shall have an outline");
}

/// Whether the outline is empty, once it was compared.
fn equal_to_made_anew(file: &File) -> bool {
    let anew = File::new(file.text().to_owned());
    let (followed, fresh) = (symbols(file), symbols(&anew));
    assert!(followed == fresh, "{followed:#?}\n{fresh:#?}\n{}", file.text());
    let answer = |file| crdls_wire::symbols(file, Encoding::Utf16, &outline(file), &|kind| kind as u32);
    let [followed, answer] = [file, &anew].map(|file| String::from_utf8(answer(file).to_vec()));
    assert_eq!(followed, answer, "{}", file.text());
    assert_eq!(folds(file), folds(&anew), "{}", file.text());
    assert_eq!(file.lines(), anew.lines(), "{}", file.text());
    fresh.is_empty()
}

/// A key may be a name of a property or a keyword of a schema, by the keys around it.
#[test]
fn the_role_of_a_key_is_that_of_the_text_now() {
    let lines = ["properties:", "items:", "additionalProperties:", "x-kubernetes-validations:", "- rule: a"];
    let head = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  versions:\n  - name: v1\n    \
                schema:\n      openAPIV3Schema:\n";
    let indented = |depth: usize, line: &str| format!("{}{line}\n", " ".repeat(8 + 2 * depth));
    let each = |of: &[&'static str]| lines.map(|line| [of, &[line]].concat()).to_vec();
    let pairs = lines.iter().flat_map(|outer| each(&[*outer]));
    for keys in pairs.flat_map(|pair| each(&pair)) {
        let [outer, inner, innermost] = keys[..] else { panic!("{keys:?}") };
        let below: String = [inner, innermost, "a:", "type: string"]
            .iter()
            .enumerate()
            .map(|(depth, line)| indented(depth + 2, line))
            .collect();
        let text = format!("{head}{}{}{below}", indented(0, outer), indented(1, "properties:"));
        let mut file = File::new(text).remembering();
        equal_to_made_anew(&file);
        for (old, new) in [(outer, "other:"), ("other:", "properties:"), ("properties:", outer)] {
            let start = (head.len() + 8) as u32;
            let range = TextRange::new(start, start + old.len() as u32);
            assert!(file.edit(&Edit { range, new_text: new.to_owned() }), "an edit that fits");
            equal_to_made_anew(&file);
        }
    }
}
