//! Go source to read: Go's own, and modules with API types, which the Go module proxy serves.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Modules with API types.
pub const API_MODULES: [&str; 12] = [
    "github.com/argoproj/argo-rollouts@v1.8.3",
    "github.com/cert-manager/cert-manager@v1.18.2",
    "github.com/envoyproxy/gateway@v1.4.2",
    "github.com/fluxcd/source-controller/api@v1.6.2",
    "github.com/kedacore/keda/v2@v2.17.2",
    "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring@v0.84.0",
    "k8s.io/api@v0.37.2",
    "k8s.io/apiextensions-apiserver@v0.37.2",
    "sigs.k8s.io/cluster-api@v1.10.4",
    "sigs.k8s.io/gateway-api@v1.3.0",
    "sigs.k8s.io/karpenter@v1.6.1",
    "sigs.k8s.io/kueue@v0.12.3",
];

/// The folder of a module in the module cache, downloaded if it is not there; none where there is no network.
pub fn module(name: &str) -> Option<PathBuf> {
    let output = Command::new("go").args(["mod", "download", "-json", name]).output().ok()?;
    let answer: Value = serde_json::from_slice(&output.stdout).ok()?;
    answer["Dir"].as_str().map(PathBuf::from)
}

/// The folder of Go's own source.
pub fn goroot() -> Option<PathBuf> {
    let output = Command::new("go").args(["env", "GOROOT"]).output().ok()?;
    Some(Path::new(String::from_utf8(output.stdout).ok()?.trim()).join("src"))
}

/// The Go files below a folder, sorted.
pub fn go_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(path),
                Ok(kind) if kind.is_file() && path.extension().is_some_and(|ext| ext == "go") => {
                    files.push(path)
                }
                _ => {}
            }
        }
    }
    files.sort();
    files
}
