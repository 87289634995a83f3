//! `crdls check --fix`: safe fixes, or with `--unsafe-fixes` all, applied until there are none.
//!
//! Must not know how a fix is found.

use super::text::{Applied, CheckContext, CheckedText};
use crate::cli::outcome::{Outcome, trouble};
use crate::files::{reason, replace};
use crate::guard::guarded;
use crate::render::Source;
use crate::threads::Threads;

/// The most rounds of fixes: those of a faulty check that undo each other must end too.
const ROUNDS: usize = 10;

/// Applies fixes until there are none, then writes what changed.
pub(super) fn fix_all(
    texts: &mut [CheckedText],
    context: &mut CheckContext,
    threads: &Threads,
    outcome: &mut Outcome,
) {
    for _ in 0..ROUNDS {
        let changed = threads.map(texts.iter_mut().collect(), |text| fix_one(text, context));
        if !changed.contains(&true) {
            break;
        }
        for (text, _) in texts.iter().zip(changed).filter(|(_, changed)| *changed) {
            context.crds.remove(&text.source.name);
            context.crds.insert(&text.source.name, text.crds(&context.config));
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
    let findings: Vec<_> = text.findings.iter().collect();
    let fixes = || match context.applied {
        Applied::Safe => fixer.safe(&findings),
        Applied::All => fixer.best(&findings),
    };
    let Ok(fixes) = guarded(&text.source.name, fixes) else { return false };
    let Some((new, count)) = crdls_ide::applied(file.text(), &fixes) else { return false };
    text.source = Source::new(text.source.name.clone(), text.source.file().with_text(new));
    text.fixed += count;
    true
}
