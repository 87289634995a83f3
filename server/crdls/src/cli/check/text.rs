//! One text that is checked: its findings, its fixes, and what of it is kept in memory.
//!
//! Must not know the other texts.

use std::path::Path;
use std::sync::Arc;

use crdls_check::{Form, KustomizationFindings, Old};
use crdls_ide::{File, FileCheck, FileContext, FileFinding, Fixer, may_have_fix};
use crdls_report::{Config, Finding, Severity};
use crdls_resource::Index;

use crate::cli::args::Format;
use crate::cli::crds::{self, KnownCrds};
use crate::render::{Reload, Source};
use crdls_system::files::{
    FileForms, Input, InputPath, bytes_with_crds, kustomize_path, parsed, path_in_repository, read,
};
use crdls_system::guard::guarded;
use crdls_system::kept::{FileResult, KeptFindings, entry_name};
use crdls_system::seen;

/// A text to check, and what was found in it.
pub(super) struct CheckedText {
    path: InputPath,
    pub(super) source: Source,
    /// Findings and judgements. Equal files share them.
    pub(super) result: Arc<FileResult>,
    rare: Option<Box<Rare>>,
    /// The number of the place that the user names for CRDs and that has it, from 1; 0 where none has it.
    rank: u32,
    size: u32,
    /// How the objects in it are to be taken.
    form: Form,
    pub(super) left: Left,
    /// Whether it is a file of Go, not a manifest.
    pub(super) is_go: bool,
}

/// The part of a text that is still to be checked when all CRDs are known: it may have custom resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// Nothing: it has only CRDs, or was checked.
    Nothing,
    /// The documents that do not have only CRDs.
    Others,
    /// All documents.
    All,
}

impl Left {
    fn of(file: &File) -> Self {
        if crdls_ide::holds_others(file) { Self::All } else { Self::Nothing }
    }
}

/// Parts of a text that few have.
#[derive(Default)]
pub(super) struct Rare {
    /// The fixes that were applied: place, code and title.
    pub(super) fixed: Vec<String>,
    /// The message about a fault of crdls in the text.
    pub(super) fault: Option<String>,
}

/// The result of a file, which files that are equal share.
pub(super) struct EqualText {
    result: Arc<FileResult>,
    left: Left,
    known: KnownCrds,
    again: Reload,
}

impl CheckedText {
    /// Reads an input; `keep` where its text must not be read a second time. Returns its bytes too if they are still to be
    /// parsed. What cannot have a CRD in it is not read yet: it is [`Left::All`]. `rank`: see [`Index::found`].
    pub(super) fn load(
        input: Input,
        rank: usize,
        forms: &FileForms,
        keep: bool,
    ) -> Result<(Self, Option<Vec<u8>>), String> {
        let rank = rank as u32;
        let form = input.path().map(|path| forms.form(path)).unwrap_or_default();
        let is_read_again = !keep && input.path().is_some_and(seen::is_file);
        let (source, (size, bytes)) = match is_read_again {
            true => {
                let read = bytes_with_crds(&input)?;
                (Source::later(input.name.clone(), crds::reload(&input, form)), read)
            }
            false => {
                let file = read(&input)?.with_form(form);
                let size = file.text().len();
                (Source::new(input.name.clone(), file), (size, None))
            }
        };
        let source = source.in_repository(path_in_repository);
        let left = if source.is_loaded() { Left::of(source.file()) } else { Left::All };
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        Ok((Self { size, rank, form, left, ..Self::of(input, source) }, bytes))
    }

    /// The path of its file; `None` for standard input.
    pub(super) fn path(&self) -> Option<&Path> {
        self.path.of(&self.source.name)
    }

    /// In bytes.
    pub(super) const fn size(&self) -> usize {
        self.size as usize
    }

    /// Parses the bytes that were read.
    pub(super) fn parse(&mut self, bytes: Vec<u8>) -> Result<(), String> {
        let file = parsed(&self.source.name, bytes)?.with_form(self.form);
        self.left = Left::of(&file);
        self.source.load(file);
        Ok(())
    }

    /// A name that differs where the bytes of files do, or how they are taken.
    pub(super) fn equality(&self, bytes: &[u8]) -> String {
        entry_name(&(self.rank, self.form, bytes))
    }

    /// A text in which nothing is found yet.
    fn of(input: Input, source: Source) -> Self {
        Self {
            path: input.path,
            source,
            result: Arc::default(),
            rare: None,
            size: 0,
            rank: 0,
            form: Form::default(),
            left: Left::Nothing,
            is_go: false,
        }
    }

    /// A file of Go. What is found in it is added by who knows the other files.
    pub(super) fn of_go(input: Input, source: Source) -> Self {
        Self { is_go: true, ..Self::of(input, source) }
    }

    /// CRDs and webhooks that it adds to the index; no CRDs where it has only parts of objects.
    pub(super) fn known(&self, config: &Config) -> KnownCrds {
        if !self.source.is_loaded() {
            return KnownCrds::default();
        }
        let file = self.source.file();
        let crds = match file.form().is_partial() {
            true => Vec::new(),
            false => crds::found(&self.source, self.source.reload(), self.rank as usize, config),
        };
        KnownCrds { crds, mutated: crds::mutated(file) }
    }

    /// Takes what an equal file gives. Returns what it adds to the index.
    pub(super) fn take(&mut self, given: &EqualText) -> KnownCrds {
        (self.result, self.left) = (Arc::clone(&given.result), given.left);
        self.source.read_by(given.again.clone());
        given.known.of_copy(&self.source.name)
    }

    /// The result for files that are equal, with the additions to the index; `None` where they have to be read too.
    pub(super) fn given(&self, known: &KnownCrds) -> Option<EqualText> {
        let again = self.source.reload().filter(|_| self.fault().is_none())?.clone();
        let known = known.of_copy(&self.source.name);
        Some(EqualText { result: Arc::clone(&self.result), left: self.left, known, again })
    }

    /// The findings, to be changed here alone.
    pub(super) fn findings_mut(&mut self) -> &mut Vec<FileFinding> {
        &mut Arc::make_mut(&mut self.result).findings
    }

    /// Leaves those findings that `keeps` says; it is asked once for each.
    pub(super) fn retain(&mut self, keeps: impl FnMut(&FileFinding) -> bool) {
        let kept: Vec<bool> = self.result.findings.iter().map(keeps).collect();
        if kept.contains(&false) {
            let mut kept = kept.into_iter();
            self.findings_mut().retain(|_| kept.next() == Some(true));
        }
    }

    /// The fixes that were applied.
    pub(super) fn fixed(&self) -> &[String] {
        self.rare.as_ref().map_or(&[], |rare| &rare.fixed)
    }

    /// The message about a fault of crdls in it.
    pub(super) fn fault(&self) -> Option<&str> {
        self.rare.as_ref()?.fault.as_deref()
    }

    pub(super) fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    /// Frees what can be had again, so that the memory of a run does not grow with the texts.
    pub(super) fn unload(&mut self) {
        if !self.source.unload() && self.left == Left::Nothing {
            self.source.replace(File::without_tree);
        }
    }

    /// Checks it, and finds fixes unless they are about to be applied.
    pub(super) fn check(&mut self, context: &CheckContext, fix: bool) {
        // Before CRDs are known, nothing but its text counts.
        let name = (self.left != Left::Nothing).then(|| Arc::clone(&self.source.name));
        self.check_by(context, name, |text| {
            text.find(context);
            if !fix {
                text.offer(context);
            }
        });
        self.left = Left::Nothing;
    }

    /// Checks what can be checked before all CRDs are known: the documents that have only CRDs. What is not read yet has none.
    pub(super) fn check_crds(&mut self, context: &CheckContext) {
        let has_any = |file: &File| {
            let mut numbers = 0..file.tree().documents().len();
            file.flaw().is_none() && numbers.any(|number| crdls_ide::has_only_crds(file, number))
        };
        if !self.source.is_loaded() || !has_any(self.source.file()) {
            return;
        }
        self.check_by(context, None, |text| {
            text.find_by(context, crdls_ide::checked_crds);
            text.offer(context);
        });
        self.left = if self.fault().is_none() { Left::Others } else { Left::All };
    }

    /// Takes the result of an earlier run if it depends on the same, and otherwise has it checked. `name`: its name, where
    /// that counts.
    fn check_by(&mut self, context: &CheckContext, name: Option<Arc<str>>, check: impl FnOnce(&mut Self)) {
        let kept = context.kept.as_deref().and_then(|kept| Some((kept, self.key(kept, context, name)?)));
        if let Some(result) = kept.as_ref().and_then(|(kept, key)| kept.result(key)) {
            self.result = Arc::new(result);
            return;
        }
        check(self);
        if let Some((kept, key)) = kept.filter(|_| self.fault().is_none()) {
            kept.note(key, &self.result);
        }
    }

    /// The key of everything that its result depends on; `None` if something of it is not known.
    fn key(&self, kept: &KeptFindings, context: &CheckContext, name: Option<Arc<str>>) -> Option<String> {
        let file = self.source.file();
        if context.old.is_some() || file.flaw().is_some() {
            return None;
        }
        let settings = kept.settings(|| context.settings());
        Some(entry_name(&(context.fingerprint?, settings, name, self.rank, self.form, file.text())))
    }

    /// Checks what is left of it.
    pub(super) fn find(&mut self, context: &CheckContext) {
        if self.left != Left::Others {
            return self.find_by(context, crdls_ide::checked);
        }
        let FileResult { findings, judgements, templates, .. } = (*self.result).clone();
        let crds = FileCheck { findings, judgements: judgements.to_vec(), templates };
        self.find_by(context, |file, file_context, config| {
            crdls_ide::checked_rest(file, crds, file_context, config)
        });
    }

    /// Checks it in some way. What is decoded on the way is kept where fixes are to be proven.
    fn find_by(
        &mut self,
        context: &CheckContext,
        check: impl FnOnce(&File, FileContext<'_>, &Config) -> FileCheck,
    ) {
        if context.proves_fixes {
            self.source.replace(File::remembering);
        }
        let check = || check(self.source.file(), context.file_context(&self.source), &context.config);
        match guarded(&self.source.name, check) {
            Ok(FileCheck { mut findings, judgements, templates }) => {
                if let Some(path) = self.path().and_then(kustomize_path) {
                    findings.retain(|found| context.of_builds.keeps(&path, &found.finding));
                }
                // They are kept until all is reported.
                findings.shrink_to_fit();
                // Of those that were found before, fixes are known.
                let fixable = if self.left == Left::Others { self.result.fixable } else { 0 };
                let judgements = judgements.into();
                self.result = Arc::new(FileResult { findings, judgements, templates, fixable });
            }
            Err(fault) => self.rare().fault = Some(fault),
        }
    }

    /// Adds what its CRDs share with those of other texts.
    pub(super) fn add_claimed(&mut self, context: &CheckContext) {
        let file_context = context.file_context(&self.source);
        let file = || &**self.source.file();
        let claimed = crdls_ide::claimed(&self.result.templates, file, file_context, &context.config);
        if let Some(claimed) = claimed {
            claimed.add_to(self.findings_mut());
        }
    }

    /// Finds the fixes that the format shows, or counts those that `--fix` would apply.
    pub(super) fn offer(&mut self, context: &CheckContext) {
        if !self.result.findings.iter().any(|found| may_have_fix(&found.finding)) {
            return;
        }
        let fixer = self.fixer(context);
        let is_wanted = |found: &FileFinding| {
            let is_known =
                self.left == Left::Others && crdls_ide::has_only_crds(self.source.file(), found.document);
            !is_known && context.reports(&found.finding)
        };
        let wanted: Vec<bool> = self.result.findings.iter().map(is_wanted).collect();
        let numbered = self.result.findings.iter().zip(&wanted);
        let reported: Vec<_> = numbered.filter(|(_, wanted)| **wanted).map(|(found, _)| found).collect();
        let offered = guarded(&self.source.name, || match context.format {
            Format::Json | Format::Sarif => (0, fixer.fixes(&reported)),
            // They are proven when they are applied.
            _ => (reported.iter().filter(|found| fixer.may_be_safe(found)).count(), Vec::new()),
        });
        match offered {
            Ok((fixable, fixes)) => {
                let result = Arc::make_mut(&mut self.result);
                result.fixable += fixable;
                let reported = result.findings.iter_mut().zip(wanted).filter(|(_, wanted)| *wanted);
                reported.zip(fixes).for_each(|((found, _), fixes)| found.set_fixes(fixes));
            }
            Err(fault) => self.rare().fault = Some(fault),
        }
    }

    /// What finds its fixes.
    pub(super) fn fixer<'a>(&'a self, context: &'a CheckContext) -> Fixer<'a> {
        Fixer::new(
            self.source.file(),
            &self.result.findings,
            context.file_context(&self.source),
            &context.config,
        )
        .within(Fixer::BUDGET)
    }
}

/// What texts are validated with.
pub(super) struct CheckContext {
    /// The results of earlier runs, where they may be taken.
    pub(super) kept: Option<Arc<KeptFindings>>,
    /// The fingerprint of the CRDs; `None` where results depend on more.
    pub(super) fingerprint: Option<[u64; 2]>,
    /// The findings of kustomizations, once they are built.
    pub(super) of_builds: KustomizationFindings,
    pub(super) config: Config,
    /// The CRDs that are updated.
    pub(super) old: Option<Old>,
    /// The CRDs of custom resources: those of the texts, then those of the further places.
    pub(super) crds: Index,
    pub(super) format: Format,
    /// Fixes are proven: the format shows them, or they are applied.
    pub(super) proves_fixes: bool,
    pub(super) applied: Applied,
    /// The least severity that is reported.
    pub(super) reported: Severity,
    /// The codes that are reported; all where there are none.
    pub(super) selected: Vec<String>,
    /// The codes that are left out.
    pub(super) ignored: Vec<String>,
    /// Whether only that is reported which does not hold on all minors.
    pub(super) upgrade: bool,
}

/// Which fixes `--fix` applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Applied {
    Safe,
    /// Also those that a person has to look at, where a finding has no safe one.
    All,
}

impl CheckContext {
    /// Whether a finding is to be reported, and fixed: it is severe enough, its code is selected, and it is a matter of
    /// the upgrade where that is asked for.
    pub(super) fn reports(&self, finding: &Finding) -> bool {
        let is = |code: &String| code == finding.code.name;
        finding.severity <= self.reported
            && (self.selected.is_empty() || self.selected.iter().any(is))
            && !self.ignored.iter().any(is)
            && (!self.upgrade || finding.kubernetes.is_some())
    }

    /// Everything that decides what is found and offered, besides texts.
    pub(super) fn settings(&self) -> String {
        let Self { config, format, proves_fixes, applied, reported, selected, ignored, upgrade, .. } = self;
        format!("{:?}", (config, format, proves_fixes, applied, reported, selected, ignored, upgrade))
    }

    /// What a text is validated with, besides itself.
    pub(super) fn file_context<'a>(&'a self, source: &'a Source) -> FileContext<'a> {
        FileContext {
            old: self.old.as_ref(),
            crds: Some(&self.crds),
            file: &source.name,
            ..FileContext::default()
        }
    }
}
