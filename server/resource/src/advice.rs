//! What the server silently does with a custom resource, and kinds that are near to known ones.
//!
//! Mirrors `EnsureObjectNamespaceMatchesRequestNamespace` of k8s.io/apiserver
//! (pkg/registry/rest/meta.go) and `PrepareForCreate` of k8s.io/apiextensions-apiserver
//! (pkg/registry/customresource/strategy.go).

use crdls_yaml::{Kind, Node};

use super::{Index, ServedVersion, undecodable_values};
use crdls_manifest::objects::text_of;
use crdls_minors::Minor;
use crdls_report::{FieldPath, Finding, Fix, Path, code};
use crdls_text::{TextRange, nearest};

code!(
    DROPPED_NAMESPACE,
    "dropped-namespace",
    Warning,
    advice,
    "a namespace on an object of a cluster-scoped kind"
);
code!(DROPPED_STATUS, "dropped-status", Information, advice, "a status that the server drops on creation");
code!(
    NEAR_KIND,
    "similar-kind",
    Warning,
    advice,
    "a kind or group that no CRD has, similar to one that a CRD has"
);

/// Everything to be said of a custom resource and its CRD. `created`: it replaces none.
pub fn find(root: Node<'_>, by: ServedVersion<'_>, created: bool, minor: Minor) -> Vec<Finding> {
    let mut undecodable = Vec::new();
    if let Some(schema) = by.version.schema() {
        undecodable_values(root, schema, &FieldPath::default(), minor, &mut undecodable);
    }
    let dropped = namespace(root, by).into_iter().chain(status(root, by).filter(|_| created));
    dropped.chain(undecodable).collect()
}

fn namespace(root: Node<'_>, by: ServedVersion<'_>) -> Option<Finding> {
    let metadata = root.get("metadata")?.value.resolved()?;
    let entry = metadata.get("namespace")?;
    let finding = dropped_namespace(&entry.value.str()?, entry.key.range(), by)?;
    Some(finding.help("remove `namespace:`"))
}

/// The namespace of an object, written at a place, if its kind is cluster-scoped.
pub fn dropped_namespace(namespace: &str, at: TextRange, by: ServedVersion<'_>) -> Option<Finding> {
    let spec = by.indexed.crd().spec();
    if namespace.is_empty() || spec.scope() != "Cluster" {
        return None;
    }
    let kind = spec.names().kind();
    let message = format!("`namespace: {namespace}` is dropped: `{kind}` is cluster-scoped");
    let path = Path::EMPTY.child("metadata");
    Some(
        Finding::new(&DROPPED_NAMESPACE, at, &path.child("namespace"), message)
            .why("its CRD has `scope: Cluster`, so the server silently drops the namespace"),
    )
}

fn status(root: Node<'_>, by: ServedVersion<'_>) -> Option<Finding> {
    by.version.subresources()?.status()?;
    let entry = root.get("status").filter(|entry| !entry.value.is_empty())?;
    // An empty one is what generators leave.
    let has_any = entry.value.kind() == Kind::Alias || entry.value.entries().next().is_some();
    has_any.then(|| {
        Finding::new(
            &DROPPED_STATUS,
            entry.key.range(),
            &Path::EMPTY.child("status"),
            "`status` is dropped when the object is created",
        )
        .why("the CRD enables the status subresource, and only a request to that subresource writes `status`")
        .help("remove `status:`; the controller writes it")
    })
}

/// A kind or group that was meant, where no CRD has the one that is written.
pub fn near(root: Node<'_>, crds: &Index) -> Option<Finding> {
    let (api_version, kind) = (text_of(root, "apiVersion")?, text_of(root, "kind")?);
    let (group, version) = api_version.split_once('/')?;
    let meant = nearest(&kind, crds.kinds_of(group)).filter(|meant| is_misspelling(&kind, meant));
    let (field, written, meant, message) = match meant {
        Some(meant) => {
            let message = format!("no CRD of `{group}` defines `kind: {kind}`; did you mean `{meant}`?");
            ("kind", kind.as_str(), meant.to_owned(), message)
        }
        None => {
            let meant = nearest(group, crds.groups_of(&kind)).filter(|meant| is_misspelling(group, meant))?;
            let meant = format!("{meant}/{version}");
            let message =
                format!("no CRD defines `{kind}` for `apiVersion: {api_version}`; did you mean `{meant}`?");
            ("apiVersion", api_version.as_str(), meant, message)
        }
    };
    let value = root.get(field)?.value;
    let finding = Finding::new(&NEAR_KIND, value.range(), &Path::EMPTY.child(field), message)
        .why("no CRD in the workspace defines this kind, so a cluster with these CRDs does not serve it");
    let fix = Fix { safe: false, ..Fix::respell(value.range(), value.source(), &meant) };
    Some(if value.str()? == written { finding.fix(fix) } else { finding })
}

/// Whether a name is no name of its own: names that begin otherwise belong to another author's CRDs, which share the
/// group (`KubeadmConfig`, `NodeadmConfig`).
fn is_misspelling(written: &str, meant: &str) -> bool {
    let first = |name: &str| name.chars().next().map(|c| c.to_ascii_lowercase());
    first(written) == first(meant)
}
