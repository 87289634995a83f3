//! How settings reach the server: with `initialize`, from the editor on demand or by itself, from crdls.toml.
//!
//! Must not know what a setting means.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use ls_types::request::{RegisterCapability, WorkspaceConfiguration};
use ls_types::{
    ConfigurationItem, ConfigurationParams, MessageType, Registration, RegistrationParams, Uri,
    WorkspaceFolder, WorkspaceFoldersChangeEvent,
};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::crds;
use crate::lsp::checking;
use crate::lsp::checking::setting_files;
use crate::lsp::protocol::features::InitializeParams;
use crate::lsp::state::session::{Session, State};
use crate::lsp::workspace;
use crate::lsp::workspace::layer::Layer;

const SECTION: &str = "crdls";

/// How long findings wait for the editor's settings. An editor that takes longer has findings by the defaults until
/// then.
const GRACE: Duration = Duration::from_millis(200);

/// After this time the log has that the editor did not answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Takes what `initialize` has: folders, settings, and whether the editor can be asked for more.
pub(crate) fn start(session: &Arc<Session>, params: &InitializeParams) {
    let features = session
        .set_features(&params.capabilities, params.client_info.as_ref().map_or("", |client| &client.name));
    let options = params.initialization_options.clone().unwrap_or_default();
    let settings = options.get(SECTION).cloned().unwrap_or(options);
    let mut state = session.state();
    state.workspace.set_start(read(session, &settings, "initializationOptions"));
    state.workspace.add(folders(params));
    session.settled.send_replace(!features.configuration);
    settle(session, &mut state);
    drop(state);
    if let Some(process) = params.process_id {
        session.parent.watch(process);
    }
}

/// After `initialized`: asks for the settings, reads the CRDs of files, and registers what the client wants registered.
pub(crate) async fn ask_and_register(session: &Arc<Session>) {
    setting_files::publish(session, &mut session.state());
    // A client that does not answer one of them is still asked for the other.
    tokio::spawn(register(Arc::clone(session)));
    if session.features().configuration {
        ask(session).await;
    } else {
        crds::rebuild(session);
    }
}

async fn register(session: Arc<Session>) {
    let registrations = registrations(&session);
    if registrations.is_empty() {
        return;
    }
    let registered = session.client.request::<RegisterCapability>(&RegistrationParams { registrations });
    if let Err(err) = registered.await {
        session.client.log(MessageType::WARNING, format!("the client registers nothing: {err}"));
    }
}

/// Asks the editor for its settings, where it can be asked, and applies the answer.
pub(crate) async fn ask(session: &Arc<Session>) {
    if !session.features().configuration {
        return;
    }
    let folders = session.state().workspace.uris();
    let item = |scope_uri| ConfigurationItem { scope_uri, section: Some(SECTION.to_owned()) };
    let items =
        std::iter::once(item(None)).chain(folders.iter().cloned().map(|uri| item(Some(uri)))).collect();
    let params = ConfigurationParams { items };
    let mut answer = pin!(session.client.request::<WorkspaceConfiguration>(&params));
    let mut answered = timeout(GRACE, &mut answer).await;
    if answered.is_err() {
        check_if_first(session, false);
        answered = timeout(PATIENCE, &mut answer).await;
    }
    let answered = match answered {
        Err(_) => {
            log(session, "the client does not answer workspace/configuration".to_owned());
            answer.await
        }
        Ok(answered) => answered,
    };
    let changed = match answered {
        Ok(values) => apply(session, values, folders),
        Err(err) => {
            log(session, format!("the client returns no settings: {err}"));
            false
        }
    };
    check_if_first(session, changed);
}

/// Checks everything, and reads the CRDs of files, where the settings changed or nothing was checked yet.
fn check_if_first(session: &Arc<Session>, changed: bool) {
    let first = !session.settled.send_replace(true);
    if first || changed {
        checking::check_all(session);
        crds::rebuild(session);
    }
}

/// Takes settings that the editor sent by itself: they count where it cannot be asked.
pub(crate) fn pushed(session: &Arc<Session>, settings: &Value) {
    let Some(section) = settings.get(SECTION) else { return };
    if apply(session, vec![section.clone()], Vec::new()) {
        checking::check_all(session);
        crds::rebuild(session);
    }
}

/// Reads each crdls.toml again.
pub(crate) fn reread_files(session: &Arc<Session>) {
    let mut state = session.state();
    let changed = settle(session, &mut state);
    setting_files::publish(session, &mut state);
    drop(state);
    if changed {
        checking::check_all(session);
        crds::rebuild(session);
    }
}

/// Takes folders that were added or removed.
pub(crate) fn change_folders(session: &Arc<Session>, event: WorkspaceFoldersChangeEvent) {
    let mut state = session.state();
    event.removed.iter().for_each(|folder| state.workspace.remove(&folder.uri));
    state.workspace.add(event.added);
    settle(session, &mut state);
    setting_files::publish(session, &mut state);
    drop(state);
    checking::check_all(session);
    crds::rebuild(session);
}

/// The folders of the workspace; of a client that has one only, its root.
fn folders(params: &InitializeParams) -> Vec<WorkspaceFolder> {
    let many = params.workspace_folders.clone().filter(|folders| !folders.is_empty());
    let root = params.root_uri.clone();
    many.unwrap_or_else(|| root.map(|uri| WorkspaceFolder { uri, name: String::new() }).into_iter().collect())
}

/// `WatchKind` of the protocol.
const CREATE_AND_DELETE: u8 = 1 | 4;

fn registrations(session: &Session) -> Vec<Registration> {
    let features = session.features();
    let files = format!("**/{}", workspace::FILE);
    let patterns = [&files, "**/*.{yaml,yml,json}", "**/.git/{HEAD,packed-refs,refs/**}"];
    let files = patterns.map(|pattern| json!({ "globPattern": pattern }));
    // A folder that comes or goes is one event, without any of its files.
    let folders = json!({ "globPattern": "**", "kind": CREATE_AND_DELETE });
    let watchers = json!({ "watchers": files.into_iter().chain([folders]).collect::<Vec<_>>() });
    let all = [
        (features.register_watchers, "workspace/didChangeWatchedFiles", watchers),
        (features.register_configuration, "workspace/didChangeConfiguration", json!({ "section": SECTION })),
    ];
    let wanted = all.into_iter().filter(|(wanted, ..)| *wanted);
    wanted
        .map(|(_, method, options)| Registration {
            id: method.to_owned(),
            method: method.to_owned(),
            register_options: Some(options),
        })
        .collect()
}

/// Applies the editor's values: the first one holds outside of all folders, the others in the folders. True where that
/// changes any setting.
fn apply(session: &Session, values: Vec<Value>, folders: Vec<Uri>) -> bool {
    let mut settings = values.iter().map(|value| read(session, value, "the editor"));
    let outside = settings.next().unwrap_or_default();
    let inside = folders.into_iter().zip(settings).collect();
    let mut state = session.state();
    state.workspace.set_editor(outside, inside);
    settle(session, &mut state)
}

fn settle(session: &Session, state: &mut State) -> bool {
    for complaint in state.workspace.read_files() {
        session.client.log(MessageType::WARNING, format!("settings: {complaint}"));
    }
    session.client.set_tracing(state.workspace.tracing());
    state.workspace.settle()
}

fn read(session: &Session, value: &Value, from: &str) -> Layer {
    let (settings, complaints) = Layer::of_editor(value);
    for complaint in complaints {
        session.client.log(MessageType::WARNING, format!("settings of {from}: {complaint}"));
    }
    settings
}

fn log(session: &Session, text: String) {
    session.client.log(MessageType::WARNING, text);
}
