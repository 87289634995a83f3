//! Markers on the types of several versions that set the same field of the CRD.
//!
//! controller-gen applies them in the order of a Go map (pkg/crd/spec.go, `NeedCRDFor`), so that each run may give another
//! CRD.

use std::collections::BTreeMap;
use std::sync::Arc;

use crdls_report::{Finding, Related, code};
use crdls_text::TextRange;

use super::{Context, finding, help, why};
use crate::Parsed;
use crate::program::TypeAt;

code!(
    RANDOM_ORDER,
    "random-marker-order",
    Warning,
    advice,
    "versions set a field of the CRD to different values, and the order of their markers is random"
);

/// A field of a CRD that the types of two versions set to different values.
#[derive(Clone, Debug)]
pub(super) struct Unstable {
    /// Where each version sets it, and to what.
    first: Setting,
    second: Setting,
    /// The field, as its marker names it.
    field: Arc<str>,
    kind: String,
}

/// A value that a marker sets.
#[derive(Clone, Debug, PartialEq)]
struct Setting {
    /// The path of the file.
    file: String,
    /// The name of the version.
    version: String,
    marker: &'static str,
    range: TextRange,
    value: Option<String>,
}

/// The fields of a CRD that its markers set.
type Fields = BTreeMap<Arc<str>, Setting>;

/// The fields whose value depends on the order of versions.
pub(super) fn unstable<'p>(versions: impl Iterator<Item = TypeAt<'p>>) -> Vec<Unstable> {
    let mut by_kind: BTreeMap<(&str, &str), Vec<TypeAt<'_>>> = BTreeMap::new();
    for at in versions {
        by_kind.entry((at.package.group_name().unwrap_or_default(), at.name())).or_default().push(at);
    }
    let mut found = Vec::new();
    for ((_, kind), types) in by_kind {
        for (number, second) in types.iter().enumerate() {
            let before = types.get(..number).unwrap_or_default();
            let mut known: Vec<Arc<str>> = Vec::new();
            for first in before {
                // What the CRD has after both, in either order.
                let (one, other) = (applied(&[*first, *second]), applied(&[*second, *first]));
                for (field, second) in one {
                    let Some(first) = other.get(&field).filter(|first| first.value != second.value) else {
                        continue;
                    };
                    if !known.contains(&field) {
                        known.push(field.clone());
                        found.push(Unstable { first: first.clone(), second, field, kind: kind.to_owned() });
                    }
                }
            }
        }
    }
    found
}

/// What the markers of types leave in a CRD.
fn applied(types: &[TypeAt<'_>]) -> Fields {
    let mut fields = Fields::new();
    for at in types {
        for parsed in at.file.markers.values_of(at.owner()) {
            apply(*at, parsed, &mut fields);
        }
    }
    fields
}

/// `Resource.ApplyToCRD` and `Metadata.ApplyToCRD` (pkg/crd/markers/crd.go).
fn apply(at: TypeAt<'_>, parsed: &Parsed, fields: &mut Fields) {
    let mut set = |field: &str, range: Option<TextRange>, value: Option<String>| {
        let setting = Setting {
            file: at.file.path.clone(),
            version: at.package.name().to_owned(),
            marker: parsed.marker.name,
            range: range.unwrap_or(parsed.range),
            value,
        };
        fields.insert(field.into(), setting);
    };
    let argument = |name: &str| {
        let value = parsed.value_of(name)?;
        let items: Vec<_> = value.items().iter().filter_map(|item| item.as_str()).collect();
        let text = value.as_str().map_or_else(|| items.join(";"), str::to_owned);
        (!text.is_empty()).then_some((value.range, text))
    };
    match parsed.marker.name {
        "kubebuilder:resource" => {
            // An empty name leaves the one that is there; everything else is replaced.
            for name in ["path", "singular"] {
                if let Some((range, text)) = argument(name) {
                    set(name, Some(range), Some(text));
                }
            }
            for name in ["shortName", "categories", "scope"] {
                let found = argument(name);
                let default = (name == "scope").then(|| "Namespaced".to_owned());
                set(name, found.as_ref().map(|(range, _)| *range), found.map(|(_, text)| text).or(default));
            }
        }
        "kubebuilder:metadata" => {
            for list in ["annotations", "labels"] {
                for item in parsed.value_of(list).map_or(&[][..], |value| value.items()) {
                    let text = item.as_str().and_then(|text| text.split_once('='));
                    if let Some((key, value)) = text {
                        set(&format!("{list}.{key}"), Some(item.range), Some(value.to_owned()));
                    }
                }
            }
        }
        _ => {}
    }
}

/// The findings of a file: at the later one of two versions.
pub(super) fn check(context: Context<'_>, found: &mut Vec<Finding>) {
    let is_here = |one: &&Unstable| one.second.file == context.file.path;
    for Unstable { first, second, field, kind } in context.survey.unstable.iter().filter(is_here) {
        let shown = |setting: &Setting| match &setting.value {
            Some(value) => format!("`{value}`"),
            None => "nothing".to_owned(),
        };
        let message = format!(
            "`+{}` sets `{field}` of `{kind}` to {}, and the one of `{}` to {}: the CRD has either, at random",
            second.marker,
            shown(second),
            first.version,
            shown(first),
        );
        let mut one = finding(&RANDOM_ORDER, second.range, message);
        why(
            &mut one,
            format!(
                "controller-gen applies the markers of all versions in random order. If `{}` comes last, the CRD has {}; if \
                 `{}` comes last, {}.",
                second.version,
                shown(second),
                first.version,
                shown(first),
            ),
        );
        help(&mut one, format!("Write `+{}` in one version only, or the same in all.", second.marker));
        let file = (first.file != context.file.path).then(|| first.file.clone());
        let message = format!("`{}` sets it to {}", first.version, shown(first));
        one.related.push(Related { file, range: first.range, message });
        found.push(one);
    }
}
