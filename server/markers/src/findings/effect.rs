//! Markers that controller-gen reads and that change nothing.

use crdls_go_source::{Field, TypeKind};
use crdls_report::{Finding, code};

use super::{Context, finding, fix, help, why};
use crate::Parsed;
use crate::collect::Owner;
use crate::program::{Named, TypeAt, Underlying};
use crate::registry::{Generator, Target, VALIDATION};

code!(
    MARKER_WITHOUT_EFFECT,
    "marker-without-effect",
    Warning,
    advice,
    "a marker that changes nothing where it stands"
);

/// Markers of the types of a file.
pub(super) fn check(context: Context<'_>, found: &mut Vec<Finding>) {
    if !context.is_of_api() {
        return;
    }
    for (decl, spec) in context.file.syntax.types() {
        let at = TypeAt { package: context.package, file: context.file, decl, spec };
        of_type(context, at, found);
        if let TypeKind::Struct(fields) = &spec.ty.kind {
            fields.list.iter().for_each(|field| of_field(context, at, field, found));
        }
    }
}

fn report(parsed: &Parsed, message: String, because: &str, found: &mut Vec<Finding>) {
    let mut one = finding(&MARKER_WITHOUT_EFFECT, parsed.name, message);
    why(&mut one, because);
    found.push(one);
}

/// Markers of the CRD on a type that is no kind, and markers of an alias.
fn of_type(context: Context<'_>, at: TypeAt<'_>, found: &mut Vec<Finding>) {
    // What types alone have is about the CRD, except for the markers that name fields.
    let is_crd_only = |parsed: &&Parsed| {
        let marker = parsed.marker;
        marker.since(Target::Type).is_some()
            && marker.since(Target::Field).is_none()
            && marker.generator == Generator::Crd
            && !marker.name.starts_with(VALIDATION)
    };
    let markers = || context.file.markers.values_of(at.owner());
    if !context.is_version(at) && context.package.names_markers() && !embeds_unknown(context, at) {
        for parsed in markers().filter(is_crd_only) {
            let message = format!("`+{}` on `{}` changes no CRD", parsed.marker.name, at.name());
            let because = "A CRD is made of a struct that embeds `metav1.TypeMeta` and `metav1.ObjectMeta`.";
            report(parsed, message, because, found);
        }
    }
    let is_of_other_type = at.spec.alias.is_some()
        && !matches!(context.program.underlying(at, &at.spec.ty), Underlying::Basic(_) | Underlying::Unknown);
    let names_type =
        matches!(context.program.resolve(at, &at.spec.ty), Named::Declared(_) | Named::External { .. });
    if is_of_other_type && names_type {
        for parsed in markers()
            .filter(|parsed| parsed.marker.generator == Generator::Crd && !parsed.marker.schema.is_empty())
        {
            let message = format!("`+{}` on the alias `{}` is not read", parsed.marker.name, at.name());
            report(
                parsed,
                message,
                "A field of the alias has the type that the alias stands for, without its markers.",
                found,
            );
        }
    }
}

/// Whether a struct embeds something that could bring TypeMeta or ObjectMeta.
fn embeds_unknown(context: Context<'_>, at: TypeAt<'_>) -> bool {
    let TypeKind::Struct(fields) = &at.spec.ty.kind else { return at.spec.alias.is_some() };
    fields
        .list
        .iter()
        .filter(|field| field.is_embedded())
        .any(|field| matches!(context.program.resolve(at, &field.ty), Named::Unknown))
}

fn of_field(context: Context<'_>, at: TypeAt<'_>, field: &Field, found: &mut Vec<Finding>) {
    let markers = || {
        let all = context.file.markers.values_of(Owner::Field(field.range.start));
        all.filter(|parsed| parsed.marker.generator == Generator::Crd)
    };
    if field.json(&context.file.text).is_some_and(|json| json.leaves_out()) {
        for parsed in markers() {
            let message =
                format!("`+{}` on a field that the tag `json:\"-\"` leaves out", parsed.marker.name);
            report(parsed, message, "The schema does not have the field.", found);
        }
        return;
    }
    for parsed in markers() {
        let other = match parsed.marker.short_name() {
            "ExclusiveMaximum" => "Maximum",
            "ExclusiveMinimum" => "Minimum",
            "Enum" => {
                enum_of_list(context, field, parsed, found);
                continue;
            }
            _ => continue,
        };
        let has_other = markers().any(|its| {
            its.marker.short_name() == other || its.marker.name == format!("k8s:{}", other.to_lowercase())
        });
        let is_plain = matches!(field.ty.kind, TypeKind::Name)
            && matches!(context.program.resolve(at, &field.ty), Named::Builtin(_));
        if !has_other && is_plain {
            let message = format!("`+{}` without `{other}` rejects nothing", parsed.marker.name);
            report(parsed, message, "It says whether the bound itself is rejected.", found);
        }
    }
}

/// An enum of a list is compared with the list as a whole.
fn enum_of_list(context: Context<'_>, field: &Field, parsed: &Parsed, found: &mut Vec<Finding>) {
    let TypeKind::Slice(elem) = &field.ty.kind else { return };
    let items = parsed.value.as_ref().map_or(&[][..], |value| value.items());
    let is_bytes = elem.range.of(&context.file.text) == "byte";
    if is_bytes || items.iter().any(|item| !item.items().is_empty()) {
        return;
    }
    let message =
        "`Enum` on a list is about the list as a whole, and no list is one of these values".to_owned();
    let mut one = finding(&MARKER_WITHOUT_EFFECT, parsed.name, message);
    why(&mut one, "The API server rejects every list, since it compares the list itself with the values.");
    help(&mut one, "The items have `items:Enum`, from v0.15.0 on.");
    let name = "kubebuilder:validation:items:Enum";
    if context.settings.version.reaches(15) {
        one.fixes.push(fix(format!("replace with `+{name}`"), true, parsed.name, name));
    }
    found.push(one);
}
