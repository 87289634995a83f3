//! Whether fixes do what they say: they are applied, and the document is checked again.
//!
//! A few fixes are tried one by one, or together where they cannot influence each other (`independent`). Many are tried
//! together where they do not meet, so that a document with thousands of findings is checked a few times; where such a
//! trial fails, those that it speaks against are tried apart. Of a finding among many in a large document only the best
//! fix is tried.
//!
//! A trial does what can show whether a fix holds: tree and model are updated by its edits, the server's checks run, and
//! of the advice only that which the fix is for. Where several findings have the same fix, it is tried once.

mod independent;

use std::collections::{BTreeSet, HashMap, HashSet};

use crdls_crd::advice::SEARCHED;
use crdls_report::{Advice, AdviceOnRule, Config, ErrorType, FieldPath, Finding, Fix, PathStep, words};
use crdls_text::TextRange;

use crate::Fixer;
use crate::diagnostics::check_document;
use crate::edit_set::EditSet;

/// A fix to be proven.
#[derive(Debug)]
pub(super) struct Candidate<'a> {
    pub(super) finding: &'a Finding,
    /// How many fixes of the finding are better.
    pub(super) rank: usize,
    pub(super) fix: Fix,
}

/// What trials have shown of a fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The finding goes, and no other of the server's comes.
    Holds,
    /// It does not.
    Fails,
    /// The budget was spent before.
    Untried,
}

/// How often a document is checked to prove its fixes, however many there are.
const CHECKS: u64 = 8;

/// A small document is checked more often: until so many bytes were.
const SMALL: u64 = 512 << 10;

/// Fixes that are not the best of their finding are tried until so many bytes were checked for them.
const FOR_ALTERNATIVES: u64 = 64 << 10;

/// A verdict for each of the fixes of one document.
pub(super) fn verdicts(fixer: &Fixer<'_>, document: usize, candidates: &[Candidate<'_>]) -> Vec<Verdict> {
    let bytes = fixer.file.tree().documents().get(document).map_or(0, |document| document.range.len());
    let bytes = u64::from(bytes).max(1);
    let checks = CHECKS + SMALL / bytes;
    let findings = fixer.findings.iter().filter(|found| found.document == document);
    let mut trials = Trials {
        fixer,
        document,
        before: count(findings.map(|found| &*found.finding)),
        keys: candidates.iter().map(|candidate| FindingKey::of(candidate.finding)).collect(),
        candidates,
        verdicts: vec![Verdict::Untried; candidates.len()],
        first: first_with_edits(candidates),
        tried: HashMap::new(),
        checks,
    };
    if candidates.len() as u64 <= checks {
        trials.checks = 2 * checks;
        let groups = independent::groups(fixer.file, document, candidates, &trials.first);
        groups.iter().for_each(|group| trials.decide_apart(group));
        return trials.verdicts;
    }
    let groups = groups(fixer.file.text(), candidates, checks);
    if let Some((best, alternatives)) = groups.split_first() {
        trials.decide(best);
        trials.checks = trials.checks.min(FOR_ALTERNATIVES / bytes);
        alternatives.iter().for_each(|group| trials.decide(group));
    }
    trials.verdicts
}

/// The first candidate with the same edits, for each candidate.
fn first_with_edits(candidates: &[Candidate<'_>]) -> Vec<usize> {
    let mut known: HashMap<Vec<(TextRange, &str)>, usize> = HashMap::new();
    let mut firsts = Vec::with_capacity(candidates.len());
    for (at, candidate) in candidates.iter().enumerate() {
        let edits = candidate.fix.edits.iter().map(|edit| (edit.range, edit.new_text.as_str()));
        firsts.push(*known.entry(edits.collect()).or_insert(at));
    }
    firsts
}

/// Fixes in groups that do not meet, with at most one for each field, and the best ones first. There are no more
/// groups than `most`: fixes that find no room are in none.
fn groups(text: &str, candidates: &[Candidate<'_>], most: u64) -> Vec<Vec<usize>> {
    let mut groups: Vec<(Vec<usize>, HashSet<&FieldPath>, EditSet<'_>)> = Vec::new();
    let mut order: Vec<_> = candidates.iter().enumerate().collect();
    order.sort_by_key(|(_, candidate)| candidate.rank);
    for (at, Candidate { finding, fix, .. }) in order {
        let room = groups.iter_mut().find_map(|(members, fields, edits)| {
            (!fields.contains(&finding.path) && edits.add(fix)).then_some((members, fields))
        });
        if let Some((members, fields)) = room {
            members.push(at);
            fields.insert(&finding.path);
            continue;
        }
        let mut edits = EditSet::of(text);
        if (groups.len() as u64) < most && edits.add(fix) {
            groups.push((vec![at], HashSet::from([&finding.path]), edits));
        }
    }
    groups.into_iter().map(|(members, ..)| members).collect()
}

/// The trials of the fixes of one document.
struct Trials<'a, 'f> {
    fixer: &'a Fixer<'f>,
    document: usize,
    /// How often each finding is there before.
    before: HashMap<FindingKey, usize>,
    candidates: &'a [Candidate<'a>],
    /// The finding of each candidate.
    keys: Vec<FindingKey>,
    verdicts: Vec<Verdict>,
    /// The first candidate with the same edits, for each candidate: several findings can have the same fix.
    first: Vec<usize>,
    /// The findings after trials of single fixes, by the first candidate with the same edits.
    tried: HashMap<usize, HashMap<FindingKey, usize>>,
    /// How many checks there may still be.
    checks: u64,
}

impl Trials<'_, '_> {
    /// Tries fixes together, and those that the trial speaks against apart from the others.
    fn decide(&mut self, group: &[usize]) {
        let Some(faulty) = self.trial(group) else { return };
        let (faulty, others): (Vec<usize>, Vec<usize>) = group.iter().partition(|at| faulty.contains(at));
        if faulty.is_empty() {
            return self.set(group, Verdict::Holds);
        }
        self.set(&faulty, Verdict::Fails);
        if !others.is_empty() {
            self.decide(&others);
            self.decide(&faulty);
        } else if faulty.len() > 1 {
            self.divide(faulty);
        }
    }

    /// Tries fixes together that cannot influence each other, and each alone that the trial speaks against.
    fn decide_apart(&mut self, group: &[usize]) {
        let mut left = group.to_vec();
        while !left.is_empty() {
            let Some(faulty) = self.trial(&left) else { return };
            let (faulty, others): (Vec<usize>, Vec<usize>) = left.iter().partition(|at| faulty.contains(at));
            match faulty.as_slice() {
                [] => return self.set(&others, Verdict::Holds),
                [_] if others.is_empty() => return self.set(&faulty, Verdict::Fails),
                faulty => faulty.iter().for_each(|at| self.decide_apart(&[*at])),
            }
            left = others;
        }
    }

    /// Tries fixes apart that fail together. Where all of them are of one kind and the first one fails alone, the others
    /// are not tried again.
    fn divide(&mut self, mut group: Vec<usize>) {
        let kind = |at: &usize| self.candidates.get(*at).map(|it| (it.finding.code.name, it.rank));
        group.sort_by_key(kind);
        let (Some(&first), Some(last)) = (group.first(), group.last()) else { return };
        if kind(&first) == kind(last) {
            self.decide(&[first]);
            if self.verdicts.get(first) != Some(&Verdict::Holds) {
                return;
            }
            group.remove(0);
        }
        let (one, other) = group.split_at(group.len() / 2);
        for half in [one, other].into_iter().filter(|half| !half.is_empty()) {
            self.decide(half);
        }
    }

    fn set(&mut self, group: &[usize], verdict: Verdict) {
        for &at in group {
            if let Some(of) = self.verdicts.get_mut(at) {
                *of = verdict;
            }
        }
    }

    /// The fixes of a group that the check of the document with all of them speaks against; nothing where there is
    /// no budget for it.
    fn trial(&mut self, group: &[usize]) -> Option<HashSet<usize>> {
        let fixes: BTreeSet<usize> = group.iter().filter_map(|at| self.first.get(*at).copied()).collect();
        let fixes: Vec<usize> = fixes.into_iter().collect();
        let [single] = *fixes else {
            let after = self.findings_with(&fixes, group)?;
            return Some(self.faulty(group, &after));
        };
        if !self.tried.contains_key(&single) {
            let numbered = self.first.iter().enumerate();
            let same: Vec<usize> =
                numbered.filter(|(_, first)| **first == single).map(|(at, _)| at).collect();
            let after = self.findings_with(&fixes, &same)?;
            self.tried.insert(single, after);
        }
        Some(self.faulty(group, self.tried.get(&single)?))
    }

    /// The findings of the document with the fixes of a group, as far as they matter to those of some candidates;
    /// nothing where the budget is spent. Fixes that do not fit the text leave it as it is.
    fn findings_with(&mut self, group: &[usize], of: &[usize]) -> Option<HashMap<FindingKey, usize>> {
        let Fixer { file, context, config, .. } = self.fixer;
        self.checks = self.checks.checked_sub(1)?;
        self.fixer.spend(file.tree().documents().get(self.document)?.range.len())?;
        let mut edits = EditSet::of(file.text());
        let fits = group.iter().all(|&at| self.candidates.get(at).is_some_and(|c| edits.add(&c.fix)));
        let Some(file) = edits.edited(file).filter(|_| fits) else {
            return Some(self.before.clone());
        };
        let config = Config { advice: self.advice(of), ..(*config).clone() };
        Some(count(check_document(&file, self.document, *context, &config).iter()))
    }

    /// The advice that shows whether the fixes of a group fix their findings: other advice speaks against none.
    fn advice(&self, group: &[usize]) -> Advice {
        let findings = group.iter().filter_map(|&at| Some(self.candidates.get(at)?.finding));
        let advised: Vec<_> = findings.filter(|finding| !finding.code.server).collect();
        let on_rule = |finding: &&Finding| AdviceOnRule {
            code: finding.code,
            path: finding.path.steps().to_vec(),
            words: words(&finding.message),
        };
        match advised.iter().all(|finding| SEARCHED.contains(&finding.code)) {
            true if advised.is_empty() => Advice::Nothing,
            true => Advice::OnRules(advised.iter().map(on_rule).collect()),
            false => Advice::All,
        }
    }

    /// The fixes whose finding is still there, and those next to which there are new findings.
    fn faulty(&self, group: &[usize], after: &HashMap<FindingKey, usize>) -> HashSet<usize> {
        let number = |of: &HashMap<FindingKey, usize>, key: &FindingKey| of.get(key).copied().unwrap_or(0);
        let mut members: Vec<(&FindingKey, usize)> =
            group.iter().filter_map(|&at| Some((self.keys.get(at)?, at))).collect();
        let mut fixes: HashMap<&FindingKey, usize> = HashMap::new();
        members.iter().for_each(|(key, _)| *fixes.entry(key).or_default() += 1);
        let stays = |key: &FindingKey| {
            number(after, key) + fixes.get(key).copied().unwrap_or(0) > number(&self.before, key)
        };
        let mut faulty: HashSet<usize> =
            members.iter().filter(|(key, _)| stays(key)).map(|(_, at)| *at).collect();
        members.sort_by(|(a, _), (b, _)| a.path.cmp(&b.path));
        // The server warns only of what it can read.
        let was_read = self.before.keys().all(|key| key.code != "not-yaml");
        let counts = |kind: ErrorType| was_read || kind != ErrorType::Warning;
        let is_new = |(key, n): &(&FindingKey, &usize)| {
            key.server.is_some_and(counts) && **n > number(&self.before, key)
        };
        // Many findings can have the same neighbours.
        let neighbours: BTreeSet<_> =
            after.iter().filter(is_new).map(|(key, _)| neighbours(&members, &key.path)).collect();
        for (from, to) in neighbours {
            faulty.extend(members.get(from..to).unwrap_or_default().iter().map(|(_, at)| *at));
        }
        faulty
    }
}

/// Those of some findings, sorted by path, that have most steps in common with another one: from the first to before
/// the last.
fn neighbours(sorted: &[(&FindingKey, usize)], path: &[PathStep]) -> (usize, usize) {
    let common = |(key, _): &(&FindingKey, usize)| {
        key.path.iter().zip(path).take_while(|(one, other)| one == other).count()
    };
    let at = sorted.partition_point(|(key, _)| key.path.as_slice() < path);
    let around = [at.checked_sub(1), Some(at)].into_iter().flatten().filter_map(|at| sorted.get(at));
    let shared = path.get(..around.map(common).max().unwrap_or(0)).unwrap_or_default();
    let from = sorted.partition_point(|(key, _)| key.path.as_slice() < shared);
    let is_below = |(key, _): &&(&FindingKey, usize)| key.path.starts_with(shared);
    (from, from + sorted.iter().skip(from).take_while(is_below).count())
}

/// Whether the server reports more after an edit than before it.
pub(super) fn adds_errors(before: &[&Finding], after: &[Finding]) -> bool {
    let before = count(before.iter().copied());
    let is_new =
        |(key, n): (FindingKey, usize)| key.server.is_some() && n > before.get(&key).copied().unwrap_or(0);
    count(after.iter()).into_iter().any(is_new)
}

fn count<'f>(findings: impl Iterator<Item = &'f Finding>) -> HashMap<FindingKey, usize> {
    let mut counts = HashMap::new();
    findings.for_each(|finding| *counts.entry(FindingKey::of(finding)).or_default() += 1);
    counts
}

/// What a finding says, without the numbers of versions and items and those of costs: they change with what
/// stands before them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct FindingKey {
    code: &'static str,
    server: Option<ErrorType>,
    path: Vec<PathStep>,
    words: String,
}

impl FindingKey {
    fn of(finding: &Finding) -> Self {
        let server = finding.server.as_ref();
        let step = |step: &PathStep| if step.index().is_some() { PathStep::Index(0) } else { step.clone() };
        // Of a fault in YAML the library says what it came to first: with the fault fixed it comes to the next one.
        let detail = server.filter(|_| finding.code.name != "not-yaml").map(|server| &server.detail);
        Self {
            code: finding.code.name,
            server: server.map(|server| server.kind),
            path: finding.path.steps().iter().map(step).collect(),
            // By how much a cost is too high is no other finding.
            words: words(detail.unwrap_or(&finding.message)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(path: &[&str]) -> FindingKey {
        let path = path.iter().map(|name| PathStep::name(name)).collect();
        FindingKey { code: "made-up", server: None, path, words: String::new() }
    }

    #[test]
    fn the_neighbours_of_a_finding_share_most_of_its_path() {
        let keys = [&["a"][..], &["a", "b", "c"], &["a", "b", "d"], &["e", "f"]].map(finding);
        let sorted: Vec<_> = keys.iter().zip(0..).collect();
        for (path, of) in
            [(&["a", "b", "x"][..], (1, 3)), (&["a", "b", "c"], (1, 2)), (&["z"], (0, 4)), (&["e"], (3, 4))]
        {
            assert_eq!(neighbours(&sorted, &finding(path).path), of, "{path:?}");
        }
    }
}
