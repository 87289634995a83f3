//! How long it takes to compile and cost all rules below some paths: `cargo xtask bench cel`.
//!
//! The counterpart of the oracle's `time-rules`: CRDs are decoded beforehand, one thread; each run is a line of
//! JSON.

use std::path::PathBuf;
use std::time::Instant;

use crdls_crd::cost;
use crdls_ide::File;
use crdls_schema::Config;
use crdls_schema::decode::{Decoded, decode};
use crdls_schema::fields::CUSTOM_RESOURCE_DEFINITION;
use crdls_schema::model::Crd;
use crdls_schema::objects::{Kind, kind};
use crdls_tests::corpus;

const RUNS: usize = 5;

fn main() {
    let paths: Vec<_> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let config = Config::default();
    let files: Vec<_> =
        paths.iter().flat_map(|path| corpus::files(path, &[""], &["yaml", "yml", "json"])).collect();
    let decoded: Vec<_> =
        files.iter().flat_map(|file| crds(&File::new(corpus::read(file)), &config)).collect();
    for _ in 0..RUNS {
        let start = Instant::now();
        let costs =
            decoded.iter().flat_map(|decoded| cost::numbers(Crd::new(&decoded.object), config.kubernetes));
        let rules: usize = costs.map(|version| version.rules.len()).sum();
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        println!("{{\"milliseconds\":{milliseconds:.3},\"crds\":{},\"rules\":{rules}}}", decoded.len());
    }
}

fn crds(file: &File, config: &Config) -> Vec<Decoded> {
    let documents = file.tree().documents().iter();
    let roots = documents.filter_map(|document| file.tree().root(file.text(), document));
    let crds = roots.filter(|root| kind(*root) == Kind::Crd);
    crds.map(|root| decode(root, &CUSTOM_RESOURCE_DEFINITION, &crdls_schema::Path::EMPTY, config)).collect()
}
