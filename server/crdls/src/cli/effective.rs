//! `crdls effective`: custom resources as the server would store them.
//!
//! Must not know how an object is pruned and defaulted.

use crdls_ide::{Effective, FileContext, effective};
use crdls_report::{Finding, Severity};
use crdls_values::json::yaml;

use super::args::{Common, EffectiveArgs};
use super::inputs::{collect, known_crd_inputs, read, run_options, successes};
use super::outcome::{Ended, Outcome, print, warn};
use super::{crds, old};
use crate::render::{Source, diff};
use crdls_system::files::IgnoreFiles;
use crdls_system::guard::guarded;
use crdls_system::threads::Threads;

/// Does what `crdls effective` asks.
pub(crate) fn run(args: &EffectiveArgs) -> Ended {
    args.common.format_of("effective")?;
    let options = run_options(&args.common)?;
    let mut outcome = Outcome::Clean;
    let inputs = collect(std::slice::from_ref(&args.file), IgnoreFiles::Respected, &mut outcome);
    let paths = std::slice::from_ref(&args.file);
    let crds = known_crd_inputs(&args.common, paths, &inputs, &options, &mut outcome);
    let old = old::find(&args.old, &options.config)?;
    let threads = Threads::new(args.common.threads);
    let sources = successes(threads.map(inputs, read), &mut outcome);
    let (index, _) = crds::read(crds, &options, &threads, &mut outcome);
    let config = options.config;
    let index = crds::with_inputs(index, sources.iter().map(|source| (0, source)), &config, &threads);
    let mut parts = Vec::new();
    for source in &sources {
        let context = FileContext {
            old: old.as_ref(),
            crds: Some(&index),
            file: &source.name,
            ..FileContext::default()
        };
        let stored = guarded(&source.name, || effective(source.file(), context, &config));
        for one in successes(vec![stored], &mut outcome).into_iter().flatten() {
            outcome = outcome.max(refused(&one, source));
            if one.deleted {
                warn(format_args!(
                    "{}: the update deletes the object: it has no finalizer left",
                    source.name
                ));
            }
            parts.extend(text(&one, args.diff));
        }
    }
    if parts.is_empty() && outcome == Outcome::Clean {
        let (file, hint) = (args.file.display(), hint(&args.common));
        return Err(format!("{file}: no custom resource of a known CRD{hint}").into());
    }
    Ok(outcome.max(print([parts.join("---\n")])))
}

fn hint(common: &Common) -> &'static str {
    if common.crds.is_empty() { "; pass its CRD with --crds" } else { "" }
}

/// The resource, or how it differs from what is written.
fn text(one: &Effective, as_diff: bool) -> Option<String> {
    let stored = yaml(one.stored.as_ref()?);
    Some(if as_diff { diff(&yaml(&one.written), &stored) } else { stored })
}

/// Reports why the server would not store it.
fn refused(one: &Effective, source: &Source) -> Outcome {
    let is_said = |finding: &&Finding| {
        finding.severity == Severity::Error && finding.server.as_ref().is_some_and(|server| !server.shadowed)
    };
    let mut said = one.findings.iter().filter(is_said).peekable();
    if said.peek().is_none() {
        return Outcome::Clean;
    }
    for finding in said {
        let at = source.position(finding.range.start);
        warn(format_args!("{}:{at}: the server rejects this: {}", source.name, finding.message));
    }
    Outcome::Errors
}
