//! The text with which a webhook answers.
//!
//! Mirrors how client-go decodes it: `Result.Into` of k8s.io/client-go (rest/request.go), `Serializer.Decode` of
//! k8s.io/apimachinery (pkg/runtime/serializer/json/json.go). A text that begins with a brace is JSON, any other YAML.

use crdls_report::{Config, FieldPath, Finding};
use crdls_resource::Index;
use crdls_text::{TextRange, line_start};
use crdls_yaml::json_stream::{begins_with_brace, error_at, is_json};
use crdls_yaml::{Node, Tree, strict};

use crate::check::{CheckedAnswer, Exchange, FAILED_CONVERSION, checked, refusal};
use crate::message::Input;
use crate::review::Review;

/// What a webhook has answered to a request.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// The review that was sent.
    pub request: &'a Review<'a>,
    /// The text of the answer.
    pub text: &'a str,
    /// The tree of the answer.
    pub tree: &'a Tree,
    /// What it is called, as the files of CRDs are.
    pub file: &'a str,
}

/// Checks an answer, be it a review or not.
pub fn check_answer(answer: Answer<'_>, crds: Option<&Index>, config: &Config) -> CheckedAnswer {
    let Answer { request, text, tree, .. } = answer;
    if let Some((range, message, words)) = unreadable(text) {
        let input = Input::of(&request.request_objects(), request.desired_api_version(), None);
        return CheckedAnswer::refused(refusal(range, FieldPath::default(), message, input.failed(&words)));
    }
    if let Some(root) = tree.first_root(text) {
        return of_document(root, answer, crds, config);
    }
    let null = Tree::parse(NULL);
    let root = null.first_root(NULL);
    let mut checked = root.map(|root| of_document(root, answer, crds, config)).unwrap_or_default();
    checked.findings.iter_mut().for_each(|finding| finding.range = TextRange::empty(0));
    checked
}

fn of_document(root: Node<'_>, answer: Answer<'_>, crds: Option<&Index>, config: &Config) -> CheckedAnswer {
    let response = Review::read(root, config);
    let request = Some(answer.request);
    checked(Exchange { request, response: &response, crds, file: answer.file }, config)
}

/// The finding on a document that is to be sent to a webhook, and is no request.
pub fn no_request(range: TextRange) -> Finding {
    Finding::new(
        &FAILED_CONVERSION,
        range,
        FieldPath::default(),
        "the document is not a ConversionReview with a request",
    )
    .help("name the review that the server sent, with `kind: ConversionReview` and `request:`")
}

/// What a text without a value is for the server.
const NULL: &str = "null";

/// Why the server cannot read an answer at all: where, what to report, and its reason.
fn unreadable(text: &str) -> Option<(TextRange, String, String)> {
    const JSON: &str = "couldn't get version/kind; json parse error:";
    if text.is_empty() {
        let words = "0-length response with status code: 200 and content type: application/json";
        return Some((TextRange::empty(0), "the response is empty".to_owned(), words.to_owned()));
    }
    if begins_with_brace(text) {
        if is_json(text) {
            return None;
        }
        let (offset, words) = json_error(text);
        let message = match words.as_str() {
            END => "the response is not JSON: it ends too early".to_owned(),
            words => format!("the response is not JSON: {words}"),
        };
        return Some((line_at(text, offset), message, format!("{JSON} {words}")));
    }
    let refusal = strict::check(text).err()?;
    let words = refusal.message.trim_start_matches("error converting YAML to JSON: ").to_owned();
    Some((line_at(text, refusal.offset as usize), "the response is neither JSON nor YAML".to_owned(), words))
}

/// How encoding/json reports a value that ends too early.
const END: &str = "unexpected end of JSON input";

/// Where a text stops to be one value of JSON, and the error.
fn json_error(text: &str) -> (usize, String) {
    if let Some(error) = error_at(text, 0) {
        let words = if error.message == "unexpected EOF" { END.to_owned() } else { error.message };
        return (error.offset, words);
    }
    let end = crdls_yaml::json_stream::first_value(text).map_or(0, |value| value.end as usize);
    let rest = text.get(end..).unwrap_or_default();
    let blank = rest.len() - rest.trim_start().len();
    let next = rest.trim_start().chars().next().unwrap_or_default();
    (end + blank, format!("invalid character {} after top-level value", go_char(next)))
}

/// `quoteChar` of encoding/json.
fn go_char(c: char) -> String {
    match c {
        '\'' => "'\\''".to_owned(),
        '"' => "'\"'".to_owned(),
        c => format!("'{c}'"),
    }
}

/// The line of an offset, of the end the last one.
fn line_at(text: &str, offset: usize) -> TextRange {
    let offset = offset.min(text.trim_end().len());
    let start = line_start(text, offset as u32) as usize;
    let rest = text.get(start..).unwrap_or_default();
    let end = start + rest.find('\n').unwrap_or(rest.len());
    TextRange::around(text, start as u32, end as u32)
}
