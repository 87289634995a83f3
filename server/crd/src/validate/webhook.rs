//! Where a conversion webhook is: a URL or a service.
//!
//! Mirrors `ValidateWebhookURL`, `ValidateWebhookService` and `ValidateCABundle` of k8s.io/apiserver
//! (pkg/util/webhook/validation.go). The caller there passes a service's name for its namespace and the
//! other way round, so that the server speaks of one where it misses the other.

use crdls_go::Url;
use crdls_manifest::model::ServiceRef;
use crdls_report::{ErrorType, Path, Report, code};
use crdls_values::dns;

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
                .predicate(format!("is not a URL: `{text}`"))
                .help("write the URL as `https://host/path`");
            return;
        }
    };
    let wrong = [
        (
            url.scheme != "https",
            &url.scheme,
            format!("'https' is the only allowed URL scheme{FORM}"),
            "must start with `https://`",
        ),
        (url.host.is_empty(), &url.host, format!("host must be specified{FORM}"), "must have a host"),
        (
            url.user.is_some(),
            url.user.as_ref().unwrap_or(&url.host),
            "user information is not permitted in the URL".to_owned(),
            "cannot contain a user",
        ),
        (
            !url.fragment.is_empty(),
            &url.fragment,
            "fragments are not permitted in the URL".to_owned(),
            "cannot contain a fragment",
        ),
        (
            !url.query.is_empty(),
            &url.query,
            "query parameters are not permitted in the URL".to_owned(),
            "cannot contain a query",
        ),
    ];
    for (_, value, detail, predicate) in wrong.into_iter().filter(|(wrong, ..)| *wrong) {
        report
            .invalid(&WEBHOOK_URL, path, value, detail)
            .predicate(predicate)
            .help("write the URL as `https://host/path`");
    }
}

pub(super) fn service(service: ServiceRef<'_>, path: &Path<'_>, report: &mut Report) {
    let (name, namespace) = (path.child("name"), path.child("namespace"));
    let required = [(service.namespace(), &name, &namespace), (service.name(), &namespace, &name)];
    for (_, reported, missing) in required.into_iter().filter(|(text, ..)| text.is_empty()) {
        let field = missing.manifest();
        report
            .required(&WEBHOOK_SERVICE, reported, "")
            .message(format!("{} is missing", field.subject()))
            .why(format!("the API server names the wrong field ({}) in its error", reported.subject()))
            .help(format!("add `{}:`", field.last_name().unwrap_or_default()))
            .mark(missing);
    }
    // Where no port is written it is 443.
    let port = service.port().unwrap_or(443);
    if let Some(words) = dns::port(port) {
        report
            .invalid(&WEBHOOK_SERVICE, &path.child("port"), "", format!("port is not valid: {words}"))
            .bad(port.to_string())
            .predicate(format!("must be from 1 to 65535, got {port}"))
            .help("write a valid port, or remove the line for the default 443");
    }
    if let Some(url_path) = service.path() {
        service_path(url_path, &path.child("path"), report);
    }
}

fn service_path(text: &str, path: &Path<'_>, report: &mut Report) {
    if matches!(text, "" | "/") {
        return;
    }
    let mut say = |detail: String, predicate: &str| {
        report
            .invalid(&WEBHOOK_SERVICE, path, text, detail)
            .predicate(predicate)
            .help("write a path such as `/convert`, with lowercase letters, digits, dashes and dots");
    };
    if text == "//" {
        return say("segment[0] may not be empty".to_owned(), "has an empty segment: `//`");
    }
    if !text.starts_with('/') {
        say("must start with a '/'".to_owned(), &format!("must start with `/`, got `{text}`"));
    }
    // The first byte goes whatever it is, and what it leaves of a longer character is no name.
    let mut rest = text.get(1..).unwrap_or(text);
    rest = rest.strip_suffix('/').unwrap_or(rest);
    for (i, segment) in rest.split('/').enumerate() {
        if segment.is_empty() {
            say(format!("segment[{i}] may not be empty"), &format!("has an empty segment: `{text}`"));
            continue;
        }
        for words in dns::subdomain(segment) {
            say(
                format!("segment[{i}]: {words}"),
                &format!("has the segment `{segment}`, which is not a domain name"),
            );
        }
    }
}

/// What is wrong with a bundle of certificates, where it is not empty.
pub(crate) fn wrong_ca_bundle(bundle: &[u8]) -> Option<String> {
    crdls_go::wrong_bundle(bundle).map(|words| format!("unable to load root certificates: {words}"))
}

pub(super) fn ca_bundle(bundle: &[u8], path: &Path<'_>, report: &mut Report) {
    let Some(detail) = wrong_ca_bundle(bundle) else { return };
    report
        .add(&INVALID_CA_BUNDLE, ErrorType::Invalid, path, detail)
        .predicate("contains no certificate")
        .why("the API server uses this bundle to verify the webhook, and does not let a valid bundle be replaced with an invalid one")
        .help("write the certificate in PEM, from `-----BEGIN CERTIFICATE-----` on, in base64; or remove the line if a controller fills it in");
}
