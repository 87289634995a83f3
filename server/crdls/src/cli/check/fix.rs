//! `crdls check --fix`: safe fixes, or with `--unsafe-fixes` all, applied until there are none, and written or shown.
//!
//! Must not know how a fix is found.

use std::path::Path;
use std::sync::Arc;

use crdls_ide::FileFinding;
use crdls_report::Fix;

use super::text::{Applied, CheckContext, CheckedText};
use crate::cli::outcome::{Outcome, print, say, trouble};
use crate::render::unified;
use crdls_system::files::{replace, unwritten};
use crdls_system::guard::guarded;
use crdls_system::kept::FileResult;
use crdls_system::threads::Threads;

/// The most rounds of fixes: those of a faulty check that undo each other must end too.
pub(super) const ROUNDS: usize = 10;

/// Applies fixes until there are none, then writes what changed and lists the fixes.
pub(super) fn fix_all(
    texts: &mut [CheckedText],
    context: &mut CheckContext,
    threads: &Threads,
    outcome: &mut Outcome,
) {
    apply_all(texts, context, threads);
    threads.map(texts.iter_mut().collect(), |text| text.offer(context));
    write(texts, outcome);
}

/// Writes the texts that changed, prints standard input, and lists the fixes.
pub(super) fn write(texts: &mut [CheckedText], outcome: &mut Outcome) {
    for text in texts.iter_mut() {
        let Some(path) = text.path().map(Path::to_owned) else {
            *outcome = (*outcome).max(print_fixed(text));
            continue;
        };
        if text.fixed().is_empty() {
            continue;
        }
        match replace(&path, text.source.file().text()) {
            Ok(()) => text.fixed().iter().for_each(|line| say(format_args!("fixed {line}"))),
            Err(err) => {
                *outcome = trouble(unwritten(&text.source.name, &err));
                text.rare().fixed.clear();
            }
        }
    }
}

/// Prints standard input with its fixes; as it was where there are none.
fn print_fixed(text: &CheckedText) -> Outcome {
    if text.source.file().flaw().is_some() {
        return trouble(format_args!("{} is not printed with its fixes: it is not UTF-8", text.source.name));
    }
    text.fixed().iter().for_each(|line| say(format_args!("fixed {line}")));
    print([text.source.file().text()])
}

/// Prints what [`fix_all`] would change and lists the fixes. The texts have the results that they had.
pub(super) fn show_all(
    texts: &mut [CheckedText],
    context: &mut CheckContext,
    threads: &Threads,
    outcome: &mut Outcome,
) {
    let before = Before::of(texts);
    apply_all(texts, context, threads);
    before.show(texts, outcome);
}

/// Texts as they were before fixes.
pub(super) struct Before(Vec<WrittenText>);

/// A text and its result.
type WrittenText = (Arc<String>, Arc<FileResult>);

impl Before {
    pub(super) fn of(texts: &[CheckedText]) -> Self {
        let as_it_was =
            |text: &CheckedText| (text.source.file().shared_text().clone(), Arc::clone(&text.result));
        Self(texts.iter().map(as_it_was).collect())
    }

    /// Prints what changed since then and lists the fixes. The texts get back their results.
    pub(super) fn show(self, texts: &mut [CheckedText], outcome: &mut Outcome) {
        let mut diffs = Vec::new();
        for (text, (written, result)) in texts.iter_mut().zip(self.0) {
            text.result = result;
            if !text.fixed().is_empty() {
                diffs.push(unified(&text.source.name, &written, text.source.file().text()));
                text.fixed().iter().for_each(|line| say(format_args!("would fix {line}")));
            }
        }
        *outcome = (*outcome).max(print(diffs));
    }
}

/// Applies fixes to the texts in memory until there are none.
fn apply_all(texts: &mut [CheckedText], context: &mut CheckContext, threads: &Threads) {
    for _ in 0..ROUNDS {
        let changed = threads.map(texts.iter_mut().collect(), |text| fix_one(text, context));
        if !changed.contains(&true) {
            break;
        }
        for (text, _) in texts.iter().zip(changed).filter(|(_, changed)| *changed) {
            context.crds.remove(&text.source.name);
            context.crds.insert(&text.source.name, text.known(&context.config).crds);
        }
        threads.map(texts.iter_mut().collect(), |text| text.find(context));
    }
}

/// Whether the text changed. One that is not UTF-8 would not be written back as it was.
fn fix_one(text: &mut CheckedText, context: &CheckContext) -> bool {
    let file = text.source.file();
    if file.flaw().is_some() {
        return false;
    }
    let fixer = text.fixer(context);
    let findings: Vec<_> =
        text.result.findings.iter().filter(|found| context.reports(&found.finding)).collect();
    let fixes = || match context.applied {
        Applied::Safe => fixer.safe(&findings),
        Applied::All => fixer.best(&findings),
    };
    let Ok(fixes) = guarded(&text.source.name, fixes) else { return false };
    let Some((new, lines)) = applied(text, &fixes) else { return false };
    text.source = text.source.with_file(text.source.file().with_text(new));
    text.rare().fixed.extend(lines);
    true
}

/// What fixes make of a text, and a line for each that was applied; `None` where none was.
pub(super) fn applied(text: &CheckedText, fixes: &[(&FileFinding, Fix)]) -> Option<(String, Vec<String>)> {
    let (new, applied) = crdls_ide::applied(text.source.file().text(), fixes.iter().map(|(_, fix)| fix))?;
    let line = |(found, fix): &(&FileFinding, Fix)| {
        let at = text.source.position(found.finding.range.start);
        let (code, title) = (found.finding.code.name, found.finding.title_of(fix));
        format!("{}:{at}: {code}: {title}", text.source.name)
    };
    let applied = fixes.iter().zip(applied).filter(|(_, applied)| *applied);
    Some((new, applied.map(|(fix, _)| line(fix)).collect()))
}
