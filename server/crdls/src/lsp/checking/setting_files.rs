//! The faults of each crdls.toml as diagnostics: of an open one those of its text, otherwise those of the file.
//!
//! Must not know what a setting means.

use std::collections::BTreeMap;

use crdls_ide::File;
use ls_types::{Diagnostic, NumberOrString, Uri};

use super::diagnostics::{SOURCE, severity};
use crate::lsp::protocol::locations::document_name;
use crate::lsp::state::session::{Session, State};
use crate::lsp::workspace::FILE;
use crate::setting_faults::{SettingFault, setting_faults};
use crdls_wire::PositionConverter;

/// Tells the client the faults of the files, where they differ from those that it was told. It pulls those of open ones
/// itself, where it pulls.
pub(crate) fn publish(session: &Session, state: &mut State) {
    let open = state.setting_files();
    let mut now = BTreeMap::new();
    for path in state.workspace.setting_files() {
        let Some(uri) = Uri::from_file_path(&path) else { continue };
        let name = document_name(&uri);
        if let Ok(text) = std::fs::read_to_string(path)
            && !open.iter().any(|open| *open.name == *name)
        {
            now.insert(uri.to_string(), diagnostics(session, &File::new(text)));
        }
    }
    for open in open.iter().filter(|_| !session.features().pull) {
        now.insert(open.uri.to_string(), diagnostics(session, &open.file));
    }
    now.retain(|_, found| !found.is_empty());
    let before = std::mem::replace(&mut state.told_faults, now);
    let gone = before.keys().filter(|uri| !state.told_faults.contains_key(*uri)).map(|uri| (uri, Vec::new()));
    let changed = state.told_faults.iter().filter(|(uri, found)| before.get(*uri) != Some(*found));
    for (uri, diagnostics) in gone.chain(changed.map(|(uri, found)| (uri, found.clone()))) {
        let Ok(uri) = uri.parse() else { continue };
        session.publish(uri, diagnostics, None);
    }
}

/// Does so where a document that was opened, changed or closed is such a file.
pub(crate) fn changed(session: &Session, key: &str) {
    if key.ends_with(FILE) {
        publish(session, &mut session.state());
    }
}

/// The faults of an open crdls.toml, for a client that pulls; none of another document.
pub(crate) fn pulled(session: &Session, uri: &Uri) -> Vec<Diagnostic> {
    session.setting_file(uri).map(|open| diagnostics(session, &open.file)).unwrap_or_default()
}

fn diagnostics(session: &Session, file: &File) -> Vec<Diagnostic> {
    let positions = session.features().encoding.converter(file);
    setting_faults(file.text()).iter().map(|fault| diagnostic(&positions, fault)).collect()
}

/// A fault as a diagnostic; its code is the setting, which has a page.
pub(crate) fn diagnostic(positions: &PositionConverter<'_>, fault: &SettingFault) -> Diagnostic {
    let code = Some(fault.setting.clone()).filter(|setting| !setting.is_empty());
    Diagnostic {
        range: positions.range(fault.range),
        severity: Some(severity(fault.severity)),
        code: code.map(NumberOrString::String),
        source: Some(SOURCE.to_owned()),
        message: fault.message.clone(),
        ..Diagnostic::default()
    }
}
