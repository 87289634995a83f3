//! One review that is sent, and what comes back.
//!
//! Must not know which objects are sent, nor what is reported of them.

use crdls_conversion::{Answer, CheckedAnswer, FAILED_CONVERSION, Review, ReviewVersion, check_answer};
use crdls_ide::File;
use crdls_report::{Config, FieldPath, Finding};
use crdls_resource::Index;
use crdls_text::TextRange;
use crdls_values::Json;
use crdls_yaml::Tree;
use ureq::http::StatusCode;

use super::webhook::{HttpAnswer, Webhook};

/// A review that was sent, with what came back.
pub(super) struct Exchanged {
    /// The text that was sent.
    pub(super) request: String,
    /// The text that came back; `None` where there is no whole answer: then the findings are in the request.
    pub(super) response: Option<File>,
    pub(super) findings: Vec<Finding>,
    /// The converted objects; none where the server refuses the response.
    pub(super) objects: Vec<Json>,
    /// How long the webhook took; nothing where it did not answer.
    pub(super) took: std::time::Duration,
    /// The webhook did not return a ConversionReview, so no further review is sent.
    pub(super) is_last: bool,
}

/// The review that the server would send (`createConversionReviewObjects`), with an empty response.
fn review<'o>(
    version: ReviewVersion,
    uid: &str,
    desired: &str,
    objects: impl Iterator<Item = &'o Json>,
) -> String {
    let objects: Vec<_> = objects.map(Json::to_json).collect();
    let (version, desired) = (version.name(), serde_json::Value::from(desired));
    format!(
        "{{\"kind\":\"ConversionReview\",\"apiVersion\":\"apiextensions.k8s.io/{version}\",\"request\":{{\"uid\":\"{uid}\",\
         \"desiredAPIVersion\":{desired},\"objects\":[{}]}},\"response\":{{\"uid\":\"\",\"convertedObjects\":null,\
         \"result\":{{\"metadata\":{{}}}}}}}}\n",
        objects.join(",")
    )
}

/// Sends objects to be converted to an `apiVersion`, as the `number`-th review.
pub(super) fn exchange<'o>(
    hook: &Webhook,
    (version, number): (ReviewVersion, usize),
    desired: &str,
    objects: impl Iterator<Item = &'o Json>,
    (index, config): (&Index, &Config),
) -> Exchanged {
    let uid = format!("5ca1ab1e-0000-4000-8000-{number:012}");
    let request = review(version, &uid, desired, objects);
    match hook.ask(&request) {
        Err(message) => {
            let findings = vec![failure(TextRange::new(0, 1), message)];
            let (objects, took) = (Vec::new(), std::time::Duration::ZERO);
            Exchanged { request, response: None, findings, objects, took, is_last: true }
        }
        Ok(HttpAnswer { status, location, body, took }) => {
            let response = File::from_bytes(body);
            let not_answered = of_status(status, &location);
            let is_last = not_answered.is_some();
            let CheckedAnswer { findings, objects } = match not_answered {
                Some(message) => {
                    let findings = vec![failure(first_line(response.text()), message)];
                    CheckedAnswer { findings, ..CheckedAnswer::default() }
                }
                None => checked(&request, &response, index, config),
            };
            Exchanged { request, response: Some(response), findings, objects, took, is_last }
        }
    }
}

fn checked(request: &str, response: &File, index: &Index, config: &Config) -> CheckedAnswer {
    let tree = Tree::parse(request);
    let Some(root) = tree.first_root(request) else { return CheckedAnswer::default() };
    let request = Review::read(root, config);
    let answer = Answer { request: &request, text: response.text(), tree: response.tree(), file: "" };
    check_answer(answer, Some(index), config)
}

/// Describes an HTTP status that the API server does not accept as a response.
fn of_status(status: u16, location: &str) -> Option<String> {
    let reason = StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
    let status_text = format!("{status} {}", reason.unwrap_or_default());
    let status_text = status_text.trim();
    match status {
        200..=206 => None,
        300..=399 => {
            let to = crdls_report::in_backticks(location);
            Some(format!(
                "the webhook returned {status_text}, a redirect to {to}: a webhook must answer itself"
            ))
        }
        _ => {
            Some(format!("the webhook returned {status_text} instead of a ConversionReview with status 200"))
        }
    }
}

fn failure(range: TextRange, message: String) -> Finding {
    Finding::new(&FAILED_CONVERSION, range, FieldPath::default(), message)
}

fn first_line(text: &str) -> TextRange {
    TextRange::new(0, text.lines().next().map_or(0, str::len) as u32)
}
