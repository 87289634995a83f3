//! Fields of custom resources, and items of their lists.

use crdls_manifest::model::{OrBool, Schema};
use crdls_resource::ServedVersion;
use crdls_yaml::Node;

use super::position::Holder;
use super::proof::Proof;
use super::{Request, member, values};
use crate::field_page::type_name;
use crate::instance::metadata::{BUILT_IN, about, is_namespaced};
use crate::suggestion::Template;
use crate::{Completion, CompletionKind};

/// A field that may be written.
struct Field<'i> {
    name: &'i str,
    /// What the CRD says of it.
    schema: Option<Schema<'i>>,
    detail: String,
    documentation: &'i str,
    /// What it is begun with, and with what where the server would take that ill.
    drafts: Vec<Template>,
    /// Lower ones first.
    rank: u8,
}

/// The fields of a mapping that are not there yet.
pub(super) fn keys(
    request: &Request<'_>,
    holder: Holder<'_>,
    map: Option<Node<'_>>,
    by: Option<ServedVersion<'_>>,
    proof: &Proof<'_>,
) -> Vec<Completion> {
    let others = map.into_iter().flat_map(Node::entries);
    let others = others.filter(|entry| !entry.key.range().touches(request.cursor.offset));
    let written: Vec<_> = others.filter_map(|entry| entry.key.str()).collect();
    let mut fields = match holder {
        Holder::Root(schema) => {
            let mut fields = schema.map(|schema| own(request, schema)).unwrap_or_default();
            add_built_in(&mut fields, true);
            last_status(&mut fields, by);
            fields
        }
        Holder::Object(schema) => {
            let mut fields = own(request, schema);
            if schema.embedded_resource() {
                add_built_in(&mut fields, false);
            }
            fields
        }
        Holder::Metadata(schema) => metadata(schema, by),
    };
    fields.retain(|field| !written.iter().any(|name| name == field.name));
    if !request.point.colon_follows() {
        let has_room = |schema, name| proof.has_room(name, schema);
        fields.retain(|field| field.schema.is_none_or(|schema| has_room(schema, field.name)));
    }
    fields.into_iter().map(|field| key(request, field, proof)).collect()
}

fn own<'i>(request: &Request<'_>, schema: Schema<'i>) -> Vec<Field<'i>> {
    let required: Vec<_> = schema.required().map(|(name, _)| name).collect();
    let field = |property: crdls_manifest::model::Property<'i>| {
        let is_required = required.contains(&property.name);
        let of = if request.is_default { values::whole_draft } else { values::draft };
        let draft = of(property.schema, property.name, request.config.kubernetes);
        let nothing = Template::slot("");
        let is_slot = matches!(draft, Template::Slot(_) | Template::StringSlot(_));
        let drafts = if is_slot { vec![draft] } else { vec![draft, nothing] };
        Field {
            name: property.name,
            schema: Some(property.schema),
            detail: type_name(property.schema) + if is_required { ", required" } else { "" },
            documentation: property.schema.description(),
            drafts,
            rank: if is_required { 1 } else { 2 },
        }
    };
    schema.properties().map(field).collect()
}

/// The fields of all resources: those of a resource of its own first, in their usual order.
fn add_built_in(fields: &mut Vec<Field<'_>>, is_root: bool) {
    for (at, (name, ty, doc)) in BUILT_IN.into_iter().enumerate() {
        fields.retain(|field| field.name != name);
        let drafts = match name {
            "metadata" => {
                let value = Template::slot(if is_root { "" } else { "example" });
                vec![Template::map([("name", value)])]
            }
            _ => vec![Template::slot(match (is_root, name) {
                (true, _) => "",
                (false, "kind") => "ConfigMap",
                (false, _) => "v1",
            })],
        };
        let detail = format!("{ty}, required");
        fields.push(Field { name, schema: None, detail, documentation: doc, drafts, rank: 0 });
        if let Some(field) = fields.last_mut() {
            field.rank = u8::from(at == 2 && !is_root);
        }
    }
}

/// What the server drops is offered last.
fn last_status(fields: &mut [Field<'_>], by: Option<ServedVersion<'_>>) {
    let is_dropped = by.is_some_and(|by| by.version.has_status());
    for field in fields.iter_mut().filter(|field| is_dropped && field.name == "status") {
        field.rank = 9;
    }
}

fn metadata<'i>(schema: Option<Schema<'i>>, by: Option<ServedVersion<'_>>) -> Vec<Field<'i>> {
    let namespaced = is_namespaced(by);
    let pair = || vec![Template::Map(vec![(Template::slot("key"), Template::slot("value"))])];
    let string = |text: &str| vec![Template::StringSlot(text.to_owned())];
    let field = |name: &'i str, detail: &str, drafts, rank| {
        let own = schema.and_then(|schema| schema.property(name)).map_or("", |own| own.description());
        let about = about(name, namespaced).unwrap_or_default();
        let documentation = if own.is_empty() { about } else { own };
        Field { name, schema: None, detail: detail.to_owned(), documentation, drafts, rank }
    };
    let mut fields = vec![
        field("name", "string, required", string(""), 1),
        field("labels", "map[string]string", pair(), 3),
        field("annotations", "map[string]string", pair(), 4),
    ];
    if namespaced {
        fields.push(field("namespace", "string", string("default"), 2));
    }
    fields
}

fn key(request: &Request<'_>, field: Field<'_>, proof: &Proof<'_>) -> Completion {
    let written = if request.point.colon_follows() {
        request.point.key(&crdls_fixes::word(field.name, false))
    } else {
        let drafts = field.drafts.into_iter().map(|draft| Template::Map(vec![member(field.name, draft)]));
        proof.first(drafts.map(|draft| request.written(&draft)))
    };
    let sort = format!("{}{}", field.rank, field.name);
    let mut found = written.completion(field.name, CompletionKind::Key, sort);
    found.detail = Some(field.detail);
    field.documentation.trim().clone_into(&mut found.documentation);
    found
}

/// A new item of a list.
pub(super) fn item(
    request: &Request<'_>,
    list: Schema<'_>,
    name: &str,
    proof: &Proof<'_>,
) -> Vec<Completion> {
    let draft = values::item_draft(list, name, request.config.kubernetes);
    let (Some(draft), Some(items)) = (draft, list.item_schema()) else { return Vec::new() };
    let is_choice = matches!(draft, Template::Choice(_));
    let written = proof.first(std::iter::once(request.written(&Template::List(vec![draft]))));
    let label = match written.plain.lines().next() {
        Some(first) if !is_choice => first.trim_end().to_owned(),
        _ => "-".to_owned(),
    };
    let mut found = written.completion(&label, CompletionKind::Snippet, "1".to_owned());
    let of_values = matches!(items.additional_properties(), Some(OrBool::Schema(_)));
    found.detail = Some(if of_values {
        "list item: map".to_owned()
    } else {
        format!("list item: {}", type_name(items))
    });
    items.description().trim().clone_into(&mut found.documentation);
    vec![found]
}
