//! The names of a CRD, and what one says of the others.
//!
//! Knows `metadata.name`, `spec.group` and `spec.names`; must not know where they are suggested.

use std::borrow::Cow;

use super::manifest_value::ManifestValue;

/// What is written of a CRD's names; empty where nothing is.
#[derive(Debug)]
pub(super) struct Names<'t> {
    name: Cow<'t, str>,
    group: Cow<'t, str>,
    kind: Cow<'t, str>,
    plural: Cow<'t, str>,
    singular: Cow<'t, str>,
}

impl<'t> Names<'t> {
    pub(super) fn of(root: ManifestValue<'t>) -> Self {
        let names = root.at(&["spec", "names"]);
        Self {
            name: root.get("metadata").str("name"),
            group: root.get("spec").str("group"),
            kind: names.str("kind"),
            plural: names.str("plural"),
            singular: names.str("singular"),
        }
    }

    /// `metadata.name`, where both its parts are known.
    pub(super) fn whole(&self) -> Option<String> {
        let plural = if self.plural.is_empty() { self.plural_of_kind()? } else { self.plural.to_string() };
        (!self.group.is_empty()).then(|| format!("{plural}.{}", self.group))
    }

    pub(super) fn group(&self) -> Option<String> {
        let (_, group) = self.name.split_once('.')?;
        Some(group.to_owned())
    }

    pub(super) fn plural(&self) -> Option<String> {
        let named = self.name.split_once('.').map(|(plural, _)| plural.to_owned());
        named.or_else(|| self.plural_of_kind())
    }

    fn plural_of_kind(&self) -> Option<String> {
        let kind = lower(&self.kind)?;
        let ends = |ends: &[&str]| ends.iter().any(|end| kind.ends_with(end));
        Some(match kind.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
            _ if ends(&["s", "x", "z", "ch", "sh"]) => format!("{kind}es"),
            _ => format!("{kind}s"),
        })
    }

    pub(super) fn singular(&self) -> Option<String> {
        lower(&self.kind)
    }

    pub(super) fn list_kind(&self) -> Option<String> {
        (!self.kind.is_empty()).then(|| format!("{}List", self.kind))
    }

    pub(super) fn kind(&self) -> Option<String> {
        let plural = self.plural()?;
        let base = match self.singular.as_ref() {
            "" => plural.strip_suffix('s').unwrap_or(&plural),
            singular => singular,
        };
        let words = base.split('-').filter_map(|word| {
            let mut letters = word.chars();
            Some(letters.next()?.to_ascii_uppercase().to_string() + letters.as_str())
        });
        Some(words.collect::<String>()).filter(|kind| !kind.is_empty())
    }

    /// What kubectl prints for a deprecated version.
    pub(super) fn warning(&self, version: &str) -> String {
        let or = |text: &str, other: &'static str| {
            if text.is_empty() { other.to_owned() } else { text.to_owned() }
        };
        let (group, kind) = (or(&self.group, "example.org"), or(&self.kind, "Widget"));
        format!("{group}/{} {kind} is deprecated", or(version, "v1alpha1"))
    }
}

fn lower(kind: &str) -> Option<String> {
    (!kind.is_empty()).then(|| kind.to_ascii_lowercase())
}

/// Names that a further version could have: those that it would follow or come before, then the usual ones.
pub(super) fn versions(written: &[Cow<'_, str>]) -> Vec<String> {
    let highest = written.iter().filter_map(|name| name.strip_prefix('v')?.parse::<u32>().ok()).max();
    let next = highest.map(|number| format!("v{}", number.saturating_add(1)));
    let usual = ["v1", "v1beta1", "v1alpha1", "v2", "v2beta1", "v2alpha1"].map(str::to_owned);
    let mut found: Vec<String> = Vec::new();
    for name in next.into_iter().chain(usual) {
        if !written.iter().any(|its| **its == *name) && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}
