//! A CRD that was followed through edits equals one that is decoded from scratch, places and all.
//!
//! 2,000 edits by default, of which half keep a manifest that was good as good as it was; of `CRDLS_EDITS`, which
//! says how many the tree is tested with, a twentieth: each prints two models.

use std::fs;

use crdls_check::Source;
use crdls_manifest::crd_kinds::V1;
use crdls_manifest::decode::{DecodeCache, Decoded};
use crdls_manifest::objects::objects;
use crdls_report::Config;
use crdls_tests::corpus;
use crdls_tests::generate::edits::{gentle_edit, random_edit};
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_text::{Edit, TextChange, TextRange};
use crdls_yaml::{Node, Tree};

#[test]
fn followed_equals_decoded_anew() {
    let edits: usize = number("CRDLS_EDITS").map_or(2_000, |n: usize| n / 5);
    let mut random = Random::new(0xDEC0DE);
    let examples = corpus::files(&corpus::repository(), &["examples"], &["yaml"]);
    let real =
        corpus::dir().map(|root| corpus::files(&root, &["crds"], &["yaml", "yml"])).unwrap_or_default();
    let files: Vec<String> =
        real.iter().step_by(7).chain(&examples).filter_map(|p| fs::read_to_string(p).ok()).collect();
    let files: Vec<_> = files.into_iter().filter(|text| text.len() < 60_000).collect();
    let (mut done, mut alike) = (0, 0);
    while done < edits {
        let mut text = random.pick(&files).cloned().unwrap_or_default();
        let (mut tree, memo) = (Tree::parse(&text), DecodeCache::default());
        for _ in 0..8 {
            // Now and then several edits come before the next look.
            for _ in 0..=random.below(3) / 2 {
                let edit = if done % 2 == 0 {
                    gentle_edit(&mut random, &text)
                } else {
                    random_edit(&mut random, &text)
                };
                assert!(edit.apply(&mut text));
                tree.edit(&text, edit.range, edit.new_text.len() as u32);
                memo.edited(TextChange::from(&edit));
                done += 1;
            }
            let (ours, fresh) = (decoded(&text, &tree, Some(&memo)), decoded(&text, &tree, None));
            assert!(ours == fresh, "{}", difference(&ours, &fresh));
            alike += usize::from(!fresh.is_empty());
        }
    }
    println!("followed: {done} edits, {alike} times a CRD was there and alike");
    assert!(alike > done / 3, "most of the texts shall hold CRDs");
}

/// What the value around an edit alone shows to be wrong is wrong with the manifest.
#[test]
fn what_is_broken_around_an_edit_is_broken() {
    let config = &Config::default();
    let mut random = Random::new(0xB0B);
    let examples = corpus::files(&corpus::repository(), &["examples"], &["yaml"]);
    let texts: Vec<String> = examples.iter().filter_map(|path| fs::read_to_string(path).ok()).collect();
    let decoded = |text: &str, ask: &mut dyn FnMut(Node<'_>, Decoded)| {
        let tree = Tree::parse(text);
        let plain = tree.documents().first().filter(|document| tree.is_plain(document));
        let root = plain.and_then(|document| tree.root(text, document));
        if let Some(root) = root.filter(|_| tree.errors().is_empty()) {
            ask(root, V1.decode(root, config));
        }
    };
    let (mut broken, mut whole) = (0, 0);
    for _ in 0..4_000 {
        let text = random.pick(&texts).cloned().unwrap_or_default();
        let edit = match random.below(2) {
            0 => gentle_edit(&mut random, &text),
            _ => random_edit(&mut random, &text),
        };
        let mut edited = text.clone();
        assert!(edit.apply(&mut edited));
        decoded(&text, &mut |_, before| {
            decoded(&edited, &mut |root, after| {
                let is_broken = before.is_broken_by(root, TextChange::from(&edit), config);
                assert!(!is_broken || !after.findings.is_empty(), "{edit:?}\n{edited}");
                broken += usize::from(is_broken);
                whole += usize::from(!after.findings.is_empty());
            });
        });
    }
    println!("{broken} edits are seen to break a manifest, of {whole} after which something is wrong");
    assert!(broken > 50, "{broken} of {whole}");
}

/// Where null is written in a list or map the model has the zero value, whose JSON is another one; a field has null.
#[test]
fn null_for_a_member_is_followed() {
    const OBJECTS: [&str; 7] = ["", " ", " ~", " null", " {}", " { }", " {type: string}"];
    const NAMES: [&str; 7] = ["", " ", " ~", " null", " ''", " \"\"", " a"];
    let crd = |status: &str, schema: &str, name: &str| {
        format!(
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  versions:\n  - subresources:\n      \
             status:{status}\n    schema:\n      openAPIV3Schema:\n        properties:\n          a:{schema}\n          b: {{}}\n        required:\n        -{name}\n        - b\n"
        )
    };
    let pairs = |all: [&'static str; 7]| all.into_iter().flat_map(move |a| all.map(|b| (a, b)));
    let status = pairs(OBJECTS).map(|(a, b)| (crd(a, "", ""), "status:", a, b));
    let schemas = pairs(OBJECTS).map(|(a, b)| (crd("", a, ""), " a:", a, b));
    let names = pairs(NAMES).map(|(a, b)| (crd("", "", a), "required:\n        -", a, b));
    for (mut text, before, old, new) in status.chain(schemas).chain(names) {
        let (mut tree, memo) = (Tree::parse(&text), DecodeCache::default());
        decoded(&text, &tree, Some(&memo));
        // Of a space before both, an edit leaves the value at its place.
        let alike = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
        let start = text.find(before).expect("the place") + before.len();
        let range = TextRange::new((start + alike) as u32, (start + old.len()) as u32);
        let edit = Edit { range, new_text: new.split_at(alike).1.to_owned() };
        assert!(edit.apply(&mut text));
        tree.edit(&text, edit.range, edit.new_text.len() as u32);
        memo.edited(TextChange::from(&edit));
        let (ours, fresh) = (decoded(&text, &tree, Some(&memo)), decoded(&text, &tree, None));
        assert!(ours == fresh && !fresh.is_empty(), "{edit:?}\n{}", difference(&ours, &fresh));
    }
}

fn decoded(text: &str, tree: &Tree, memo: Option<&DecodeCache>) -> String {
    let source = Source {
        text,
        tree,
        flaw: None,
        form: crdls_check::Form::Whole,
        old: None,
        crds: None,
        file: "",
        memo,
    };
    let roots = tree.documents().iter().filter_map(|document| Some((document, tree.root(text, document)?)));
    let objects =
        roots.flat_map(|(document, root)| objects(root).into_iter().map(move |object| (document, object)));
    let crds = objects.filter(|(_, object)| object.is_crd());
    let decoded =
        crds.map(|(document, crd)| crdls_check::decoded(&crd, source, document, &Config::default()));
    decoded.map(|decoded| format!("{decoded:?}\n")).collect()
}

fn difference(ours: &str, fresh: &str) -> String {
    // Debug's own lines take a hundred times as long as one line: here a line is cut at its commas.
    let at = ours.split(", ").zip(fresh.split(", ")).position(|(a, b)| a != b).unwrap_or(0);
    let near =
        |text: &str| text.split(", ").skip(at.saturating_sub(12)).take(20).collect::<Vec<_>>().join("\n");
    format!("--- followed\n{}\n--- from scratch\n{}", near(ours), near(fresh))
}
