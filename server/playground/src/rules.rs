//! The rules of a CRD at work: their values on the custom resources of a file, and the cases of a test suite.
//!
//! Must not know how a rule or a case is run.

use crdls_ide::{Evaluate, evaluated_rules};
use crdls_render::{CaseRun, Source, Sources, SuiteRun, evaluated_json, suites_json};
use crdls_suite::{Candidate, Installed, Session, only, settings, version};

use crate::workspace::Workspace;

/// The values of an expression on each value of a field, or without one of the rules of the CRD.
pub(crate) fn evaluate(
    workspace: &Workspace,
    source: &Source,
    expression: Option<&str>,
    field: Option<&str>,
) -> String {
    let asked = match expression {
        Some(text) => Evaluate::Expression { text, field: field.unwrap_or_default() },
        None => Evaluate::Rules { field },
    };
    let found = evaluated_rules(source.file(), workspace.context(source), asked, &workspace.config);
    evaluated_json(&[(source, found)], &Sources::new(workspace.files.values()))
}

/// Runs the suite of a file against the CRD of its name. The files of a page are in no folder, and it has no manifests of
/// feature gates.
pub(crate) fn test(workspace: &Workspace, source: &Source) -> Result<String, String> {
    let suite =
        crdls_ide::suite(source.file()).ok_or_else(|| format!("`{}` is not a test suite", source.name))?;
    let config = settings(&workspace.config);
    let named = suite.crd_name.as_ref().map(|name| name.text.as_str()).unwrap_or_default();
    let texts = workspace.files.values().filter(|other| other.name != source.name);
    let all =
        texts.flat_map(|text| Candidate::all(&text.name, text.file().shared_text(), text.file().tree()));
    let all: Vec<_> = all.filter(|candidate| candidate.name == named).collect();
    let candidates: Vec<_> = all.iter().collect();
    let chosen = only(&suite, &candidates).and_then(|chosen| Ok((version(&suite, &chosen)?, chosen)));
    let runs = match chosen {
        Err(trouble) => vec![SuiteRun { trouble: Some(trouble), ..SuiteRun::of(source, &suite) }],
        Ok((version, chosen)) => {
            let run = |candidate: &&Candidate<'_>| {
                let installed = Installed::new(candidate, &version, &config);
                let mut session = Session::new(&installed, &config);
                // There is no clock: the page stops what takes too long.
                let cases = suite.cases.iter().map(|case| CaseRun {
                    case,
                    result: session.run(case),
                    milliseconds: 0.0,
                });
                let cases = cases.collect();
                SuiteRun {
                    crd_file: Some(candidate.file.to_owned()),
                    kubernetes: Some(config.kubernetes),
                    refusal: installed.refusal(),
                    cases,
                    ..SuiteRun::of(source, &suite)
                }
            };
            chosen.iter().map(run).collect()
        }
    };
    Ok(suites_json(&runs, &Sources::new(workspace.files.values())))
}
