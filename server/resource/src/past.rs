//! What the object that is replaced has to do with a finding, as a sentence.

use crdls_report::FieldPath;

/// The note on an error that the server forgives because a node is unchanged.
pub fn unchanged(node: &FieldPath) -> String {
    format!("accepted only because {} did not change", subject(node))
}

/// The note on an error that the old object also has, although the node has changed.
pub fn brought_back(node: &FieldPath) -> String {
    if node.is_empty() {
        return "the stored object already has this error; errors on the root are checked on every update"
            .to_owned();
    }
    format!(
        "the stored object already has this error; it is no longer ignored because {} changed",
        subject(node)
    )
}

fn subject(node: &FieldPath) -> String {
    if node.is_empty() { "the object".to_owned() } else { node.subject() }
}
