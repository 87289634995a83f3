//! Runs the cases of suites against a CRD.
//!
//! Mirrors `GenerateTestSuite` of openshift/api (tests/generator.go), with the judge of custom resources in place of a
//! cluster. Must not know where suites and CRDs come from.

use crdls_manifest::model::{Crd, Object, Version};
use crdls_report::{Config, FieldValidation};
use crdls_resource::update::Subresource;
use crdls_text::TextRange;
use crdls_values::Json;
use crdls_witness::VersionJudge;

use crate::compare::{Difference, comparable, differences, differences_of_parts};
use crate::coverage::Coverage;
use crate::error_text::{Refused, error_text, no_match};
use crate::installed::Installed;
use crate::manifest::{Manifest, name, named};
use crate::runner::Runner;
use crate::suite::{Case, CaseKind, Expectation};

/// What became of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// All is as expected.
    Passed,
    /// Something is not.
    Failed,
    /// The case, its suite or its CRD is wrong, so that it cannot run.
    Error,
}

impl Outcome {
    /// The name of the result in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Error => "error",
        }
    }
}

/// What a case does, in the order in which it does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// The CRD is patched, or put back.
    Patch,
    /// The object is created.
    Create,
    /// The status is written.
    Status,
    /// The object is replaced.
    Update,
    /// The stored object is compared with the expected one.
    Compare,
}

impl Step {
    /// The name of the step in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Create => "create",
            Self::Status => "status",
            Self::Update => "update",
            Self::Compare => "compare",
        }
    }
}

/// What the server answers to a write.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The object as it is stored.
    Stored(Json),
    /// The text with which it refuses.
    Refused(String),
}

/// What became of a case, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseResult {
    /// What became of it.
    pub outcome: Outcome,
    /// Where it failed; `None` where it passed or could not run.
    pub step: Option<Step>,
    /// Where in the suite that is: what is expected, else the title.
    pub range: TextRange,
    /// What is wrong: lower case, no final stop; empty where nothing is.
    pub message: String,
    /// The text of the error that is expected; `None` where it is not about that.
    pub expected: Option<String>,
    /// What the server answers in the end; `None` where the case did not come to that.
    pub answer: Option<Answer>,
    /// The expectation that the answer meets; `None` where the case fails before that.
    pub met: Option<Expectation>,
    /// In which values the stored object is not as expected.
    pub differences: Vec<Difference>,
}

impl CaseResult {
    fn new(outcome: Outcome, step: Option<Step>, range: TextRange, message: impl Into<String>) -> Self {
        Self {
            outcome,
            step,
            range,
            message: message.into(),
            expected: None,
            answer: None,
            met: None,
            differences: Vec::new(),
        }
    }

    fn failed(step: Step, range: TextRange, message: impl Into<String>) -> Self {
        Self::new(Outcome::Failed, Some(step), range, message)
    }

    /// The result of a case that was stopped: why, a sentence without a final stop.
    pub fn stopped(case: &Case, why: String) -> Self {
        Self::error(case.range, why)
    }

    fn error(range: TextRange, message: impl Into<String>) -> Self {
        Self::new(Outcome::Error, None, range, message)
    }
}

/// Runs cases against a CRD, one after the other: what is compiled for one is kept for the next. They are run as if the CRD
/// were installed also where the server refuses it ([`Installed::refusal`]).
#[derive(Debug)]
pub struct Session<'i> {
    installed: &'i Installed<'i>,
    config: &'i Config,
    server: Option<Server<'i>>,
}

/// The settings with which cases are run: a client that names no field validation has unknown fields pruned.
pub fn settings(config: &Config) -> Config {
    Config { field_validation: FieldValidation::Ignore, ..config.verdict_of(config.kubernetes) }
}

impl<'i> Session<'i> {
    /// `config` is of [`settings`].
    pub fn new(installed: &'i Installed<'i>, config: &'i Config) -> Self {
        let server = installed.version().map(|version| Server::new(installed.crd(), version, config));
        Self { installed, config, server }
    }

    /// The same, with what the writes of the cases meet.
    #[must_use]
    pub fn covering(mut self, coverage: Coverage<'i>) -> Self {
        if let Some(server) = &mut self.server {
            server.coverage = Some(coverage);
            server.judge.judge.watch();
        }
        self
    }

    /// What the writes of the cases so far met; `None` where that was not asked for.
    pub fn coverage(&self) -> Option<&Coverage<'i>> {
        self.server.as_ref()?.coverage.as_ref()
    }

    /// What the writes of all cases met; `None` where that was not asked for.
    pub fn into_coverage(self) -> Option<Coverage<'i>> {
        self.server?.coverage
    }

    /// Runs a case.
    pub fn run(&mut self, case: &Case) -> CaseResult {
        if let Some(trouble) = &case.trouble {
            return CaseResult::error(trouble.range, trouble.text.clone());
        }
        let (Some(server), Some(initial)) = (&mut self.server, &case.initial) else {
            return CaseResult::error(case.range, "the CRD does not have the version under test");
        };
        match (case.kind, &case.updated) {
            (CaseKind::OnUpdate, Some(updated)) => {
                match stored(self.installed, server, self.config, case, initial) {
                    Ok(old) => update(server, case, &old, updated),
                    Err(result) => *result,
                }
            }
            _ => {
                let answer = server.create(initial);
                judged(case, Step::Create, answer)
            }
        }
    }
}

/// The object of an update as it is stored before that.
fn stored(
    installed: &Installed<'_>,
    server: &mut Server<'_>,
    config: &Config,
    case: &Case,
    initial: &Manifest,
) -> Result<Json, Box<CaseResult>> {
    if case.patches.is_empty() {
        return create(server, case, initial);
    }
    let range = case.patches.first().map_or(case.range, |patch| patch.range);
    let patched = installed
        .patched(&case.patches, config)
        .map_err(|why| Box::new(CaseResult::failed(Step::Patch, range, why)))?;
    let old = by_patched(&patched, server.judge.version.name(), config, case, initial)?;
    match server.write(&old, &old, None) {
        Answer::Stored(object) => Ok(object),
        Answer::Refused(text) => {
            let why = "the object is rejected when the patched CRD is put back";
            let mut result = CaseResult::failed(Step::Patch, range, why);
            result.answer = Some(Answer::Refused(text));
            Err(Box::new(result))
        }
    }
}

fn by_patched(
    patched: &Object,
    version: &str,
    config: &Config,
    case: &Case,
    initial: &Manifest,
) -> Result<Json, Box<CaseResult>> {
    let crd = Crd::new(patched);
    let Some(version) = crd.versions().find(|its| its.name() == version && its.served()) else {
        let why = format!("the patched CRD does not serve the version `{version}`");
        return Err(Box::new(CaseResult::failed(Step::Patch, case.range, why)));
    };
    create(&mut Server::new(crd, version, config), case, initial)
}

/// Creates the object, and writes its status.
fn create(server: &mut Server<'_>, case: &Case, initial: &Manifest) -> Result<Json, Box<CaseResult>> {
    let refused = |step, text: String| {
        let what = if step == Step::Create {
            "`initial` is rejected"
        } else {
            "the status of `initial` is rejected"
        };
        let mut result = CaseResult::failed(step, initial.range, what);
        result.answer = Some(Answer::Refused(text));
        Err(Box::new(result))
    };
    let object = match server.create(initial) {
        Answer::Stored(object) => object,
        Answer::Refused(text) => return refused(Step::Create, text),
    };
    match with_status(&object, initial) {
        Status::None => Ok(object),
        Status::Null => {
            let why = "the status of `initial` is null";
            Err(Box::new(CaseResult::failed(Step::Status, case.range, why)))
        }
        Status::Written(sent) => match server.write(&sent, &object, Some(Subresource::Status)) {
            Answer::Stored(object) => Ok(object),
            Answer::Refused(text) => refused(Step::Status, text),
        },
    }
}

/// Replaces the object, and writes its status.
fn update(server: &mut Server<'_>, case: &Case, old: &Json, updated: &Manifest) -> CaseResult {
    let its_name = name(old);
    let renamed = (updated.name() != its_name).then(|| named(&updated.object, its_name));
    let answer = server.write(renamed.as_ref().unwrap_or(&updated.object), old, None);
    let object = match (case.expectation(), answer) {
        (Expectation::Error, answer) => return judged(case, Step::Update, answer),
        (_, answer @ Answer::Refused(_)) => {
            return judged_as(case, Step::Update, answer, Expectation::Object);
        }
        (_, Answer::Stored(object)) => object,
    };
    match with_status(&object, updated) {
        Status::None => judged(case, Step::Update, Answer::Stored(object)),
        Status::Null => CaseResult::failed(Step::Status, case.range, "the status of `updated` is null"),
        Status::Written(sent) => {
            let answer = server.write(&sent, &object, Some(Subresource::Status));
            judged(case, Step::Status, answer)
        }
    }
}

/// The write of the status that an object of a case asks for.
pub(crate) enum Status {
    None,
    Null,
    Written(Json),
}

pub(crate) fn with_status(stored: &Json, manifest: &Manifest) -> Status {
    match manifest.object.get("status") {
        None => Status::None,
        Some(status) if status.is_null() => Status::Null,
        Some(status) => {
            let mut object = stored.clone();
            object.set("status", |_| status.clone());
            Status::Written(object)
        }
    }
}

/// What the last answer means for a case.
fn judged(case: &Case, step: Step, answer: Answer) -> CaseResult {
    judged_as(case, step, answer, case.expectation())
}

fn judged_as(case: &Case, step: Step, answer: Answer, expectation: Expectation) -> CaseResult {
    let error = match expectation {
        Expectation::Object => None,
        Expectation::Error => case.expected_error.as_ref(),
        Expectation::StatusError => case.expected_status_error.as_ref(),
    };
    let range = case.expectation_range();
    let result = match (error, &answer) {
        (Some(error), Answer::Refused(text)) if text.contains(&error.text) => {
            CaseResult::new(Outcome::Passed, None, range, "")
        }
        (Some(error), Answer::Refused(_)) => CaseResult {
            expected: Some(error.text.clone()),
            ..CaseResult::failed(step, range, "the server rejects it with another error")
        },
        (Some(error), Answer::Stored(_)) => CaseResult {
            expected: Some(error.text.clone()),
            ..CaseResult::failed(step, range, "the server accepts what is expected to be rejected")
        },
        (None, Answer::Refused(_)) => {
            CaseResult::failed(step, range, "the server rejects what is expected to be accepted")
        }
        (None, Answer::Stored(object)) => compared(case, object),
    };
    let met = match (&answer, step) {
        (Answer::Stored(_), _) => Expectation::Object,
        (Answer::Refused(_), Step::Status) => Expectation::StatusError,
        (Answer::Refused(_), _) => Expectation::Error,
    };
    CaseResult { answer: Some(answer), met: Some(met), ..result }
}

fn compared(case: &Case, stored: &Json) -> CaseResult {
    let range = case.expectation_range();
    let Some(expected) = &case.expected else {
        let is_created = case.runner == Runner::Hypershift && case.kind == CaseKind::OnCreate;
        if case.kind == CaseKind::Example || is_created {
            return CaseResult::new(Outcome::Passed, None, range, "");
        }
        // An error of the status is expected, and nothing has written the status.
        let why = "the server accepts what is expected to be rejected";
        let expected = case.expected_status_error.as_ref().map(|error| error.text.clone());
        return CaseResult { expected, ..CaseResult::failed(Step::Status, range, why) };
    };
    let differences = match case.runner {
        Runner::Api => differences(&comparable(&expected.object), &comparable(stored)),
        Runner::Hypershift => differences_of_parts(&expected.object, stored),
    };
    if differences.is_empty() {
        return CaseResult::new(Outcome::Passed, None, range, "");
    }
    let result = CaseResult::failed(Step::Compare, range, "the stored object is not as expected");
    CaseResult { differences, ..result }
}

/// A server with one CRD, for objects of one of its versions.
#[derive(Debug)]
struct Server<'m> {
    judge: VersionJudge<'m>,
    coverage: Option<Coverage<'m>>,
}

impl<'m> Server<'m> {
    fn new(crd: Crd<'m>, version: Version<'m>, config: &'m Config) -> Self {
        Self { judge: VersionJudge::new(crd, version, config), coverage: None }
    }

    fn create(&mut self, manifest: &Manifest) -> Answer {
        if let Some(text) = self.not_served(&manifest.object) {
            return Answer::Refused(text);
        }
        let verdict = self.judge.create(&manifest.object);
        self.cover(verdict.object.as_ref());
        let refusal =
            error_text(&verdict.findings, self.refused(manifest.name()), self.judge.config.kubernetes);
        answer(refusal, verdict.object)
    }

    fn write(&mut self, sent: &Json, old: &Json, subresource: Option<Subresource>) -> Answer {
        let updated = self.judge.update(sent, old, subresource);
        self.cover(updated.object.as_ref());
        let refusal = error_text(&updated.findings, self.refused(name(old)), self.judge.config.kubernetes);
        answer(refusal, updated.object)
    }

    /// Adds what a write met of an object that was validated.
    fn cover(&mut self, object: Option<&Json>) {
        if let (Some(coverage), Some(object)) = (&mut self.coverage, object) {
            let met = coverage.met(object, &self.judge.judge.truths());
            coverage.add(&met);
        }
    }

    const fn refused<'a>(&self, name: &'a str) -> Refused<'a>
    where
        'm: 'a,
    {
        Refused { crd: self.judge.crd, version: self.judge.version, name }
    }

    /// What a client says of an object that is of another type than the CRD's.
    fn not_served(&self, object: &Json) -> Option<String> {
        let text = |key: &str| object.get(key).and_then(Json::as_str).unwrap_or_default();
        let (api_version, kind) = (text("apiVersion"), text("kind"));
        let spec = self.judge.crd.spec();
        let is_served = api_version == format!("{}/{}", spec.group(), self.judge.version.name());
        (!is_served || kind != spec.names().kind()).then(|| no_match(kind, api_version))
    }
}

fn answer(refusal: Option<String>, object: Option<Json>) -> Answer {
    match (refusal, object) {
        (None, Some(object)) => Answer::Stored(object),
        (refusal, _) => Answer::Refused(refusal.unwrap_or_default()),
    }
}
