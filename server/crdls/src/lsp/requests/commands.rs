//! The commands that code lenses carry, and that users run by name: each makes a page and has the client show it.
//!
//! A client that shows something better announces that it runs a command itself (`experimental.commands`). Must not
//! know what is on a page.

use std::fmt::Write as _;
use std::sync::Arc;

use crdls_ide::named;
use ls_types::notification::ShowMessage;
use ls_types::request::{ApplyWorkspaceEdit, ShowDocument};
use ls_types::{
    ApplyWorkspaceEditParams, Command, ExecuteCommandParams, MessageType, Position, ShowDocumentParams,
    ShowMessageParams, Uri,
};
use serde_json::{Value, json};

use super::{built, navigation, rules, suites, views};
use crate::lsp::checking::differences;
use crate::lsp::checking::tested::{ADD_CASE, RUN_TESTS, SHOW_LOCATIONS};
use crate::lsp::transport::jsonrpc::{Error, Result};
use crdls_system::files::reason;

use crate::lsp::protocol::features::Refresh;
use crate::lsp::protocol::locations::path_or_uri;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::manifests::WorkspaceManifests;
use crate::lsp::state::session::Session;
use crate::render::{CostTable, Source, StoredObject};
use crdls_wire::Encoding;

/// The values of a rule on objects of the workspace, and on two that are made for it: `[URI, POSITION]`.
pub(crate) const EVALUATE_RULE: &str = "crdls.evaluateRule";
/// The CRDs and custom resources that a document has a part in, as kustomizations build them: `[URI]`.
pub(crate) const SHOW_BUILT: &str = "crdls.showBuilt";
/// What changed in the CRDs of a document since its old state: `[URI]`.
pub(crate) const SHOW_CHANGES: &str = "crdls.showChanges";
/// The cost of the rules of a document: `[URI]`.
pub(crate) const SHOW_COST: &str = "crdls.showCost";
/// The custom resources of a document as the server would store them: `[URI]`.
pub(crate) const SHOW_EFFECTIVE: &str = "crdls.showEffective";
/// An object that a rule rejects: `[URI, POSITION]`.
pub(crate) const SHOW_FAILING_OBJECT: &str = "crdls.showFailingObject";
/// Where what is at a position is used: `[URI, POSITION]`.
pub(crate) const SHOW_REFERENCES: &str = "crdls.showReferences";
/// A sample of a kind: `[URI, KIND]`, or `[URI, KIND.VERSION.GROUP]`.
pub(crate) const SHOW_SAMPLE: &str = "crdls.showSample";

/// All of them. Without a URI they are about the document that was opened or changed last.
pub(crate) const NAMES: [&str; 11] = [
    ADD_CASE,
    EVALUATE_RULE,
    RUN_TESTS,
    SHOW_BUILT,
    SHOW_CHANGES,
    SHOW_COST,
    SHOW_EFFECTIVE,
    SHOW_FAILING_OBJECT,
    SHOW_LOCATIONS,
    SHOW_REFERENCES,
    SHOW_SAMPLE,
];

/// A command on a rule, as it is offered: above the rule, or at the cursor where the client shows no code lenses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleCommand {
    name: &'static str,
    /// The title of the code lens.
    pub(crate) lens: &'static str,
    /// The title of the code action.
    pub(crate) action: &'static str,
}

/// All commands on a rule.
pub(crate) const OF_RULES: [RuleCommand; 2] = [
    RuleCommand { name: EVALUATE_RULE, lens: "evaluate", action: "Evaluate the rule on objects" },
    RuleCommand {
        name: SHOW_FAILING_OBJECT,
        lens: "object that fails it",
        action: "Create an object that fails the rule",
    },
];

impl RuleCommand {
    /// The command for the rule at a position.
    pub(crate) fn at(self, title: &str, uri: &str, position: Position) -> Command {
        let arguments = Some(vec![json!(uri), json!(position)]);
        Command { title: title.to_owned(), command: self.name.to_owned(), arguments }
    }
}

/// What a command shows.
struct Page {
    /// The name of its file.
    name: String,
    text: String,
}

/// Runs a command: shows its page, and returns the text of it.
pub(crate) async fn execute(session: &Arc<Session>, params: ExecuteCommandParams) -> Result<Option<Value>> {
    let ExecuteCommandParams { command, arguments, .. } = params;
    let Some(name) = NAMES.into_iter().find(|name| *name == command) else {
        return Err(Error::invalid_params(format!("there is no command `{command}`")));
    };
    let latest = session.state().latest.clone();
    let key = arguments.first().and_then(Value::as_str).map_or(latest, str::to_owned);
    let Some(snapshot) = session.snapshot(&key) else {
        return Err(Error::invalid_params(format!("`{key}` is not an open document")));
    };
    if name == ADD_CASE {
        return add_case(session, snapshot, &arguments).await;
    }
    let second = arguments.get(1).cloned().unwrap_or_default();
    let (encoding, manifests) = (session.features().encoding, WorkspaceManifests::of(session));
    let changes = differences(session, &snapshot).map(|(found, _)| found.page.clone());
    let third = arguments.get(2).cloned().unwrap_or_default();
    if name == EVALUATE_RULE
        && let Some(offset) = offset_of(&snapshot, &second, encoding)
    {
        session.keep_evaluated(&snapshot, offset);
        session.refresh(&[Refresh::Hints]);
    }
    let its = Arc::clone(session);
    let work = move || match name {
        SHOW_BUILT => named_page(&snapshot, "built.yaml", name, built::page(&its, &snapshot)),
        SHOW_LOCATIONS => named_page(&snapshot, "locations.txt", name, suites::places(&third)),
        _ => page(name, &snapshot, &second, &manifests, encoding, changes),
    };
    match session.work(work).await? {
        Ok(page) => {
            let text = Value::from(page.text.clone());
            tokio::spawn(show(Arc::clone(session), page));
            Ok(Some(text))
        }
        Err(why) => Err(Error::invalid_params(why)),
    }
}

/// Adds a case to a suite, has the client apply that, and shows it.
async fn add_case(session: &Arc<Session>, snapshot: Snapshot, arguments: &[Value]) -> Result<Option<Value>> {
    let text = |at: usize| arguments.get(at).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (crd, field, its) = (text(1), text(2), Arc::clone(session));
    let work = move || {
        let suites = suites::configured(&its);
        suites::add_case(&snapshot, &suites, &crd, &field, its.features())
    };
    let added = session.work(work).await?.map_err(Error::invalid_params)?;
    let uri = Value::from(added.uri.to_string());
    tokio::spawn(apply(Arc::clone(session), added));
    Ok(Some(uri))
}

async fn apply(session: Arc<Session>, added: suites::AddedCase) {
    let suites::AddedCase { uri, edit, at } = added;
    let params = ApplyWorkspaceEditParams { edit, label: None };
    let applied = session.client.request::<ApplyWorkspaceEdit>(&params).await;
    if applied.is_ok_and(|answer| answer.applied) && session.features().shows_documents {
        let (take_focus, selection) = (Some(true), Some(at));
        let params = ShowDocumentParams { uri, external: None, take_focus, selection };
        let _ = session.client.request::<ShowDocument>(&params).await;
    }
}

/// The page of a command on a document, or why there is none.
fn page(
    command: &str,
    snapshot: &Snapshot,
    argument: &Value,
    manifests: &WorkspaceManifests,
    encoding: Encoding,
    changes: Option<String>,
) -> std::result::Result<Page, String> {
    let offset = || offset_of(snapshot, argument, encoding);
    let (extension, text) = match command {
        EVALUATE_RULE => ("evaluated.txt", offset().and_then(|at| rules::evaluated(snapshot, at, manifests))),
        SHOW_FAILING_OBJECT => {
            ("failing.yaml", offset().map(|at| rules::failing_object(snapshot, at)).transpose()?)
        }
        RUN_TESTS => ("tests.txt", suites::page(snapshot, argument.as_str())),
        SHOW_CHANGES => ("changes.md", changes),
        SHOW_COST => ("cost.txt", cost(snapshot)),
        SHOW_EFFECTIVE => ("stored.diff", effective(snapshot)),
        SHOW_REFERENCES => {
            ("references.txt", offset().and_then(|at| references(snapshot, at, manifests, encoding)))
        }
        _ => ("sample.yaml", sample(snapshot, argument.as_str().unwrap_or_default())),
    };
    named_page(snapshot, extension, command, text)
}

/// The offset of a position that is an argument.
fn offset_of(snapshot: &Snapshot, argument: &Value, encoding: Encoding) -> Option<u32> {
    let position: Position = serde_json::from_value(argument.clone()).ok()?;
    encoding.offset(&snapshot.file, position)
}

/// A page named after its document; why there is none where it would be empty.
fn named_page(
    snapshot: &Snapshot,
    extension: &str,
    command: &str,
    text: Option<String>,
) -> std::result::Result<Page, String> {
    let path = snapshot.uri.to_file_path();
    let file = path.as_ref().and_then(|path| path.file_stem()).map(|name| name.to_string_lossy());
    let name = format!("{}.{extension}", file.as_deref().unwrap_or("document"));
    let nothing = || format!("`{command}` has nothing to show of {}", snapshot.uri.as_str());
    text.filter(|text| !text.is_empty()).map(|text| Page { name, text }).ok_or_else(nothing)
}

fn cost(snapshot: &Snapshot) -> Option<String> {
    let costs = crdls_ide::costs(&snapshot.file, &snapshot.config);
    let source = Source::new(path_or_uri(&snapshot.uri), (*snapshot.file).clone());
    Some(CostTable::new(false, false).text(&source, &costs))
}

/// The difference between what is written and what would be stored, of one object after the other.
fn effective(snapshot: &Snapshot) -> Option<String> {
    let of_one = |one: StoredObject| {
        let refused = one.refused.iter().map(|why| format!("# rejected by the server: {why}\n"));
        let head = format!("# {} {}\n", one.kind, one.name);
        let diff =
            one.diff.map(|diff| if diff.is_empty() { "# stored as written\n".to_owned() } else { diff });
        std::iter::once(head).chain(refused).chain(diff).collect::<String>()
    };
    Some(views::effective(snapshot).into_iter().map(of_one).collect::<Vec<_>>().join("\n"))
}

/// The places as compilers print them, which editors can follow.
fn references(
    snapshot: &Snapshot,
    offset: u32,
    manifests: &WorkspaceManifests,
    encoding: Encoding,
) -> Option<String> {
    let mut text = String::new();
    for location in navigation::references(snapshot, offset, false, manifests, encoding)? {
        let start = location.range.start;
        let _ = writeln!(text, "{}:{}:{}", path_or_uri(&location.uri), start.line + 1, start.character + 1);
    }
    Some(text)
}

fn sample(snapshot: &Snapshot, kind: &str) -> Option<String> {
    let named = named(&snapshot.crds, kind).filter(|named| named.fields.is_empty())?;
    let own = named.crds.iter().find(|known| known.source == snapshot.name);
    let crd = own.or(named.crds.first())?;
    Some(crdls_witness::sample(crd, named.version()?, &snapshot.config).text)
}

/// Has the client show a page as a document; one that shows none is told which file it is.
async fn show(session: Arc<Session>, page: Page) {
    let path = match session.pages.write(&page.name, &page.text) {
        Ok(path) => path,
        Err(err) => {
            return session.client.log(MessageType::ERROR, format!("{}: {}", page.name, reason(&err)));
        }
    };
    let uri = Uri::from_file_path(&path).filter(|_| session.features().shows_documents);
    let shown = match uri {
        Some(uri) => {
            let params = ShowDocumentParams { uri, external: None, take_focus: Some(true), selection: None };
            let shown = session.client.request::<ShowDocument>(&params).await;
            shown.is_ok_and(|shown| shown.success)
        }
        None => false,
    };
    if !shown {
        let (typ, message) = (MessageType::INFO, format!("written to {}", path.display()));
        session.client.notify::<ShowMessage>(&ShowMessageParams { typ, message });
    }
}
