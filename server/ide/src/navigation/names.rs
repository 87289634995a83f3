//! The names of a CRD in other documents: its kind, plural, group and versions.
//!
//! Definition, hover, references and rename ask [`names`], which knows for each kind of object which names are in it.

use crdls_check::{RuleWord, owned_crds, patch_entries, policy_rules, resource_rules};
use crdls_manifest::fields::Field;
use crdls_manifest::objects::{DocumentObject, Kind};
use crdls_resource::{Index, IndexedCrd};
use crdls_text::{Edit, TextRange};
use crdls_yaml::Node;

use super::mention::unquoted;
use crate::nested::{self, Origin, each_object};
use crate::version::value;
use crate::{Definition, File, FileContext, Hover, Meaning, PatchTarget, instance};

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameRole {
    Property,
    Kind,
    Plural,
    Group,
    Version,
    Variable,
}

/// A name of a CRD in another document.
pub(super) struct Name<'t, 'i> {
    /// The scalar that it is, or is in.
    node: Node<'t>,
    /// The name alone, in bytes of the text of the node.
    pub(super) range: TextRange,
    pub(super) role: NameRole,
    /// Whether it is of an object that the CRD defines.
    pub(super) is_of_object: bool,
    pub(super) known: &'i IndexedCrd,
}

/// Where names are looked for.
struct Names<'t, 'i> {
    crds: &'i Index,
    /// What the file is called, as the CRDs of the index are.
    file: &'t str,
    found: Vec<Name<'t, 'i>>,
}

/// A custom resource: `kind` and `apiVersion`.
fn of_resource<'t>(object: Node<'t>, names: &mut Names<'t, '_>) {
    let before = names.found.len();
    let by = names.crds.served_version(object, names.file);
    let Some(by) = by.or_else(|| instance::unserved(object, names.file, names.crds)) else { return };
    if let Some(kind) = value(object, "kind") {
        names.whole(kind, NameRole::Kind, by.indexed);
    }
    if let Some(node) = value(object, "apiVersion") {
        names.parts(node, '/', [NameRole::Group, NameRole::Version], by.indexed);
    }
    names.found.iter_mut().skip(before).for_each(|name| name.is_of_object = true);
}

/// A test suite: `crdName` and `version`.
fn of_suite<'t>(object: Node<'t>, names: &mut Names<'t, '_>) {
    let Some(name) = value(object, "crdName") else { return };
    let Some(known) = names.named(name) else { return };
    names.parts(name, '.', [NameRole::Plural, NameRole::Group], known);
    if let Some(version) = value(object, "version") {
        names.whole(version, NameRole::Version, known);
    }
}

/// A webhook configuration or a role: the words of its rules. A group or a version that several CRDs share is the name of
/// none of them.
fn of_rules<'t>(object: Node<'t>, names: &mut Names<'t, '_>) {
    for rule in resource_rules(object).into_iter().chain(policy_rules(object)) {
        let mut crds: Vec<&IndexedCrd> = Vec::new();
        for known in rule.crds(names.crds) {
            let spec = known.header().spec();
            let first = names.crds.first_of_kind(spec.group(), spec.names().kind(), names.file);
            crds.extend(first.filter(|first| !crds.iter().any(|other| std::ptr::eq(*other, *first))));
        }
        for (node, word) in rule.items() {
            let Some(text) = node.str() else { continue };
            let only = match *crds {
                [only] => Some(only),
                _ => None,
            };
            match word {
                RuleWord::Resource => {
                    let plural = text.split('/').next().unwrap_or_default();
                    let is_it = |known: &&&IndexedCrd| known.header().spec().names().plural() == plural;
                    if let Some(known) = crds.iter().find(is_it) {
                        let start = unquoted(node).start;
                        let range = TextRange::new(start, start + plural.len() as u32);
                        names.add(node, range, NameRole::Plural, known);
                    }
                }
                RuleWord::Group => {
                    let known = only.filter(|known| known.header().spec().group() == text);
                    known.into_iter().for_each(|known| names.whole(node, NameRole::Group, known));
                }
                RuleWord::Version => {
                    let known = only.filter(|known| known.served(&text).is_some());
                    known.into_iter().for_each(|known| names.whole(node, NameRole::Version, known));
                }
            }
        }
    }
}

/// A ClusterServiceVersion: the CRDs that it owns.
fn of_bundle<'t>(object: Node<'t>, names: &mut Names<'t, '_>) {
    for owned in owned_crds(object) {
        let Some((name, known)) = value(owned, "name").and_then(|name| Some((name, names.named(name)?)))
        else {
            continue;
        };
        names.parts(name, '.', [NameRole::Plural, NameRole::Group], known);
        for (key, role) in [("kind", NameRole::Kind), ("version", NameRole::Version)] {
            value(owned, key).into_iter().for_each(|node| names.whole(node, role, known));
        }
    }
}

/// An admission policy: `paramKind`.
fn of_policy<'t>(object: Node<'t>, names: &mut Names<'t, '_>) {
    let is_policy = |kind: &str| kind.ends_with("AdmissionPolicy");
    if !value(object, "kind").and_then(Node::str).is_some_and(|kind| is_policy(&kind)) {
        return;
    }
    let Some(kind) = value(object, "spec").and_then(|spec| value(spec, "paramKind")) else { return };
    let (Some(version), Some(kind)) = (value(kind, "apiVersion"), value(kind, "kind")) else { return };
    let group = version.str().and_then(|text| Some(text.split_once('/')?.0.to_owned()));
    let known =
        group.zip(kind.str()).and_then(|(group, kind)| names.crds.first_of_kind(&group, &kind, names.file));
    if let Some(known) = known {
        names.parts(version, '/', [NameRole::Group, NameRole::Version], known);
        names.whole(kind, NameRole::Kind, known);
    }
}

/// A kustomization: the targets of its patches, by kind or by the name of the CRD.
fn of_kustomization<'t>(object: Node<'t>, names: &mut Names<'t, '_>) {
    for target in patch_entries(object).filter_map(|patch| patch.target) {
        let node = |key: &str| value(target, key);
        let text = |key: &str| node(key).and_then(Node::str);
        let Some(kind) = text("kind") else { continue };
        if kind == crdls_manifest::objects::CRD {
            node("name").into_iter().for_each(|name| names.of_crd(name));
            continue;
        }
        let selected = PatchTarget::of(target);
        let by = selected.and_then(|its| instance::pointer::target_version(&its, names.crds, names.file));
        let Some(by) = by else { continue };
        let known = by.indexed;
        for (key, role) in
            [("group", NameRole::Group), ("kind", NameRole::Kind), ("version", NameRole::Version)]
        {
            node(key).into_iter().for_each(|node| names.whole(node, role, known));
        }
    }
}

/// A ConversionReview: the version that is asked for.
fn of_review<'t>(object: Node<'t>, names: &mut Names<'t, '_>) {
    let wanted = value(object, "request").and_then(|request| value(request, "desiredAPIVersion"));
    let mut objects = crdls_conversion::review_objects(object);
    let known = objects.find_map(|object| names.crds.served_version(object, names.file));
    if let (Some(wanted), Some(by)) = (wanted, known) {
        names.parts(wanted, '/', [NameRole::Group, NameRole::Version], by.indexed);
    }
}

/// A patch of a CRD: the name of the CRD.
fn of_patch<'t>(object: Node<'t>, names: &mut Names<'t, '_>) {
    let name = value(object, "metadata").and_then(|metadata| value(metadata, "name"));
    name.into_iter().for_each(|name| names.of_crd(name));
}

impl<'t, 'i> Names<'t, 'i> {
    /// The CRD that a scalar names.
    fn named(&self, name: Node<'t>) -> Option<&'i IndexedCrd> {
        self.crds.first_of_name(&name.str()?, self.file)
    }

    fn add(&mut self, node: Node<'t>, range: TextRange, role: NameRole, known: &'i IndexedCrd) {
        self.found.push(Name { node, range, role, is_of_object: false, known });
    }

    /// The name of a CRD that is in another file.
    fn of_crd(&mut self, name: Node<'t>) {
        if let Some(known) = self.named(name).filter(|known| *known.source != *self.file) {
            self.parts(name, '.', [NameRole::Plural, NameRole::Group], known);
        }
    }

    fn whole(&mut self, node: Node<'t>, role: NameRole, known: &'i IndexedCrd) {
        if node.kind().is_scalar() {
            self.add(node, unquoted(node), role, known);
        }
    }

    /// The names before and after the first of a separator.
    fn parts(&mut self, node: Node<'t>, separator: char, roles: [NameRole; 2], known: &'i IndexedCrd) {
        let range = unquoted(node);
        let Some(at) = range.of(node.text()).find(separator) else { return };
        let at = range.start + at as u32;
        let ranges = [TextRange::new(range.start, at), TextRange::new(at + 1, range.end)];
        for (range, role) in ranges.into_iter().zip(roles) {
            self.add(node, range, role, known);
        }
    }
}

impl Name<'_, '_> {
    /// The name as it is written.
    pub(super) fn text(&self) -> &str {
        self.range.of(self.node.text())
    }

    /// The edit that writes another name.
    pub(super) fn edit(&self, new: &str) -> Option<Edit> {
        if self.range == unquoted(self.node) {
            return crdls_fixes::rewritten(self.node, new);
        }
        Some(Edit { range: self.range, new_text: self.node.kind().piece(new)? })
    }

    /// The kind that is named.
    pub(super) fn meaning(&self) -> Meaning {
        let spec = self.known.header().spec();
        let (group, kind) = (spec.group().to_owned(), spec.names().kind().to_owned());
        Meaning { source: self.known.source.to_string(), group, kind, property: None }
    }

    /// Whether it is a name of the CRD that is meant.
    pub(super) fn is_of(&self, meaning: &Meaning) -> bool {
        *self.known.source == *meaning.source && meaning.is_about(self.known)
    }
}

/// Adds the names in an object of some kind.
type FindNames = for<'t, 'i> fn(Node<'t>, &mut Names<'t, 'i>);

/// The names of CRDs in an object.
fn names<'t, 'i>(object: &DocumentObject<'t>, file: &'t str, crds: &'i Index) -> Vec<Name<'t, 'i>> {
    let mut names = Names { crds, file, found: Vec::new() };
    let rows: &[FindNames] = match object.kind {
        Kind::Crd(_) => &[of_patch],
        Kind::Review => &[of_review],
        Kind::Suite => &[of_suite],
        Kind::Unknown | Kind::List => &[],
        Kind::Kustomization => &[of_resource, of_kustomization],
        Kind::ChainsawTest => &[of_resource],
        Kind::ClusterServiceVersion => &[of_resource, of_rules, of_bundle],
        Kind::Other => &[of_resource, of_rules, of_policy],
    };
    rows.iter().for_each(|row| row(object.node, &mut names));
    names.found
}

/// Visits the names of CRDs in a file, each with where the text of its object is written. `name`: what the file is called.
pub(super) fn each_name(
    file: &File,
    name: &str,
    crds: &Index,
    visit: &mut dyn FnMut(&Name<'_, '_>, Origin<'_>),
) {
    each_object(file, &mut |object, origin| {
        names(object, name, crds).iter().for_each(|name| visit(name, origin));
    });
}

/// Asks about the name of a CRD at an offset, which is none of the CRD itself; `None` where no name is there.
pub(super) fn name_at<R>(
    file: &File,
    offset: u32,
    context: FileContext<'_>,
    ask: impl FnOnce(&Name<'_, '_>, Origin<'_>) -> R,
) -> Option<R> {
    let crds = context.crds?;
    nested::at(file, offset, |file, offset, origin| {
        let object = file.object_at(offset)?;
        let inside = match object.kind {
            Kind::Review => crdls_conversion::review_object_at(object.node, offset),
            _ => None,
        };
        let names = names(&inside.map_or(object, DocumentObject::of), context.file, crds);
        names.iter().find(|name| name.range.touches(offset)).map(|name| ask(name, origin))
    })
}

/// The same where the name means a kind: not where it is a group or a version alone.
pub(super) fn kind_name_at<R>(
    file: &File,
    offset: u32,
    context: FileContext<'_>,
    ask: impl FnOnce(&Name<'_, '_>, Origin<'_>) -> R,
) -> Option<R> {
    let is_alone = |name: &Name<'_, '_>| {
        matches!(name.role, NameRole::Group | NameRole::Version) && name.range == unquoted(name.node)
    };
    name_at(file, offset, context, |name, origin| (!is_alone(name)).then(|| ask(name, origin))).flatten()
}

/// Where the CRD that is named at an offset names its kind.
pub(super) fn definition(file: &File, offset: u32, context: FileContext<'_>) -> Option<Definition> {
    kind_name_at(file, offset, context, |name, _| {
        let range = name.known.header().spec().names().span(Field::Kind)?.value;
        Some(Definition { source: name.known.source.to_string(), range })
    })
    .flatten()
}

/// Explains the kind that is named at an offset.
pub(crate) fn hover(file: &File, offset: u32, context: FileContext<'_>) -> Option<Hover> {
    kind_name_at(file, offset, context, |name, origin| {
        let markdown = instance::kind_page(name.known, context.file, context.crds?)?;
        Some(Hover { range: origin.range(name.range), markdown })
    })
    .flatten()
}
