//! `spec.conversion`.
//!
//! Mirrors `validateCustomResourceConversion` and `validateConversionReviewVersions` of
//! k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/validation/validation.go). Where
//! `conversion` is not written, its strategy is `None`. The bundle of certificates is looked at only in
//! updates of a CRD that is established.

use std::collections::BTreeMap;

use crate::validate::{Options, webhook};
use crdls_manifest::model::{Conversion, Spec};
use crdls_manifest::name_problem;
use crdls_report::{Path, Report, Step, code, got};
use crdls_values::dns;

code!(
    CONVERSION_STRATEGY,
    "conversion-strategy",
    Error,
    server,
    "the conversion strategy is missing or unknown"
);
code!(
    CONVERSION_WEBHOOK,
    "conversion-webhook",
    Error,
    server,
    "the conversion webhook is missing, ambiguous, or does not match the strategy"
);
code!(
    REVIEW_VERSIONS,
    "review-versions",
    Error,
    server,
    "`conversionReviewVersions` is missing or has no version that the server sends"
);

const STRATEGIES: [&str; 2] = ["None", "Webhook"];
const RECOGNIZED: [&str; 2] = ["v1", "v1beta1"];
const UNUSED: &str = "should not be set when strategy is not set to Webhook";

/// Whether a webhook understands a version of ConversionReview that the server sends, or names none.
pub(super) fn is_recognized_or_empty(conversion: Conversion<'_>) -> bool {
    let mut versions = conversion.review_versions().map(|(version, _)| version).peekable();
    versions.peek().is_none() || versions.any(|version| RECOGNIZED.contains(&version))
}

pub(super) fn check(spec: Spec<'_>, options: &Options<'_>, path: &Path<'_>, report: &mut Report) {
    let Some(conversion) = spec.conversion() else { return };
    let path = path.child("conversion");
    strategy(conversion, spec.preserve_unknown_fields(), &path.child("strategy"), report);
    let (client, reviews) = (Step::Child("clientConfig"), Step::Child("conversionReviewVersions"));
    let (client, of_reviews) = ([Step::Child("webhook"), client], [Step::Child("webhook"), reviews]);
    let client = path.renamed(&[Step::Child("webhookClientConfig")], &client);
    let reviews = path.renamed(&[Step::Child("conversionReviewVersions")], &of_reviews);
    if conversion.strategy() == "Webhook" {
        client_config(conversion, &client, report);
        if let Some(config) = conversion.client_config().filter(|_| !options.invalid_ca_bundle) {
            webhook::ca_bundle(config.ca_bundle(), &client.child("caBundle"), report);
        }
        review_versions(conversion, options.recognized_review_version, &reviews, report);
    } else {
        unused(conversion, &client, &reviews, report);
    }
}

fn strategy(conversion: Conversion<'_>, preserves: bool, path: &Path<'_>, report: &mut Report) {
    let strategy = conversion.strategy();
    if strategy != "None" && preserves {
        report
            .invalid(
                &CONVERSION_STRATEGY,
                path,
                strategy,
                "must be None if spec.preserveUnknownFields is true",
            )
            .predicate(format!("must be `None` where `preserveUnknownFields` is true{}", got(strategy)))
            .help("remove `preserveUnknownFields`");
    }
    if strategy.is_empty() {
        report
            .required(&CONVERSION_STRATEGY, path, "")
            .predicate("is missing")
            .help("add `strategy: Webhook`, or `strategy: None`, which only changes `apiVersion`");
    } else if !STRATEGIES.contains(&strategy) {
        report
            .not_supported(&CONVERSION_STRATEGY, path, strategy, &STRATEGIES)
            .predicate(format!("must be `None` or `Webhook`, got `{strategy}`"))
            .help("write `None`, which only changes `apiVersion`, or `Webhook`");
    }
}

fn client_config(conversion: Conversion<'_>, path: &Path<'_>, report: &mut Report) {
    let Some(config) = conversion.client_config() else {
        report
            .required(&CONVERSION_WEBHOOK, path, "required when strategy is set to Webhook")
            .predicate("is missing, but `strategy` is `Webhook`")
            .help("add `webhook.clientConfig` with a `service` or a `url`");
        return;
    };
    match (config.url(), config.service()) {
        (Some(url), None) => webhook::url(url, &path.child("url"), report),
        (None, Some(service)) => webhook::service(service, &path.child("service"), report),
        (url, _) => {
            report
                .required(&CONVERSION_WEBHOOK, path, "exactly one of url or service is required")
                .predicate(match url {
                    Some(_) => "must have either `url` or `service`, got both",
                    None => "must have either `url` or `service`, got neither",
                })
                .help("use `service` for a webhook inside the cluster, `url` for one outside");
        }
    }
}

fn unused(conversion: Conversion<'_>, client: &Path<'_>, reviews: &Path<'_>, report: &mut Report) {
    let unused = [
        (conversion.client_config().is_some(), client, &CONVERSION_WEBHOOK),
        (conversion.review_versions().next().is_some(), reviews, &REVIEW_VERSIONS),
    ];
    for (_, path, rule) in unused.into_iter().filter(|(set, ..)| *set) {
        report
            .forbidden(rule, path, UNUSED)
            .predicate("is set, but `strategy` is not `Webhook`")
            .help("write `strategy: Webhook`, or remove `webhook`");
    }
}

fn review_versions(conversion: Conversion<'_>, recognized: bool, path: &Path<'_>, report: &mut Report) {
    let mut versions = conversion.review_versions().peekable();
    if versions.peek().is_none() {
        report
            .required(&REVIEW_VERSIONS, path, "")
            .predicate("is missing or empty")
            .why("the server sends a version of ConversionReview that the webhook understands")
            .help("add `conversionReviewVersions: [v1]`");
        return;
    }
    let mut seen = BTreeMap::new();
    for (i, (version, _)) in versions.enumerate() {
        review_version(version, i, path, &mut seen, report);
    }
    if recognized && !RECOGNIZED.iter().any(|version| seen.contains_key(version)) {
        report
            .add(
                &REVIEW_VERSIONS,
                crdls_report::ErrorType::Invalid,
                path,
                "must include at least one of v1, v1beta1",
            )
            .bad_list(conversion.review_versions().map(|(version, _)| version))
            .predicate("must contain `v1` or `v1beta1`")
            .why("the server sends no other version of ConversionReview")
            .help("add `v1`");
    }
}

fn review_version<'m>(
    version: &'m str,
    i: usize,
    path: &Path<'_>,
    seen: &mut BTreeMap<&'m str, usize>,
    report: &mut Report,
) {
    let here = path.index(i);
    let before = *seen.entry(version).or_insert(i);
    if before < i {
        report
            .invalid(&REVIEW_VERSIONS, &here, version, "duplicate version")
            .predicate(format!("is a duplicate: `{version}`"))
            .help("remove one of the two")
            .related(&path.index(before), format!("`{version}` is here"));
        return;
    }
    for words in dns::label_1035(version) {
        report
            .invalid(&REVIEW_VERSIONS, &here, version, words)
            .predicate(name_problem::label(version))
            .help("write `v1`");
    }
}
