//! Go packages whose CRDs the API server refuses since types of Kubernetes have rules and no bounds
//! (controller-tools#1473): each is reported at the field that embeds the type, with a fix, by controller-gen and the API
//! server's code (needs Go).

use std::path::PathBuf;

use crdls_markers::registry::Version;
use crdls_tests::confirm::verdicts_of;
use crdls_tests::controller_gen::binary_or_skip;
use crdls_tests::corpus::{read, repository};
use crdls_tests::go_crds::{Call, asked};
use crdls_tests::oracle;

use crate::run::Folder;

/// The packages of `tests/go/costs`, each with the line of the field, a marker that the fix adds, and whether the newest
/// controller-gen is a way out.
const PACKAGES: [(&str, &str, &str, bool); 6] = [
    ("jobs", "Template batchv1.JobTemplateSpec", MAX_ITEMS, true),
    ("byname", "Jobs map[string]batchv1.JobSpec", "// +kubebuilder:validation:MaxProperties=", true),
    ("containers", "+kubebuilder:validation:XValidation", MAX_ITEMS, false),
    ("inlined", "Jobs []Job", MAX_ITEMS, true),
    ("podgroups", "Group schedulingv1alpha3.PodGroupSpec", MAX_ITEMS, false),
    ("pointers", "Template *batchv1.JobTemplateSpec", MAX_ITEMS, true),
];

const MAX_ITEMS: &str = "// +kubebuilder:validation:MaxItems=";

/// The newest version that reads `+k8s:immutable` and not `+k8s:maxItems`.
const VERSION: Version = Version::new(22, 0);

struct Programs {
    oracle: PathBuf,
    generators: [PathBuf; 2],
}

impl Programs {
    /// What the API server's code refuses the CRD for that a version of controller-gen makes of a package.
    fn refusals(&self, folder: &Folder, version: usize) -> Vec<String> {
        let root = folder.path("");
        let call = Call { folder: &root, paths: &["./v1"], flags: "" };
        let (files, printed) = asked(&self.generators[version], call, &folder.path("out"));
        assert_eq!(files.len(), 1, "{printed}");
        let verdicts = verdicts_of(&self.oracle, files.into_values()).unwrap();
        verdicts.iter().flat_map(|verdict| verdict.errors.iter().map(|said| said.2.clone())).collect()
    }
}

fn folder(package: &str) -> Folder {
    let source = repository().join("tests/go/costs");
    let folder = Folder::new(&format!("costs-go-{package}"), &[]);
    for file in ["go.mod", "go.sum"] {
        folder.write(file, read(&source.join(file)));
    }
    folder.write("v1/types.go", read(&source.join(package).join("v1/types.go")));
    folder.write("crdls.toml", format!("[go]\ncontroller-gen = \"{VERSION}\"\n"));
    folder
}

#[test]
fn costs_of_embedded_types_are_found_at_the_field_and_fixed() {
    let what = "costs of embedded types are found at the field and fixed";
    let versions = [VERSION, Version::NEWEST];
    let [Some(old), Some(new)] = versions.map(|version| binary_or_skip(what, version)) else { return };
    let Some(oracle) = oracle::binary_or_skip(what) else { return };
    let programs = Programs { oracle, generators: [old, new] };
    let is_cost = |why: &String| why.contains("exceeds budget") || why.contains("exceeding cost limit");
    for (package, field, marker, is_fixed_by_newest) in PACKAGES {
        let folder = folder(package);
        let refused = programs.refusals(&folder, 0);
        assert!(!refused.is_empty() && refused.iter().all(is_cost), "{package}: {refused:?}");

        let found = folder.findings(&["--no-workspace", "v1"]);
        let text = folder.read("v1/types.go");
        let line = text.lines().position(|line| line.contains(field)).unwrap() + 1;
        let errors = || found.iter().filter(|found| found["severity"] == "error");
        let costs: Vec<_> = errors().filter(|found| found["code"] == "cel-cost").collect();
        assert!(!costs.is_empty(), "{package}: {found:?}");
        assert!(costs.iter().all(|found| found["range"]["start"]["line"] == line), "{package}: {costs:?}");
        let by_newest = programs.refusals(&folder, 1);
        assert_eq!(by_newest.is_empty(), is_fixed_by_newest, "{package}: {by_newest:?}");
        let full = folder.run(&["check", "--no-workspace", "v1"]).stdout;
        assert_eq!(full.contains("generate with controller-gen"), is_fixed_by_newest, "{package}: {full}");

        let ran = folder.run(&["check", "--no-workspace", "--fix", "--unsafe-fixes", "v1"]);
        let fixed = folder.read("v1/types.go");
        assert!(fixed.contains(marker), "{package}: {ran:?}\n{fixed}");
        let refused = programs.refusals(&folder, 0);
        assert!(refused.is_empty(), "{package}: {refused:?}\n{fixed}");
        let codes = folder.codes(&["--no-workspace", "v1"]);
        assert!(!codes.iter().any(|code| code.starts_with("cel-")), "{package}: {codes:?}");
    }
    println!("{} packages, each rejected, reported at the field and accepted once fixed", PACKAGES.len());
}
