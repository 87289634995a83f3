//! `crdls check`: reads, checks, fixes and reports.
//!
//! Must not know what is checked, nor how a report looks.

mod copies;
mod fix;
mod summary;
mod text;

use std::path::PathBuf;

use crdls_ide::{FileFinding, Reported};
use crdls_resource::Index;
use crdls_schema::{Config, Severity};

use super::args::{CheckArgs, Common, Format};
use super::inputs::{NamedCrds, RunOptions, collect, crd_inputs, read, report_all, run_options, successes};
use super::outcome::{Outcome, print, say, trouble};
use super::progress::Progress;
use super::{crds, old};
use crate::files::{FileForms, IgnoreFiles, repository_files};
use crate::guard::{guarded, quiet};
use crate::render::{CheckedSource, Concise, Full, Github, Json, Report, Sarif, Source, Sources};
use crate::threads::Threads;
use fix::fix_all;
use summary::Summary;
use text::{Applied, CheckContext, CheckedText};

/// Does what `crdls check` asks.
pub(crate) fn run(args: &CheckArgs) -> Outcome {
    quiet();
    if args.fix && args.paths.iter().any(|path| path.as_os_str() == "-") {
        return trouble("`--fix` cannot write to standard input: name the file instead of `-`");
    }
    let Some(RunOptions { mut config, crd_places }) = run_options(&args.common) else {
        return Outcome::Trouble;
    };
    config.check_templates |= args.check_templates;
    if args.require_crds {
        config.unknown_kinds = Some(Severity::Error);
    }
    let old = match args.old.as_deref().map(|path| old::find(path, &config)).transpose() {
        Ok(old) => old,
        Err(why) => return trouble(why),
    };
    let threads = Threads::new(args.common.threads);
    let mut outcome = Outcome::Clean;
    let inputs = collect(&args.paths, IgnoreFiles::Respected, &mut outcome);
    let NamedCrds { ranks, further } = crd_inputs(&inputs, &crd_places, &mut outcome);
    let format = args.common.output_format;
    let proves_fixes = args.fix || matches!(format, Format::Json | Format::Sarif);
    let applied = if args.unsafe_fixes { Applied::All } else { Applied::Safe };
    let mut context = CheckContext { config, old, crds: Index::default(), format, proves_fixes, applied };
    let around = repository_files(&args.paths);
    let forms =
        inputs.iter().filter_map(|input| input.path.as_deref()).chain(around.iter().map(PathBuf::as_path));
    let forms = FileForms::of_files(forms);
    let progress = Progress::new(inputs.len(), "files");
    let first = |(input, rank)| {
        let mut text = CheckedText::load(input, rank, &forms, args.fix)?;
        let crds = text.crds(&context.config);
        if !text.waits {
            text.check(&context, args.fix);
            progress.step();
        }
        text.unload();
        Ok((text, crds))
    };
    let (mut texts, found): (Vec<_>, Vec<_>) =
        successes(threads.map(inputs.into_iter().zip(ranks).collect(), first), &mut outcome)
            .into_iter()
            .unzip();
    let crd_sources = successes(threads.map(further, |(rank, input)| Ok((rank, read(input)?))), &mut outcome);
    context.crds =
        crds::index(crd_sources.iter().map(|(rank, source)| (*rank, source)), &context.config, &threads);
    for (text, found) in texts.iter().zip(found) {
        context.crds.insert(&text.source.name, found);
    }
    context.crds = crds::with_projects(context.crds);
    let second = |text: &mut CheckedText| {
        if text.waits {
            text.check(&context, args.fix);
            progress.step();
        } else {
            text.add_claimed(&context);
        }
    };
    threads.map(texts.iter_mut().collect(), second);
    if args.fix {
        fix_all(&mut texts, &mut context, &threads, &mut outcome);
    }
    copies::report_once(&mut texts, &context.crds);
    let mut reported = Reported::default();
    texts.iter_mut().for_each(|text| text.findings.retain(|found| reported.is_new(&found.finding)));
    outcome = outcome.max(report_all(texts.iter().filter_map(|text| text.fault.as_ref())));
    let crds: Vec<_> = crd_sources.into_iter().map(|(_, source)| source).collect();
    outcome =
        outcome.max(report(&texts, &crds, &args.common, &context.config, &threads)).max(found_in(&texts));
    // The program ends here: what it holds need not be taken apart.
    std::mem::forget((texts, context));
    outcome
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
    let summary = Summary::of(texts);
    let for_people = matches!(common.output_format, Format::Full | Format::Concise);
    match for_people {
        true => summary.lines().into_iter().for_each(say),
        // The output of the others has no place for it.
        false => summary.incomplete().into_iter().for_each(say),
    }
    outcome
}

fn found_in(texts: &[CheckedText]) -> Outcome {
    let is_error = |found: &FileFinding| found.finding.severity == Severity::Error;
    let any = texts.iter().any(|text| text.findings.iter().any(is_error));
    if any { Outcome::Errors } else { Outcome::Clean }
}
