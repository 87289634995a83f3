//! A manifest that is too large for kubectl, etcd or the server.
//!
//! From `GetModifiedConfiguration` of k8s.io/kubectl (pkg/util/apply.go), which notes the whole manifest in
//! an annotation, with `ValidateAnnotationsSize` of k8s.io/apimachinery
//! (pkg/api/validation/objectmeta.go); from the limit of etcd's requests (`--max-request-bytes`); and from
//! `MaxRequestBodyBytes` of k8s.io/apiserver (pkg/server/config.go).

use crdls_text::TextRange;

use crate::advice::Input;
use crate::cost::figure;
use crdls_manifest::fields::Field;
use crdls_report::{Finding, Path, Severity, code};

code!(TOO_LARGE, "too-large", Warning, advice, "a manifest is too large to be applied or stored");

/// All annotations together may have this many bytes.
const ANNOTATIONS: usize = 256 * 1024;
/// Bytes of a request that etcd takes, and that the server reads.
const STORED: usize = 3 * 1024 * 1024 / 2;
const REQUEST: usize = 3 * 1024 * 1024;

const NOTE: &str = "kubectl.kubernetes.io/last-applied-configuration";

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    let annotations = input.crd.metadata().annotations().filter(|(entry, _)| &*entry.name != NOTE);
    let others: usize = annotations.map(|(entry, text)| entry.name.len() + text.len()).sum();
    // The note ends with a line break.
    let room = ANNOTATIONS.saturating_sub(others + NOTE.len() + 1);
    let size = input.json_size.filter(|size| *size > room);
    size.map(|size| finding(size, input)).into_iter().collect()
}

fn finding(bytes: usize, input: &Input<'_>) -> Finding {
    let name = match input.crd.metadata().name() {
        "" => "the manifest".to_owned(),
        name => format!("`{name}`"),
    };
    let size = figure(bytes as u64);
    let finding = |words: String| {
        Finding::new(
            &TOO_LARGE,
            place(input),
            &Path::EMPTY,
            format!("{name} has {size} bytes as JSON{words}"),
        )
    };
    let shorten = "shorten the descriptions (controller-gen leaves them out with `crd:maxDescLen=0`)";
    if bytes > REQUEST {
        return finding(format!(", and the server accepts at most {}", figure(REQUEST as u64)))
            .why("the server reports `Request entity too large`")
            .help(shorten);
    }
    if bytes > STORED {
        return finding(format!(", and etcd accepts at most {} by default", figure(STORED as u64)))
            .why("the server reports `etcdserver: request is too large`")
            .help(shorten);
    }
    let mut hint = finding(": client-side `kubectl apply` fails".to_owned())
        .why(format!("kubectl stores the manifest in an annotation, and the annotations of an object can have at most {} bytes", figure(ANNOTATIONS as u64)))
        .help(format!("use `kubectl apply --server-side`, or {shorten}"));
    hint.severity = Severity::Hint;
    hint
}

/// Where to speak of the whole: the CRD's name.
fn place(input: &Input<'_>) -> TextRange {
    let name = input.crd.metadata().span(Field::Name).map(|span| span.value);
    let kind = || input.crd.span(Field::Kind).map(|span| span.value);
    name.or_else(kind).unwrap_or(TextRange::empty(input.root.range().start))
}
