//! The names that a CRD claims in its group.
//!
//! Mirrors `getAcceptedNamesForGroup` of k8s.io/apiextensions-apiserver
//! (pkg/controller/status/naming_controller.go), and the defaults of names (`SetDefaults_CustomResourceDefinitionSpec`).
//! Must not know what follows when two claim one.

use std::borrow::Cow;

use crdls_text::TextRange;

use crdls_manifest::fields::Field;
use crdls_manifest::model::Crd;

/// Names that must differ from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pool {
    /// In paths: plurals, singulars, short names.
    Resource,
    /// Kinds and list kinds.
    Kind,
}

/// A name that a CRD wants.
#[derive(Clone, Debug)]
pub struct Claim<'m> {
    /// The names that it must differ from.
    pub pool: Pool,
    /// The field of `spec.names`.
    pub field: Field,
    /// The index among the short names.
    pub index: Option<usize>,
    /// The name itself; never empty.
    pub name: Cow<'m, str>,
    /// Where it is written, or the kind that it is made of.
    pub range: TextRange,
}

impl Claim<'_> {
    /// What it is called in a sentence.
    pub fn what(&self) -> &'static str {
        match self.field {
            Field::Plural => "plural",
            Field::Singular => "singular name",
            Field::Kind => "kind",
            Field::ListKind => "list kind",
            _ => "short name",
        }
    }
}

/// The names of a CRD, those that the server makes of its kind among them.
pub fn claims(crd: Crd<'_>) -> Vec<Claim<'_>> {
    let names = crd.spec().names();
    let kind = names.kind();
    let or = |written, made: fn(&str) -> String| match written {
        "" if !kind.is_empty() => Cow::Owned(made(kind)),
        written => Cow::Borrowed(written),
    };
    let single = [
        (Pool::Resource, Field::Plural, Cow::Borrowed(names.plural())),
        (Pool::Resource, Field::Singular, or(names.singular(), str::to_lowercase)),
        (Pool::Kind, Field::Kind, Cow::Borrowed(kind)),
        (Pool::Kind, Field::ListKind, or(names.list_kind(), |kind| format!("{kind}List"))),
    ];
    let single = single.into_iter().filter_map(|(pool, field, name)| {
        let span = names.span(field).or_else(|| names.span(Field::Kind))?;
        Some(Claim { pool, field, index: None, name, range: span.value })
    });
    let short = names.short_names().enumerate().map(|(index, (name, range))| Claim {
        pool: Pool::Resource,
        field: Field::ShortNames,
        index: Some(index),
        name: Cow::Borrowed(name),
        range,
    });
    single.chain(short).filter(|claim| !claim.name.is_empty()).collect()
}
