//! Cases for rules and constraints that no case makes fail or hold.
//!
//! ```text
//! point ──► what to want (search) ──► objects, each run (trial) ──► made smaller ──► a case, run as it is written
//! ```
//!
//! The objects that a suite accepts come first: one of them can show many points. All work is bounded for each point. Must
//! not know how cases are written in a suite (`written`), nor files.

mod constraints;
mod parts;
mod rules;
mod search;
mod trial;
mod vary;

use crdls_report::Config;
use crdls_values::Json;

use crate::coverage::{Coverage, Met, Point, PointKind, Points};
use crate::installed::Installed;
use crate::manifest::Manifest;
use crate::new_case::{Goal, NewCase};
use crate::run::{Answer, Outcome, Session};
use crate::runner::Runner;
use crate::suite::{Case, CaseKind};
use crate::written;
use search::Search;

/// A point for which no case was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The number of the point.
    pub point: usize,
    /// What no case shows.
    pub goal: Goal,
    /// Why: a sentence without a final stop.
    pub why: String,
}

/// What was found for all points.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// The cases, those that are accepted first.
    pub cases: Vec<NewCase>,
    /// The points without a case, in their order.
    pub missing: Vec<Missing>,
}

/// Searches for cases for the points of a version that are not covered. `covered` are the points with what existing cases
/// met; `config` is of [`crate::settings`]. Nothing where the CRD does not have the version.
pub fn generate(installed: &Installed<'_>, points: &Points, covered: &[Point], config: &Config) -> Generated {
    let mut found = Generated::default();
    let Some(mut search) = Search::new(installed, points, config) else { return found };
    let mut shown = Shown::of(points, covered, config);
    let mut session = Session::new(installed, config);
    for goal in [Goal::Hold, Goal::Fail] {
        for (number, point) in points.all().iter().enumerate() {
            if shown.has(number, goal) {
                continue;
            }
            let name = name(installed, point, goal);
            let case = search.attempt(number, goal).and_then(|attempt| {
                let case = run(installed, &mut session, attempt, name, number, goal);
                let case = case.filter(|case| shown.confirms(installed, case));
                case.ok_or_else(|| "the object that was found shows it only by itself".to_owned())
            });
            match case {
                Ok(case) => found.cases.push(case),
                Err(why) => found.missing.push(Missing { point: number, goal, why }),
            }
        }
    }
    found.missing.sort_by_key(|missing| missing.point);
    found
}

/// An object that shows a point, and before it the one that it replaces where only an update does.
///
/// # Errors
/// Why none is found: a sentence without a final stop.
pub fn shown_by(
    installed: &Installed<'_>,
    points: &Points,
    number: usize,
    goal: Goal,
    config: &Config,
) -> Result<Vec<Json>, String> {
    let mut search = Search::new(installed, points, config).ok_or("the CRD does not have the version")?;
    let Attempt { old, object, .. } = search.attempt(number, goal)?;
    Ok(old.into_iter().chain([object]).collect())
}

/// What cases show so far.
struct Shown<'p> {
    points: &'p Points,
    counted: Vec<Point>,
    config: &'p Config,
}

impl<'p> Shown<'p> {
    fn of(points: &'p Points, covered: &[Point], config: &'p Config) -> Self {
        let mut counted = points.all().to_vec();
        for point in &mut counted {
            if let Some(known) = covered.iter().find(|known| known.path == point.path) {
                point.add(known);
            }
        }
        Self { points, counted, config }
    }

    fn has(&self, number: usize, goal: Goal) -> bool {
        self.counted.get(number).is_none_or(|point| shows(point, goal))
    }

    /// Whether a case passes as it is written and shows its point; then what it meets is added.
    fn confirms(&mut self, installed: &Installed<'_>, case: &NewCase) -> bool {
        let Some(met) = confirmed(installed, self.points, case, self.config) else { return false };
        let shows = met.get(case.point).is_some_and(|point| shows(point, case.goal));
        if shows {
            self.counted.iter_mut().zip(&met).for_each(|(counted, met)| counted.add(met));
        }
        shows
    }
}

const fn shows(point: &Point, goal: Goal) -> bool {
    match goal {
        Goal::Hold => point.held > 0,
        Goal::Fail => point.failed > 0,
    }
}

/// Runs a case as it is written: the points with what it meets; `None` where it does not pass.
pub fn confirmed(
    installed: &Installed<'_>,
    points: &Points,
    case: &NewCase,
    config: &Config,
) -> Option<Vec<Point>> {
    let text = written::suite(installed.name(), None, std::slice::from_ref(case));
    let tree = crdls_yaml::Tree::parse(&text);
    let suite = crate::read(&text, &tree)?;
    let mut session = Session::new(installed, config).covering(Coverage::new(points, config.kubernetes));
    let passes = suite.cases.iter().all(|case| session.run(case).outcome == Outcome::Passed);
    session.into_coverage().map(Coverage::into_points).filter(|_| passes)
}

/// An object that shows a point, and the one that it replaces.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    pub old: Option<Json>,
    pub object: Json,
    /// What the server says of the point; `None` where it accepts the object. Several errors have no certain order.
    pub said: Option<String>,
}

/// Runs what was found as a case, with what the server answers.
fn run(
    installed: &Installed<'_>,
    session: &mut Session<'_>,
    attempt: Attempt,
    name: String,
    point: usize,
    goal: Goal,
) -> Option<NewCase> {
    let Attempt { old, object, said } = attempt;
    let (initial, updated) = match old {
        Some(old) => (old, Some(object)),
        // A creation drops the status, which has to be written by itself.
        None if has_status(installed, &object) => (without_status(&object), Some(object)),
        None => (object, None),
    };
    let kind = if updated.is_some() { CaseKind::OnUpdate } else { CaseKind::OnCreate };
    let case = Case {
        kind,
        runner: Runner::of(installed.name()),
        index: 0,
        name: String::new(),
        range: Default::default(),
        patches: Vec::new(),
        initial: Some(Manifest::made(initial.clone())),
        updated: updated.clone().map(Manifest::made),
        expected: None,
        expected_error: None,
        expected_status_error: None,
        trouble: None,
    };
    let result = session.run(&case);
    let (answer, expectation) = (result.answer?, result.met?);
    let answer = match (answer, said) {
        (Answer::Refused(text), Some(said)) if text.contains(&said) => Answer::Refused(said),
        (answer, _) => answer,
    };
    Some(NewCase { name, kind, initial, updated, answer, expectation, point, goal })
}

fn has_status(installed: &Installed<'_>, object: &Json) -> bool {
    let status = object.get("status").filter(|status| !status.is_null());
    status.is_some() && installed.version().is_some_and(|version| version.has_status())
}

fn without_status(object: &Json) -> Json {
    let mut object = object.clone();
    object.remove("status");
    object
}

/// The title of a case: where, and what it shows.
fn name(installed: &Installed<'_>, point: &Point, goal: Goal) -> String {
    let verb = match goal {
        Goal::Hold => "meets",
        Goal::Fail => "fails",
    };
    let site = match point.site.is_empty() {
        true => installed.crd().spec().names().kind().to_owned(),
        false => point.site.to_string(),
    };
    match point.kind {
        PointKind::Constraint(name) => format!("{site} {verb} {name}"),
        PointKind::Rule(number) => {
            let schema = installed.version().and_then(|version| version.schema()?.at(point.site.steps()));
            let rule = schema
                .and_then(|schema| schema.validations().nth(number))
                .map(|rule| rule.rule().split_whitespace().collect::<Vec<_>>().join(" "));
            let rule = rule.unwrap_or_default();
            let short: String = rule.chars().take(MOST_OF_RULE).collect();
            let dots = if short.len() < rule.len() { "…" } else { "" };
            format!("{site} {verb} the rule {short}{dots}")
        }
    }
}

/// So many characters of a rule stand in a title.
const MOST_OF_RULE: usize = 80;
