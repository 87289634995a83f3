//! Helm templates: not YAML until they are rendered.

use crdls_yaml::Document;

use super::Source;
use crate::Finding;
use crate::path::Path;
use crate::rule;

rule!(TEMPLATE, "template", Hint, advice, "the document is a template");

/// One hint where a document is a template: a `{{` where YAML would begin a value, a key or a line. In
/// quotes, in a block scalar or in the middle of a text it is nothing but text.
pub(super) fn find(source: Source<'_>, document: &Document) -> Option<Finding> {
    let text = document.range.of(source.text);
    if !text.contains("{{") || !text.contains("kind: CustomResourceDefinition") {
        return None;
    }
    let range = source.tree.template_action(source.text, document)?;
    Some(
        Finding::new(&TEMPLATE, range, &Path::EMPTY, "this is a template: it is checked once it is rendered")
            .help(
                "render it, as by `helm template`, and check the result: `helm template . | crdls check -`",
            ),
    )
}
