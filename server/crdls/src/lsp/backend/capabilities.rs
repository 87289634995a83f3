//! What the server announces that it can do, to a client that announced some features.
//!
//! Knows the requests that there are. Must not know how they are answered.

use ls_types::{
    CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions, DiagnosticOptions,
    DiagnosticServerCapabilities, DocumentLinkOptions, DocumentOnTypeFormattingOptions,
    ExecuteCommandOptions, FileOperationFilter, FileOperationPattern, FileOperationPatternKind,
    FileOperationRegistrationOptions, FoldingRangeProviderCapability, HoverProviderCapability,
    ImplementationProviderCapability, LinkedEditingRangeServerCapabilities, OneOf, RenameOptions,
    SaveOptions, SelectionRangeProviderCapability, SemanticTokensFullOptions, SemanticTokensOptions,
    SemanticTokensServerCapabilities, ServerCapabilities, SignatureHelpOptions, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    TypeDefinitionProviderCapability, WorkDoneProgressOptions, WorkspaceFileOperationsServerCapabilities,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};

use crate::lsp::protocol::features::ClientFeatures;
use crate::lsp::requests::{actions, commands, tokens};

/// The capabilities for a client.
pub(crate) fn of(client: &ClientFeatures) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync())),
        diagnostic_provider: client.pull.then(diagnostics),
        completion_provider: Some(completion(client)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        type_definition_provider: Some(TypeDefinitionProviderCapability::Simple(true)),
        implementation_provider: Some(ImplementationProviderCapability::Simple(true)),
        linked_editing_range_provider: client
            .linked_editing
            .then_some(LinkedEditingRangeServerCapabilities::Simple(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        rename_provider: client.rename.then(|| rename(client.prepare_rename)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        signature_help_provider: Some(signature_help()),
        semantic_tokens_provider: has_tokens(client).then(|| semantic_tokens(client)),
        code_lens_provider: client.code_lenses.then_some(CodeLensOptions { resolve_provider: Some(true) }),
        inlay_hint_provider: client.inlay_hints.then_some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: client.folds.then_some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: client.selections.then_some(SelectionRangeProviderCapability::Simple(true)),
        document_link_provider: client.links.then(links),
        document_range_formatting_provider: client.range_formatting.then_some(OneOf::Left(true)),
        document_on_type_formatting_provider: client.type_formatting.then(on_type),
        code_action_provider: client.action_literals.then(code_actions),
        execute_command_provider: Some(commands(client)),
        workspace: Some(workspace(client)),
        ..ServerCapabilities::default()
    }
}

/// What begins a part of a marker or tag of Go. In other documents nothing is completed after it.
pub(crate) const OF_MARKERS: [&str; 7] = ["+", ":", "=", ",", ";", "\"", "`"];

/// Whether the client asks for semantic tokens, and shows some of them.
fn has_tokens(client: &ClientFeatures) -> bool {
    (client.all_tokens || client.token_ranges) && !tokens::legend(client).token_types.is_empty()
}

fn sync() -> TextDocumentSyncOptions {
    TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        // The saved text corrects a document that is out of step.
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(true) })),
        ..TextDocumentSyncOptions::default()
    }
}

fn diagnostics() -> DiagnosticServerCapabilities {
    DiagnosticServerCapabilities::Options(DiagnosticOptions {
        identifier: Some("crdls".to_owned()),
        inter_file_dependencies: true,
        workspace_diagnostics: true,
        ..DiagnosticOptions::default()
    })
}

fn completion(client: &ClientFeatures) -> CompletionOptions {
    let triggers = [".", " ", "*", "'"].into_iter().chain(OF_MARKERS).map(str::to_owned).collect();
    CompletionOptions {
        trigger_characters: Some(triggers),
        resolve_provider: client.resolves_documentation.then_some(true),
        ..CompletionOptions::default()
    }
}

fn signature_help() -> SignatureHelpOptions {
    SignatureHelpOptions {
        trigger_characters: Some(["(", ","].map(str::to_owned).to_vec()),
        ..SignatureHelpOptions::default()
    }
}

fn semantic_tokens(client: &ClientFeatures) -> SemanticTokensServerCapabilities {
    let full = match client.token_deltas {
        true => SemanticTokensFullOptions::Delta { delta: Some(true) },
        false => SemanticTokensFullOptions::Bool(true),
    };
    SemanticTokensServerCapabilities::SemanticTokensOptions(SemanticTokensOptions {
        legend: tokens::legend(client),
        range: client.token_ranges.then_some(true),
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

/// After a line break, and after the blank that follows the dash of an item.
fn on_type() -> DocumentOnTypeFormattingOptions {
    DocumentOnTypeFormattingOptions {
        first_trigger_character: "\n".to_owned(),
        more_trigger_character: Some(vec![" ".to_owned()]),
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

/// Those commands that the client does not run itself.
fn commands(client: &ClientFeatures) -> ExecuteCommandOptions {
    let of_server = |command: &&str| !client.commands.iter().any(|own| own == command);
    let commands = commands::NAMES.into_iter().filter(of_server).map(str::to_owned).collect();
    ExecuteCommandOptions { commands, ..ExecuteCommandOptions::default() }
}

fn workspace(client: &ClientFeatures) -> WorkspaceServerCapabilities {
    WorkspaceServerCapabilities {
        workspace_folders: Some(WorkspaceFoldersServerCapabilities {
            supported: Some(true),
            change_notifications: Some(OneOf::Left(true)),
        }),
        file_operations: client.file_operations.then(file_operations),
    }
}

/// Folders, of which a client that watches files may report nothing else.
fn file_operations() -> WorkspaceFileOperationsServerCapabilities {
    let pattern = FileOperationPattern {
        glob: "**".to_owned(),
        matches: Some(FileOperationPatternKind::Folder),
        options: None,
    };
    let filter = FileOperationFilter { scheme: Some("file".to_owned()), pattern };
    let folders = || Some(FileOperationRegistrationOptions { filters: vec![filter.clone()] });
    WorkspaceFileOperationsServerCapabilities {
        did_create: folders(),
        did_rename: folders(),
        did_delete: folders(),
        ..WorkspaceFileOperationsServerCapabilities::default()
    }
}
