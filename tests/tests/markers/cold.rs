//! How long a large module takes from cold, with markers alone.

use std::fs;
use std::time::Instant;

use crdls_markers::findings::Settings;
use crdls_tests::go_project;

/// Packages of the module, and files of each.
const PACKAGES: usize = 40;
const FILES: usize = 15;
const RUNS: usize = 9;

/// A kind with eight structs as its fields, each documented and marked.
fn types(package: usize, file: usize) -> String {
    let parts: String = (0..8)
        .map(|number| format!("\tPart{number} Part{file}x{number} `json:\"part{number}\"`\n"))
        .collect();
    let structs = (0..8).map(|number| {
        format!(
            "\n// Part{file}x{number} is a part of the kind.\ntype Part{file}x{number} struct {{\n\
             \t// Name names the part. It is part of the names of all that is made of it.\n\
             \t// +kubebuilder:validation:MinLength=1\n\t// +kubebuilder:validation:MaxLength=63\n\
             \t// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`\n\tName string `json:\"name\"`\n\n\
             \t// Mode is how the part is run.\n\t// +kubebuilder:validation:Enum=Always;Never;\"On demand\"\n\
             \t// +kubebuilder:default=Always\n\t// +optional\n\tMode string `json:\"mode,omitempty\"`\n\n\
             \t// +kubebuilder:validation:Minimum=0\n\t// +optional\n\tReplicas *int32 `json:\"replicas,omitempty\"`\n}}\n"
        )
    });
    let structs: String = structs.collect();
    format!(
        "// +groupName=g{package}.example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
         // Kind{file} is a kind.\n// +kubebuilder:object:root=true\n// +kubebuilder:subresource:status\n\
         type Kind{file} struct {{\n\tmetav1.TypeMeta   `json:\",inline\"`\n\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\n\
         {parts}}}\n{structs}"
    )
}

/// Printed, since a busy machine fails no test. Run it with `--profile ci`.
#[test]
fn a_module_is_checked_from_cold() {
    let folder = std::env::temp_dir().join(format!("crdls-cold-{}", std::process::id()));
    for package in 0..PACKAGES {
        let api = folder.join(format!("api{package}/v1"));
        fs::create_dir_all(&api).expect("a folder");
        for file in 0..FILES {
            fs::write(api.join(format!("kind{file}_types.go")), types(package, file)).expect("a file");
        }
    }
    fs::write(folder.join("go.mod"), "module example.com/cold\n\ngo 1.24\n").expect("a file");
    let settings = Settings::default();
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let started = Instant::now();
        let program = go_project::program(&folder, settings);
        let found = go_project::findings(&program, settings);
        times.push(started.elapsed());
        assert_eq!((program.packages().count(), found.len()), (PACKAGES, 0));
    }
    let _ = fs::remove_dir_all(&folder);
    times.sort();
    println!(
        "{} files with markers alone, one thread, {RUNS} runs: best {:.0?}, median {:.0?} (limit 200 ms)",
        PACKAGES * FILES,
        times[0],
        times[RUNS / 2]
    );
}
