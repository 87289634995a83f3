//! Which resources a target selects: anchored expressions, and selectors of labels as apimachinery reads them.

use crdls_go::regexp::{self, Regexp};

use crate::id::{ID_PARTS, IdPart, ResId};
use crate::kustomization::Target;
use crate::resource::{Resource, strings_of};

/// A target, read (`types.SelectorRegex`).
#[derive(Debug)]
pub(crate) struct Selection {
    /// For each of [`ID_PARTS`].
    id: [Option<Regexp>; 5],
    labels: Vec<Requirement>,
    annotations: Vec<Requirement>,
    /// Whether a part of an id is asked for.
    pub(crate) asks_for_id: bool,
}

/// A part of a selector of labels.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Requirement {
    In(String, Vec<String>),
    NotIn(String, Vec<String>),
    Exists(String),
    Absent(String),
    Greater(String, i64),
    Less(String, i64),
}

impl Selection {
    /// Reads a target, or says why Go cannot.
    pub(crate) fn read(target: &Target) -> Result<Self, String> {
        let expression = |text: &str| match text {
            "" => Ok(None),
            text => regexp::compile(&format!("^(?:{text})$")).map(Some).map_err(|why| why.to_string()),
        };
        let texts = target.parts().map(|part| part.value.as_str());
        let [group, version, kind, name, namespace] = texts.map(expression);
        Ok(Self {
            id: [group?, version?, kind?, name?, namespace?],
            labels: requirements(&target.labels.value)?,
            annotations: requirements(&target.annotations.value)?,
            asks_for_id: texts.iter().any(|text| !text.is_empty()),
        })
    }

    fn fits_kind(&self, id: &ResId) -> bool {
        self.id.iter().zip(ID_PARTS).take(3).all(|(expression, part)| fits(expression.as_ref(), part(id)))
    }

    /// Whether an id fits (`TargetSelectorRegex.Selects`).
    pub(crate) fn fits_id(&self, id: &ResId) -> bool {
        let [.., name, namespace] = &self.id;
        self.fits_kind(id) && fits(name.as_ref(), &id.name) && fits(namespace.as_ref(), &id.namespace)
    }

    pub(crate) fn fits_labels(&self, resource: &Resource) -> bool {
        let all = |requirements: &[Requirement], field| {
            requirements.is_empty()
                || resource.node.as_ref().is_some_and(|node| {
                    let strings = strings_of(node, field);
                    requirements.iter().all(|requirement| requirement.matches(&strings))
                })
        };
        all(&self.labels, "labels") && all(&self.annotations, "annotations")
    }

    /// Whether it asks for labels or annotations.
    pub(crate) fn asks_for_labels(&self) -> bool {
        !self.labels.is_empty() || !self.annotations.is_empty()
    }

    /// Whether it selects a resource by its first or its current name and namespace (`resWrangler.Select`).
    pub(crate) fn selects(&self, resource: &Resource) -> bool {
        let (current, original) = (resource.id(), resource.original_id());
        let mut others = self.id.iter().zip(ID_PARTS).skip(3);
        others.all(|(expression, part)| {
            [&original, &current].iter().any(|id| fits(expression.as_ref(), part(id)))
        }) && self.fits_kind(&current)
            && self.fits_labels(resource)
    }

    /// Whether each part of the target fits some id on its own, for a hint at the part that does not.
    pub(crate) fn parts_that_fit(&self, ids: &[ResId]) -> [bool; 5] {
        let fit = |(expression, part): (&Option<Regexp>, IdPart)| {
            ids.iter().any(|id| fits(expression.as_ref(), part(id)))
        };
        let mut parts = self.id.iter().zip(ID_PARTS).map(fit);
        std::array::from_fn(|_| parts.next().unwrap_or(true))
    }
}

fn fits(expression: Option<&Regexp>, text: &str) -> bool {
    expression.is_none_or(|expression| expression.is_match(text))
}

impl Requirement {
    fn matches(&self, labels: &[(String, String)]) -> bool {
        let value = |key: &str| labels.iter().find(|(name, _)| name == key).map(|(_, value)| value);
        let number = |key: &str| value(key).and_then(|value| value.parse::<i64>().ok());
        match self {
            Self::In(key, values) => value(key).is_some_and(|value| values.contains(value)),
            Self::NotIn(key, values) => value(key).is_none_or(|value| !values.contains(value)),
            Self::Exists(key) => value(key).is_some(),
            Self::Absent(key) => value(key).is_none(),
            Self::Greater(key, bound) => number(key).is_some_and(|number| number > *bound),
            Self::Less(key, bound) => number(key).is_some_and(|number| number < *bound),
        }
    }
}

/// Reads a selector of labels (`labels.Parse`).
fn requirements(text: &str) -> Result<Vec<Requirement>, String> {
    let mut all = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (requirement, after) = requirement(rest)?;
        all.push(requirement);
        rest = after.trim_start();
        match rest.strip_prefix(',') {
            Some(after) => rest = after.trim_start(),
            None if rest.is_empty() => {}
            None => {
                return Err(format!(
                    "unable to parse requirement: found '{rest}', expected: ',' or 'end of string'"
                ));
            }
        }
    }
    Ok(all)
}

fn requirement(text: &str) -> Result<(Requirement, &str), String> {
    let (absent, text) = text.strip_prefix('!').map_or((false, text), |rest| (true, rest.trim_start()));
    let (key, rest) = word(text);
    if key.is_empty() {
        return Err(format!(
            "unable to parse requirement: found '{text}', expected: !, identifier, or 'end of string'"
        ));
    }
    let (key, rest) = (key.to_owned(), rest.trim_start());
    if absent {
        return Ok((Requirement::Absent(key), rest));
    }
    for (operator, negated) in [("==", false), ("!=", true), ("=", false)] {
        if let Some(rest) = rest.strip_prefix(operator) {
            let (value, rest) = word(rest.trim_start());
            let values = vec![value.to_owned()];
            return Ok((
                if negated { Requirement::NotIn(key, values) } else { Requirement::In(key, values) },
                rest,
            ));
        }
    }
    for (operator, greater) in [('>', true), ('<', false)] {
        if let Some(rest) = rest.strip_prefix(operator) {
            let (value, rest) = word(rest.trim_start());
            let bound = value.parse().map_err(|_| {
                format!(
                    "values: Invalid value: {value}: for 'Gt', 'Lt' operators, the value must be an integer"
                )
            })?;
            return Ok((
                if greater { Requirement::Greater(key, bound) } else { Requirement::Less(key, bound) },
                rest,
            ));
        }
    }
    let (operator, after) = word(rest);
    if !matches!(operator, "in" | "notin") {
        return Ok((Requirement::Exists(key), rest));
    }
    let inside = after.trim_start().strip_prefix('(').and_then(|inside| inside.split_once(')'));
    let (inside, rest) =
        inside.ok_or_else(|| format!("unable to parse requirement: found '{after}', expected: '('"))?;
    let values = inside.split(',').map(|value| value.trim().to_owned()).collect();
    Ok((if operator == "in" { Requirement::In(key, values) } else { Requirement::NotIn(key, values) }, rest))
}

fn word(text: &str) -> (&str, &str) {
    let end = text.find([' ', '\t', ',', '(', ')', '=', '!', '<', '>']).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_of_labels() {
        let labels = [("a".to_owned(), "1".to_owned()), ("b".to_owned(), String::new())];
        let matches = |text: &str| requirements(text).map(|all| all.iter().all(|r| r.matches(&labels)));
        for (text, expected) in [
            ("", true),
            ("a=1,b", true),
            ("a==2", false),
            ("a != 2", true),
            ("a in (1, 2), !c", true),
            ("c notin (x)", true),
            ("a>0", true),
            ("b=", true),
        ] {
            assert_eq!(matches(text), Ok(expected), "{text}");
        }
        assert!(matches("a b").is_err());
        assert!(matches("=1").is_err());
    }
}
