//! One document of a file: what it is, and everything to report of it.
//!
//! The stages are kubectl's and kube-apiserver's: read the YAML, decode the manifest, validate it. All
//! are run; what a later one finds is marked shadowed where the server would not have come to it.

#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::unreachable
    )
)]

mod ambiguous_kind;
pub mod codes;
mod costs;
mod custom_resource;
mod duplicate_key;
mod items;
mod lost_indentation;
mod old;
mod syntax;
mod template;
mod unknown_kind;

use std::collections::HashSet;
use std::sync::Arc;

use crdls_text::{Flaw, TextRange};
use crdls_yaml::{Node, Tree};

use crdls_crd::advice;
use crdls_crd::validate::validate;
use crdls_resource::Index;
use crdls_schema::Path;
use crdls_schema::code;
use crdls_schema::decode::{DecodeCache, Decoded, ObjectKey, decode};
use crdls_schema::fields::{CUSTOM_RESOURCE_DEFINITION, Field};
use crdls_schema::model::Crd;
use crdls_schema::stop::checkpoint;
use crdls_schema::{Config, ErrorType, FieldValidation, Finding, Server, Severity};

pub use ambiguous_kind::AMBIGUOUS_KIND;
pub use costs::{cost_numbers, costs};
use crdls_schema::objects::{DocumentObject, Kind, objects};
pub use duplicate_key::DUPLICATE_KEY;
pub use lost_indentation::LOST_INDENTATION;
pub use old::Old;
pub use syntax::NOT_YAML;
pub use template::TEMPLATE;
pub use unknown_kind::UNKNOWN_KIND;

code!(GONE_VERSION, "gone-version", Error, server, "an API version that no cluster serves any more");

/// A text to look at.
#[derive(Clone, Copy, Debug)]
pub struct Source<'t> {
    pub text: &'t str,
    pub tree: &'t Tree,
    /// What keeps kubectl from reading the bytes.
    pub flaw: Option<Flaw>,
    /// A kustomization names the file as a patch: what is not in it is elsewhere.
    pub patch: bool,
    /// The CRDs that those in it replace; the others are created.
    pub old: Option<&'t Old>,
    /// The CRDs that judge the custom resources in it.
    pub crds: Option<&'t Index>,
    /// What the file is called, as those of the CRDs are.
    pub file: &'t str,
    /// What was decoded of the text before.
    pub memo: Option<&'t DecodeCache>,
}

/// Everything to be said of one document, in order of place.
pub fn check(source: Source<'_>, document: &crdls_yaml::Document, config: &Config) -> Vec<Finding> {
    let Some(root) = source.tree.root(source.text, document) else { return Vec::new() };
    if let Some(finding) = template::find(source, document) {
        return vec![finding];
    }
    let objects = objects(root);
    let is_other = |object: &DocumentObject<'_>| {
        object.kind == Kind::Other && !custom_resource::is_known(object.node, source)
    };
    if objects.iter().all(is_other) {
        return Vec::new();
    }
    let syntax = syntax::find(source, document);
    let broken = !syntax.is_empty();
    let beyond_repair = broken && document.is_damaged();
    let mut findings = syntax;
    if !beyond_repair {
        for object in &objects {
            let found = check_object(object, source, document, config);
            findings
                .extend(found.into_iter().map(|finding| if broken { shadowed(finding) } else { finding }));
        }
    }
    findings.sort_by_key(Finding::sort_key);
    findings
}

fn check_object(
    object: &DocumentObject<'_>,
    source: Source<'_>,
    document: &crdls_yaml::Document,
    config: &Config,
) -> Vec<Finding> {
    checkpoint();
    let found = match object.kind {
        Kind::Crd => check_crd(object, source, document, config),
        Kind::OldCrd => vec![gone_version(object.node)],
        Kind::Unknown => unknown_kind::find(object.node).into_iter().collect(),
        Kind::Other => custom_resource::check(object.node, object.is_item(), source, config),
        Kind::List => Vec::new(),
    };
    let prefix = object.prefix();
    let prefixed = |mut finding: Finding| {
        finding.path = std::mem::take(&mut finding.path).below(&prefix);
        finding
    };
    found.into_iter().map(prefixed).collect()
}

/// The model of a CRD of a document, one of `v1beta1` as if it were of `v1`: from the memo where there is one.
pub fn decoded(
    object: &DocumentObject<'_>,
    source: Source<'_>,
    document: &crdls_yaml::Document,
    config: &Config,
) -> Arc<Decoded> {
    let Some(memo) = source.memo else {
        return Arc::new(decode(object.node, &CUSTOM_RESOURCE_DEFINITION, &Path::EMPTY, config));
    };
    let number = source.tree.documents().partition_point(|other| other.range.start < document.range.start);
    let key = ObjectKey { document: number as u32, list_indices: object.list_indices.clone() };
    memo.crd(object.node, key, source.tree.is_plain(document), config)
}

fn check_crd(
    object: &DocumentObject<'_>,
    source: Source<'_>,
    document: &crdls_yaml::Document,
    config: &Config,
) -> Vec<Finding> {
    let decoded = decoded(object, source, document, config);
    let unknown_kind = unknown_kind::find(object.node);
    if let Some(findings) = lost_indentation::find(object.node, &decoded, unknown_kind.as_ref(), config) {
        return findings;
    }
    let undecodable = decoded.findings.iter().any(|f| is(f, ErrorType::Decoding));
    let strict = config.field_validation == FieldValidation::Strict;
    let unknown = strict && decoded.findings.iter().any(|f| is(f, ErrorType::StrictDecoding));
    let crd = Crd::new(&decoded.object);
    let old = source.old.and_then(|old| old.get(crd.metadata().name()));
    let mut validated = validate(crd, old, object.node, config);
    let refused = undecodable || unknown;
    let invalid = validated.iter().any(|f| !is(f, ErrorType::Warning));
    for finding in &mut validated {
        if refused || (invalid && is(finding, ErrorType::Warning)) {
            shadow(finding);
        }
    }
    // What could not be decoded is not there: that it lacks this or that is no news.
    let undecoded: HashSet<_> =
        decoded.findings.iter().filter(|f| is(f, ErrorType::Decoding)).map(|f| f.path.steps()).collect();
    validated
        .retain(|finding| !finding.path.ancestors().any(|path| !path.is_empty() && undecoded.contains(path)));
    let mut findings = decoded.findings.clone();
    findings.append(&mut validated);
    if let Some(first) = items::find(object.node).or(unknown_kind) {
        findings.iter_mut().for_each(shadow);
        findings.push(first);
    }
    if source.patch {
        findings.retain(|finding| is_there(object.node, finding));
    }
    if decoded.hides_keys {
        findings.extend(duplicate_key::find(object.node));
    }
    let advised = advice::Input {
        crd,
        root: object.node,
        dropped: &decoded.dropped,
        json_size: decoded.json_size,
        text: source.text,
        tree: source.tree,
        patch: source.patch,
        document,
        config,
    };
    findings.extend(advice::check(&advised));
    findings
}

/// Whether what a finding speaks of is written: in a patch, what is missing stands elsewhere.
fn is_there(root: Node<'_>, finding: &Finding) -> bool {
    let Some(server) = &finding.server else { return true };
    let whole = matches!(server.field.as_str(), "spec.versions" | "metadata.name" | "metadata" | "spec");
    server.kind != ErrorType::Required && !whole && root.range().covers(finding.range)
}

fn is(finding: &Finding, kind: ErrorType) -> bool {
    finding.server.as_ref().is_some_and(|server| server.kind == kind)
}

fn shadowed(mut finding: Finding) -> Finding {
    shadow(&mut finding);
    finding
}

fn shadow(finding: &mut Finding) {
    if let Some(server) = &mut finding.server {
        server.shadowed = true;
    }
}

/// The finding that keeps the server from reading anything else of a document.
fn decoding(rule: &'static crdls_schema::Code, range: TextRange, message: String, detail: String) -> Finding {
    let server =
        Server { kind: ErrorType::Decoding, field: String::new(), detail, bad: None, shadowed: false };
    Finding { server: Some(server), ..Finding::new(rule, range, &Path::EMPTY, message) }
}

fn gone_version(root: Node<'_>) -> Finding {
    let range = root.get(Field::ApiVersion.name()).map_or(root.range(), |entry| entry.value.range());
    let detail =
        "no matches for kind \"CustomResourceDefinition\" in version \"apiextensions.k8s.io/v1beta1\"";
    decoding(&GONE_VERSION, range, "no cluster since Kubernetes 1.22 serves `apiextensions.k8s.io/v1beta1`".to_owned(), detail.to_owned())
        .why("in v1 a schema is required and structural, and stands in each version; preserveUnknownFields is false")
        .help("write `apiextensions.k8s.io/v1`; move `validation`, `subresources` and `additionalPrinterColumns` into each entry of `versions`, and write `jsonPath` for `JSONPath`")
}

/// Applies the user's severities: the server's findings can be lowered, advice can be switched off.
pub fn configured(findings: Vec<Finding>, config: &Config) -> Vec<Finding> {
    let chosen = |mut finding: Finding| {
        let warned =
            is(&finding, ErrorType::StrictDecoding) && config.field_validation == FieldValidation::Warn;
        if warned || is(&finding, ErrorType::Warning) {
            finding.severity = finding.severity.max(Severity::Warning);
        }
        match config.rules.get(finding.code.name) {
            Some(Some(severity)) => finding.severity = *severity,
            Some(None) if !finding.code.server => return None,
            _ => {}
        }
        Some(finding)
    };
    findings.into_iter().filter_map(chosen).collect()
}

#[cfg(test)]
mod tests {
    use crdls_resource::Shared;

    use super::*;

    const CRD: &str = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: as.b}\nspec:\n  \
                       group: b\n  scope: Cluster\n  names: {kind: A, plural: as, singular: a, listKind: AList}\n  versions:\n  \
                       - name: v1\n    served: true\n    storage: true\n    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}\n";

    /// An open file: what was decoded of it is kept.
    struct Open {
        text: String,
        tree: Tree,
        memo: DecodeCache,
    }

    impl Open {
        fn new(text: &str) -> Arc<Self> {
            Arc::new(Self { text: text.to_owned(), tree: Tree::parse(text), memo: DecodeCache::default() })
        }

        fn source<'t>(&'t self, file: &'t str, crds: Option<&'t Index>) -> Source<'t> {
            let (text, tree, memo) = (&self.text, &self.tree, Some(&self.memo));
            Source { text, tree, flaw: None, patch: false, old: None, crds, file, memo }
        }

        fn check(&self, file: &str, crds: &Index) -> usize {
            let source = self.source(file, Some(crds));
            let check = |document| check(source, document, &Config::default()).len();
            self.tree.documents().iter().map(check).sum()
        }

        /// The model that the file has of its one CRD.
        fn model(&self) -> Option<Arc<Decoded>> {
            let document = self.tree.documents().first()?;
            let object = objects(self.tree.root(&self.text, document)?).into_iter().next()?;
            Some(decoded(&object, self.source("", None), document, &Config::default()))
        }

        fn shared(self: &Arc<Self>) -> Shared {
            let open = Arc::clone(self);
            Shared::from(self.text.as_str()).with_models(move |_, _| open.model())
        }
    }

    #[test]
    fn a_resource_is_judged_by_the_model_that_the_open_crd_has() {
        let (crd, config) = (Open::new(CRD), Config::default());
        let resource = Open::new("apiVersion: b/v1\nkind: A\nmetadata: {name: a}\n");
        let is_shared = |index: &Index| {
            crd.check("crd.yaml", index);
            assert_eq!(resource.check("a.yaml", index), 0);
            let known = index.of_kind("b", "A", "a.yaml");
            let model = crd.model().unwrap();
            std::ptr::eq(known[0].crd().object(), &model.object)
        };
        let mut index = Index::default();
        index.open("crd.yaml", Index::found("crd.yaml", 0, crd.shared(), &crd.tree, &config));
        assert!(is_shared(&index));

        // One that is not open is decoded from its text.
        index.open("crd.yaml", Index::found("crd.yaml", 0, CRD, &crd.tree, &config));
        assert!(!is_shared(&index));
    }
}
