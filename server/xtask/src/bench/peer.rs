//! The peer that the language server is measured beside: yaml-language-server, where npm installed it.

use std::path::{Path, PathBuf};

/// The npm package of the server that is measured next to crdls.
pub(crate) const NAME: &str = "yaml-language-server";

/// The folder in which npm installed it: the one that `CRDLS_PEER` names, or `target/peers`. Says so where
/// there is none.
pub(crate) fn folder(root: &Path) -> Option<PathBuf> {
    let folder = std::env::var_os("CRDLS_PEER").map_or_else(|| root.join("target/peers"), PathBuf::from);
    let found = Some(folder).filter(|folder| program(folder).is_file());
    if found.is_none() {
        println!(
            "{NAME} is skipped: `npm install --prefix target/peers {NAME}`, or name its folder in CRDLS_PEER"
        );
    }
    found
}

/// What node runs.
pub(crate) fn program(folder: &Path) -> PathBuf {
    folder.join("node_modules").join(NAME).join("bin").join(NAME)
}
