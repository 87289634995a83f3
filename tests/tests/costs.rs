//! The numbers of the server's estimate: each rule's and each version's (needs the corpus).

use std::collections::BTreeMap;

use crdls_crd::cost::{RuleCost, VersionCost};
use crdls_ide::{File, costs};
use crdls_report::Config;
use crdls_tests::{corpus, verdicts};
use serde_json::Value;

#[test]
fn numbers_are_the_servers() {
    let Some(root) = corpus::dir_or_skip("recorded costs") else { return };
    let (mut rules, mut numbers, mut wrong) = (0, 0, Vec::new());
    for folder in verdicts::FOLDERS {
        let (mut versions, mut dear) = (0, 0);
        let recorded = corpus::read(&root.join(format!("verdicts/{folder}.jsonl")));
        let lines = recorded.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        for line in lines.filter(is_judged) {
            let file = File::new(corpus::read(&root.join(text(&line, "file"))));
            let document = number(&line, "doc") as usize;
            let all = costs(&file, &Config::default());
            let ours: Vec<_> = all.iter().filter(|cost| cost.document == document).map(|c| &c.cost).collect();
            let theirs = list(&line, "costs");
            let at = format!("{}#{document}", text(&line, "file"));
            if ours.len() != theirs.len() {
                wrong.push(format!("{at}: {} versions, ours {}", theirs.len(), ours.len()));
            }
            for (theirs, ours) in theirs.iter().zip(ours) {
                versions += 1;
                rules += list(theirs, "rules").len();
                dear += ours.rules.iter().filter(|rule| rule.total > rule.limit).count();
                numbers += compare(&at, theirs, ours, &mut wrong);
            }
        }
        println!("{folder}: {versions} versions, {dear} rules above their limit");
    }
    println!("{rules} rules, {numbers} numbers, {} differ", wrong.len());
    assert!(rules > 0);
    assert!(wrong.is_empty(), "{}", wrong.iter().take(40).cloned().collect::<Vec<_>>().join("\n"));
}

/// A CRD that was decoded: of others nothing is recorded.
pub(crate) fn is_judged(line: &Value) -> bool {
    let refused = |words: &Value| words.as_str().is_some_and(|words| !words.starts_with("unknown field"));
    line["kind"] == "crd" && !list(line, "decode").iter().any(refused)
}

/// Counts the numbers held against each other.
pub(crate) fn compare(at: &str, theirs: &Value, ours: &VersionCost, wrong: &mut Vec<String>) -> usize {
    let version = text(theirs, "version");
    let ours_by_path: BTreeMap<_, _> = ours.rules.iter().map(|rule| (rule.path.to_string(), rule)).collect();
    let mut compared = 1;
    if (version, number(theirs, "total")) != (&ours.version, ours.total) {
        wrong.push(format!("{at} {version}: {}, ours {} {}", theirs["total"], ours.version, ours.total));
    }
    if list(theirs, "rules").len() != ours.rules.len() {
        wrong.push(format!(
            "{at} {version}: {} rules, ours {}",
            list(theirs, "rules").len(),
            ours.rules.len()
        ));
    }
    for rule in list(theirs, "rules") {
        let Some(ours) = ours_by_path.get(text(rule, "field")) else {
            wrong.push(format!("{at}: no {}", rule["field"]));
            continue;
        };
        compared += 5;
        let (theirs, ours) = (figures(rule), own_figures(ours));
        if theirs != ours {
            wrong.push(format!("{at} {}: {theirs:?}, ours {ours:?}", rule["field"]));
        }
    }
    compared
}

/// One evaluation, how many, whether that is guessed, all of them, the message; and what compiles.
type Figures = (u64, u64, bool, u64, u64, bool, bool);

fn figures(rule: &Value) -> Figures {
    (
        number(rule, "maxCost"),
        number(rule, "cardinality"),
        rule["unbounded"] == true,
        number(rule, "total"),
        number(rule, "messageCost"),
        rule["error"].is_null(),
        rule["messageError"].is_null(),
    )
}

fn own_figures(rule: &RuleCost) -> Figures {
    (
        rule.per_call,
        rule.cardinality,
        rule.unbounded,
        rule.total,
        rule.message_cost.unwrap_or(0),
        rule.error.is_none(),
        rule.message_error.is_none(),
    )
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value, key: &str) -> u64 {
    value[key].as_u64().unwrap_or_default()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}
