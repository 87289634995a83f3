//! What can stand at the cursor.
//!
//! In a CRD: `keys` of its structs and `keywords` of its schemas, each with a template of its value,
//! `values`, the user's own names in `properties`, and whole `skeletons`; where nothing is written, whole `documents`. A suggestion is one that the server
//! takes where it stands, as far as the text around it tells: nothing is decoded for it. In expressions
//! `crate::expression` suggests. Must not know the protocol.

mod context;
mod default_value;
mod documents;
mod keys;
mod keywords;
mod manifest_value;
mod names;
mod paths;
mod properties;
mod skeletons;
mod target_schema;
mod values;

use crdls_manifest::fields::JSON_SCHEMA_PROPS;
use crdls_report::Config;

use crate::instance::pointer::JsonPatch;
use crate::manifest_position::{self, Shape};
use crate::nested::InnerObject;
use crate::{Completion, File, FileContext, anchors, expression, instance, resource_rules};
use context::CompletionContext;
use crdls_yaml::cursor::{Cursor, Slot};
use crdls_yaml::json_stream::begins_with_brace;
use crdls_yaml::{Kind, Node};

/// Everything that can stand at an offset of a CRD, of a ConversionReview, of a test suite or, where the context has its
/// CRD, of a custom resource, also of one inside of a review, a suite or a patch; the sensible things first. Empty in comments, and
/// where nothing is known of the place.
pub fn completions(file: &File, offset: u32, context: FileContext<'_>, config: &Config) -> Vec<Completion> {
    let offset = file.boundary(offset);
    if let Some(inner) = InnerObject::at(file, offset) {
        let offset = inner.offset(offset);
        let mut found = in_file(inner.file(), offset, context, config);
        let patch = JsonPatch::of_string(&inner);
        found.extend(instance::pointer::completions(&patch, offset, context, config));
        return inner.completions(found);
    }
    if instance::is_in_suite(file, offset) {
        return sorted(instance::in_suite(file, offset, context, config), file, offset);
    }
    let mut found = in_file(file, offset, context, config);
    let patch = JsonPatch::of_file(file, context);
    found.extend(
        patch.iter().flat_map(|patch| instance::pointer::completions(patch, offset, context, config)),
    );
    found
}

/// Everything that can stand at an offset of a file that is no test suite.
fn in_file(file: &File, offset: u32, context: FileContext<'_>, config: &Config) -> Vec<Completion> {
    let found = expression::completions(file, offset, config);
    if let (None, Some(anchors)) = (&found, anchors::completions(file, offset)) {
        return sorted(anchors, file, offset);
    }
    if found.is_none() && has_no_room(file, file.cursor(offset)) {
        return Vec::new();
    }
    let is_expression = found.is_some();
    let mut found = found.unwrap_or_else(|| {
        let cursor = file.cursor(offset);
        let mut found = in_manifest(file, cursor, context, config);
        found.extend(default_value::completions(file, cursor, config));
        found
    });
    found.extend(instance::completions(file, offset, context, config));
    found.extend(resource_rules::completions(file, offset, context));
    if !is_expression && is_before_item(file.text(), offset) {
        found.retain(|one| one.plain.starts_with('-'));
    }
    sorted(found, file, offset)
}

/// Whether the line of a word is before an item of a list whose dashes stand right under its key: a key there would cut the
/// list.
fn is_before_item(text: &str, offset: u32) -> bool {
    let (before, after) = text.split_at_checked(offset as usize).unwrap_or((text, ""));
    let (before, line) = before.rsplit_once('\n').unwrap_or(("", before));
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let own = indent(line);
    let is_item = |line: &str| {
        let rest = line.trim_start_matches(' ');
        indent(line) == own && (rest.trim_end() == "-" || rest.starts_with("- "))
    };
    let is_key = |line: &str| indent(line) == own && line.trim_end().ends_with(':');
    let is_inside = |line: &&str| line.trim().is_empty() || indent(line) > own;
    !is_item(line)
        && before.rsplit('\n').find(|line| !is_inside(line)).is_some_and(|line| is_item(line) || is_key(line))
        && after.lines().skip(1).find(|line| !is_inside(line)).is_some_and(is_item)
}

/// Whether nothing can begin at a cursor of a block: in the indentation of a line, and below a scalar, of which it would be
/// a part.
fn has_no_room(file: &File, cursor: Cursor) -> bool {
    let text = file.text();
    let before = text.get(..cursor.offset as usize).unwrap_or_default();
    let behind = text.get(cursor.offset as usize..).unwrap_or_default();
    let number = file.document_at(cursor.offset);
    let Some(document) = file.tree().documents().get(number) else { return false };
    let line = before.rsplit('\n').next().unwrap_or_default();
    let rest = behind.lines().next().unwrap_or_default();
    let is_in_indentation = line.trim().is_empty() && rest.starts_with(' ') && !rest.trim().is_empty();
    if is_in_indentation && !begins_with_brace(document.range.of(text)) {
        return true;
    }
    let Some(root) = file.tree().root(text, document) else { return false };
    let way = cursor.way(root, file.lines());
    let is_below = |node: Node<'_>| {
        matches!(node.kind(), Kind::Plain | Kind::SingleQuoted | Kind::DoubleQuoted)
            && file.lines().line_col(node.range().start).line < cursor.line
    };
    way.slot == Slot::Value
        && way.levels.len() > 1
        && way.levels.last().is_some_and(|level| is_below(level.node))
}

/// What continues the word at the cursor comes first: not each editor's notion of a word holds
/// `x-kubernetes-`, and one whose word ends at the hyphen picks nothing out.
fn sorted(mut found: Vec<Completion>, file: &File, offset: u32) -> Vec<Completion> {
    let continues = |one: &Completion| {
        let typed = file.text().get(one.edit.range.start as usize..offset as usize);
        typed.is_some_and(|typed| one.label.starts_with(typed))
    };
    found.sort_by(|a, b| continues(b).cmp(&continues(a)).then_with(|| a.sort.cmp(&b.sort)));
    found
}

fn in_manifest(file: &File, cursor: Cursor, context: FileContext<'_>, config: &Config) -> Vec<Completion> {
    let Some(place) = manifest_position::find(file, cursor) else {
        return documents::completions(file, cursor, context, config);
    };
    let crds = context.crds;
    let context = CompletionContext::new(file, cursor, &place, config, crds);
    match place.here().map(|here| here.shape) {
        Some(Shape::Struct { ty, .. }) => {
            let mut found =
                if *ty == JSON_SCHEMA_PROPS { keywords::all(&context) } else { keys::all(&context, ty) };
            found.extend(skeletons::of_item(&context));
            if let Some(place) = manifest_position::list_above(file, cursor, &place) {
                let context = CompletionContext::new(file, cursor, &place, config, crds);
                found
                    .extend(place.field().into_iter().flat_map(|field| skeletons::new_item(&context, field)));
            }
            found
        }
        Some(Shape::Map { field, nested, .. }) => properties::all(&context, field, nested),
        Some(Shape::List { field, .. }) => skeletons::new_item(&context, field),
        Some(Shape::Value(field)) => values::all(&context, field),
        Some(Shape::Anything) | None => Vec::new(),
    }
}
