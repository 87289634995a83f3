//! `crdls build`: the CRDs and custom resources that a kustomization comes to.
//!
//! Must not know how kustomizations are built.

use crdls_kustomize::{Build, Object, Origin, Problem, ProblemKind, Session};
use crdls_values::json::yaml;

use super::args::BuildArgs;
use super::outcome::{Ended, Outcome, print, say, warn};
use crate::render::position;
use crdls_system::files::{DiskFiles, kustomize_path};

/// Does what `crdls build` asks.
pub(crate) fn run(args: &BuildArgs) -> Ended {
    let Some(folder) = kustomize_path(&args.folder) else {
        return Err(format!("{}: not a path in UTF-8", args.folder.display()).into());
    };
    if !args.folder.is_dir() {
        return Err(format!("{}: not a folder", args.folder.display()).into());
    }
    let mut session = Session::new(&DiskFiles);
    let build = session.build(&folder);
    let mut outcome = Outcome::Clean;
    for problem in &build.problems {
        let at = place(&session, problem.at);
        if problem.kind.is_failure() {
            say(format_args!("error: {at}{}", line(problem)));
            outcome = outcome.max(Outcome::Errors);
        } else if matches!(problem.kind, ProblemKind::NotEvaluated | ProblemKind::LeftOut) {
            warn(format_args!("{at}{}", line(problem)));
        }
    }
    let is_wanted = |object: &&Object| args.all || object.is_custom();
    let texts: Vec<String> = wanted(&build, is_wanted).collect();
    Ok(outcome.max(print([texts.join("---\n")])))
}

fn line(problem: &Problem) -> String {
    problem.message.trim_end().replace('\n', " ")
}

fn place(session: &Session<'_>, origin: Origin) -> String {
    let Some(source) = session.source(origin.file) else { return String::new() };
    format!("{}:{}: ", source.path, position(&source.text, origin.range.start))
}

fn wanted<'b>(build: &'b Build, is_wanted: impl Fn(&&'b Object) -> bool) -> impl Iterator<Item = String> {
    build.objects.iter().filter(is_wanted).filter_map(|object| Some(yaml(&object.value().ok()?)))
}
