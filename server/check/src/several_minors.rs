//! A document by several minors: one run for those among which nothing differs, and one list of what they say.

use std::collections::HashMap;

use crdls_manifest::decode::DecodeCache;
use crdls_minors::Minors;
use crdls_minors::trace::traced;
use crdls_report::{Config, Finding};
use crdls_yaml::Document;

use super::check_by_one;
use crate::judgement::DocumentCheck;
use crate::source::Source;

/// What the minors of the settings say: first the newest, with advice, then those that it does not speak for.
pub(crate) fn check(source: Source<'_>, document: &Document, config: &Config) -> DocumentCheck {
    let own_memo = DecodeCache::default();
    let source = Source { memo: source.memo.or(Some(&own_memo)), ..source };
    let newest = Config { minors: config.kubernetes.into(), ..config.clone() };
    let (mut all, oldest) = traced(|| check_by_one(source, document, &newest));
    let same = config.minors.since(oldest.min(config.kubernetes));
    let mut left = config.minors.without(same);
    let mut holds = vec![same; all.findings.len()];
    while let Some(minor) = left.newest() {
        let (checked, oldest) = traced(|| check_by_one(source, document, &config.verdict_of(minor)));
        let same = left.since(oldest.min(minor));
        left = left.without(same);
        merge(&mut all.findings, &mut holds, checked.findings, same);
    }
    for (finding, holds) in all.findings.iter_mut().zip(holds) {
        if finding.code.server && holds != config.minors {
            finding.only_on(holds);
        }
    }
    all.findings.sort_by_key(Finding::sort_key);
    all
}

/// Adds what some minors find: what is known already holds on them too, whatever the words.
fn merge(all: &mut Vec<Finding>, holds: &mut Vec<Minors>, found: Vec<Finding>, minors: Minors) {
    let mut known: HashMap<_, Vec<usize>> = HashMap::new();
    for (at, finding) in all.iter().enumerate().rev() {
        known.entry(place(finding)).or_default().push(at);
    }
    for finding in found {
        let places = known.entry(place(&finding)).or_default();
        let same = places.iter().rposition(|at| all.get(*at).is_some_and(|one| one.path == finding.path));
        let Some(at) = same.map(|same| places.remove(same)) else {
            all.push(finding);
            holds.push(minors);
            continue;
        };
        if let Some(on) = holds.get_mut(at) {
            *on = on.or(minors);
        }
        let known = all.get_mut(at).and_then(|known| known.server.as_mut());
        if let (Some(known), Some(server)) = (known, &finding.server) {
            known.shadowed &= server.shadowed;
        }
    }
}

fn place(finding: &Finding) -> (&'static str, u32, u32) {
    (finding.code.name, finding.range.start, finding.range.end)
}
