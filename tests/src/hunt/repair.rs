//! Taking out what refuses a manifest, so that the later stages have work: rules run only where nothing
//! else is wrong.

use crdls_minors::Minor;
use serde_json::Value;

use super::shrink::remove;
use crate::generate::yaml::plain;
use crate::verdicts;

/// How often what is wrong is looked for: one fault hides the next.
const ROUNDS: usize = 6;

/// Removes the values that crdls refuses, in rounds.
pub fn repair(manifest: &mut Value) {
    for _ in 0..ROUNDS {
        let verdict = verdicts::ours(plain(manifest), Minor::NEWEST).remove(&0).unwrap_or_default();
        if verdict.errors.is_empty() {
            return;
        }
        // A rule goes by itself where there is one; else places take what is around them along.
        let paths: Vec<_> = verdict.paths.values().collect();
        let rules: Vec<_> = paths.iter().copied().filter(|path| path.contains("validations[")).collect();
        for path in if rules.is_empty() { paths } else { rules } {
            take(manifest, path);
        }
    }
}

/// Removes what is at a path, or the nearest that is there.
fn take(manifest: &mut Value, path: &str) {
    let mut steps = steps(path);
    while let Some(last) = steps.pop() {
        let pointer: String = steps.iter().map(|step| format!("/{}", escaped(step))).collect();
        let there = manifest.pointer(&format!("{pointer}/{}", escaped(&last))).is_some();
        // What is missing at the top is no reason to lose all.
        if steps.len() < 4 && !there {
            return;
        }
        if there {
            return remove(manifest.pointer_mut(&pointer), &last);
        }
    }
}

fn escaped(step: &str) -> String {
    step.replace('~', "~0").replace('/', "~1")
}

/// `spec.versions[0].a[b.c]` in steps.
fn steps(path: &str) -> Vec<String> {
    let mut steps = vec![String::new()];
    let mut inside = false;
    for c in path.chars() {
        match c {
            '[' if !inside => inside = true,
            ']' if inside => {
                inside = false;
                continue;
            }
            '.' if !inside => {}
            c => {
                steps.last_mut().into_iter().for_each(|last| last.push(c));
                continue;
            }
        }
        steps.push(String::new());
    }
    steps.retain(|step| !step.is_empty());
    steps
}
