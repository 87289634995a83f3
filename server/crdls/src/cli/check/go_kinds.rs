//! Custom resources whose CRDs exist only as Go types.
//!
//! Types are read only if a custom resource needs them. Must not know how a custom resource is checked.

use std::collections::BTreeSet;
use std::sync::Arc;

use crdls_ide::{FileFinding, JudgedAs, NotJudged};
use crdls_report::Related;

use super::text::{CheckContext, CheckedText};
use crate::render::{Source, Sources};

/// Whether there is a custom resource that no CRD validates.
pub(super) fn any_without_crd(texts: &[CheckedText]) -> bool {
    texts.iter().any(|text| kinds_without_crds(text).next().is_some())
}

fn kinds_without_crds(text: &CheckedText) -> impl Iterator<Item = &str> {
    text.result.judgements.iter().filter_map(|judged| match judged {
        JudgedAs::NotJudged(NotJudged::NoCrd(kind)) => Some(kind.as_str()),
        _ => None,
    })
}

/// The texts with custom resources that no CRD validated and the CRDs of some generated texts do, to be checked again.
pub(super) fn outdated<'t>(
    texts: &'t mut [CheckedText],
    generated: &[Source],
    context: &CheckContext,
) -> Vec<&'t mut CheckedText> {
    let crds = generated.iter().flat_map(|source| context.crds.of_source(&source.name));
    let kind = |spec: crdls_manifest::model::Spec<'_>| format!("{}.{}", spec.names().kind(), spec.group());
    let kinds: BTreeSet<String> = crds.map(|known| kind(known.header().spec())).collect();
    let is_outdated = |text: &CheckedText| kinds_without_crds(text).any(|kind| kinds.contains(kind));
    texts.iter_mut().filter(|text| is_outdated(text)).collect()
}

/// Leads from the findings of a text to Go, where they lead to generated texts.
pub(super) fn lead_to_go(text: &mut CheckedText, generated: &Sources<'_>) {
    let leads = |related: &Related| related.file.as_deref().and_then(|file| generated.named(file));
    let lead = |related: &mut Related| {
        if let Some((written, range)) = leads(related).map(|source| source.origin(related.range)) {
            (related.file, related.range) = (Some(written.name.to_string()), range);
        }
    };
    let is_led = |found: &FileFinding| {
        found.finding.related.iter().chain(&found.finding.validated_by).any(|it| leads(it).is_some())
    };
    if !text.result.findings.iter().any(is_led) {
        return;
    }
    for found in text.findings_mut().iter_mut().filter(|found| is_led(found)) {
        let finding = Arc::make_mut(&mut found.finding);
        finding.related.iter_mut().chain(&mut finding.validated_by).for_each(lead);
    }
}
