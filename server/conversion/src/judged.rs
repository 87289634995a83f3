//! What becomes of a converted object that the server takes: what it drops, and whether the object is valid.
//!
//! Mirrors `schemaCoercingConverter` of k8s.io/apiextensions-apiserver (pkg/apiserver/customresource_handler.go), which
//! prunes converted objects. Nothing validates them when they are read: an update refuses them later.

use crdls_manifest::decode::UNKNOWN_FIELD;
use crdls_report::{Config, ErrorType, FieldPath, FieldValidation, Finding, Note, code, in_backticks};
use crdls_resource::{Index, Judge, JudgingCrd, ServedVersion, report_on};
use crdls_values::{Json, JsonMember};

use crate::metadata::CHANGEABLE;
use crate::review::ReviewObject;
use crate::type_name::TypeName;

code!(
    DROPPED_BY_CONVERSION,
    "dropped-by-conversion",
    Warning,
    advice,
    "a field of a converted object that the server silently drops or puts back"
);
code!(
    INVALID_CONVERTED_OBJECT,
    "invalid-converted-object",
    Warning,
    advice,
    "a converted object that is not valid in its new version"
);

/// Judges converted objects, which mostly are of one version: what is compiled for one is kept for the next.
pub(crate) struct ConvertedJudge<'j> {
    crds: Option<&'j Index>,
    file: &'j str,
    config: &'j Config,
    last: Option<(TypeName, ServedVersion<'j>, Judge<'j>)>,
}

impl<'j> ConvertedJudge<'j> {
    pub(crate) fn new(crds: Option<&'j Index>, file: &'j str, config: &'j Config) -> Self {
        Self { crds, file, config, last: None }
    }

    /// The findings on an object at a path of the response. `original` is `None` where the request is not known.
    pub(crate) fn findings(
        &mut self,
        original: Option<ReviewObject<'_>>,
        converted: ReviewObject<'_>,
        path: &FieldPath,
    ) -> Vec<Finding> {
        let mut found = original.map(|original| of_metadata(original, converted, path)).unwrap_or_default();
        found.extend(self.of_version(converted, path));
        found
    }

    /// What the version of the object makes of it; nothing where no CRD is known.
    fn of_version(&mut self, converted: ReviewObject<'_>, path: &FieldPath) -> Vec<Finding> {
        let name = TypeName::of(converted.value);
        if self.last.as_ref().is_none_or(|(last, ..)| *last != name) {
            let api_version = name.version.to_string();
            let judging = self.crds.map(|crds| crds.judge_type(&api_version, &name.kind, self.file));
            let Some(JudgingCrd::Version(by)) = judging else { return Vec::new() };
            self.last = Some((name.clone(), by, Judge::new(by.indexed.crd(), by.version, self.config)));
        }
        let Some((_, by, judge)) = &mut self.last else { return Vec::new() };
        let report = report_on(self.file, *by, self.config);
        let found = judge.existing(converted.node.into(), report);
        found.into_iter().filter(is_fault).map(|finding| advice(finding, &name, path)).collect()
    }
}

/// Whether a finding shows that the object is not as the schema wants it.
fn is_fault(finding: &Finding) -> bool {
    let kind = finding.server.as_ref().map(|server| server.kind);
    kind.is_some_and(|kind| kind.refuses() || kind == ErrorType::StrictDecoding)
}

fn advice(finding: Finding, name: &TypeName, object: &FieldPath) -> Finding {
    let is_dropped = *finding.code == UNKNOWN_FIELD;
    let code = if is_dropped { &DROPPED_BY_CONVERSION } else { &INVALID_CONVERTED_OBJECT };
    let (version, path) = (&name.version, finding.path.to_string());
    let message = match is_dropped {
        true => format!("`{path}` is not a field of `{version}` and will be dropped"),
        false => format!("the converted object is not valid in `{version}`: {}", finding.message),
    };
    let why = match is_dropped {
        true => "the API server prunes the converted object without an error",
        false => "the API server still serves the object, and rejects updates of the invalid fields",
    };
    let mut advice = Finding::new(code, finding.range, finding.path.below(object), message).why(why);
    advice.notes.extend(finding.notes.into_iter().filter(|note| matches!(note, Note::Help(_))));
    advice.related = finding.related;
    advice
}

/// What the server puts back, and labels that are gone. An annotation may have been what the webhook kept there.
fn of_metadata(original: ReviewObject<'_>, converted: ReviewObject<'_>, object: &FieldPath) -> Vec<Finding> {
    let (before, after) = (original.value.get("metadata"), converted.value.get("metadata"));
    let (Some(before), Some(after)) = (before, after) else { return Vec::new() };
    let path = object.child("metadata");
    let is_put_back = |member: &&JsonMember| {
        !CHANGEABLE.contains(&&*member.name)
            && !member.value.is_null()
            && before.get(&member.name) != Some(&member.value)
    };
    let put_back = after.members().iter().filter(is_put_back).map(|member| {
        let (name, path) = (&member.name, path.child(&member.name));
        let message = format!("`metadata.{name}` cannot be changed by the webhook");
        Finding::new(&DROPPED_BY_CONVERSION, member.value.range, path, message)
            .why("a webhook can change only labels and annotations in `metadata`; the API server silently restores the rest")
            .help(format!("leave `metadata.{name}` as it is"))
    });
    let had = before.get("labels").map(Json::members).unwrap_or_default();
    let is_gone = !had.is_empty() && after.get("labels").is_none_or(Json::is_null);
    let gone = is_gone.then(|| {
        let names: Vec<_> = had.iter().take(3).map(|member| in_backticks(&member.name)).collect();
        let message = "the converted object has no `labels`, but the request has";
        Finding::new(&DROPPED_BY_CONVERSION, converted.range_of_metadata(), path.child("labels"), message)
            .why(format!(
                "the request has {}; the API server accepts that the webhook removes them",
                names.join(", ")
            ))
            .help("copy `metadata.labels` of the object in the request")
    });
    put_back.chain(gone).collect()
}

/// The settings by which converted objects are judged: unknown fields are dropped whatever the client asks for.
pub(crate) fn settings(config: &Config) -> Config {
    Config { field_validation: FieldValidation::Strict, ..config.clone() }
}
