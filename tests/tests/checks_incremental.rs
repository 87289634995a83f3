//! The check of a file that was followed through edits equals the check of its text from scratch.
//!
//! Files of several documents, CRDs and custom resources and what else the examples have. 1,000 edits by default; of
//! `CRDLS_EDITS` a fiftieth.

use std::fs;
use std::sync::Arc;

use crdls_ide::{File, FileCheck, FileContext, checked};
use crdls_report::Config;
use crdls_resource::Index;
use crdls_tests::corpus;
use crdls_tests::generate::edits::{gentle_edit, random_edit};
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_text::{Edit, TextRange};

/// Documents of a file, at most.
const DOCUMENTS: usize = 8;

#[test]
fn followed_equals_checked_anew() {
    let edits = number::<usize>("CRDLS_EDITS").map_or(1_000, |n| n / 50);
    let mut random = Random::new(0xC4EC5);
    let repository = corpus::repository();
    let paths = corpus::files(&repository, &["examples", "tests/rules"], &["yaml", "json"]);
    let texts: Vec<_> = paths.iter().filter_map(|path| fs::read_to_string(path).ok()).collect();
    let texts: Vec<_> = texts.into_iter().filter(|text| text.len() < 10_000).collect();
    let config = Config::default();
    let (mut done, mut with_findings) = (0, 0);
    while done < edits {
        let picked: Vec<_> =
            (0..=random.below(DOCUMENTS)).filter_map(|_| random.pick(&texts).cloned()).collect();
        let mut index = Index::default();
        for (number, text) in picked.iter().enumerate() {
            let source = format!("{number}.yaml");
            let file = File::new(text.clone());
            index.read(&source, 0, file.shared_text(), file.tree(), &config);
        }
        let mut file = Arc::new(File::new(picked.join("\n---\n")).remembering());
        for _ in 0..12 {
            let edit = match done % 2 {
                0 => gentle_edit(&mut random, file.text()),
                _ => random_edit(&mut random, file.text()),
            };
            assert!(Arc::make_mut(&mut file).edit(&edit), "an edit that fits");
            done += 1;
            // As in an editor, whose documents are in the index as well.
            if random.below(4) == 0 {
                let found = Index::found("file.yaml", 0, file.shared_text(), file.tree(), &config);
                index.open("file.yaml", found);
            }
            let context = FileContext { crds: Some(&index), file: "file.yaml", ..FileContext::default() };
            let anew = checked(&File::new(file.text().to_owned()), context, &config);
            let followed = checked(&file, context, &config);
            assert_eq!(followed, anew, "{}", file.text());
            with_findings += usize::from(!anew.findings.is_empty());
        }
    }
    println!("followed: {done} edits of files, {with_findings} of them with findings");
    assert!(with_findings > done / 2, "most of the texts shall have findings");
}

/// The text of a document may go on behind a line `---`: an edit there is about the document before it.
#[test]
fn the_rest_of_a_text_is_followed() {
    let crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: ovens.example.com\n\
                spec:\n  group: example.com\n  scope: Namespaced\n  names: {kind: Oven, plural: ovens}\n  versions:\n\
                \x20 - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n\
                \x20       type: object\n        description: |\n          first\n---\n";
    let says =
        |check: &FileCheck| check.findings.iter().any(|one| one.finding.code.name == "separator-in-text");
    for (rest, old, new) in [
        ("apiVersion: v1\nkind: Secret\n", "apiVersion: v1\nkind: Secret\n", "  second\n"),
        ("#\n---\n  second\n", "---\n", ""),
    ] {
        let mut file = File::new(format!("{crd}{rest}")).remembering();
        let config = Config::default();
        let before = checked(&file, FileContext::default(), &config);
        let start = (crd.len() + rest.find(old).expect("the old text")) as u32;
        let range = TextRange::new(start, start + old.len() as u32);
        assert!(file.edit(&Edit { range, new_text: new.to_owned() }));
        let followed = checked(&file, FileContext::default(), &config);
        assert_eq!(followed, checked(&File::new(file.text().to_owned()), FileContext::default(), &config));
        assert!(!says(&before) && says(&followed), "{}", file.text());
    }
}
