//! What the client announced, and what the server announces in turn.

use serde_json::Value;
use tower_lsp_server::ls_types::{
    ClientCapabilities, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    DiagnosticOptions, DiagnosticServerCapabilities, DiagnosticTag, DocumentLinkOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, OneOf, RenameOptions, SaveOptions,
    SelectionRangeProviderCapability, SemanticTokensFullOptions, SemanticTokensOptions,
    SemanticTokensServerCapabilities, ServerCapabilities, SignatureHelpOptions, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};

use super::position::Encoding;
use super::{actions, tokens};

/// The client's side. What it did not announce is off.
#[derive(Clone, Debug)]
pub(super) struct Features {
    pub(super) encoding: Encoding,
    /// It asks for diagnostics, again where it is told to; else they are pushed.
    pub(super) pull: bool,
    pub(super) related_information: bool,
    pub(super) diagnostic_tags: Vec<DiagnosticTag>,
    pub(super) configuration: bool,
    pub(super) progress: bool,
    pub(super) register_configuration: bool,
    pub(super) register_watchers: bool,
    pub(super) snippets: bool,
    pub(super) completion_tags: bool,
    /// It puts the lines of a proposal under the line of the cursor.
    pub(super) indents: bool,
    pub(super) completion_markdown: bool,
    pub(super) hover_markdown: bool,
    pub(super) signature_markdown: bool,
    /// It finds a parameter in its signature by offsets.
    pub(super) label_offsets: bool,
    pub(super) semantic_tokens: bool,
    /// It takes what changed of them.
    pub(super) token_deltas: bool,
    pub(super) code_lenses: bool,
    pub(super) inlay_hints: bool,
    pub(super) nested_symbols: bool,
    pub(super) action_literals: bool,
    /// Edits may name the version that they are for.
    pub(super) versioned_edits: bool,
    pub(super) rename: bool,
    /// It asks whether something can be renamed before it asks for the new name.
    pub(super) prepare_rename: bool,
    pub(super) folds: bool,
    /// It folds whole lines.
    pub(super) fold_lines: bool,
    /// The most folds that it takes.
    pub(super) fold_limit: Option<usize>,
    pub(super) selections: bool,
    pub(super) links: bool,
}

impl Features {
    pub(super) fn new(client: &ClientCapabilities) -> Self {
        let offered = client.general.as_ref().and_then(|general| general.position_encodings.as_deref());
        let announced = serde_json::to_value(client).unwrap_or_default();
        let is = |pointer: &str| announced.pointer(pointer).is_some_and(|v| *v != Value::Bool(false));
        let markdown = |pointer: &str| prefers_markdown(announced.pointer(pointer));
        Self {
            encoding: Encoding::negotiate(offered),
            // One that cannot be told to ask again (Neovim 0.11) would not see what a CRD read later says.
            pull: is("/textDocument/diagnostic") && is("/workspace/diagnostics/refreshSupport"),
            related_information: is("/textDocument/publishDiagnostics/relatedInformation")
                || is("/textDocument/diagnostic/relatedInformation"),
            diagnostic_tags: tags(&announced, "publishDiagnostics")
                .or_else(|| tags(&announced, "diagnostic"))
                .unwrap_or_default(),
            configuration: is("/workspace/configuration"),
            progress: is("/window/workDoneProgress"),
            register_configuration: is("/workspace/didChangeConfiguration/dynamicRegistration"),
            register_watchers: is("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            snippets: is("/textDocument/completion/completionItem/snippetSupport"),
            indents: is("/textDocument/completion/completionItem/insertTextModeSupport"),
            completion_tags: is("/textDocument/completion/completionItem/tagSupport"),
            completion_markdown: markdown("/textDocument/completion/completionItem/documentationFormat"),
            hover_markdown: markdown("/textDocument/hover/contentFormat"),
            signature_markdown: markdown(
                "/textDocument/signatureHelp/signatureInformation/documentationFormat",
            ),
            label_offsets: is(
                "/textDocument/signatureHelp/signatureInformation/parameterInformation/labelOffsetSupport",
            ),
            semantic_tokens: is("/textDocument/semanticTokens"),
            token_deltas: is("/textDocument/semanticTokens/requests/full/delta"),
            code_lenses: is("/textDocument/codeLens"),
            inlay_hints: is("/textDocument/inlayHint"),
            nested_symbols: is("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            action_literals: is("/textDocument/codeAction/codeActionLiteralSupport"),
            versioned_edits: is("/workspace/workspaceEdit/documentChanges"),
            rename: is("/textDocument/rename"),
            prepare_rename: is("/textDocument/rename/prepareSupport"),
            folds: is("/textDocument/foldingRange"),
            fold_lines: is("/textDocument/foldingRange/lineFoldingOnly"),
            fold_limit: announced
                .pointer("/textDocument/foldingRange/rangeLimit")
                .and_then(Value::as_u64)
                .map(|limit| limit as usize),
            selections: is("/textDocument/selectionRange"),
            links: is("/textDocument/documentLink"),
        }
    }

    /// The server's side of it.
    pub(super) fn answer(&self) -> ServerCapabilities {
        ServerCapabilities {
            position_encoding: Some(self.encoding.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Options(sync())),
            diagnostic_provider: self.pull.then(diagnostics),
            completion_provider: Some(completion()),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            document_highlight_provider: Some(OneOf::Left(true)),
            rename_provider: self.rename.then(|| rename(self.prepare_rename)),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            signature_help_provider: Some(signature_help()),
            semantic_tokens_provider: self.semantic_tokens.then(|| semantic_tokens(self.token_deltas)),
            code_lens_provider: self.code_lenses.then_some(CodeLensOptions { resolve_provider: Some(true) }),
            inlay_hint_provider: self.inlay_hints.then_some(OneOf::Left(true)),
            document_symbol_provider: Some(OneOf::Left(true)),
            workspace_symbol_provider: Some(OneOf::Left(true)),
            folding_range_provider: self.folds.then_some(FoldingRangeProviderCapability::Simple(true)),
            selection_range_provider: self
                .selections
                .then_some(SelectionRangeProviderCapability::Simple(true)),
            document_link_provider: self.links.then(links),
            code_action_provider: self.action_literals.then(code_actions),
            workspace: Some(workspace()),
            ..ServerCapabilities::default()
        }
    }
}

fn tags(announced: &Value, of: &str) -> Option<Vec<DiagnosticTag>> {
    let set = announced.pointer(&format!("/textDocument/{of}/tagSupport/valueSet"))?;
    serde_json::from_value(set.clone()).ok()
}

/// The client lists formats by preference; one that lists none takes plain text only.
fn prefers_markdown(formats: Option<&Value>) -> bool {
    let first = formats.and_then(Value::as_array).and_then(|formats| formats.first());
    first.and_then(Value::as_str) == Some("markdown")
}

fn sync() -> TextDocumentSyncOptions {
    TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        // The saved text mends a document that went out of step.
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(true) })),
        ..TextDocumentSyncOptions::default()
    }
}

fn diagnostics() -> DiagnosticServerCapabilities {
    DiagnosticServerCapabilities::Options(DiagnosticOptions {
        identifier: Some("crdls".to_owned()),
        inter_file_dependencies: true,
        workspace_diagnostics: false,
        ..DiagnosticOptions::default()
    })
}

fn completion() -> CompletionOptions {
    let triggers = [".", " "].map(str::to_owned).to_vec();
    CompletionOptions { trigger_characters: Some(triggers), ..CompletionOptions::default() }
}

fn signature_help() -> SignatureHelpOptions {
    SignatureHelpOptions {
        trigger_characters: Some(["(", ","].map(str::to_owned).to_vec()),
        ..SignatureHelpOptions::default()
    }
}

fn semantic_tokens(delta: bool) -> SemanticTokensServerCapabilities {
    SemanticTokensServerCapabilities::SemanticTokensOptions(SemanticTokensOptions {
        legend: tokens::legend(),
        range: Some(true),
        full: Some(if delta {
            SemanticTokensFullOptions::Delta { delta: Some(true) }
        } else {
            SemanticTokensFullOptions::Bool(true)
        }),
        ..SemanticTokensOptions::default()
    })
}

fn links() -> DocumentLinkOptions {
    DocumentLinkOptions {
        resolve_provider: Some(false),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    }
}

fn rename(prepare: bool) -> OneOf<bool, RenameOptions> {
    let work_done_progress_options = WorkDoneProgressOptions::default();
    match prepare {
        true => OneOf::Right(RenameOptions { prepare_provider: Some(true), work_done_progress_options }),
        false => OneOf::Left(true),
    }
}

fn code_actions() -> CodeActionProviderCapability {
    CodeActionProviderCapability::Options(CodeActionOptions {
        code_action_kinds: Some(actions::KINDS.into()),
        ..CodeActionOptions::default()
    })
}

fn workspace() -> WorkspaceServerCapabilities {
    WorkspaceServerCapabilities {
        workspace_folders: Some(WorkspaceFoldersServerCapabilities {
            supported: Some(true),
            change_notifications: Some(OneOf::Left(true)),
        }),
        file_operations: None,
    }
}
