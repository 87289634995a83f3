//! Rules that name resources: those of ValidatingWebhookConfiguration, MutatingWebhookConfiguration, Role and ClusterRole.
//!
//! Knows where a rule has its groups, versions and resources, and which CRDs there are. Nothing else of these kinds is
//! checked; must not know what a webhook or a role does.

use std::collections::BTreeSet;

use crdls_manifest::objects::text_of;
use crdls_report::{FieldPath, Finding, Fix, Path, code};
use crdls_resource::{Index, IndexedCrd};
use crdls_text::{TextRange, misspelled, nearest};
use crdls_yaml::Node;

use super::Source;
use super::template::has_placeholder;

code!(
    UNKNOWN_RESOURCE,
    "unknown-resource",
    Warning,
    advice,
    "a webhook, a role or a ClusterServiceVersion names a resource or version that no CRD of its group has"
);

/// What a word of a rule names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleWord {
    /// An item of `apiGroups`.
    Group,
    /// An item of `apiVersions`, which only webhooks have.
    Version,
    /// An item of `resources`.
    Resource,
}

/// The lists of a rule, each with what its items are.
const LISTS: [(&str, RuleWord); 3] =
    [("apiGroups", RuleWord::Group), ("apiVersions", RuleWord::Version), ("resources", RuleWord::Resource)];

/// A rule, and the indices that lead to it from its object.
#[derive(Clone, Copy, Debug)]
pub struct ResourceRule<'t> {
    /// The mapping.
    node: Node<'t>,
    /// The index of the webhook; a role has none.
    webhook: Option<usize>,
    index: usize,
}

/// The rules of an object; none where it is of no kind that has such rules.
pub fn resource_rules(root: Node<'_>) -> Vec<ResourceRule<'_>> {
    let (Some(api_version), Some(kind)) = (text_of(root, "apiVersion"), text_of(root, "kind")) else {
        return Vec::new();
    };
    let group = api_version.split_once('/').map(|(group, _)| group);
    match (group, kind.as_str()) {
        (
            Some("admissionregistration.k8s.io"),
            "ValidatingWebhookConfiguration" | "MutatingWebhookConfiguration",
        ) => {
            let webhooks = items(root, "webhooks").enumerate();
            webhooks.flat_map(|(at, webhook)| rules(webhook, Some(at))).collect()
        }
        (Some("rbac.authorization.k8s.io"), "Role" | "ClusterRole") => rules(root, None).collect(),
        _ => Vec::new(),
    }
}

/// The rules of an admission policy, which are not checked; none for an object of another kind.
pub fn policy_rules(root: Node<'_>) -> Vec<ResourceRule<'_>> {
    let kind = text_of(root, "kind");
    let is_policy =
        |kind: &String| kind.ends_with("AdmissionPolicy") || kind.ends_with("AdmissionPolicyBinding");
    if kind.filter(is_policy).is_none() {
        return Vec::new();
    }
    let spec = root.get("spec").map(|entry| entry.value);
    let of = |key: &str| spec.and_then(|spec| spec.get(key)).map(|entry| entry.value);
    let matches = [of("matchConstraints"), of("matchResources")].into_iter().flatten();
    let lists = matches.flat_map(|node| {
        ["resourceRules", "excludeResourceRules"].into_iter().flat_map(move |key| items(node, key))
    });
    lists.enumerate().map(|(index, node)| ResourceRule { node, webhook: None, index }).collect()
}

/// The resources, each after its group, that a MutatingWebhookConfiguration may change when they are created.
pub fn mutated_resources(root: Node<'_>) -> Vec<(String, String)> {
    if text_of(root, "kind").as_deref() != Some("MutatingWebhookConfiguration") {
        return Vec::new();
    }
    let is_creation = |rule: &ResourceRule<'_>| {
        let operations = rule.texts("operations");
        operations.is_empty()
            || operations.iter().any(|operation| ["CREATE", "*"].contains(&operation.as_str()))
    };
    let pairs = |rule: ResourceRule<'_>| {
        let resources = rule.texts("resources");
        let groups = rule.texts("apiGroups").into_iter();
        groups.flat_map(move |group| {
            resources.clone().into_iter().map(move |resource| (group.clone(), resource))
        })
    };
    resource_rules(root).into_iter().filter(is_creation).flat_map(pairs).collect()
}

fn rules(holder: Node<'_>, webhook: Option<usize>) -> impl Iterator<Item = ResourceRule<'_>> {
    let rules = items(holder, "rules").enumerate();
    rules.map(move |(index, node)| ResourceRule { node, webhook, index })
}

fn items<'t>(map: Node<'t>, key: &str) -> impl Iterator<Item = Node<'t>> + use<'t> {
    let list = map.get(key).and_then(|entry| entry.value.resolved());
    list.into_iter().flat_map(|list| list.items()).filter_map(Node::resolved)
}

impl<'t> ResourceRule<'t> {
    /// The list of the rule that an offset is in, and what its items are.
    pub fn list_at(&self, offset: u32) -> Option<(Node<'t>, RuleWord)> {
        let lists = LISTS.iter().filter_map(|(key, word)| Some((self.node.get(key)?, *word)));
        let mut found = lists.filter(|(entry, _)| entry.range.touches(offset));
        found.next().map(|(entry, word)| (entry.value, word))
    }

    /// The items of its lists, each with what it names.
    pub fn items(&self) -> impl Iterator<Item = (Node<'t>, RuleWord)> + use<'t> {
        let node = self.node;
        LISTS.iter().flat_map(move |(key, word)| items(node, key).map(|item| (item, *word)))
    }

    /// The CRDs of its groups: all where it names none, or `*`.
    pub fn crds<'i>(&self, crds: &'i Index) -> Vec<&'i IndexedCrd> {
        let groups = self.texts("apiGroups");
        let is_any = groups.is_empty() || groups.iter().any(|group| group == "*");
        if is_any { crds.all().collect() } else { of_groups(&groups, crds) }
    }

    /// Whether it is about requests to the API. What has only verbs of its own, such as `approve`, may name a resource that
    /// only a controller asks the authorizer about.
    fn is_of_requests(&self) -> bool {
        const VERBS: [&str; 9] =
            ["*", "create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
        let verbs = self.texts("verbs");
        verbs.is_empty() || verbs.iter().any(|verb| VERBS.contains(&verb.as_str()) || has_placeholder(verb))
    }

    fn words(&self, key: &str) -> impl Iterator<Item = (usize, Node<'t>, String)> + use<'t> {
        let words = items(self.node, key).enumerate();
        words.filter_map(|(at, node)| Some((at, node, node.str()?.into_owned())))
    }

    fn texts(&self, key: &str) -> Vec<String> {
        self.words(key).map(|(_, _, text)| text).collect()
    }

    fn finding(&self, list: &str, at: usize, node: Node<'_>, problem: Problem) -> Finding {
        let webhooks = Path::EMPTY.child("webhooks");
        let webhook = webhooks.index(self.webhook.unwrap_or_default());
        let holder = if self.webhook.is_some() { &webhook } else { &Path::EMPTY };
        let rules = holder.child("rules");
        let rule = rules.index(self.index);
        let path = rule.child(list);
        problem.finding(node.range(), node.source(), (&path.index(at)).into())
    }
}

/// What is wrong with a word.
struct Problem {
    message: String,
    /// What to write instead.
    meant: Option<String>,
}

impl Problem {
    /// The finding at a place, where the word is written as `written`.
    fn finding(self, range: TextRange, written: &str, path: FieldPath) -> Finding {
        let finding = Finding::new(&UNKNOWN_RESOURCE, range, path, self.message)
            .why("rules match resource names exactly, so this rule never matches");
        match self.meant {
            Some(meant) => finding.fix(Fix { safe: false, ..Fix::respell(range, written, &meant) }),
            None => finding,
        }
    }
}

/// Everything to report of the rules of an object; nothing where none names a group that a CRD has.
pub(crate) fn check(root: Node<'_>, source: Source<'_>) -> Option<Vec<Finding>> {
    let crds = source.crds?;
    let has_crds = |group: &String| crds.kinds_of(group).next().is_some();
    let rules = resource_rules(root).into_iter().filter(|rule| rule.texts("apiGroups").iter().any(has_crds));
    let rules: Vec<_> = rules.collect();
    // What is named may be of a group of which nothing is known.
    let is_known = |rule: &&ResourceRule<'_>| rule.texts("apiGroups").iter().all(has_crds);
    let found = rules
        .iter()
        .filter(is_known)
        .filter(|rule| rule.is_of_requests())
        .flat_map(|rule| of_rule(rule, crds))
        .collect();
    (!rules.is_empty()).then_some(found)
}

fn of_rule(rule: &ResourceRule<'_>, crds: &Index) -> Vec<Finding> {
    let of_groups = rule.crds(crds);
    let groups = either(&rule.texts("apiGroups"));
    let mut named: Vec<&IndexedCrd> = Vec::new();
    let mut found = Vec::new();
    for (at, node, word) in rule.words("resources") {
        if has_placeholder(&word) {
            return Vec::new();
        }
        let (its, problem) = named_by(&word, &groups, &of_groups);
        found.extend(problem.map(|problem| rule.finding("resources", at, node, problem)));
        named.extend(its);
    }
    let by_version = if named.is_empty() { &of_groups } else { &named };
    let served: Vec<_> = by_version.iter().flat_map(|known| known.header().served_versions()).collect();
    for (at, node, word) in rule.words("apiVersions") {
        if word != "*" && !has_placeholder(&word) && served.iter().all(|version| version.name() != word) {
            let problem = unknown_version(&word, &groups, served.iter().map(|version| version.name()));
            found.push(rule.finding("apiVersions", at, node, problem));
        }
    }
    found
}

/// What is wrong with resources that are named next to their groups, each with its place, outside of any manifest:
/// nothing where of some group no CRD is known.
pub(crate) fn of_names(
    groups: &[String],
    resources: impl IntoIterator<Item = (TextRange, String)>,
    crds: &Index,
) -> Vec<Finding> {
    if groups.is_empty() || !groups.iter().all(|group| crds.kinds_of(group).next().is_some()) {
        return Vec::new();
    }
    let of_groups = of_groups(groups, crds);
    let shown = either(groups);
    let of_word = |(range, word): (TextRange, String)| {
        let (_, problem) = named_by(&word, &shown, &of_groups);
        problem.map(|problem| problem.finding(range, &word, FieldPath::default()))
    };
    resources.into_iter().filter_map(of_word).collect()
}

/// The CRDs of some groups.
fn of_groups<'i>(groups: &[String], crds: &'i Index) -> Vec<&'i IndexedCrd> {
    let groups: BTreeSet<&str> = groups.iter().map(String::as_str).collect();
    groups.into_iter().flat_map(|group| crds.of_group(group).collect::<Vec<_>>()).collect()
}

/// The CRDs that a word of `resources` names, of those of some groups, and what is wrong with the word.
fn named_by<'i>(
    word: &str,
    groups: &str,
    of_groups: &[&'i IndexedCrd],
) -> (Vec<&'i IndexedCrd>, Option<Problem>) {
    let (name, subresource) = word.split_once('/').unwrap_or((word, ""));
    let named: Vec<_> =
        of_groups.iter().copied().filter(|known| name == "*" || plural(known) == name).collect();
    let problem = match named.is_empty() {
        true => unknown_resource(name, subresource, groups, of_groups),
        false => unknown_subresource(name, subresource, &named),
    };
    (named, problem)
}

/// How messages name one of some groups.
fn either(groups: &[String]) -> String {
    groups.iter().map(|group| format!("`{group}`")).collect::<Vec<_>>().join(" or ")
}

fn plural(known: &IndexedCrd) -> &str {
    known.header().spec().names().plural()
}

/// A name that is none of the CRDs', misspelled, may be that of a CRD in another repository: nothing is known about it.
fn unknown_resource(name: &str, subresource: &str, groups: &str, crds: &[&IndexedCrd]) -> Option<Problem> {
    let is_called = |known: &&&IndexedCrd| {
        let names = known.header().spec().names();
        let own = [names.kind(), names.plural(), names.singular(), names.list_kind()].into_iter();
        own.chain(names.short_names().map(|(short, _)| short)).any(|own| own.eq_ignore_ascii_case(name))
    };
    let meant = crds.iter().find(is_called).map(|known| plural(known));
    let plurals = || crds.iter().map(|known| plural(known)).collect::<BTreeSet<_>>();
    let meant = meant.or_else(|| misspelled(name, plurals()))?;
    let separator = if subresource.is_empty() { "" } else { "/" };
    Some(Problem {
        message: format!("no CRD of {groups} has the resource `{name}`; did you mean `{meant}`?"),
        meant: Some(format!("{meant}{separator}{subresource}")),
    })
}

/// Roles also name subresources that no request has, such as `finalizers`: of others only those that look like one of
/// a CRD's are reported.
fn unknown_subresource(name: &str, subresource: &str, crds: &[&IndexedCrd]) -> Option<Problem> {
    let has = |known: &&IndexedCrd| {
        known.header().served_versions().iter().filter_map(|version| version.subresources()).any(|on| {
            match subresource {
                "status" => on.status().is_some(),
                _ => on.scale().is_some(),
            }
        })
    };
    match subresource {
        "" | "*" | "finalizers" => None,
        "status" | "scale" => (!crds.iter().any(has)).then(|| Problem {
            message: format!("`{name}/{subresource}` does not exist: no version of its CRD turns it on"),
            meant: None,
        }),
        _ => {
            let meant = nearest(subresource, ["status", "scale", "finalizers"])?;
            let message = format!("`{name}/{subresource}` is not a subresource; did you mean `{meant}`?");
            Some(Problem { message, meant: Some(format!("{name}/{meant}")) })
        }
    }
}

fn unknown_version<'n>(word: &str, groups: &str, served: impl Iterator<Item = &'n str> + Clone) -> Problem {
    let meant = nearest(word, served.clone());
    let mut known: Vec<_> = served.map(|name| format!("`{name}`")).collect();
    known.sort_unstable();
    known.dedup();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    let message =
        format!("`{word}` is not a served version of these resources of {groups}, which have {known}");
    Problem { message, meant: meant.map(str::to_owned) }
}
