//! What crdls makes of updates of custom resources is what the API server was recorded to answer (needs the corpus).

use crdls_tests::corpus;
use crdls_tests::custom_resource_updates::{Case, Crds, cases, config, differences, ours};
use crdls_tests::differences::{Differences, Part};

#[test]
fn answers_are_the_servers() {
    let Some(root) = corpus::dir_or_skip("recorded updates of custom resources") else { return };
    let (mut crds, mut known, config) =
        (Crds::default(), Differences::of(Part::CustomResourceUpdates), config());
    let mut wrong = Vec::new();
    for file in ["random", "kubernetes"] {
        let text = corpus::read(&root.join(format!("updates/{file}.jsonl")));
        let all = cases(&text, &mut crds);
        let judged: Vec<&Case> = all.iter().filter(|case| !case.left_out).collect();
        let before = wrong.len();
        for case in &judged {
            let found = differences(case, ours(case, &mut crds, &config).as_ref());
            let lines = known.unexcused(&format!("updates/{file}.jsonl {}", case.name), found);
            wrong.extend((!lines.is_empty()).then(|| format!("{}\n    {}", case.name, lines.join("\n    "))));
        }
        let differ = wrong.len() - before;
        let (judged, left_out) = (judged.len(), all.len() - judged.len());
        println!("updates/{file}: {judged} validated, {} equal; {left_out} left out", judged - differ);
    }
    wrong.extend(known.stale());
    wrong.iter().take(60).for_each(|line| println!("  {line}"));
    assert!(wrong.is_empty(), "{} updates differ", wrong.len());
}
