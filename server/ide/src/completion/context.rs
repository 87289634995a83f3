//! Where suggestions go: the word that they replace, the style and the indentation around it.
//!
//! Knows lines and snippets; must not know what is suggested.

use crdls_manifest::fields::CUSTOM_RESOURCE_DEFINITION_VERSION;
use crdls_report::Config;
use crdls_resource::Index;
use crdls_text::line_start;
use crdls_yaml::Node;

use super::manifest_value::ManifestValue;
use crate::manifest_position::ManifestPosition;
use crate::suggestion::{Insertion, InsertionPoint, Template};
use crate::{Completion, CompletionKind, File};
use crdls_yaml::cursor::Cursor;

/// What all suggestions at a cursor share.
#[derive(Debug)]
pub(super) struct CompletionContext<'a> {
    pub(super) place: &'a ManifestPosition<'a>,
    pub(super) config: &'a Config,
    /// The CRDs that are known.
    pub(super) crds: Option<&'a Index>,
    pub(super) cursor: Cursor,
    text: &'a str,
    point: InsertionPoint<'a>,
    /// How far the first line of a suggestion stands right of the indentation of the cursor's line; editors
    /// put its other lines below that.
    indent: usize,
    /// The cursor is after the colon of what becomes a block.
    behind_colon: bool,
}

/// What is said of a suggestion.
#[derive(Debug, Default)]
pub(super) struct ItemText {
    pub(super) label: String,
    pub(super) detail: Option<String>,
    pub(super) documentation: String,
    /// Small ones first.
    pub(super) rank: usize,
}

impl<'a> CompletionContext<'a> {
    pub(super) fn new(
        file: &'a File,
        cursor: Cursor,
        place: &'a ManifestPosition<'a>,
        config: &'a Config,
        crds: Option<&'a Index>,
    ) -> Self {
        let text = file.text();
        let point = InsertionPoint::new(file, cursor, dash_indent(file, place));
        let before = text.get(..point.start() as usize).unwrap_or_default();
        let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
        let indent = line.len() - line.trim_start().len();
        let behind_colon = !point.style().flow && line.trim_end().ends_with(':');
        let key = line.trim_start().trim_start_matches("- ");
        let first = if behind_colon { line.len() - key.len() + 2 } else { line.len() };
        Self { place, config, crds, cursor, text, point, indent: first - indent, behind_colon }
    }

    /// The CRD or the review that the cursor is in.
    pub(super) fn root(&self) -> ManifestValue<'a> {
        ManifestValue(self.place.way.first().map(|level| level.node))
    }

    /// The schema of the version that the cursor is in.
    pub(super) fn version_schema(&self) -> ManifestValue<'a> {
        ManifestValue(self.place.within(&CUSTOM_RESOURCE_DEFINITION_VERSION))
            .at(&["schema", "openAPIV3Schema"])
    }

    /// The mapping that the cursor is in.
    pub(super) fn map(&self) -> Option<Node<'a>> {
        self.place.here().map(|level| level.node).filter(|node| node.kind().is_map())
    }

    /// The keys of that mapping but the one that is being typed.
    pub(super) fn written_keys(&self) -> Vec<std::borrow::Cow<'a, str>> {
        let entries = self.map().into_iter().flat_map(Node::entries);
        let others = entries.filter(|entry| !entry.key.range().touches(self.cursor.offset));
        others.filter_map(|entry| entry.key.str()).collect()
    }

    /// Entries of a mapping: the first is the one that the label names.
    pub(super) fn entries(&self, words: ItemText, entries: Vec<(Template, Template)>) -> Completion {
        if self.point.colon_follows() {
            let key = self.point.key(&words.label);
            return words.completion(key, CompletionKind::Key);
        }
        let label = words.label.clone();
        let is_below =
            matches!(entries.first(), Some((_, Template::Map(_) | Template::List(_) | Template::Open)));
        let mut made = self.block_of(words, CompletionKind::Key, &Template::Map(entries));
        if !self.behind_colon && !self.point.style().flow {
            // The user types on after the blank, or below.
            made.plain = format!("{label}:{}", if is_below { "" } else { " " });
        }
        made
    }

    /// A whole piece of a manifest: entries of a mapping. None where only a key can stand.
    pub(super) fn piece(&self, words: ItemText, template: &Template) -> Option<Completion> {
        (!self.point.colon_follows()).then(|| self.block_of(words, CompletionKind::Snippet, template))
    }

    /// A new item of a list whose dash is not there yet. None where only a key can stand.
    pub(super) fn item(&self, words: ItemText, item: Template) -> Option<Completion> {
        self.piece(words, &Template::List(vec![item]))
    }

    /// A value as a new item of its list. None where only a key can stand.
    pub(super) fn as_item(&self, value: Completion) -> Option<Completion> {
        if self.point.style().flow {
            return Some(value);
        }
        let item = Template::List(vec![Template::text(value.label.clone())]);
        let made = self.piece(ItemText::default(), &item)?;
        let Completion { edit, plain, snippet, only_replaces, .. } = made;
        Some(Completion { edit, plain, snippet, only_replaces, ..value })
    }

    pub(super) fn column_of(&self, node: Node<'_>) -> u32 {
        let start = node.range().start;
        start - line_start(self.text, start)
    }

    fn block_of(&self, words: ItemText, kind: CompletionKind, template: &Template) -> Completion {
        // The dashes of a list below its key may stand right under it.
        let style = self.point.style();
        let is_list = matches!(template, Template::List(_));
        let less = if self.behind_colon && is_list { 2 - style.dash.min(2) } else { 0 };
        let indent = self.indent.saturating_sub(less);
        let before = match self.behind_colon {
            true => format!("\n{:indent$}", ""),
            false => String::new(),
        };
        words.completion(self.point.template(template, &before, indent), kind)
    }

    /// A value that stands as its label has it.
    pub(super) fn value(&self, words: ItemText) -> Completion {
        let node = self.place.here().map(|here| here.node);
        let made = self.point.in_scalar(node).value(&words.label);
        words.completion(made, CompletionKind::Value)
    }
}

impl ItemText {
    fn completion(self, insertion: Insertion, kind: CompletionKind) -> Completion {
        let sort = format!("{:03}{}", self.rank, self.label);
        let made = insertion.completion(&self.label, kind, sort);
        Completion { detail: self.detail, documentation: self.documentation, ..made }
    }
}

/// How far after its key the dashes of a list stand in this file: as those of the first list around the
/// cursor or of the versions.
fn dash_indent(file: &File, place: &ManifestPosition<'_>) -> usize {
    let root = ManifestValue(place.way.first().map(|level| level.node));
    let spec = root.get("spec").0.filter(|spec| spec.kind() == crdls_yaml::Kind::BlockMap);
    let versions = spec.and_then(|spec| spec.get("versions"));
    let Some(versions) = versions.filter(|entry| entry.value.kind() == crdls_yaml::Kind::BlockSeq) else {
        return 2;
    };
    let column = |offset| file.lines().line_col(offset).col;
    column(versions.value.range().start).saturating_sub(column(versions.key.range().start)) as usize
}
