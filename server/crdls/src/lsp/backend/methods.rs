//! The table of methods: which message of the protocol calls what.
//!
//! Must not know how a message arrives, nor what a method does.

use super::Backend;
use crate::lsp::transport::router::{Row, method};

/// All methods that the server has.
pub(crate) fn rows() -> Vec<Row<Backend>> {
    vec![
        method("initialize", Backend::initialize),
        method("initialized", Backend::initialized),
        method("shutdown", Backend::shutdown),
        method("textDocument/didOpen", Backend::did_open),
        method("textDocument/didChange", Backend::did_change),
        method("textDocument/didSave", Backend::did_save),
        method("textDocument/didClose", Backend::did_close),
        method("workspace/didChangeConfiguration", Backend::did_change_configuration),
        method("workspace/didChangeWorkspaceFolders", Backend::did_change_workspace_folders),
        method("workspace/didChangeWatchedFiles", Backend::did_change_watched_files),
        method("workspace/didCreateFiles", Backend::did_create_files),
        method("workspace/didRenameFiles", Backend::did_rename_files),
        method("workspace/didDeleteFiles", Backend::did_delete_files),
        method("textDocument/diagnostic", Backend::diagnostic),
        method("workspace/diagnostic", Backend::workspace_diagnostic),
        method("textDocument/completion", Backend::completion),
        method("textDocument/hover", Backend::hover),
        method("textDocument/signatureHelp", Backend::signature_help),
        method("textDocument/definition", Backend::goto_definition),
        method("textDocument/typeDefinition", Backend::goto_type_definition),
        method("textDocument/implementation", Backend::goto_implementation),
        method("textDocument/references", Backend::references),
        method("textDocument/documentHighlight", Backend::document_highlight),
        method("textDocument/linkedEditingRange", Backend::linked_editing_range),
        method("textDocument/prepareRename", Backend::prepare_rename),
        method("textDocument/rename", Backend::rename),
        method("textDocument/semanticTokens/full", Backend::semantic_tokens_full),
        method("textDocument/semanticTokens/full/delta", Backend::semantic_tokens_full_delta),
        method("textDocument/semanticTokens/range", Backend::semantic_tokens_range),
        method("textDocument/codeLens", Backend::code_lens),
        method("codeLens/resolve", Backend::code_lens_resolve),
        method("textDocument/inlayHint", Backend::inlay_hint),
        method("textDocument/documentSymbol", Backend::document_symbol),
        method("workspace/symbol", Backend::symbol),
        method("textDocument/foldingRange", Backend::folding_range),
        method("textDocument/documentLink", Backend::document_link),
        method("textDocument/selectionRange", Backend::selection_range),
        method("textDocument/codeAction", Backend::code_action),
        method("workspace/executeCommand", Backend::execute_command),
        method("crdls/text", Backend::text),
        method("crdls/memory", Backend::memory),
        method("crdls/status", Backend::status),
        method("crdls/effective", Backend::effective),
        method("crdls/changes", Backend::changes),
        method("crdls/cost", Backend::cost),
        method("crdls/columns", Backend::columns),
        method("crdls/explain", Backend::explain),
        method("crdls/codes", Backend::codes),
        method("crdls/rules", Backend::codes),
        method("crdls/tests", Backend::tests),
        method("crdls/runTests", Backend::run_tests),
    ]
}
