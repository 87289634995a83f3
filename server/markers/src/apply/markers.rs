//! One marker on one schema: `ApplyToSchema` of pkg/crd/markers/validation.go, topology.go and crd.go.

use std::borrow::Cow;

use crdls_go::{Url, go_float, go_quote};
use crdls_text::TextRange;

use super::Shape;
use crate::Parsed;
use crate::grammar::Value;
use crate::program::{Program, TypeAt, Underlying};
use crate::registry::Version;

/// Why a marker does not fit: controller-gen's words, and what must change.
pub type Refused = (String, TextRange);

/// The place of a marker in the order in which markers are applied (`ApplyPriority`).
fn priority(parsed: &Parsed) -> u32 {
    match parsed.marker.plain_name() {
        "Type" | "XIntOrString" | "listType" | "k8s:listType" | "default" => 9,
        "AtMostOneOf" => 11,
        "ExactlyOneOf" => 12,
        "AtLeastOneOf" => 13,
        _ => 10,
    }
}

/// Markers in the order in which they are applied (`applyMarkers` of pkg/crd/schema.go).
pub fn in_order<'m>(markers: impl Iterator<Item = &'m Parsed>) -> Vec<&'m Parsed> {
    let mut markers: Vec<&Parsed> = markers.collect();
    markers.sort_by_key(|parsed| (parsed.marker.items, priority(parsed)));
    markers
}

/// The type that a marker on its declaration is about, for `k8s:enum`.
#[derive(Clone, Copy, Debug)]
pub struct Context<'p> {
    /// All packages.
    pub program: &'p Program,
    /// The type.
    pub at: TypeAt<'p>,
}

/// Applies a marker to the schema or its items (`applyMarkers`), or says why it does not fit.
pub fn apply_marker(
    parsed: &Parsed,
    shape: &mut Shape<'_>,
    version: Version,
    context: Option<Context<'_>>,
) -> Result<(), Refused> {
    if !parsed.marker.items {
        return apply_to_schema(parsed, shape, version, context);
    }
    match shape.items.as_deref_mut() {
        Some(items) if shape.ty == "array" => apply_to_schema(parsed, items, version, context),
        None if shape.is_unknown => Ok(()),
        _ => {
            let words = format!("must apply {} to an array value, found {}", parsed.marker.name, shape.ty);
            Err((words, parsed.name))
        }
    }
}

/// `ApplyToSchema`
fn apply_to_schema(
    parsed: &Parsed,
    shape: &mut Shape<'_>,
    version: Version,
    context: Option<Context<'_>>,
) -> Result<(), Refused> {
    let plain = parsed.marker.plain_name();
    let refuse = |words: String| Err((words, parsed.name));
    let value = parsed.value.as_ref();
    match plain {
        "Maximum" | "k8s:maximum" => numeric(parsed, shape, "maximum"),
        "Minimum" | "k8s:minimum" => numeric(parsed, shape, "minimum"),
        "MultipleOf" => numeric(parsed, shape, "multipleof"),
        "ExclusiveMaximum" | "ExclusiveMinimum" if !shape.is_numeric() => {
            refuse(format!("must apply {} to a numeric value, found {}", plain.to_lowercase(), shape.ty))
        }
        "MaxLength" | "MinLength" | "Pattern" => textual(parsed, shape, &plain.to_lowercase(), version),
        "MaxItems" | "k8s:maxItems" => wants(parsed, shape, "array", "must apply maxitem to an array"),
        "MinItems" => wants(parsed, shape, "array", "must apply minitems to an array"),
        "UniqueItems" => wants(parsed, shape, "array", "must apply uniqueitems to an array"),
        "MinProperties" => wants(parsed, shape, "object", "must apply minproperties to an object"),
        "MaxProperties" => wants(parsed, shape, "object", "must apply maxproperties to an object"),
        "Type" => {
            shape.ty = Cow::Owned(text(value).to_owned());
            shape.is_unknown = false;
            Ok(())
        }
        "XIntOrString" => {
            shape.int_or_string = true;
            Ok(())
        }
        "XValidation" => reason(parsed),
        "listType" | "k8s:listType" => {
            wants(parsed, shape, "array", &format!("must apply listType to an array, found {}", shape.ty))?;
            let list_type = text(value);
            if !matches!(list_type, "map" | "set" | "atomic") {
                let words = r#"ListType must be either "map", "set" or "atomic""#.to_owned();
                return Err((words, range(parsed)));
            }
            shape.has_keys = list_type == "map";
            Ok(())
        }
        "listMapKey" | "k8s:listMapKey" => {
            wants(parsed, shape, "array", &format!("must apply listMapKey to an array, found {}", shape.ty))?;
            if !shape.has_keys && !shape.is_unknown {
                return refuse("must apply listMapKey to an associative-list".to_owned());
            }
            Ok(())
        }
        "mapType" => {
            wants(parsed, shape, "object", "must apply mapType to an object")?;
            granular(parsed, "MapType")
        }
        "structType" => {
            if !matches!(&*shape.ty, "object" | "") {
                let words = "must apply structType to an object; either explicitly set or defaulted through an empty schema type";
                return refuse(words.to_owned());
            }
            granular(parsed, "StructType")
        }
        "kubebuilder:title" => match value {
            Some(value) if value.as_text().is_none() => {
                Err((format!("expected string, got {}", value.go_type()), range(parsed)))
            }
            _ => Ok(()),
        },
        "kubebuilder:externalDocs" => url(parsed),
        "k8s:enum" => match context {
            Some(context) => constants(parsed, context).map(|()| shape.ty = Cow::Borrowed("string")),
            None => refuse("k8s:enum must be set on a type, not a field".to_owned()),
        },
        _ => Ok(()),
    }
}

fn text(value: Option<&Value>) -> &str {
    value.and_then(Value::as_str).unwrap_or_default()
}

/// The value, which is what must change.
fn range(parsed: &Parsed) -> TextRange {
    parsed.value.as_ref().map_or(parsed.name, |value| value.range)
}

/// Refuses a schema of another type. What is not known may be of the type.
fn wants(parsed: &Parsed, shape: &Shape<'_>, ty: &str, words: &str) -> Result<(), Refused> {
    if shape.ty == ty || shape.is_unknown {
        return Ok(());
    }
    Err((words.to_owned(), parsed.name))
}

fn numeric(parsed: &Parsed, shape: &Shape<'_>, word: &str) -> Result<(), Refused> {
    if !shape.is_numeric() {
        return Err((format!("must apply {word} to a numeric value, found {}", shape.ty), parsed.name));
    }
    let value = parsed.value.as_ref().and_then(Value::as_f64).unwrap_or_default();
    if shape.ty == "integer" && !(value.is_finite() && value == value.trunc()) {
        let shown = go_float(value);
        let words = format!("cannot apply non-integral {word} validation ({shown}) to integer value");
        return Err((words, range(parsed)));
    }
    Ok(())
}

/// Until v0.16 only a pattern took an integer or a string, and the words were others.
fn textual(parsed: &Parsed, shape: &Shape<'_>, word: &str, version: Version) -> Result<(), Refused> {
    let refuse = |words: String| Err((words, parsed.name));
    if version.reaches(17) {
        if !shape.is_textual() {
            return refuse(format!(
                "must apply {word} to a textual value, found type {}",
                go_quote(&shape.ty)
            ));
        }
    } else if word == "pattern" {
        if !shape.is_textual() {
            return refuse("must apply pattern to a `string` or `IntOrString`".to_owned());
        }
    } else if shape.ty != "string" {
        return refuse(format!("must apply {word} to a string"));
    }
    Ok(())
}

fn granular(parsed: &Parsed, word: &str) -> Result<(), Refused> {
    if matches!(text(parsed.value.as_ref()), "atomic" | "granular") {
        return Ok(());
    }
    Err((format!(r#"{word} must be either "granular" or "atomic""#), range(parsed)))
}

fn reason(parsed: &Parsed) -> Result<(), Refused> {
    const REASONS: [&str; 4] =
        ["FieldValueRequired", "FieldValueInvalid", "FieldValueForbidden", "FieldValueDuplicate"];
    let Some(value) = parsed.value_of("reason") else { return Ok(()) };
    let reason = text(Some(value));
    if reason.is_empty() || REASONS.contains(&reason) {
        return Ok(());
    }
    let [required, invalid, forbidden, duplicate] = REASONS;
    let words = format!(
        "invalid reason {reason}, valid values are {required}, {invalid}, {forbidden} and {duplicate}"
    );
    Err((words, value.range))
}

/// `ExternalDocs.ApplyToSchema`
fn url(parsed: &Parsed) -> Result<(), Refused> {
    let Some(value) = parsed.value_of("url") else { return Ok(()) };
    let written = text(Some(value));
    Url::parse_request(written).map(|_| ()).map_err(|words| {
        let sentence =
            format!("invalid url {} in kubebuilder:externalDocs marker: {words}", go_quote(written));
        (sentence, value.range)
    })
}

/// `K8sEnum.ApplyToSchema`
fn constants(parsed: &Parsed, context: Context<'_>) -> Result<(), Refused> {
    let Context { program, at } = context;
    let refuse = |words: String| Err((words, parsed.name));
    if !matches!(program.underlying(at, &at.spec.ty), Underlying::Basic("string")) {
        let name = format!("{}.{}", at.package.import_path, at.name());
        return refuse(format!("enum type must be a string, not {name}"));
    }
    if at.package.constants_of(at.name()).is_empty() {
        return refuse(format!("no enum values found for type {}", at.name()));
    }
    Ok(())
}
