//! Groups of fixes that one trial proves as well as a trial of each.
//!
//! What is reported of the schema of one field does not depend on the schemas of other fields next to it, nor what is
//! reported of one rule on other rules. So two fixes cannot influence each other if each changes only the schema of a
//! field, or the rule, that its finding is in, and neither is inside the other. What depends on both, such as a rule of a
//! schema around them or the cost of all rules, shows as a new finding, and then each is tried alone.

use crdls_report::{FieldPath, Locator, PathStep};
use crdls_text::TextRange;

use super::Candidate;
use crate::File;

/// So many are tried together: the searches of one trial share a budget.
const MOST: usize = 8;

/// The candidates in groups, the best fixes first. `first`: the first candidate with the same edits, which is in the same
/// group.
pub(super) fn groups(
    file: &File,
    document: usize,
    candidates: &[Candidate<'_>],
    first: &[usize],
) -> Vec<Vec<usize>> {
    let mut same: Vec<Vec<usize>> = vec![Vec::new(); candidates.len()];
    for (at, first) in first.iter().enumerate() {
        same.get_mut(*first).into_iter().for_each(|same| same.push(at));
    }
    same.retain(|same| !same.is_empty());
    same.sort_by_key(|same| same.first().and_then(|at| candidates.get(*at)).map(|first| first.rank));
    let mut parts = Parts::of(file, document);
    let mut groups: Vec<Group> = Vec::new();
    for members in same {
        let around = members.iter().map(|at| parts.as_mut()?.around(candidates.get(*at)?));
        let changed = around.collect::<Option<Vec<_>>>().map(|all| all.into_iter().flatten().collect());
        let new = Group { members, changed };
        match groups.iter_mut().find(|group| group.is_apart_from(&new)) {
            Some(group) => group.join(new),
            None => groups.push(new),
        }
    }
    groups.into_iter().map(|group| group.members).collect()
}

/// Fixes that cannot influence each other.
struct Group {
    members: Vec<usize>,
    /// The schemas and rules that they change; `None` where a fix changes something else.
    changed: Option<Vec<TextRange>>,
}

impl Group {
    fn is_apart_from(&self, other: &Self) -> bool {
        let (Some(own), Some(others)) = (&self.changed, &other.changed) else { return false };
        let overlap = |one: &TextRange, other: &TextRange| one.start < other.end && other.start < one.end;
        self.members.len() + other.members.len() <= MOST
            && own.iter().all(|one| others.iter().all(|other| !overlap(one, other)))
    }

    fn join(&mut self, other: Self) {
        self.members.extend(other.members);
        self.changed.iter_mut().zip(other.changed).for_each(|(own, others)| own.extend(others));
    }
}

/// The schemas of fields and the rules of a document.
struct Parts<'f> {
    text: &'f str,
    locator: Locator<'f>,
}

impl<'f> Parts<'f> {
    /// Nothing where one text may be part of several schemas.
    fn of(file: &'f File, document: usize) -> Option<Self> {
        let document = file.tree().documents().get(document).filter(|it| file.tree().is_plain(it))?;
        let root = file.tree().root(file.text(), document)?;
        Some(Self { text: file.text(), locator: Locator::new(root) })
    }

    /// The smallest schema of a field, or the rule, that a finding and all edits of its fix are in, with the same in other
    /// versions that the fix changes. `None` if the fix changes anything else.
    fn around(&mut self, candidate: &Candidate<'_>) -> Option<Vec<TextRange>> {
        let path = &candidate.finding.path;
        let (own, _) = path.version()?;
        let versions = self.locator.find(path.versions()?.steps())?.value.items().count();
        lengths(path).into_iter().rev().find_map(|steps| {
            let mut lines = |version| self.lines(path.in_version(version).steps().get(..steps)?);
            let mut parts = vec![lines(own)?];
            let is_in = |parts: &[TextRange], range| parts.iter().any(|part| part.covers(range));
            let edits = || candidate.fix.edits.iter().map(|edit| edit.range);
            if edits().any(|edit| !is_in(&parts, edit)) {
                let others = (0..versions).filter(|version| *version != own).filter_map(lines);
                parts.extend(others.filter(|other| edits().any(|edit| other.covers(edit))));
            }
            edits().all(|edit| is_in(&parts, edit)).then_some(parts)
        })
    }

    /// The lines of the value of a path, with the line break after it; nothing where its first line has a key.
    fn lines(&mut self, path: &[PathStep]) -> Option<TextRange> {
        let found = self.locator.find(path).filter(|found| found.complete)?;
        let TextRange { start, end } = found.value.range();
        let before = self.text.get(..start as usize)?.trim_end_matches([' ', '-']);
        let rest = self.text.get(end as usize..)?;
        let behind = rest.find('\n').map_or(rest.len(), |at| at + 1);
        before.ends_with('\n').then(|| TextRange::new(before.len() as u32, end + behind as u32))
    }
}

/// How many steps of a path lead to the schemas of fields, the outermost first, and to a rule.
fn lengths(path: &FieldPath) -> Vec<usize> {
    let steps = path.steps();
    let Some(root) = steps.iter().position(|step| step.member() == Some("openAPIV3Schema")) else {
        return Vec::new();
    };
    let (mut found, mut at) = (Vec::new(), root + 1);
    while let Some(step) = steps.get(at).and_then(PathStep::member) {
        at += match step {
            "properties" | "x-kubernetes-validations" if at + 1 < steps.len() => 2,
            "items" | "additionalProperties" => 1,
            _ => break,
        };
        found.push(at);
        if step == "x-kubernetes-validations" {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crdls_report::{Finding, Fix, code};
    use crdls_text::Edit;

    use super::*;

    code!(MADE_UP, "missing-type", Error, server, "made up");

    const TEXT: &str = "\
spec:
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        properties:
          a:
            type: one
          b:
            type: two
            x-kubernetes-validations:
            - rule: three
            - rule: four
";

    /// The groups of fixes of findings at paths below the schema of the version, each of which replaces a word.
    fn grouped(fixes: &[(&[&str], &str)]) -> Vec<Vec<usize>> {
        let made = fixes.iter().map(|(path, word)| {
            let names = FieldPath::of_names(&["spec", "versions"]).item(0);
            let schema = names.child("schema").child("openAPIV3Schema");
            let step = |path: FieldPath, name: &&str| match name.parse() {
                Ok(index) => path.item(index),
                Err(_) => path.child(name),
            };
            let path = path.iter().fold(schema, step);
            let at = TEXT.find(word).unwrap() as u32;
            let range = TextRange::new(at, at + word.len() as u32);
            let edits = vec![Edit { range, new_text: String::new() }];
            (Finding::new(&MADE_UP, range, path, ""), Fix { title: String::new(), safe: true, edits })
        });
        let made: Vec<(Finding, Fix)> = made.collect();
        let mut candidates = Vec::new();
        for (finding, fix) in &made {
            candidates.push(Candidate { finding, rank: 0, fix: fix.clone() });
        }
        let file = File::new(TEXT.to_owned());
        groups(&file, 0, &candidates, &super::super::first_with_edits(&candidates))
    }

    #[test]
    fn fixes_in_different_schemas_are_tried_together() {
        let (a, b) = (&["properties", "a", "type"][..], &["properties", "b", "type"][..]);
        assert_eq!(grouped(&[(a, "one"), (b, "two")]), [[0, 1]]);
        // One changes the schema of another field, one what is around both.
        assert_eq!(grouped(&[(a, "one"), (a, "two")]), [[0], [1]]);
        assert_eq!(grouped(&[(a, "one"), (b, "v1")]), [[0], [1]]);
    }

    #[test]
    fn fixes_in_different_rules_are_tried_together() {
        let rule = |index| ["properties", "b", "x-kubernetes-validations", index, "rule"];
        let (first, second) = (rule("0"), rule("1"));
        assert_eq!(grouped(&[(&first, "three"), (&second, "four")]), [[0, 1]]);
        assert_eq!(grouped(&[(&first, "three"), (&second, "two")]), [[0], [1]]);
    }
}
