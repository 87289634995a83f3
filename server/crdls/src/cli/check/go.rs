//! Files of Go among what is checked.
//!
//! Must not know what is reported of a file.

use std::path::Path;
use std::sync::Arc;

use crdls_ide::{File, FileFinding};
use crdls_report::Fix;
use crdls_resource::Index;

use super::fix::{Before, ROUNDS, applied, write};
use super::text::{Applied, CheckContext, CheckedText};
use crate::cli::go_crds::warn_of_unknown;
use crate::cli::outcome::{Outcome, warn};
use crate::go::{GeneratedFindings, GoInputs, GoProject, GoSettings, Manifests, compare_manifests};
use crate::render::Source;
use crdls_system::files::{Input, bytes_of, path_in_repository};
use crdls_system::guard::guarded;
use crdls_system::kept::FileResult;
use crdls_system::threads::Threads;

/// The files of Go that have markers, or are of packages that have some, as texts that are checked.
pub(super) fn check(
    inputs: &[Input],
    settings: &GoSettings,
    base: &Path,
    context: &CheckContext,
    threads: &Threads,
) -> Option<(GoProject, Vec<CheckedText>)> {
    let project = GoProject::read(GoInputs::of_disk(inputs), (settings, base), manifests(context), threads)?;
    if let Some(newer) = project.newer {
        let known = project.settings.version;
        warn(format_args!("controller-gen {newer} is newer than what is known, and is treated as {known}"));
    }
    let one = |input: &Input| {
        let path = input.path()?;
        let (_, file) = project.file(path)?;
        let source = Source::new(input.name.clone(), File::new(file.text.to_string()))
            .in_repository(path_in_repository);
        let mut text = CheckedText::of_go(input.clone(), source);
        find(&mut text, &project, context);
        Some(text)
    };
    let texts = threads.map(inputs.iter().collect(), one).into_iter().flatten().collect();
    Some((project, texts))
}

/// The CRDs of the run, as a file of the current folder has them.
fn manifests(context: &CheckContext) -> Manifests<'_> {
    Manifests { crds: &context.crds, file: "go.mod" }
}

/// Adds what is found in the CRDs that controller-gen makes of the files: it is found in Go, and no longer in `manifests`.
pub(super) fn add_generated(
    project: &GoProject,
    texts: &mut [CheckedText],
    manifests: &mut [CheckedText],
    context: &CheckContext,
    threads: &Threads,
) {
    let crds = project.crds(threads);
    compare_manifests(&crds, self::manifests(context), project.expected(), &context.config, threads);
    let mut generated = generated(project, texts, context, threads);
    for text in texts {
        add(&mut generated, text);
    }
    let unknown: Vec<_> = generated.unknown.keys().map(|name| &**name).collect();
    warn_of_unknown(&unknown, "nothing below is checked");
    manifests.iter_mut().for_each(|text| leave_out_generated(text, &generated, &context.crds));
}

/// What is found in the CRDs that are made of texts, with its fixes where they are to be proven, and what manifests that
/// were compared differ in.
fn generated(
    project: &GoProject,
    texts: &[CheckedText],
    context: &CheckContext,
    threads: &Threads,
) -> GeneratedFindings {
    let paths: Vec<_> = texts.iter().filter_map(|text| text.path().map(Path::to_owned)).collect();
    let crds = project.crds(threads);
    let mut found = GeneratedFindings::of(&crds, &paths, manifests(context), &context.config, threads);
    found.add_newer((project, &crds), &context.config);
    for path in paths.iter().filter(|_| context.proves_fixes) {
        found.add_fixes((project, &crds), path, |_| true, &context.config);
    }
    found
}

/// Adds to a text what is found in the CRDs that are made of it.
fn add(generated: &mut GeneratedFindings, text: &mut CheckedText) {
    let mut result = std::mem::take(&mut text.result);
    if let Some(path) = text.path() {
        let findings = &mut Arc::make_mut(&mut result).findings;
        generated.add_to(path, text.source.file().lines(), findings);
    }
    text.result = result;
}

/// Takes away the findings on CRDs of a text that are reported in Go.
fn leave_out_generated(text: &mut CheckedText, generated: &GeneratedFindings, crds: &Index) {
    let names: Vec<_> =
        crds.of_source(&text.source.name).map(|known| (known.number(), known.name().to_owned())).collect();
    text.retain(|found| {
        let mut here = names.iter().filter(|(number, _)| *number == found.document);
        !here.any(|(_, name)| generated.has(name, &found.finding))
    });
}

fn find(text: &mut CheckedText, project: &GoProject, context: &CheckContext) {
    let Some(file) = text.path().and_then(|path| project.file(path)) else { return };
    let find = || project.marker_findings(file, Some(&context.crds), &context.config);
    match guarded(&text.source.name, find) {
        Ok(found) => {
            let reported = found.iter().filter(|found| context.reports(&found.finding));
            let is_safe = |found: &&FileFinding| found.finding.fixes.iter().any(|fix| fix.safe);
            let fixable = reported.filter(is_safe).count();
            text.result = Arc::new(FileResult { findings: found, fixable, ..FileResult::default() });
        }
        Err(fault) => text.rare().fault = Some(fault),
    }
}

/// Applies fixes to files of Go, and writes what changed.
pub(super) fn fix(
    project: &mut GoProject,
    texts: &mut [CheckedText],
    (context, threads): (&CheckContext, &Threads),
    outcome: &mut Outcome,
) {
    apply_all(project, texts, context, threads);
    write(texts, outcome);
}

/// Prints what [`fix`] would change. The texts have the findings that they had.
pub(super) fn show(
    project: &mut GoProject,
    texts: &mut [CheckedText],
    (context, threads): (&CheckContext, &Threads),
    outcome: &mut Outcome,
) {
    let before = Before::of(texts);
    apply_all(project, texts, context, threads);
    before.show(texts, outcome);
}

/// Applies fixes in memory until there are none. The texts have the findings of their markers.
fn apply_all(project: &mut GoProject, texts: &mut [CheckedText], context: &CheckContext, threads: &Threads) {
    let is_written: Vec<_> = texts.iter().map(is_as_written).collect();
    for _ in 0..ROUNDS {
        let mut generated = generated(project, texts, context, threads);
        let mut changed = false;
        for (text, _) in texts.iter_mut().zip(&is_written).filter(|(_, is_written)| **is_written) {
            add(&mut generated, text);
            changed |= fix_once(text, project, context);
        }
        texts.iter_mut().for_each(|text| find(text, project, context));
        if !changed {
            break;
        }
    }
}

/// Whether the file has the text as it was read: one that is not UTF-8 would not be written back as it was.
fn is_as_written(text: &CheckedText) -> bool {
    let bytes = text.path().and_then(|path| bytes_of(path).ok());
    bytes.is_some_and(|bytes| bytes == text.source.file().text().as_bytes())
}

/// Whether the text changed.
fn fix_once(text: &mut CheckedText, project: &mut GoProject, context: &CheckContext) -> bool {
    let is_wanted = |fix: &&Fix| fix.safe || context.applied == Applied::All;
    let wanted: Vec<(&FileFinding, Fix)> = text
        .result
        .findings
        .iter()
        .filter(|found| context.reports(&found.finding))
        .filter_map(|found| Some((found, found.finding.fixes.iter().find(is_wanted)?.clone())))
        .collect();
    let Some((new, lines)) = applied(text, &wanted) else { return false };
    let edited = text.path().and_then(|path| project.with_text(path, new.as_str().into()));
    let changed = edited.map(|edited| *project = edited).is_some();
    text.source = text.source.with_file(File::new(new));
    text.rare().fixed.extend(lines);
    changed
}
