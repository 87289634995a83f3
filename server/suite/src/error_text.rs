//! What the server sends where it refuses a write.
//!
//! Mirrors `NewInvalid` and the others of k8s.io/apimachinery (pkg/api/errors/errors.go), `ToAggregate`
//! (pkg/util/validation/field) and `transformDecodeError` of k8s.io/apiserver
//! (pkg/endpoints/handlers/rest.go). Must not know why it refuses.

use crdls_manifest::model::{Crd, Version};
use crdls_minors::Minor;
use crdls_report::sentences::sentence;
use crdls_report::{ErrorType, Finding};
use crdls_resource::update::IMPOSSIBLE_UPDATE;

/// The object that is refused.
#[derive(Clone, Copy, Debug)]
pub struct Refused<'c> {
    pub crd: Crd<'c>,
    pub version: Version<'c>,
    pub name: &'c str,
}

/// The text with which a server of that minor refuses an object; nothing where the findings do not refuse it.
pub fn error_text(findings: &[Finding], object: Refused<'_>, minor: Minor) -> Option<String> {
    let refuses = |finding: &&Finding| finding.refuses() && !finding.is_shadowed();
    let refusing: Vec<_> = findings.iter().filter(refuses).collect();
    let first = refusing.first()?;
    let kind = object.crd.spec().names().kind();
    let server = first.server.as_ref()?;
    let said = sentence(server.clone(), minor);
    Some(match server.kind {
        ErrorType::Decoding if *first.code != IMPOSSIBLE_UPDATE => {
            format!("{kind} in version {:?} cannot be handled as a {kind}: {said}", object.version.name())
        }
        ErrorType::Decoding | ErrorType::NoMatch => said,
        ErrorType::Conflict => {
            let Refused { crd, name, .. } = object;
            format!("Operation cannot be fulfilled on {} {name:?}: {said}", crd.metadata().name())
        }
        _ => {
            let all = refusing.iter().filter_map(|finding| finding.server.clone());
            invalid(object, &all.map(|server| sentence(server, minor)).collect::<Vec<_>>())
        }
    })
}

/// `NewInvalid` with the sentences of a list.
fn invalid(object: Refused<'_>, sentences: &[String]) -> String {
    let spec = object.crd.spec();
    let list = match sentences {
        [only] => only.clone(),
        several => format!("[{}]", several.join(", ")),
    };
    format!("{}.{} \"{}\" is invalid: {list}", spec.names().kind(), spec.group(), object.name)
}

/// What a client says of a kind that the cluster does not have, before it sends anything.
pub fn no_match(kind: &str, api_version: &str) -> String {
    format!("no matches for kind \"{kind}\" in version \"{api_version}\"")
}

/// The sentences of an answer, without what names the object.
pub fn sentences_of(text: &str) -> &str {
    text.split_once(" is invalid: ").map_or(text, |(_, sentences)| sentences)
}
