//! A few words above a version, a rule, or the kind that a CRD defines. Where they stand is found at once; what they
//! say is worked out where one is shown.

use crdls_crd::cost::{figure, share};
use crdls_fixes::{FileContext, source};
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Crd, Version};
use crdls_publish::left_out_of_v2;
use crdls_report::Config;
use crdls_text::TextRange;
use crdls_yaml::Node;

use crate::File;
use crate::expression::rules;

/// A place for a code lens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// What it is shown above, in bytes: the name of a version, the kind, or a rule.
    pub range: TextRange,
    /// What it tells.
    pub kind: LensKind,
}

/// What a code lens tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LensKind {
    /// How many CEL rules a version has and what they cost, see [`cost_words`].
    Cost {
        /// The number of the document of the CRD, from 0.
        document: usize,
        /// The offset of the version's name, in bytes.
        version: u32,
    },
    /// How many objects of the kind there are, see [`instances`].
    Instances {
        /// The group of the CRD.
        group: String,
        /// The kind that it defines.
        kind: String,
    },
    /// Clients of OpenAPI v2 do not see all of a version's schema, see [`cut_by_v2`].
    CutByV2 {
        /// The number of the document of the CRD, from 0.
        document: usize,
        /// The offset of the version's name, in bytes.
        version: u32,
    },
    /// A sample of a version can be made.
    Sample {
        /// Kind, version and group with dots in between, as `crdls sample` takes them.
        name: String,
    },
    /// A rule can be evaluated, and an object be made that it rejects.
    Rule,
}

/// The places for code lenses of a file, in the order of the text; none where the file has no CRD. Nothing is costed
/// or counted yet.
pub fn lenses(file: &File, config: &Config) -> Vec<Lens> {
    // Clients get nothing of a CRD that clusters do not take.
    let served = file.objects().filter(|(_, object)| object.kind.is_served_crd());
    let mut found: Vec<_> = file.crds().flat_map(|(number, root)| of_crd(root, number)).collect();
    found.extend(served.flat_map(|(number, object)| of_schemas(file, number, object.node, config)));
    found.sort_by_key(|lens| lens.range.start);
    found
}

fn of_crd(root: Node<'_>, document: usize) -> Vec<Lens> {
    let Some(spec) = root.get("spec").map(|entry| entry.value) else { return Vec::new() };
    let mut found = Vec::new();
    let text = |node: Node<'_>, key: &str| Some(node.get(key)?.value.str()?.into_owned());
    let kind = spec.get("names").and_then(|names| names.value.get("kind")).map(|kind| kind.value);
    let name = kind.and_then(|kind| kind.str()).filter(|name| !name.is_empty());
    let named = name.zip(text(spec, "group")).map(|(kind, group)| (kind.into_owned(), group));
    if let (Some(node), Some((kind, group))) = (kind, named.clone()) {
        found.push(Lens { range: node.range(), kind: LensKind::Instances { group, kind } });
    }
    found.extend(
        rules(root, root.range()).map(|(_, rule)| Lens { range: rule.range(), kind: LensKind::Rule }),
    );
    let versions = spec.get("versions").map(|entry| entry.value).into_iter().flat_map(Node::items);
    for version in versions {
        let Some(entry) = version.get("name") else { continue };
        let range = entry.value.range();
        found.push(Lens { range, kind: LensKind::Cost { document, version: range.start } });
        let version = entry.value.str().filter(|version| !version.is_empty());
        found.extend(version.zip(named.as_ref()).map(|(version, (kind, group))| {
            let name = format!("{kind}.{version}.{group}");
            Lens { range, kind: LensKind::Sample { name } }
        }));
    }
    found
}

/// Those of the versions whose schema has more than OpenAPI v2 can say.
fn of_schemas(file: &File, document: usize, root: Node<'_>, config: &Config) -> Vec<Lens> {
    let Some(decoded) = file.decoded(root, config) else { return Vec::new() };
    let is_cut = |version: &Version<'_>| !fields_cut_by_v2(*version, 1).is_empty();
    let cut = Crd::new(&decoded.object).versions().filter(is_cut).filter_map(name_range);
    cut.map(|range| Lens { range, kind: LensKind::CutByV2 { document, version: range.start } }).collect()
}

/// Where the name of a version is written.
fn name_range(version: Version<'_>) -> Option<TextRange> {
    Some(version.span(Field::Name)?.value)
}

/// The keys of the fields of which clients of OpenAPI v2 do not see all, in the order of the text: the field itself, or
/// what its lists and maps hold, has a keyword that v2 leaves out. Of a field without its `properties` or `items` those
/// below it are not listed. `number` and `version` as [`LensKind::CutByV2`] has them; empty where there is no such
/// version.
pub fn cut_by_v2(file: &File, number: usize, version: u32, config: &Config) -> Vec<TextRange> {
    let of_crd = |root: Node<'_>| {
        let decoded = file.decoded(root, config)?;
        let is_it = |known: &Version<'_>| name_range(*known).is_some_and(|range| range.start == version);
        Some(fields_cut_by_v2(Crd::new(&decoded.object).versions().find(is_it)?, usize::MAX))
    };
    let crds = file.crds().filter(|(document, _)| *document == number);
    let mut found = crds.filter_map(|(_, root)| of_crd(root)).next().unwrap_or_default();
    found.sort();
    found
}

/// The keys of at most so many fields; the root of the schema counts as a field.
fn fields_cut_by_v2(version: Version<'_>, most: usize) -> Vec<TextRange> {
    let mut found = Vec::new();
    let Some(schema) = version.schema().filter(|_| version.served()) else { return found };
    let mut open: Vec<_> = schema.key().map(|key| (key, schema)).into_iter().collect();
    while let Some((key, field)) = open.pop() {
        let (mut is_cut, mut node) = (false, Some(field));
        while let Some(schema) = node {
            let left_out = left_out_of_v2(schema);
            is_cut |= !left_out.is_empty();
            let has_structure = !left_out.iter().any(|keyword| matches!(*keyword, "items" | "properties"));
            open.extend(schema.properties().filter(|_| has_structure).map(|p| (p.key, p.schema)));
            node = schema.item_schema().filter(|_| has_structure).or_else(|| schema.value_schema());
        }
        if is_cut {
            found.push(key);
        }
        if found.len() >= most {
            break;
        }
    }
    found
}

/// What the code lens of a version says: how many rules there are, and what they cost together. `number` is that of
/// the document, `version` the offset of the version's name, as [`LensKind::Cost`] has them; nothing where there is no
/// such version or its schema is not structural.
pub fn cost_words(file: &File, number: usize, version: u32, config: &Config) -> Option<String> {
    let document = file.tree().documents().get(number)?;
    let costs = crdls_check::cost_numbers(source(file, FileContext::default()), document, config);
    let cost = costs.iter().find(|cost| cost.range.start == version)?;
    let refused = cost.rules.iter().filter(|rule| rule.error.is_some()).count();
    let mut words = match cost.rules.len() {
        0 => "no rules".to_owned(),
        1 => "1 rule".to_owned(),
        more => format!("{more} rules"),
    };
    if refused > 0 {
        words.push_str(&format!(", {refused} of which do not compile"));
    }
    if !cost.rules.is_empty() {
        words.push_str(&match cost.total {
            u64::MAX => ", cost overflows the budget".to_owned(),
            total => format!(", cost {} ({} of the budget)", figure(total), share(total, cost.limit)),
        });
    }
    Some(words)
}

/// How many objects of a kind a file has, of any version.
pub fn instances(file: &File, group: &str, kind: &str) -> usize {
    // Of most files this says that there is nothing to look for.
    if !file.text().contains(kind) {
        return 0;
    }
    let text = |node: Node<'_>, key: &str| Some(node.get(key)?.value.str()?.into_owned());
    let is_one = |object: &Node<'_>| {
        let of_group = text(*object, "apiVersion")
            .is_some_and(|version| version.rsplit_once('/').is_some_and(|(its, _)| its == group));
        of_group && text(*object, "kind").as_deref() == Some(kind)
    };
    file.objects().filter(|(_, object)| is_one(&object.node)).count()
}
