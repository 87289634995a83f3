//! The fields that JSON patches name, and the values that they set, by the CRD of their target.
//!
//! A patch is in a kustomization, or in a file that one lists. A patch without a target that names the kind is not known
//! to be of any CRD.

use crdls_manifest::fields::Field;
use crdls_manifest::model::Schema;
use crdls_report::{Config, PathStep};
use crdls_resource::{Index, ServedVersion};
use crdls_text::TextRange;
use crdls_values::json_pointer::{escaped, steps, unescaped};
use crdls_yaml::cursor::Slot;
use crdls_yaml::{Entry, Node};

use super::steps::{names, shown};
use super::{FieldSearch, PositionKind, ResourcePosition, in_default, markdown, member, rules};
use crate::nested::InnerObject;
use crate::suggestion::InsertionPoint;
use crate::{
    Completion, CompletionKind, Definition, File, FileContext, Hover, PatchTarget, field_page, type_name,
};

/// The operations that have values, and the others (RFC 6902).
const OPERATIONS: [&str; 6] = ["add", "copy", "move", "remove", "replace", "test"];

/// A JSON patch.
pub(crate) struct JsonPatch<'t> {
    file: &'t File,
    target: Option<PatchTarget>,
}

/// Where the cursor is in an operation.
struct OperationPosition<'t> {
    operation: Node<'t>,
    /// The key of the operation.
    key: String,
    /// The entry that has it; its value may be empty.
    entry: Entry<'t>,
    /// The cursor is at the value itself, and not inside of it.
    is_whole: bool,
}

impl<'t> JsonPatch<'t> {
    /// The patch in a string.
    pub(crate) fn of_string(inner: &'t InnerObject<'_>) -> Self {
        Self { file: inner.file(), target: inner.target().and_then(PatchTarget::of) }
    }

    /// The patch that a file is, if a kustomization lists it with a target.
    pub(crate) fn of_file(file: &'t File, context: FileContext<'_>) -> Option<Self> {
        Some(Self { file, target: Some(context.target?.clone()) })
    }
}

/// The CRD that the target of a patch selects: the version that it names, otherwise the one that clients prefer.
pub(crate) fn target_version<'i>(
    target: &PatchTarget,
    crds: &'i Index,
    file: &str,
) -> Option<ServedVersion<'i>> {
    let PatchTarget { group, version, kind } = target;
    let of_kind = crds.groups_of(kind).filter(|its| group.as_deref().is_none_or(|group| group == *its));
    let indexed = of_kind.last().and_then(|group| crds.first_of_kind(group, kind, file))?;
    let named = version.as_deref().and_then(|version| indexed.served(version));
    let version = named.or_else(|| indexed.crd().versions_by_priority().first().copied())?;
    Some(ServedVersion { indexed, version })
}

/// The items at an offset of a patch: operations, the paths of fields, and values.
pub(crate) fn completions(
    patch: &JsonPatch<'_>,
    offset: u32,
    context: FileContext<'_>,
    config: &Config,
) -> Vec<Completion> {
    let file = patch.file;
    let Some(OperationPosition { operation, key, entry, is_whole }) = position(file, offset) else {
        return Vec::new();
    };
    let node = entry.value;
    if key == "value" {
        let schema =
            valued(patch, operation, context).and_then(|(by, steps)| by.version.schema()?.at(&steps));
        return schema
            .map(|schema| in_default(file, offset, config, (operation, entry), schema))
            .unwrap_or_default();
    }
    if !is_whole {
        return Vec::new();
    }
    let written = Some(node).filter(|node| node.kind().is_scalar() && !node.is_empty());
    let point = InsertionPoint::new(file, file.cursor(offset), 0).in_scalar(written);
    let item = |(at, (text, detail)): (usize, (String, Option<String>))| {
        let found = point.value(&text).completion(&text, CompletionKind::Value, format!("{at:04}"));
        Completion { detail, ..found }
    };
    let texts = match key.as_str() {
        "op" => OPERATIONS.iter().map(|name| ((*name).to_owned(), None)).collect(),
        "path" | "from" => paths(patch, written, context).unwrap_or_default(),
        _ => Vec::new(),
    };
    texts.into_iter().enumerate().map(item).collect()
}

/// The paths below the one that is written up to its last slash, each with the type of its value.
fn paths(
    patch: &JsonPatch<'_>,
    written: Option<Node<'_>>,
    context: FileContext<'_>,
) -> Option<Vec<(String, Option<String>)>> {
    let by = target_version(patch.target.as_ref()?, context.crds?, context.file)?;
    let text = written.and_then(Node::str).unwrap_or_default();
    let above = text.rfind('/').map_or("", |end| text.get(..end).unwrap_or_default());
    let schema = by.version.schema()?.at(&pointed(above, above.len()))?;
    let path = |step: &str| format!("{above}/{}", escaped(step));
    let mut found: Vec<_> =
        schema.properties().map(|property| (path(property.name), Some(type_name(property.schema)))).collect();
    if let Some(items) = schema.item_schema() {
        found.extend(
            [("-", "a new item"), ("0", "the first item")]
                .map(|(step, what)| (path(step), Some(format!("{what}: {}", type_name(items))))),
        );
    }
    Some(found)
}

/// Explains the field that a path leads to, up to the step at an offset, or the field that is set by a value.
pub(crate) fn hover(patch: &JsonPatch<'_>, offset: u32, context: FileContext<'_>) -> Option<Hover> {
    let (by, steps, range) = field(patch, offset, context)?;
    let page = field_page(by.indexed, by.version, &names(&steps)).ok()?;
    let above = by.version.schema().map(|root| rules::above(root, &steps)).unwrap_or_default();
    Some(Hover { range, markdown: markdown::field(&shown(&steps), &page, &above, None) })
}

/// Where the CRD defines the field that a path leads to, up to the step at an offset, or the kind of the target.
pub(crate) fn definition(patch: &JsonPatch<'_>, offset: u32, context: FileContext<'_>) -> Option<Definition> {
    let (by, steps, _) = field(patch, offset, context)?;
    let (last, above) = steps.split_last()?;
    let schema = by.version.schema()?.at(above)?;
    let written = match last.member() {
        Some(name) => member(schema, name).map(|(schema, key)| key.unwrap_or_else(|| schema.range())),
        None => schema.item_schema().map(Schema::range),
    };
    let kind = || Some(by.indexed.header().spec().names().span(Field::Kind)?.value);
    let range = written.or_else(kind)?;
    Some(Definition { source: by.indexed.source.to_string(), range })
}

/// The field that the value of an operation is for.
fn valued<'i>(
    patch: &JsonPatch<'_>,
    operation: Node<'_>,
    context: FileContext<'i>,
) -> Option<(ServedVersion<'i>, Vec<PathStep>)> {
    let by = target_version(patch.target.as_ref()?, context.crds?, context.file)?;
    let path = operation.get("path")?.value.str()?;
    Some((by, pointed(&path, path.len())))
}

/// The way to the field that a path names up to the step at an offset, or to the field in a value, and the range of what
/// names it in the patch.
fn field<'i>(
    patch: &JsonPatch<'_>,
    offset: u32,
    context: FileContext<'i>,
) -> Option<(ServedVersion<'i>, Vec<PathStep>, TextRange)> {
    let OperationPosition { operation, key, entry, .. } = position(patch.file, offset)?;
    let node = entry.value;
    if !matches!(key.as_str(), "path" | "from" | "value") || !node.range().touches(offset) {
        return None;
    }
    if key == "value" {
        let (by, steps) = valued(patch, operation, context)?;
        let schema = by.version.schema()?.at(&steps)?;
        let (object, name, crds) = (operation, context.file, context.crds?);
        let inside = FieldSearch { object, offset, by, name, crds }.find(node, Some(schema), steps.clone());
        return match inside {
            Some(ResourcePosition { range, steps, by, found: PositionKind::Field { .. }, .. }) => {
                Some((by, steps, range))
            }
            Some(_) => None,
            None => node.kind().is_scalar().then(|| (by, steps, node.range())),
        };
    }
    let by = target_version(patch.target.as_ref()?, context.crds?, context.file)?;
    let decoded = node.decoded();
    let at = decoded.offset_of(offset) as usize;
    let steps = steps(decoded.text());
    let last = steps.iter().find(|step| step.start <= at && at <= step.end)?;
    let range = decoded.source_range(TextRange::new(last.start as u32, last.end as u32));
    Some((by, pointed(decoded.text(), last.end), range))
}

/// The steps of a pointer up to an offset of it.
fn pointed(pointer: &str, end: usize) -> Vec<PathStep> {
    let name = |step: &str| match step.parse() {
        Ok(index) => PathStep::Index(index),
        Err(_) if step == "-" => PathStep::Index(0),
        Err(_) => PathStep::name(&unescaped(step)),
    };
    let inside = steps(pointer).into_iter().filter(|step| step.end <= end);
    inside.filter_map(|step| pointer.get(step)).map(name).collect()
}

/// The key of an operation whose value the cursor is in.
fn position(file: &File, offset: u32) -> Option<OperationPosition<'_>> {
    let document = file.tree().documents().get(file.document_at(offset))?;
    let root = file.tree().root(file.text(), document).filter(|root| root.kind().is_seq())?;
    let way = file.cursor(offset).way(root, file.lines());
    let [_, operation, level, inside @ ..] = way.levels.as_slice() else { return None };
    let is_whole = inside.is_empty() && way.slot == Slot::Value;
    let (operation, key) = (operation.node, level.name()?.into_owned());
    Some(OperationPosition { operation, key, entry: level.entry?, is_whole })
}
