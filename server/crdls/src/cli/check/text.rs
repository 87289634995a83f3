//! One text that is checked: its findings, its fixes, and what of it is kept in memory.
//!
//! Must not know the other texts.

use std::sync::Arc;

use crdls_check::{Form, KustomizationFindings, Old};
use crdls_ide::{File, FileCheck, FileContext, FileFinding, Fixer, JudgedAs, may_have_fix};
use crdls_report::{Config, Finding, Severity};
use crdls_resource::Index;

use crate::cli::args::Format;
use crate::cli::crds::{self, KnownCrds};
use crate::render::{Reload, Source};
use crdls_system::files::{
    FileForms, Input, bytes_with_crds, kustomize_path, parsed, path_in_repository, read,
};
use crdls_system::guard::guarded;
use crdls_system::kept::{FileResult, KeptFindings, entry_name};
use crdls_system::seen;

/// A text to check, and what was found in it.
pub(super) struct CheckedText {
    pub(super) input: Input,
    pub(super) source: Source,
    pub(super) findings: Vec<FileFinding>,
    /// In bytes.
    pub(super) size: usize,
    /// Equal files share them.
    pub(super) judgements: Arc<[JudgedAs]>,
    templates: Vec<usize>,
    /// The fixes that were applied: place, code and title.
    pub(super) fixed: Vec<String>,
    /// The number of the place that the user names for CRDs and that has it, from 1; 0 where none has it.
    pub(super) rank: usize,
    /// Findings that a safe fix would fix.
    pub(super) fixable: usize,
    /// How the objects in it are to be taken.
    form: Form,
    /// It may hold custom resources: it is checked when all CRDs are known.
    pub(super) waits: bool,
    /// Whether it is a file of Go, not a manifest.
    pub(super) is_go: bool,
    /// The message about a fault of crdls in it.
    pub(super) fault: Option<Box<str>>,
}

/// The result of a file, which files that are equal share.
pub(super) struct EqualText {
    /// `None` where it waits, see [`CheckedText::waits`].
    result: Option<FileResult>,
    known: KnownCrds,
    again: Reload,
}

impl CheckedText {
    /// Reads an input; `keep` where its text must not be read a second time. Returns its bytes too if they are still to be
    /// parsed. What cannot have a CRD in it is not read yet: it waits. `rank`: see [`Index::found`].
    pub(super) fn load(
        input: Input,
        rank: usize,
        forms: &FileForms,
        keep: bool,
    ) -> Result<(Self, Option<Vec<u8>>), String> {
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
        let waits = !source.is_loaded() || crdls_ide::holds_others(source.file());
        Ok((Self { size, rank, form, waits, ..Self::of(input, source) }, bytes))
    }

    /// Parses the bytes that were read.
    pub(super) fn parse(&mut self, bytes: Vec<u8>) -> Result<(), String> {
        let file = parsed(&self.source.name, bytes)?.with_form(self.form);
        self.waits = crdls_ide::holds_others(&file);
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
            input,
            source,
            size: 0,
            findings: Vec::new(),
            judgements: Arc::default(),
            templates: Vec::new(),
            fixed: Vec::new(),
            rank: 0,
            form: Form::default(),
            fixable: 0,
            waits: false,
            is_go: false,
            fault: None,
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
            false => crds::found(&self.source, self.source.reload(), self.rank, config),
        };
        KnownCrds { crds, mutated: crds::mutated(file) }
    }

    /// Takes what an equal file gives. Returns what it adds to the index.
    pub(super) fn take(&mut self, given: &EqualText) -> KnownCrds {
        self.waits = given.result.is_none();
        if let Some(result) = &given.result {
            self.set(result.clone());
        }
        self.source.read_by(given.again.clone());
        given.known.of_copy(&self.source.name)
    }

    /// The result for files that are equal, with the additions to the index; `None` where they have to be checked too.
    pub(super) fn given(&self, known: &KnownCrds) -> Option<EqualText> {
        let again = self.source.reload().filter(|_| self.fault.is_none())?.clone();
        let result = (!self.waits).then(|| self.result());
        Some(EqualText { result, known: known.of_copy(&self.source.name), again })
    }

    fn result(&self) -> FileResult {
        let Self { findings, judgements, templates, fixable, .. } = self;
        let (findings, judgements) = (findings.clone(), judgements.clone());
        FileResult { findings, judgements, templates: templates.clone(), fixable: *fixable }
    }

    fn set(&mut self, result: FileResult) {
        (self.findings, self.judgements) = (result.findings, result.judgements);
        (self.templates, self.fixable) = (result.templates, result.fixable);
    }

    /// Frees what can be had again, so that the memory of a run does not grow with the texts.
    pub(super) fn unload(&mut self) {
        if !self.source.unload() && !self.waits {
            self.source.replace(File::without_tree);
        }
    }

    /// Checks it, and finds fixes unless they are about to be applied. The result of an earlier run is taken if it depends on
    /// the same.
    pub(super) fn check(&mut self, context: &CheckContext, fix: bool) {
        let kept = context.kept.as_deref().and_then(|kept| Some((kept, self.key(kept, context)?)));
        if let Some(result) = kept.as_ref().and_then(|(kept, key)| kept.result(key)) {
            self.set(result);
            return;
        }
        self.find(context);
        if !fix {
            self.offer(context);
        }
        if let Some((kept, key)) = kept.filter(|_| self.fault.is_none()) {
            kept.note(key, &self.result());
        }
    }

    /// The key of everything that its result depends on; `None` if something of it is not known.
    fn key(&self, kept: &KeptFindings, context: &CheckContext) -> Option<String> {
        let file = self.source.file();
        if context.old.is_some() || file.flaw().is_some() {
            return None;
        }
        let settings = kept.settings(|| context.settings());
        // Before CRDs are known, nothing but its text counts.
        let name = self.waits.then_some(&self.source.name);
        Some(entry_name(&(context.fingerprint?, settings, name, self.rank, self.form, file.text())))
    }

    /// Checks it. What is decoded on the way is kept where fixes are to be proven.
    pub(super) fn find(&mut self, context: &CheckContext) {
        if context.proves_fixes {
            self.source.replace(File::remembering);
        }
        let check =
            || crdls_ide::checked(self.source.file(), context.file_context(&self.source), &context.config);
        match guarded(&self.source.name, check) {
            Ok(FileCheck { findings, judgements, templates }) => {
                (self.findings, self.judgements) = (findings, judgements.into());
                self.templates = templates;
                // They are kept until all is reported.
                self.findings.shrink_to_fit();
                if let Some(path) = self.input.path().and_then(kustomize_path) {
                    self.findings.retain(|found| context.of_builds.keeps(&path, &found.finding));
                }
            }
            Err(fault) => self.fault = Some(fault.into()),
        }
    }

    /// Adds what its CRDs share with those of other texts.
    pub(super) fn add_claimed(&mut self, context: &CheckContext) {
        let file_context = context.file_context(&self.source);
        let file = || &**self.source.file();
        crdls_ide::add_claimed(&mut self.findings, &self.templates, file, file_context, &context.config);
    }

    /// Finds the fixes that the format shows, or counts those that `--fix` would apply.
    pub(super) fn offer(&mut self, context: &CheckContext) {
        if !self.findings.iter().any(|found| may_have_fix(&found.finding)) {
            return;
        }
        let fixer = self.fixer(context);
        let reported: Vec<_> = self.findings.iter().filter(|found| context.reports(&found.finding)).collect();
        let offered = guarded(&self.source.name, || match context.format {
            Format::Json | Format::Sarif => (0, fixer.fixes(&reported)),
            // They are proven when they are applied.
            _ => (reported.iter().filter(|found| fixer.may_be_safe(found)).count(), Vec::new()),
        });
        match offered {
            Ok((fixable, fixes)) => {
                self.fixable = fixable;
                let reported = self.findings.iter_mut().filter(|found| context.reports(&found.finding));
                reported.zip(fixes).for_each(|(found, fixes)| found.set_fixes(fixes));
            }
            Err(fault) => self.fault = Some(fault.into()),
        }
    }

    /// What finds its fixes.
    pub(super) fn fixer<'a>(&'a self, context: &'a CheckContext) -> Fixer<'a> {
        Fixer::new(self.source.file(), &self.findings, context.file_context(&self.source), &context.config)
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
