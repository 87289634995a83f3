//! Groups, versions and resources in the rules of webhook configurations and roles.
//!
//! Knows which CRDs there are; where a rule has what is in `crdls_check`.

use crdls_check::{ResourceRule, RuleWord, resource_rules};
use crdls_manifest::model::Version;
use crdls_resource::{Index, IndexedCrd};
use crdls_yaml::{Kind, Node};

use crate::suggestion::InsertionPoint;
use crate::{Completion, CompletionKind, File, FileContext};
use crdls_yaml::cursor::ends_with_bare_dash;

/// What can be an item of a list of a rule at an offset, unordered.
pub(crate) fn completions(file: &File, offset: u32, context: FileContext<'_>) -> Vec<Completion> {
    let (Some((rule, list, word)), Some(crds)) = (rule_at(file, offset), context.crds) else {
        return Vec::new();
    };
    let node = item_at(list, offset);
    let before = file.text().get(..offset as usize).unwrap_or_default();
    let is_free = list.kind() == Kind::FlowSeq || ends_with_bare_dash(before.trim_end_matches(' '));
    if node.is_none() && !is_free {
        return Vec::new();
    }
    let point = InsertionPoint::new(file, file.cursor(offset), 0).in_scalar(node);
    let mut found: Vec<Completion> = Vec::new();
    for (text, detail) in words(&rule, word, crds) {
        match found.iter_mut().find(|same| same.label == text) {
            Some(same) => same.detail = same.detail.take().filter(|known| *known == detail),
            None => {
                let mut new = point.value(&text).completion(&text, CompletionKind::Value, text.clone());
                new.detail = Some(detail);
                found.push(new);
            }
        }
    }
    found
}

/// What a list may name, each with the kind or the group that it is of.
fn words(rule: &ResourceRule<'_>, word: RuleWord, crds: &Index) -> Vec<(String, String)> {
    let of_rule = || rule.crds(crds).into_iter();
    match word {
        RuleWord::Group => {
            crds.all().map(|known| (known.header().spec().group().to_owned(), kind(known))).collect()
        }
        RuleWord::Version => {
            let versions = |known: &IndexedCrd| {
                known.header().served_versions().into_iter().map(name).collect::<Vec<_>>()
            };
            of_rule()
                .flat_map(|known| versions(known).into_iter().map(|version| (version, kind(known))))
                .collect()
        }
        RuleWord::Resource => {
            of_rule().flat_map(|known| resources(known).into_iter().map(|text| (text, kind(known)))).collect()
        }
    }
}

/// The plural of a CRD, and its subresources.
fn resources(known: &IndexedCrd) -> Vec<String> {
    let plural = known.header().spec().names().plural();
    let crd = known.crd();
    let on: Vec<_> = crd.served_versions().into_iter().filter_map(Version::subresources).collect();
    let subresources = [
        ("status", on.iter().any(|on| on.status().is_some())),
        ("scale", on.iter().any(|on| on.scale().is_some())),
    ];
    let subresources = subresources.into_iter().filter(|(_, is_on)| *is_on);
    std::iter::once(plural.to_owned())
        .chain(subresources.map(|(name, _)| format!("{plural}/{name}")))
        .collect()
}

fn kind(known: &IndexedCrd) -> String {
    known.header().spec().names().kind().to_owned()
}

fn name(version: Version<'_>) -> String {
    version.name().to_owned()
}

/// The rule and the list of it that an offset is in.
fn rule_at(file: &File, offset: u32) -> Option<(ResourceRule<'_>, Node<'_>, RuleWord)> {
    let objects = file.objects_of(file.document_at(offset));
    objects.flat_map(|object| resource_rules(object.node)).find_map(|rule| {
        let (list, word) = rule.list_at(offset)?;
        Some((rule, list, word))
    })
}

/// The item of a list at an offset that is a text.
fn item_at(list: Node<'_>, offset: u32) -> Option<Node<'_>> {
    list.items().find(|item| item.range().touches(offset) && item.kind().is_scalar() && !item.is_empty())
}
