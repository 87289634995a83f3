//! Fixes in custom resources: on those of the corpus that the server refuses, and on accepted ones with a fault
//! planted (needs the corpus). The share of findings with a fix is printed by code; each fix fixes its finding and
//! brings none of the server's.

use std::collections::BTreeMap;

use crdls_ide::FileContext;
use crdls_report::Config;
use crdls_resource::Index;
use crdls_tests::corpus;
use crdls_tests::faulty::faulty;
use crdls_tests::random::Random;
use crdls_tests::verdicts::{index_of, instances};

use crate::fixes::{Figures, mend, print};

const FAULTS: usize = if cfg!(debug_assertions) { 150 } else { 2_000 };

#[test]
fn fixes_of_custom_resources_do_what_they_say() {
    let Some(root) = corpus::dir_or_skip("fixes of custom resources") else { return };
    let config = Config::default();
    let instances = instances(&root);
    let mut files: BTreeMap<(&str, &str), bool> = BTreeMap::new();
    for one in &instances {
        *files.entry((&one.file, &one.crd)).or_insert(true) &= one.accepted;
    }
    let (accepted, refused): (Vec<_>, Vec<_>) = files.into_iter().partition(|(_, accepted)| *accepted);
    let mut indices: BTreeMap<String, Index> = BTreeMap::new();
    let (mut real, mut planted) = (Figures::default(), Figures::default());
    for ((file, crd), _) in refused {
        let index = indices.entry(crd.to_owned()).or_insert_with(|| index_of(&root, crd, &config));
        let context = FileContext { crds: Some(index), file, ..FileContext::default() };
        mend(file, corpus::read(&root.join(file)), context, &mut real);
    }
    let mut random = Random::new(19);
    let mut made = 0;
    while made < FAULTS {
        let Some(((file, crd), _)) = random.pick(&accepted) else { break };
        let Some(text) = faulty(corpus::read(&root.join(file)), &mut random) else { continue };
        made += 1;
        let index = indices.entry((*crd).to_owned()).or_insert_with(|| index_of(&root, crd, &config));
        let context = FileContext { crds: Some(index), file, ..FileContext::default() };
        mend(file, text, context, &mut planted);
    }
    println!("custom resources that the server refuses:");
    print(&real);
    println!("{FAULTS} planted faults:");
    print(&planted);
    let wrong: Vec<_> = real.wrong.iter().chain(&planted.wrong).collect();
    assert!(wrong.is_empty(), "{} fixes are wrong", wrong.len());
    // That rules are not checked is fixed with the other errors.
    let findings =
        planted.findings - planted.codes.get("unchecked-rules").map_or(0, |[findings, ..]| *findings);
    assert!(planted.fixed * 100 >= findings * 75, "{} of {findings}", planted.fixed);
}
