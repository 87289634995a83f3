//! `cargo dev bench go`: Go types with markers, from cold and while they are typed.
//!
//! The module is made in a temporary folder. A release is built and measured, or the program that `CRDLS_SERVER` names.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Editor, median, program, timed};
use crate::build::Profile;

/// Packages of the module, and files of each.
const PACKAGES: usize = 40;
const FILES: usize = 15;
/// The length of the file that is typed in, in bytes.
const TYPED: usize = 120_000;
const RUNS: usize = 7;
const EDITS: usize = 300;

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let server = program(root, Profile::Release)?;
    let folder = std::env::temp_dir().join(format!("crdls-go-{}", std::process::id()));
    let done = write(&folder).and_then(|large| {
        cold(&server, &folder)?;
        typed(&server, &folder, &large)
    });
    let _ = fs::remove_dir_all(&folder);
    done
}

/// Writes the module. Returns the large file.
fn write(folder: &Path) -> Result<PathBuf, String> {
    let put = |path: &Path, text: &str| {
        let folder = path.parent().unwrap_or(path);
        fs::create_dir_all(folder).and_then(|()| fs::write(path, text)).map_err(|e| e.to_string())
    };
    put(&folder.join("go.mod"), "module example.com/bench\n\ngo 1.24\n")?;
    for package in 0..PACKAGES {
        for file in 0..FILES {
            let path = folder.join(format!("api{package}/v1/kind{file}_types.go"));
            put(&path, &types(package, file, 8))?;
        }
    }
    let large = folder.join("api0/v1/large_types.go");
    let mut structs = 8;
    while types(0, FILES, structs).len() < TYPED {
        structs += 8;
    }
    put(&large, &types(0, FILES, structs))?;
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
        times.push(timed(command.args(["check", "--threads", "1", "--no-workspace"]).arg(folder))?);
    }
    let files = PACKAGES * FILES + 1;
    let best = times.iter().min().copied().unwrap_or_default();
    println!("check of a module of {files} files with its CRDs, one thread, {RUNS} runs");
    println!("  best {:.0} ms, median {:.0} ms", millis(best), millis(median(&times)));
    Ok(())
}

/// Types the value of a marker in the middle of the large file, and a comment next to it.
fn typed(server: &Path, folder: &Path, large: &Path) -> Result<(), String> {
    let text = fs::read_to_string(large).map_err(|e| e.to_string())?;
    let uri = |path: &Path| format!("file://{}", path.display());
    let folders = json!([{"uri": uri(folder), "name": ""}]);
    let mut editor = Editor::start(Command::new(server).arg("lsp").current_dir(folder), folders)?;
    let file = uri(large);
    let opened = Instant::now();
    editor.open_as(&file, "go", &text)?;
    let of = |version: usize| {
        let file = file.clone();
        move |message: &serde_json::Value| {
            let params = &message["params"];
            message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == file.as_str()
                && params["version"] == version
        }
    };
    editor.until(of(0))?;
    println!("a file of {} KB in an editor, {EDITS} edits", text.len() / 1000);
    println!("  opened: diagnostics after {:.0} ms", millis(opened.elapsed()));
    let middle = text.lines().count() / 2;
    for (what, start) in
        [("the value of a marker", "// +kubebuilder:validation:MaxLength="), ("a comment", "// Name")]
    {
        let line = text.lines().skip(middle).position(|line| line.trim_start().starts_with(start));
        let line = middle + line.ok_or(format!("no line {start:?}"))?;
        let column = 1 + start.len();
        let mut times = Vec::new();
        for edit in 1..=EDITS {
            std::thread::sleep(Duration::from_millis(20));
            let (end, typed) = if edit % 2 == 1 { (column, "1") } else { (column + 1, "") };
            let version = edit + if start.contains('+') { 0 } else { EDITS };
            let sent = Instant::now();
            editor.replace(&file, version as i64, [[line, column], [line, end]], typed)?;
            editor.until(of(version))?;
            times.push(sent.elapsed());
        }
        times.sort();
        let at = |percent: usize| times.get(times.len() * percent / 100).copied().unwrap_or_default();
        println!("  {what}: p50 {:.1} ms, p99 {:.1} ms", millis(at(50)), millis(at(99)));
    }
    Ok(())
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
