//! Keywords that markers set in schemas: the `ApplyToSchema` of pkg/crd/markers (validation.go, topology.go, crd.go).
//!
//! Their order, and which ones do not fit, is known to [`crdls_markers::apply`].

use std::sync::Arc;

use crdls_markers::Parsed;
use crdls_markers::apply::{Context, Shape, apply_marker, in_order};
use crdls_markers::collect::Owner;
use crdls_values::json::json_string;

use crate::behavior::Behavior;
use crate::data::Object;
use crate::schema::{Keyword, Schema};
use crate::types::{LocatedType, Schemas, made_rule};
use crate::{Data, Item, Origin};

/// Numbers of `+default`, which are decoded to float64 and written again (`KubernetesDefault`).
fn through_float(item: &mut Item) {
    match &mut item.data {
        Data::Int(value) => item.data = Data::Float(*value as f64),
        Data::List(items) => items.iter_mut().for_each(through_float),
        Data::Map(members) => {
            Arc::make_mut(members).iter_mut().for_each(|member| through_float(&mut member.value));
        }
        Data::Null | Data::Bool(_) | Data::Float(_) | Data::Text(_) => {}
    }
}

impl<'p> Schemas<'p> {
    /// `applyMarkers`
    pub(crate) fn apply(&mut self, place: LocatedType<'p>, owner: Owner, schema: &mut Schema) {
        let context = Context { program: self.program, at: place.at };
        let context = matches!(owner, Owner::Type(_)).then_some(context);
        for parsed in in_order(place.markers(owner)) {
            let is_of_items = parsed.marker.items;
            let mut shape = shape(schema);
            if is_of_items {
                shape.items = schema.items.as_deref().map(|items| Box::new(self::shape(items)));
            }
            match apply_marker(parsed, &mut shape, self.options.version, context) {
                Ok(()) => match schema.items.as_mut().filter(|_| is_of_items) {
                    Some(items) => set(place, parsed, Arc::make_mut(items), self.behavior),
                    None => set(place, parsed, schema, self.behavior),
                },
                Err((sentence, _)) => {
                    let items = schema.items.as_deref().filter(|_| is_of_items);
                    if schema.unknown.is_none() && items.is_none_or(|items| items.unknown.is_none()) {
                        self.problem(place.origin(parsed.range), sentence);
                    }
                }
            }
        }
    }
}

/// The schema, without its items, as far as the checks of markers read it.
fn shape(schema: &Schema) -> Shape<'_> {
    let list_type = schema.keywords.get(&Keyword::ListType).and_then(Item::as_str);
    Shape {
        int_or_string: schema.has(Keyword::IntOrString),
        has_keys: list_type == Some("map"),
        ..Shape::of(schema.ty())
    }
}

/// Sets the keywords of a marker that fits.
fn set(place: LocatedType<'_>, parsed: &Parsed, schema: &mut Schema, behavior: Behavior) {
    let origin = place.origin(parsed.range);
    // A marker without a value says that something is so.
    let value = parsed.value.as_ref();
    let mut value = value.map_or(Item::bool(true, origin), |value| Item::of(value, place.declared));
    let short = parsed.marker.plain_name();
    match short {
        "Enum" => {
            if let Data::List(values) = value.data {
                schema.enumeration = Some(values);
                schema.enum_origin = origin;
            }
        }
        "k8s:enum" => {
            schema.set_type("string", origin);
            schema.enumeration = Some(constants(place, origin));
            schema.enum_origin = origin;
        }
        "Type" => schema.ty = Some(value).filter(|ty| ty.as_str() != Some("")),
        "kubebuilder:default" => {
            if schema.ty() == "array" && value.is_empty_map() {
                value.data = Data::List(Vec::new());
            }
            schema.set(Keyword::Default, value);
        }
        "default" if value.data == Data::Null => {}
        "default" => {
            through_float(&mut value);
            schema.set(Keyword::Default, value);
        }
        "kubebuilder:example" => schema.example = Some(value),
        "kubebuilder:title" => schema.title = Some(value).filter(|title| title.as_str() != Some("")),
        "kubebuilder:externalDocs" => schema.external_docs = Some(external_docs(place, parsed)),
        "XValidation" => schema.rules.push(rule(place, parsed)),
        "k8s:immutable" => schema.rules.push(made_rule("self == oldSelf", "field is immutable", origin)),
        "AtMostOneOf" | "ExactlyOneOf" | "AtLeastOneOf" => {
            schema.rules.extend(one_of_rule(parsed, short, origin, behavior));
        }
        "k8s:required" => required(schema, origin, behavior),
        "listMapKey" | "k8s:listMapKey" => {
            if !behavior.distinct_list_map_keys || !schema.list_map_keys.contains(&value) {
                schema.list_map_keys.push(value);
            }
        }
        _ => {
            if let Some(keyword) = Keyword::named(parsed.marker.schema) {
                schema.set(keyword, value);
            }
        }
    }
}

/// The values of `K8sEnum.ApplyToSchema`, sorted as JSON, of which the quotes count.
fn constants(place: LocatedType<'_>, marker: Origin) -> Vec<Item> {
    let constants = place.at.package.constants_of(place.at.name()).into_iter();
    let mut values: Vec<Item> = constants
        .map(|(file, literal, value)| {
            // A constant in another file is at the marker.
            let is_here = std::ptr::eq(file, place.at.file);
            Item::text(&value, if is_here { place.origin(literal) } else { marker })
        })
        .collect();
    values.sort_by_cached_key(|value| {
        let mut json = String::new();
        json_string(value.as_str().unwrap_or_default(), &mut json);
        json
    });
    values
}

/// `K8sRequired.ApplyToSchema`
fn required(schema: &mut Schema, origin: Origin, behavior: Behavior) {
    let keyword = match schema.ty() {
        "string" => Keyword::MinLength,
        "array" => Keyword::MinItems,
        "object" => Keyword::MinProperties,
        _ if schema.reference.is_some() => Keyword::MinProperties,
        _ => return,
    };
    if behavior.required_sets_minimum && !schema.has(keyword) {
        schema.set(keyword, Item::new(Data::Int(1), origin));
    }
}

/// `XValidation.ApplyToSchema`
fn rule(place: LocatedType<'_>, parsed: &Parsed) -> Item {
    let mut object = Object::default();
    for name in ["fieldPath", "message", "messageExpression", "optionalOldSelf", "reason", "rule"] {
        let value = place.argument(parsed, name);
        object.set_some(name, value.filter(|value| name == "rule" || value.as_str() != Some("")));
    }
    object.item(place.origin(parsed.range))
}

/// `AtMostOneOf`, `ExactlyOneOf` and `AtLeastOneOf`: a rule over the fields that they name.
fn one_of_rule(parsed: &Parsed, short: &str, origin: Origin, behavior: Behavior) -> Option<Item> {
    let fields: Vec<&str> =
        parsed.value.iter().flat_map(|value| value.items()).filter_map(|value| value.as_str()).collect();
    if fields.is_empty() {
        return None;
    }
    let has = |field: &&str| format!("has(self.{field})");
    let joined = |separator: &str| fields.iter().map(has).collect::<Vec<_>>().join(separator);
    let counted = if behavior.sums_one_of {
        fields.iter().map(|field| format!("({}?1:0)", has(field))).collect::<Vec<_>>().join("+")
    } else {
        format!("[{}].filter(x,x==true).size()", joined(","))
    };
    let (rule, words) = match short {
        "AtMostOneOf" => (format!("{counted} <= 1"), ("at most one", "may")),
        "ExactlyOneOf" => (format!("{counted} == 1"), ("exactly one", "must")),
        _ if behavior.sums_one_of => (joined("||"), ("at least one", "must")),
        _ => (format!("{counted} >= 1"), ("at least one", "must")),
    };
    let (count, must) = words;
    let message = format!("{count} of the fields in [{}] {must} be set", fields.join(" "));
    Some(made_rule(&rule, &message, origin))
}

fn external_docs(place: LocatedType<'_>, parsed: &Parsed) -> Item {
    let mut object = Object::default();
    for name in ["description", "url"] {
        let value = place.argument(parsed, name);
        object.set_some(name, value.filter(|value| value.as_str() != Some("")));
    }
    object.item(place.origin(parsed.range))
}
