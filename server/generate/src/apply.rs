//! Markers on schemas: the `ApplyToSchema` of pkg/crd/markers (validation.go, topology.go, crd.go), and their order
//! (pkg/crd/schema.go, `applyMarkers`).

use std::sync::Arc;

use crdls_go::{go_float, go_quote};
use crdls_go_source::{LiteralKind, TypeKind, ValueKind, unquote};
use crdls_markers::Parsed;
use crdls_markers::apply::url;
use crdls_markers::collect::Owner;
use crdls_markers::program::Underlying;
use crdls_markers::registry::{ITEMS, VALIDATION};
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

/// `ApplyPriority`: markers of a lower one come first.
fn priority(name: &str) -> u8 {
    match name.strip_prefix(ITEMS).or_else(|| name.strip_prefix(VALIDATION)).unwrap_or(name) {
        "Type" | "XIntOrString" | "listType" | "k8s:listType" | "default" => 9,
        "AtMostOneOf" => 11,
        "ExactlyOneOf" => 12,
        "AtLeastOneOf" => 13,
        _ => 10,
    }
}

impl<'p> Schemas<'p> {
    /// `applyMarkers`
    pub(crate) fn apply(&mut self, place: LocatedType<'p>, owner: Owner, schema: &mut Schema) {
        let mut markers: Vec<&Parsed> = place.markers(owner).collect();
        markers.sort_by_key(|parsed| (parsed.marker.name.starts_with(ITEMS), priority(parsed.marker.name)));
        for parsed in markers {
            let name = parsed.marker.name;
            let origin = place.origin(parsed.range);
            let applied = match name.strip_prefix(ITEMS) {
                None => self.apply_one(place, parsed, name.strip_prefix(VALIDATION).unwrap_or(name), schema),
                Some(short) => match schema
                    .items
                    .as_mut()
                    .filter(|_| schema.ty.as_ref().and_then(Item::as_str) == Some("array"))
                {
                    Some(items) => {
                        let mut changed = (**items).clone();
                        let applied = self.apply_one(place, parsed, short, &mut changed);
                        *items = Arc::new(changed);
                        applied
                    }
                    None => Err(format!("must apply {name} to an array value, found {}", schema.ty())),
                },
            };
            let is_unknown = |schema: &Schema| schema.unknown.is_some();
            let of_items = schema.items.as_deref().filter(|_| name.starts_with(ITEMS));
            if let Err(sentence) = applied
                && !is_unknown(schema)
                && !of_items.is_some_and(is_unknown)
            {
                self.problem(origin, sentence);
            }
        }
    }

    fn apply_one(
        &mut self,
        place: LocatedType<'p>,
        parsed: &Parsed,
        short: &str,
        schema: &mut Schema,
    ) -> Result<(), String> {
        let origin = place.origin(parsed.range);
        let value = || {
            parsed
                .value
                .as_ref()
                .map_or(Item::new(Data::Null, origin), |value| Item::of(value, place.declared))
        };
        match short {
            "Maximum" | "k8s:maximum" => number(schema, Keyword::Maximum, "maximum", value())?,
            "Minimum" | "k8s:minimum" => number(schema, Keyword::Minimum, "minimum", value())?,
            "MultipleOf" => number(schema, Keyword::MultipleOf, "multipleof", value())?,
            "ExclusiveMaximum" | "ExclusiveMinimum" => {
                let keyword = if short == "ExclusiveMaximum" {
                    Keyword::ExclusiveMaximum
                } else {
                    Keyword::ExclusiveMinimum
                };
                numeric(schema, &short.to_lowercase())?;
                schema.set(keyword, value());
            }
            "MaxLength" => textual(schema, Keyword::MaxLength, "maxlength", value(), self.behavior)?,
            "MinLength" => textual(schema, Keyword::MinLength, "minlength", value(), self.behavior)?,
            "Pattern" => textual(schema, Keyword::Pattern, "pattern", value(), self.behavior)?,
            "MaxItems" | "k8s:maxItems" => {
                of_type(schema, "array", Keyword::MaxItems, "maxitem to an array", value())?
            }
            "MinItems" => of_type(schema, "array", Keyword::MinItems, "minitems to an array", value())?,
            "UniqueItems" => {
                of_type(schema, "array", Keyword::UniqueItems, "uniqueitems to an array", value())?
            }
            "MaxProperties" => {
                of_type(schema, "object", Keyword::MaxProperties, "maxproperties to an object", value())?
            }
            "MinProperties" => {
                of_type(schema, "object", Keyword::MinProperties, "minproperties to an object", value())?
            }
            "Enum" => {
                if let Data::List(values) = value().data {
                    schema.enumeration = Some(values);
                    schema.enum_origin = origin;
                }
            }
            "Format" => schema.set(Keyword::Format, value()),
            "Type" => schema.ty = Some(value()).filter(|ty| ty.as_str() != Some("")),
            "nullable" => schema.set(Keyword::Nullable, Item::bool(true, origin)),
            "kubebuilder:default" => {
                let mut value = value();
                if schema.ty() == "array" && value.is_empty_map() {
                    value.data = Data::List(Vec::new());
                }
                schema.set(Keyword::Default, value);
            }
            "default" => match value() {
                Item { data: Data::Null, .. } => {}
                mut value => {
                    through_float(&mut value);
                    schema.set(Keyword::Default, value);
                }
            },
            "kubebuilder:example" => schema.example = Some(value()),
            "kubebuilder:title" => match value() {
                title @ Item { data: Data::Text(_), .. } => {
                    schema.title = Some(title).filter(|title| title.as_str() != Some(""));
                }
                _ => {
                    let found = parsed.value.as_ref().map_or("<nil>", |value| value.go_type());
                    return Err(format!("expected string, got {found}"));
                }
            },
            "kubebuilder:externalDocs" => {
                url(parsed).map_err(|(sentence, _)| sentence)?;
                schema.external_docs = Some(external_docs(place, parsed));
            }
            "XPreserveUnknownFields" | "kubebuilder:pruning:PreserveUnknownFields" => {
                schema.set(Keyword::PreserveUnknownFields, Item::bool(true, origin));
            }
            "XEmbeddedResource" | "EmbeddedResource" => {
                schema.set(Keyword::EmbeddedResource, Item::bool(true, origin));
            }
            "XIntOrString" => schema.set(Keyword::IntOrString, Item::bool(true, origin)),
            "XValidation" => schema.rules.push(rule(place, parsed)?),
            "k8s:immutable" => schema.rules.push(made_rule("self == oldSelf", "field is immutable", origin)),
            "AtMostOneOf" | "ExactlyOneOf" | "AtLeastOneOf" => {
                schema.rules.extend(one_of_rule(parsed, short, origin, self.behavior));
            }
            "k8s:required" => required(schema, origin, self.behavior),
            "k8s:enum" => self.constants(place, owner_is_type(place, parsed), origin, schema)?,
            _ => return topology(schema, short, value(), self.behavior),
        }
        Ok(())
    }

    /// `K8sEnum.ApplyToSchema`
    fn constants(
        &mut self,
        place: LocatedType<'p>,
        on_type: bool,
        origin: Origin,
        schema: &mut Schema,
    ) -> Result<(), String> {
        if !on_type {
            return Err("k8s:enum must be set on a type, not a field".to_owned());
        }
        let spec = place.at.spec;
        if self.program.underlying(place.at.package, place.at.file, &spec.ty) != Underlying::Basic("string") {
            let ty = format!("{}.{}", place.at.package.import_path, place.at.name());
            return Err(format!("enum type must be a string, not {ty}"));
        }
        let mut values = Vec::new();
        for file in &place.at.package.files {
            for constant in file.syntax.constants() {
                let is_typed = |ty: &crdls_go_source::Type| {
                    matches!(ty.kind, TypeKind::Name) && ty.range.of(&file.text) == place.at.name()
                };
                let Some(ValueKind::Literal(literal)) = constant.value.map(|value| &value.kind) else {
                    continue;
                };
                if literal.kind != LiteralKind::String || !constant.ty.is_some_and(is_typed) {
                    continue;
                }
                if let Some(text) = unquote(literal.range.of(&file.text), literal.range.start) {
                    // A constant in another file is at the marker.
                    let is_here = std::ptr::eq(&raw const **file, place.at.file);
                    let at = if is_here { place.origin(literal.range) } else { origin };
                    values.push(Item::text(text.value(), at));
                }
            }
        }
        // As JSON, of which the quotes count.
        values.sort_by_cached_key(|value| {
            let mut json = String::new();
            json_string(value.as_str().unwrap_or_default(), &mut json);
            json
        });
        if values.is_empty() {
            return Err(format!("no enum values found for type {}", place.at.name()));
        }
        schema.set_type("string", origin);
        schema.enumeration = Some(values);
        schema.enum_origin = origin;
        Ok(())
    }
}

/// Whether a marker belongs to the type itself and not to one of its fields.
fn owner_is_type(place: LocatedType<'_>, parsed: &Parsed) -> bool {
    place.markers(place.at.owner()).any(|own| own.range == parsed.range)
}

fn numeric(schema: &Schema, what: &str) -> Result<(), String> {
    match schema.ty() {
        "integer" | "number" => Ok(()),
        found => Err(format!("must apply {what} to a numeric value, found {found}")),
    }
}

fn number(schema: &mut Schema, keyword: Keyword, what: &str, value: Item) -> Result<(), String> {
    numeric(schema, what)?;
    if let Data::Float(number) = value.data
        && schema.ty() == "integer"
        && number.fract() != 0.0
    {
        return Err(format!(
            "cannot apply non-integral {what} validation ({}) to integer value",
            go_float(number)
        ));
    }
    schema.set(keyword, value);
    Ok(())
}

fn textual(
    schema: &mut Schema,
    keyword: Keyword,
    what: &str,
    value: Item,
    behavior: Behavior,
) -> Result<(), String> {
    let is_number_or_string =
        schema.has(Keyword::IntOrString) && (behavior.text_marshalers || keyword == Keyword::Pattern);
    if schema.ty() != "string" && !is_number_or_string {
        return Err(match (behavior.text_marshalers, keyword) {
            (true, _) => {
                format!("must apply {what} to a textual value, found type {}", go_quote(schema.ty()))
            }
            (false, Keyword::Pattern) => "must apply pattern to a `string` or `IntOrString`".to_owned(),
            (false, _) => format!("must apply {what} to a string"),
        });
    }
    schema.set(keyword, value);
    Ok(())
}

fn of_type(schema: &mut Schema, ty: &str, keyword: Keyword, what: &str, value: Item) -> Result<(), String> {
    if schema.ty() != ty {
        return Err(format!("must apply {what}"));
    }
    schema.set(keyword, value);
    Ok(())
}

/// `ListType`, `ListMapKey`, `MapType`, `StructType`
fn topology(schema: &mut Schema, short: &str, value: Item, behavior: Behavior) -> Result<(), String> {
    let ty = schema.ty().to_owned();
    match short.strip_prefix("k8s:").unwrap_or(short) {
        "listType" => {
            if ty != "array" {
                return Err(format!("must apply listType to an array, found {ty}"));
            }
            if !matches!(value.as_str(), Some("map" | "set" | "atomic")) {
                return Err("ListType must be either \"map\", \"set\" or \"atomic\"".to_owned());
            }
            schema.set(Keyword::ListType, value);
        }
        "listMapKey" => {
            if ty != "array" {
                return Err(format!("must apply listMapKey to an array, found {ty}"));
            }
            if schema.keywords.get(&Keyword::ListType).and_then(Item::as_str) != Some("map") {
                return Err("must apply listMapKey to an associative-list".to_owned());
            }
            if !behavior.distinct_list_map_keys || !schema.list_map_keys.contains(&value) {
                schema.list_map_keys.push(value);
            }
        }
        kind @ ("mapType" | "structType") => {
            let is_map = kind == "mapType";
            if ty != "object" && (is_map || !ty.is_empty()) {
                return Err(if is_map {
                    "must apply mapType to an object".to_owned()
                } else {
                    "must apply structType to an object; either explicitly set or defaulted through an empty schema type"
                        .to_owned()
                });
            }
            if !matches!(value.as_str(), Some("atomic" | "granular")) {
                let name = if is_map { "MapType" } else { "StructType" };
                return Err(format!("{name} must be either \"granular\" or \"atomic\""));
            }
            schema.set(Keyword::MapType, value);
        }
        _ => {}
    }
    Ok(())
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
fn rule(place: LocatedType<'_>, parsed: &Parsed) -> Result<Item, String> {
    let origin = place.origin(parsed.range);
    let mut object = Object::default();
    for (argument, name) in [
        ("fieldPath", "fieldPath"),
        ("message", "message"),
        ("messageExpression", "messageExpression"),
        ("optionalOldSelf", "optionalOldSelf"),
        ("reason", "reason"),
        ("rule", "rule"),
    ] {
        let Some(value) = parsed.value_of(argument) else { continue };
        let item = Item::of(value, place.declared);
        if item.as_str() != Some("") || argument == "rule" {
            object.set(name, item);
        }
    }
    let reason = parsed.value_of("reason").and_then(|value| value.as_str()).unwrap_or("");
    let reasons = ["FieldValueRequired", "FieldValueInvalid", "FieldValueForbidden", "FieldValueDuplicate"];
    if !reason.is_empty() && !reasons.contains(&reason) {
        let [required, invalid, forbidden, duplicate] = reasons;
        return Err(format!(
            "invalid reason {reason}, valid values are {required}, {invalid}, {forbidden} and {duplicate}"
        ));
    }
    Ok(object.item(origin))
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
        let value = parsed.value_of(name).map(|value| Item::of(value, place.declared));
        object.set_some(name, value.filter(|value| value.as_str() != Some("")));
    }
    object.item(place.origin(parsed.range))
}
