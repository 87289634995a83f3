//! `crdls check`: reads, checks, fixes and reports.
//!
//! Must not know what is checked, nor how a report looks.

use std::path::PathBuf;
use std::sync::Arc;

use crdls_check::Old;
use crdls_ide::{File, FileContext, FileFinding, Fixer, is_curable};
use crdls_resource::{Index, Known, Shared};
use crdls_schema::{Config, Severity};

use super::args::{CheckArgs, Common, Format};
use super::inputs::{RunOptions, collect, crd_inputs, read, report_all, run_options, successes};
use super::outcome::{Outcome, print, say, trouble};
use super::progress::Progress;
use super::{crds, old};
use crate::files::{IgnoreFiles, Input, Kustomizations, read_again, reason, replace};
use crate::guard::{guarded, quiet};
use crate::render::{
    CheckedSource, Concise, Full, Github, Json, Reload, Report, Sarif, Source, Sources, count,
};
use crate::threads::Threads;

/// The most rounds of fixes: those of a faulty check that undo each other must end too.
const ROUNDS: usize = 10;

/// A text to check, and what was found in it.
struct CheckedText {
    /// `None` is standard input.
    path: Option<PathBuf>,
    source: Source,
    findings: Vec<FileFinding>,
    fixed: usize,
    /// Findings that a safe fix would fix.
    fixable: usize,
    /// It may hold custom resources: it is checked when all CRDs are known.
    waits: bool,
    /// The message about a fault of crdls in it.
    fault: Option<String>,
    /// Reads it again, so that it need not be kept.
    again: Option<Reload>,
}

impl CheckedText {
    fn crds(&self, rank: usize, config: &Config) -> Vec<Known> {
        let (name, file) = (&self.source.name, self.source.file());
        let again = self.again.clone().map_or_else(
            || Shared::from(file.shared_text()),
            |again| Shared::later(move || Arc::clone(again.read().shared_text())),
        );
        Index::found_in(name, rank, file.text(), &again, file.tree(), config)
    }

    /// Frees what is not needed again: of most texts all.
    fn unload(&mut self) {
        match self.again.take() {
            Some(again) if self.findings.is_empty() && !self.waits => self.source.unload(again),
            _ if self.waits => {}
            _ => self.source.replace(File::without_tree),
        }
    }

    /// Checks it, and finds fixes unless they are about to be applied.
    fn check(&mut self, context: &CheckContext, fix: bool) {
        self.find(context);
        if !fix {
            self.offer(context);
        }
    }

    fn find(&mut self, context: &CheckContext) {
        let check =
            || crdls_ide::check(self.source.file(), context.file_context(&self.source), &context.config);
        match guarded(&self.source.name, check) {
            Ok(findings) => self.findings = findings,
            Err(fault) => self.fault = Some(fault),
        }
    }

    /// Finds the fixes that the format shows, or counts those that `--fix` would apply.
    fn offer(&mut self, context: &CheckContext) {
        if !self.findings.iter().any(|found| is_curable(&found.finding)) {
            return;
        }
        let fixer = self.fixer(context);
        let offered = guarded(&self.source.name, || match context.format {
            Format::Json | Format::Sarif => {
                (0, self.findings.iter().map(|found| fixer.fixes(found)).collect::<Vec<_>>())
            }
            // They are proven when they are applied.
            _ => (self.findings.iter().filter(|found| fixer.may_be_safe(found)).count(), Vec::new()),
        });
        match offered {
            Ok((fixable, fixes)) => {
                self.fixable = fixable;
                self.findings.iter_mut().zip(fixes).for_each(|(found, fixes)| found.finding.fixes = fixes);
            }
            Err(fault) => self.fault = Some(fault),
        }
    }

    fn fixer<'a>(&'a self, context: &'a CheckContext) -> Fixer<'a> {
        Fixer::new(self.source.file(), &self.findings, context.file_context(&self.source), &context.config)
            .within(BUDGET)
    }
}

/// The most bytes that are checked to prove the fixes of a text.
const BUDGET: u64 = 64 << 20;

/// What texts are validated with.
struct CheckContext {
    config: Config,
    /// The CRDs that are updated.
    old: Option<Old>,
    /// The CRDs of custom resources: those of the texts, then those of the further places.
    crds: Index,
    format: Format,
}

impl CheckContext {
    fn file_context<'a>(&'a self, source: &'a Source) -> FileContext<'a> {
        FileContext { old: self.old.as_ref(), crds: Some(&self.crds), file: &source.name }
    }
}

/// Does what `crdls check` asks.
pub(crate) fn run(args: &CheckArgs) -> Outcome {
    quiet();
    if args.fix && args.paths.iter().any(|path| path.as_os_str() == "-") {
        return trouble("`--fix` cannot write to standard input: name the file instead of `-`");
    }
    let Some(RunOptions { config, crd_places }) = run_options(&args.common) else { return Outcome::Trouble };
    let old = match args.old.as_deref().map(|path| old::find(path, &config)).transpose() {
        Ok(old) => old,
        Err(why) => return trouble(why),
    };
    let threads = Threads::new(args.common.threads);
    let mut outcome = Outcome::Clean;
    let inputs = collect(&args.paths, IgnoreFiles::Respected, &mut outcome);
    let crds = crd_inputs(&inputs, &crd_places, &mut outcome);
    let mut context = CheckContext { config, old, crds: Index::default(), format: args.common.output_format };
    let kustomizations = Kustomizations::default();
    let progress = Progress::new(inputs.len(), "files");
    let first = |input| {
        let mut text = load(input, &kustomizations, args.fix)?;
        let crds = text.crds(0, &context.config);
        if !text.waits {
            text.check(&context, args.fix);
            progress.step();
        }
        text.unload();
        Ok((text, crds))
    };
    let (mut texts, found): (Vec<_>, Vec<_>) =
        successes(threads.map(inputs, first), &mut outcome).into_iter().unzip();
    let crd_sources = successes(threads.map(crds, |(rank, input)| Ok((rank, read(input)?))), &mut outcome);
    context.crds =
        crds::index(crd_sources.iter().map(|(rank, source)| (*rank, source)), &context.config, &threads);
    for (text, found) in texts.iter().zip(found) {
        context.crds.insert(&text.source.name, found);
    }
    let second = |text: &mut CheckedText| {
        if text.waits {
            text.check(&context, args.fix);
            progress.step();
        } else {
            crdls_ide::add_claimed(&mut text.findings, context.file_context(&text.source), &context.config);
        }
    };
    threads.map(texts.iter_mut().collect(), second);
    if args.fix {
        fix_all(&mut texts, &mut context, &threads, &mut outcome);
    }
    outcome = outcome.max(report_all(texts.iter().filter_map(|text| text.fault.as_ref())));
    let crds: Vec<_> = crd_sources.into_iter().map(|(_, source)| source).collect();
    outcome =
        outcome.max(report(&texts, &crds, &args.common, &context.config, &threads)).max(found_in(&texts));
    // The program ends here: what it holds need not be taken apart.
    std::mem::forget((texts, context));
    outcome
}

/// `keep` where a text must not be read a second time.
fn load(input: Input, kustomizations: &Kustomizations, keep: bool) -> Result<CheckedText, String> {
    let path = input.path.clone();
    let again = path.clone().filter(|path| !keep && path.is_file());
    let again = again.map(|path| Reload::new(move || read_again(&path)));
    let mut source = read(input)?;
    if path.as_deref().is_some_and(|path| kustomizations.name_as_patch(path)) {
        source.replace(File::as_patch);
    }
    let waits = crdls_ide::holds_others(source.file());
    Ok(CheckedText { path, source, findings: Vec::new(), fixed: 0, fixable: 0, waits, fault: None, again })
}

/// Applies safe fixes until there are none, then writes what changed.
fn fix_all(texts: &mut [CheckedText], context: &mut CheckContext, threads: &Threads, outcome: &mut Outcome) {
    for _ in 0..ROUNDS {
        let changed = threads.map(texts.iter_mut().collect(), |text| fix_one(text, context));
        if !changed.contains(&true) {
            break;
        }
        for (text, _) in texts.iter().zip(changed).filter(|(_, changed)| *changed) {
            let (name, file) = (&text.source.name, text.source.file());
            context.crds.read(name, 0, file.shared_text(), file.tree(), &context.config);
        }
        threads.map(texts.iter_mut().collect(), |text| text.find(context));
    }
    threads.map(texts.iter_mut().collect(), |text| text.offer(context));
    for text in texts.iter_mut().filter(|text| text.fixed > 0) {
        let Some(path) = &text.path else { continue };
        if let Err(err) = replace(path, text.source.file().text()) {
            *outcome = trouble(format_args!("cannot write {}: {}", text.source.name, reason(&err)));
            text.fixed = 0;
        }
    }
}

/// Whether the text changed. One that is not UTF-8 would not be written back as it was.
fn fix_one(text: &mut CheckedText, context: &CheckContext) -> bool {
    let file = text.source.file();
    if file.flaw().is_some() {
        return false;
    }
    let fixer = text.fixer(context);
    let fixes = || text.findings.iter().filter_map(|found| fixer.safe(found)).collect::<Vec<_>>();
    let Ok(fixes) = guarded(&text.source.name, fixes) else { return false };
    let Some((new, count)) = crdls_ide::applied(file.text(), &fixes) else { return false };
    text.source = Source::new(text.source.name.clone(), text.source.file().with_text(new));
    text.fixed += count;
    true
}

fn format<'a>(common: &Common, texts: &[CheckedText], config: &'a Config) -> Box<dyn Report + 'a> {
    match common.output_format {
        Format::Full => Box::new(Full::new(common.color.wanted())),
        Format::Concise => Box::new(Concise),
        Format::Json => Box::new(Json(config)),
        Format::Github => Box::new(Github),
        Format::Sarif => Box::new(Sarif::new(texts.iter().map(checked), config)),
    }
}

fn checked(text: &CheckedText) -> CheckedSource<'_> {
    CheckedSource { source: &text.source, findings: &text.findings }
}

fn report(
    texts: &[CheckedText],
    crds: &[Source],
    common: &Common,
    config: &Config,
    threads: &Threads,
) -> Outcome {
    let mut outcome = Outcome::Clean;
    let format = format(common, texts, config);
    let sources = Sources::new(texts.iter().map(|text| &text.source).chain(crds));
    let with_findings = texts.iter().filter(|text| !text.findings.is_empty()).collect();
    let render = |text: &CheckedText| guarded(&text.source.name, || format.text(checked(text), &sources));
    let pieces = successes(threads.map(with_findings, render), &mut outcome);
    let mut parts = vec![format.head()];
    for (n, piece) in pieces.into_iter().enumerate() {
        parts.extend((n > 0).then(|| format.between().to_owned()));
        parts.push(piece);
    }
    parts.push(format.tail());
    outcome = outcome.max(print(parts));
    if matches!(common.output_format, Format::Full | Format::Concise) {
        say(summary(texts));
    }
    outcome
}

fn found_in(texts: &[CheckedText]) -> Outcome {
    let is_error = |found: &FileFinding| found.finding.severity == Severity::Error;
    let any = texts.iter().any(|text| text.findings.iter().any(is_error));
    if any { Outcome::Errors } else { Outcome::Clean }
}

/// `checked 3 files: 2 errors, 1 warning; --fix mends 1 of them`
fn summary(texts: &[CheckedText]) -> String {
    const KINDS: [(Severity, &str); 4] = [
        (Severity::Error, "error"),
        (Severity::Warning, "warning"),
        (Severity::Information, "remark"),
        (Severity::Hint, "hint"),
    ];
    let all = || texts.iter().flat_map(|text| &text.findings);
    let number = |severity| all().filter(|found| found.finding.severity == severity).count();
    let numbers = KINDS.map(|(severity, name)| (number(severity), name));
    let parts: Vec<_> = numbers.into_iter().filter(|(n, _)| *n > 0).map(|(n, name)| count(n, name)).collect();
    let findings = if parts.is_empty() { "nothing found".into() } else { parts.join(", ") };
    let mut line = format!("checked {}: {findings}", count(texts.len(), "file"));
    match texts.iter().map(|text| text.fixed).sum() {
        0 => {}
        fixed => line += &format!("; mended {fixed}"),
    }
    match texts.iter().map(|text| text.fixable).sum() {
        0 => {}
        safe => line += &format!("; --fix mends {safe} of them"),
    }
    line
}
