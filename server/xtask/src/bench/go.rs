//! `cargo dev bench go`: Go types with markers, from cold and while they are typed, and controller-gen on the same modules.
//!
//! A large module is made in a temporary folder; others are fetched by the go command. A release is built and measured, or
//! the program that `CRDLS_SERVER` names.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::{Typist, least, median, millis, percentile, program, timed};
use crate::build::{Profile, call, go_module};
use crate::files::{self, Scratch};

/// Packages of the module, and files of each.
const PACKAGES: usize = 40;
const FILES: usize = 15;
/// The length of the file that is typed in, in bytes.
const TYPED: usize = 120_000;
/// How long a key may take there at p99, in ms.
const LIMIT: f64 = 16.0;
const RUNS: usize = 7;
const EDITS: usize = 300;
/// How long the first diagnostics may take after the server is started, in ms.
const FIRST: f64 = 1_500.0;
/// How much memory the server may have at most, in MB.
const MEMORY: f64 = 150.0;

const CONTROLLER_GEN: &str = "v0.23.0";

/// A module that the Go module proxy serves, and the file of it that is typed in.
struct Module {
    /// The module and its version.
    name: &'static str,
    what: &'static str,
    /// What controller-gen is told.
    paths: &'static [&'static str],
    flags: &'static str,
    file: &'static str,
    /// Text is typed after these, which begin a line.
    places: [&'static str; 2],
    /// How long a key may take at p99, in ms.
    limit: f64,
}

/// The modules with the largest CRDs: one of its own types, and one that embeds pods.
const MODULES: [Module; 2] = [
    Module {
        name: "sigs.k8s.io/cluster-api@v1.10.4",
        what: "own types",
        paths: &["./api/...", "./controlplane/kubeadm/api/...", "./bootstrap/kubeadm/api/..."],
        flags: ":generateEmbeddedObjectMeta=true",
        file: "bootstrap/kubeadm/api/v1beta1/kubeadm_types.go",
        places: ["// +kubebuilder:validation:MaxLength=", "// name"],
        limit: 50.0,
    },
    Module {
        name: "github.com/ray-project/kuberay/ray-operator@v1.4.2",
        what: "types that embed PodTemplateSpec",
        paths: &["./apis/..."],
        flags: ":allowDangerousTypes=true,maxDescLen=0,generateEmbeddedObjectMeta=true",
        file: "apis/ray/v1/raycluster_types.go",
        places: ["// +kubebuilder:default:=", "// RayStartParams"],
        limit: 100.0,
    },
];

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let server = program(root, Profile::Release)?;
    let folder = Scratch::new("go");
    let large = write(&folder)?;
    cold(&server, &folder)?;
    let places = ["// +kubebuilder:validation:MaxLength=", "// Name"];
    typed(&server, &folder, large, places, LIMIT)?;
    MODULES.iter().try_for_each(|module| fetched(root, &server, module))
}

/// Types in a module that is fetched, and runs controller-gen on it.
fn fetched(root: &Path, server: &Path, module: &Module) -> Result<(), String> {
    let folder = go_module(module.name)?;
    println!("{}: {}", module.name, module.what);
    typed(server, &folder, module.file, module.places, module.limit)?;
    let program = controller_gen(root)?;
    let out = Scratch::new("go-crds");
    let mut times = Vec::new();
    for _ in 0..3 {
        let mut command = Command::new(&program);
        command.arg(format!("crd{}", module.flags)).arg(format!("output:crd:dir={}", out.display()));
        command.args(module.paths.iter().map(|path| format!("paths={path}"))).current_dir(&folder);
        times.push(timed(&mut command)?);
    }
    let made = fs::read_dir(&*out).map_or(0, Iterator::count);
    if made == 0 {
        return Err(format!("controller-gen makes no CRD of {}", module.name));
    }
    println!(
        "  controller-gen {CONTROLLER_GEN}, {made} CRDs: best of 3 runs {:.0} ms",
        millis(least(&times))
    );
    Ok(())
}

/// controller-gen, built of its module where the tests have it too.
fn controller_gen(root: &Path) -> Result<PathBuf, String> {
    let folder = root.join("target/oracle/controller-gen").join(CONTROLLER_GEN);
    let program = folder.join("controller-gen");
    if !program.exists() {
        let package = format!("sigs.k8s.io/controller-tools/cmd/controller-gen@{CONTROLLER_GEN}");
        call(Command::new("go").args(["install", &package]).env("GOBIN", &folder))?;
    }
    Ok(program)
}

/// Writes the module. Returns the large file.
fn write(folder: &Path) -> Result<&'static str, String> {
    files::write(folder, "go.mod", "module example.com/bench\n\ngo 1.24\n")?;
    for package in 0..PACKAGES {
        for file in 0..FILES {
            let path = format!("api{package}/v1/kind{file}_types.go");
            files::write(folder, path, types(package, file, 8))?;
        }
    }
    let large = "api0/v1/large_types.go";
    let mut structs = 8;
    while types(0, FILES, structs).len() < TYPED {
        structs += 8;
    }
    files::write(folder, large, types(0, FILES, structs))?;
    Ok(large)
}

/// A kind with structs as its fields, each documented and marked.
fn types(package: usize, file: usize, structs: usize) -> String {
    let mut text = format!(
        "// +groupName=g{package}.example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
         // Kind{file} is a kind.\n// +kubebuilder:object:root=true\n// +kubebuilder:subresource:status\n\
         // +kubebuilder:printcolumn:name=\"Age\",type=date,JSONPath=`.metadata.creationTimestamp`\n\
         type Kind{file} struct {{\n\tmetav1.TypeMeta   `json:\",inline\"`\n\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\n"
    );
    for number in 0..structs {
        let _ = writeln!(text, "\tPart{number} Part{file}x{number} `json:\"part{number}\"`");
    }
    text.push_str("}\n");
    for number in 0..structs {
        let _ = write!(
            text,
            "\n// Part{file}x{number} is a part of the kind, with a few words about what it does for the one who sets it.\n\
             type Part{file}x{number} struct {{\n\t// Name names the part. It is part of the names of all that is made of it.\n\
             \t// +kubebuilder:validation:MinLength=1\n\t// +kubebuilder:validation:MaxLength=63\n\
             \t// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`\n\tName string `json:\"name\"`\n\n\
             \t// Mode is how the part is run.\n\t// +kubebuilder:validation:Enum=Always;Never;\"On demand\"\n\
             \t// +kubebuilder:default=Always\n\t// +optional\n\tMode string `json:\"mode,omitempty\"`\n\n\
             \t// Replicas is how many there are.\n\t// +kubebuilder:validation:Minimum=0\n\t// +optional\n\
             \tReplicas *int32 `json:\"replicas,omitempty\"`\n\n\
             \t// Labels are labels.\n\t// +kubebuilder:validation:MaxProperties=16\n\
             \tLabels map[string]string `json:\"labels,omitempty\"`\n}}\n"
        );
    }
    text
}

/// The whole program on the module, on one thread.
fn cold(server: &Path, folder: &Path) -> Result<(), String> {
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let mut command = Command::new(server);
        times.push(timed(
            command.args(["check", "--no-cache", "--threads", "1", "--no-workspace"]).arg(folder),
        )?);
    }
    let files = PACKAGES * FILES + 1;
    println!("check of a module of {files} files with its CRDs, one thread, {RUNS} runs");
    println!("  best {:.0} ms, median {:.0} ms", millis(least(&times)), millis(median(&times)));
    Ok(())
}

/// Types in a file, where lines begin with the places: the next ones after the middle.
fn typed(server: &Path, folder: &Path, file: &str, places: [&str; 2], limit: f64) -> Result<(), String> {
    let text = files::read(folder, file)?;
    let started = Instant::now();
    let mut typist = Typist::open(server, folder, file.as_ref(), "go", &text)?;
    typist.diagnostics()?;
    let first = typist.editor.received() - started;
    println!("a file of {} KB in an editor, {EDITS} edits", text.len() / 1000);
    row("first diagnostics since the start of the server", millis(first), FIRST, "ms");
    let lines: Vec<&str> = text.lines().collect();
    for start in places {
        let from_middle = (lines.len() / 2..lines.len()).chain(0..lines.len() / 2);
        let begins = |line: &str| line.trim_start().starts_with(start);
        let line = from_middle.into_iter().find(|line| lines.get(*line).is_some_and(|line| begins(line)));
        let line = line.ok_or(format!("no line {start:?}"))?;
        let column = start.len() + lines.get(line).map_or(0, |line| line.len() - line.trim_start().len());
        let mut times = Vec::new();
        for _ in 0..EDITS {
            std::thread::sleep(Duration::from_millis(20));
            typist.letter([line, column], "1")?;
            typist.diagnostics()?;
            times.push(typist.took());
        }
        println!("  a key after `{start}`: p50 {:.1} ms", millis(median(&times)));
        row("  p99", millis(percentile(&times, 99)), limit, "ms");
    }
    if let Some(memory) = typist.editor.peak_memory() {
        row("the most memory", memory as f64 / 1e3, MEMORY, "MB");
    }
    Ok(())
}

fn row(what: &str, measured: f64, limit: f64, unit: &str) {
    let verdict = if measured > limit { "NOT met" } else { "met" };
    println!("  {what:<50} {measured:>8.1} {unit} (limit {limit}: {verdict})");
}
