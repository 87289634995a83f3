//! The table of methods: which message of the protocol calls what.
//!
//! Must not know how a message arrives, nor what a method does.

use super::Backend;
use crate::lsp::transport::router::{Row, notification, request};

/// All methods that the server has.
pub(crate) fn rows() -> Vec<Row<Backend>> {
    vec![
        request("initialize", Backend::initialize),
        notification("initialized", Backend::initialized),
        request("shutdown", Backend::shutdown),
        notification("textDocument/didOpen", Backend::did_open),
        notification("textDocument/didChange", Backend::did_change),
        notification("textDocument/didSave", Backend::did_save),
        notification("textDocument/didClose", Backend::did_close),
        notification("workspace/didChangeConfiguration", Backend::did_change_configuration),
        notification("workspace/didChangeWorkspaceFolders", Backend::did_change_workspace_folders),
        notification("workspace/didChangeWatchedFiles", Backend::did_change_watched_files),
        notification("workspace/didCreateFiles", Backend::did_create_files),
        notification("workspace/didRenameFiles", Backend::did_rename_files),
        notification("workspace/didDeleteFiles", Backend::did_delete_files),
        request("textDocument/diagnostic", Backend::diagnostic),
        request("workspace/diagnostic", Backend::workspace_diagnostic),
        request("textDocument/completion", Backend::completion),
        request("textDocument/hover", Backend::hover),
        request("textDocument/signatureHelp", Backend::signature_help),
        request("textDocument/definition", Backend::goto_definition),
        request("textDocument/implementation", Backend::goto_implementation),
        request("textDocument/references", Backend::references),
        request("textDocument/documentHighlight", Backend::document_highlight),
        request("textDocument/linkedEditingRange", Backend::linked_editing_range),
        request("textDocument/prepareRename", Backend::prepare_rename),
        request("textDocument/rename", Backend::rename),
        request("textDocument/semanticTokens/full", Backend::semantic_tokens_full),
        request("textDocument/semanticTokens/full/delta", Backend::semantic_tokens_full_delta),
        request("textDocument/semanticTokens/range", Backend::semantic_tokens_range),
        request("textDocument/codeLens", Backend::code_lens),
        request("codeLens/resolve", Backend::code_lens_resolve),
        request("textDocument/inlayHint", Backend::inlay_hint),
        request("textDocument/documentSymbol", Backend::document_symbol),
        request("workspace/symbol", Backend::symbol),
        request("textDocument/foldingRange", Backend::folding_range),
        request("textDocument/documentLink", Backend::document_link),
        request("textDocument/selectionRange", Backend::selection_range),
        request("textDocument/codeAction", Backend::code_action),
        request("workspace/executeCommand", Backend::execute_command),
        request("crdls/text", Backend::text),
        request("crdls/memory", Backend::memory),
        request("crdls/status", Backend::status),
        request("crdls/effective", Backend::effective),
        request("crdls/changes", Backend::changes),
        request("crdls/cost", Backend::cost),
        request("crdls/columns", Backend::columns),
        request("crdls/explain", Backend::explain),
        request("crdls/codes", Backend::codes),
        request("crdls/rules", Backend::codes),
        request("crdls/tests", Backend::tests),
        request("crdls/runTests", Backend::run_tests),
    ]
}
