//! Runs the binary in a folder made for the test.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder with files, empty at the start of each run.
pub struct Folder(PathBuf);

/// What a run ended with.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// A manifest of tests/cli.
pub fn manifest(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli").join(name);
    fs::read_to_string(path).unwrap()
}

/// The cache of the tests: not the one of the person who runs them.
pub fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache")
}

impl Folder {
    /// The folder of a test, with files by name.
    pub fn new(test: &str, files: &[(&str, &str)]) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(test);
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join(".git")).unwrap();
        let folder = Self(root);
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The binary, to be run in the folder.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crdls"));
        command.args(args).current_dir(&self.0).stdin(Stdio::null());
        command.env("CRDLS_CACHE_DIR", cache());
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR"] {
            command.env_remove(variable);
        }
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        Ran::of(self.command(args).output().unwrap())
    }

    pub fn run_with_input(&self, args: &[&str], input: &str) -> Ran {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        Ran::of(child.wait_with_output().unwrap())
    }

    /// The findings as JSON, whatever the exit status.
    pub fn findings(&self, args: &[&str]) -> Vec<serde_json::Value> {
        serde_json::from_value(self.run(&[&["check", "--output-format", "json"], args].concat()).json())
            .unwrap()
    }

    /// File, line, column and code of each finding, but of some codes.
    pub fn places(&self, args: &[&str], without: &[&str]) -> Vec<String> {
        let place = |found: &serde_json::Value| {
            let [file, code] = ["file", "code"].map(|key| found[key].as_str().unwrap());
            let (start, file) = (&found["range"]["start"], file.trim_start_matches("./"));
            let text = || format!("{file}:{}:{} {code}", start["line"], start["column"]);
            (!without.contains(&code)).then(text)
        };
        self.findings(args).iter().filter_map(place).collect()
    }

    /// The codes of the findings.
    pub fn codes(&self, args: &[&str]) -> Vec<String> {
        self.findings(args).iter().map(|found| found["code"].as_str().unwrap().to_owned()).collect()
    }
}

impl Ran {
    /// The printed JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|err| panic!("{err}: {self:?}"))
    }

    pub fn of(output: std::process::Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }
}
