//! Cases that `crdls test --generate` writes for CRDs of the corpus, and what the server's code says of each (needs the
//! corpus and Go). `CRDLS_CRDS` says for how many CRDs (40), `CRDLS_SEED` which; `CRDLS_SHOW` prints the rules without cases.

use crdls_ide::File;
use crdls_minors::Minor;
use crdls_report::Config;
use crdls_suite::{
    Answer, Candidate, CaseKind, Expectation, Goal, Installed, NewCase, PointKind, generate, sentences_of,
};
use crdls_tests::oracle::{self, Served};
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_tests::{corpus, json as values};
use serde_json::{Value, json};

/// CRDs with rules, in an order that the seed decides.
fn crds() -> Option<Vec<(String, File)>> {
    let root = corpus::dir_or_skip("cases for CRDs of the corpus")?;
    let mut files = corpus::files(&root, &["crds"], &["yaml", "yml"]);
    files.retain(|path| corpus::read(path).contains("x-kubernetes-validations"));
    let mut random = Random::new(number("CRDLS_SEED").unwrap_or(1));
    let mut chosen = Vec::new();
    while (chosen.len() as u64) < number("CRDLS_CRDS").unwrap_or(40) && !files.is_empty() {
        let path = random.pick(&files)?.clone();
        files.retain(|other| *other != path);
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        chosen.push((name, File::new(corpus::read(&path))));
    }
    Some(chosen)
}

/// What was found for the rules of CRDs.
#[derive(Default)]
struct Tally {
    rules: usize,
    both: usize,
    points: usize,
    points_both: usize,
    cases: usize,
    wrong: Vec<String>,
    missing: Vec<String>,
}

/// The server's code, ready for questions.
struct Server {
    judge: Served,
    updates: Served,
}

impl Server {
    fn start() -> Option<Self> {
        let binary = oracle::binary_or_skip("generated cases")?;
        let judge = Served::start(&binary, &["serve", "--instances", "--no-values", "--no-costs"]);
        let updates = Served::start(&binary, &["updates"]);
        Some(Self { judge: judge.expect("the oracle runs"), updates: updates.expect("the oracle runs") })
    }

    /// The sentences with which each object is refused that is created by a CRD.
    fn created(&mut self, crd: &str, objects: &[Value]) -> Vec<Option<Vec<String>>> {
        let texts: Vec<_> = objects.iter().map(ToString::to_string).collect();
        let answer =
            self.judge.ask(&format!("# YAML\n{crd}\n---\n{}\n", texts.join("\n---\n"))).expect("an answer");
        let mut found = vec![None; objects.len()];
        for verdict in answer["verdicts"].as_array().into_iter().flatten().filter(|its| its["kind"] == "cr") {
            let texts = |key: &str| verdict[key].as_array().into_iter().flatten();
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let errors = texts("errors").map(|error| text(&error["full"]));
            let decode = texts("decode").map(text).filter(|said| !said.starts_with("unknown field"));
            let at = verdict["doc"].as_u64().unwrap_or_default() as usize;
            if let Some(slot) = at.checked_sub(1).and_then(|at| found.get_mut(at)) {
                *slot = Some(errors.chain(decode).collect());
            }
        }
        found
    }

    fn update(&mut self, old: &Value, new: &Value, subresource: &str) -> Value {
        let request = json!({"crd": "crd", "old": old, "new": new, "subresource": subresource});
        self.updates.request(&request).expect("an answer")["verdict"].clone()
    }

    /// Why cases come out otherwise; `None` for those that do not.
    fn denied(&mut self, crd: &str, cases: &[NewCase]) -> Vec<Option<String>> {
        let initial = |case: &NewCase| {
            let mut object = object(&case.initial);
            if let Some(members) = object.as_object_mut().filter(|_| case.kind == CaseKind::OnUpdate) {
                members.remove("status");
            }
            object
        };
        let created = self.created(crd, &cases.iter().map(initial).collect::<Vec<_>>());
        cases.iter().zip(created).map(|(case, refused)| self.denies(case, refused)).collect()
    }

    /// Why a case comes out otherwise whose first object is refused so.
    fn denies(&mut self, case: &NewCase, refused: Option<Vec<String>>) -> Option<String> {
        let (initial, expected) = (object(&case.initial), said(case));
        let Some(refused) = refused else { return Some("no verdict".to_owned()) };
        let Some(updated) = &case.updated else {
            return match expected {
                None => (!refused.is_empty()).then(|| format!("refused: {refused:?}")),
                Some(text) => {
                    (!refused.iter().any(|said| said.contains(&text))).then(|| format!("{refused:?}"))
                }
            };
        };
        if !refused.is_empty() {
            return Some(format!("`initial` is refused: {refused:?}"));
        }
        let updated = object(updated);
        let code = |verdict: &Value| verdict["code"].as_u64().unwrap_or_default();
        let mut verdict = self.update(&initial, &updated, "");
        if case.expectation != Expectation::Error && updated.get("status").is_some() && code(&verdict) == 200
        {
            let mut old = updated.clone();
            match initial.get("status") {
                Some(status) => old["status"] = status.clone(),
                None => _ = old.as_object_mut()?.remove("status"),
            }
            verdict = self.update(&old, &updated, "status");
        }
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let mut said = verdict["errors"].as_array().into_iter().flatten().map(|error| text(&error["full"]));
        let message = text(&verdict["message"]);
        let is_so = match &expected {
            None => code(&verdict) == 200,
            Some(text) => {
                code(&verdict) >= 400 && (message.contains(text) || said.any(|full| full.contains(text)))
            }
        };
        (!is_so).then(|| format!("{} {} {message}", code(&verdict), verdict["errors"]))
    }
}

/// The object as the runner sends it.
fn object(json: &crdls_values::Json) -> Value {
    let mut value = values::of_text(&json.to_json());
    if value["metadata"]["name"].is_null() {
        value["metadata"]["name"] = json!("test-crdls");
    }
    value["metadata"]["namespace"] = json!("default");
    value
}

/// The text of the error that a case expects.
fn said(case: &NewCase) -> Option<String> {
    match &case.answer {
        Answer::Refused(text) => Some(sentences_of(text).to_owned()),
        Answer::Stored(_) => None,
    }
}

#[test]
fn rules_have_cases_that_the_server_confirms() {
    let (Some(crds), server) = (crds(), Server::start()) else { return };
    let mut server = server;
    let config = crdls_suite::settings(&Config { kubernetes: Minor::NEWEST, ..Config::default() });
    let mut tally = Tally::default();
    for (name, file) in &crds {
        for candidate in Candidate::all(name, file.shared_text(), file.tree()) {
            let Some(version) = candidate.versions.first() else { continue };
            measure(&candidate, version, file, &config, &mut server, &mut tally);
        }
    }
    let Tally { rules, both, points, points_both, cases, wrong, missing } = tally;
    let share = |part: usize, whole: usize| part as f64 * 100.0 / whole.max(1) as f64;
    if std::env::var_os("CRDLS_SHOW").is_some() {
        missing.iter().for_each(|line| println!("  {line}"));
    }
    println!(
        "{} CRDs: {both} of {rules} rules have both cases ({:.1} %), {points_both} of {points} constraints ({:.1} %); {cases} cases, {} denied",
        crds.len(),
        share(both, rules),
        share(points_both, points),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(share(both, rules) >= 85.0, "see above");
}

fn measure(
    candidate: &Candidate<'_>,
    version: &str,
    file: &File,
    config: &Config,
    server: &mut Option<Server>,
    tally: &mut Tally,
) {
    let installed = Installed::new(candidate, version, config);
    let Some(points) = installed.points().filter(|_| installed.refusal().is_none()) else { return };
    let start = std::time::Instant::now();
    let found = generate(&installed, &points, &[], config);
    let seconds = start.elapsed().as_secs_f64();
    let lacks = |number: usize| found.missing.iter().any(|missing| missing.point == number);
    for (number, point) in points.all().iter().enumerate() {
        let has_both = usize::from(!lacks(number));
        match point.kind {
            PointKind::Rule(_) => (tally.rules, tally.both) = (tally.rules + 1, tally.both + has_both),
            PointKind::Constraint(_) => {
                (tally.points, tally.points_both) = (tally.points + 1, tally.points_both + has_both);
            }
        }
    }
    for missing in &found.missing {
        let point = &points.all()[missing.point];
        let verb = if missing.goal == Goal::Hold { "hold" } else { "fail" };
        let text: String = point.range.of(file.text()).split_whitespace().collect::<Vec<_>>().join(" ");
        let text: String = text.chars().take(300).collect();
        if matches!(point.kind, PointKind::Constraint(_))
            && std::env::var_os("CRDLS_SHOW").is_none_or(|show| show != "all")
        {
            continue;
        }
        tally
            .missing
            .push(format!("{} {verb} {}\n      {text}\n      {}", candidate.file, point.path, missing.why));
    }
    println!(
        "{} {version}: {} points, {} cases in {seconds:.2} s",
        candidate.file,
        points.all().len(),
        found.cases.len()
    );
    tally.cases += found.cases.len();
    let Some(server) = server else { return };
    let crd = values::of_text(file.text().trim_start_matches("---\n")).to_string();
    let define = json!({"crd": "crd", "text": crd});
    if server.updates.request(&define).expect("an answer")["accepted"] != true {
        return;
    }
    for (case, why) in found.cases.iter().zip(server.denied(&crd, &found.cases)) {
        if let Some(why) = why {
            tally.wrong.push(format!("{}: {}: expected {:?}, {why}", candidate.file, case.name, said(case)));
        }
    }
}
