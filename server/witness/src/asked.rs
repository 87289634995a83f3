//! What rules that fail ask of an object.
//!
//! Knows rules and their conditions; must not know how objects are searched for.

use crdls_manifest::model::Schema;
use crdls_minors::Minor;
use crdls_report::{FieldPath, Finding};
use crdls_resource::is_of_rule;
use crdls_rules::{Library, parsed};

use super::search::{Conditions, with_more};
use super::wanted::{Wanted, Wants};

/// The most alternatives in which a rule holds that are tried.
const MOST: usize = 6;

/// What is wanted of an object, and with it what a rule that a finding is about asks for; empty where it is about no rule,
/// where nothing is known of the rule, or where it asks for something else than was given. What other rules asked for gives
/// way.
pub(super) fn with_rule(
    [given, wants]: [&Wants; 2],
    finding: &Finding,
    root: Schema<'_>,
    minor: Minor,
) -> Vec<Wants> {
    let asked = by_rule(finding, root, minor).into_iter();
    let joined = |asked: Wants| {
        let all = with_more(wants, &asked);
        all.or_else(|| {
            let others = wants.iter().filter(|(path, _)| !given.contains_key(path));
            let one = |(path, wanted): (&FieldPath, &Wanted)| Wants::from([(path.clone(), wanted.clone())]);
            let start = with_more(given, &asked)?;
            Some(others.map(one).fold(start, |all, other| with_more(&all, &other).unwrap_or(all)))
        })
    };
    asked.filter_map(joined).filter(|all| all != wants).collect()
}

/// Alternatives in which the rule would hold, by paths from the object.
fn by_rule(finding: &Finding, root: Schema<'_>, minor: Minor) -> Vec<Wants> {
    let found = finding.path.ancestors().find_map(|place| {
        let schema = root.at(place)?;
        let rule = schema.validations().find(|rule| is_of_rule(finding, rule.rule()))?;
        Some((place, schema, rule.rule()))
    });
    let Some((place, schema, rule)) = found else { return Vec::new() };
    let parsed = parsed(rule, Library::of_new_rules(minor));
    if !parsed.errors.is_empty() {
        return Vec::new();
    }
    let at = FieldPath::default().with_all(place);
    let wishes = Conditions::of_rule(&parsed.ast, schema, false).making(true);
    let wants = wishes.into_iter().map(|wish| wish.of_variable("self"));
    let wants =
        wants.map(|wants| wants.into_iter().map(|(path, wanted)| (path.below(&at), wanted)).collect());
    wants.filter(|wants: &Wants| !wants.is_empty()).take(MOST).collect()
}
