//! A CRD that clusters take, or an object that stands for one.
//!
//! All stages are run; what a later one finds is shadowed where the server would not have come to it.

use std::collections::{HashMap, HashSet};

use crdls_yaml::Document;

use super::lost_indentation::MisplacedField;
use super::source::decoded;
use super::{
    Form, Old, Source, duplicate_key, items, lost_indentation, missing_spec, replaced, unknown_kind,
};
use crate::document_kind::DocumentKind;
use crate::judgement::{JudgedAs, ObjectCheck};
use crdls_crd::validate::validate;
use crdls_crd::{advice, misread};
use crdls_manifest::decode::WRONG_TYPE;
use crdls_manifest::model::Crd;
use crdls_manifest::objects::{DocumentObject, text_of};
use crdls_minors::trace::untraced;
use crdls_report::{Advice, Config, ErrorType, FieldValidation, Finding};
use crdls_resource::IndexedCrd;
use crdls_resource::codes::INVALID_TYPE;

pub(super) const KIND: DocumentKind = DocumentKind {
    recognises: |object, _| object.kind.is_served_crd(),
    check: |object, source, document, config| {
        ObjectCheck::new(judgement(object, source), check(object, source, document, config))
    },
};

/// A CRD that replaces none of the old ones is created.
fn judgement(object: &DocumentObject<'_>, source: Source<'_>) -> JudgedAs {
    let old = source.old.filter(|old| old.has_crds());
    let is_new = |old: &Old| {
        let metadata = object.node.get("metadata").and_then(|entry| entry.value.resolved());
        metadata.and_then(|metadata| text_of(metadata, "name")).is_some_and(|name| old.get(&name).is_none())
    };
    match old.is_some_and(is_new) {
        true => JudgedAs::Created { is_crd: true, name: replaced::name(object.node) },
        false => JudgedAs::Crd,
    }
}

fn check(
    object: &DocumentObject<'_>,
    source: Source<'_>,
    document: &Document,
    config: &Config,
) -> Vec<Finding> {
    let decoded = decoded(object, source, document, config);
    let unknown_kind = unknown_kind::find(object.node);
    if let Some(findings) = lost_indentation::find(object, &decoded, unknown_kind.as_ref(), config) {
        let kept = |finding: &Finding| source.form.keeps(object.node, finding);
        return findings.into_iter().filter(kept).collect();
    }
    let undecodable = decoded.findings.iter().any(|f| f.is(ErrorType::Decoding));
    let strict = config.field_validation == FieldValidation::Strict;
    let unknown = strict && decoded.findings.iter().any(|f| f.is(ErrorType::StrictDecoding));
    let crd = Crd::new(&decoded.object);
    let old = source.old.and_then(|old| old.get(crd.metadata().name()));
    let mut validated = validate(crd, old, object.node.into(), config);
    let refused = undecodable || unknown;
    let invalid = validated.iter().any(|f| !f.is(ErrorType::Warning));
    for finding in &mut validated {
        if refused || (invalid && finding.is(ErrorType::Warning)) {
            finding.shadow();
        }
    }
    let undecoded: HashSet<_> =
        decoded.findings.iter().filter(|f| f.is(ErrorType::Decoding)).map(|f| f.path.steps()).collect();
    validated.retain(|finding| !missing_spec::is_undecoded(finding, &undecoded));
    let mut findings = decoded.findings.clone();
    let misplaced = if strict { lost_indentation::indented_too_far(object) } else { None };
    misplaced.iter().for_each(|misplaced| misplaced.explain(&mut findings));
    let misplaced = misplaced.as_ref().map(MisplacedField::name);
    findings.append(&mut missing_spec::reported_once(object.node, validated, misplaced));
    if let Some(first) = items::find(object.node).or(unknown_kind) {
        findings.iter_mut().for_each(Finding::shadow);
        findings.push(first);
    }
    findings.retain(|finding| source.form.keeps(object.node, finding));
    if decoded.hides_keys {
        findings.extend(duplicate_key::find(object.node));
    }
    for finding in &mut findings {
        if let Some(found) = misread::of_finding(object.node, finding, config.kubernetes) {
            misread::explain(finding, &found, source.text);
        }
    }
    if source.form == Form::Assertion || config.advice == Advice::Nothing {
        return findings;
    }
    let built = built(object, source);
    let advised = advice::Input {
        crd,
        built: built.map(|known| known.changed().map_or(crd, |built| Crd::new(&built.object))),
        root: object.node,
        dropped: &decoded.dropped,
        json_size: decoded.json_size,
        text: source.text,
        tree: source.tree,
        patch: source.form.is_partial(),
        document,
        config,
    };
    let mut rest = absorbed(untraced(|| advice::check(&advised)), &mut findings);
    // What the server reports of a text now is not what it will report.
    let of_text = [&advice::MISREAD_TEXT, &advice::CA_BUNDLE_WITHOUT_CERTIFICATE];
    let is_told = |advice: &Finding| findings.iter().any(|finding| finding.range == advice.range);
    rest.retain(|advice| !of_text.contains(&advice.code) || !is_told(advice));
    findings.append(&mut rest);
    findings
}

/// The CRD of an object as kustomizations apply it, if they were evaluated.
fn built<'i>(object: &DocumentObject<'_>, source: Source<'i>) -> Option<&'i IndexedCrd> {
    let mut known = source.crds?.of_source(source.file);
    known.find(|known| known.is_built() && known.range() == object.node.range())
}

/// Where the server refuses a value for its type, advice on the same value is the same cause: its fix goes to the
/// server's finding. The advice that is left.
fn absorbed(advice: Vec<Finding>, findings: &mut [Finding]) -> Vec<Finding> {
    let mut mistyped = HashMap::new();
    for (at, finding) in findings.iter().enumerate().filter(|(_, finding)| is_wrong_type(finding)) {
        let other_versions = finding.related.iter().map(|related| related.range);
        mistyped.extend(other_versions.chain([finding.range]).map(|range| (range, at)));
    }
    let mut rest = Vec::new();
    for mut one in advice {
        let Some(finding) = mistyped.get(&one.range).and_then(|at| findings.get_mut(*at)) else {
            rest.push(one);
            continue;
        };
        for fix in one.fixes.drain(..) {
            match finding.fixes.iter_mut().find(|own| own.title == fix.title) {
                Some(own) => own.edits.extend(fix.edits),
                None => finding.fixes.push(fix),
            }
        }
    }
    rest
}

fn is_wrong_type(finding: &Finding) -> bool {
    [&INVALID_TYPE, &WRONG_TYPE].contains(&finding.code)
}
