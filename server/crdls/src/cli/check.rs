//! `crdls check`: reads, checks, fixes and reports.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use crdls_crd::document::Old;
use crdls_crd::instance::{Index, Known, Shared};
use crdls_crd::{Config, Severity};
use crdls_ide::{Beside, File, FileFinding, Fixer, is_curable};

use super::args::{Check, Common, Format};
use super::guard::{guarded, quiet};
use super::outcome::{Outcome, print, reason, say, trouble, warn};
use super::progress::Progress;
use super::settings::{self, Settings};
use super::sources::{Identities, Input, Walk, collect, read, read_again};
use super::threads::Threads;
use super::{crds, fix, index, old};
use crate::kustomize::Kustomizations;
use crate::render::{Again, Checked, Concise, Full, Github, Json, Report, Sarif, Source, Sources, count};

/// Fixes that make way for others end; those of a faulty rule that undo each other must too.
const ROUNDS: usize = 10;

/// A text to check, and what was found in it.
struct Text {
    /// `None` is standard input.
    path: Option<PathBuf>,
    source: Source,
    findings: Vec<FileFinding>,
    mended: usize,
    /// Findings that a safe fix would mend.
    fixable: usize,
    /// There may be custom resources in it: it is checked when all CRDs are known.
    waits: bool,
    /// What of ours went wrong with it.
    fault: Option<String>,
    /// Reads it again, so that it need not be kept.
    again: Option<Again>,
}

impl Text {
    fn crds(&self, rank: usize, config: &Config) -> Vec<Known> {
        let (name, file) = (&self.source.name, self.source.file());
        let again = self.again.clone().map_or_else(
            || Shared::from(file.shared_text()),
            |again| Shared::later(move || Arc::clone(again.read().shared_text())),
        );
        Index::found_in(name, rank, file.text(), &again, file.tree(), config)
    }

    /// Gives up what is not needed again: of most texts all.
    fn rest(&mut self) {
        match self.again.take() {
            Some(again) if self.findings.is_empty() && !self.waits => self.source.rest(again),
            _ if self.waits => {}
            _ => self.source.replace(File::without_tree),
        }
    }

    /// Checks it, and works out the fixes unless they are about to be applied.
    fn look(&mut self, terms: &Terms, fix: bool) {
        self.find(terms);
        if !fix {
            self.offer(terms);
        }
    }

    fn find(&mut self, terms: &Terms) {
        let check = || crdls_ide::check_beside(self.source.file(), terms.beside(&self.source), &terms.config);
        match guarded(&self.source.name, check) {
            Ok(findings) => self.findings = findings,
            Err(fault) => self.fault = Some(fault),
        }
    }

    /// Works out the fixes that the format shows, or counts those that `--fix` would apply.
    fn offer(&mut self, terms: &Terms) {
        if !self.findings.iter().any(|found| is_curable(&found.finding)) {
            return;
        }
        let fixer = self.fixer(terms);
        let offered = guarded(&self.source.name, || match terms.format {
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

    fn fixer<'a>(&'a self, terms: &'a Terms) -> Fixer<'a> {
        Fixer::new(self.source.file(), &self.findings, terms.beside(&self.source), &terms.config)
            .within(BUDGET)
    }
}

/// What is checked at most to prove the fixes of a text.
const BUDGET: u64 = 64 << 20;

/// What texts are held against.
struct Terms {
    config: Config,
    /// The CRDs that are updated.
    old: Option<Old>,
    /// The CRDs that judge custom resources: those of the texts, then those of the further places.
    crds: Index,
    format: Format,
}

impl Terms {
    fn beside<'a>(&'a self, source: &'a Source) -> Beside<'a> {
        Beside { old: self.old.as_ref(), crds: Some(&self.crds), file: &source.name }
    }
}

pub(crate) fn run(args: &Check) -> Outcome {
    quiet();
    if args.fix && args.paths.iter().any(|path| path.as_os_str() == "-") {
        return trouble("`--fix` cannot write to standard input: name the file instead of `-`");
    }
    let Some((config, places)) = choices(&args.common) else { return Outcome::Trouble };
    let old = match args.old.as_deref().map(|path| old::find(path, &config)).transpose() {
        Ok(old) => old,
        Err(why) => return trouble(why),
    };
    let threads = Threads::new(args.common.threads);
    let (inputs, troubles) = collect(&args.paths, Walk::Gitignore);
    let (crds, more_troubles) = beside(&inputs, &places);
    let mut outcome = report_all(troubles.into_iter().chain(more_troubles));
    let mut terms = Terms { config, old, crds: Index::default(), format: args.common.output_format };
    let kustomizations = Kustomizations::default();
    let progress = Progress::new(inputs.len(), "files");
    let first = |input| {
        let mut text = load(input, &kustomizations, args.fix)?;
        let crds = text.crds(0, &terms.config);
        if !text.waits {
            text.look(&terms, args.fix);
            progress.step();
        }
        text.rest();
        Ok((text, crds))
    };
    let (mut texts, found): (Vec<_>, Vec<_>) =
        kept(threads.map(inputs, first), &mut outcome).into_iter().unzip();
    let crds = kept(threads.map(crds, |(rank, input)| Ok((rank, read(input)?))), &mut outcome);
    terms.crds = index::of(crds.iter().map(|(rank, source)| (*rank, source)), &terms.config, &threads);
    for (text, found) in texts.iter().zip(found) {
        terms.crds.insert(&text.source.name, found);
    }
    let second = |text: &mut Text| {
        if text.waits {
            text.look(&terms, args.fix);
            progress.step();
        } else {
            crdls_ide::add_claimed(&mut text.findings, terms.beside(&text.source), &terms.config);
        }
    };
    threads.map(texts.iter_mut().collect(), second);
    if args.fix {
        mend(&mut texts, &mut terms, &threads, &mut outcome);
    }
    outcome = outcome.max(report_all(texts.iter().filter_map(|text| text.fault.as_ref())));
    let crds: Vec<_> = crds.into_iter().map(|(_, source)| source).collect();
    outcome = outcome.max(report(&texts, &crds, &args.common, &threads)).max(found_in(&texts));
    // The program ends here: what it holds need not be taken apart.
    std::mem::forget((texts, terms));
    outcome
}

/// What the command line and crdls.toml ask for; nothing where they ask for what there is not.
pub(super) fn choices(common: &Common) -> Option<(Config, Vec<PathBuf>)> {
    let folder = std::env::current_dir().ok();
    let settings = folder.and_then(|folder| settings::of_folder(&folder)).unwrap_or_default();
    settings.warnings.iter().for_each(warn);
    if report_all(settings.errors.iter()) != Outcome::Clean {
        return None;
    }
    let Settings { kubernetes, field_validation, crds, rules, .. } = settings;
    let config = Config {
        kubernetes: common.kubernetes.or(kubernetes).unwrap_or(Config::default().kubernetes),
        field_validation: common.field_validation.or(field_validation).unwrap_or_default(),
        rules,
        ..Config::default()
    };
    let places = common.crds.iter().cloned().chain(crds.into_iter().map(PathBuf::from)).collect();
    Some((config, places))
}

pub(super) fn report_all(troubles: impl IntoIterator<Item = impl std::fmt::Display>) -> Outcome {
    troubles.into_iter().map(trouble).max().unwrap_or(Outcome::Clean)
}

/// The files of the further places, each with the rank of its place, without those that are checked anyway.
pub(super) fn beside(inputs: &[Input], places: &[PathBuf]) -> (Vec<(usize, Input)>, Vec<String>) {
    let (mut crds, mut troubles) = (Vec::new(), Vec::new());
    for (at, place) in places.iter().enumerate() {
        let (found, wrong) = crds::find(std::slice::from_ref(place));
        crds.extend(found.into_iter().map(|input| (at + 1, input)));
        troubles.extend(wrong);
    }
    if !crds.is_empty() {
        let mut identities = Identities::default();
        let mut known: HashSet<_> = inputs.iter().filter_map(|input| identities.of(input)).collect();
        crds.retain(|(_, input)| identities.of(input).is_none_or(|identity| known.insert(identity)));
    }
    (crds, troubles)
}

/// `keep` where a text must not be read a second time.
fn load(input: Input, kustomizations: &Kustomizations, keep: bool) -> Result<Text, String> {
    let path = input.path.clone();
    let again = path.clone().filter(|path| !keep && path.is_file());
    let again = again.map(|path| Again::new(move || read_again(&path)));
    let mut source = read(input)?;
    if path.as_deref().is_some_and(|path| kustomizations.name_as_patch(path)) {
        source.replace(File::as_patch);
    }
    let waits = crdls_ide::holds_others(source.file());
    Ok(Text { path, source, findings: Vec::new(), mended: 0, fixable: 0, waits, fault: None, again })
}

/// What went well; the rest is told.
pub(super) fn kept<T>(results: Vec<Result<T, String>>, outcome: &mut Outcome) -> Vec<T> {
    let keep = |result: Result<T, String>| result.map_err(|why| *outcome = trouble(why)).ok();
    results.into_iter().filter_map(keep).collect()
}

/// Applies safe fixes until there are none, then writes what changed.
fn mend(texts: &mut [Text], terms: &mut Terms, threads: &Threads, outcome: &mut Outcome) {
    for _ in 0..ROUNDS {
        let changed = threads.map(texts.iter_mut().collect(), |text| mend_one(text, terms));
        if !changed.contains(&true) {
            break;
        }
        for (text, _) in texts.iter().zip(changed).filter(|(_, changed)| *changed) {
            let (name, file) = (&text.source.name, text.source.file());
            terms.crds.read(name, 0, file.shared_text(), file.tree(), &terms.config);
        }
        threads.map(texts.iter_mut().collect(), |text| text.find(terms));
    }
    threads.map(texts.iter_mut().collect(), |text| text.offer(terms));
    for text in texts.iter_mut().filter(|text| text.mended > 0) {
        let Some(path) = &text.path else { continue };
        if let Err(err) = fix::replace(path, text.source.file().text()) {
            *outcome = trouble(format_args!("cannot write {}: {}", text.source.name, reason(&err)));
            text.mended = 0;
        }
    }
}

/// Whether the text changed. One that is not UTF-8 would not be written back as it was.
fn mend_one(text: &mut Text, terms: &Terms) -> bool {
    let file = text.source.file();
    if file.flaw().is_some() {
        return false;
    }
    let fixer = text.fixer(terms);
    let fixes = || text.findings.iter().filter_map(|found| fixer.safe(found)).collect::<Vec<_>>();
    let Ok(fixes) = guarded(&text.source.name, fixes) else { return false };
    let Some((new, count)) = crdls_ide::applied(file.text(), &fixes) else { return false };
    text.source = Source::new(text.source.name.clone(), text.source.file().with_text(new));
    text.mended += count;
    true
}

fn format(common: &Common, texts: &[Text]) -> Box<dyn Report> {
    match common.output_format {
        Format::Full => Box::new(Full::new(common.color.wanted())),
        Format::Concise => Box::new(Concise),
        Format::Json => Box::new(Json),
        Format::Github => Box::new(Github),
        Format::Sarif => Box::new(Sarif::new(texts.iter().map(checked))),
    }
}

fn checked(text: &Text) -> Checked<'_> {
    Checked { source: &text.source, findings: &text.findings }
}

fn report(texts: &[Text], crds: &[Source], common: &Common, threads: &Threads) -> Outcome {
    let mut outcome = Outcome::Clean;
    let format = format(common, texts);
    let sources = Sources::new(texts.iter().map(|text| &text.source).chain(crds));
    let with_findings = texts.iter().filter(|text| !text.findings.is_empty()).collect();
    let render = |text: &Text| guarded(&text.source.name, || format.text(checked(text), &sources));
    let pieces = kept(threads.map(with_findings, render), &mut outcome);
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

fn found_in(texts: &[Text]) -> Outcome {
    let is_error = |found: &FileFinding| found.finding.severity == Severity::Error;
    let any = texts.iter().any(|text| text.findings.iter().any(is_error));
    if any { Outcome::Errors } else { Outcome::Clean }
}

/// `checked 3 files: 2 errors, 1 warning; --fix mends 1 of them`
fn summary(texts: &[Text]) -> String {
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
    match texts.iter().map(|text| text.mended).sum() {
        0 => {}
        mended => line += &format!("; mended {mended}"),
    }
    match texts.iter().map(|text| text.fixable).sum() {
        0 => {}
        safe => line += &format!("; --fix mends {safe} of them"),
    }
    line
}
