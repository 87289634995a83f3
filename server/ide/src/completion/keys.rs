//! The keys of the manifest's structs, schemas apart, and what is written after them.
//!
//! Knows which keys exclude each other and which follow from others; must not know schemas' keywords.

use crdls_manifest::fields::{CUSTOM_RESOURCE_DEFINITION_NAMES, Elem, Field, FieldDef, Ty, TypeDef};

use super::context::{CompletionContext, ItemText};
use super::manifest_value::ManifestValue;
use super::names::{self, Names};
use super::{paths, values};
use crate::Completion;
use crate::manifest_help::type_words;
use crate::suggestion::Template;

pub(super) fn all(context: &CompletionContext<'_>, ty: &'static TypeDef) -> Vec<Completion> {
    let written = context.written_keys();
    let here = ManifestValue(context.map());
    let fits = |field: &&FieldDef| {
        field.known_in(context.config.kubernetes)
            && !field.refused
            && !written.iter().any(|key| key == field.name)
            && is_legal(field, here, context)
    };
    ty.fields.iter().filter(fits).map(|field| suggestion(context, here, ty, field)).collect()
}

fn suggestion(
    context: &CompletionContext<'_>,
    here: ManifestValue<'_>,
    ty: &'static TypeDef,
    field: &FieldDef,
) -> Completion {
    let minors = context.config.minors;
    // What some of the named minors lack comes last.
    let lacking = field.since.filter(|_| !field.known_in_all(minors));
    let since = lacking.map(|since| format!(", since Kubernetes {since}")).unwrap_or_default();
    let later = if lacking.is_some() { 500 } else { 0 };
    let rank = usize::from(field.order) + if field.required { 0 } else { 100 } + later;
    let words = ItemText {
        label: field.name.to_owned(),
        detail: Some(type_words(field) + &since),
        documentation: field.doc.to_owned(),
        rank,
    };
    let value = filled(field, ty, here, context).unwrap_or_else(|| template(field));
    context.entries(words, vec![(Template::text(field.name), value)])
}

/// What the tables write after a key.
pub(super) fn template(field: &FieldDef) -> Template {
    if !field.snippet.is_empty() {
        return Template::of_table(field.snippet);
    }
    match field.ty {
        Ty::Object(_) | Ty::Map(_) | Ty::SchemaOrArray | Ty::SchemaOrBool | Ty::SchemaOrStrings => {
            Template::Open
        }
        Ty::List(Elem { ty: Ty::Object(_), .. }) => Template::Open,
        Ty::List(Elem { ty: Ty::String, .. }) => Template::List(vec![Template::StringSlot(String::new())]),
        Ty::List(_) => Template::List(vec![Template::slot("")]),
        Ty::String => Template::StringSlot(String::new()),
        _ => Template::slot(""),
    }
}

/// Whether the server accepts a key in addition to those that are there.
fn is_legal(field: &FieldDef, here: ManifestValue<'_>, context: &CompletionContext<'_>) -> bool {
    match field.id {
        // No object has one when it is created.
        Field::ResourceVersion => false,
        Field::Webhook => here.str("strategy") == "Webhook",
        Field::Service => !here.has("url"),
        Field::Url => !here.has("service"),
        Field::OptionalOldSelf => here.str("rule").contains("oldSelf"),
        Field::DeprecationWarning => here.is_true("deprecated"),
        Field::SelectableFields => {
            here.at(&["schema", "openAPIV3Schema"]).is_map() && may_select(here, context)
        }
        Field::Status if field.snippet == " {}" => root_fits_status(context),
        _ => true,
    }
}

/// Whether a version can begin a list of selectable fields. The server moves schemas that are the same in all versions
/// to one place, and so lists of selectable fields; it looks for a schema where the list is. So of one schema all
/// versions have the same list, and where schemas differ the lists differ.
fn may_select(here: ManifestValue<'_>, context: &CompletionContext<'_>) -> bool {
    let others = others(here, context);
    match share_schema(here, &others) {
        true => others.is_empty() || shared_paths(&others).is_some(),
        false => others.iter().any(|other| !other.has("selectableFields")),
    }
}

/// The other versions of the CRD.
fn others<'t>(here: ManifestValue<'t>, context: &CompletionContext<'t>) -> Vec<ManifestValue<'t>> {
    let versions = context.root().at(&["spec", "versions"]).items();
    versions.filter(|version| Some(*version) != here.0).map(|version| ManifestValue(Some(version))).collect()
}

fn share_schema(here: ManifestValue<'_>, others: &[ManifestValue<'_>]) -> bool {
    const SCHEMA: [&str; 2] = ["schema", "openAPIV3Schema"];
    others.iter().all(|other| other.at(&SCHEMA).is_same(here.at(&SCHEMA)))
}

/// The selectable fields that all of some versions have in one order; nothing where they differ or have none.
fn shared_paths(versions: &[ManifestValue<'_>]) -> Option<Vec<String>> {
    let paths = |version: &ManifestValue<'_>| -> Vec<String> {
        let fields = version.get("selectableFields");
        fields.items().map(|field| ManifestValue(Some(field)).str("jsonPath").into_owned()).collect()
    };
    let first = versions.first().map(paths).filter(|paths| !paths.is_empty())?;
    versions.iter().all(|version| paths(version) == first).then_some(first)
}

/// Whether the root of the version's schema has nothing that a subresource of status forbids there.
fn root_fits_status(context: &CompletionContext<'_>) -> bool {
    let fits = |key: &str| {
        crdls_manifest::fields::JSON_SCHEMA_PROPS
            .field(key)
            .is_none_or(|field| crdls_crd::validate::stands_beside_status(field.id))
    };
    context.version_schema().keys().all(|key| fits(&key))
}

/// What follows for a key from what is written elsewhere.
fn filled(
    field: &FieldDef,
    ty: &'static TypeDef,
    here: ManifestValue<'_>,
    context: &CompletionContext<'_>,
) -> Option<Template> {
    let root = context.root();
    let crd = Names::of(root);
    let is_names = *ty == CUSTOM_RESOURCE_DEFINITION_NAMES;
    let slot = |text: Option<String>| text.map(Template::slot);
    match (ty.name, field.id) {
        ("ObjectMeta", Field::Name) => slot(crd.whole()),
        (_, Field::Metadata) => Some(Template::map([("name", Template::slot(crd.whole()?))])),
        ("CustomResourceDefinitionSpec", Field::Group) => slot(crd.group()),
        ("CustomResourceDefinitionSpec", Field::Names) => {
            let (kind, plural) = (Template::slot(crd.kind()?), Template::slot(crd.plural()?));
            Some(Template::map([("kind", kind), ("plural", plural)]))
        }
        (_, Field::Kind) if is_names => slot(crd.kind()),
        (_, Field::Plural) if is_names => slot(crd.plural()),
        (_, Field::Singular) if is_names => slot(crd.singular()),
        (_, Field::ListKind) if is_names => slot(crd.list_kind()),
        ("CustomResourceDefinitionVersion", _) => of_version(field.id, here, context),
        ("CustomResourceSubresources", Field::Scale) => Some(scale(context)),
        ("CustomResourceSubresourceScale", _) => {
            Some(Template::slot(values::scale_paths(context, field.id).into_iter().next()?.path))
        }
        ("SelectableField", Field::JsonPath) => Some(Template::choice(
            values::selectable_paths(context).into_iter().map(|leaf| leaf.path).take(20),
        )),
        ("CustomResourceConversion", Field::Strategy) => Some(match here.has("webhook") {
            true => Template::text("Webhook"),
            false => Template::choice(["None", "Webhook"]),
        }),
        ("ValidationRule", Field::OptionalOldSelf) => {
            // What compares with `oldSelf` itself would compare with an optional.
            let knows = OPTIONAL.iter().any(|part| here.str("rule").contains(part));
            Some(if knows { Template::text("true") } else { Template::slot("") })
        }
        ("ValidationRule", Field::FieldPath) => {
            let paths = values::field_paths(context).into_iter().map(|leaf| leaf.path).take(20);
            Some(Template::choice(paths))
        }
        ("CustomResourceColumnDefinition", Field::Type) => {
            Some(Template::choice(values::column_types(context, here)))
        }
        _ => None,
    }
}

/// What a rule does with an `oldSelf` that may be absent.
const OPTIONAL: [&str; 5] = ["oldSelf.hasValue", "oldSelf.value", "oldSelf.or", "oldSelf.opt", "oldSelf.?"];

fn of_version(field: Field, here: ManifestValue<'_>, context: &CompletionContext<'_>) -> Option<Template> {
    match field {
        Field::Name => {
            let written = values::version_names(context);
            Some(Template::slot(names::versions(&written).into_iter().next()?))
        }
        Field::Served => Some(Template::choice(["true", "false"])),
        Field::Storage => Some(Template::text(values::storage(context))),
        Field::Subresources => Some(match root_fits_status(context) {
            true => Template::map([("status", Template::text("{}"))]),
            false => Template::Open,
        }),
        Field::AdditionalPrinterColumns => Some(Template::List(vec![column(context)])),
        Field::SelectableFields => {
            let others = others(here, context);
            if let (true, Some(shared)) = (share_schema(here, &others), shared_paths(&others)) {
                let field = |path| Template::map([("jsonPath", Template::text(path))]);
                return Some(Template::List(shared.into_iter().map(field).collect()));
            }
            let paths = values::selectable_paths(context).into_iter().map(|leaf| leaf.path).take(20);
            Some(Template::List(vec![Template::map([("jsonPath", Template::choice(paths))])]))
        }
        Field::Deprecated => Some(Template::text("true")),
        Field::DeprecationWarning => {
            Some(Template::slot(Names::of(context.root()).warning(&here.str("name"))))
        }
        _ => None,
    }
}

/// A printer column: the readiness, where the schema has conditions, else the age.
pub(super) fn column(context: &CompletionContext<'_>) -> Template {
    let ready = paths::conditions(context.version_schema()).into_iter().next();
    let (name, type_, path) = match ready {
        Some(ready) => ("Ready", "string", paths::quoted(&ready.path)),
        None => ("Age", "date", ".metadata.creationTimestamp".to_owned()),
    };
    Template::map([
        ("name", Template::slot(name)),
        ("type", Template::slot(type_)),
        ("jsonPath", Template::slot(path)),
    ])
}

fn scale(context: &CompletionContext<'_>) -> Template {
    let path = |id, usual: &str| {
        let found = values::scale_paths(context, id).into_iter().next();
        Template::slot(found.map_or_else(|| usual.to_owned(), |leaf| leaf.path))
    };
    let mut entries = vec![
        (Template::text("specReplicasPath"), path(Field::SpecReplicasPath, ".spec.replicas")),
        (Template::text("statusReplicasPath"), path(Field::StatusReplicasPath, ".status.replicas")),
    ];
    if !values::scale_paths(context, Field::LabelSelectorPath).is_empty() {
        entries
            .push((Template::text("labelSelectorPath"), path(Field::LabelSelectorPath, ".status.selector")));
    }
    Template::Map(entries)
}
