//! A copy of a CRD that was not made again when the project's CRD changed, or a manifest when the Go types did.
//!
//! Knows which CRD a copy was made of. Must not know how two CRDs are compared: the caller counts what differs.

use crdls_manifest::fields::Field;
use crdls_report::{Finding, Path, Related, code};
use crdls_resource::IndexedCrd;
use crdls_text::TextRange;

code!(STALE_COPY, "stale-copy", Hint, advice, "a copy of a CRD differs from the project's CRD");

/// The hint on a copy. `differences` counts what differs, such as "2 tightened, 1 loosened"; `file` is that of the copy.
pub fn stale_copy(
    copy: &IndexedCrd,
    original: &IndexedCrd,
    differences: &str,
    file: &str,
) -> Option<Finding> {
    let range = copy.header().metadata().span(Field::Name)?.value;
    let metadata = Path::EMPTY.child("metadata");
    let source = original.source.rsplit_once("://").map_or(&*original.source, |(_, path)| path);
    let message =
        format!("the copy of `{}` differs from the project's CRD `{source}`: {differences}", copy.name());
    let mut finding = Finding::new(&STALE_COPY, range, &metadata.child("name"), message)
        .why("the changes are those that `crdls diff` reports from the copy to the project's CRD; a user who installs the copy gets another schema")
        .help("generate the copy again");
    finding.related.push(original.place(file, "the project's CRD is here"));
    finding.path = std::mem::take(&mut finding.path).below(&copy.prefix());
    Some(finding)
}

/// The hint on a generated CRD, at the worst of the differences from its manifest. `differences` counts them; each has
/// its range in the generated text and a message, the worst first. `None` where there is none.
pub fn stale_manifest(
    manifest: &IndexedCrd,
    differences: &str,
    changes: &[(TextRange, &str)],
) -> Option<Finding> {
    /// More of them tell little more.
    const MOST: usize = 5;
    let ((range, worst), others) = changes.split_first()?;
    let source = &*manifest.source;
    let message = format!("`{source}` differs from the CRD of these types: {differences}");
    let name = Path::EMPTY.child("metadata");
    let mut finding = Finding::new(&STALE_COPY, *range, &name.child("name"), message)
        .why(format!("since the manifest was generated: {worst}"))
        .help("run controller-gen or `crdls generate` again");
    let related = |(range, message): &(TextRange, &str)| Related {
        file: None,
        range: *range,
        message: (*message).to_owned(),
    };
    finding.related.extend(others.iter().take(MOST).map(related));
    finding.related.push(manifest.place("", "the manifest is here"));
    Some(finding)
}
