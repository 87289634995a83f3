//! The rules of the corpus, compiled and costed by crdls and by the API server's code. Both decode the CRDs beforehand and
//! take one thread.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crdls_crd::cost;
use crdls_ide::File;
use crdls_manifest::decode::{Decoded, decode};
use crdls_manifest::fields::CUSTOM_RESOURCE_DEFINITION;
use crdls_manifest::model::Crd;
use crdls_manifest::objects::kind;
use crdls_report::Config;

use crate::bench::{RUNS, best, least};
use crate::build;
use crate::engine::corpus;

pub(super) fn run(root: &Path) -> Result<(), String> {
    let crds_folder = corpus()?.join("crds");
    let oracle = build::oracle(root)?;
    let config = Config::default();
    let files = crdls_tests::corpus::files(&crds_folder, &[""], &["yaml", "yml", "json"]);
    let read = |file| crds(&File::new(crdls_tests::corpus::read(file)), &config);
    let decoded: Vec<_> = files.iter().flat_map(|file| read(file)).collect();
    let (mut times, mut ours) = (Vec::new(), 0);
    for _ in 0..RUNS {
        let start = Instant::now();
        let costs =
            decoded.iter().flat_map(|decoded| cost::numbers(Crd::new(&decoded.object), config.kubernetes));
        ours = costs.map(|version| version.rules.len()).sum();
        times.push(start.elapsed());
    }
    let took = least(&times).as_secs_f64() * 1e3;
    let repeat = RUNS.to_string();
    let (theirs_took, theirs) =
        best(Command::new(oracle).args(["time-rules", "--repeat", &repeat]).arg(&crds_folder), "rules")?;
    println!("compiling and costing the rules of crds, one thread, best of {RUNS}");
    println!("  crdls          {took:>8.1} ms, {ours} rules");
    println!("  the Go program {theirs_took:>8.1} ms, {theirs} rules");
    println!("  ratio          {:>8.1}", theirs_took / took);
    if ours as u64 == theirs { Ok(()) } else { Err("they do not count the same rules".to_owned()) }
}

fn crds(file: &File, config: &Config) -> Vec<Decoded> {
    let documents = file.tree().documents().iter();
    let roots = documents.filter_map(|document| file.tree().root(file.text(), document));
    let crds = roots.filter(|root| kind(*root).is_served_crd());
    crds.map(|root| decode(root, &CUSTOM_RESOURCE_DEFINITION, &crdls_report::Path::EMPTY, config)).collect()
}
