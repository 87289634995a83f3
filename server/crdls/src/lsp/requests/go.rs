//! Answers in documents of Go: inside of markers alone, everything else belongs to the server of the language.
//!
//! Must not know what a marker means.

use crdls_ide::{Completion, CompletionKind, SemanticKind, SemanticToken, Signatures};
use crdls_markers::help::{self, HelpContext, TokenKind};
use crdls_markers::program::{GoFile, Package};
use crdls_text::Edit;
use tower_lsp_server::ls_types::{
    CodeActionOrCommand, CodeActionParams, CompletionItem, Hover, HoverContents, Location, SemanticTokens,
    SignatureHelp, Uri,
};

use super::{actions, completion, expressions, tokens};
use crate::go::GoProject;
use crate::lsp::checking::go as checking;
use crate::lsp::protocol::markup;
use crate::lsp::state::go::GoSnapshot;
use crate::lsp::state::session::Session;

fn context<'p>(project: &'p GoProject, package: &'p Package, file: &'p GoFile) -> HelpContext<'p> {
    let settings = project.settings;
    HelpContext { program: &project.program, package, file, version: settings.version, flags: settings.flags }
}

/// What can be typed at an offset.
pub(crate) fn completions(session: &Session, go: &GoSnapshot, offset: u32) -> Vec<CompletionItem> {
    let found = session
        .go
        .with(go, |project, package, file| help::completions(context(project, package, file), offset));
    let item = |(at, item): (usize, help::Completion)| Completion {
        sort: format!("{at:04}"),
        label: item.label,
        kind: match item.kind {
            help::CompletionKind::Marker => CompletionKind::Snippet,
            help::CompletionKind::Argument => CompletionKind::Key,
            help::CompletionKind::Field => CompletionKind::Field,
            help::CompletionKind::Value => CompletionKind::Value,
        },
        detail: None,
        documentation: item.doc,
        plain: item.text.clone(),
        edit: Edit { range: item.range, new_text: item.text },
        snippet: false,
        only_replaces: false,
        deprecated: item.deprecated,
        preselect: false,
    };
    let all = found.unwrap_or_default().into_iter().enumerate().map(item);
    all.map(|item| completion::convert(&go.snapshot, offset, item, session.features())).collect()
}

/// What is at an offset.
pub(crate) fn hover(session: &Session, go: &GoSnapshot, offset: u32) -> Option<Hover> {
    let found =
        session.go.with(go, |project, package, file| help::hover(context(project, package, file), offset));
    let found = found.flatten()?;
    let features = session.features();
    let range = Some(features.encoding.range(&go.snapshot.file, found.range));
    let contents = HoverContents::Markup(markup::content(found.text, features.hover_markdown));
    Some(Hover { contents, range })
}

/// The field that a marker names at an offset.
pub(crate) fn definition(session: &Session, go: &GoSnapshot, offset: u32) -> Option<Location> {
    let found = session.go.with(go, |project, package, file| {
        let target = help::definition(context(project, package, file), offset)?;
        let text = project.text_of(&target.file)?;
        Some((target, text))
    });
    let (target, text) = found.flatten()?;
    let uri = Uri::from_file_path(&target.file)?;
    let range = session.features().encoding.range(&crdls_ide::File::new(text.to_string()), target.range);
    Some(Location::new(uri, range))
}

/// The arguments of the marker at an offset.
pub(crate) fn signature(session: &Session, go: &GoSnapshot, offset: u32) -> Option<SignatureHelp> {
    let found = session
        .go
        .with(go, |project, package, file| help::signature(context(project, package, file), offset));
    let found = found.flatten()?;
    let parameters =
        found.arguments.iter().map(|(range, _)| (range.start as usize, range.end as usize)).collect();
    let doc = found.active.and_then(|at| found.arguments.get(at)).map_or(found.doc, |(_, doc)| doc);
    let signatures = Signatures {
        signatures: vec![crdls_ide::Signature { label: found.label, parameters }],
        active: 0,
        argument: found.active.unwrap_or_default(),
        documentation: doc.to_owned(),
    };
    Some(expressions::signature_help(signatures, session.features()))
}

/// The parts of all markers.
pub(crate) fn semantic_tokens(session: &Session, go: &GoSnapshot) -> SemanticTokens {
    let found = session.go.with(go, |_, _, file| help::tokens(file)).unwrap_or_default();
    let kind = |kind| match kind {
        TokenKind::Name => SemanticKind::Extension,
        TokenKind::Argument => SemanticKind::Parameter,
        TokenKind::String => SemanticKind::String,
        TokenKind::Number => SemanticKind::Number,
        TokenKind::Keyword => SemanticKind::Keyword,
    };
    let found: Vec<_> =
        found.into_iter().map(|token| SemanticToken { range: token.range, kind: kind(token.kind) }).collect();
    SemanticTokens { result_id: None, data: tokens::encoded(&go.snapshot, &found, session.features()) }
}

/// The fixes of findings that the asked range touches. What is found in generated CRDs has none yet.
pub(crate) fn code_actions(
    session: &Session,
    go: &GoSnapshot,
    asked: &CodeActionParams,
) -> Vec<CodeActionOrCommand> {
    let found = checking::of_markers(session, go);
    actions::of_findings(&go.snapshot, &found, asked, session.features())
}
