//! The CRDs that crdls makes of Go types are controller-gen's, byte for byte: of modules that the Go module proxy serves
//! and of packages that use each construct (`tests/go`).

use std::path::Path;

use crdls_markers::registry::Version;
use crdls_tests::controller_gen::binary_or_skip;
use crdls_tests::corpus::repository;
use crdls_tests::go_crds::{Call, asked, made};
use crdls_tests::go_modules::module;

/// Modules with the folders that they make CRDs of, and their flags.
const MODULES: [(&str, &[&str], &str); 8] = [
    (
        "sigs.k8s.io/gateway-api@v1.3.0",
        &["./apis/v1", "./apis/v1alpha2", "./apis/v1beta1", "./apis/v1alpha3"],
        "",
    ),
    (
        "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring@v0.84.0",
        &["./v1/...", "./v1alpha1/...", "./v1beta1/..."],
        "allowDangerousTypes=true",
    ),
    ("github.com/fluxcd/source-controller/api@v1.6.2", &["./..."], ""),
    ("sigs.k8s.io/cluster-api@v1.10.4", &["./api/..."], "generateEmbeddedObjectMeta=true"),
    ("github.com/envoyproxy/gateway@v1.4.2", &["./api/..."], ""),
    ("github.com/cert-manager/cert-manager@v1.18.2", &["./pkg/apis/..."], "maxDescLen=60"),
    ("sigs.k8s.io/karpenter@v1.6.1", &["./pkg/apis/..."], ""),
    ("sigs.k8s.io/kueue@v0.12.3", &["./apis/..."], "generateEmbeddedObjectMeta=true"),
];

/// The versions of `CRDLS_CONTROLLER_GEN`, separated by commas; otherwise the newest one and one in between.
fn versions() -> Vec<Version> {
    let named = std::env::var("CRDLS_CONTROLLER_GEN").unwrap_or_else(|_| "v0.23.0,v0.20.1".to_owned());
    named.split(',').map(|name| Version::read(name).expect("a version")).collect()
}

/// Compares one call. Returns how many CRDs there are, and prints those that differ.
fn compared(
    program: &Path,
    version: Version,
    name: &str,
    call: Call<'_>,
    failures: &mut Vec<String>,
) -> usize {
    let out = std::env::temp_dir().join(format!("crdls-generate-{}-{version}", std::process::id()));
    let (expected, printed) = asked(program, call, &out);
    let (found, generated) = made(call, version);
    assert!(!expected.is_empty(), "{name}: {printed}");
    assert!(generated.unknown.is_empty(), "{name}: {:?}", generated.unknown);
    for (file, text) in &expected {
        // The order of rules is random in controller-gen if other markers make rules too: they are compared sorted.
        let sorted = |text: &str| {
            let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        let own = found.get(file).map_or("", String::as_str);
        if own != text && sorted(own) != sorted(text) {
            let line = text.lines().zip(own.lines()).position(|(a, b)| a != b);
            failures.push(format!("{name} {version} {file}, line {:?}", line.map(|line| line + 1)));
        }
    }
    let extra = found.keys().filter(|file| !expected.contains_key(*file));
    failures.extend(extra.map(|file| format!("{name} {version} {file}: controller-gen does not write it")));
    expected.len()
}

#[test]
fn crds_are_those_of_controller_gen() {
    let what = "CRDs are those of controller-gen";
    let mut failures = Vec::new();
    let mut count = 0;
    for version in versions() {
        let Some(program) = binary_or_skip(what, version) else { return };
        for (name, paths, flags) in MODULES {
            let folder = module(name).unwrap_or_else(|| panic!("{name} is not served"));
            let call = Call { folder: &folder, paths, flags };
            count += compared(&program, version, name, call, &mut failures);
        }
        for flags in ["", "maxDescLen=40,generateEmbeddedObjectMeta=true,allowDangerousTypes=true"] {
            let folder = repository().join("tests/go/kitchen");
            let call = Call { folder: &folder, paths: &["./..."], flags };
            count += compared(&program, version, "kitchen", call, &mut failures);
        }
    }
    println!("{count} CRDs, {} differ", failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
