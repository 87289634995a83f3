//! What the object that is replaced has to do with a finding, as a sentence.

use crdls_schema::FieldPath;

/// Of an error that the server forgives because a node is as before.
pub fn unchanged(node: &FieldPath) -> String {
    format!("accepted only because {} did not change", subject(node))
}

/// Of an error that the old object has too, where the node has changed.
pub fn brought_back(node: &FieldPath) -> String {
    if node.is_empty() {
        return "the stored object has this error too; an error of the whole object is reported on every update"
            .to_owned();
    }
    format!(
        "the stored object has this error too; the server forgives it only while {} is unchanged",
        subject(node)
    )
}

fn subject(node: &FieldPath) -> String {
    if node.is_empty() { "the object".to_owned() } else { node.subject() }
}
