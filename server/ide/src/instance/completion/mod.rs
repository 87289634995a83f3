//! What can stand at the cursor of a custom resource.
//!
//! Knows the CRDs and the text as far as it is typed; must not know how CRDs themselves are written. What a
//! suggestion writes is judged before it is offered, where that costs little.

mod documents;
mod fields;
mod kinds;
mod position;
mod proof;
mod suites;
mod values;

use crdls_fixes::is_json_file;
use crdls_manifest::model::Schema;
use crdls_report::Config;
use crdls_resource::ServedVersion;
use crdls_text::TextRange;
use crdls_yaml::{Entry, Node};

use crate::suggestion::{Insertion, InsertionPoint, Template};
use crate::{Completion, File, FileContext};
use crdls_yaml::cursor::Cursor;
pub(crate) use documents::documents;
use position::Target;
use proof::Proof;
pub(crate) use suites::in_suite;

/// Where suggestions are asked for.
struct Request<'t> {
    file: &'t File,
    context: FileContext<'t>,
    config: &'t Config,
    cursor: Cursor,
    point: InsertionPoint<'t>,
    /// Whether it is the default of a CRD, which the server judges as it is.
    is_default: bool,
}

/// Everything that can stand at an offset, unordered.
pub(crate) fn completions(
    file: &File,
    offset: u32,
    context: FileContext<'_>,
    config: &Config,
) -> Vec<Completion> {
    let Some(crds) = context.crds.filter(|crds| !crds.is_empty()) else { return Vec::new() };
    let request = Request::new(file, offset, context, config);
    if request.is_in_comment() || request.awaits_braces() {
        return Vec::new();
    }
    let Some(found) = position::find(&request, crds) else { return Vec::new() };
    let proof = Proof::new(&request, found.object, found.by);
    match found.target {
        Target::ApiVersion(node) => kinds::api_versions(&request, found.object, node, crds),
        Target::Kind(node) => kinds::kinds(&request, found.object, node, crds),
        target => in_value(&request, target, found.by, &proof),
    }
}

/// Everything that can stand at an offset in the default of an object or a list, unordered. `entry`: the keyword
/// `default` in `map`; `schema`: what it is the default of.
pub(crate) fn in_default<'t>(
    file: &'t File,
    offset: u32,
    config: &Config,
    (map, entry): (Node<'t>, Entry<'t>),
    schema: Schema<'_>,
) -> Vec<Completion> {
    let request = Request { is_default: true, ..Request::new(file, offset, FileContext::default(), config) };
    if request.is_in_comment() {
        return Vec::new();
    }
    let Some(target) = position::in_default(&request, map, entry, schema) else { return Vec::new() };
    in_value(&request, target, None, &Proof::new(&request, None, None))
}

fn in_value(
    request: &Request<'_>,
    target: Target<'_, '_>,
    by: Option<ServedVersion<'_>>,
    proof: &Proof<'_>,
) -> Vec<Completion> {
    match target {
        Target::ApiVersion(_) | Target::Kind(_) => Vec::new(),
        Target::Keys { holder, map } => fields::keys(request, holder, map, by, proof),
        Target::Value { schema, node, name } => values::of(request, schema, node, &name, proof),
        Target::Item { schema, name } => fields::item(request, schema, &name, proof),
    }
}

impl<'t> Request<'t> {
    fn new(file: &'t File, offset: u32, context: FileContext<'t>, config: &'t Config) -> Self {
        let cursor = file.cursor(offset);
        let point = InsertionPoint::new(file, cursor, 0);
        Self { file, context, config, cursor, point, is_default: false }
    }
}

impl Request<'_> {
    fn line_before(&self) -> &str {
        let start = self.file.lines().line(self.cursor.line).map_or(0, |line| line.start);
        TextRange::new(start, self.point.start().max(start)).of(self.file.text())
    }

    /// Whether the file is to hold JSON and does not yet: what has no braces around it has no place there.
    fn awaits_braces(&self) -> bool {
        is_json_file(self.context.file) && !self.point.style().json
    }

    fn is_in_comment(&self) -> bool {
        self.line_before().trim_start().starts_with('#')
    }

    /// Where a suggestion begins to replace: at the word or at the quote before it.
    fn start(&self) -> u32 {
        self.point.start()
    }

    /// What a template writes at the cursor. It begins some columns after the indentation of its line, which editors
    /// add to each line of a suggestion.
    fn written(&self, template: &Template) -> Insertion {
        let before = self.line_before();
        let indented = before.len() - before.trim_start_matches(' ').len();
        self.point.template(template, "", before.len() - indented)
    }
}

/// A field of a mapping.
fn member(name: &str, value: Template) -> (Template, Template) {
    (Template::text(crdls_fixes::word(name, false)), value)
}
