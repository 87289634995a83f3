//! The CRDs that crdls makes of Go types are controller-gen's, byte for byte: of modules that the Go module proxy serves
//! and of packages that use each construct (`tests/go`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crdls_generate::GoFolders;
use crdls_markers::registry::Version;
use crdls_tests::controller_gen::binary_or_skip;
use crdls_tests::corpus::{read, repository};
use crdls_tests::go_crds::{Call, asked, made, made_with};
use crdls_tests::go_fixture::stripped;
use crdls_tests::go_modules::module;
use crdls_tests::random::Random;
use crdls_tests::random_types::types;
use crdls_tests::require::number;

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

/// Further modules for what needs no module cache.
const OTHERS: [(&str, &[&str], &str); 3] = [
    ("github.com/ray-project/kuberay/ray-operator@v1.4.2", &["./apis/..."], "allowDangerousTypes=true"),
    ("github.com/vmware-tanzu/velero@v1.18.3", &["./pkg/apis/velero/v1/..."], ""),
    ("sigs.k8s.io/jobset@v0.8.2", &["./api/..."], ""),
];

/// The versions of `CRDLS_CONTROLLER_GEN`, separated by commas; otherwise the newest one and one in between.
fn versions() -> Vec<Version> {
    let named = std::env::var("CRDLS_CONTROLLER_GEN").unwrap_or_else(|_| "v0.23.0,v0.20.1".to_owned());
    named.split(',').map(|name| Version::read(name).expect("a version")).collect()
}

/// Whether two CRDs are the same. The order of rules is random in controller-gen if other markers make rules too, so that
/// they are compared sorted.
fn is_same(own: &str, text: &str) -> bool {
    let sorted = |text: &str| {
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    own == text || sorted(own) == sorted(text)
}

fn served(name: &str) -> PathBuf {
    module(name).unwrap_or_else(|| panic!("{name} is not served"))
}

/// The files that controller-gen writes. What two tests ask is run once.
fn expected(program: &Path, version: Version, name: &str, call: Call<'_>) -> Arc<BTreeMap<String, String>> {
    static KNOWN: Mutex<BTreeMap<String, Arc<BTreeMap<String, String>>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let files = known.entry(format!("{version} {name} {}", call.flags)).or_insert_with(|| {
        let out = std::env::temp_dir().join(format!("crdls-generate-{}-{version}", std::process::id()));
        let (files, printed) = asked(program, call, &out);
        assert!(!files.is_empty(), "{name}: {printed}");
        Arc::new(files)
    });
    Arc::clone(files)
}

/// Compares one call. Returns how many CRDs there are, and prints those that differ.
fn compared(
    program: &Path,
    version: Version,
    name: &str,
    call: Call<'_>,
    failures: &mut Vec<String>,
) -> usize {
    let expected = expected(program, version, name, call);
    let (found, generated) = made(call, version);
    assert!(generated.unknown.is_empty(), "{name}: {:?}", generated.unknown);
    for (file, text) in expected.iter() {
        let own = found.get(file).map_or("", String::as_str);
        if !is_same(own, text) {
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
            let folder = served(name);
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

/// `CRDLS_SEED` says which types, `CRDLS_TYPES` how many packages of them (100); `CRDLS_SHOW` keeps them.
#[test]
fn crds_of_random_types_are_those_of_controller_gen() {
    let what = "CRDs of random types are those of controller-gen";
    let packages = number("CRDLS_TYPES").unwrap_or(100);
    let mut failures = Vec::new();
    let mut count = 0;
    for version in versions() {
        let Some(program) = binary_or_skip(what, version) else { return };
        let mut random = Random::new(number("CRDLS_SEED").unwrap_or(1));
        let module = TemporaryModule::new(&format!("random-types-{version}"));
        for package in 0..packages {
            module
                .write(&format!("p{package}/types.go"), &types(&format!("p{package}"), version, &mut random));
        }
        let call = Call { folder: &module.0, paths: &["./..."], flags: "" };
        let (mut differ, _) = made(call, version);
        assert_eq!(differ.len(), packages, "CRDs of {version}");
        count += packages;
        // What the random order of markers makes of some types is made in one of a few runs.
        for _ in 0..8 {
            let (files, _) = asked(&program, call, &module.0.join("out"));
            differ.retain(|file, own| files.get(file).is_none_or(|text| !is_same(own, text)));
            if differ.is_empty() || differ.len() > packages / 20 {
                break;
            }
        }
        failures.extend(differ.into_keys().map(|file| format!("{version} {file} in {}", module.0.display())));
        if std::env::var_os("CRDLS_SHOW").is_none() {
            module.remove();
        }
    }
    println!("{count} CRDs of random types, {} differ", failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A module in a folder of its own that may import what the kitchen imports.
struct TemporaryModule(PathBuf);

impl TemporaryModule {
    fn new(name: &str) -> Self {
        let module = Self(std::env::temp_dir().join(format!("crdls-{name}-{}", std::process::id())));
        for name in ["go.mod", "go.sum"] {
            module.write(name, &read(&repository().join("tests/go/kitchen").join(name)));
        }
        module
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    fn remove(self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A fresh checkout: no `vendor`, no module cache. What crdls brings along makes most CRDs, and with those that
/// controller-gen wrote before, nearly all.
#[test]
fn crds_are_made_without_a_module_cache() {
    let what = "CRDs are made without a module cache";
    let (mut count, mut alone, mut with_written) = (0, 0, 0);
    let version = Version::NEWEST;
    let Some(program) = binary_or_skip(what, version) else { return };
    // `CRDLS_GO_MODULES` names others: `MODULE@VERSION PATHS FLAGS`, separated by semicolons.
    let named = std::env::var("CRDLS_GO_MODULES").unwrap_or_default();
    let mut rows: Vec<(&str, Vec<&str>, &str)> = Vec::new();
    for row in named.split(';').filter(|row| !row.is_empty()) {
        let mut words = row.split_whitespace();
        let mut next = || words.next().unwrap_or("");
        rows.push((next(), next().split(',').collect(), next()));
    }
    if rows.is_empty() {
        let known = MODULES.into_iter().chain(OTHERS);
        rows.extend(known.map(|(name, paths, flags)| (name, paths.to_vec(), flags)));
    }
    for (name, paths, flags) in rows {
        let folder = served(name);
        let call = Call { folder: &folder, paths: &paths, flags };
        let expected = expected(&program, version, name, call);
        let made = |before: &BTreeMap<String, String>| made_with(call, version, GoFolders::default(), before);
        let (own, generated) = made(&BTreeMap::new());
        let (own_with_written, _) = made(&expected);
        let is_equal = |own: &BTreeMap<String, String>, file: &str, text: &str| {
            let is_equal = own.get(file).is_some_and(|own| is_same(own, text));
            if !is_equal && std::env::var_os("CRDLS_SHOW").is_some() {
                let own = own.get(file).map_or("", String::as_str);
                let line = text.lines().zip(own.lines()).find(|(a, b)| a != b);
                println!("{name} {file}: {line:?}");
            }
            usize::from(is_equal)
        };
        let mut equal = [0, 0];
        for (file, text) in expected.iter() {
            equal[0] += is_equal(&own, file, text);
            equal[1] += is_equal(&own_with_written, file, text);
        }
        let unknown: Vec<_> = generated.unknown.keys().map(|name| &**name).collect();
        println!("{name}: {} CRDs, {equal:?} equal, unknown {unknown:?}", expected.len());
        count += expected.len();
        alone += equal[0];
        with_written += equal[1];
    }
    println!("{count} CRDs: {alone} without a module cache, {with_written} with the CRDs that were written");
    assert!(alone * 100 >= count * 75, "{alone} of {count}");
    assert!(with_written * 100 >= count * 97, "{with_written} of {count}");
}

/// What `random-marker-order` reports is so: of the same Go types controller-gen makes one CRD or another.
#[test]
fn markers_of_versions_are_applied_in_random_order() {
    let version = Version::NEWEST;
    let Some(program) = binary_or_skip("markers of versions are applied in random order", version) else {
        return;
    };
    let module = TemporaryModule::new("random-order");
    let fixture = read(&repository().join("tests/rules/random-marker-order/versions.go"));
    for file in stripped(&fixture).split("// file: ").skip(1) {
        let (path, text) = file.split_once('\n').expect("a path");
        module.write(path, text);
    }
    let call = Call { folder: &module.0, paths: &["./..."], flags: "" };
    let run = |_| asked(&program, call, &module.0.join("out")).0;
    let first = run(0);
    assert_eq!(first.len(), 1, "{first:?}");
    assert!((0..60).map(run).any(|other| other != first), "always {first:?}");
    module.remove();
}
