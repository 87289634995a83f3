//! Code lenses above versions and kinds: their ranges at once, the title and the command of one when it is shown.
//!
//! Must not know how a cost is estimated.

use crdls_ide::{Lens, LensKind, cost_words, cut_by_v2, instances};
use crdls_suite::Case;
use crdls_text::TextRange;
use ls_types::{CodeLens, Command, Location};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::commands::{self, OF_RULES};
use crate::lsp::checking::tested::{RUN_TESTS, SHOW_LOCATIONS};
use crate::lsp::checking::{differences, test_results};
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::manifests::WorkspaceManifests;
use crate::lsp::state::session::Session;
use crate::lsp::transport::jsonrpc::{Error, Result};
use crate::render::count;

/// What a code lens is about, as it is sent to the client and back.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct LensData {
    uri: String,
    generation: u64,
    about: LensSubject,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
enum LensSubject {
    Cost { document: usize, version: u32 },
    CutByV2 { document: usize, version: u32 },
    Instances { group: String, kind: String },
    Sample { name: String },
    Changes { title: String },
    RuleCommand(usize),
}

/// The code lenses of a document, without titles but for those of test suites, which are known.
pub(crate) fn unresolved(session: &Session, snapshot: &Snapshot) -> Vec<CodeLens> {
    let positions = session.features().encoding.converter(&snapshot.file);
    let lens = |range, about| {
        let data = LensData { uri: snapshot.uri.to_string(), generation: snapshot.generation, about };
        CodeLens { range: positions.range(range), command: None, data: serde_json::to_value(data).ok() }
    };
    let of_text = |Lens { range, kind }| {
        let about = match kind {
            LensKind::Cost { document, version } => vec![LensSubject::Cost { document, version }],
            LensKind::CutByV2 { document, version } => vec![LensSubject::CutByV2 { document, version }],
            LensKind::Instances { group, kind } => vec![LensSubject::Instances { group, kind }],
            LensKind::Sample { name } => vec![LensSubject::Sample { name }],
            LensKind::Rule => (0..OF_RULES.len()).map(LensSubject::RuleCommand).collect(),
        };
        about.into_iter().map(move |about| lens(range, about))
    };
    let changes = differences(session, snapshot).map(|(found, _)| found.lenses.clone()).unwrap_or_default();
    let changes = changes.into_iter().map(|note| lens(note.range, LensSubject::Changes { title: note.text }));
    let of_tests = of_tests(session, snapshot);
    let of_tests = of_tests.into_iter().map(|(range, command)| CodeLens {
        range: positions.range(range),
        command: Some(command),
        data: None,
    });
    crdls_ide::lenses(&snapshot.file, &snapshot.config)
        .into_iter()
        .flat_map(of_text)
        .chain(changes)
        .chain(of_tests)
        .collect()
}

/// Those of a suite and its cases, to run them, and those with what came out last.
fn of_tests(session: &Session, snapshot: &Snapshot) -> Vec<(TextRange, Command)> {
    let run = |range, case: Option<&Case>| {
        let arguments = std::iter::once(json!(snapshot.uri)).chain(case.map(|case| json!(case.id())));
        let arguments = Some(arguments.collect());
        (range, Command { title: "run".to_owned(), command: RUN_TESTS.to_owned(), arguments })
    };
    let suite = crdls_ide::suite(&snapshot.file);
    let runs = suite.iter().flat_map(|suite| {
        let of_cases = suite.cases.iter().map(|case| run(case.range, Some(case)));
        std::iter::once(run(suite.range, None)).chain(of_cases)
    });
    let results = test_results(session, snapshot);
    let results = results.iter().flat_map(|results| &results.lenses);
    runs.chain(results.map(|lens| (lens.range, lens.command.clone()))).collect()
}

/// The code lens with its title and its command.
pub(crate) async fn resolve(session: &Session, lens: CodeLens) -> Result<CodeLens> {
    if lens.command.is_some() {
        return Ok(lens);
    }
    let data = lens.data.clone().and_then(|data| serde_json::from_value::<LensData>(data).ok());
    let Some(data) = data else { return Err(Error::invalid_params("a lens of another server")) };
    let LensData { uri, generation, about } = data;
    let (title, command, others) = match about {
        LensSubject::Cost { document, version } => {
            let snapshot = current(session, &uri, generation)?;
            let work = move || cost_words(&snapshot.file, document, version, &snapshot.config);
            let words = session.work(work).await?;
            (words.unwrap_or_else(|| "no structural schema".to_owned()), commands::SHOW_COST, vec![])
        }
        LensSubject::CutByV2 { document, version } => {
            let snapshot = current(session, &uri, generation)?;
            let encoding = session.features().encoding;
            let work = move || {
                let positions = encoding.converter(&snapshot.file);
                let keys = cut_by_v2(&snapshot.file, document, version, &snapshot.config);
                let location = |range| Location::new(snapshot.uri.clone(), positions.range(range));
                keys.into_iter().map(location).collect::<Vec<_>>()
            };
            let fields = session.work(work).await?;
            let title = format!("{} truncated for OpenAPI v2 clients", count(fields.len(), "field"));
            (title, SHOW_LOCATIONS, vec![json!(lens.range.start), json!(fields)])
        }
        LensSubject::Instances { group, kind } => {
            let manifests = WorkspaceManifests::of(session);
            let title = session.work(move || counted(&manifests, &group, &kind)).await?;
            (title, commands::SHOW_REFERENCES, vec![json!(lens.range.start)])
        }
        LensSubject::Changes { title } => (title, commands::SHOW_CHANGES, vec![]),
        LensSubject::Sample { name } => ("sample".to_owned(), commands::SHOW_SAMPLE, vec![json!(name)]),
        LensSubject::RuleCommand(number) => {
            let command = OF_RULES.get(number).ok_or_else(|| Error::invalid_params("an unknown lens"))?;
            let command = command.at(command.lens, &uri, lens.range.start);
            return Ok(CodeLens { command: Some(command), ..lens });
        }
    };
    let arguments = std::iter::once(json!(uri)).chain(others).collect();
    let command = Command { title, command: command.to_owned(), arguments: Some(arguments) };
    Ok(CodeLens { command: Some(command), ..lens })
}

/// The document, where it is still as it was when the code lens was made.
fn current(session: &Session, uri: &str, generation: u64) -> Result<Snapshot> {
    let snapshot = session.snapshot(uri).filter(|snapshot| snapshot.generation == generation);
    snapshot.ok_or_else(Error::content_modified)
}

/// How many objects of a kind there are, in what is open and in the workspace's files.
fn counted(manifests: &WorkspaceManifests, group: &str, kind: &str) -> String {
    let mut number = 0;
    manifests.with(&[kind], |file, _, _| {
        number += instances(file, group, kind);
        true
    });
    let place = if manifests.has_files() { "workspace" } else { "open files" };
    match number {
        0 => format!("no object in the {place}"),
        some => format!("{} in the {place}", count(some, "object")),
    }
}
