//! `spec.names`.
//!
//! Mirrors `ValidateCustomResourceDefinitionNames` and the required names of
//! `validateCustomResourceDefinitionSpec` of k8s.io/apiextensions-apiserver
//! (pkg/apis/apiextensions/validation/validation.go), behind `SetDefaults_CustomResourceDefinitionSpec`:
//! `singular` is the kind in lower case, `listKind` the kind and `List`, where they are not written.

use std::borrow::Cow;

use crdls_manifest::model::{Crd, Names};
use crdls_manifest::name_problem;
use crdls_report::{Code, FieldError, Path, Report, code};
use crdls_values::dns;

code!(MISSING_PLURAL, "missing-plural", Error, server, "`plural` in the names of a CRD is missing");
code!(MISSING_KIND, "missing-kind", Error, server, "`kind` in the names of a CRD is missing");
code!(INVALID_PLURAL, "invalid-plural", Error, server, "the plural is not a lower-case DNS label");
code!(INVALID_SINGULAR, "invalid-singular", Error, server, "the singular is not a lower-case DNS label");
code!(INVALID_KIND, "invalid-kind", Error, server, "the kind is not a DNS label");
code!(INVALID_LIST_KIND, "invalid-list-kind", Error, server, "`listKind` is not a DNS label");
code!(KIND_AS_LIST_KIND, "kind-as-list-kind", Error, server, "`kind` and `listKind` are the same");
code!(INVALID_SHORT_NAME, "invalid-short-name", Error, server, "a short name is not a lower-case DNS label");
code!(INVALID_CATEGORY, "invalid-category", Error, server, "a category is not a lower-case DNS label");

const LOWER: &str = "use lowercase letters, digits and dashes, and start with a letter";
const MIXED: &str = "use letters and digits, and start with a letter, such as `CronTab`";

pub(super) fn check(crd: Crd<'_>, path: &Path<'_>, report: &mut Report) {
    let names = Defaulted::of(crd.spec().names());
    if names.plural.is_empty() {
        missing_plural(crd, &path.child("plural"), report);
    }
    required(&names, path, report);
    plain(&INVALID_PLURAL, names.plural, &path.child("plural"), report);
    singular(&names, path, report);
    kind(&names, path, report);
    list_kind(&names, path, report);
    for (i, (name, _)) in names.written.short_names().enumerate() {
        label(&INVALID_SHORT_NAME, name, &path.child("shortNames").index(i), report);
    }
    if !names.kind.is_empty() && names.kind == names.list_kind {
        report
            .invalid(
                &KIND_AS_LIST_KIND,
                &path.child("listKind"),
                &names.list_kind,
                "kind and listKind may not be the same",
            )
            .predicate(format!("must differ from `kind`, got `{}`", names.list_kind))
            .why("clients distinguish an object from a list of objects by the kind")
            .help(format!("write `listKind: {}List`, or remove the line", names.kind))
            .related(&path.child("kind"), "the kind is here");
    }
    for (i, (category, _)) in names.written.categories().enumerate() {
        label(&INVALID_CATEGORY, category, &path.child("categories").index(i), report);
    }
}

/// The names once defaults are filled in.
struct Defaulted<'m> {
    written: Names<'m>,
    plural: &'m str,
    kind: &'m str,
    singular: Cow<'m, str>,
    list_kind: Cow<'m, str>,
}

impl<'m> Defaulted<'m> {
    fn of(written: Names<'m>) -> Self {
        let kind = written.kind();
        let singular = match written.singular() {
            "" => crdls_go::lower(kind).into(),
            singular => singular.into(),
        };
        let list_kind = match written.list_kind() {
            "" if !kind.is_empty() => format!("{kind}List").into(),
            list_kind => list_kind.into(),
        };
        Self { written, plural: written.plural(), kind, singular, list_kind }
    }
}

fn missing_plural(crd: Crd<'_>, path: &Path<'_>, report: &mut Report) {
    let named = crd.metadata().name().split_once('.').map_or("", |(plural, _)| plural);
    report
        .required(&MISSING_PLURAL, path, "")
        .predicate("is missing")
        .why("the plural names the resource in URLs and in kubectl")
        .help(match named {
            "" => "add `plural:`, such as `crontabs`".to_owned(),
            named => format!("add `plural: {named}`, as in the name of the CRD"),
        });
}

fn required(names: &Defaulted<'_>, path: &Path<'_>, report: &mut Report) {
    let wanted = [
        (names.singular.is_empty(), "singular", "is missing, because `spec.names.kind` is missing"),
        (names.kind.is_empty(), "kind", "is missing"),
        (names.list_kind.is_empty(), "listKind", "is missing, because `spec.names.kind` is missing"),
    ];
    for (_, field, predicate) in wanted.into_iter().filter(|(missing, ..)| *missing) {
        report
            .required(&MISSING_KIND, &path.child(field), "")
            .predicate(predicate)
            .help("add `kind:`, such as `CronTab`");
    }
}

/// A name that is checked only where it is there.
fn plain(rule: &'static Code, name: &str, path: &Path<'_>, report: &mut Report) {
    if !name.is_empty() {
        label(rule, name, path, report);
    }
}

fn label(rule: &'static Code, name: &str, path: &Path<'_>, report: &mut Report) {
    let said = dns::label_1035(name);
    if said.is_empty() {
        return;
    }
    let raised = report.invalid(rule, path, name, said.join(","));
    raised.why("the name is part of URLs and of `kubectl get` commands").help(LOWER);
    if name.is_empty() {
        raised.predicate("is empty");
    } else {
        raised.predicate(name_problem::label(name));
    }
}

fn singular(names: &Defaulted<'_>, path: &Path<'_>, report: &mut Report) {
    let said = dns::label_1035(&names.singular);
    if names.singular.is_empty() || said.is_empty() {
        return;
    }
    let here = path.child("singular");
    let raised = report.invalid(&INVALID_SINGULAR, &here, &names.singular, said.join(","));
    raised.help(LOWER);
    if names.written.singular().is_empty() {
        raised
            .predicate(format!(
                "{}; it defaults to the kind in lowercase",
                name_problem::label(&names.singular)
            ))
            .mark(&path.child("kind"));
    } else {
        raised.predicate(name_problem::label(&names.singular));
    }
}

fn kind(names: &Defaulted<'_>, path: &Path<'_>, report: &mut Report) {
    mixed(&INVALID_KIND, names.kind, &path.child("kind"), report);
}

fn list_kind(names: &Defaulted<'_>, path: &Path<'_>, report: &mut Report) {
    let raised = mixed(&INVALID_LIST_KIND, &names.list_kind, &path.child("listKind"), report);
    if let Some(raised) = raised.filter(|_| names.written.list_kind().is_empty()) {
        raised
            .predicate(format!(
                "{}; it defaults to the kind and `List`",
                name_problem::kind(&names.list_kind)
            ))
            .mark(&path.child("kind"));
    }
}

/// A name that may have capital letters.
fn mixed<'r>(
    rule: &'static Code,
    name: &str,
    path: &Path<'_>,
    report: &'r mut Report,
) -> Option<&'r mut FieldError> {
    let said = dns::label_1035(&crdls_go::lower(name));
    if name.is_empty() || said.is_empty() {
        return None;
    }
    let detail = format!("may have mixed case, but should otherwise match: {}", said.join(","));
    let raised = report.invalid(rule, path, name, detail);
    raised.predicate(name_problem::kind(name)).help(MIXED);
    Some(raised)
}
