//! Answers in documents of Go: inside of markers alone, everything else belongs to the server of the language.
//!
//! In the rule of a marker the answers are those of the CRDs that have the rule. Must not know what a marker means.

use std::sync::Arc;

use crdls_ide::{Completion, CompletionKind, SemanticKind, SemanticToken, Signatures};
use crdls_markers::help::{self, HelpContext, TokenKind};
use crdls_markers::program::{GoFile, Package};
use crdls_text::{Edit, TextRange};
use ls_types::{
    CodeActionOrCommand, CodeActionParams, CompletionItem, Hover, InlayHint, Location, Range, SignatureHelp,
    Uri,
};

use super::{actions, completion, expressions, tokens};
use crate::go::{GoCrds, GoProject, rules};
use crate::lsp::checking::go as checking;
use crate::lsp::protocol::markup;
use crate::lsp::state::go::GoSnapshot;
use crate::lsp::state::session::Session;
use crate::lsp::transport::jsonrpc::JsonText;
use crdls_system::files::name;

fn context<'p>(project: &'p GoProject, package: &'p Package, file: &'p GoFile) -> HelpContext<'p> {
    let settings = project.settings;
    HelpContext { program: &project.program, package, file, version: settings.version, flags: settings.flags }
}

/// The CRDs to ask about an offset: none outside of comments, where there are no rules.
fn crds(session: &Session, go: &GoSnapshot, project: &GoProject, offset: u32) -> Arc<GoCrds> {
    let before = go.snapshot.file.text().get(..offset as usize).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let is_comment = line.trim_start().starts_with("//");
    if is_comment { project.crds(session.go.threads()) } else { Arc::default() }
}

/// What can be typed at an offset.
pub(crate) fn completions(session: &Session, go: &GoSnapshot, offset: u32) -> Vec<CompletionItem> {
    let config = &go.snapshot.config;
    let found = session.go.with(go, |project, package, file| {
        let of_markers = help::completions(context(project, package, file), offset);
        let is_in_string = of_markers.is_empty();
        let in_rule = is_in_string.then(|| {
            rules::completions(&crds(session, go, project, offset), (&go.path, &file.text), offset, config)
        });
        in_rule.flatten().unwrap_or_else(|| in_markers(of_markers))
    });
    let all = found.unwrap_or_default().into_iter();
    all.map(|item| completion::convert(&go.snapshot, offset, item, session.features())).collect()
}

fn in_markers(found: Vec<help::Completion>) -> Vec<Completion> {
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
        additional: Vec::new(),
        only_replaces: false,
        deprecated: item.deprecated,
        preselect: false,
    };
    found.into_iter().enumerate().map(item).collect()
}

/// What is at an offset.
pub(crate) fn hover(session: &Session, go: &GoSnapshot, offset: u32) -> Option<Hover> {
    let config = &go.snapshot.config;
    let found = session.go.with(go, |project, package, file| {
        let in_rule = rules::hover_at(&crds(session, go, project, offset), &go.path, offset, config);
        in_rule.map(|found| (found.markdown, found.range)).or_else(|| {
            let found = help::hover(context(project, package, file), offset)?;
            Some((found.text, found.range))
        })
    });
    let (text, range) = found.flatten()?;
    let found = crdls_ide::Hover { range, markdown: text };
    Some(markup::hover(found, &go.snapshot.file, session.features()))
}

/// The field that a marker names at an offset.
pub(crate) fn definition(session: &Session, go: &GoSnapshot, offset: u32) -> Option<Location> {
    let config = &go.snapshot.config;
    let found = session.go.with(go, |project, package, file| {
        let crds = crds(session, go, project, offset);
        let in_rule = rules::definition_at(&crds, &go.path, offset, config);
        let (path, range) = in_rule.map(|(path, range)| (name(path), range)).or_else(|| {
            let target = help::definition(context(project, package, file), offset)?;
            Some((target.file, target.range))
        })?;
        let text = project.text_of(&path)?;
        Some((path, range, text))
    });
    let (path, range, text) = found.flatten()?;
    let uri = Uri::from_file_path(&path)?;
    let range = session.features().encoding.range(&crdls_ide::File::new(text.to_string()), range);
    Some(Location::new(uri, range))
}

/// The arguments of the call in a rule, or of the marker, at an offset.
pub(crate) fn signature(session: &Session, go: &GoSnapshot, offset: u32) -> Option<SignatureHelp> {
    let config = &go.snapshot.config;
    let found = session.go.with(go, |project, package, file| {
        let in_rule = rules::signatures_at(&crds(session, go, project, offset), &go.path, offset, config);
        let in_marker = || help::signature(context(project, package, file), offset).map(of_marker);
        in_rule.or_else(in_marker)
    });
    Some(expressions::signature_help(found.flatten()?, session.features()))
}

fn of_marker(found: help::Signature) -> Signatures {
    let parameters =
        found.arguments.iter().map(|(range, _)| (range.start as usize, range.end as usize)).collect();
    let doc = found.active.and_then(|at| found.arguments.get(at)).map_or(found.doc, |(_, doc)| doc);
    Signatures {
        signatures: vec![crdls_ide::Signature { label: found.label, parameters }],
        active: 0,
        argument: found.active.unwrap_or_default(),
        documentation: doc.to_owned(),
    }
}

/// The parts of all markers, and the words of the rules in them.
pub(crate) fn semantic_tokens(session: &Session, go: &GoSnapshot) -> JsonText {
    let (threads, config) = (session.go.threads(), &go.snapshot.config);
    let found = session.go.with(go, |project, _, file| {
        (help::tokens(file), rules::tokens(&project.crds(threads), &go.path, config))
    });
    let (found, words) = found.unwrap_or_default();
    let kind = |kind| match kind {
        TokenKind::Name => SemanticKind::Extension,
        TokenKind::Argument => SemanticKind::Parameter,
        TokenKind::String => SemanticKind::String,
        TokenKind::Number => SemanticKind::Number,
        TokenKind::Keyword => SemanticKind::Keyword,
    };
    // A string with words is shown by them.
    let has_words = |range: TextRange| {
        let first = words.partition_point(|word| word.range.start < range.start);
        words.get(first).is_some_and(|word| word.range.end <= range.end)
    };
    let parts = found.into_iter().filter(|token| !has_words(token.range));
    let mut found: Vec<_> =
        parts.map(|token| SemanticToken { range: token.range, kind: kind(token.kind) }).collect();
    found.extend(words);
    found.sort_by_key(|token| token.range.start);
    JsonText::written(crdls_wire::tokens(None, &tokens::encoded(&go.snapshot, &found, session.features())))
}

/// What the rules in a range cost.
pub(crate) fn inlay_hints(session: &Session, go: &GoSnapshot, asked: Range) -> Option<Vec<InlayHint>> {
    let (threads, config, encoding) =
        (session.go.threads(), &go.snapshot.config, session.features().encoding);
    let wanted = encoding.text_range(&go.snapshot.file, asked)?;
    let found =
        session.go.with(go, |project, _, _| rules::costs(&project.crds(threads), &go.path, config))?;
    let positions = encoding.converter(&go.snapshot.file);
    let inside = found.into_iter().filter(|hint| wanted.touches(hint.offset));
    Some(inside.map(|hint| expressions::inlay_hint(&positions, hint)).collect())
}

/// The fixes of findings that the asked range touches.
pub(crate) fn code_actions(
    session: &Session,
    go: &GoSnapshot,
    asked: &CodeActionParams,
) -> Vec<CodeActionOrCommand> {
    let asked = actions::Asked::new(&go.snapshot, asked, session.features());
    let Some(wanted) = asked.range_of_quick_fixes() else { return Vec::new() };
    asked.of_findings(&checking::findings(session, go, |range| range.meets(wanted)))
}
