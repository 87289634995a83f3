//! Whole custom resources to start from.

use crdls_manifest::model::Schema;
use crdls_report::Config;
use crdls_resource::IndexedCrd;

use super::{member, values};
use crate::FileContext;
use crate::instance::RESOURCE_FIELDS;
use crate::suggestion::Template;

/// A custom resource of a kind.
pub(crate) struct WholeResource {
    pub(crate) kind: String,
    pub(crate) api_version: String,
    /// What the CRD says of the kind.
    pub(crate) documentation: String,
    pub(crate) template: Template,
}

/// Of more kinds nobody looks for one in a list, and the schemas of all are decoded for it.
const MOST: usize = 100;

/// A resource of each kind that is known: its names and what its schema requires. None where many kinds are known.
pub(crate) fn documents(context: FileContext<'_>, config: &Config) -> Vec<WholeResource> {
    let Some(crds) = context.crds else { return Vec::new() };
    let known: Vec<_> = crds.all().take(MOST + 1).collect();
    if known.len() > MOST {
        return Vec::new();
    }
    let mut found: Vec<WholeResource> = Vec::new();
    for whole in known.into_iter().filter_map(|known| document(known, config)) {
        let is_it =
            |other: &WholeResource| other.kind == whole.kind && other.api_version == whole.api_version;
        if !found.iter().any(is_it) {
            found.push(whole);
        }
    }
    found.sort_by(|a, b| (&a.kind, &a.api_version).cmp(&(&b.kind, &b.api_version)));
    found
}

fn document(known: &IndexedCrd, config: &Config) -> Option<WholeResource> {
    let crd = known.crd();
    let version = *crd.served_versions().first()?;
    let (kind, group) = (crd.spec().names().kind().to_owned(), crd.spec().group());
    let api_version = format!("{group}/{}", version.name());
    let schema = version.schema();
    let mut members = vec![
        member("apiVersion", Template::text(api_version.clone())),
        member("kind", Template::text(crdls_fixes::word(&kind, false))),
        member("metadata", Template::map([("name", Template::slot("example"))])),
    ];
    members.extend(schema.map(|schema| own(schema, config)).unwrap_or_default());
    let documentation = schema.map_or("", Schema::description).trim().to_owned();
    (!kind.is_empty()).then_some(WholeResource {
        kind,
        api_version,
        documentation,
        template: Template::Map(members),
    })
}

/// What the schema requires, and `spec`.
fn own(schema: Schema<'_>, config: &Config) -> Vec<(Template, Template)> {
    let required = schema.required().map(|(name, _)| name).filter(|name| *name != "spec");
    let names = std::iter::once("spec").chain(required).filter(|name| !RESOURCE_FIELDS.contains(name));
    let field = |name: &str| {
        let property = schema.property(name)?;
        let open = property.type_() == "object" && property.required().next().is_none();
        let draft = || values::whole_draft(property, name, config.kubernetes);
        Some(member(name, if open { Template::Open } else { draft() }))
    };
    names.filter_map(field).collect()
}
