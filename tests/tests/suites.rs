//! The suites of openshift/api come out as they do there (needs the acceptance data).

use std::collections::{BTreeMap, BTreeSet};

use crdls_minors::Minor;
use crdls_suite::{Answer, CaseKind, Outcome, Step};
use crdls_tests::corpus;
use crdls_tests::suites::{Planned, Run, Suites, config, run};

/// What of all case runs is as it is expected.
#[derive(Default)]
struct Tally {
    cases: usize,
    /// Those that expect an error, and how many of them have its text.
    texts: usize,
    same_texts: usize,
    /// Those that are accepted or refused otherwise, or cannot run.
    verdicts: Vec<String>,
    objects: Vec<String>,
    /// Other texts, once each, with how often.
    other_texts: BTreeMap<String, usize>,
}

impl Tally {
    fn of(runs: &[Run<'_>]) -> Self {
        let mut tally = Self::default();
        for run in runs {
            for (case, result) in run.cases.iter().zip(&run.results) {
                tally.cases += 1;
                let name = || format!("{} {} {} {}", run.suite, run.crd_file, case.kind.name(), case.name);
                let expects_text = case.expected_error.is_some() || case.expected_status_error.is_some();
                tally.texts += usize::from(expects_text);
                match (result.outcome, result.step, &result.answer) {
                    (Outcome::Passed, ..) => tally.same_texts += usize::from(expects_text),
                    (Outcome::Failed, Some(Step::Compare), _) => {
                        tally.objects.push(format!("{}\n    {:?}", name(), result.differences));
                    }
                    (Outcome::Failed, _, Some(Answer::Refused(text))) if result.expected.is_some() => {
                        let expected = result.expected.as_deref().unwrap_or_default();
                        let line = format!(
                            "{} {}\n    expected {expected}\n    ours     {text}",
                            run.suite, case.name
                        );
                        *tally.other_texts.entry(line).or_default() += 1;
                    }
                    _ => {
                        tally.verdicts.push(format!("{}\n    {} {:?}", name(), result.message, result.answer))
                    }
                }
            }
        }
        tally
    }

    fn print(&self, minor: Minor) {
        let Self { cases, texts, same_texts, verdicts, objects, other_texts } = self;
        println!(
            "{minor}: {cases} case runs; other verdicts {}, other objects {}, texts {same_texts} of {texts} ({:.2} %)",
            verdicts.len(),
            objects.len(),
            *same_texts as f64 * 100.0 / *texts as f64
        );
        verdicts.iter().chain(objects).take(40).for_each(|line| println!("  {line}"));
        if std::env::var_os("CRDLS_SHOW").is_some() || minor < Minor::NEWEST {
            other_texts.iter().for_each(|(line, times)| println!("  {times} times {line}"));
        }
    }
}

/// What a case expects and the server of a minor does not do: the minor, the case, and why.
const EXPLAINED: [(&str, &str, &str); 2] = [
    (
        "1.32",
        "Should allow updating other fields with an invalid persisted PowerVS service endpoint name in status",
        STATUS,
    ),
    (
        "1.32",
        "Should allow updating adding another slice entry with an invalid persisted PowerVS service endpoint name in status",
        STATUS,
    ),
];
const STATUS: &str =
    "statusStrategy.ValidateUpdate forgives unchanged errors from 1.33 on; OpenShift's build of 1.32 has it";

#[test]
fn suites_of_openshift() {
    let Some(acceptance) = corpus::acceptance_or_skip("suites of openshift/api") else { return };
    let suites = Suites::read(&acceptance);
    let planned = suites.planned();
    assert_eq!(selection(&planned), suites.recorded(), "the CRDs of the suites are those of RUNS.tsv");
    for minor in ["1.32", "1.37"].map(|minor| Minor::parse(minor).expect("a minor")) {
        let tally = Tally::of(&run(&planned, &config(minor)));
        tally.print(minor);
        let is_explained = |line: &&String| {
            EXPLAINED.iter().any(|(of, case, _)| *of == minor.to_string() && line.contains(case))
        };
        let unexplained = tally.verdicts.iter().filter(|line| !is_explained(line)).count();
        assert!(tally.cases > 0 && unexplained == 0 && tally.objects.is_empty(), "{minor}: see above");
        let is_enough = tally.same_texts * 1000 >= tally.texts * 995;
        assert!(minor == Minor::NEWEST || is_enough, "{minor}: other texts, see above");
    }
}

/// The lines that `RUNS.tsv` would have.
fn selection(planned: &[Planned<'_>]) -> Vec<String> {
    let mut lines = Vec::new();
    for Planned { file, suite, candidates, version } in planned {
        let gates: Vec<_> = suite.feature_gates.iter().map(|gate| gate.text.as_str()).collect();
        let count = |kind| suite.cases.iter().filter(|case| case.kind == kind).count();
        let (created, updated) = (count(CaseKind::OnCreate), count(CaseKind::OnUpdate));
        for candidate in candidates {
            lines.push(format!(
                "{file}\t{}\t{}\t{version}\t{}\t{created}\t{updated}",
                candidate.file,
                candidate.name,
                gates.join(",")
            ));
        }
    }
    lines
}

#[test]
fn the_schema_has_the_fields_that_are_read() {
    let text = corpus::read(&corpus::repository().join("docs/test-suite.schema.json"));
    let schema: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let definitions = &schema["definitions"];
    let objects = [
        &schema,
        &schema["properties"]["tests"],
        &definitions["onCreate"],
        &definitions["onUpdate"],
        &definitions["patch"],
    ];
    for (object, fields) in objects.into_iter().zip(crdls_suite::FIELDS) {
        let written: BTreeSet<_> =
            object["properties"].as_object().expect("properties").keys().map(String::as_str).collect();
        assert_eq!(written, fields.iter().copied().collect());
    }
}
