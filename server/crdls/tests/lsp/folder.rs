//! Folders on the disk, with files that the server reads for itself.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

/// A folder of one test, empty at the start of each run.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        let folder = Self(path);
        files.iter().for_each(|(file, text)| folder.write(file, text));
        folder
    }

    pub fn root(&self) -> String {
        format!("file://{}", self.0.display())
    }

    /// The path of a file in it.
    pub fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }

    /// The URI of a file in it.
    pub fn uri(&self, file: &str) -> String {
        format!("{}/{file}", self.root())
    }

    pub fn write(&self, file: &str, text: &str) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    pub fn remove(&self, file: &str) {
        fs::remove_file(self.0.join(file)).expect("it is there");
    }
}

/// Folders as `initialize` names them, by their URIs.
pub fn named(roots: &[&str]) -> Value {
    roots.iter().map(|root| json!({"uri": root, "name": ""})).collect()
}
