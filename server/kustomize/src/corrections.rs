//! Edits of a kustomization: entries added and removed, and deprecated fields written as those that replaced them.
//!
//! Knows the tree of a kustomization; must not know what a build makes of it.

use crdls_text::{Edit, TextRange, line_start};
use crdls_yaml::{Entry, Kind, Node};

use crate::problem::Correction;
use crate::read;
use crate::session::Loaded;

/// Fields after which `patchesJson6902` are applied, and before which `patches` are.
const BETWEEN: [&str; 8] = [
    "namespace",
    "namePrefix",
    "nameSuffix",
    "labels",
    "commonLabels",
    "commonAnnotations",
    "patches",
    "patchesStrategicMerge",
];

impl Loaded {
    /// The value of the kustomization.
    pub(crate) fn root(&self) -> Option<Node<'_>> {
        read::first_document(&self.tree, &self.text).and_then(|document| self.tree.root(&self.text, document))
    }

    /// A field of the kustomization, in any letter case.
    pub(crate) fn field(&self, name: &str) -> Option<Entry<'_>> {
        let is_it = |entry: &Entry<'_>| entry.key.str().is_some_and(|key| key.eq_ignore_ascii_case(name));
        self.root()?.entries().find(is_it)
    }

    /// An entry added to a list of its own lines.
    pub(crate) fn with_entry(&self, list: &str, entry: &str) -> Option<Edit> {
        let list = self.field(list)?.value;
        let last = list.items().last().filter(|_| list.kind() == Kind::BlockSeq)?;
        let (start, end) = (self.line_start(list.range().start), self.line_end(last.range().end));
        let indent = self.text.get(start..list.range().start as usize)?;
        indent
            .trim()
            .is_empty()
            .then(|| Edit { range: TextRange::empty(end as u32), new_text: format!("\n{indent}- {entry}") })
    }

    /// An entry that is a line of its own removed from a list that has others.
    pub(crate) fn without_entry(&self, list: &str, at: TextRange) -> Option<Edit> {
        let list = self.field(list)?.value;
        list.items().nth(1)?;
        let (start, end) = (self.line_start(at.start), self.line_end(at.end));
        let before = self.text.get(start..at.start as usize)?;
        let after = self.text.get(at.end as usize..end)?;
        (before.trim() == "-" && after.trim().is_empty()).then(|| Edit {
            range: TextRange::new(start as u32, (end + 1).min(self.text.len()) as u32),
            new_text: String::new(),
        })
    }

    /// A target written as the first field of a patch.
    pub(crate) fn with_target(&self, patch: TextRange, target: &str) -> Edit {
        let is_flow = patch.of(&self.text).starts_with('{');
        let column = patch.start as usize - self.line_start(patch.start);
        let (start, end) = match is_flow {
            true => (patch.start + 1, ", ".to_owned()),
            false => (patch.start, format!("\n{}", " ".repeat(column))),
        };
        Edit { range: TextRange::empty(start), new_text: format!("target: {{{target}}}{end}") }
    }

    /// The replacement of a deprecated field, where the build stays the same.
    pub(crate) fn modern(&self, name: &str, key: TextRange) -> Option<Correction> {
        let has = |name: &str| self.field(name).is_some();
        let value = self.root()?.entries().find(|entry| entry.key.range() == key)?.value;
        let renamed = |name: &str| vec![Edit { range: key, new_text: name.to_owned() }];
        let (new, edits) = match name {
            "bases" if !has("resources") => ("resources", renamed("resources")),
            "bases" => ("resources", self.moved(key, value, "resources")?),
            "imageTags" if !has("images") => ("images", renamed("images")),
            "patchesStrategicMerge" if !has("patches") => {
                let mut edits = renamed("patches");
                edits.extend(self.as_patches(value)?);
                ("patches", edits)
            }
            "patchesJson6902" if !BETWEEN.into_iter().any(has) => ("patches", renamed("patches")),
            "commonLabels" if !has("labels") => ("labels", vec![self.as_labels(key, value)?]),
            _ => return None,
        };
        Some(Correction { title: format!("use `{new}`"), edits, is_safe: true })
    }

    /// The entries of a list moved to the end of another one.
    fn moved(&self, key: TextRange, value: Node<'_>, to: &str) -> Option<Vec<Edit>> {
        let (start, end) = (self.line_start(key.start), self.line_end(value.range().end));
        let has_comment = self.text.get(start..end)?.contains('#');
        let entries: Vec<&str> = value.items().map(Node::source).collect();
        let is_simple = value.kind() == Kind::BlockSeq && !has_comment && !entries.is_empty();
        let mut added = self.with_entry(to, &entries.join("\n- ")).filter(|_| is_simple)?;
        let indent = added.new_text.find('-').and_then(|dash| added.new_text.get(..dash))?.to_owned();
        added.new_text = entries.iter().map(|entry| format!("{indent}- {entry}")).collect();
        // At the end of the text the line before is the one that ends.
        let (start, end) = match self.text.get(end..end + 1) {
            Some(_) => (start, end + 1),
            None => (start.saturating_sub(1), end),
        };
        let range = TextRange::new(start as u32, end as u32);
        (!range.covers(added.range)).then(|| vec![added, Edit { range, new_text: String::new() }])
    }

    /// Strategic merges as entries of `patches`: paths, and texts of patches.
    fn as_patches(&self, list: Node<'_>) -> Option<Vec<Edit>> {
        let mut edits = Vec::new();
        for item in list.items() {
            let start = item.range().start;
            let field = match item.kind() {
                Kind::Literal | Kind::Folded => "patch: ",
                Kind::Plain | Kind::SingleQuoted | Kind::DoubleQuoted if !item.source().contains('\n') => {
                    "path: "
                }
                _ => return None,
            };
            let field = if list.kind() == Kind::FlowSeq { format!("{{{field}") } else { field.to_owned() };
            let closing = if list.kind() == Kind::FlowSeq { "}" } else { "" };
            edits.push(Edit { range: TextRange::empty(start), new_text: field });
            if !closing.is_empty() {
                edits.push(Edit { range: TextRange::empty(item.range().end), new_text: closing.to_owned() });
            }
            // The text of a patch is indented below its field.
            for (at, _) in item.source().match_indices('\n') {
                let line = start as usize + at + 1;
                let is_blank = self.text.get(line..self.line_end(line as u32))?.trim().is_empty();
                if !is_blank {
                    edits.push(Edit { range: TextRange::empty(line as u32), new_text: "  ".to_owned() });
                }
            }
        }
        Some(edits)
    }

    /// Labels of all resources as an entry of `labels`.
    fn as_labels(&self, key: TextRange, value: Node<'_>) -> Option<Edit> {
        let before = key.start as usize - self.line_start(key.start);
        let indent = " ".repeat(before);
        let range = TextRange::new(key.start, value.range().end);
        let after = self.text.get(key.end as usize..value.range().start as usize)?;
        let pairs = match value.kind() {
            Kind::FlowMap => format!(" {}", value.source()),
            Kind::BlockMap if after.starts_with(':') => {
                let lines =
                    self.text.get(self.line_start(value.range().start)..value.range().end as usize)?;
                lines.lines().map(|line| format!("\n  {line}")).collect()
            }
            _ => return None,
        };
        let head = format!("labels:\n{indent}- includeSelectors: true\n{indent}  pairs:");
        (!after.contains('#')).then(|| Edit { range, new_text: head + &pairs })
    }

    fn line_start(&self, offset: u32) -> usize {
        line_start(&self.text, offset) as usize
    }

    fn line_end(&self, offset: u32) -> usize {
        let after = self.text.get(offset as usize..).unwrap_or_default();
        offset as usize + after.find('\n').unwrap_or(after.len())
    }
}
