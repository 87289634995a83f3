//! Lists and their items: what kind of list, by which keys.

use crdls_report::Fix;
use crdls_text::{Edit, nearest, suggested_value};
use crdls_yaml::Kind;

use super::keywords::here;
use super::request::{FixRequest, list, safe};
use super::resolved_path::ResolvedPath;
use super::types;
use super::value::Value;

pub(super) const LIST_TYPE: &str = "x-kubernetes-list-type";
pub(super) const LIST_MAP_KEYS: &str = "x-kubernetes-list-map-keys";
const MAP_TYPE: &str = "x-kubernetes-map-type";
const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";

fn context<'t>(key: &'static str) -> impl Fn(&ResolvedPath<'t>) -> Option<ResolvedPath<'t>> {
    move |target| Some(target.up()?.down(key))
}

/// An array whose items are not described: by its default or enum, else whatever they are.
pub(super) fn missing_items(request: &FixRequest<'_>) -> Vec<Fix> {
    if request.target().is_some_and(|target| target.node.kind().is_seq() && target.is_found()) {
        return items_array(request);
    }
    let Some(schema) = request.target().and_then(|target| target.up()) else { return Vec::new() };
    let default = schema.down("default").item(0).and_then(|item| types::of_value(item.node));
    let set = schema.text_of(LIST_TYPE).is_some_and(|type_| type_ == "set");
    let keyed = schema.text_of(LIST_TYPE).is_some_and(|type_| type_ == "map");
    let scalar = default.filter(|type_| !matches!(*type_, "array" | "object")).or(set.then_some("string"));
    let items = match scalar {
        Some(type_) => Value::map("type", Value::text(type_)),
        None if keyed => keyed_items(&schema),
        None => Value::map(PRESERVE, Value::Bool(true)),
    };
    list([request
        .everywhere(format!("add `items: {}`", items.flow(false)), |target| Some(vec![target.set(&items)?]))])
}

/// Items that have the keys of their list.
fn keyed_items(schema: &ResolvedPath<'_>) -> Value {
    let keys: Vec<_> = schema.down(LIST_MAP_KEYS).items().filter_map(|key| key.text()).collect();
    let string = || Value::map("type", Value::text("string"));
    let properties = keys.iter().map(|key| (key.clone(), string())).collect();
    let required = keys.into_iter().map(Value::Text).collect();
    Value::Map(vec![
        ("type".to_owned(), Value::text("object")),
        ("properties".to_owned(), Value::Map(properties)),
        ("required".to_owned(), Value::List(required)),
    ])
}

/// `items` as a list of schemas: its keys stand where they stood after the dash. The first one, where it is the only one or all are alike.
pub(super) fn items_array(request: &FixRequest<'_>) -> Vec<Fix> {
    let only = request.target().is_some_and(|target| all_alike(&target));
    let title = if only { "unwrap the schema from the list" } else { "use the first schema for all items" };
    let first = request.everywhere(title, |target| {
        let first = target.item(0)?.node;
        let indent = if target.node.kind() == Kind::BlockSeq { "  " } else { "" };
        let new_text = format!("{indent}{}", first.source());
        first.kind().is_map().then(|| vec![Edit { range: target.node.range(), new_text }])
    });
    list([first])
}

fn all_alike(items: &ResolvedPath<'_>) -> bool {
    let mut sources = items.items().map(|item| item.node.source());
    let first = sources.next();
    first.is_some_and(|first| sources.all(|other| other == first))
}

/// Items of a list of type map must be objects.
pub(super) fn map_items(request: &FixRequest<'_>) -> Vec<Fix> {
    if request.finding.path.last_name() == Some("items") {
        let found = request.target().is_some_and(|target| target.is_found());
        return if found { items_array(request) } else { missing_items(request) };
    }
    let scalar = request.target().and_then(|target| target.text()).is_some_and(|type_| type_ != "object");
    let atomic = request.everywhere(
        format!("replace `{LIST_TYPE}: map` with `atomic`, and remove `{LIST_MAP_KEYS}`"),
        |target| {
            let array = target.above(2)?;
            let type_ = array.down(LIST_TYPE).set(&Value::text("atomic"))?;
            let keys = array.down(LIST_MAP_KEYS);
            Some(std::iter::once(type_).chain(keys.remove()).collect())
        },
    );
    if scalar { list([atomic, None]) } else { list([request.write(&Value::text("object")), atomic]) }
}

/// Keys of a list that is not of type map.
pub(super) fn keys_without_map(request: &FixRequest<'_>) -> Vec<Fix> {
    list([request.write(&Value::text("map")), request.remove(context(LIST_MAP_KEYS))])
}

pub(super) fn type_without_array(request: &FixRequest<'_>) -> Vec<Fix> {
    let untyped = request.target().is_some_and(|target| !target.is_found());
    let array = untyped.then(|| request.write(&Value::text("array"))).flatten();
    let both = request.everywhere(format!("remove `{LIST_TYPE}` and `{LIST_MAP_KEYS}`"), |target| {
        let schema = target.up()?;
        let keys = schema.down(LIST_MAP_KEYS).remove()?;
        Some(vec![schema.down(LIST_TYPE).remove()?, keys])
    });
    list([array, request.remove(context(LIST_TYPE)), both])
}

pub(super) fn map_type_without_object(request: &FixRequest<'_>) -> Vec<Fix> {
    let untyped = request.target().is_some_and(|target| !target.is_found());
    let object = untyped.then(|| request.write(&Value::text("object"))).flatten();
    list([object, request.remove(context(MAP_TYPE)), request.write(&Value::text("object"))])
}

/// Names by which other tools call list types.
pub(super) fn unsupported_type(request: &FixRequest<'_>) -> Vec<Fix> {
    let word = request.target().and_then(|target| target.text()).unwrap_or_default();
    let near = suggested_value(&word, &["atomic", "map", "set"]).filter(|near| *near != word);
    let atomic = near.is_none().then(|| request.write(&Value::text("atomic"))).flatten();
    list([near.and_then(|near| request.write(&Value::text(near))), atomic, request.remove(here)])
}

pub(super) fn unsupported_map_type(request: &FixRequest<'_>) -> Vec<Fix> {
    let word = request.target().and_then(|target| target.text()).unwrap_or_default();
    let near = suggested_value(&word, &["atomic", "granular"]);
    list([near.and_then(|near| request.write(&Value::text(near))), request.remove(here)])
}

pub(super) fn set_of_non_atomic(request: &FixRequest<'_>) -> Vec<Fix> {
    let list_of_atomic = request.everywhere(format!("replace `{LIST_TYPE}: set` with `atomic`"), |target| {
        Some(vec![target.above(2)?.down(LIST_TYPE).set(&Value::text("atomic"))?])
    });
    list([request.write(&Value::text("atomic")), list_of_atomic])
}

/// A key must be there in each item: by `required`, or by a default.
pub(super) fn optional_key(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(property) = request.target().and_then(|target| target.up()) else { return Vec::new() };
    let key = property.name().to_owned();
    let required = request.everywhere(format!("add `{key}` to `required`"), |target| {
        let items = target.above(3)?;
        Some(vec![items.down("required").push(&Value::text(key.as_str()))?])
    });
    let default = match property.text_of("type").as_deref() {
        Some("string") if !property.has("enum") && !property.has("pattern") => Some(Value::text("")),
        _ => None,
    };
    list([required, default.and_then(|value| request.write(&value))])
}

/// The names of the properties of a list's items.
fn item_properties(array: &ResolvedPath<'_>) -> Vec<String> {
    let properties = array.down("items").down("properties");
    if !properties.is_found() {
        return Vec::new();
    }
    properties.node.entries().filter_map(|entry| Some(entry.key.str()?.into_owned())).collect()
}

/// The property by which items are told apart in all likelihood, and whether an item may lack it.
pub(super) fn likely_key(array: &ResolvedPath<'_>) -> Option<(String, bool)> {
    let properties = item_properties(array);
    let items = array.down("items");
    let required: Vec<_> = items.down("required").items().filter_map(|name| name.text()).collect();
    let is_scalar = |name: &String| {
        let type_ = items.down("properties").down(name).text_of("type").unwrap_or_default();
        matches!(type_.as_str(), "string" | "integer" | "boolean" | "number")
    };
    let usual = ["name", "type", "key", "id"].iter().map(|name| (*name).to_owned());
    let known = usual.filter(|name| properties.contains(name) && is_scalar(name));
    let candidates: Vec<_> = known.chain(required.iter().filter(|name| is_scalar(name)).cloned()).collect();
    let key = candidates.iter().find(|name| required.contains(name)).or(candidates.first())?;
    Some((key.clone(), !required.contains(key)))
}

/// A list of type map without keys: the names that its items must have.
pub(super) fn missing_keys(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(array) = request.target().and_then(|target| target.up()) else { return Vec::new() };
    let keyed = likely_key(&array).and_then(|(key, optional)| {
        let title = match optional {
            true => format!("add `{LIST_MAP_KEYS}: [{key}]`, and `{key}` to `required`"),
            false => format!("add `{LIST_MAP_KEYS}: [{key}]`"),
        };
        request.everywhere(title, |target| {
            let keys = target.set(&Value::List(vec![Value::text(key.as_str())]))?;
            let required = optional
                .then(|| target.up()?.down("items").down("required").push(&Value::text(key.as_str())));
            Some(std::iter::once(keys).chain(required.flatten()).collect())
        })
    });
    let atomic = request.everywhere(format!("replace `{LIST_TYPE}: map` with `atomic`"), |target| {
        Some(vec![target.up()?.down(LIST_TYPE).set(&Value::text("atomic"))?])
    });
    list([keyed, atomic])
}

/// A key that stands there twice: the later one goes.
pub(super) fn duplicate_key(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(keys) = request.target() else { return Vec::new() };
    let names: Vec<_> = keys.items().map(|key| key.text()).collect();
    let again =
        names.iter().enumerate().find(|(at, name)| names.iter().take(*at).any(|other| other == *name));
    let Some((at, Some(name))) = again else { return Vec::new() };
    let fix = request
        .everywhere(format!("remove the second `{name}`"), |target| Some(vec![target.item(at)?.remove()?]));
    list([safe(fix)])
}

/// A key that no item has.
pub(super) fn unknown_key(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(keys) = request.target() else { return Vec::new() };
    let Some(array) = keys.up() else { return Vec::new() };
    let properties = item_properties(&array);
    let keys: Vec<_> = if keys.node.kind().is_seq() { keys.items().collect() } else { vec![keys] };
    let unknown = |key: &ResolvedPath<'_>| key.text().is_some_and(|name| !properties.contains(&name));
    let Some((at, key)) = keys.iter().enumerate().find(|(_, key)| unknown(key)) else { return Vec::new() };
    let name = key.text().unwrap_or_default();
    let near = nearest(&name, properties.iter().map(String::as_str));
    let respelt = near.and_then(|near| {
        request.everywhere(format!("replace `{name}` with `{near}`"), |target| {
            Some(vec![target.item(at)?.set(&Value::text(near))?])
        })
    });
    let added =
        request.everywhere(format!("add the property `{name}` and list it in `required`"), |target| {
            let items = target.up()?.down("items");
            let property =
                items.down("properties").down(&name).set(&Value::map("type", Value::text("string")))?;
            Some(vec![property, items.down("required").push(&Value::text(name.as_str()))?])
        });
    let removed = (keys.len() > 1).then(|| {
        request.everywhere(format!("remove `{name}`"), |target| Some(vec![target.item(at)?.remove()?]))
    });
    list([respelt, removed.flatten(), added])
}
