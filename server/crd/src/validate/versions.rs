//! `spec.versions`: names, storage, deprecation and the schema's root.
//!
//! Mirrors the loop over versions of `validateCustomResourceDefinitionSpec`,
//! `validateCustomResourceDefinitionVersion`, `validateDeprecationWarning` and
//! `ValidateCustomResourceDefinitionStoredVersions` of k8s.io/apiextensions-apiserver
//! (pkg/apis/apiextensions/validation/validation.go).

use std::collections::BTreeMap;

use crate::validate::hoist::Hoisted;
use crate::validate::{Options, columns, root, selectable, subresources, update};
use crdls_go::is_go_printed;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Spec, Version};
use crdls_manifest::name_problem;
use crdls_report::{Path, Report, Step, code};
use crdls_values::dns;

code!(MISSING_SCHEMA, "missing-schema", Error, server, "a version has no schema");
code!(
    INVALID_VERSION_NAME,
    "invalid-version-name",
    Error,
    server,
    "the name of a version is not a lower-case DNS label"
);
code!(DUPLICATE_VERSION, "duplicate-version", Error, server, "two versions have the same name");
code!(STORAGE_VERSION, "storage-version", Error, server, "not exactly one version has `storage: true`");
code!(DEPRECATION_WARNING, "deprecation-warning", Error, server, "a deprecation warning is not valid");

/// Every version has a schema of its own, where they do not share one. Where the CRD did without before,
/// not `all` have to: those that are served and pruned.
pub(super) fn missing_schemas(spec: Spec<'_>, all: bool, path: &Path<'_>, report: &mut Report) {
    let needed = |version: &Version<'_>| all || (version.served() && !spec.preserve_unknown_fields());
    let detail = if all { "" } else { "because otherwise all fields are pruned" };
    let missing = |(_, version): &(usize, Version<'_>)| version.schema().is_none() && needed(version);
    for (i, version) in spec.versions().enumerate().filter(missing) {
        let versions = path.child("versions");
        let schema = versions.index(i);
        let schema = schema.child("schema");
        report
            .required(&MISSING_SCHEMA, &schema.child("openAPIV3Schema"), detail)
            .message(match version.name() {
                "" => format!("`schema.openAPIV3Schema` is missing in `versions[{i}]`"),
                name => format!("`schema.openAPIV3Schema` is missing in version `{name}`"),
            })
            .why("the server prunes fields that the schema does not define, so each version needs one")
            .help(
                "add `schema:` with `openAPIV3Schema: {type: object}`, and define the fields in `properties`",
            );
    }
}

/// The versions, and what they do not share.
pub(super) fn check(
    spec: Spec<'_>,
    hoisted: Hoisted,
    options: &Options<'_>,
    path: &Path<'_>,
    report: &mut Report,
) {
    let versions_path = path.child("versions");
    let status = StatusByName::of(spec, hoisted);
    for (i, version) in spec.versions().enumerate() {
        let path = versions_path.index(i);
        name(version.name(), &path.child("name"), report);
        deprecation_warning(version, &path, report);
        let place = PartsPosition { hoisted, everywhere: false, options, path: &path };
        parts(version, place, status.of_version(version.name()), report);
    }
    unique_names(spec, &versions_path, report);
    one_storage_version(spec, &versions_path, report);
    if let Some(first) = spec.versions().next().filter(|first| !first.name().is_empty()) {
        let of_first = [Step::Child("versions"), Step::Index(0), Step::Child("name")];
        name(first.name(), &path.renamed(&[Step::Child("version")], &of_first), report);
    }
}

/// What all versions share, looked at once.
pub(super) fn check_hoisted(
    spec: Spec<'_>,
    hoisted: Hoisted,
    options: &Options<'_>,
    path: &Path<'_>,
    report: &mut Report,
) {
    let Some(first) = spec.versions().next() else { return };
    let any_status = spec.versions().any(Version::has_status);
    parts(first, PartsPosition { hoisted, everywhere: true, options, path }, any_status, report);
}

/// Where the parts of a version are looked at: in the version, or once for all.
#[derive(Clone, Copy)]
struct PartsPosition<'p> {
    hoisted: Hoisted,
    everywhere: bool,
    options: &'p Options<'p>,
    path: &'p Path<'p>,
}

fn parts(version: Version<'_>, place: PartsPosition<'_>, status: bool, report: &mut Report) {
    let PartsPosition { hoisted, everywhere, options, path } = place;
    let at = |server, field| if everywhere { path.hoisted(server, field) } else { path.child(field) };
    if let Some(schema) = version.schema().filter(|_| hoisted.schema == everywhere) {
        // The server's internal version is the first one's name.
        let unchanged = options.unchanged_schemas.contains(version.name());
        root::check(schema, status, unchanged, options, &at("validation", "schema"), report);
    }
    if let Some(subresources) = version.subresources().filter(|_| hoisted.subresources == everywhere) {
        let path = at("subresources", "subresources");
        subresources::check(subresources, &path, report);
    }
    if hoisted.columns == everywhere {
        let path = at("additionalPrinterColumns", "additionalPrinterColumns");
        columns::check(version, &path, report);
    }
    if hoisted.selectable_fields == everywhere {
        let path_here = at("selectableFields", "selectableFields");
        let schema = at("schema", "schema");
        let place = selectable::FieldsPosition {
            everywhere,
            beside_schema: hoisted.schema == everywhere,
            options,
            path: &path_here,
            schema: &schema.child("openAPIV3Schema"),
        };
        selectable::check(version, place, report);
    }
}

/// Which versions have the status subresource, as the server looks it up: by name, the first wins.
struct StatusByName<'m> {
    hoisted: Option<bool>,
    by_name: BTreeMap<&'m str, bool>,
}

impl<'m> StatusByName<'m> {
    fn of(spec: Spec<'m>, hoisted: Hoisted) -> Self {
        let mut by_name = BTreeMap::new();
        for version in spec.versions() {
            by_name.entry(version.name()).or_insert_with(|| version.has_status());
        }
        let first = spec.versions().next().is_some_and(Version::has_status);
        Self { hoisted: hoisted.subresources.then_some(first), by_name }
    }

    fn of_version(&self, name: &str) -> bool {
        self.hoisted.or_else(|| self.by_name.get(name).copied()).unwrap_or(false)
    }
}

fn name(name: &str, path: &Path<'_>, report: &mut Report) {
    let said = dns::label_1035(name);
    if said.is_empty() {
        return;
    }
    let raised = report.invalid(&INVALID_VERSION_NAME, path, name, said.join(","));
    raised
        .why("the name is part of the `apiVersion` of each object")
        .help("use lowercase letters and digits, such as `v1`, `v1beta1` or `v1alpha1`");
    if name.is_empty() {
        raised.predicate("is empty");
    } else {
        raised.predicate(name_problem::label(name));
    }
}

fn deprecation_warning(version: Version<'_>, path: &Path<'_>, report: &mut Report) {
    let Some(text) = version.deprecation_warning() else { return };
    let here = path.child("deprecationWarning");
    if !version.deprecated() {
        let raised =
            report.invalid(&DEPRECATION_WARNING, &here, text, "can only be set for deprecated versions");
        raised
            .predicate("is set, but the version is not deprecated")
            .help("add `deprecated: true`, or remove the warning");
        if version.has(Field::Deprecated) {
            raised.related(&path.child("deprecated"), "`deprecated` is false here");
        }
        return;
    }
    for (predicate, detail) in unsendable(text) {
        report
            .invalid(&DEPRECATION_WARNING, &here, text, detail)
            .predicate(predicate)
            .why("the server sends the warning in a header of each response")
            .help("write one line of at most 256 bytes, or remove the line for the default warning");
    }
}

/// What keeps a warning from being sent, as a predicate and in the server's words.
fn unsendable(text: &str) -> Vec<(String, String)> {
    let mut said = Vec::new();
    if text.len() > 256 {
        let predicate = format!("has {} bytes, and at most 256 are allowed", text.len());
        said.push((predicate, "must be <= 256 characters long".to_owned()));
    }
    if text.is_empty() {
        said.push(("is empty".to_owned(), "must not be an empty string".to_owned()));
    }
    if let Some((at, c)) = text.char_indices().find(|(_, c)| !is_go_printed(*c)) {
        let predicate = match c {
            '\n' | '\r' => "must be one line".to_owned(),
            c => format!("contains the character `{}`, which is not printable", c.escape_default()),
        };
        let detail = "must only contain printable UTF-8 characters; non-printable character found at index";
        said.push((predicate, format!("{detail} {at}")));
    }
    said
}

fn unique_names(spec: Spec<'_>, path: &Path<'_>, report: &mut Report) {
    let mut seen = BTreeMap::new();
    let again = spec.versions().enumerate().find_map(|(i, version)| {
        let before = *seen.entry(version.name()).or_insert(i);
        (before < i).then_some((before, i, version.name()))
    });
    if let Some((before, i, name)) = again {
        report
            .add(
                &DUPLICATE_VERSION,
                crdls_report::ErrorType::Invalid,
                path,
                "must contain unique version names",
            )
            .predicate(format!("has two versions named `{name}`"))
            .help("rename or remove one of the two")
            .mark(&path.index(i).child("name"))
            .related(&path.index(before).child("name"), "the first is here");
    }
}

fn one_storage_version(spec: Spec<'_>, path: &Path<'_>, report: &mut Report) {
    const DETAIL: &str = "must have exactly one version marked as storage version";
    let mut stored = spec.versions().enumerate().filter(|(_, version)| version.storage());
    let first = stored.next();
    let second = stored.next();
    if first.is_some() && second.is_none() {
        return;
    }
    let raised = report.add(&STORAGE_VERSION, crdls_report::ErrorType::Invalid, path, DETAIL);
    raised.why("objects are stored in one version, and converted to the others");
    match (first, second) {
        (Some((first, of_first)), Some((second, version))) => raised
            .predicate(format!(
                "must have one storage version, got `{}` and `{}`",
                of_first.name(),
                version.name()
            ))
            .help("keep `storage: true` in one version, and write `storage: false` in the others")
            .mark(&path.index(second).child("storage"))
            .related(&path.index(first).child("storage"), "the first is here"),
        _ if !spec.has(Field::Versions) => {
            raised.predicate("is missing").help("add `versions:` with a version that has `storage: true`")
        }
        _ if spec.versions().next().is_none() => {
            raised.predicate("is empty").help("add a version with `storage: true`")
        }
        _ => raised
            .predicate("has no version with `storage: true`")
            .help("write `storage: true` in the version to store"),
    };
}

/// The versions that the server notes as stored, against those that there are.
pub(super) fn stored(spec: Spec<'_>, noted: &[&str], report: &mut Report) {
    let status = Path::EMPTY.renamed(&[Step::Child("status")], &[Step::Child("spec")]);
    let path = status.renamed(&[Step::Child("storedVersions")], &[Step::Child("versions")]);
    if noted.is_empty() {
        report
            .add(
                &STORAGE_VERSION,
                crdls_report::ErrorType::Invalid,
                &path,
                "must have at least one stored version",
            )
            .bad("null")
            .predicate("has no storage version, so `status.storedVersions` would be empty")
            .help("write `storage: true` in one version");
        return;
    }
    // The first version of that name takes the note away.
    let mut left: BTreeMap<_, _> = noted.iter().enumerate().map(|(at, name)| (*name, at)).collect();
    for (i, version) in spec.versions().enumerate() {
        if left.remove(version.name()).is_none() && version.storage() {
            let detail = format!("must have the storage version {}", version.name());
            let raised = report.add(&STORAGE_VERSION, crdls_report::ErrorType::Invalid, &path, detail);
            raised
                .bad_list(noted.iter().copied())
                .predicate(format!(
                    "stores `{}` in addition to the version in `status.storedVersions`",
                    version.name()
                ))
                .help("keep `storage: true` in one version")
                .mark(&path.index(i).child("storage"));
            if let Some(first) = spec.versions().position(|version| version.storage()).filter(|at| *at < i) {
                raised.related(&path.index(first).child("storage"), "the server stores this version");
            }
        }
    }
    let mut missing: Vec<_> = left.into_iter().map(|(name, at)| (at, name)).collect();
    missing.sort_unstable();
    for (at, name) in missing {
        update::missing_stored_version(at, name, &status, report);
    }
}
