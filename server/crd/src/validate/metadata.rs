//! `metadata` of a CRD, as it is checked on creation.
//!
//! Mirrors `ValidateObjectMetaAccessor` of k8s.io/apimachinery (pkg/api/validation/objectmeta.go) with the
//! name function of `ValidateCustomResourceDefinition`. What is the same for all objects is in
//! [`object_meta`].

use crate::validate::update;
use crdls_manifest::model::Crd;
use crdls_manifest::object_meta::{INVALID_NAME, MISSING_NAME, generated, masked};
use crdls_manifest::{name_problem, object_meta};
use crdls_report::{Path, Report, code};
use crdls_values::dns;

code!(NAME_MISMATCH, "name-mismatch", Error, server, "the name of a CRD is not its plural and group");

pub(super) fn check(crd: Crd<'_>, old: Option<Crd<'_>>, report: &mut Report) {
    let metadata = crd.metadata();
    let path = Path::EMPTY.child("metadata");
    match old {
        Some(old) => update::metadata(crd, old, report),
        None => names(crd, &path, report),
    }
    object_meta::common(metadata, &path, report);
}

fn names(crd: Crd<'_>, path: &Path<'_>, report: &mut Report) {
    let metadata = crd.metadata();
    let (name, prefix) = (metadata.name(), metadata.generate_name());
    let generate_path = path.child("generateName");
    let name_path = path.child("name");
    if !prefix.is_empty() {
        self::name(crd, prefix, &masked(prefix), &generate_path, report);
    }
    if name.is_empty() && prefix.is_empty() {
        report
            .required(&MISSING_NAME, &name_path, "name or generateName is required")
            .predicate("is missing")
            .help(match is_complete(crd) {
                true => format!("add `name: {}`", wanted(crd)),
                false => "add `name:` with the plural and the group, joined by a dot".to_owned(),
            });
    } else if name.is_empty() {
        let before = report.errors.len();
        let generated = generated(prefix);
        self::name(crd, &generated, &generated, &name_path, report);
        for raised in report.errors.iter_mut().skip(before) {
            if raised.code == &INVALID_NAME {
                raised.message(format!(
                    "`metadata.generateName` makes names that are not domain names, got `{prefix}`"
                ));
            } else {
                raised.message(format!(
                    "`metadata.generateName` cannot make the plural and the group, got `{prefix}`"
                ));
            }
            raised.why("the server appends five random characters to `generateName`").mark(&generate_path);
        }
    } else {
        self::name(crd, name, name, &name_path, report);
    }
}

/// `checked` is what has to be a domain name; a prefix may end in a dash.
fn name(crd: Crd<'_>, name: &str, checked: &str, path: &Path<'_>, report: &mut Report) {
    for words in dns::subdomain(checked) {
        report
            .invalid(&INVALID_NAME, path, name, words)
            .predicate(name_problem::domain(name))
            .help("write the plural and the group in lowercase letters, digits and dashes, joined by a dot");
    }
    let wanted = wanted(crd);
    if name != wanted {
        let raised =
            report.invalid(&NAME_MISMATCH, path, name, r#"must be spec.names.plural+"."+spec.group"#);
        raised
            .predicate(mismatch(crd, name, &wanted))
            .why("this guarantees that no two CRDs serve the same resource")
            .help(match is_complete(crd) {
                true => format!("write `name: {wanted}`, or correct the plural or the group"),
                false => "add `spec.names.plural` and `spec.group`".to_owned(),
            });
        let spec = Path::EMPTY.child("spec");
        if !crd.spec().names().plural().is_empty() {
            raised.related(&spec.child("names").child("plural"), "the plural is here");
        }
        if !crd.spec().group().is_empty() {
            raised.related(&spec.child("group"), "the group is here");
        }
    }
}

fn mismatch(crd: Crd<'_>, name: &str, wanted: &str) -> String {
    let missing = match (crd.spec().names().plural().is_empty(), crd.spec().group().is_empty()) {
        (false, false) => return format!("must be `{wanted}`, got `{name}`"),
        (true, false) => "`spec.names.plural` is",
        (false, true) => "`spec.group` is",
        (true, true) => "`spec.names.plural` and `spec.group` are",
    };
    format!("is `{name}`, but {missing} missing")
}

fn is_complete(crd: Crd<'_>) -> bool {
    !crd.spec().names().plural().is_empty() && !crd.spec().group().is_empty()
}

fn wanted(crd: Crd<'_>) -> String {
    format!("{}.{}", crd.spec().names().plural(), crd.spec().group())
}
