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

/// Declares the client's capabilities: each with its type, and how it is read from what the client announces.
macro_rules! features {
    (|$client:ident| $($(#[$doc:meta])* $name:ident: $type:ty = $value:expr,)*) => {
        /// The client's capabilities. What it did not announce is off.
        #[derive(Clone, Debug)]
        pub(crate) struct ClientFeatures {
            $($(#[$doc])* pub(crate) $name: $type,)*
        }

        impl ClientFeatures {
            fn of($client: &Announced<'_>) -> Self {
                Self { $($name: $value,)* }
            }
        }
    };
}

features! { |client|
    encoding: Encoding = Encoding::negotiate(client.offered_encodings().as_deref()),
    /// It pulls diagnostics, and again when it is told to; otherwise they are pushed.
    // One that cannot be told to ask again (Neovim 0.11) would not see the findings by a CRD that is read later.
    pull: bool = client.is("/textDocument/diagnostic") && client.is("/workspace/diagnostics/refreshSupport"),
    refreshes: Vec<Refresh> = client.refreshes(),
    related_information: bool = client.of_diagnostics("relatedInformation").any(|at| client.is(&at)),
    diagnostic_tags: Vec<DiagnosticTag> = client
        .of_diagnostics("tagSupport/valueSet")
        .find_map(|at| client.read(&at))
        .unwrap_or_default(),
    /// It links a code to a page.
    code_descriptions: bool = client.of_diagnostics("codeDescriptionSupport").any(|at| client.is(&at)),
    /// It sends the data of a diagnostic back.
    diagnostic_data: bool = client.of_diagnostics("dataSupport").any(|at| client.is(&at)),
    /// It reads the version that diagnostics are of.
    diagnostic_versions: bool = client.is("/textDocument/publishDiagnostics/versionSupport"),
    configuration: bool = client.is("/workspace/configuration"),
    progress: bool = client.is("/window/workDoneProgress"),
    register_configuration: bool = client.is("/workspace/didChangeConfiguration/dynamicRegistration"),
    register_watchers: bool = client.is("/workspace/didChangeWatchedFiles/dynamicRegistration"),
    snippets: bool = client.is(&item("snippetSupport")),
    completion_tags: bool = client.holds(&item("tagSupport/valueSet"), Value::from(1)),
    /// It reads the flag that marks a completion item as deprecated, as before there were tags.
    deprecated_flag: bool = client.is(&item("deprecatedSupport")),
    preselect: bool = client.is(&item("preselectSupport")),
    /// It chooses whether the part of the word after the cursor is replaced.
    insert_replace: bool = client.is(&item("insertReplaceSupport")),
    /// It shows a text after the label of a completion item.
    label_details: bool = client.is(&item("labelDetailsSupport")),
    /// The client asks for the documentation of a completion item that is shown.
    resolves_documentation: bool = client.holds(&item("resolveSupport/properties"), Value::from("documentation")),
    /// It indents the lines of a completion item like the line of the cursor, where it is told to.
    indents: bool = client.holds(&item("insertTextModeSupport/valueSet"), Value::from(2)),
    /// It does that with snippets, told or not.
    indents_snippets: bool = INDENT_SNIPPETS.contains(&client.name),
    completion_markdown: bool = client.markdown("/textDocument/completion/completionItem/documentationFormat"),
    hover_markdown: bool = client.markdown("/textDocument/hover/contentFormat"),
    signature_markdown: bool = client.markdown("/textDocument/signatureHelp/signatureInformation/documentationFormat"),
    /// It finds a parameter in its signature by offsets.
    label_offsets: bool = client.is("/textDocument/signatureHelp/signatureInformation/parameterInformation/labelOffsetSupport"),
    /// Each signature may have its own active parameter.
    active_parameter: bool = client.is("/textDocument/signatureHelp/signatureInformation/activeParameterSupport"),
    /// The types of semantic tokens that it shows.
    token_types: Vec<SemanticTokenType> = client.token_types(),
    all_tokens: bool = client.is("/textDocument/semanticTokens/requests/full"),
    token_ranges: bool = client.is("/textDocument/semanticTokens/requests/range"),
    /// It takes changes of semantic tokens.
    token_deltas: bool = client.is("/textDocument/semanticTokens/requests/full/delta"),
    code_lenses: bool = client.is("/textDocument/codeLens"),
    inlay_hints: bool = client.is("/textDocument/inlayHint"),
    nested_symbols: bool = client.is("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
    symbol_kinds: SymbolKinds = client.kinds("textDocument/documentSymbol"),
    workspace_symbol_kinds: SymbolKinds = client.kinds("workspace/symbol"),
    action_literals: bool = client.is("/textDocument/codeAction/codeActionLiteralSupport"),
    preferred_actions: bool = client.is("/textDocument/codeAction/isPreferredSupport"),
    /// Edits may name the version that they are for.
    versioned_edits: bool = client.is("/workspace/workspaceEdit/documentChanges"),
    /// Edits may be annotated: the client asks before it applies them.
    change_annotations: bool = client.is("/workspace/workspaceEdit/changeAnnotationSupport"),
    /// It edits equal texts together.
    linked_editing: bool = client.is("/textDocument/linkedEditingRange"),
    /// It tells of folders that it creates, renames or deletes.
    file_operations: bool = client.is("/workspace/fileOperations"),
    rename: bool = client.is("/textDocument/rename"),
    /// It asks whether something can be renamed before it asks for the new name.
    prepare_rename: bool = client.is("/textDocument/rename/prepareSupport"),
    folds: bool = client.is("/textDocument/foldingRange"),
    /// It folds whole lines.
    fold_lines: bool = client.is("/textDocument/foldingRange/lineFoldingOnly"),
    /// The most folds that it takes.
    fold_limit: Option<usize> = client
        .at("/textDocument/foldingRange/rangeLimit")
        .and_then(Value::as_u64)
        .map(|limit| limit as usize),
    selections: bool = client.is("/textDocument/selectionRange"),
    links: bool = client.is("/textDocument/documentLink"),
    range_formatting: bool = client.is("/textDocument/rangeFormatting"),
    type_formatting: bool = client.is("/textDocument/onTypeFormatting"),
    /// The commands that it runs itself, as rust-analyzer's clients announce them.
    commands: Vec<String> = client.read("/experimental/commands/commands").unwrap_or_default(),
    /// It lists test suites, and is told when they change.
    tests: bool = client.is("/experimental/tests"),
    /// It shows a document that the server names.
    shows_documents: bool = client.is("/window/showDocument/support"),
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
    pub(crate) fn new(capabilities: &Value, name: &str) -> Self {
        Self::of(&Announced { capabilities, name })
    }
}

/// The pointer of a capability for items of completion.
fn item(what: &str) -> String {
    format!("/textDocument/completion/completionItem/{what}")
}

/// The client as `initialize` describes it, by JSON pointers.
struct Announced<'a> {
    capabilities: &'a Value,
    name: &'a str,
}

impl Announced<'_> {
    fn at(&self, pointer: &str) -> Option<&Value> {
        self.capabilities.pointer(pointer)
    }

    /// A part of the capabilities; `None` where the client has not announced it, or it is malformed.
    fn read<T: DeserializeOwned>(&self, pointer: &str) -> Option<T> {
        serde_json::from_value(self.at(pointer)?.clone()).ok()
    }

    /// Whether there is a capability; some are objects of options.
    fn is(&self, pointer: &str) -> bool {
        self.at(pointer).is_some_and(|value| value.is_object() || *value == Value::Bool(true))
    }

    fn holds(&self, pointer: &str, value: Value) -> bool {
        self.at(pointer).and_then(Value::as_array).is_some_and(|set| set.contains(&value))
    }

    /// The client lists formats by preference; one that lists none takes plain text only.
    fn markdown(&self, pointer: &str) -> bool {
        let first = self.at(pointer).and_then(Value::as_array).and_then(|formats| formats.first());
        first.and_then(Value::as_str) == Some("markdown")
    }

    /// Clients that pull diagnostics announce it there or here.
    fn of_diagnostics(&self, what: &str) -> impl Iterator<Item = String> {
        ["publishDiagnostics", "diagnostic"].map(|of| format!("/textDocument/{of}/{what}")).into_iter()
    }

    fn offered_encodings(&self) -> Option<Vec<PositionEncodingKind>> {
        self.read("/general/positionEncodings")
    }

    fn refreshes(&self) -> Vec<Refresh> {
        // Who gets them pushed needs not ask.
        let asks = |refresh| refresh != Refresh::Diagnostics || self.is("/textDocument/diagnostic");
        let announced = REFRESHES.iter().filter(|(_, at)| self.is(at)).map(|(refresh, _)| *refresh);
        announced.filter(|refresh| asks(*refresh)).collect()
    }

    /// A client that names no kinds of symbols has those of the protocol's first version.
    fn kinds(&self, of: &str) -> SymbolKinds {
        let first = || (1..=18).filter_map(|kind| serde_json::from_value(Value::from(kind)).ok()).collect();
        SymbolKinds(self.read(&format!("/{of}/symbolKind/valueSet")).unwrap_or_else(first))
    }

    /// None where the client takes no numbers relative to each other, as ours are.
    fn token_types(&self) -> Vec<SemanticTokenType> {
        match self.holds("/textDocument/semanticTokens/formats", Value::from("relative")) {
            true => self.read("/textDocument/semanticTokens/tokenTypes").unwrap_or_default(),
            false => Vec::new(),
        }
    }
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
