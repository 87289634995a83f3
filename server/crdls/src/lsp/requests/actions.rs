//! Fixes and refactorings as code actions.
//!
//! Must not know how a fix is found or proven.

use crdls_ide::{FileFinding, Fixer, ignoring, may_have_fix, rule_at};
use crdls_report::{Finding, Fix, capitalized};
use crdls_text::{TextRange, difference};
use ls_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Diagnostic, WorkspaceEdit,
};

use super::commands::{OF_RULES, RuleCommand};
use super::edits;
use crate::lsp::checking::{changes, diagnostics, setting_files};
use crate::lsp::protocol::features::ClientFeatures;
use crate::lsp::state::comparison::Differences;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::workspace::old::OldManifests;
use crate::setting_faults::setting_faults;
use crdls_wire::PositionConverter;

/// A question for the code actions of a range.
pub(crate) struct Asked<'a> {
    snapshot: &'a Snapshot,
    params: &'a CodeActionParams,
    features: &'a ClientFeatures,
    positions: PositionConverter<'a>,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(
        snapshot: &'a Snapshot,
        params: &'a CodeActionParams,
        features: &'a ClientFeatures,
    ) -> Self {
        Self { snapshot, params, features, positions: features.encoding.converter(&snapshot.file) }
    }

    /// The fixes of the findings that the asked range touches, for advice also a comment that ignores it, and all safe ones
    /// where those are asked for.
    pub(crate) fn convert(&self, findings: &[FileFinding]) -> Vec<CodeActionOrCommand> {
        let mut actions = Vec::new();
        if self.wants(&CodeActionKind::QUICKFIX) {
            actions.extend(self.quick_fixes(findings));
        }
        if self.wants(&CodeActionKind::REFACTOR_REWRITE) {
            actions.extend(self.refactorings());
        }
        // Editors ask for it by name: before a text is saved, or from a menu of its own.
        if self.params.context.only.is_some() && self.wants(&FIX_ALL) {
            actions.extend(self.fix_all().map(CodeActionOrCommand::from));
        }
        actions
    }

    /// The fixes of the faults of a crdls.toml that the asked range touches.
    pub(crate) fn of_settings(&self) -> Vec<CodeActionOrCommand> {
        let Some(range) = self.range_of_quick_fixes() else { return Vec::new() };
        let faults = setting_faults(self.snapshot.file.text()).into_iter();
        let here = faults.filter(|fault| fault.range.meets(range));
        let offered = here.flat_map(|fault| {
            let shown = self.shown(setting_files::diagnostic(&self.positions, &fault));
            let offer = |fix: Fix| self.action(capitalized(&fix.title), &fix, vec![shown.clone()]);
            fault.fixes.into_iter().map(offer).collect::<Vec<_>>()
        });
        offered.collect()
    }

    /// The fixes of the breaking changes that the asked range touches: of those that are shown.
    pub(crate) fn of_changes(
        &self,
        findings: &[FileFinding],
        (found, old): (&Differences, &OldManifests),
    ) -> Vec<CodeActionOrCommand> {
        let Some(range) = self.range_of_quick_fixes() else { return Vec::new() };
        let shown = found.findings.iter().map(|found| &found.finding);
        let here: Vec<_> = shown.filter(|its| its.range.meets(range)).collect();
        if here.is_empty() {
            return Vec::new();
        }
        let is_asked = |its: &Finding| {
            here.iter().any(|shown| (shown.code.name, shown.range) == (its.code.name, its.range))
        };
        let features = self.features.without_diagnostic_data();
        let mut offered = Offered::default();
        for (found, fixes) in changes::fixes(self.snapshot, old, is_asked, findings) {
            let shown = self.diagnostic(0, &found.finding, &features);
            fixes.into_iter().for_each(|fix| offered.add(fix, &found.finding, &shown));
        }
        offered.actions(self).collect()
    }

    /// The fixes that findings have themselves, of those that the asked range touches.
    pub(crate) fn of_findings(&self, findings: &[FileFinding]) -> Vec<CodeActionOrCommand> {
        let Some(range) = self.range_of_quick_fixes() else { return Vec::new() };
        let here = findings.iter().enumerate().filter(|(_, found)| found.finding.range.meets(range));
        let offered = here.flat_map(|(index, found)| {
            let shown = self.diagnostic(index, &found.finding, self.features);
            let offer = |fix: &Fix| self.action(found.finding.title_of(fix), fix, vec![shown.clone()]);
            found.finding.fixes.iter().map(offer).collect::<Vec<_>>()
        });
        offered.collect()
    }

    /// The commands of the code lenses of a rule at the cursor, for a client that shows no code lenses.
    pub(crate) fn of_rule(&self) -> Vec<CodeActionOrCommand> {
        let Self { snapshot, params, features, .. } = self;
        if features.code_lenses || params.context.only.is_some() || !snapshot.config.lenses {
            return Vec::new();
        }
        let offset = features.encoding.offset(&snapshot.file, params.range.start);
        let rule = offset.and_then(|offset| rule_at(&snapshot.file, offset));
        let Some(rule) = rule else { return Vec::new() };
        let at = features.encoding.range(&snapshot.file, rule.range()).start;
        let offer = |command: RuleCommand| {
            let (title, command) = (command.action, command.at(command.action, snapshot.uri.as_str(), at));
            CodeAction { title: title.to_owned(), command: Some(command), ..CodeAction::default() }.into()
        };
        OF_RULES.map(offer).into()
    }

    /// The range of the wanted quick fixes; `None` where none are asked for.
    pub(super) fn range_of_quick_fixes(&self) -> Option<TextRange> {
        self.wants(&CodeActionKind::QUICKFIX).then(|| self.range()).flatten()
    }

    fn range(&self) -> Option<TextRange> {
        self.features.encoding.text_range(&self.snapshot.file, self.params.range)
    }

    /// A kind stands for those below it: `quickfix` for `quickfix.crdls`, the empty one for all.
    fn wants(&self, kind: &CodeActionKind) -> bool {
        let covers = |wanted: &CodeActionKind| {
            let rest = kind.as_str().strip_prefix(wanted.as_str());
            wanted.as_str().is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.params.context.only.as_ref().is_none_or(|kinds| kinds.iter().any(covers))
    }

    fn quick_fixes(&self, findings: &[FileFinding]) -> Vec<CodeActionOrCommand> {
        let Some(range) = self.range() else { return Vec::new() };
        let Snapshot { file, config, .. } = self.snapshot;
        let fixer = Fixer::new(file, findings, self.snapshot.context(), config).within(BUDGET);
        let here = |found: &FileFinding| {
            let has_action = may_have_fix(&found.finding) || !found.finding.code.server;
            has_action && !found.hidden && found.finding.range.meets(range)
        };
        let found: Vec<_> = findings.iter().enumerate().filter(|(_, found)| here(found)).take(MOST).collect();
        let fixes = fixer.fixes(&found.iter().map(|(_, found)| *found).collect::<Vec<_>>());
        let (mut offered, mut ignored) = (Offered::default(), Offered::default());
        for ((index, found), fixes) in found.into_iter().zip(fixes) {
            let shown = self.diagnostic(index, &found.finding, self.features);
            fixes.into_iter().for_each(|fix| offered.add(fix, &found.finding, &shown));
            let ignoring = ignoring(file, self.snapshot.context(), found);
            ignoring.into_iter().for_each(|fix| ignored.add(fix, &found.finding, &shown));
        }
        // What fixes more comes first.
        offered.0.sort_by_key(|OfferedFix { diagnostics, .. }| std::cmp::Reverse(diagnostics.len()));
        offered.actions(self).chain(ignored.actions(self)).collect()
    }

    /// The refactorings at the cursor.
    fn refactorings(&self) -> Vec<CodeActionOrCommand> {
        let Some(range) = self.range() else { return Vec::new() };
        let offer = |fix: Fix| {
            let (edit, kind) = (Some(self.edit(&fix)), Some(CodeActionKind::REFACTOR_REWRITE));
            CodeAction { title: capitalized(&fix.title), kind, edit, ..CodeAction::default() }.into()
        };
        crdls_ide::refactorings(&self.snapshot.file, range).into_iter().map(offer).collect()
    }

    /// All safe fixes at once.
    fn fix_all(&self) -> Option<CodeAction> {
        let Snapshot { file, config, .. } = self.snapshot;
        let text = crdls_ide::fixed(file, self.snapshot.context(), config)?;
        let edits = difference(file.text(), &text);
        let fix = Fix { title: "Apply all safe fixes of crdls".to_owned(), safe: true, edits };
        let (edit, kind) = (Some(self.edit(&fix)), Some(FIX_ALL));
        Some(CodeAction { title: fix.title, kind, edit, ..CodeAction::default() })
    }

    fn diagnostic(&self, index: usize, finding: &Finding, features: &ClientFeatures) -> Diagnostic {
        self.shown(diagnostics::diagnostic(self.snapshot, &self.positions, index, finding, features))
    }

    /// The diagnostic as the client shows it: the one with our data, or else, as not every client sends
    /// data back, one with the same code in the same range.
    fn shown(&self, ours: Diagnostic) -> Diagnostic {
        let shown = &self.params.context.diagnostics;
        let same = |d: &&Diagnostic| (d.range, &d.code, &d.source) == (ours.range, &ours.code, &ours.source);
        let with_data = shown.iter().find(|d| ours.data.is_some() && d.data == ours.data);
        with_data.or_else(|| shown.iter().find(same)).cloned().unwrap_or(ours)
    }

    fn action(&self, title: String, fix: &Fix, diagnostics: Vec<Diagnostic>) -> CodeActionOrCommand {
        let action = CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(diagnostics),
            is_preferred: self.features.preferred_actions.then_some(fix.safe),
            edit: Some(self.edit(fix)),
            ..CodeAction::default()
        };
        action.into()
    }

    fn edit(&self, fix: &Fix) -> WorkspaceEdit {
        let (uri, version) = (self.snapshot.uri.clone(), Some(self.snapshot.version));
        let edits = edits::text_edits(&self.positions, &fix.edits);
        edits::workspace_edit(vec![edits::FileEdits { uri, version, edits }], self.features)
    }
}

/// Fixes, each with the findings that it is for: of a rule, and of all rules together.
#[derive(Default)]
struct Offered(Vec<OfferedFix>);

/// A fix, its title for the first finding, and the diagnostics that it fixes.
struct OfferedFix {
    fix: Fix,
    title: String,
    diagnostics: Vec<Diagnostic>,
}

impl Offered {
    fn add(&mut self, fix: Fix, finding: &Finding, diagnostic: &Diagnostic) {
        match self.0.iter_mut().find(|other| other.fix == fix) {
            Some(OfferedFix { diagnostics, .. }) => diagnostics.push(diagnostic.clone()),
            None => {
                let title = finding.title_of(&fix);
                self.0.push(OfferedFix { fix, title, diagnostics: vec![diagnostic.clone()] });
            }
        }
    }

    /// The actions; one for several findings names no field.
    fn actions(self, asked: &Asked<'_>) -> impl Iterator<Item = CodeActionOrCommand> {
        self.0.into_iter().map(|OfferedFix { fix, title, diagnostics }| {
            let title = if diagnostics.len() > 1 { capitalized(&fix.title) } else { title };
            asked.action(title, &fix, diagnostics)
        })
    }
}

/// The most bytes that are checked to prove fixes, so that an answer comes within the time of a keystroke.
const BUDGET: u64 = 16 << 20;

/// The kinds of actions that there are.
pub(crate) const KINDS: [CodeActionKind; 3] =
    [CodeActionKind::QUICKFIX, CodeActionKind::REFACTOR_REWRITE, FIX_ALL];

const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.crdls");

/// The most findings that actions are offered for: nobody chooses from a longer menu.
const MOST: usize = 200;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crdls_report::{Code, Finding, Severity};
    use crdls_text::{Edit, TextRange};
    use serde_json::{Value, json};

    use super::*;

    static CODE: Code =
        Code { name: "made-up", severity: Severity::Error, summary: "made up", server: false, page: "" };

    /// `é: old`, with a fix for the value.
    fn found() -> (Snapshot, Vec<FileFinding>) {
        let text = "é: old\n".to_owned();
        let range = TextRange::new(4, 7);
        let fix = Fix {
            title: "Write new".to_owned(),
            safe: true,
            edits: vec![Edit { range, new_text: "new".into() }],
        };
        let finding = Finding::new(&CODE, range, &crdls_report::Path::EMPTY, "`old` is old").fix(fix);
        let (uri, file) = ("file:///a.yaml".parse().unwrap(), Arc::new(crdls_ide::File::new(text)));
        let snapshot = Snapshot::of_closed(uri, file, Arc::default(), Arc::default());
        let snapshot = Snapshot { version: 3, generation: 7, ..snapshot };
        (snapshot, vec![FileFinding::new(0, finding)])
    }

    fn ask(client: Value, column: u32, context: Value) -> Value {
        let (snapshot, findings) = found();
        let at = json!({"line": 0, "character": column});
        let asked = json!({"textDocument": {"uri": snapshot.uri}, "range": {"start": at, "end": at}, "context": context});
        let asked = serde_json::from_value(asked).unwrap();
        let features = ClientFeatures::new(&client, "");
        serde_json::to_value(Asked::new(&snapshot, &asked, &features).convert(&findings)).unwrap()
    }

    fn range() -> Value {
        json!({"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 6}})
    }

    #[test]
    fn a_fix_names_its_diagnostic_and_the_version() {
        let client = json!({"workspace": {"workspaceEdit": {"documentChanges": true}},
            "textDocument": {"codeAction": {"isPreferredSupport": true}}});
        let actions = ask(client, 4, json!({"diagnostics": []}));
        let action = &actions[0];
        assert_eq!((&action["title"], &action["kind"]), (&json!("Write new"), &json!("quickfix")));
        assert_eq!(action["isPreferred"], true);
        assert_eq!(action["diagnostics"][0]["code"], "made-up");
        let change = &action["edit"]["documentChanges"][0];
        assert_eq!(change["textDocument"], json!({"uri": "file:///a.yaml", "version": 3}));
        assert_eq!(change["edits"], json!([{"range": range(), "newText": "new"}]));
    }

    #[test]
    fn clients_without_versions_get_plain_changes() {
        let actions = ask(json!({}), 4, json!({"diagnostics": []}));
        assert_eq!(actions[0]["edit"]["changes"]["file:///a.yaml"][0]["newText"], "new");
    }

    #[test]
    fn the_diagnostic_is_the_one_that_the_client_shows() {
        let by_data = json!({"range": range(), "message": "mine", "data": {"generation": 7, "finding": 0}});
        let by_place = json!({"range": range(), "message": "mine", "code": "made-up", "source": "crdls"});
        for shown in [by_data, by_place] {
            let client = json!({"textDocument": {"publishDiagnostics": {"dataSupport": true}}});
            let actions = ask(client, 3, json!({"diagnostics": [shown]}));
            assert_eq!(actions[0]["diagnostics"], json!([shown]));
        }
    }

    #[test]
    fn only_what_is_asked_for_is_offered() {
        assert_eq!(ask(json!({}), 1, json!({"diagnostics": []})), json!([]), "another place");
        for (only, offered) in [("quickfix", 2), ("", 2), ("refactor", 0), ("quickfix.other", 0)] {
            let actions = ask(json!({}), 4, json!({"diagnostics": [], "only": [only]}));
            assert_eq!(actions.as_array().map(Vec::len), Some(offered), "{only}");
        }
    }

    #[test]
    fn all_safe_fixes_come_as_one_action_where_they_are_asked_for() {
        let (found, _) = found();
        let text = crdls_tests::crd(|c| c.kind("Train")).replace("name: trains.example.com", "name: wrong");
        let snapshot = Snapshot { file: Arc::new(crdls_ide::File::new(text)), ..found };
        let start = json!({"line": 0, "character": 0});
        for (only, offered) in
            [("source.fixAll.crdls", 1), ("source.fixAll", 1), ("source", 1), ("quickfix", 0)]
        {
            let asked = json!({"textDocument": {"uri": snapshot.uri}, "range": {"start": start, "end": start},
                "context": {"diagnostics": [], "only": [only]}});
            let asked = serde_json::from_value(asked).unwrap();
            let features = ClientFeatures::new(&Value::Null, "");
            let actions = Asked::new(&snapshot, &asked, &features).convert(&[]);
            let actions = serde_json::to_value(actions).unwrap();
            assert_eq!(actions.as_array().map(Vec::len), Some(offered), "{only}");
            if offered == 1 {
                let edits = &actions[0]["edit"]["changes"]["file:///a.yaml"];
                assert_eq!(edits[0]["newText"], "  name: trains.example.com\n");
                assert_eq!(edits.as_array().map(Vec::len), Some(1));
            }
        }
    }
}
