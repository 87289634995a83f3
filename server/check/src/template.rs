//! Helm templates: not YAML until they are rendered.

use crdls_yaml::Document;

use super::Source;
use crdls_schema::Finding;
use crdls_schema::Path;
use crdls_schema::objects::CRD;
use crdls_schema::{code, in_backticks};

code!(TEMPLATE, "template", Hint, advice, "the document is a template");

/// One hint where a document is a template: a `{{` where YAML would begin a value, a key or a line. In
/// quotes, in a block scalar or in the middle of a text it is nothing but text.
pub(super) fn find(source: Source<'_>, document: &Document) -> Option<Finding> {
    let range = source.tree.template_action(source.text, document)?;
    if !names_crd(document.range.of(source.text)) {
        return None;
    }
    let action = in_backticks(range.of(source.text).lines().next().unwrap_or_default());
    let message = format!("the document is a template and is not checked: {action}");
    Some(
        Finding::new(&TEMPLATE, range, &Path::EMPTY, message)
            .help("render the template and check the result: `helm template . | crdls check -`"),
    )
}

/// Whether the text has a `kind: CustomResourceDefinition`, in quotes or not.
fn names_crd(text: &str) -> bool {
    const QUOTES: [char; 3] = [' ', '"', '\''];
    let is_kind = |before: &str| {
        let before = before.trim_end_matches(QUOTES).strip_suffix(':');
        before.is_some_and(|key| key.trim_end_matches(QUOTES).ends_with("kind"))
    };
    text.match_indices(CRD).any(|(at, _)| text.get(..at).is_some_and(is_kind))
}
