//! The distinct headlines of findings in the corpus, each with an example, for reading.

use std::collections::BTreeMap;

use crdls_tests::headlines::{Headline, of_corpus};

pub(super) fn run() -> Result<(), String> {
    let root = super::corpus()?;
    let headlines = of_corpus(&root);
    let mut distinct: BTreeMap<(&str, String), (usize, &Headline)> = BTreeMap::new();
    for headline in &headlines {
        distinct.entry((headline.code, headline.pattern())).or_insert((0, headline)).0 += 1;
    }
    let mut code = "";
    for ((of, pattern), (times, example)) in &distinct {
        if *of != code {
            println!("{of}");
            code = of;
        }
        println!("  {pattern}  ({times})\n      {}  {}", example.message, example.place);
    }
    println!("{} headlines of {} findings", distinct.len(), headlines.len());
    Ok(())
}
