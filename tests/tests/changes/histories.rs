//! Consecutive releases of public projects (needs the acceptance data).

use std::collections::BTreeMap;

use crdls_change::Class;

use super::*;

/// Two consecutive releases of a project.
pub(super) struct ReleasePair {
    /// `kueue v0.14.0..v0.15.0`
    pub name: String,
    pub old: Vec<PathBuf>,
    pub new: Vec<PathBuf>,
}

/// All pairs of consecutive releases; a project with channels has those of each.
pub(super) fn pairs(root: &Path) -> Vec<ReleasePair> {
    // By the numbers of the tag: the tag and its files.
    type Tags = BTreeMap<Vec<u32>, (String, Vec<PathBuf>)>;
    let mut releases: BTreeMap<String, Tags> = BTreeMap::new();
    for path in corpus::files(root, &["histories"], &["yaml", "yml"]) {
        let below = path.strip_prefix(root.join("histories")).expect("below it").to_path_buf();
        let steps: Vec<_> = below.iter().map(|step| step.to_string_lossy().into_owned()).collect();
        let project = if steps.len() > 3 { format!("{} {}", steps[0], steps[2]) } else { steps[0].clone() };
        let order = steps[1].trim_start_matches('v').split('.').map(|n| n.parse().unwrap_or(0)).collect();
        let tags = releases.entry(project).or_default();
        tags.entry(order).or_insert_with(|| (steps[1].clone(), Vec::new())).1.push(path);
    }
    let mut found = Vec::new();
    for (project, tags) in releases {
        let tags: Vec<_> = tags.into_values().collect();
        for pair in tags.windows(2) {
            let name = format!("{project} {}..{}", pair[0].0, pair[1].0);
            found.push(ReleasePair { name, old: pair[0].1.clone(), new: pair[1].1.clone() });
        }
    }
    found
}

/// At most so many of 100 changes but those of rules may be unproven.
const MOST_UNPROVEN: usize = 5;

#[test]
fn few_changes_are_unproven() {
    let Some(pairs) = super::live::history_pairs() else { return };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut all, mut unproven, mut wrong) = (0, 0, Vec::new());
    for pair in pairs {
        for change in pair.changes() {
            let state = if change.is_unproven() { "unproven" } else { change.class.name() };
            *counts.entry(state).or_default() += 1;
            if change.is_unproven() {
                println!(
                    "{}: unproven {} of {} at {}",
                    pair.name,
                    change.code.name(),
                    change.crd,
                    change.path
                );
            }
            if change.code.part.name != "rule" {
                all += 1;
                unproven += usize::from(change.is_unproven());
            }
            let is_text = ["description", "title", "example", "external-docs", "rule-message"];
            if is_text.contains(&change.code.part.name) && change.class != Class::Internal {
                wrong.push(format!("{}: {}", pair.name, change.message));
            }
        }
    }
    println!("changes by class: {counts:?}");
    println!("unproven, rules aside: {unproven} of {all}");
    assert!(wrong.is_empty(), "texts break nothing: {}", wrong.join("\n"));
    assert!(all > 0 && unproven * 100 <= all * MOST_UNPROVEN, "{unproven} of {all} are unproven");
}
