//! What can stand at the cursor of a custom resource.
//!
//! Knows the CRDs and the text as far as it is typed; must not know how CRDs themselves are written. What a
//! suggestion writes is judged before it is offered, where that costs little.

mod fields;
mod kinds;
mod position;
mod proof;
mod text;
mod values;

use crdls_schema::Config;
use crdls_text::{Edit, TextRange};

use crate::manifest_position::Cursor;
use crate::{Completion, CompletionKind, File, FileContext};
use position::Target;
use proof::Proof;
use text::{Layout, Text};

/// Where suggestions are asked for.
struct Request<'t> {
    file: &'t File,
    context: FileContext<'t>,
    config: &'t Config,
    cursor: Cursor,
}

/// Everything that can stand at an offset, unordered.
pub(crate) fn completions(
    file: &File,
    offset: u32,
    context: FileContext<'_>,
    config: &Config,
) -> Vec<Completion> {
    let Some(crds) = context.crds.filter(|crds| !crds.is_empty()) else { return Vec::new() };
    let request = Request { file, context, config, cursor: Cursor::at(file, offset) };
    if request.is_in_comment() {
        return Vec::new();
    }
    let Some(found) = position::find(&request, crds) else { return Vec::new() };
    let proof = Proof::new(&request, found.object, found.by);
    match found.target {
        Target::ApiVersion(node) => kinds::api_versions(&request, found.object, node, crds),
        Target::Kind(node) => kinds::kinds(&request, found.object, node, crds),
        Target::Keys { holder, map, flow } => fields::keys(&request, holder, map, flow, found.by, &proof),
        Target::Value { schema, node, name } => values::of(&request, schema, node, &name, &proof),
        Target::Item { schema, name } => fields::item(&request, schema, &name, &proof),
    }
}

impl Request<'_> {
    fn line_before(&self) -> &str {
        let start = self.file.lines().line(self.cursor.line).map_or(0, |line| line.start);
        TextRange::new(start, self.cursor.word.start.max(start)).of(self.file.text())
    }

    fn is_in_comment(&self) -> bool {
        self.line_before().trim_start().starts_with('#')
    }

    /// By how much what is written stands after the indentation of its line, which editors add to each line
    /// of a suggestion.
    fn layout(&self, flow: bool) -> Layout {
        let before = self.line_before();
        let indented = before.len() - before.trim_start_matches(' ').len();
        Layout { base: before.len() - indented, flow }
    }

    /// What is replaced: the word at the cursor, with the quotes round it.
    fn replaced(&self) -> TextRange {
        let (text, mut range) = (self.file.text(), self.cursor.word);
        let before = text.get(..range.start as usize).and_then(|before| before.chars().next_back());
        if let Some(quote) = before.filter(|c| matches!(c, '"' | '\'')) {
            range.start -= 1;
            let behind = text.get(range.end as usize..).unwrap_or_default();
            range.end += u32::from(behind.starts_with(quote));
        }
        range
    }

    /// Whether what is typed has its colon.
    fn colon_follows(&self) -> bool {
        let behind = self.file.text().get(self.replaced().end as usize..).unwrap_or_default();
        behind.trim_start_matches(' ').starts_with(':')
    }
}

/// A suggestion that writes a text over a range.
fn suggestion(label: &str, kind: CompletionKind, range: TextRange, text: Text, sort: String) -> Completion {
    Completion {
        label: label.to_owned(),
        kind,
        detail: None,
        documentation: String::new(),
        edit: Edit { range, new_text: if text.has_stops { text.snippet } else { text.plain.clone() } },
        snippet: text.has_stops,
        plain: text.plain,
        deprecated: false,
        sort,
        preselect: false,
    }
}
