//! Parsing the corpus, every scalar resolved, beside yaml-rust2's events in the same run.
//!
//! `cargo bench -p crdls-bench`

use std::hint::black_box;

use crdls_tests::corpus;
use crdls_yaml::{Node, Scalar, Tree};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use yaml_rust2::parser::{Event, EventReceiver, Parser};

/// Resolves every scalar below a node; returns how many there are.
fn resolve(node: Node<'_>) -> usize {
    if let Some(scalar) = &node.scalar() {
        return usize::from(!matches!(black_box(scalar), Scalar::Null));
    }
    node.entries().map(|e| resolve(e.key) + resolve(e.value)).sum::<usize>()
        + node.items().map(resolve).sum::<usize>()
}

fn ours(text: &str) -> usize {
    let tree = Tree::parse(text);
    tree.documents().iter().filter_map(|d| tree.root(text, d)).map(resolve).sum()
}

struct Count(usize);

impl EventReceiver for Count {
    fn on_event(&mut self, event: Event) {
        self.0 += usize::from(matches!(black_box(event), Event::Scalar(..)));
    }
}

fn theirs(text: &str) -> usize {
    let mut count = Count(0);
    let _ = Parser::new_from_str(text).load(&mut count, true);
    count.0
}

fn parse(c: &mut Criterion) {
    let Some(root) = corpus::dir_or_skip("the benchmark of the YAML parser") else { return };
    let files = corpus::files(&root, &["crds", "bundles", "instances", "mutated"], &["yaml", "yml"]);
    let texts: Vec<String> = files.iter().map(|path| corpus::read(path)).collect();
    let bytes: usize = texts.iter().map(String::len).sum();
    let mut group = c.benchmark_group("yaml");
    group.throughput(Throughput::Bytes(bytes as u64)).sample_size(10);
    group.bench_function("crdls", |b| b.iter(|| texts.iter().map(|t| ours(t)).sum::<usize>()));
    group.bench_function("yaml-rust2", |b| b.iter(|| texts.iter().map(|t| theirs(t)).sum::<usize>()));
    group.finish();
}

criterion_group!(benches, parse);
criterion_main!(benches);
