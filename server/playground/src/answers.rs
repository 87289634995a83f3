//! What an editor asks for: findings and their fixes, what a place is, what can be written there.
//!
//! Must not know how it is found.

use crdls_ide::{Completion, CompletionKind, FileFinding, Fixer, completions, hover as hover_at, in_editor};
use crdls_minors::Minor;
use crdls_render::{CheckedSource, Json, LineColumn, Report, Source, Sources};
use serde_json::{Value, json};

use crate::workspace::Workspace;

/// The version of crdls, the minors that there are, and those that are checked.
pub(crate) fn status(workspace: &Workspace) -> String {
    let minors: Vec<_> = Minor::all().map(|minor| minor.to_string()).collect();
    let crds = workspace.crds.all().count();
    let kubernetes = workspace.config.minors.to_string();
    json!({"version": env!("CARGO_PKG_VERSION"), "kubernetes": kubernetes, "minors": minors, "crds": crds})
        .to_string()
}

/// The findings of a file.
pub(crate) fn check(
    workspace: &Workspace,
    source: &Source,
    fixes: bool,
    typing: bool,
) -> Result<String, String> {
    let all = findings(workspace, source, typing);
    let shown = all.iter().filter(|found| !found.hidden);
    let shown: Vec<_> = if fixes { fixed(workspace, source, &all, shown) } else { shown.cloned().collect() };
    Ok(report(workspace, source, &shown))
}

/// One of the findings, with its fixes.
pub(crate) fn finding(
    workspace: &Workspace,
    source: &Source,
    number: usize,
    typing: bool,
) -> Result<String, String> {
    let all = findings(workspace, source, typing);
    let shown = all.iter().filter(|found| !found.hidden).skip(number).take(1);
    let shown = fixed(workspace, source, &all, shown);
    if shown.is_empty() {
        Err(format!("there is no finding {number}"))
    } else {
        Ok(report(workspace, source, &shown))
    }
}

fn findings(workspace: &Workspace, source: &Source, typing: bool) -> Vec<FileFinding> {
    let found = crdls_ide::check(source.file(), workspace.context(source), &workspace.config);
    if typing { in_editor(source.file(), found, None) } else { found }
}

/// Some of all findings, with their fixes.
fn fixed<'a>(
    workspace: &'a Workspace,
    source: &'a Source,
    all: &'a [FileFinding],
    of: impl Iterator<Item = &'a FileFinding>,
) -> Vec<FileFinding> {
    let of: Vec<_> = of.collect();
    let fixer = Fixer::new(source.file(), all, workspace.context(source), &workspace.config);
    let fixes = fixer.within(Fixer::BUDGET).fixes(&of);
    let mut found: Vec<_> = of.into_iter().cloned().collect();
    found.iter_mut().zip(fixes).for_each(|(found, fixes)| found.set_fixes(fixes));
    found
}

/// Findings as `crdls check --output-format json` prints them.
pub(crate) fn report(workspace: &Workspace, source: &Source, findings: &[FileFinding]) -> String {
    let format = Json(&workspace.config);
    let sources = Sources::new(workspace.files.values());
    format.head() + &format.text(CheckedSource { source, findings }, &sources) + &format.tail()
}

/// The hover of a place: Markdown, and the range that it is about; null where nothing is known.
pub(crate) fn hover(workspace: &Workspace, source: &Source, at: LineColumn) -> Result<String, String> {
    let found = hover_at(source.file(), source.offset(at), workspace.context(source), &workspace.config);
    let shown =
        |found: crdls_ide::Hover| json!({"markdown": found.markdown, "range": source.span(found.range)});
    Ok(found.map_or(Value::Null, shown).to_string())
}

/// The completions at a place.
pub(crate) fn complete(workspace: &Workspace, source: &Source, at: LineColumn) -> Result<String, String> {
    let offset = source.offset(at);
    let found = completions(source.file(), offset, workspace.context(source), &workspace.config);
    Ok(Value::from_iter(found.into_iter().map(|one| item(one, source))).to_string())
}

/// `newText` has the indentation of its line, `snippet` does not.
fn item(one: Completion, source: &Source) -> Value {
    let new_text = one.with_indentation(source.file().text(), &one.plain);
    let kind = match one.kind {
        CompletionKind::Key => "key",
        CompletionKind::Field => "field",
        CompletionKind::Value => "value",
        CompletionKind::Snippet => "snippet",
        CompletionKind::Function => "function",
        CompletionKind::Variable => "variable",
        CompletionKind::Operator => "operator",
    };
    json!({
        "label": one.label, "kind": kind, "detail": one.detail, "documentation": one.documentation, "sort": one.sort,
        "deprecated": one.deprecated, "preselect": one.preselect, "range": source.span(one.edit.range),
        "newText": new_text, "snippet": one.snippet.then_some(one.edit.new_text),
    })
}
