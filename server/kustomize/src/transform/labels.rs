//! `labels`, `commonLabels` and `commonAnnotations`.

use crdls_text::TextRange;

use crate::accumulated::Accumulated;
use crate::config::{Config, FieldSpec, merge_all};
use crate::decode::Pairs;
use crate::fields::{each_field, set_member};
use crate::kustomization::Label;
use crate::node::Node;
use crate::problem::{Problem, ProblemKind};
use crate::scalar::{Scalar, Tag};
use crate::session::Loaded;

/// `LabelTransformer`, for each entry of `labels` and then `commonLabels`.
pub(super) fn labels(loaded: &Loaded, into: &mut Accumulated) {
    let config = into.config();
    for label in &loaded.fields.labels {
        match specs_of(label, &config) {
            Ok(specs) => add(&label.pairs, &specs, into),
            Err(why) => {
                let at =
                    label.pairs.values().next().map_or(loaded.at(TextRange::default()), |value| value.at);
                let message = format!("failed to merge labels: {why}");
                into.note(Problem::new(ProblemKind::InvalidField, message, at));
            }
        }
    }
    add(&loaded.fields.common_labels, config.of("commonLabels"), into);
}

fn specs_of(label: &Label, config: &Config) -> Result<Vec<FieldSpec>, &'static str> {
    let mut specs = label.fields.clone();
    merge_all(&mut specs, config.of("labels"))?;
    if label.include_selectors {
        merge_all(&mut specs, config.of("commonLabels"))?;
        return Ok(specs);
    }
    if label.include_templates {
        merge_all(&mut specs, config.of("templateLabels"))?;
    }
    if label.include_volume_claim_templates {
        merge_all(&mut specs, config.of("volumeClaimTemplateLabels"))?;
    }
    merge_all(&mut specs, &[FieldSpec::of_all("metadata/labels", true)])?;
    Ok(specs)
}

/// Adds pairs to the fields that are specified (`AnnotationsTransformer`).
pub(super) fn add(pairs: &Pairs, specs: &[FieldSpec], into: &mut Accumulated) {
    for (name, value) in pairs {
        let at = value.at;
        let mut set = |field: &mut Node| {
            // kustomize sets a member of a null without an error.
            if field.is_null() {
                *field = Node::map(at);
            }
            set_member(field, name, Scalar::tagged(&value.value, Tag::Str), at)
        };
        into.change(at, &mut |resource| {
            let node = &mut resource.node;
            specs.iter().try_for_each(|spec| each_field(node, spec, Some(Node::map), at, &mut set))
        });
    }
}
