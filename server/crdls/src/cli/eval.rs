//! `crdls eval`: the value of a rule and of each part of it on a custom resource.
//!
//! Must not know how an expression is evaluated, nor how a tree looks.

use std::path::{Path, PathBuf};

use crdls_ide::{Evaluate, EvaluatedRule, FileContext, evaluated_rules};

use super::args::{EvalArgs, Format};
use super::crds;
use super::inputs::{add_workspace, collect, crd_inputs, read, run_options, successes};
use super::outcome::{Ended, Outcome, print, say};
use crate::render::{Source, Sources, count, evaluated_json, evaluated_text};
use crdls_system::files::IgnoreFiles;
use crdls_system::guard::guarded;
use crdls_system::threads::Threads;

/// Does what `crdls eval` asks.
pub(crate) fn run(args: &EvalArgs) -> Ended {
    let format = args.common.format_of("eval")?;
    let of_crd = CrdArgument::of(&args.rule);
    if of_crd.is_some() && args.at.is_some() {
        return Err("`--at` is for an expression; the field of a rule stands after `#`".into());
    }
    let mut options = run_options(&args.common)?;
    if let Some(crd) = &of_crd {
        // The CRD that is named judges, whatever others there are.
        options.crd_places = vec![crd.file.clone()];
    }
    let mut outcome = Outcome::Clean;
    let paths = std::slice::from_ref(&args.object);
    let inputs = collect(paths, IgnoreFiles::Respected, &mut outcome);
    let mut files = crd_inputs(&inputs, &options.crd_places, &mut outcome).further;
    if of_crd.is_none() {
        add_workspace(&mut files, &args.common, (paths, &[]), &inputs, &options.excluded);
    }
    let threads = Threads::new(args.common.threads);
    let sources = successes(threads.map(inputs, read), &mut outcome);
    let (index, crd_sources) = crds::read(files, &options, &threads, &mut outcome);
    let config = options.config;
    let index = match of_crd {
        Some(_) => index,
        None => crds::with_inputs(index, sources.iter().map(|source| (0, source)), &config, &threads),
    };
    let asked = match &of_crd {
        Some(crd) => Evaluate::Rules { field: crd.field.as_deref() },
        None => Evaluate::Expression { text: &args.rule, field: args.at.as_deref().unwrap_or_default() },
    };
    let mut all: Vec<(&Source, Vec<EvaluatedRule>)> = Vec::new();
    for source in &sources {
        let context = FileContext { crds: Some(&index), file: &source.name, ..FileContext::default() };
        let found = guarded(&source.name, || evaluated_rules(source.file(), context, asked, &config));
        all.extend(successes(vec![found], &mut outcome).into_iter().map(|found| (source, found)));
    }
    if all.iter().all(|(_, found)| found.is_empty()) {
        return Err(format!("{}: {}", args.object.display(), nothing(args, &of_crd)).into());
    }
    let crd_sources = Sources::new(&crd_sources);
    let printed = match format {
        Format::Json => print([evaluated_json(&all, &crd_sources)]),
        _ => print([evaluated_text(&all, &crd_sources, args.common.color.wanted())]),
    };
    let found = all.iter().flat_map(|(_, found)| found);
    let failing = found.clone().filter(|rule| !holds(rule)).count();
    if format == Format::Full {
        say(format_args!("{}, {failing} not true", count(found.count(), "evaluation")));
    }
    let found = if failing > 0 { Outcome::Errors } else { Outcome::Clean };
    Ok(outcome.max(printed).max(found))
}

/// Whether a rule accepts its value, or is not run. An expression of another type than a truth value is only shown.
fn holds(rule: &EvaluatedRule) -> bool {
    let Ok(found) = &rule.result else { return false };
    let is_shown_only = || rule.written.is_none() && matches!(found.whole.value(0), Some(Ok(_)));
    rule.needs_old || found.whole.truth().unwrap_or_else(is_shown_only)
}

/// Why nothing was evaluated.
fn nothing(args: &EvalArgs, of_crd: &Option<CrdArgument>) -> String {
    match of_crd {
        Some(CrdArgument { field: Some(field), .. }) => {
            format!(
                "no rule of the CRD on `{field}` has a value in it; a field is named as in `spec.racks[].height`"
            )
        }
        Some(_) => "no custom resource of the CRD, or no rule of it has a value".to_owned(),
        None => match &args.at {
            Some(at) => format!("no custom resource of a known CRD, or it has no value at `{at}`"),
            None => "no custom resource of a known CRD; pass its CRD with --crds".to_owned(),
        },
    }
}

/// A CRD in place of an expression: its file, and after `#` the field whose rules are meant.
struct CrdArgument {
    file: PathBuf,
    field: Option<String>,
}

impl CrdArgument {
    /// Nothing where the argument is an expression.
    fn of(argument: &str) -> Option<Self> {
        let (file, field) = match argument.rsplit_once('#') {
            Some((file, field)) => (file, Some(field.to_owned())),
            None => (argument, None),
        };
        let is_file = Path::new(file).is_file();
        is_file.then(|| Self { file: PathBuf::from(file), field })
    }
}
