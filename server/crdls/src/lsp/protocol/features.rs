//! What the client announced that it can do.
//!
//! Must not know what the server does with it.

use ls_types::{DiagnosticTag, PositionEncodingKind, SemanticTokenType, SymbolKind, Uri, WorkspaceFolder};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crdls_wire::Encoding;

/// The parameters of `initialize` that the server reads.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InitializeParams {
    /// JSON, in which [`ClientFeatures`] looks for what it has: one that is malformed is off, and the others are read.
    pub(crate) capabilities: Value,
    pub(crate) client_info: Option<ClientInfo>,
    pub(crate) initialization_options: Option<Value>,
    pub(crate) process_id: Option<u32>,
    /// The folder of a client that has one only.
    pub(crate) root_uri: Option<Uri>,
    pub(crate) workspace_folders: Option<Vec<WorkspaceFolder>>,
}

/// The program that is the client.
#[derive(Debug, Deserialize)]
pub(crate) struct ClientInfo {
    pub(crate) name: String,
}

/// The client's capabilities. What it did not announce is off.
#[derive(Clone, Debug)]
pub(crate) struct ClientFeatures {
    pub(crate) encoding: Encoding,
    /// It pulls diagnostics, and again when it is told to; otherwise they are pushed.
    pub(crate) pull: bool,
    pub(crate) refreshes: Vec<Refresh>,
    pub(crate) related_information: bool,
    pub(crate) diagnostic_tags: Vec<DiagnosticTag>,
    /// It links a code to a page.
    pub(crate) code_descriptions: bool,
    /// It sends the data of a diagnostic back.
    pub(crate) diagnostic_data: bool,
    /// It reads the version that diagnostics are of.
    pub(crate) diagnostic_versions: bool,
    pub(crate) configuration: bool,
    pub(crate) progress: bool,
    pub(crate) register_configuration: bool,
    pub(crate) register_watchers: bool,
    pub(crate) snippets: bool,
    pub(crate) completion_tags: bool,
    /// It reads the flag that marks a completion item as deprecated, as before there were tags.
    pub(crate) deprecated_flag: bool,
    pub(crate) preselect: bool,
    /// It chooses whether the part of the word after the cursor is replaced.
    pub(crate) insert_replace: bool,
    /// It shows a text after the label of a completion item.
    pub(crate) label_details: bool,
    /// The client asks for the documentation of a completion item that is shown.
    pub(crate) resolves_documentation: bool,
    /// It indents the lines of a completion item like the line of the cursor, where it is told to.
    pub(crate) indents: bool,
    /// It does that with snippets, told or not.
    pub(crate) indents_snippets: bool,
    pub(crate) completion_markdown: bool,
    pub(crate) hover_markdown: bool,
    pub(crate) signature_markdown: bool,
    /// It finds a parameter in its signature by offsets.
    pub(crate) label_offsets: bool,
    /// Each signature may have its own active parameter.
    pub(crate) active_parameter: bool,
    /// The types of semantic tokens that it shows.
    pub(crate) token_types: Vec<SemanticTokenType>,
    pub(crate) all_tokens: bool,
    pub(crate) token_ranges: bool,
    /// It takes changes of semantic tokens.
    pub(crate) token_deltas: bool,
    pub(crate) code_lenses: bool,
    pub(crate) inlay_hints: bool,
    pub(crate) nested_symbols: bool,
    pub(crate) symbol_kinds: SymbolKinds,
    pub(crate) workspace_symbol_kinds: SymbolKinds,
    pub(crate) action_literals: bool,
    pub(crate) preferred_actions: bool,
    /// Edits may name the version that they are for.
    pub(crate) versioned_edits: bool,
    /// Edits may be annotated: the client asks before it applies them.
    pub(crate) change_annotations: bool,
    /// It edits equal texts together.
    pub(crate) linked_editing: bool,
    /// It tells of folders that it creates, renames or deletes.
    pub(crate) file_operations: bool,
    pub(crate) rename: bool,
    /// It asks whether something can be renamed before it asks for the new name.
    pub(crate) prepare_rename: bool,
    pub(crate) folds: bool,
    /// It folds whole lines.
    pub(crate) fold_lines: bool,
    /// The most folds that it takes.
    pub(crate) fold_limit: Option<usize>,
    pub(crate) selections: bool,
    pub(crate) links: bool,
    pub(crate) range_formatting: bool,
    pub(crate) type_formatting: bool,
    /// The commands that it runs itself, as rust-analyzer's clients announce them.
    pub(crate) commands: Vec<String>,
    /// It lists test suites, and is told when they change.
    pub(crate) tests: bool,
    /// It shows a document that the server names.
    pub(crate) shows_documents: bool,
}

/// What a client can be told to ask for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refresh {
    Diagnostics,
    Lenses,
    Hints,
    Tokens,
}

impl Refresh {
    /// What to ask for again after work in the background that adds findings and code lenses to those of a text.
    pub(crate) fn of(findings_differ: bool, lenses_differ: bool) -> Vec<Self> {
        let all = [(findings_differ, Self::Diagnostics), (lenses_differ, Self::Lenses)];
        all.into_iter().filter_map(|(differ, what)| differ.then_some(what)).collect()
    }
}

const REFRESHES: [(Refresh, &str); 4] = [
    (Refresh::Diagnostics, "/workspace/diagnostics/refreshSupport"),
    (Refresh::Lenses, "/workspace/codeLens/refreshSupport"),
    (Refresh::Hints, "/workspace/inlayHint/refreshSupport"),
    (Refresh::Tokens, "/workspace/semanticTokens/refreshSupport"),
];

/// The kinds of symbols that a client shows.
#[derive(Clone, Debug)]
pub(crate) struct SymbolKinds(Vec<SymbolKind>);

impl SymbolKinds {
    /// A client that names none has those of the protocol's first version.
    fn of(announced: Option<&Value>) -> Self {
        let first = || (1..=18).filter_map(|kind| serde_json::from_value(Value::from(kind)).ok()).collect();
        Self(read(announced).unwrap_or_else(first))
    }

    /// The protocol's number of the kind that is shown for a kind.
    pub(crate) fn number(&self, kind: SymbolKind) -> u32 {
        let number = serde_json::to_value(self.nearest(kind)).ok().and_then(|kind| kind.as_u64());
        number.unwrap_or_default() as u32
    }

    /// An object is a class to those who have no objects.
    pub(crate) fn nearest(&self, kind: SymbolKind) -> SymbolKind {
        if self.0.contains(&kind) { kind } else { SymbolKind::CLASS }
    }
}

/// Clients that announce no `insertTextModeSupport`, and indent the lines of snippets (seen in Helix 25.01 and
/// Neovim 0.11), but not those of other texts.
const INDENT_SNIPPETS: [&str; 2] = ["helix", "Neovim"];

impl ClientFeatures {
    /// The same for findings that are not those of the text itself: the data of a diagnostic is the number of one.
    pub(crate) fn without_diagnostic_data(&self) -> Self {
        Self { diagnostic_data: false, ..self.clone() }
    }

    /// The capabilities that `initialize` has, and the name of the client there; empty where it has none.
    pub(crate) fn new(announced: &Value, name: &str) -> Self {
        let offered: Option<Vec<PositionEncodingKind>> =
            read(announced.pointer("/general/positionEncodings"));
        // Some are objects of options.
        let is = |pointer: &str| {
            announced.pointer(pointer).is_some_and(|value| value.is_object() || *value == Value::Bool(true))
        };
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
            encoding: Encoding::negotiate(offered.as_deref()),
            // One that cannot be told to ask again (Neovim 0.11) would not see the findings by a CRD that is read later.
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
            diagnostic_tags: tags(announced, "publishDiagnostics")
                .or_else(|| tags(announced, "diagnostic"))
                .unwrap_or_default(),
            configuration: is("/workspace/configuration"),
            progress: is("/window/workDoneProgress"),
            register_configuration: is("/workspace/didChangeConfiguration/dynamicRegistration"),
            register_watchers: is("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            snippets: is(&item("snippetSupport")),
            resolves_documentation: holds(&item("resolveSupport/properties"), Value::from("documentation")),
            indents: holds(&item("insertTextModeSupport/valueSet"), Value::from(2)),
            indents_snippets: INDENT_SNIPPETS.contains(&name),
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
            token_types: token_types(announced),
            all_tokens: is("/textDocument/semanticTokens/requests/full"),
            token_ranges: is("/textDocument/semanticTokens/requests/range"),
            token_deltas: is("/textDocument/semanticTokens/requests/full/delta"),
            code_lenses: is("/textDocument/codeLens"),
            inlay_hints: is("/textDocument/inlayHint"),
            nested_symbols: is("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            symbol_kinds: kinds("textDocument/documentSymbol"),
            workspace_symbol_kinds: kinds("workspace/symbol"),
            action_literals: is("/textDocument/codeAction/codeActionLiteralSupport"),
            preferred_actions: is("/textDocument/codeAction/isPreferredSupport"),
            versioned_edits: is("/workspace/workspaceEdit/documentChanges"),
            change_annotations: is("/workspace/workspaceEdit/changeAnnotationSupport"),
            linked_editing: is("/textDocument/linkedEditingRange"),
            file_operations: is("/workspace/fileOperations"),
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
            range_formatting: is("/textDocument/rangeFormatting"),
            type_formatting: is("/textDocument/onTypeFormatting"),
            commands: read(announced.pointer("/experimental/commands/commands")).unwrap_or_default(),
            tests: is("/experimental/tests"),
            shows_documents: is("/window/showDocument/support"),
        }
    }
}

/// A part of the capabilities; `None` where the client has not announced it, or it is malformed.
fn read<T: DeserializeOwned>(announced: Option<&Value>) -> Option<T> {
    serde_json::from_value(announced?.clone()).ok()
}

/// None where the client takes no numbers relative to each other, as ours are.
fn token_types(announced: &Value) -> Vec<SemanticTokenType> {
    let of = |what: &str| announced.pointer(&format!("/textDocument/semanticTokens/{what}"));
    let formats = of("formats").and_then(Value::as_array);
    let relative = formats.is_some_and(|formats| formats.iter().any(|format| format == "relative"));
    read(of("tokenTypes").filter(|_| relative)).unwrap_or_default()
}

fn tags(announced: &Value, of: &str) -> Option<Vec<DiagnosticTag>> {
    read(announced.pointer(&format!("/textDocument/{of}/tagSupport/valueSet")))
}

/// The client lists formats by preference; one that lists none takes plain text only.
fn prefers_markdown(formats: Option<&Value>) -> bool {
    let first = formats.and_then(Value::as_array).and_then(|formats| formats.first());
    first.and_then(Value::as_str) == Some("markdown")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_malformed_capability_is_off_and_the_others_count() {
        let params = json!({
            "capabilities": {
                "textDocument": {
                    "hover": {"contentFormat": "markdown"},
                    "signatureHelp": {"signatureInformation": {"documentationFormat": ["markdown"]}},
                    "documentSymbol": {"symbolKind": {"valueSet": ["file"]}},
                    "rename": "yes",
                    "codeLens": {},
                    "linkedEditingRange": null,
                },
                "general": {"positionEncodings": ["utf-7", "utf-8"]},
            },
        });
        let params: InitializeParams = serde_json::from_value(params).unwrap();
        let features = ClientFeatures::new(&params.capabilities, "");
        assert!(!features.hover_markdown && !features.rename && !features.linked_editing);
        assert!(features.signature_markdown && features.code_lenses);
        assert_eq!(features.symbol_kinds.nearest(SymbolKind::OBJECT), SymbolKind::CLASS);
        assert_eq!(features.encoding, Encoding::Utf8);
    }
}
