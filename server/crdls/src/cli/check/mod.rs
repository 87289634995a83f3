//! `crdls check`: reads, checks, fixes and reports.
//!
//! Must not know what is checked, nor how a report looks.

mod baseline;
mod copies;
mod fix;
mod go;
mod go_kinds;
mod kept;
mod kustomizations;
mod statistics;
mod summary;
mod text;

use std::collections::BTreeSet;
use std::iter::once;
use std::path::Path;
use std::sync::Arc;

use crdls_check::KustomizationFindings;
use crdls_ide::FileFinding;
use crdls_report::{Config, Severity};
use crdls_resource::Index;

use super::args::{CheckArgs, Common, Format};
use super::crds::KnownCrds;
use super::equal::EqualFiles;
use super::inputs::{
    CrdFiles, GoOptions, NamedCrds, RunOptions, add_workspace, collect_with_go, crd_inputs, run_options,
    successes, without_excluded,
};
use super::layout::layout;
use super::outcome::{Ended, Outcome, Troubles, print, print_to_errors, report_all, reported, say};
use super::progress::Progress;
use super::{crds, old};
use crate::go::GeneratedText;
use crate::render::{CheckedSource, Report, Sarif, Source, Sources};
use baseline::Baseline;
use crdls_system::files::{FileForms, Input, kustomization_folders};
use crdls_system::guard::guarded;
use crdls_system::kept::KeptFindings;
use crdls_system::streams;
use crdls_system::threads::Threads;
use fix::{fix_all, show_all};
use kustomizations::Around;
use summary::{LeftOut, Summary};
use text::{Applied, CheckContext, CheckedText, EqualText, Left};

/// How many texts are read for the CRDs in them before these are added to the index.
const INDEXED: usize = 1024;
/// How many texts are checked before what they needed of CRDs may be forgotten, and how many are printed at a time.
const PART: usize = 128;
/// The bytes of decoded CRDs that are kept for the texts that come next: those around them are mostly validated by the same.
const MOST_DECODED: usize = 4 << 20;

/// So many bytes of texts are in work at the same time for each thread: the memory of a run does not depend on how many are large.
const IN_WORK: usize = 3 << 20;

/// Does what `crdls check` asks.
pub(crate) fn run(args: &CheckArgs) -> Ended {
    crdls_allocator::give_back_at_once();
    wrong_usage(args)?;
    Ok(kept::kept(args, |findings| reported(check(args, findings))))
}

fn check(args: &CheckArgs, kept: Option<Arc<KeptFindings>>) -> Ended {
    let format = args.common.format_of("check")?;
    let RunOptions { mut config, crd_places, excluded, go, base, .. } = run_options(&args.common)?;
    let excludes = excluded.and(Path::new("."), &args.exclude);
    config.check_templates |= args.check_templates;
    if args.require_crds {
        config.unknown_kinds = Some(Severity::Error);
    }
    config.missing_kinds.extend(args.ignore_missing.iter().cloned());
    if args.upgrade && config.minors.len() < 2 {
        return Err(
            "`--upgrade` compares Kubernetes versions: name several, as in `--kubernetes 1.33,1.37`".into()
        );
    }
    let old = old::find(&args.old, &config)?;
    let baseline =
        args.baseline.as_deref().map(|path| Baseline::read(path, args.update_baseline)).transpose()?;
    let threads = Threads::new(args.common.threads);
    let mut outcome = Outcome::Clean;
    let (found, of_go) = collect_with_go(&args.paths, &mut outcome);
    let number = found.len() + of_go.len();
    let inputs = without_excluded(found, &excludes);
    let of_go = without_excluded(of_go, &excludes);
    let excluded = number - inputs.len() - of_go.len();
    let NamedCrds { ranks, mut further } = crd_inputs(&inputs, &crd_places, &mut outcome);
    add_workspace(&mut further, &args.common, (&args.paths, &args.paths), &inputs, &excludes);
    let CrdFiles { manifests: further, go: further_go } = further;
    let proves_fixes = args.fix || matches!(format, Format::Json | Format::Sarif);
    let applied = if args.unsafe_fixes { Applied::All } else { Applied::Safe };
    let reported = args.min_severity.unwrap_or(least_reported(format));
    let crds = Index::default();
    let upgrade = args.upgrade;
    let (selected, ignored) = (args.select.clone(), args.ignore.clone());
    // Nothing but its text counts for a file that is checked before CRDs are known.
    let fingerprint = kept.as_ref().and_then(|_| crds.fingerprint());
    let mut context = CheckContext {
        kept,
        fingerprint,
        config,
        old,
        crds,
        format,
        proves_fixes,
        applied,
        reported,
        selected,
        ignored,
        upgrade,
        of_builds: KustomizationFindings::default(),
    };
    let files = || inputs.iter().chain(further.iter().map(|(_, input)| input));
    let paths = || files().filter_map(|input| input.path());
    let forms = FileForms::of_files(paths());
    let folders = kustomization_folders(paths());
    let (mut kustomizations, included) = Around::of(&folders);
    let progress = Progress::new(inputs.len(), "files");
    let room = threads.room(IN_WORK);
    let equal: EqualFiles<EqualText> = EqualFiles::default();
    let first = |(input, rank)| {
        let (mut text, bytes) = CheckedText::load(input, rank, &forms, args.fix)?;
        let is_included = text.path().is_some_and(|path| included.has(path));
        let is_alone = context.old.is_none() && !is_included;
        let key = bytes.as_ref().filter(|_| is_alone).map(|bytes| text.equality(bytes));
        if let Some(given) = key.as_ref().and_then(|key| equal.get(key)) {
            let known = text.take(&given);
            if text.left == Left::Nothing {
                progress.step();
            }
            return Ok((text, known));
        }
        let _taken = room.take(text.size());
        if let Some(bytes) = bytes {
            text.parse(bytes)?;
        }
        let known = text.known(&context.config);
        match text.left {
            // As kustomizations apply them, its CRDs may be others.
            _ if is_included => text.left = Left::All,
            Left::Nothing => {
                text.check(&context, args.fix);
                progress.step();
            }
            _ if is_alone && !args.fix => text.check_crds(&context),
            _ => {}
        }
        if let Some((key, given)) = key.and_then(|key| Some((key, text.given(&known)?))) {
            equal.note(key, given);
        }
        text.unload();
        Ok((text, known))
    };
    let (mut texts, mut index) = (Vec::with_capacity(inputs.len()), Index::default());
    let mut rest = inputs.into_iter().zip(ranks);
    // Copies of CRDs share what the index has of them.
    while rest.len() > 0 {
        let part = rest.by_ref().take(INDEXED).collect();
        for (text, KnownCrds { crds, mutated }) in successes(threads.map(part, first), &mut outcome) {
            index.insert(&text.source.name, crds);
            index.add_mutated(mutated);
            texts.push(text);
        }
    }
    drop((rest, equal));
    threads.on_each(crdls_allocator::give_back);
    let (index, mut crds) =
        crds::read_by_forms(index, further, &forms, &context.config, &threads, &mut outcome);
    drop(forms);
    context.crds = crds::with_layout(index);
    kustomizations.take_built(&mut context.crds, &context.config);
    context.fingerprint = context.kept.as_ref().and_then(|_| context.crds.fingerprint());
    for part in texts.chunks_mut(PART) {
        let second = |text: &mut CheckedText| {
            if text.left != Left::Nothing {
                let _taken = room.take(text.size());
                text.check(&context, args.fix);
                progress.step();
            } else {
                text.add_claimed(&context);
            }
            text.unload();
        };
        threads.map(part.iter_mut().collect(), second);
        context.crds.forget_decoded(MOST_DECODED);
    }
    context.fingerprint = None;
    let known_go = of_go.iter().map(|input| (0, input.clone())).chain(further_go).collect();
    let generated = check_by_go(&mut texts, known_go, &mut context, ((&go, &base), args.fix), &threads);
    context.of_builds = kustomizations.add_to(&mut texts, &context.crds, &context.config);
    let mut go_texts = Vec::new();
    if let Some((mut project, mut checked)) = go::check(&of_go, &go, &base, &context, &threads) {
        if args.fix && !args.diff {
            go::fix(&mut project, &mut checked, (&context, &threads), &mut outcome);
        }
        go::add_generated(&project, &mut checked, &mut texts, &context, &threads);
        if args.fix && args.diff {
            go::show(&mut project, &mut checked, (&context, &threads), &mut outcome);
        }
        go_texts = checked;
    }
    match (args.fix, args.diff) {
        (true, true) => show_all(&mut texts, &mut context, &threads, &mut outcome),
        (true, false) => {
            fix_all(&mut texts, &mut context, &threads, &mut outcome);
            if texts.iter().any(|text| !text.fixed().is_empty()) {
                let (mut again, _) = Around::of(&folders);
                again.take_built(&mut context.crds, &context.config);
                again.add_to(&mut texts, &context.crds, &context.config);
            }
        }
        (false, _) => {}
    }
    if !generated.is_empty() {
        let leads = Sources::new(&generated);
        texts.iter_mut().for_each(|text| go_kinds::lead_to_go(text, &leads));
    }
    crds.extend(generated.into_iter().flat_map(Source::into_written));
    texts.extend(go_texts);
    copies::report_once(&mut texts, &context.crds, baseline.as_ref());
    outcome = outcome.max(report_all(texts.iter().filter_map(CheckedText::fault)));
    let known = keep_reported(&mut texts, baseline.as_ref(), args.update_baseline, &context)?;
    let left_out = LeftOut { excluded, known };
    outcome = outcome
        .max(report(&texts, &crds, args, &context.config, left_out, &threads))
        .max(found_in(&texts, args.deny));
    // Where the program ends here, what it holds need not be taken apart; what is kept of the run is made in its room.
    if !streams::is_in_memory() && context.kept.is_none() {
        std::mem::forget((texts, context, kustomizations));
    }
    Ok(outcome)
}

/// Checks custom resources whose CRDs no manifest has and Go types give. Returns the texts of
/// these CRDs.
fn check_by_go(
    texts: &mut [CheckedText],
    files: Vec<(usize, Input)>,
    context: &mut CheckContext,
    (settings, fix): (GoOptions<'_>, bool),
    threads: &Threads,
) -> Vec<Source> {
    if files.is_empty() || !go_kinds::any_without_crd(texts) {
        return Vec::new();
    }
    let index = std::mem::take(&mut context.crds);
    let (index, generated) =
        crds::with_go(index, (files, GeneratedText::without_open_rules), settings, &context.config, threads);
    context.crds = crds::with_layout(index);
    let generated: Vec<Source> = generated.into_iter().map(|(_, source)| source).collect();
    threads.map(go_kinds::outdated(texts, &generated, context), |text| text.check(context, fix));
    generated
}

/// Leaves the findings that are to be reported: those that are severe enough and not in the baseline, which is updated
/// first where that is asked for. Returns how many are in it; the message where it cannot be written.
fn keep_reported(
    texts: &mut [CheckedText],
    baseline: Option<&Baseline>,
    update: bool,
    context: &CheckContext,
) -> Result<usize, String> {
    // Known findings are taken away first, whatever their severity: otherwise they would seem to be no longer found.
    let known = baseline.filter(|_| !update).map_or(0, |baseline| baseline.apply(texts));
    for text in texts.iter_mut() {
        text.retain(|found| context.reports(&found.finding));
    }
    baseline.filter(|_| update).map_or(Ok(known), |baseline| baseline.update(texts))
}

/// What the options ask and cannot be.
fn wrong_usage(args: &CheckArgs) -> Result<(), Troubles> {
    let shows_findings = matches!(args.common.output_format, Format::Full | Format::Concise);
    let has_statistics = matches!(args.common.output_format, Format::Full | Format::Concise | Format::Json);
    if args.statistics && !has_statistics {
        return Err("`--statistics` prints a table, or an object with `--output-format json`".into());
    }
    match args.diff && !shows_findings {
        true => Err("`--diff` prints a unified diff: leave `--output-format` out".into()),
        false => Ok(()),
    }
}

/// The least severity that a format reports unless the user says otherwise. GitHub shows ten notices of a step, and
/// hints would take the place of others.
const fn least_reported(format: Format) -> Severity {
    match format {
        Format::Github => Severity::Information,
        _ => Severity::Hint,
    }
}

fn format<'a>(common: &Common, texts: &[CheckedText], config: &'a Config) -> Box<dyn Report + 'a> {
    match common.output_format {
        Format::Sarif => Box::new(Sarif::new(texts.iter().map(checked), config)),
        format => layout(format, common, config),
    }
}

fn checked(text: &CheckedText) -> CheckedSource<'_> {
    CheckedSource { source: &text.source, findings: &text.result.findings }
}

fn report(
    texts: &[CheckedText],
    crds: &[Source],
    args: &CheckArgs,
    config: &Config,
    left_out: LeftOut,
    threads: &Threads,
) -> Outcome {
    let summary = Summary::of(texts, left_out);
    if args.diff {
        summary.lines("would fix").into_iter().for_each(say);
        return Outcome::Clean;
    }
    if args.statistics {
        let text = statistics::text(texts, args.common.output_format == Format::Json);
        summary.lines("fixed").into_iter().for_each(say);
        return print([text]);
    }
    let common = &args.common;
    let format = format(common, texts, config);
    let sources = Sources::new(texts.iter().map(|text| &text.source).chain(crds));
    let with_findings: Vec<_> = texts.iter().filter(|text| !text.result.findings.is_empty()).collect();
    let mut faults = Outcome::Clean;
    // Neither what is printed nor what is read again for it grows with the number of texts.
    let pieces = with_findings.chunks(PART).flat_map(|part| {
        let named: Vec<_> = part.iter().flat_map(|text| sources_of(text, &sources)).collect();
        let again: Vec<_> = named.iter().filter_map(|source| source.freed()).collect();
        let sources = Sources::new(named.into_iter().chain(&again));
        let render = |text: &&CheckedText| {
            let again = text.source.freed();
            let checked = CheckedSource { source: again.as_ref().unwrap_or(&text.source), ..checked(text) };
            guarded(&text.source.name, || format.text(checked, &sources))
        };
        successes(threads.map(part.iter().collect(), render), &mut faults)
    });
    let between = |(n, piece)| [if n > 0 { format.between().to_owned() } else { String::new() }, piece];
    let parts = once(format.head()).chain(pieces.enumerate().flat_map(between)).chain(once(format.tail()));
    // Standard input with its fixes is on standard output.
    let is_on_errors = args.fix && args.paths.iter().any(|path| path.as_os_str() == "-");
    let printed = if is_on_errors { print_to_errors(parts) } else { print(parts) };
    let outcome = printed.max(faults);
    let for_people = matches!(common.output_format, Format::Full | Format::Concise);
    match for_people {
        true => {
            summary.lines("fixed").into_iter().for_each(say);
            summary.explained().filter(|_| common.output_format == Format::Full).into_iter().for_each(say);
        }
        // The output of the others has no place for it.
        false => summary.incomplete().into_iter().for_each(say),
    }
    outcome
}

/// The texts that places of the findings in a text are in, each once.
fn sources_of<'a>(text: &CheckedText, sources: &Sources<'a>) -> Vec<&'a Source> {
    let places = text.result.findings.iter().flat_map(|found| found.finding.places());
    let names: BTreeSet<_> = places.filter_map(|place| place.file.as_deref()).collect();
    names.into_iter().filter_map(|name| sources.named(name)).collect()
}

/// Whether there are errors, or findings of a severity that is denied.
fn found_in(texts: &[CheckedText], denied: Option<Severity>) -> Outcome {
    let fails = |found: &FileFinding| found.finding.severity <= denied.unwrap_or(Severity::Error);
    let any = texts.iter().any(|text| text.result.findings.iter().any(fails));
    if any { Outcome::Errors } else { Outcome::Clean }
}
