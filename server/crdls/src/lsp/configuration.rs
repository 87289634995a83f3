//! How the settings get here: at the start, pulled from the editor or pushed by it, from crdls.toml.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tower_lsp_server::ls_types::{
    ConfigurationItem, InitializeParams, MessageType, Registration, Uri, WorkspaceFolder,
    WorkspaceFoldersChangeEvent,
};

use super::checking;
use super::index;
use super::session::{Session, State};
use super::settings::Layer;
use super::workspace;

const SECTION: &str = "crdls";

/// An editor that does not answer must not keep the server silent.
const PATIENCE: Duration = Duration::from_secs(5);

/// What `initialize` says: folders, settings, whether the editor is still to be asked.
pub(super) fn start(session: &Arc<Session>, params: &InitializeParams) {
    let features = session.set_features(&params.capabilities);
    let options = params.initialization_options.clone().unwrap_or_default();
    let settings = options.get(SECTION).cloned().unwrap_or(options);
    let mut state = session.state();
    state.workspace.set_start(read(session, &settings, "initializationOptions"));
    state.workspace.add(folders(params));
    session.settled.send_replace(!features.configuration);
    settle(session, &mut state);
}

/// After `initialized`: asks for the settings, and registers what the client wants registered.
pub(super) async fn ask_and_register(session: &Arc<Session>) {
    ask(session).await;
    // A client that does not answer must not keep the CRDs from being read.
    let read = async { index::rebuild(session) };
    futures_util::future::join(register(session), read).await;
}

async fn register(session: &Session) {
    let registrations = registrations(session);
    if !registrations.is_empty()
        && let Err(err) = session.client.register_capability(registrations).await
    {
        session.outbox.log(MessageType::WARNING, format!("the client registers nothing: {err}"));
    }
}

/// Asks the editor for its settings, where it can be asked, and applies the answer.
pub(super) async fn ask(session: &Arc<Session>) {
    if !session.features().configuration {
        return;
    }
    let folders = session.state().workspace.uris();
    let item = |scope_uri| ConfigurationItem { scope_uri, section: Some(SECTION.to_owned()) };
    let items =
        std::iter::once(item(None)).chain(folders.iter().cloned().map(|uri| item(Some(uri)))).collect();
    let answer = tokio::time::timeout(PATIENCE, session.client.configuration(items)).await;
    let values = match answer {
        Ok(Ok(values)) => Some(values),
        Ok(Err(err)) => complain(session, format!("the client tells no settings: {err}")),
        Err(_) => complain(session, "the client does not answer workspace/configuration".to_owned()),
    };
    let first = !session.settled.send_replace(true);
    let changed = values.is_some_and(|values| apply(session, values, folders));
    if first || changed {
        checking::check_all(session);
    }
    if changed {
        index::rebuild(session);
    }
}

/// What the editor pushed: it counts where the editor cannot be asked.
pub(super) fn pushed(session: &Arc<Session>, settings: &Value) {
    let Some(section) = settings.get(SECTION) else { return };
    if apply(session, vec![section.clone()], Vec::new()) {
        checking::check_all(session);
        index::rebuild(session);
    }
}

pub(super) fn reread_files(session: &Arc<Session>) {
    let changed = settle(session, &mut session.state());
    if changed {
        checking::check_all(session);
        index::rebuild(session);
    }
}

pub(super) fn change_folders(session: &Arc<Session>, event: WorkspaceFoldersChangeEvent) {
    let mut state = session.state();
    event.removed.iter().for_each(|folder| state.workspace.remove(&folder.uri));
    state.workspace.add(event.added);
    settle(session, &mut state);
    drop(state);
    checking::check_all(session);
    index::rebuild(session);
}

/// The folder of a client that knows one only is its root.
fn folders(params: &InitializeParams) -> Vec<WorkspaceFolder> {
    let many = params.workspace_folders.clone().filter(|folders| !folders.is_empty());
    #[expect(deprecated, reason = "what older clients send")]
    let root = params.root_uri.clone();
    many.unwrap_or_else(|| root.map(|uri| WorkspaceFolder { uri, name: String::new() }).into_iter().collect())
}

fn registrations(session: &Session) -> Vec<Registration> {
    let features = session.features();
    let patterns = [format!("**/{}", workspace::FILE), "**/*.{yaml,yml,json}".to_owned()];
    let watchers = json!({ "watchers": patterns.map(|pattern| json!({ "globPattern": pattern })) });
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

/// The first value holds outside of all folders, the others in the folders.
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
        session.outbox.log(MessageType::WARNING, format!("settings: {complaint}"));
    }
    session.outbox.set_tracing(state.workspace.tracing());
    state.workspace.settle()
}

fn read(session: &Session, value: &Value, from: &str) -> Layer {
    let (settings, complaints) = Layer::of_editor(value);
    for complaint in complaints {
        session.outbox.log(MessageType::WARNING, format!("settings of {from}: {complaint}"));
    }
    settings
}

fn complain<T>(session: &Session, text: String) -> Option<T> {
    session.outbox.log(MessageType::WARNING, text);
    None
}
