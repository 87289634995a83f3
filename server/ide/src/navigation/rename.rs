//! Another name for a property, wherever one version of a CRD means it.
//!
//! Versions are types of their own: what is renamed in one keeps its name in the others, as the author of a
//! new version wants it. A rename is proven before it is given: applied to the text, the new name is meant
//! in as many places as the old one was.

use crdls_report::Config;
use crdls_resource::Index;
use crdls_rules::escape;
use crdls_text::{Edit, TextRange};
use crdls_yaml::{Kind, Node};

use super::local;
use super::meaning::mention_at;
use super::mention::{Mention, unquoted};
use super::pointers::each_pointed;
use super::references::each_field;
use super::walk::mentions;
use crate::place::MentionRole;
use crate::targets::Property;
use crate::version::{OwnedStep, Version, property, schema_at, value, versions};
use crate::{File, Meaning};

/// What becomes of a wish for another name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Renaming {
    /// In the order of the text.
    Edits(Vec<Edit>),
    /// Why not, as a sentence.
    Refused(String),
}

/// Whether something can have another name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Renamable {
    /// There is no property.
    Nothing,
    /// Where its name stands, and the name.
    Name(TextRange, String),
    /// Why not, as a sentence.
    Refused(String),
}

/// Whether the property, or the variable of a macro, at an offset of a CRD can be renamed, before a new name is known.
pub fn renamable(file: &File, offset: u32, config: &Config) -> Renamable {
    let offset = file.boundary(offset);
    if let Some((range, name)) = local::renamable(file, offset, config) {
        return Renamable::Name(range, name);
    }
    let Some((version, found)) = mention_at(file, offset, config) else { return Renamable::Nothing };
    let Some((name, holder)) = split(&found.route) else { return Renamable::Nothing };
    if let Some(why) = fixed(version, holder, name).or_else(|| untouchable(version, &found.route, config)) {
        return Renamable::Refused(why);
    }
    let range = if found.range == found.node.range() { unquoted(found.node) } else { found.range };
    Renamable::Name(range, name.to_owned())
}

/// The edits that give the property, or the variable of a macro, at an offset of a CRD another name, wherever the file
/// means it; or why there are none.
pub fn rename(file: &File, offset: u32, name: &str, config: &Config) -> Renaming {
    let offset = file.boundary(offset);
    if let Some(of_variable) = local::rename(file, offset, name, config) {
        return of_variable.into();
    }
    let Some((version, found)) = mention_at(file, offset, config) else {
        return Renaming::Refused(NOTHING.to_owned());
    };
    edits(version, &found.route, name, config).into()
}

const NOTHING: &str = "no property of a schema is here";

/// The edits that give a property of a file's CRD another name.
pub(super) fn rename_property(
    file: &File,
    crd: Node<'_>,
    of: &Property,
    new: &str,
    config: &Config,
) -> Renaming {
    let version = versions(file, crd).find(|version| version.name().as_ref() == Some(&of.version));
    match version {
        Some(version) => edits(version, &of.route, new, config).into(),
        None => Renaming::Refused(NOTHING.to_owned()),
    }
}

/// Why a property of a file's CRD keeps its name, whatever the new one is.
pub(super) fn refusal(file: &File, crd: Node<'_>, of: &Property, config: &Config) -> Option<String> {
    let version = versions(file, crd).find(|version| version.name().as_ref() == Some(&of.version))?;
    let (name, holder) = split(&of.route)?;
    fixed(version, holder, name).or_else(|| untouchable(version, &of.route, config))
}

impl From<Result<Vec<Edit>, String>> for Renaming {
    fn from(result: Result<Vec<Edit>, String>) -> Self {
        match result {
            Ok(edits) => Self::Edits(edits),
            Err(why) => Self::Refused(why),
        }
    }
}

fn edits(version: Version<'_>, route: &[OwnedStep], new: &str, config: &Config) -> Result<Vec<Edit>, String> {
    let (old, holder) = split(route).ok_or_else(|| NOTHING.to_owned())?;
    if new == old {
        return Ok(Vec::new());
    }
    let refused = fixed(version, holder, old).or_else(|| untouchable(version, route, config));
    if let Some(why) = refused.or_else(|| clash(version, holder, new)) {
        return Err(why);
    }
    let mut renamed = holder.to_vec();
    renamed.push(OwnedStep::Property(new.to_owned()));
    if !mentions(version, &renamed, config).is_empty() {
        return Err(format!("something else is called `{new}` here already"));
    }
    let all = mentions(version, route, config);
    let edits: Result<Vec<_>, _> = all.iter().map(|mention| edit(mention, new)).collect();
    let edits = edits?;
    prove(version.file, version, &edits, &renamed, config)?;
    Ok(edits)
}

/// The edits that give fields of a file's custom resources the new name of their property, in the order of the text, also
/// inside of reviews and suites. `name`: what the file is called, as the CRDs of the index are.
pub fn rename_instances(file: &File, name: &str, crds: &Index, meaning: &Meaning, new: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    each_field(file, name, crds, meaning, &mut |key, origin| {
        edits.extend(crdls_fixes::rewritten(key, new).and_then(|edit| origin.edit(edit)));
    });
    each_pointed(file, name, crds, meaning, &mut |field| edits.extend(field.edit(new)));
    Edit::sort(&mut edits);
    edits
}

/// A property's name, and the way to what holds it.
fn split(route: &[OwnedStep]) -> Option<(&str, &[OwnedStep])> {
    match route.split_last()? {
        (OwnedStep::Property(name), holder) => Some((name, holder)),
        _ => None,
    }
}

/// What every object has, and what the server itself looks for.
fn fixed(version: Version<'_>, holder: &[OwnedStep], name: &str) -> Option<String> {
    let resource = |holder: &[OwnedStep]| holder.is_empty() || is_embedded(version, holder);
    let of_metadata = match holder.split_last() {
        Some((OwnedStep::Property(metadata), above)) => metadata == "metadata" && resource(above),
        _ => false,
    };
    if of_metadata || (resource(holder) && IMPLIED.contains(&name)) {
        return Some(format!("`{name}` is defined by Kubernetes and cannot be renamed"));
    }
    let subresources = value(version.node, "subresources").filter(|_| holder.is_empty())?;
    let scale = value(subresources, "scale").is_some() && matches!(name, "spec" | "status");
    let status = value(subresources, "status").is_some() && name == "status";
    let subresource = if status { "status" } else { "scale" };
    (scale || status).then(|| format!("the subresource `{subresource}` needs a property `{name}` here"))
}

const IMPLIED: [&str; 3] = ["apiVersion", "kind", "metadata"];

fn is_embedded(version: Version<'_>, holder: &[OwnedStep]) -> bool {
    let embedded =
        schema_at(version.schema, holder).and_then(|schema| value(schema, "x-kubernetes-embedded-resource"));
    embedded.and_then(Node::str).as_deref() == Some("true")
}

/// Why the places that mean a property cannot all be found or changed.
fn untouchable(version: Version<'_>, route: &[OwnedStep], config: &Config) -> Option<String> {
    if has_alias(version.crd) {
        return Some("the CRD has YAML aliases: a text in it may stand in more than one place".to_owned());
    }
    let name = split(route)?.0;
    let all = mentions(version, route, config);
    match all.iter().filter(|mention| mention.role == MentionRole::Definition).count() {
        0 => Some(format!("the schema does not define `{name}`")),
        1 => None,
        _ => Some(format!("the schema defines `{name}` twice")),
    }
}

fn has_alias(root: Node<'_>) -> bool {
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if node.kind() == Kind::Alias {
            return true;
        }
        open.extend(node.items());
        open.extend(node.entries().flat_map(|entry| [entry.key, entry.value]));
    }
    false
}

/// Why the new name cannot be taken.
fn clash(version: Version<'_>, holder: &[OwnedStep], new: &str) -> Option<String> {
    if new.is_empty() {
        return Some("a property needs a name".to_owned());
    }
    if new.contains(char::is_control) {
        return Some("a name is on one line".to_owned());
    }
    let schema = schema_at(version.schema, holder)?;
    if property(schema, new).is_some() {
        return Some(format!("the schema has a property `{new}` already"));
    }
    let resource = holder.is_empty() || is_embedded(version, holder);
    (resource && IMPLIED.contains(&new)).then(|| format!("every object has a `{new}` already"))
}

/// The edit that gives a place the new name.
fn edit(mention: &Mention<'_>, new: &str) -> Result<Edit, String> {
    let place = match mention.role {
        MentionRole::Expression => "a rule",
        MentionRole::Column | MentionRole::Path | MentionRole::FieldPath => "a path",
        _ => {
            return crdls_fixes::rewritten(mention.node, new)
                .ok_or_else(|| unwritable(new, "a key with a tag or an anchor"));
        }
    };
    let piece = match mention.role {
        MentionRole::Expression => escape(new).map(|escaped| escaped.into_owned()),
        role => path_step(mention, role, new),
    };
    let written = piece.and_then(|piece| mention.node.kind().piece(&piece));
    written.map(|new_text| Edit { range: mention.range, new_text }).ok_or_else(|| unwritable(new, place))
}

fn unwritable(name: &str, place: &str) -> String {
    format!("`{name}` cannot be written in {place}, where the property is named too")
}

/// The name as a step of a path, after a dot or in quotes.
fn path_step(mention: &Mention<'_>, role: MentionRole, new: &str) -> Option<String> {
    let before = mention.node.text().get(..mention.range.start as usize)?;
    let quoted = before.ends_with(['\'', '"']) && mention.range.start > mention.node.range().start + 1;
    let simple = |c: char| c.is_alphanumeric() || "-_/:".contains(c);
    let fits = |c: char| if quoted { !matches!(c, '\'' | '"' | '\\') } else { simple(c) };
    if new.chars().all(fits) {
        return Some(new.to_owned());
    }
    let dots_alone = role == MentionRole::Column && new.chars().all(|c| c == '.' || simple(c));
    (!quoted && dots_alone).then(|| new.replace('.', "\\."))
}

/// Whether the new name is meant in as many places as there are edits, and nothing broke.
fn prove(
    file: &File,
    version: Version<'_>,
    edits: &[Edit],
    renamed: &[OwnedStep],
    config: &Config,
) -> Result<(), String> {
    let after = file.with_text(applied(file.text(), edits));
    let errors = after.tree().errors().len() == file.tree().errors().len();
    let found = Version::at(&after, version.node.range().start)
        .map_or(0, |version| mentions(version, renamed, config).len());
    let proven = errors && found == edits.len();
    proven.then_some(()).ok_or_else(|| "not all places that name the property can be changed".to_owned())
}

/// A text with edits applied that stand in its order and do not meet.
pub(super) fn applied(text: &str, edits: &[Edit]) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for Edit { range, new_text } in edits {
        out.push_str(TextRange::new(at, range.start).of(text));
        out.push_str(new_text);
        at = range.end;
    }
    out.push_str(TextRange::new(at, text.len() as u32).of(text));
    out
}
