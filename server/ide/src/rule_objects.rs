//! Rules of a CRD, each with objects that it accepts and rejects.
//!
//! How an object is searched for is `crdls_suite`'s to know, and how a rule is evaluated `crdls_rules`'s.

use crdls_report::{Config, in_backticks};
use crdls_rules::run::EvaluatedPart;
use crdls_suite::{Candidate, Goal, Installed, Point, PointKind, settings, shown_by};
use crdls_text::TextRange;
use crdls_witness::to_yaml;
use crdls_yaml::Node;

use crate::expression::rules;
use crate::{EvaluatedRule, File, Hint};

/// So many characters of a value are in a hint.
const MOST_SHOWN: usize = 40;

/// A rule of a CRD.
#[derive(Clone, Debug)]
pub struct RuleRef<'t> {
    /// The scalar that has its expression.
    node: Node<'t>,
    /// The CRD.
    root: Node<'t>,
    /// The number of the version whose schema has the rule.
    version: usize,
}

/// The rule whose expression is at an offset.
pub fn rule_at(file: &File, offset: u32) -> Option<RuleRef<'_>> {
    let root = file.crd_at(offset)?;
    let (version, node) = rules(root, TextRange::empty(offset)).next()?;
    Some(RuleRef { node, root, version })
}

impl<'t> RuleRef<'t> {
    /// The range of its expression, in bytes of the file.
    pub fn range(&self) -> TextRange {
        self.node.range()
    }

    /// The group and the kind of the CRD.
    pub fn kind(&self) -> Option<(String, String)> {
        let spec = self.root.get("spec")?.value;
        let text = |node: Node<'_>, key: &str| Some(node.get(key)?.value.str()?.into_owned());
        Some((text(spec, "group")?, text(spec.get("names")?.value, "kind")?))
    }

    /// An object that the rule accepts or rejects, in YAML; before it the one that it replaces, where the rule compares
    /// the two.
    ///
    /// # Errors
    /// Why no object is found: a sentence without a final stop.
    pub fn object(&self, file: &File, goal: Goal, config: &Config) -> Result<String, String> {
        let config = settings(config);
        let candidates = Candidate::all("", file.shared_text(), file.tree());
        let of_crd = candidates.into_iter().find(|candidate| candidate.range() == self.root.range());
        let candidate = of_crd.ok_or("no CRD has the rule")?;
        let version = candidate.versions.get(self.version).cloned().unwrap_or_default();
        let installed = Installed::new(&candidate, &version, &config);
        let points = installed.points().ok_or("the version of the rule has no name")?;
        let is_it = |point: &Point| {
            matches!(point.kind, PointKind::Rule(_)) && point.range.touches(self.range().start)
        };
        let number = points.all().iter().position(is_it).ok_or("the rule does not compile")?;
        let objects = shown_by(&installed, &points, number, goal, &config)?;
        Ok(objects.iter().map(to_yaml).collect::<Vec<_>>().join("---\n"))
    }

    /// The value of each part that was evaluated, after the part. `object`: the name of what it was evaluated on.
    pub fn hints(&self, evaluated: &EvaluatedRule, object: &str) -> Vec<Hint> {
        let Ok(result) = &evaluated.result else { return Vec::new() };
        let decoded = self.node.decoded();
        let (mut open, mut found) = (vec![&result.whole], Vec::new());
        while let Some(part) = open.pop() {
            open.extend(&part.parts);
            let Some(value) = part.value(MOST_SHOWN) else { continue };
            let value = value.unwrap_or_else(|error| format!("error: {error}"));
            // After an operand comes the value of the whole.
            let is_last = part.parts.last().is_some_and(|last| last.range.end == part.range.end);
            let bound: String =
                part.variables(MOST_SHOWN).map(|(name, value)| format!(", {name} = {value}")).collect();
            found.push(Hint {
                offset: decoded.source_range(part.range).end,
                label: format!("{} {value}", if is_last { "→" } else { "=" }),
                tooltip: format!("{} in {object}{bound}", in_backticks(part.range.of(decoded.text()))),
            });
        }
        // Parts come before those that they are in.
        found.reverse();
        found.sort_by_key(|hint| hint.offset);
        found
    }

    /// The innermost part at an offset of the file, with its range there, of those that were evaluated.
    pub fn part_at<'r>(
        &self,
        evaluated: &'r EvaluatedRule,
        offset: u32,
    ) -> Option<(TextRange, &'r EvaluatedPart)> {
        let decoded = self.node.decoded();
        let range = |part: &EvaluatedPart| decoded.source_range(part.range);
        let mut part = &evaluated.result.as_ref().ok()?.whole;
        while let Some(inner) = part.parts.iter().find(|inner| range(inner).touches(offset)) {
            part = inner;
        }
        let range = range(part);
        range.touches(offset).then_some((range, part))
    }
}
