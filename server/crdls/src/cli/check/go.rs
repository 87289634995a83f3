//! Files of Go among what is checked.
//!
//! Must not know what is reported of a file.

use std::path::Path;

use crdls_check::{GoContext, check_go};
use crdls_ide::{File, FileFinding};
use crdls_resource::Index;
use crdls_schema::Fix;

use super::text::{Applied, CheckContext, CheckedText};
use crate::cli::outcome::{Outcome, print, say, trouble, warn};
use crate::files::{Input, path_in_repository, reason, replace};
use crate::go::{GeneratedFindings, GoProject, GoSettings};
use crate::guard::guarded;
use crate::render::{Source, count, first_and_more, unified};
use crate::threads::Threads;

/// The most rounds of fixes.
const ROUNDS: usize = 10;

/// The files of Go that have markers, or are of packages that have some, as texts that are checked. What is found in the
/// CRDs that controller-gen makes of them is found in Go, and no longer in `manifests`.
pub(super) fn check(
    inputs: &[Input],
    settings: &GoSettings,
    base: &Path,
    context: &CheckContext,
    manifests: &mut [CheckedText],
    threads: &Threads,
) -> (Option<GoProject>, Vec<CheckedText>) {
    let Some(project) = GoProject::read(inputs, &[], settings, base, threads) else {
        return (None, Vec::new());
    };
    if let Some(newer) = project.newer {
        let known = project.settings.version;
        warn(format_args!("controller-gen {newer} is newer than what is known, and is treated as {known}"));
    }
    let one = |input: &Input| {
        let path = input.path.as_deref()?;
        let (_, file) = project.file(path)?;
        let source = Source::new(input.name.clone(), File::new(file.text.to_string()))
            .in_repository(path_in_repository);
        let mut text = CheckedText::of_go(path.to_owned(), source);
        find(&mut text, &project, context);
        Some(text)
    };
    let mut texts: Vec<_> = threads.map(inputs.iter().collect(), one).into_iter().flatten().collect();
    let paths: Vec<_> = texts.iter().filter_map(|text| text.path.clone()).collect();
    let mut generated = GeneratedFindings::of(&paths, &project, &context.config, threads);
    for text in &mut texts {
        if let Some(path) = &text.path {
            generated.add_to(path, text.source.file().lines(), &mut text.findings);
        }
    }
    if !generated.unknown.is_empty() {
        let names: Vec<_> = generated.unknown.keys().map(|name| &**name).collect();
        warn(format_args!(
            "{} not found, and what is of them is not checked: {}: `go mod download` fetches them",
            count(names.len(), "Go type"),
            first_and_more(&names)
        ));
    }
    manifests.iter_mut().for_each(|text| leave_out_generated(text, &generated, &context.crds));
    (Some(project), texts)
}

/// Takes away the findings on CRDs of a text that are reported in Go.
fn leave_out_generated(text: &mut CheckedText, generated: &GeneratedFindings, crds: &Index) {
    let names: Vec<_> =
        crds.of_source(&text.source.name).map(|known| (known.number(), known.name().to_owned())).collect();
    text.findings.retain(|found| {
        let mut here = names.iter().filter(|(number, _)| *number == found.document);
        !here.any(|(_, name)| generated.has(name, &found.finding))
    });
}

fn find(text: &mut CheckedText, project: &GoProject, context: &CheckContext) {
    let Some((package, file)) = text.path.as_deref().and_then(|path| project.file(path)) else { return };
    let of_project = GoContext {
        program: &project.program,
        survey: &project.survey,
        settings: project.settings,
        crds: Some(&context.crds),
    };
    match guarded(&text.source.name, || check_go(of_project, package, file, &context.config)) {
        Ok(found) => {
            text.findings = found.into_iter().map(|finding| FileFinding::new(0, finding)).collect();
            let reported = text.findings.iter().filter(|found| context.reports(&found.finding));
            text.fixable = reported.filter(|found| found.finding.fixes.iter().any(|fix| fix.safe)).count();
        }
        Err(fault) => text.fault = Some(fault),
    }
}

/// Applies fixes to files of Go, and writes or shows what changed.
pub(super) fn fix(
    project: &mut GoProject,
    texts: &mut [CheckedText],
    context: &CheckContext,
    shows: bool,
    outcome: &mut Outcome,
) {
    let before: Vec<String> = texts.iter().map(|text| text.source.file().text().to_owned()).collect();
    for text in texts.iter_mut() {
        for _ in 0..ROUNDS {
            if !fix_once(text, project, context) {
                break;
            }
            find(text, project, context);
        }
    }
    for (text, before) in texts.iter_mut().zip(before).filter(|(text, _)| !text.fixed.is_empty()) {
        let new = text.source.file().text();
        if shows {
            *outcome = (*outcome).max(print([unified(&text.source.name, &before, new)]));
            text.fixed.iter().for_each(|line| say(format_args!("would fix {line}")));
            continue;
        }
        let Some(path) = &text.path else { continue };
        match replace(path, new) {
            Ok(()) => text.fixed.iter().for_each(|line| say(format_args!("fixed {line}"))),
            Err(err) => {
                *outcome = trouble(format_args!("cannot write {}: {}", text.source.name, reason(&err)));
                text.fixed.clear();
            }
        }
    }
}

/// Whether the text changed.
fn fix_once(text: &mut CheckedText, project: &mut GoProject, context: &CheckContext) -> bool {
    let is_wanted = |fix: &&Fix| fix.safe || context.applied == Applied::All;
    let wanted: Vec<(&FileFinding, &Fix)> = text
        .findings
        .iter()
        .filter(|found| context.reports(&found.finding))
        .filter_map(|found| Some((found, found.finding.fixes.iter().find(is_wanted)?)))
        .collect();
    let file = text.source.file();
    let Some((new, applied)) = crdls_ide::applied(file.text(), wanted.iter().map(|(_, fix)| *fix)) else {
        return false;
    };
    let line = |(found, fix): &(&FileFinding, &Fix)| {
        let at = text.source.position(found.finding.range.start);
        format!("{}:{}:{}: {}: {}", text.source.name, at.line, at.column, found.finding.code.name, fix.title)
    };
    let lines: Vec<_> =
        wanted.iter().zip(applied).filter(|(_, applied)| *applied).map(|(fix, _)| line(fix)).collect();
    let changed = text.path.as_deref().is_some_and(|path| project.replace(path, new.as_str().into()));
    text.source = text.source.with_file(File::new(new));
    text.fixed.extend(lines);
    changed
}
