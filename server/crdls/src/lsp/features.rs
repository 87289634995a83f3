//! What the client announced, and what the server announces in turn.

use serde_json::Value;
use tower_lsp_server::ls_types::{
    ClientCapabilities, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    DiagnosticOptions, DiagnosticServerCapabilities, DiagnosticTag, DocumentLinkOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, OneOf, RenameOptions, SaveOptions,
    SelectionRangeProviderCapability, SemanticTokenType, SemanticTokensFullOptions, SemanticTokensOptions,
    SemanticTokensServerCapabilities, ServerCapabilities, SignatureHelpOptions, SymbolKind,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};

use super::position::Encoding;
use super::{actions, tokens};

/// The client's side. What it did not announce is off.
#[derive(Clone, Debug)]
pub(super) struct Features {
    pub(super) encoding: Encoding,
    /// It asks for diagnostics, again where it is told to; else they are pushed.
    pub(super) pull: bool,
    pub(super) refreshes: Vec<Refresh>,
    pub(super) related_information: bool,
    pub(super) diagnostic_tags: Vec<DiagnosticTag>,
    /// It leads from a code to its page.
    pub(super) code_descriptions: bool,
    /// It gives back what a diagnostic carries.
    pub(super) diagnostic_data: bool,
    /// It looks at the version that diagnostics are of.
    pub(super) diagnostic_versions: bool,
    pub(super) configuration: bool,
    pub(super) progress: bool,
    pub(super) register_configuration: bool,
    pub(super) register_watchers: bool,
    pub(super) snippets: bool,
    pub(super) completion_tags: bool,
    /// It knows that a proposal is deprecated by a flag, as before there were tags.
    pub(super) deprecated_flag: bool,
    pub(super) preselect: bool,
    /// It chooses whether the word behind the cursor is replaced.
    pub(super) insert_replace: bool,
    /// It shows words behind a label.
    pub(super) label_details: bool,
    /// It puts the lines of a proposal under the line of the cursor.
    pub(super) indents: bool,
    pub(super) completion_markdown: bool,
    pub(super) hover_markdown: bool,
    pub(super) signature_markdown: bool,
    /// It finds a parameter in its signature by offsets.
    pub(super) label_offsets: bool,
    /// Each signature may have its own active parameter.
    pub(super) active_parameter: bool,
    /// The kinds of words that it has colours for.
    pub(super) token_types: Vec<SemanticTokenType>,
    pub(super) all_tokens: bool,
    pub(super) tokens_of_a_part: bool,
    /// It takes what changed of them.
    pub(super) token_deltas: bool,
    pub(super) code_lenses: bool,
    pub(super) inlay_hints: bool,
    pub(super) nested_symbols: bool,
    pub(super) symbol_kinds: SymbolKinds,
    pub(super) workspace_symbol_kinds: SymbolKinds,
    pub(super) action_literals: bool,
    pub(super) preferred_actions: bool,
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

/// What a client may be told to ask for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refresh {
    Diagnostics,
    Lenses,
    Hints,
    Tokens,
}

const REFRESHES: [(Refresh, &str); 4] = [
    (Refresh::Diagnostics, "/workspace/diagnostics/refreshSupport"),
    (Refresh::Lenses, "/workspace/codeLens/refreshSupport"),
    (Refresh::Hints, "/workspace/inlayHint/refreshSupport"),
    (Refresh::Tokens, "/workspace/semanticTokens/refreshSupport"),
];

/// The kinds of symbols that a client shows.
#[derive(Clone, Debug)]
pub(super) struct SymbolKinds(Vec<SymbolKind>);

impl SymbolKinds {
    /// A client that names none has those of the protocol's first version.
    fn of(announced: Option<&Value>) -> Self {
        let named = announced.and_then(|set| serde_json::from_value(set.clone()).ok());
        let first = || (1..=18).filter_map(|kind| serde_json::from_value(Value::from(kind)).ok()).collect();
        Self(named.unwrap_or_else(first))
    }

    /// An object is a class to those who have no objects.
    pub(super) fn nearest(&self, kind: SymbolKind) -> SymbolKind {
        if self.0.contains(&kind) { kind } else { SymbolKind::CLASS }
    }
}

impl Features {
    pub(super) fn new(client: &ClientCapabilities) -> Self {
        let offered = client.general.as_ref().and_then(|general| general.position_encodings.as_deref());
        let announced = serde_json::to_value(client).unwrap_or_default();
        let is = |pointer: &str| announced.pointer(pointer).is_some_and(|v| *v != Value::Bool(false));
        let markdown = |pointer: &str| prefers_markdown(announced.pointer(pointer));
        // Clients that pull announce it there or here.
        let of_diagnostics = |what: &str| {
            ["publishDiagnostics", "diagnostic"].iter().any(|of| is(&format!("/textDocument/{of}/{what}")))
        };
        let item = |what: &str| format!("/textDocument/completion/completionItem/{what}");
        let holds = |pointer: &str, value: Value| {
            announced.pointer(pointer).and_then(Value::as_array).is_some_and(|set| set.contains(&value))
        };
        let kinds = |of: &str| SymbolKinds::of(announced.pointer(&format!("/{of}/symbolKind/valueSet")));
        Self {
            encoding: Encoding::negotiate(offered),
            // One that cannot be told to ask again (Neovim 0.11) would not see what a CRD read later says.
            pull: is("/textDocument/diagnostic") && is("/workspace/diagnostics/refreshSupport"),
            refreshes: REFRESHES
                .iter()
                .filter(|(_, at)| is(at))
                .map(|(refresh, _)| *refresh)
                // Who gets them pushed needs not ask.
                .filter(|refresh| *refresh != Refresh::Diagnostics || is("/textDocument/diagnostic"))
                .collect(),
            related_information: of_diagnostics("relatedInformation"),
            code_descriptions: of_diagnostics("codeDescriptionSupport"),
            diagnostic_data: of_diagnostics("dataSupport"),
            diagnostic_versions: is("/textDocument/publishDiagnostics/versionSupport"),
            diagnostic_tags: tags(&announced, "publishDiagnostics")
                .or_else(|| tags(&announced, "diagnostic"))
                .unwrap_or_default(),
            configuration: is("/workspace/configuration"),
            progress: is("/window/workDoneProgress"),
            register_configuration: is("/workspace/didChangeConfiguration/dynamicRegistration"),
            register_watchers: is("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            snippets: is(&item("snippetSupport")),
            indents: holds(&item("insertTextModeSupport/valueSet"), Value::from(2)),
            completion_tags: holds(&item("tagSupport/valueSet"), Value::from(1)),
            deprecated_flag: is(&item("deprecatedSupport")),
            preselect: is(&item("preselectSupport")),
            insert_replace: is(&item("insertReplaceSupport")),
            label_details: is(&item("labelDetailsSupport")),
            completion_markdown: markdown("/textDocument/completion/completionItem/documentationFormat"),
            hover_markdown: markdown("/textDocument/hover/contentFormat"),
            signature_markdown: markdown(
                "/textDocument/signatureHelp/signatureInformation/documentationFormat",
            ),
            label_offsets: is(
                "/textDocument/signatureHelp/signatureInformation/parameterInformation/labelOffsetSupport",
            ),
            active_parameter: is("/textDocument/signatureHelp/signatureInformation/activeParameterSupport"),
            token_types: token_types(&announced),
            all_tokens: is("/textDocument/semanticTokens/requests/full"),
            tokens_of_a_part: is("/textDocument/semanticTokens/requests/range"),
            token_deltas: is("/textDocument/semanticTokens/requests/full/delta"),
            code_lenses: is("/textDocument/codeLens"),
            inlay_hints: is("/textDocument/inlayHint"),
            nested_symbols: is("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            symbol_kinds: kinds("textDocument/documentSymbol"),
            workspace_symbol_kinds: kinds("workspace/symbol"),
            action_literals: is("/textDocument/codeAction/codeActionLiteralSupport"),
            preferred_actions: is("/textDocument/codeAction/isPreferredSupport"),
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

    /// Whether the client asks for colours at all, and has some.
    fn has_tokens(&self) -> bool {
        (self.all_tokens || self.tokens_of_a_part) && !tokens::legend(self).token_types.is_empty()
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
            semantic_tokens_provider: self.has_tokens().then(|| semantic_tokens(self)),
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

/// None where the client takes no numbers relative to each other, as ours are.
fn token_types(announced: &Value) -> Vec<SemanticTokenType> {
    let of = |what: &str| announced.pointer(&format!("/textDocument/semanticTokens/{what}")).cloned();
    let relative = of("formats")
        .is_some_and(|formats| formats.as_array().is_some_and(|f| f.iter().any(|f| f == "relative")));
    let named = of("tokenTypes").filter(|_| relative).and_then(|types| serde_json::from_value(types).ok());
    named.unwrap_or_default()
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

fn semantic_tokens(client: &Features) -> SemanticTokensServerCapabilities {
    let full = match client.token_deltas {
        true => SemanticTokensFullOptions::Delta { delta: Some(true) },
        false => SemanticTokensFullOptions::Bool(true),
    };
    SemanticTokensServerCapabilities::SemanticTokensOptions(SemanticTokensOptions {
        legend: tokens::legend(client),
        range: client.tokens_of_a_part.then_some(true),
        full: client.all_tokens.then_some(full),
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
