//! A response as a whole, in the order of the server's checks; then each converted object.
//!
//! Mirrors `webhookConverter.Convert` and `getConvertedObjectsFromResponse` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/conversion/webhook_converter.go), and how client-go decodes the response before. The server stops at
//! the first error; what would follow is reported too, as shadowed.

use crdls_go::go_quote;
use crdls_manifest::fields::Field;
use crdls_report::{Config, ErrorType, FieldPath, Finding, Server, code, in_backticks};
use crdls_resource::Index;
use crdls_text::TextRange;
use crdls_values::Json;
use crdls_values::json::Raw;

use crate::judged::{ConvertedJudge, settings};
use crate::message::{Input, Refused};
use crate::metadata::restored;
use crate::object::Pair;
use crate::review::{Review, ReviewObject, ReviewVersion};
use crate::type_name::{GroupVersion, TypeName};

code!(
    FAILED_CONVERSION,
    "failed-conversion",
    Error,
    server,
    "the response of a conversion webhook that the server rejects"
);

/// A request to a webhook with its response.
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'e> {
    /// What was sent; `None` where only the response is known: then what depends on it is not checked.
    pub request: Option<&'e Review<'e>>,
    /// What was answered.
    pub response: &'e Review<'e>,
    /// The CRDs that judge the converted objects.
    pub crds: Option<&'e Index>,
    /// What the response's file is called.
    pub file: &'e str,
}

/// What the server makes of an answer.
#[derive(Clone, Debug, Default)]
pub struct CheckedAnswer {
    /// Everything to report. The server's first error is the first finding that is not shadowed.
    pub findings: Vec<Finding>,
    /// The converted objects, with what the server puts back of their metadata; none where it refuses the answer.
    pub objects: Vec<Json>,
}

impl CheckedAnswer {
    /// A refused one with its only finding.
    pub(crate) fn refused(finding: Finding) -> Self {
        Self { findings: vec![finding], objects: Vec::new() }
    }
}

/// The scheme of webhooks, as the server names it.
const SCHEME: &str = "pkg/runtime/scheme.go:111";
const STATUS_HELP: &str = "write `result: {status: Success}` when all objects are converted";

/// Everything to report of a response; ranges and paths are those of its document. The server's first error is the
/// first one that is not shadowed.
pub fn check(exchange: Exchange<'_>, config: &Config) -> Vec<Finding> {
    checked(exchange, config).findings
}

/// The same, with the converted objects.
pub(crate) fn checked(exchange: Exchange<'_>, config: &Config) -> CheckedAnswer {
    let mut check = Check::new(exchange);
    if check.decoded() && check.accepted() {
        check.objects(&settings(config));
    }
    let objects = if check.found.is_empty() { check.taken() } else { Vec::new() };
    let mut found = check.found;
    found.iter_mut().skip(1).for_each(Finding::shadow);
    let unknown = exchange.response.unknown_fields().cloned();
    found.extend(unknown.map(|finding| Finding { server: None, ..finding }));
    found.append(&mut check.advice);
    CheckedAnswer { findings: found, objects }
}

struct Check<'e> {
    exchange: Exchange<'e>,
    originals: Vec<ReviewObject<'e>>,
    input: Input,
    /// The version in which the review was sent.
    version: ReviewVersion,
    /// The server's errors.
    found: Vec<Finding>,
    advice: Vec<Finding>,
}

impl<'e> Check<'e> {
    fn new(exchange: Exchange<'e>) -> Self {
        let originals = exchange.request.map(Review::request_objects).unwrap_or_default();
        let desired = exchange.request.map_or("", Review::desired_api_version);
        let input = match exchange.request {
            Some(_) => Input::of(&originals, desired, list_kind(exchange, &originals)),
            None => Input::unknown(),
        };
        let sent = exchange.request.and_then(Review::version);
        let version = sent.or_else(|| exchange.response.version()).unwrap_or(ReviewVersion::V1);
        Self { exchange, originals, input, version, found: Vec::new(), advice: Vec::new() }
    }

    /// The finding on what makes the server refuse the whole response, for a reason in its words.
    fn failure(&self, range: TextRange, keys: &[&str], message: String, words: &str) -> Finding {
        refusal(range, FieldPath::of_names(keys), message, self.input.failed(words))
    }

    fn refuse(&mut self, range: TextRange, keys: &[&str], message: String, words: &str) {
        self.found.push(self.failure(range, keys, message, words));
    }

    /// `Into` of k8s.io/client-go (rest/request.go) with the codec of k8s.io/apimachinery
    /// (pkg/runtime/serializer/json/json.go, versioning/versioning.go): whether it is a review of the version sent.
    fn decoded(&mut self) -> bool {
        const HEADER: &str = "couldn't get version/kind; json parse error: json: cannot unmarshal";
        let response = self.exchange.response;
        let root = response.root;
        let raw = Raw::of(root);
        if !matches!(raw, Raw::Map | Raw::Null) {
            let words = format!(
                "{HEADER} {} into Go value of type struct {{ APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind \
                 string \"json:\\\"kind,omitempty\\\"\" }}",
                raw.go()
            );
            self.refuse(response.start(), &[], "the response is not a ConversionReview".to_owned(), &words);
            return false;
        }
        for key in ["apiVersion", "kind"] {
            let value = root.get(key).and_then(|entry| entry.value.resolved()).map(Raw::of);
            if let Some(value) = value.filter(|value| !matches!(value, Raw::Str(_) | Raw::Null)) {
                let words = format!("{HEADER} {} into Go struct field .{key} of type string", value.go());
                let message = format!("`{key}` of the response must be a string");
                self.refuse(response.range_of(&[key]), &[key], message, &words);
                return false;
            }
        }
        self.is_of_version() && self.has_types()
    }

    /// Whether the review is of the version that was sent, or names none.
    fn is_of_version(&mut self) -> bool {
        let (api_version, kind) = self.exchange.response.header();
        let expected = self.version.type_name();
        let range = self.exchange.response.range_of(&["apiVersion"]);
        let Some(version) = GroupVersion::parse(api_version) else {
            let message = format!(
                "`apiVersion` of the response must be `{}`, got {}",
                expected.version,
                in_backticks(api_version)
            );
            self.refuse(
                range,
                &["apiVersion"],
                message,
                &format!("unexpected GroupVersion string: {api_version}"),
            );
            return false;
        };
        // What is not written is taken from what was sent.
        let version = if version == GroupVersion::default() { expected.version.clone() } else { version };
        let kind = if kind.is_empty() { expected.kind.clone() } else { kind.to_owned() };
        let found = TypeName { version, kind };
        if found == expected {
            return true;
        }
        let go_type = |name: &TypeName| format!("{}.{}", name.version.version, name.kind);
        let words = match is_in_scheme(&found) {
            true => {
                format!("converting ({}) to ({}): unknown conversion", go_type(&found), go_type(&expected))
            }
            false => format!(
                "no kind {} is registered for version {} in scheme {}",
                go_quote(&found.kind),
                go_quote(&found.version.to_string()),
                go_quote(SCHEME)
            ),
        };
        let (key, expected, found) = match found.kind == expected.kind {
            true => ("apiVersion", expected.version.to_string(), found.version.to_string()),
            false => ("kind", expected.kind, found.kind),
        };
        let message = format!("`{key}` of the response must be `{expected}`, got {}", in_backticks(&found));
        self.refuse(self.exchange.response.range_of(&[key]), &[key], message, &words);
        false
    }

    /// Whether all values have the types of their fields.
    fn has_types(&mut self) -> bool {
        let own = self.exchange.response.wrong_types().cloned();
        let (version, input) = (self.version, &self.input);
        let worded = own.map(|mut finding| {
            if let Some(server) = &mut finding.server {
                let sent = format!("of type {}.ConversionRe", version.name());
                server.detail = input.failed(&server.detail.replace("of type v1.ConversionRe", &sent));
                server.kind = ErrorType::Conversion;
            }
            finding
        });
        let mut worded: Vec<_> = worded.collect();
        // The first is the one that the server tells.
        worded.sort_by_key(|finding| finding.server.as_ref().is_some_and(|server| server.shadowed));
        self.found = worded;
        self.found.is_empty()
    }

    /// `getConvertedObjectsFromResponse`, and the number of objects: whether the objects are looked at.
    fn accepted(&mut self) -> bool {
        self.is_named();
        let response = self.exchange.response;
        let Some(object) = response.response() else {
            let message = "`response` is missing".to_owned();
            self.refuse(response.start(), &["response"], message, "no response provided");
            return false;
        };
        self.has_uid(object.str(Field::Uid));
        self.is_success() && self.has_count()
    }

    /// A review of `v1` must name its version and kind.
    fn is_named(&mut self) {
        let (api_version, kind) = self.exchange.response.header();
        let expected = self.version.type_name();
        let found =
            TypeName { version: GroupVersion::parse(api_version).unwrap_or_default(), kind: kind.to_owned() };
        if self.version == ReviewVersion::V1 && found != expected {
            let words = format!("expected webhook response of {expected}, got {found}");
            let key = if kind.is_empty() { "kind" } else { "apiVersion" };
            let message = format!("`{key}` of the response is missing");
            let range = self.exchange.response.start();
            let help = format!("write `apiVersion: {}` and `kind: {}`", expected.version, expected.kind);
            self.found.push(self.failure(range, &[key], message, &words).help(help));
        }
    }

    /// The uid of the request; reviews of `v1beta1` need none.
    fn has_uid(&mut self, uid: &str) {
        let Some(request) = self.exchange.request else { return };
        let expected = request.request_uid();
        if self.version == ReviewVersion::V1 && uid != expected {
            let words = format!("expected response.uid={}, got {}", go_quote(expected), go_quote(uid));
            let message = match uid {
                "" => "`response.uid` is missing".to_owned(),
                uid => format!(
                    "`response.uid` must be {}, as in the request, got {}",
                    in_backticks(expected),
                    in_backticks(uid)
                ),
            };
            let range = self.exchange.response.range_of(&["response", "uid"]);
            let finding = self.failure(range, &["response", "uid"], message, &words);
            self.found.push(finding.help("copy `request.uid` to `response.uid`"));
        }
    }

    fn is_success(&mut self) -> bool {
        let review = self.exchange.response;
        let result = review.response().and_then(|response| response.object(Field::Result));
        let text = |field| result.map_or("", |result| result.str(field));
        let (status, message) = (text(Field::Status), text(Field::Message));
        if status == "Success" {
            return true;
        }
        let range = review.range_of(&["response", "result", "status"]);
        let words = match message {
            "" => format!("response.result.status was '{status}', not 'Success'"),
            message => message.to_owned(),
        };
        let headline = match (status, message) {
            ("", _) => "`response.result.status` is missing".to_owned(),
            (status, "") => {
                format!("`response.result.status` must be `Success`, got {}", in_backticks(status))
            }
            (status, message) => format!("`response.result.status` is {}: {message}", in_backticks(status)),
        };
        let finding = self.failure(range, &["response", "result", "status"], headline, &words);
        self.found.push(if status == "Failure" { finding } else { finding.help(STATUS_HELP) });
        false
    }

    fn has_count(&mut self) -> bool {
        if self.exchange.request.is_none() {
            return true;
        }
        let (returned, expected) = (self.exchange.response.converted_objects().len(), self.originals.len());
        if returned == expected {
            return true;
        }
        let keys = ["response", "convertedObjects"];
        let objects = if expected == 1 { "object" } else { "objects" };
        let message = format!("`response.convertedObjects` must have {expected} {objects}, got {returned}");
        let range = self.exchange.response.key_range(&keys);
        let path = FieldPath::of_names(&keys);
        let finding = refusal(range, path, message, self.input.count(returned, expected))
            .why("the server takes each converted object for the object of the request at the same index");
        self.found.push(finding);
        false
    }

    /// The converted objects as the server takes them.
    fn taken(&self) -> Vec<Json> {
        let converted = self.exchange.response.converted_objects();
        self.originals
            .iter()
            .zip(converted)
            .map(|(before, after)| restored(before.value, after.value))
            .collect()
    }

    /// Each object, and what becomes of it.
    fn objects(&mut self, config: &Config) {
        let list = FieldPath::of_names(&["response", "convertedObjects"]);
        let desired = self.exchange.request.map(Review::desired_api_version);
        let desired = desired.and_then(GroupVersion::parse);
        let mut judge = ConvertedJudge::new(self.exchange.crds, self.exchange.file, config);
        for (index, converted) in self.exchange.response.converted_objects().into_iter().enumerate() {
            let path = list.item(index);
            let original = self.originals.get(index).copied();
            let pair =
                Pair { index, original, converted, originals: &self.originals, desired: desired.as_ref() };
            match pair.refused() {
                Some(Refused { step, range, path: at, message, words, help }) => {
                    let finding =
                        refusal(range, at.below(&path), message, self.input.object(step, index, &words));
                    self.found.push(if help.is_empty() { finding } else { finding.help(help) });
                }
                None => self.advice.extend(judge.findings(original, converted, &path)),
            }
        }
    }
}

/// The finding on an error of the server, in its sentence.
pub(crate) fn refusal(range: TextRange, path: FieldPath, message: String, detail: String) -> Finding {
    let mut finding = Finding::new(&FAILED_CONVERSION, range, path, message);
    let kind = ErrorType::Conversion;
    finding.server = Some(Server { kind, field: String::new(), detail, bad: None, shadowed: false });
    finding
}

/// The kind of lists of what is converted, by its CRD.
fn list_kind<'e>(exchange: Exchange<'e>, originals: &[ReviewObject<'_>]) -> Option<&'e str> {
    let name = originals.first().map(|object| TypeName::of(object.value))?;
    let known = exchange.crds?.first_of_kind(&name.version.group, &name.kind, exchange.file);
    known.map(|crd| crd.header().spec().names().list_kind()).filter(|kind| !kind.is_empty())
}

/// Whether the scheme of webhooks has a kind, other than the reviews' options and events.
fn is_in_scheme(name: &TypeName) -> bool {
    let kinds: &[&str] = match name.version.to_string().as_str() {
        "apiextensions.k8s.io/v1" | "apiextensions.k8s.io/v1beta1" => {
            &["ConversionReview", "CustomResourceDefinition", "CustomResourceDefinitionList"]
        }
        "v1" => &["Status", "APIVersions", "APIGroup", "APIGroupList", "APIResourceList"],
        _ => &[],
    };
    kinds.contains(&name.kind.as_str())
}
