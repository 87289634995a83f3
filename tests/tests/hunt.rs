//! A slice of the hunt for manifests on which crdls and the API server differ (needs Go). What it finds comes
//! from our own examples; the program `hunt` takes as many as one likes, and the corpus.

use crdls_minors::Minor;
use crdls_tests::generate::Pool;
use crdls_tests::generate::yaml::plain;
use crdls_tests::hunt::{self, Sides};
use crdls_tests::oracle;
use crdls_tests::random::Random;
use crdls_tests::torture::Seeds;

const MANIFESTS: usize = 600;

#[test]
fn random_manifests_are_judged_as_by_the_server() {
    let Some(oracle) = oracle::binary_or_skip("random manifests") else { return };
    let seeds = Seeds::own();
    let pool = Pool::new(seeds.manifests.iter().map(String::as_str), "");
    let mut random = Random::new(37);
    let manifests = (0..MANIFESTS).map(|_| hunt::manifest(&pool, &mut random)).collect();
    let sides = Sides { oracle, minor: Minor::NEWEST };
    let asked = sides.ask(manifests).expect("the oracle answers");
    println!("{} manifests compared, {} of them accepted", asked.compared, asked.accepted);
    let shown = asked.different.iter().take(5);
    for (manifest, lines) in shown {
        println!("{}--- {}\n", plain(manifest), lines.join("\n--- "));
    }
    assert!(asked.different.is_empty(), "{} differ", asked.different.len());
    assert!(asked.compared > MANIFESTS / 2, "only {} were compared", asked.compared);
    assert!(asked.accepted > MANIFESTS / 20, "only {} were accepted", asked.accepted);
}
