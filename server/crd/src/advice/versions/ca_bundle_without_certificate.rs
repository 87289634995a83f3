//! A caBundle that holds no certificate in PEM.
//!
//! The server does not look at it on creation, and cannot call the webhook with it. Silent where
//! something fills it in later.

use crate::advice::Input;
use crdls_schema::FieldPath;
use crdls_schema::fields::Field;
use crdls_schema::{Finding, code};

code!(
    CA_BUNDLE_WITHOUT_CERTIFICATE,
    "ca-bundle-without-certificate",
    Warning,
    advice,
    "`caBundle` is not a PEM certificate"
);

const BEGIN: &[u8] = b"-----BEGIN CERTIFICATE-----";

/// Shorter than any certificate: something stands in for one.
const SHORTEST: usize = 64;

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    find_one(input).into_iter().collect()
}

fn find_one(input: &Input<'_>) -> Option<Finding> {
    let config = input.crd.spec().conversion()?.client_config()?;
    let bundle = config.ca_bundle();
    let injected = input.crd.metadata().annotations().any(|(entry, _)| is_injection(&entry.name));
    if injected || bundle.len() < SHORTEST || holds(bundle, BEGIN) {
        return None;
    }
    let (predicate, help) = if bundle.starts_with(b"LS0tLS1CRUdJTi") {
        ("is encoded in base64 twice", "decode the value once, so that it starts with `LS0tLS1CRUdJTi`")
    } else if holds(bundle, b"PRIVATE KEY-----") {
        (
            "is a private key, not a certificate",
            "write the certificate of the authority, and replace the key, which is now public",
        )
    } else {
        (
            "is not a PEM certificate",
            "write a certificate in base64 whose text starts with `-----BEGIN CERTIFICATE-----`",
        )
    };
    let path = FieldPath::of_names(&["spec", "conversion", "webhook", "clientConfig", "caBundle"]);
    let message = format!("{} {predicate}", path.subject());
    Some(
        Finding::new(&CA_BUNDLE_WITHOUT_CERTIFICATE, config.span(Field::CaBundle)?.value, path, message)
            .why("the server cannot verify the webhook, so conversions and reads of objects fail")
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
