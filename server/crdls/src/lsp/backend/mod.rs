//! Each message of the protocol and what it calls.
//!
//! A method changes the state, or takes its snapshot, before its first await. Must not know how an answer is found.

mod capabilities;
mod custom;
pub(crate) mod methods;

use std::sync::Arc;

use ls_types::*;

use crate::lsp::checking;
use crate::lsp::checking::setting_files;
use crate::lsp::protocol::features::{ClientFeatures, InitializeParams, Refresh};
use crate::lsp::protocol::markup;
use crate::lsp::reload::{built, configuration, crds};
use crate::lsp::requests::{
    actions, built as built_values, changes, commands, completion, edits, expressions, go, go_names, lenses,
    navigation, rename, rules, structure, symbols, tokens,
};
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::go::{GoSnapshot, is_go_document, is_of_go};
use crate::lsp::state::manifests::WorkspaceManifests;
use crate::lsp::state::session::{CrdChange, Session};
use crate::lsp::transport::jsonrpc::{Error, JsonText, Result};
use crate::setting_help;

/// The service whose methods the router calls.
#[derive(Clone, Debug)]
pub(crate) struct Backend(pub(crate) Arc<Session>);

impl Backend {
    async fn initialize(self, params: InitializeParams) -> Result<InitializeResult> {
        configuration::start(&self.0, &params);
        let name = env!("CARGO_PKG_NAME").to_owned();
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        Ok(InitializeResult {
            capabilities: capabilities::of(self.0.features()),
            server_info: Some(ServerInfo { name, version }),
            offset_encoding: None,
        })
    }

    async fn initialized(self, _: InitializedParams) {
        configuration::ask_and_register(&self.0).await;
    }

    async fn shutdown(self, (): ()) -> Result<()> {
        self.0.pages.remove();
        Ok(())
    }

    async fn did_open(self, params: DidOpenTextDocumentParams) {
        if is_go_document(&params.text_document) {
            let key = params.text_document.uri.to_string();
            self.0.go.insert(params.text_document);
            return checking::go::push(&self.0, &key);
        }
        let uri = params.text_document.uri.clone();
        let change = self.0.open(params.text_document);
        self.text_changed(&uri, &change);
        self.0.refresh(&[Refresh::Lenses]);
    }

    async fn did_change(self, params: DidChangeTextDocumentParams) {
        if self.0.go.has(&params.text_document.uri) {
            let key = params.text_document.uri.to_string();
            for problem in self.0.go.change(params, self.0.features().encoding) {
                self.0.client.log(MessageType::WARNING, format!("{key}: {problem}"));
            }
            return checking::go::push(&self.0, &key);
        }
        let uri = params.text_document.uri.clone();
        let change = self.0.change(params);
        self.text_changed(&uri, &change);
    }

    async fn did_save(self, params: DidSaveTextDocumentParams) {
        if self.0.go.has(&params.text_document.uri) {
            let DidSaveTextDocumentParams { text_document, text } = params;
            text.into_iter().for_each(|text| self.0.go.save(&text_document.uri, text));
            return checking::go::push(&self.0, text_document.uri.as_str());
        }
        let key = params.text_document.uri.to_string();
        if self.0.save(params) {
            checking::check_all(&self.0);
        } else if self.0.end_typing(&key) {
            self.0.refresh(&[Refresh::Diagnostics]);
            checking::push(&self.0, &key);
        }
        // Not every client watches files.
        configuration::reread_files(&self.0);
        // Whoever saves may have committed before.
        checking::compare_all(&self.0);
        // Code lenses count objects: not at each letter, but now.
        self.0.refresh(&[Refresh::Lenses]);
    }

    async fn did_close(self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        if self.0.go.has(&uri) {
            self.0.go.close(&uri);
            return self.0.publish_nothing(uri);
        }
        let change = self.0.close(uri.clone());
        setting_files::changed(&self.0, uri.as_str());
        checking::check_judged(&self.0, "", &change);
        self.0.refresh(&[Refresh::Lenses]);
        crds::reread(&self.0, vec![uri]).await;
    }

    async fn did_change_configuration(self, params: DidChangeConfigurationParams) {
        if self.0.features().configuration {
            configuration::ask(&self.0).await;
        } else {
            configuration::pushed(&self.0, &params.settings);
        }
    }

    async fn did_change_workspace_folders(self, params: DidChangeWorkspaceFoldersParams) {
        configuration::change_folders(&self.0, params.event);
        configuration::ask(&self.0).await;
    }

    async fn did_change_watched_files(self, params: DidChangeWatchedFilesParams) {
        self.files_changed(params.changes.into_iter().map(|change| change.uri).collect()).await;
    }

    async fn did_create_files(self, params: CreateFilesParams) {
        self.files_changed(params.files.iter().filter_map(|file| file.uri.parse().ok()).collect()).await;
    }

    async fn did_rename_files(self, params: RenameFilesParams) {
        let uris = params.files.iter().flat_map(|file| [&file.old_uri, &file.new_uri]);
        self.files_changed(uris.filter_map(|uri| uri.parse().ok()).collect()).await;
    }

    async fn did_delete_files(self, params: DeleteFilesParams) {
        self.files_changed(params.files.iter().filter_map(|file| file.uri.parse().ok()).collect()).await;
    }

    async fn workspace_diagnostic(
        self,
        params: WorkspaceDiagnosticParams,
    ) -> Result<WorkspaceDiagnosticReportResult> {
        Ok(checking::pull_closed(&self.0, params.previous_result_ids).await.into())
    }

    async fn goto_type_definition(
        self,
        params: request::GotoTypeDefinitionParams,
    ) -> Result<Option<request::GotoTypeDefinitionResponse>> {
        let found = self.at(params.text_document_position_params, |session, snapshot, offset| {
            navigation::type_definition(snapshot, offset, session.features().encoding)
        });
        Ok(found.await?.map(GotoDefinitionResponse::Scalar))
    }

    async fn goto_implementation(
        self,
        params: request::GotoImplementationParams,
    ) -> Result<Option<request::GotoImplementationResponse>> {
        let manifests = WorkspaceManifests::of(&self.0);
        let found = self.at(params.text_document_position_params, move |session, snapshot, offset| {
            navigation::implementations(snapshot, offset, &manifests, session.features().encoding)
        });
        Ok(found.await?.map(GotoDefinitionResponse::Array))
    }

    async fn linked_editing_range(
        self,
        params: LinkedEditingRangeParams,
    ) -> Result<Option<LinkedEditingRanges>> {
        let work = |session: &Session, snapshot: &Snapshot, offset| {
            navigation::linked(snapshot, offset, session.features().encoding)
        };
        self.at(params.text_document_position_params, work).await
    }

    async fn diagnostic(self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        let (uri, previous) = (params.text_document.uri, params.previous_result_id);
        if let Some(report) = checking::go::pull(&self.0, &uri).await {
            return Ok(report?.into());
        }
        Ok(checking::pull(&self.0, uri, previous).await?.into())
    }

    async fn completion(self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let session = self.0.clone();
        let mut found = self.all_completions(params).await?;
        if session.features().resolves_documentation {
            found.iter_mut().for_each(|found| session.state().documentation.take(found));
        }
        Ok(found)
    }

    async fn completion_resolve(self, item: CompletionItem) -> Result<CompletionItem> {
        Ok(self.0.state().documentation.resolve(item))
    }

    async fn all_completions(self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let of_settings = self.at_settings(&params.text_document_position, |snapshot, offset, features| {
            let found = setting_help::completions(snapshot.file.text(), offset);
            completion::response(snapshot, offset, found, features)
        });
        if of_settings.is_some() {
            return Ok(of_settings);
        }
        let of_go = |session: &Session, go: &GoSnapshot, offset| Some(go::completions(session, go, offset));
        if let Some(found) = self.at_go(&params.text_document_position, of_go).await? {
            return Ok(found.map(CompletionResponse::Array));
        }
        let typed = params.context.and_then(|context| context.trigger_character);
        // A quote begins a value in YAML as well.
        let is_of_markers = |typed: &str| typed != "\"" && capabilities::OF_MARKERS.contains(&typed);
        if typed.is_some_and(|typed| is_of_markers(&typed)) {
            return Ok(None);
        }
        let work = |session: &Session, snapshot: &Snapshot, offset| {
            let (file, config) = (&snapshot.file, &snapshot.config);
            let found = crdls_ide::completions(file, offset, snapshot.context(), config);
            Some(completion::response(snapshot, offset, found, session.features()))
        };
        self.at(params.text_document_position, work).await
    }

    async fn hover(self, params: HoverParams) -> Result<Option<Hover>> {
        if let Some(found) = self.at_go(&params.text_document_position_params, go::hover).await? {
            return Ok(found);
        }
        let of_settings =
            self.at_settings(&params.text_document_position_params, |snapshot, offset, features| {
                let hover = setting_help::hover(snapshot.file.text(), offset)?;
                Some(markup::hover(hover, &snapshot.file, features))
            });
        if let Some(found) = of_settings {
            return Ok(found);
        }
        let manifests = WorkspaceManifests::of(&self.0);
        let work = move |session: &Session, snapshot: &Snapshot, offset| {
            let own = crdls_ide::hover(&snapshot.file, offset, snapshot.context(), &snapshot.config);
            let own = rules::with_value(snapshot, offset, &manifests, own);
            let own = built_values::with_built(session, snapshot, offset, own);
            let hover = changes::with_changes(session, snapshot, offset, own)?;
            Some(markup::hover(hover, &snapshot.file, session.features()))
        };
        self.at(params.text_document_position_params, work).await
    }

    async fn goto_definition(self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        let manifests = WorkspaceManifests::of(&self.0);
        let of_go = move |session: &Session, go: &GoSnapshot, offset| {
            let in_marker = go::definition(session, go, offset);
            in_marker.or_else(|| go_names::definition(session, go, offset, &manifests))
        };
        if let Some(found) = self.at_go(&params.text_document_position_params, of_go).await? {
            return Ok(found.map(GotoDefinitionResponse::Scalar));
        }
        let found = self.at(params.text_document_position_params, |session, snapshot, offset| {
            let in_go = go_names::definition_in_go(session, snapshot, offset);
            let written = || navigation::definition(snapshot, offset, session.features().encoding);
            in_go.or_else(written).or_else(|| built_values::definition(session, snapshot, offset))
        });
        Ok(found.await?.map(GotoDefinitionResponse::Scalar))
    }

    async fn references(self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let (manifests, declaration) = (WorkspaceManifests::of(&self.0), params.context.include_declaration);
        let of_go = move |session: &Session, go: &GoSnapshot, offset| {
            go_names::references(session, go, offset, declaration, &manifests)
        };
        if let Some(found) = self.at_go(&params.text_document_position, of_go).await? {
            return Ok(found);
        }
        let manifests = WorkspaceManifests::of(&self.0);
        let work = move |session: &Session, snapshot: &Snapshot, offset| {
            let encoding = session.features().encoding;
            let mut found = navigation::references(snapshot, offset, declaration, &manifests, encoding)?;
            found.extend(go_names::mentions_in_go(session, snapshot, offset));
            Some(found)
        };
        self.at(params.text_document_position, work).await
    }

    async fn document_highlight(
        self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        let work = |session: &Session, snapshot: &Snapshot, offset| {
            let found = navigation::highlights(snapshot, offset, session.features().encoding);
            // After an empty list an editor does not mark the word by itself.
            (!found.is_empty()).then_some(found)
        };
        self.at(params.text_document_position_params, work).await
    }

    async fn prepare_rename(
        self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        if let Some(found) = self.at_go(&params, go_names::prepare).await? {
            return Ok(found);
        }
        let manifests = WorkspaceManifests::of(&self.0);
        let found = self.at(params, move |session, snapshot, offset| {
            rename::prepare(snapshot, offset, &manifests, session.features().encoding).transpose()
        });
        found.await?.transpose()
    }

    async fn rename(self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let manifests = WorkspaceManifests::of(&self.0);
        let (position, new) = (&params.text_document_position, params.new_name.clone());
        let of_go = move |session: &Session, go: &GoSnapshot, offset| {
            Some(go_names::rename(session, go, offset, &new, &manifests))
        };
        if let Some(found) = self.at_go(position, of_go).await? {
            return found.transpose();
        }
        let manifests = WorkspaceManifests::of(&self.0);
        let found = self.at(params.text_document_position, move |session, snapshot, offset| {
            let new = &params.new_name;
            let with_go = go_names::rename_from_manifest(session, snapshot, offset, new, &manifests);
            with_go.or_else(|| Some(rename::rename(snapshot, offset, new, &manifests, session.features())))
        });
        found.await?.transpose()
    }

    async fn signature_help(self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        if let Some(found) = self.at_go(&params.text_document_position_params, go::signature).await? {
            return Ok(found);
        }
        let work = |session: &Session, snapshot: &Snapshot, offset| {
            let found = crdls_ide::signatures(&snapshot.file, offset, &snapshot.config)?;
            Some(expressions::signature_help(found, session.features()))
        };
        self.at(params.text_document_position_params, work).await
    }

    async fn semantic_tokens_full(self, params: SemanticTokensParams) -> Result<JsonText> {
        let of_go = |session: &Session, go: &GoSnapshot| Some(go::semantic_tokens(session, go));
        if let Some(found) = self.with_go(&params.text_document, of_go).await? {
            return Ok(JsonText::or_null(found));
        }
        let work = |session: &Session, snapshot: &Snapshot| {
            Some(tokens::full(snapshot, &tokens::all(session, snapshot)))
        };
        self.with(&params.text_document, work).await.map(JsonText::or_null)
    }

    async fn semantic_tokens_full_delta(self, params: SemanticTokensDeltaParams) -> Result<JsonText> {
        let before = self.0.kept_tokens(&params.text_document.uri, &params.previous_result_id);
        let work = move |session: &Session, snapshot: &Snapshot| {
            Some(tokens::since(snapshot, before.as_deref(), &tokens::all(session, snapshot)))
        };
        self.with(&params.text_document, work).await?.transpose().map(JsonText::or_null)
    }

    async fn semantic_tokens_range(
        self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        let range = params.range;
        let work = move |session: &Session, snapshot: &Snapshot| {
            let within = session.features().encoding.text_range(&snapshot.file, range)?;
            let found = crdls_ide::semantic_tokens(&snapshot.file, Some(within), &snapshot.config);
            let data = tokens::encoded(snapshot, &found, session.features());
            Some(SemanticTokens { result_id: None, data }.into())
        };
        self.with(&params.text_document, work).await
    }

    async fn code_lens(self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        let work = |session: &Session, snapshot: &Snapshot| {
            snapshot.config.lenses.then(|| lenses::unresolved(session, snapshot))
        };
        self.with(&params.text_document, work).await
    }

    async fn code_lens_resolve(self, lens: CodeLens) -> Result<CodeLens> {
        lenses::resolve(&self.0, lens).await
    }

    async fn execute_command(self, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        commands::execute(&self.0, params).await
    }

    async fn inlay_hint(self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let range = params.range;
        let of_go = move |session: &Session, go: &GoSnapshot| go::inlay_hints(session, go, range);
        if let Some(found) = self.with_go(&params.text_document, of_go).await? {
            return Ok(found);
        }
        let Some(snapshot) = self.0.snapshot(params.text_document.uri.as_str()) else { return Ok(None) };
        let evaluated = self.0.evaluated(&snapshot).map(|offset| (offset, WorkspaceManifests::of(&self.0)));
        let encoding = self.0.features().encoding;
        let work = move || {
            let wanted = encoding.text_range(&snapshot.file, range)?;
            let mut found = crdls_ide::hints(&snapshot.file, &snapshot.config);
            if let Some((offset, manifests)) = evaluated {
                found.extend(rules::value_hints(&snapshot, offset, &manifests));
                found.sort_by_key(|hint| hint.offset);
            }
            let positions = encoding.converter(&snapshot.file);
            let inside = found.into_iter().filter(|hint| wanted.touches(hint.offset));
            Some(inside.map(|hint| expressions::inlay_hint(&positions, hint)).collect())
        };
        self.0.work(work).await
    }

    async fn document_symbol(self, params: DocumentSymbolParams) -> Result<JsonText> {
        let work = |session: &Session, snapshot: &Snapshot| Some(symbols::json(snapshot, session.features()));
        self.with(&params.text_document, work).await?.transpose().map(JsonText::or_null)
    }

    async fn symbol(self, params: WorkspaceSymbolParams) -> Result<Option<WorkspaceSymbolResponse>> {
        let session = self.0.clone();
        let (open, crds) = {
            let state = self.0.state();
            (state.snapshots(), Arc::clone(&state.crds))
        };
        let work = move || symbols::of_workspace(&crds, &open, &params.query, session.features());
        Ok(Some(WorkspaceSymbolResponse::Flat(self.0.work(work).await?)))
    }

    async fn folding_range(self, params: FoldingRangeParams) -> Result<JsonText> {
        let work = |session: &Session, snapshot: &Snapshot| structure::folds(snapshot, session.features());
        self.with(&params.text_document, work).await.map(JsonText::or_null)
    }

    async fn document_link(self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        let work = |session: &Session, snapshot: &Snapshot| structure::links(snapshot, session.features());
        self.with(&params.text_document, work).await
    }

    async fn selection_range(self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        let positions = params.positions;
        let work = move |session: &Session, snapshot: &Snapshot| {
            structure::selections(snapshot, &positions, session.features())
        };
        self.with(&params.text_document, work).await
    }

    async fn range_formatting(self, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        let range = params.range;
        let work = move |session: &Session, snapshot: &Snapshot| {
            edits::formatted(snapshot, range, session.features().encoding)
        };
        self.with(&params.text_document, work).await
    }

    async fn on_type_formatting(
        self,
        params: DocumentOnTypeFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>> {
        let typed = params.ch;
        let work = move |session: &Session, snapshot: &Snapshot, offset| {
            edits::indented(snapshot, offset, &typed, session.features().encoding)
        };
        self.at(params.text_document_position, work).await
    }

    async fn code_action(self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        if let Some(go) = self.0.go_snapshot(params.text_document.uri.as_str()) {
            let session = self.0.clone();
            return self.0.work(move || Some(go::code_actions(&session, &go, &params))).await;
        }
        if let Some(snapshot) = self.0.setting_file(&params.text_document.uri) {
            return Ok(Some(actions::Asked::new(&snapshot, &params, self.0.features()).of_settings()));
        }
        let Some(snapshot) = self.0.snapshot(params.text_document.uri.as_str()) else { return Ok(None) };
        let Some(findings) = checking::findings(&self.0, &snapshot).await? else {
            return Err(Error::content_modified());
        };
        let features = self.0.features().clone();
        let changed = checking::differences(&self.0, &snapshot);
        let results = checking::test_results(&self.0, &snapshot).unwrap_or_default();
        let work = move || {
            let asked = actions::Asked::new(&snapshot, &params, &features);
            let mut all = asked.convert(&findings);
            if let Some((found, Some(old))) = changed {
                all.extend(asked.of_changes(&findings, (&found, &old)));
            }
            let of_tests = features.without_diagnostic_data();
            let of_tests = actions::Asked::new(&snapshot, &params, &of_tests);
            all.extend(of_tests.of_findings(&results.findings));
            all.extend(asked.of_rule());
            all
        };
        self.0.work(work).await.map(Some)
    }
}

impl Backend {
    /// Checks what depends on the text of a document that was opened or changed.
    fn text_changed(&self, uri: &Uri, change: &CrdChange) {
        let key = uri.as_str();
        checking::push(&self.0, key);
        built::changed(&self.0, std::slice::from_ref(uri));
        setting_files::changed(&self.0, key);
        checking::check_judged(&self.0, key, change);
        checking::test_changed(&self.0, key);
    }

    /// Follows files and folders that were created, changed, renamed or deleted.
    async fn files_changed(&self, uris: Vec<Uri>) {
        if uris.iter().any(is_of_go) {
            checking::go::push_all(&self.0);
        }
        if uris.iter().any(crds::is_of_git) {
            checking::compare_all(&self.0);
        }
        // Some clients name nothing.
        let any = uris.is_empty();
        let uris: Vec<_> = uris.into_iter().filter(|uri| crds::concerns(&self.0, uri)).collect();
        if uris.is_empty() && !any {
            return;
        }
        configuration::reread_files(&self.0);
        self.0.refresh(&[Refresh::Lenses]);
        crds::reread(&self.0, uris).await;
    }

    /// Works on a document, on a worker; `None` where it is not open.
    async fn with<T: Send + 'static>(
        &self,
        document: &TextDocumentIdentifier,
        work: impl FnOnce(&Session, &Snapshot) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let Some(snapshot) = self.0.snapshot(document.uri.as_str()) else { return Ok(None) };
        let session = self.0.clone();
        self.0.work(move || work(&session, &snapshot)).await
    }

    /// The same at a position of it; `None` where that is not in the text.
    async fn at<T: Send + 'static>(
        &self,
        TextDocumentPositionParams { text_document, position }: TextDocumentPositionParams,
        work: impl FnOnce(&Session, &Snapshot, u32) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let work = move |session: &Session, snapshot: &Snapshot| {
            work(session, snapshot, session.features().encoding.offset(&snapshot.file, position)?)
        };
        self.with(&text_document, work).await
    }

    /// Answers at a position of an open crdls.toml; `None` for other documents and outside of the text.
    fn at_settings<T>(
        &self,
        position: &TextDocumentPositionParams,
        answer: impl FnOnce(&Snapshot, u32, &ClientFeatures) -> T,
    ) -> Option<T> {
        let snapshot = self.0.setting_file(&position.text_document.uri)?;
        let offset = self.0.features().encoding.offset(&snapshot.file, position.position)?;
        Some(answer(&snapshot, offset, self.0.features()))
    }

    /// Works on a document of Go; `None` for any other.
    async fn with_go<T: Send + 'static>(
        &self,
        document: &TextDocumentIdentifier,
        work: impl FnOnce(&Session, &GoSnapshot) -> Option<T> + Send + 'static,
    ) -> Result<Option<Option<T>>> {
        let Some(go) = self.0.go_snapshot(document.uri.as_str()) else { return Ok(None) };
        let session = self.0.clone();
        self.0.work(move || Some(work(&session, &go))).await
    }

    /// The same at a position of it; `None` in it where that is not in the text.
    async fn at_go<T: Send + 'static>(
        &self,
        TextDocumentPositionParams { text_document, position }: &TextDocumentPositionParams,
        work: impl FnOnce(&Session, &GoSnapshot, u32) -> Option<T> + Send + 'static,
    ) -> Result<Option<Option<T>>> {
        let position = *position;
        let work = move |session: &Session, go: &GoSnapshot| {
            work(session, go, session.features().encoding.offset(&go.snapshot.file, position)?)
        };
        self.with_go(text_document, work).await
    }
}
