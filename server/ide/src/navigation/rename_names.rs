//! Another name for what a CRD defines: a property, its kind, its plural, its group, a version, a variable of a macro;
//! asked for in the CRD or in a custom resource.
//!
//! A new name is proven before it is given: the server finds nothing new in the CRD with it.

use crdls_report::{Config, Severity};
use crdls_resource::Index;
use crdls_text::{Edit, TextRange};
use crdls_yaml::Node;

use super::linked::{name_parts, plural_node};
use super::local;
use super::meaning::{kind_at, meaning};
use super::mention::unquoted;
use super::names::{NameRole, each_name, name_at};
use super::rename::{Renamable, Renaming, applied, refusal, renamable, rename_instances, rename_property};
use crate::targets::kind_node;
use crate::version::value;
use crate::{File, FileContext, Meaning, check, nested};

/// What is renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenameTarget {
    /// Its name where it was asked for, in bytes of that file.
    pub range: TextRange,
    /// The name that it has.
    pub name: String,
    /// The CRD that defines it; of a property also which. `None` for a variable: its expression is in the same file.
    pub meaning: Option<Meaning>,
    role: NameRole,
}

/// What a rename at an offset is about; nothing where nothing has a name there.
pub fn rename_target(
    file: &File,
    offset: u32,
    context: FileContext<'_>,
    config: &Config,
) -> Option<RenameTarget> {
    let offset = file.boundary(offset);
    if let Some((range, name)) = local::renamable(file, offset, config) {
        return Some(RenameTarget { range, name, meaning: None, role: NameRole::Variable });
    }
    let (range, role, named) = match file.crd_at(offset) {
        Some(crd) => name_in_crd(file, crd, offset).map(|(range, role)| (range, role, None)),
        None => name_at(file, offset, context, |name, origin| {
            (origin.range(name.range), name.role, Some(name.meaning()))
        }),
    }
    .or_else(|| Some((property_at(file, offset, context, config)?, NameRole::Property, None)))?;
    let meaning = match (role, named) {
        (NameRole::Property, _) => {
            meaning(file, offset, context, config).filter(|found| found.property.is_some())?
        }
        (_, Some(named)) => named,
        (_, None) => kind_at(file, offset, context)?,
    };
    let name = match (&role, &meaning.property) {
        (NameRole::Property, Some(property)) => property.name()?.to_owned(),
        _ => range.of(file.text()).to_owned(),
    };
    Some(RenameTarget { range, name, meaning: Some(meaning), role })
}

/// The name of a CRD that an offset is in.
fn name_in_crd(file: &File, crd: Node<'_>, offset: u32) -> Option<(TextRange, NameRole)> {
    let parts = name_parts(file, crd);
    let names = [
        (kind_node(crd).map(unquoted), NameRole::Kind),
        (plural_node(crd).map(unquoted), NameRole::Plural),
        (group_node(crd).map(unquoted), NameRole::Group),
        (parts.map(|(plural, _)| plural), NameRole::Plural),
        (parts.map(|(_, group)| group), NameRole::Group),
    ];
    let versions = version_names(crd).map(|node| (Some(unquoted(node)), NameRole::Version));
    let mut all = names.into_iter().chain(versions).filter_map(|(range, role)| Some((range?, role)));
    all.find(|(range, _)| range.touches(offset))
}

/// Where the property at an offset has its name.
fn property_at(file: &File, offset: u32, context: FileContext<'_>, config: &Config) -> Option<TextRange> {
    if file.crd_at(offset).is_some() {
        return match renamable(file, offset, config) {
            Renamable::Name(range, _) => Some(range),
            Renamable::Refused(_) => Some(TextRange::empty(offset)),
            Renamable::Nothing => None,
        };
    }
    let crds = context.crds?;
    nested::at(file, offset, |file, offset, origin| {
        crate::instance::key_at(file, offset, context.file, crds).map(|key| origin.range(key))
    })
}

fn group_node(crd: Node<'_>) -> Option<Node<'_>> {
    value(value(crd, "spec")?, "group").filter(|group| group.kind().is_scalar())
}

fn version_names(crd: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let list = value(crd, "spec").and_then(|spec| value(spec, "versions"));
    let names = list.into_iter().flat_map(Node::items).filter_map(|version| value(version, "name"));
    names.filter(|name| name.kind().is_scalar())
}

impl RenameTarget {
    /// Why it keeps its name, whatever the new one is. `file`: that of the CRD.
    pub fn refusal(&self, file: &File, config: &Config) -> Option<String> {
        let meaning = self.meaning.as_ref()?;
        refusal(file, crd_of(file, meaning)?, meaning.property.as_ref()?, config)
    }

    /// The edits of the file that defines it: of the CRD, or of the expression that declares a variable.
    pub fn in_crd(&self, file: &File, new: &str, config: &Config) -> Renaming {
        let Some(meaning) = &self.meaning else {
            let edits = local::rename(file, self.range.start, new, config);
            return edits.unwrap_or_else(|| Err(format!("`{}` is no longer a variable", self.name))).into();
        };
        let Some(crd) = crd_of(file, meaning) else {
            return Renaming::Refused(format!("the CRD `{}` no longer exists", meaning.kind));
        };
        if let Some(property) = &meaning.property {
            return rename_property(file, crd, property, new, config);
        }
        if new == self.name {
            return Renaming::Edits(Vec::new());
        }
        self.of_name(file, crd, new).and_then(|edits| proven(file, edits, config)).into()
    }

    /// The edits of a file that holds or names objects of the CRD, in the order of the text. `name`: what the file is called, as the CRDs of the index are.
    pub fn in_instances(&self, file: &File, name: &str, crds: &Index, new: &str) -> Vec<Edit> {
        let Some(meaning) = &self.meaning else { return Vec::new() };
        if self.role == NameRole::Property {
            return rename_instances(file, name, crds, meaning, new);
        }
        let mut edits = Vec::new();
        each_name(file, name, crds, &mut |name, origin| {
            if name.role == self.role && name.text() == self.name && name.is_of(meaning) {
                edits.extend(name.edit(new).and_then(|edit| origin.edit(edit)));
            }
        });
        Edit::sort(&mut edits);
        edits
    }

    /// The edits of the names of a CRD, in the order of the text.
    fn of_name(&self, file: &File, crd: Node<'_>, new: &str) -> Result<Vec<Edit>, String> {
        let part = |range: TextRange| Edit { range, new_text: new.to_owned() };
        let whole = |node: Node<'_>, text: &str| {
            crdls_fixes::rewritten(node, text).ok_or_else(|| format!("`{text}` cannot be written here"))
        };
        let parts = name_parts(file, crd);
        let same = |range: &TextRange| range.of(file.text()) == self.name;
        let mut edits = match self.role {
            NameRole::Property | NameRole::Variable => Vec::new(),
            NameRole::Kind => {
                let names = value(crd, "spec").and_then(|spec| value(spec, "names"));
                let derived = [
                    ("kind", self.name.clone(), new.to_owned()),
                    ("listKind", format!("{}List", self.name), format!("{new}List")),
                    ("singular", self.name.to_lowercase(), new.to_lowercase()),
                ];
                let node = |key: &str| names.and_then(|names| value(names, key));
                let named = derived.iter().filter_map(|(key, old, new)| {
                    node(key)
                        .filter(|node| node.str().is_some_and(|text| *text == **old))
                        .map(|node| (node, new))
                });
                named.map(|(node, new)| whole(node, new)).collect::<Result<Vec<_>, _>>()?
            }
            NameRole::Plural => {
                let plural = plural_node(crd).map(|node| whole(node, new)).transpose()?;
                plural.into_iter().chain(parts.map(|(plural, _)| plural).filter(same).map(part)).collect()
            }
            NameRole::Group => {
                let group = group_node(crd).map(|node| whole(node, new)).transpose()?;
                group.into_iter().chain(parts.map(|(_, group)| group).filter(same).map(part)).collect()
            }
            NameRole::Version => {
                let mut names = version_names(crd);
                if names.any(|name| name.str().is_some_and(|name| *name == *new)) {
                    return Err(format!("the CRD has a version `{new}` already"));
                }
                let named =
                    version_names(crd).filter(|name| name.str().is_some_and(|name| *name == *self.name));
                named.map(|node| whole(node, new)).collect::<Result<Vec<_>, _>>()?
            }
        };
        Edit::sort(&mut edits);
        Ok(edits)
    }
}

fn crd_of<'f>(file: &'f File, meaning: &Meaning) -> Option<Node<'f>> {
    file.crds().map(|(_, crd)| crd).find(|crd| meaning.is_of(*crd))
}

/// The edits, unless the server finds something in the CRD with them that it did not find before.
fn proven(file: &File, edits: Vec<Edit>, config: &Config) -> Result<Vec<Edit>, String> {
    if edits.iter().any(|edit| edit.new_text.is_empty()) {
        return Err("a name is needed".to_owned());
    }
    let errors = |file: &File| {
        let found = check(file, FileContext::default(), config).into_iter().map(|found| found.finding);
        found.filter(|finding| finding.severity == Severity::Error).collect::<Vec<_>>()
    };
    let (before, after) = (errors(file), errors(&file.with_text(applied(file.text(), &edits))));
    let count = |code| before.iter().filter(|finding| finding.code == code).count();
    let new = |code| after.iter().filter(|finding| finding.code == code).count() > count(code);
    match after.iter().find(|finding| new(finding.code)) {
        Some(finding) => Err(finding.message.clone()),
        None => Ok(edits),
    }
}
