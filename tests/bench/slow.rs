//! The slowest inputs that `torture` and people found: the fixtures of its targets whose names begin with `slow`.
//!
//! `cargo bench -p crdls-bench --bench slow`

use crdls_tests::torture::{Seeds, TARGETS, fixtures};
use criterion::{Criterion, criterion_group, criterion_main};

fn slow_inputs(c: &mut Criterion) {
    let seeds = Seeds::default();
    let mut group = c.benchmark_group("slow inputs");
    group.sample_size(10);
    for target in TARGETS.iter().filter(|target| !target.by_program) {
        for path in fixtures(target) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with("slow") {
                let input = std::fs::read(&path).expect("a fixture is read");
                group.bench_function(format!("{}/{name}", target.name), |b| {
                    b.iter(|| (target.run)(&input, &seeds));
                });
            }
        }
    }
    group.finish();
}

criterion_group!(benches, slow_inputs);
criterion_main!(benches);
