//! `crdls test`: runs test suites, and reports which cases fail.
//!
//! Must not know how a case is run, nor how a report looks.

mod coverage;
mod generate;
mod plan;
mod timed;
mod update;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crdls_manifest::crd_kinds::mentions_crds;
use crdls_minors::Minor;
use crdls_report::Config;
use crdls_suite::{
    Case, Coverage, Examples, Installed, Located, Outcome as CaseOutcome, Session, examples, has_errors,
    settings,
};

use super::args::{Format, TestArgs};
use super::inputs::{RunOptions, collect, read, run_options, successes, without_excluded};
use super::outcome::{Ended, Outcome, print, report_all, say};
use crate::render::{
    Source, SuiteRun, count, suites_concise, suites_coverage, suites_full, suites_github, suites_json,
    suites_junit,
};
use crdls_system::files::{IgnoreFiles, Input};
use crdls_system::guard::guarded;
use crdls_system::threads::Threads;
use plan::{ExampleFile, Group, SuiteFile, example_suites};

/// Does what `crdls test` asks.
pub(crate) fn run(args: &TestArgs) -> Ended {
    let format = args.common.format_of("test")?;
    let options = run_options(&args.common)?;
    let minors: Vec<Minor> = options.config.minors.iter().collect();
    if args.generate && minors.len() > 1 {
        return Err(
            "`--generate` writes the answers of one Kubernetes version: name one by `--kubernetes`".into()
        );
    }
    let threads = Threads::new(args.common.threads);
    let mut outcome = Outcome::Clean;
    let Files { mut suites, examples, crds, inputs } = Files::read(args, &options, &threads, &mut outcome);
    let searches = !examples.is_empty();
    let named: BTreeSet<String> =
        crds.iter().filter(|_| args.generate).map(|source| source.name.to_string()).collect();
    let known = plan::CrdSources::read(&suites, searches, crds, &inputs, args, &options, &threads);
    outcome = outcome.max(report_all(&known.faults));
    let candidates = plan::candidates(&known);
    suites.extend(examples.into_iter().flat_map(|file| example_suites(file, &candidates)));
    suites.extend(generate::earlier(&candidates, &named, &suites));
    let plan = plan::plan(&suites, &candidates, &known);
    let configs: Vec<Config> = minors
        .iter()
        .map(|kubernetes| settings(&Config { kubernetes: *kubernetes, ..options.config.clone() }))
        .collect();
    let chosen = |file: &SuiteFile, case: &Case| {
        args.filter.as_ref().is_none_or(|filter| title(file, case).contains(filter.as_str()))
    };
    let covers = args.coverage || args.min_coverage.is_some() || args.generate;
    let most = Duration::from_secs(args.timeout);
    let targets = match args.generate {
        true => generate::targets(&plan.groups, &suites, &candidates, &named),
        false => Vec::new(),
    };
    let generates = !targets.is_empty();
    let test =
        |group: Group<'_>| Run { configs: &configs, covers, most, chosen: &chosen }.test(&group, &suites);
    let tested = threads.map(plan.groups, test);
    let mut runs: Vec<SuiteRun<'_>> = successes(tested, &mut outcome).into_iter().flatten().collect();
    runs.extend(plan.troubles.iter().map(|(at, why)| not_run(*at, &suites, why)));
    runs.retain(|run| run.trouble.is_some() || !run.cases.is_empty());
    runs.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    let cases: usize = runs.iter().map(|run| run.cases.len()).sum();
    let text = match format {
        Format::Json => suites_json(&runs, &known.sources()),
        Format::Github => suites_github(&runs),
        Format::Junit => suites_junit(&runs),
        Format::Concise => suites_concise(&runs),
        _ => suites_full(&runs, args.common.color.wanted()),
    };
    outcome = outcome.max(print([text]));
    let covered = coverage::of_crds(&runs);
    if args.coverage && matches!(format, Format::Full | Format::Concise) {
        outcome = outcome.max(print([suites_coverage(&covered, &known.sources(), format == Format::Full)]));
    }
    outcome = outcome.max(coverage::least(&covered, args.min_coverage));
    if args.update {
        outcome = outcome.max(update::write(&suites, &runs));
    }
    if let (true, Some(config)) = (generates, configs.first()) {
        let written = generate::write(targets, &suites, &covered, config, &known.sources(), &threads);
        outcome = outcome.max(written);
    }
    if matches!(format, Format::Full | Format::Concise) && !(generates && cases == 0) {
        say(summary(&runs));
    }
    if cases == 0 && !generates && !runs.iter().any(|run| run.trouble.is_some()) {
        let why =
            if suites.is_empty() { "there is no test suite and no example" } else { "no case was selected" };
        return Err(why.into());
    }
    Ok(if runs.iter().any(SuiteRun::is_bad) { outcome.max(Outcome::Errors) } else { outcome })
}

/// The files that the arguments name, by what they are.
struct Files {
    suites: Vec<SuiteFile>,
    examples: Vec<ExampleFile>,
    /// Those with CRDs.
    crds: Vec<Source>,
    /// All of them.
    inputs: Vec<Input>,
}

/// One of them.
enum TestFile {
    Suite(Box<SuiteFile>),
    Examples(ExampleFile),
    Crds(Source),
    Other,
}

impl Files {
    fn read(args: &TestArgs, options: &RunOptions, threads: &Threads, outcome: &mut Outcome) -> Self {
        let here = [PathBuf::from(".")];
        let has_examples = !args.valid.is_empty() || !args.invalid.is_empty();
        let paths = if args.paths.is_empty() && !has_examples { &here[..] } else { &args.paths };
        let named =
            [(paths, None), (&args.valid, Some(Examples::Valid)), (&args.invalid, Some(Examples::Invalid))];
        let mut found = Vec::new();
        for (paths, examples) in named {
            let inputs = without_excluded(collect(paths, IgnoreFiles::Respected, outcome), &options.excluded);
            found.extend(inputs.into_iter().map(|input| (input, examples)));
        }
        let inputs = found.iter().map(|(input, _)| input.clone()).collect();
        let mut files = Self { suites: Vec::new(), examples: Vec::new(), crds: Vec::new(), inputs };
        for file in successes(threads.map(found, |(input, examples)| load(input, examples)), outcome) {
            match file {
                TestFile::Suite(suite) => files.suites.push(*suite),
                TestFile::Examples(examples) => files.examples.push(examples),
                TestFile::Crds(source) => files.crds.push(source),
                TestFile::Other => {}
            }
        }
        files
    }
}

fn load(input: Input, expected: Option<Examples>) -> Result<TestFile, String> {
    let path = input.to_path();
    let source = read(input)?;
    let (file, name) = (source.file(), source.name.to_string());
    let (text, tree) = (file.text(), file.tree());
    if let Some(expected) = expected.or_else(|| has_errors(text, tree).then_some(Examples::Valid)) {
        let examples = guarded(&name, || examples(text, tree, expected))?;
        return Ok(TestFile::Examples(ExampleFile { source, path, examples }));
    }
    Ok(match guarded(&name, || crdls_suite::read(text, tree))? {
        Some(suite) => TestFile::Suite(Box::new(SuiteFile { source: Arc::new(source), path, suite })),
        None if mentions_crds(text.as_bytes()) => TestFile::Crds(source),
        None => TestFile::Other,
    })
}

/// What `--filter` looks at.
fn title(file: &SuiteFile, case: &Case) -> String {
    format!("{} {} {}", file.source.name, case.kind.name(), case.name)
}

/// How cases are run.
struct Run<'c> {
    /// One for each minor.
    configs: &'c [Config],
    covers: bool,
    /// How long a suite may take.
    most: Duration,
    chosen: &'c (dyn Fn(&SuiteFile, &Case) -> bool + Sync),
}

impl Run<'_> {
    /// Runs the suites of a CRD, each by all minors.
    fn test<'s>(&self, group: &Group<'_>, suites: &'s [SuiteFile]) -> Result<Vec<SuiteRun<'s>>, String> {
        let mut runs = Vec::new();
        for config in self.configs {
            let ran = guarded(group.candidate.file, || {
                let installed = Installed::new(group.candidate, &group.version, config);
                let files = group.suites.iter().filter_map(|at| suites.get(*at));
                let mut session = None;
                let ran = files.map(|file| self.suite(file, &installed, config, &mut session));
                ran.collect::<Vec<_>>()
            })?;
            runs.extend(ran.into_iter().map(|run| SuiteRun {
                crd_file: Some(group.candidate.file.to_owned()),
                kubernetes: Some(config.kubernetes),
                ..run
            }));
        }
        Ok(runs)
    }

    /// Runs a suite. What is compiled for it is kept in the session for the next, where nothing is counted.
    fn suite<'s, 'i>(
        &self,
        file: &'s SuiteFile,
        installed: &'i Installed<'i>,
        config: &'i Config,
        session: &mut Option<Session<'i>>,
    ) -> SuiteRun<'s> {
        let refusal = installed.refusal();
        let chosen: Vec<_> = file.suite.cases.iter().filter(|case| (self.chosen)(file, case)).collect();
        if let Some(points) = installed.points().filter(|_| self.covers) {
            let coverage = Coverage::new(&points, config.kubernetes);
            let mut session = Session::new(installed, config).covering(coverage);
            let (Ok(cases) | Err(cases)) = timed::cases(chosen, &mut session, self.most);
            let coverage = session.into_coverage().map(Coverage::into_points).unwrap_or_default();
            return SuiteRun { refusal, cases, coverage, ..empty(file) };
        }
        let mut own = session.take().unwrap_or_else(|| Session::new(installed, config));
        let cases = match timed::cases(chosen, &mut own, self.most) {
            Ok(cases) => {
                *session = Some(own);
                cases
            }
            // What was stopped is not to be gone on with.
            Err(cases) => cases,
        };
        SuiteRun { refusal, cases, ..empty(file) }
    }
}

fn empty(file: &SuiteFile) -> SuiteRun<'_> {
    SuiteRun::of(&file.source, &file.suite)
}

fn not_run<'s>(at: usize, suites: &'s [SuiteFile], why: &Located) -> SuiteRun<'s> {
    #[expect(clippy::indexing_slicing, reason = "the plan is made of these suites")]
    let file = &suites[at];
    SuiteRun { trouble: Some(why.clone()), ..empty(file) }
}

fn summary(runs: &[SuiteRun<'_>]) -> String {
    let number = |outcome| runs.iter().map(|run| run.number(outcome)).sum::<usize>();
    let (passed, failed) = (number(CaseOutcome::Passed), number(CaseOutcome::Failed));
    let errors = number(CaseOutcome::Error);
    let troubles = runs.iter().filter(|run| run.trouble.is_some()).count();
    let mut parts = vec![format!("{passed} passed"), format!("{failed} failed")];
    parts.extend((errors > 0).then(|| format!("{errors} cannot run")));
    parts.extend((troubles > 0).then(|| format!("{} cannot run", count(troubles, "suite"))));
    format!("{}: {}", count(passed + failed + errors, "case run"), parts.join(", "))
}
