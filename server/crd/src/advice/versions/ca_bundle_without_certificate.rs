//! A caBundle that the server refuses on an update.
//!
//! On creation, and while a CRD is not established, the server takes any bundle (`allowInvalidCABundle` of
//! k8s.io/apiextensions-apiserver, pkg/apis/apiextensions/validation/validation.go). It establishes no CRD whose bundle
//! is wrong (pkg/controller/establish/establishing_controller.go), so something has to write a right one, which an
//! update with the wrong one would replace.

use crate::advice::Input;
use crate::validate::wrong_ca_bundle;
use crdls_manifest::fields::Field;
use crdls_report::{FieldPath, Finding, code};

code!(
    CA_BUNDLE_WITHOUT_CERTIFICATE,
    "ca-bundle-without-certificate",
    Warning,
    advice,
    "`caBundle` has no certificate, so the server rejects later updates"
);

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    find_one(input).into_iter().collect()
}

fn find_one(input: &Input<'_>) -> Option<Finding> {
    let config = input.crd.spec().conversion()?.client_config()?;
    let bundle = config.ca_bundle();
    let detail = wrong_ca_bundle(bundle)?;
    let injected = input.crd.metadata().annotations().any(|(entry, _)| is_injection(&entry.name));
    let (predicate, help) = if bundle.trim_ascii().is_empty() || injected {
        ("is a placeholder, not a certificate", "remove `caBundle`: the controller that injects it adds it")
    } else if bundle.starts_with(b"LS0tLS1CRUdJTi") {
        ("is encoded in base64 twice", "decode the value once, so that it starts with `LS0tLS1CRUdJTi`")
    } else if holds(bundle, b"PRIVATE KEY-----") {
        (
            "is a private key, not a certificate",
            "write the certificate of the authority, and replace the key, which is now public",
        )
    } else {
        (
            "is not a PEM certificate",
            "write a certificate in base64 whose text starts with `-----BEGIN CERTIFICATE-----`, or remove `caBundle` if a controller injects it",
        )
    };
    let path = FieldPath::of_names(&["spec", "conversion", "webhook", "clientConfig", "caBundle"]);
    let message = format!("{} {predicate}: the server rejects it on updates", path.subject());
    Some(
        Finding::new(&CA_BUNDLE_WITHOUT_CERTIFICATE, config.span(Field::CaBundle)?.value, path, message)
            .why(format!(
                "the server creates the CRD, but does not establish it, and once a valid certificate is injected, it rejects each update with this value: {detail}"
            ))
            .help(help),
    )
}

/// cert-manager and OpenShift's service authority fill it in.
fn is_injection(annotation: &str) -> bool {
    annotation.starts_with("cert-manager.io/inject-")
        || annotation.starts_with("certmanager.k8s.io/inject-")
        || annotation == "service.beta.openshift.io/inject-cabundle"
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}
