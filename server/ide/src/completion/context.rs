//! Where suggestions go: the word that they replace, the style and the indentation around it.
//!
//! Knows lines and snippets; must not know what is suggested.

use crdls_schema::Config;
use crdls_schema::fields::CUSTOM_RESOURCE_DEFINITION_VERSION;
use crdls_text::{Edit, TextRange};
use crdls_yaml::Node;

use super::manifest_value::ManifestValue;
use crate::manifest_position::{Cursor, ManifestPosition};
use crate::suggestion::{Style, Template};
use crate::{Completion, CompletionKind, File};

/// What all suggestions at a cursor share.
#[derive(Debug)]
pub(super) struct CompletionContext<'a> {
    pub(super) place: &'a ManifestPosition<'a>,
    pub(super) config: &'a Config,
    pub(super) cursor: Cursor,
    text: &'a str,
    style: Style,
    /// How far the first line of a suggestion stands right of the indentation of the cursor's line; editors
    /// put its other lines below that.
    indent: usize,
    /// The cursor is after the colon of what becomes a block.
    behind_colon: bool,
    /// A colon stands after the word already.
    has_colon: bool,
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
    ) -> Self {
        let text = file.text();
        let start = cursor.word.start;
        let line = TextRange::new(start - cursor.column.min(start), start).of(text);
        let indent = line.len() - line.trim_start().len();
        let style = Style { flow: place.is_flow(), dash: dash_indent(file, place) };
        let behind_colon = !style.flow && line.trim_end().ends_with(':');
        let key = line.trim_start().trim_start_matches("- ");
        let first = if behind_colon { line.len() - key.len() + 2 } else { line.len() };
        let behind = text.get(cursor.word.end as usize..).unwrap_or_default();
        let has_colon = behind.trim_start_matches(' ').starts_with(':');
        Self { place, config, cursor, text, style, indent: first - indent, behind_colon, has_colon }
    }

    /// The CRD that the cursor is in.
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
        if self.has_colon {
            return Completion { kind: CompletionKind::Key, ..self.value(words) };
        }
        let plain = format!("{}:", words.label);
        self.block(words, CompletionKind::Key, &Template::Map(entries), Some(plain))
    }

    /// A whole piece of a manifest: entries of a mapping.
    pub(super) fn piece(&self, words: ItemText, template: &Template) -> Completion {
        self.block(words, CompletionKind::Snippet, template, None)
    }

    /// A new item of a list whose dash is not there yet.
    pub(super) fn item(&self, words: ItemText, item: Template) -> Completion {
        match (self.style.flow, item) {
            // Braces around it.
            (true, item) => {
                let list = Template::List(vec![item]);
                let mut made = self.block(words, CompletionKind::Snippet, &list, None);
                made.edit.new_text = without_brackets(&made.edit.new_text);
                made.plain = without_brackets(&made.plain);
                made
            }
            (false, item) => self.block(words, CompletionKind::Snippet, &Template::List(vec![item]), None),
        }
    }

    /// A value as a new item of its list.
    pub(super) fn as_item(&self, mut value: Completion) -> Completion {
        if !self.style.flow {
            let item = Template::List(vec![Template::text(value.label.clone())]);
            let words = ItemText { label: value.label.clone(), ..ItemText::default() };
            let made = self.block(words, value.kind, &item, None);
            (value.edit, value.plain) = (made.edit, made.plain);
        }
        value
    }

    pub(super) fn column_of(&self, node: Node<'_>) -> u32 {
        let before = self.text.get(..node.range().start as usize).unwrap_or_default();
        before.len().saturating_sub(before.rfind(['\n', '\r']).map_or(0, |at| at + 1)) as u32
    }

    fn block(
        &self,
        words: ItemText,
        kind: CompletionKind,
        template: &Template,
        plain: Option<String>,
    ) -> Completion {
        // The dashes of a list below its key may stand right under it.
        let is_list = matches!(template, Template::List(_));
        let less = if self.behind_colon && is_list { 2 - self.style.dash.min(2) } else { 0 };
        let indent = self.indent.saturating_sub(less);
        let before = match self.behind_colon {
            true => format!("\n{:indent$}", ""),
            false => String::new(),
        };
        let written = template.written(indent, self.style);
        let whole = || format!("{before}{}", template.plain(indent, self.style));
        Completion {
            plain: plain.filter(|_| !self.behind_colon).unwrap_or_else(whole),
            edit: Edit { range: self.cursor.word, new_text: format!("{before}{}", written.text) },
            snippet: written.snippet,
            kind,
            ..self.value(words)
        }
    }

    /// A scalar that stands as its label has it.
    pub(super) fn value(&self, words: ItemText) -> Completion {
        let ItemText { label, detail, documentation, rank } = words;
        let before = self.text.get(..self.cursor.word.start as usize).unwrap_or_default();
        let space = if before.ends_with(':') { " " } else { "" };
        let text = format!("{space}{label}");
        Completion {
            sort: format!("{rank:03}{label}"),
            label,
            kind: CompletionKind::Value,
            detail,
            documentation,
            edit: Edit { range: self.cursor.word, new_text: text.clone() },
            snippet: false,
            plain: text,
            deprecated: false,
            preselect: false,
        }
    }
}

fn without_brackets(text: &str) -> String {
    text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text).to_owned()
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
