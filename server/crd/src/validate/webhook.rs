//! Where a conversion webhook is: a URL or a service.
//!
//! Mirrors `ValidateWebhookURL`, `ValidateWebhookService` and `ValidateCABundle` of k8s.io/apiserver
//! (pkg/util/webhook/validation.go). The caller there passes a service's name for its namespace and the
//! other way round, so that the server speaks of one where it misses the other.

use crdls_schema::Path;
use crdls_schema::model::ServiceRef;
use crdls_schema::report::Report;
use crdls_schema::{ErrorType, code};
use crdls_values::dns;
use crdls_values::go;
use crdls_values::go::Url;

code!(WEBHOOK_URL, "webhook-url", Error, server, "the URL of a webhook is not valid");
code!(WEBHOOK_SERVICE, "webhook-service", Error, server, "the service of a webhook is not valid");

code!(
    INVALID_CA_BUNDLE,
    "invalid-ca-bundle",
    Error,
    server,
    "the `caBundle` of a webhook has no certificate"
);

const FORM: &str = "; desired format: https://host[/path]";

pub(super) fn url(text: &str, path: &Path<'_>, report: &mut Report) {
    let url = match Url::parse(text) {
        Ok(url) => url,
        Err(error) => {
            report
                .required(&WEBHOOK_URL, path, format!("url must be a valid URL: {error}{FORM}"))
                .message(format!("`{text}` is not a URL"))
                .help("write it as `https://host/path`");
            return;
        }
    };
    let wrong = [
        (
            url.scheme != "https",
            &url.scheme,
            format!("'https' is the only allowed URL scheme{FORM}"),
            "the URL of a webhook starts with `https://`",
        ),
        (url.host.is_empty(), &url.host, format!("host must be specified{FORM}"), "this URL has no host"),
        (
            url.user.is_some(),
            url.user.as_ref().unwrap_or(&url.host),
            "user information is not permitted in the URL".to_owned(),
            "this URL names a user",
        ),
        (
            !url.fragment.is_empty(),
            &url.fragment,
            "fragments are not permitted in the URL".to_owned(),
            "this URL has a fragment",
        ),
        (
            !url.query.is_empty(),
            &url.query,
            "query parameters are not permitted in the URL".to_owned(),
            "this URL has a query",
        ),
    ];
    for (_, value, detail, message) in wrong.into_iter().filter(|(wrong, ..)| *wrong) {
        report
            .invalid(&WEBHOOK_URL, path, value, detail)
            .message(message)
            .help("write it as `https://host/path`");
    }
}

pub(super) fn service(service: ServiceRef<'_>, path: &Path<'_>, report: &mut Report) {
    let (name, namespace) = (path.child("name"), path.child("namespace"));
    let required =
        [(service.namespace(), &name, "namespace", &namespace), (service.name(), &namespace, "name", &name)];
    for (_, said, missing, place) in required.into_iter().filter(|(text, ..)| text.is_empty()) {
        report
            .required(&WEBHOOK_SERVICE, said, "")
            .message(format!("the service has no `{missing}`"))
            .help(format!("add `{missing}:`"))
            .mark(place);
    }
    // Where no port is written it is 443.
    let port = service.port().unwrap_or(443);
    if let Some(words) = dns::port(port) {
        report
            .invalid(&WEBHOOK_SERVICE, &path.child("port"), "", format!("port is not valid: {words}"))
            .bad(port.to_string())
            .message(format!("`{port}` is not a port"))
            .help("write a number from 1 to 65535, or remove it for 443");
    }
    if let Some(url_path) = service.path() {
        service_path(url_path, &path.child("path"), report);
    }
}

fn service_path(text: &str, path: &Path<'_>, report: &mut Report) {
    if matches!(text, "" | "/") {
        return;
    }
    let mut say = |detail: String, message: &str| {
        report
            .invalid(&WEBHOOK_SERVICE, path, text, detail)
            .message(message)
            .help("write it as `/convert`: segments of lower case letters, digits, dashes and dots");
    };
    if text == "//" {
        return say("segment[0] may not be empty".to_owned(), "a segment of this path is empty");
    }
    if !text.starts_with('/') {
        say("must start with a '/'".to_owned(), "this path does not start with `/`");
    }
    // The first byte goes whatever it is, and what it leaves of a longer character is no name.
    let mut rest = text.get(1..).unwrap_or(text);
    rest = rest.strip_suffix('/').unwrap_or(rest);
    for (i, segment) in rest.split('/').enumerate() {
        if segment.is_empty() {
            say(format!("segment[{i}] may not be empty"), "a segment of this path is empty");
            continue;
        }
        for words in dns::subdomain(segment) {
            say(format!("segment[{i}]: {words}"), &format!("`{segment}` cannot be a segment of this path"));
        }
    }
}

/// What is wrong with a bundle of certificates, where it is not empty.
pub(super) fn wrong_ca_bundle(bundle: &[u8]) -> Option<String> {
    go::wrong_bundle(bundle).map(|words| format!("unable to load root certificates: {words}"))
}

pub(super) fn ca_bundle(bundle: &[u8], path: &Path<'_>, report: &mut Report) {
    let Some(detail) = wrong_ca_bundle(bundle) else { return };
    report
        .add(&INVALID_CA_BUNDLE, ErrorType::Invalid, path, detail)
        .message("there is no certificate in this bundle")
        .why("the server trusts the webhook by it; once the CRD is served, a bundle that worked cannot be replaced by one that does not")
        .help("write the certificate in PEM, from `-----BEGIN CERTIFICATE-----` on, in base64; or remove the line where something fills it in");
}
