//! A CRD from its metadata to its conversion, in the server's order.
//!
//! Mirrors `ValidateCustomResourceDefinition`, `ValidateCustomResourceDefinitionUpdate`,
//! `validateCustomResourceDefinitionSpec`, `validateCustomResourceDefinitionSpecUpdate`,
//! `ValidateCustomResourceDefinitionStoredVersions` and `validatePreserveUnknownFields` of
//! k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/validation/validation.go), and what
//! comes before: defaults (pkg/apis/apiextensions/v1/defaults.go) and `PrepareForCreate`
//! (pkg/registry/customresourcedefinition/strategy.go), which drops the status that the user wrote.
//! Left out is what the conversion to the internal type (see `hoist`) makes impossible: per-version
//! fields that stand beside top-level ones, or that are identical in all versions.

use crate::validate::hoist::Hoisted;
use crate::validate::schema_nodes::any_node;
use crate::validate::warnings::WarnedBefore;
use crate::validate::{Options, approval, conversion, metadata, names, update, versions, warnings};
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Crd, Spec};
use crdls_manifest::name_problem;
use crdls_report::{Config, Path, Report, code};
use crdls_values::dns;

code!(MISSING_GROUP, "missing-group", Error, server, "the API group is missing");
code!(INVALID_GROUP, "invalid-group", Error, server, "the API group is not a domain name");
code!(MISSING_SCOPE, "missing-scope", Error, server, "`scope` is missing");
code!(
    UNSUPPORTED_SCOPE,
    "unsupported-scope",
    Error,
    server,
    "the scope is neither `Cluster` nor `Namespaced`"
);
code!(
    PRESERVE_UNKNOWN_FIELDS,
    "preserve-unknown-fields",
    Error,
    server,
    "`preserveUnknownFields` is true for the whole CRD"
);

/// Everything that the server says of a CRD that is created or updated.
pub(super) fn check(crd: Crd<'_>, options: &Options<'_>, config: &Config, report: &mut Report) {
    let (spec, old) = (crd.spec(), options.old);
    let options = &options.of_spec(spec);
    let path = Path::EMPTY.child("spec");
    metadata::check(crd, old, report);
    group(crd, &path, report);
    scope(spec, &path, report);
    let hoisted = Hoisted::of(spec);
    versions::missing_schemas(spec, options.schema, &path, report);
    defaults_are_pruned(spec, &path, report);
    versions::check(spec, hoisted, options, &path, report);
    names::check(crd, &path.child("names"), report);
    versions::check_hoisted(spec, hoisted, options, &path, report);
    conversion::check(spec, options, &path, report);
    if let Some(old) = old {
        update::immutable(spec, old.spec(), options.immutable_names, &path, report);
    }
    versions::stored(spec, &update::stored_versions(spec, old), report);
    approval::check(crd, old, report);
    if !old.is_some_and(|old| old.spec().preserve_unknown_fields()) {
        preserve_unknown_fields(spec, &path, report);
    }
    let refused = !report.errors.is_empty();
    report.shadowed_if(refused, |report| {
        let known = old.map(|old| WarnedBefore::of(old.spec(), config.kubernetes)).unwrap_or_default();
        warnings::check(spec, hoisted, known, config.kubernetes, &path, report);
    });
}

fn group(crd: Crd<'_>, path: &Path<'_>, report: &mut Report) {
    let (group, path) = (crd.spec().group(), path.child("group"));
    if group.is_empty() {
        let named = crd.metadata().name().split_once('.').map_or("", |(_, group)| group);
        report.required(&MISSING_GROUP, &path, "").predicate("is missing").help(match named {
            "" => "add `group:` with a domain that you own, such as `example.com`".to_owned(),
            named => format!("add `group: {named}`, as in the name of the CRD"),
        });
        return;
    }
    let said = dns::subdomain(group);
    if !said.is_empty() {
        report
            .invalid(&INVALID_GROUP, &path, group, said.join(","))
            .predicate(name_problem::domain(group))
            .why("the group is part of the URL of each object and of the CRD's name")
            .help("use lowercase letters, digits and dashes, joined by dots, such as `example.com`");
    } else if !group.contains('.') {
        report
            .invalid(&INVALID_GROUP, &path, group, "should be a domain with at least one dot")
            .predicate(format!("must be a domain with at least one dot, got `{group}`"))
            .why("groups without a dot are reserved for Kubernetes")
            .help(format!("write a domain that you own, such as `{group}.example.com`"));
    }
}

fn scope(spec: Spec<'_>, path: &Path<'_>, report: &mut Report) {
    const SCOPES: [&str; 2] = ["Cluster", "Namespaced"];
    let (scope, path) = (spec.scope(), path.child("scope"));
    if scope.is_empty() {
        report
            .required(&MISSING_SCOPE, &path, "")
            .predicate("is missing")
            .help("add `scope: Namespaced` for objects in namespaces, otherwise `scope: Cluster`");
    } else if !SCOPES.contains(&scope) {
        report
            .not_supported(&UNSUPPORTED_SCOPE, &path, scope, &SCOPES)
            .predicate(format!("must be `Namespaced` or `Cluster`, got `{scope}`"))
            .help("write `Namespaced` for objects in namespaces, otherwise `Cluster`");
    }
}

/// Defaults are only allowed where unknown fields are pruned.
fn defaults_are_pruned(spec: Spec<'_>, path: &Path<'_>, report: &mut Report) {
    if !spec.preserve_unknown_fields() {
        return;
    }
    if any_node(spec, &mut |schema| schema.has(Field::Default)) {
        report
            .invalid(
                &PRESERVE_UNKNOWN_FIELDS,
                &path.child("preserveUnknownFields"),
                "",
                "must be false in order to use defaults in the schema",
            )
            .bad("true")
            .predicate("cannot be true in a CRD with defaults")
            .why("the server fills in defaults only where it prunes unknown fields")
            .help("remove the line");
    }
}

fn preserve_unknown_fields(spec: Spec<'_>, path: &Path<'_>, report: &mut Report) {
    if !spec.preserve_unknown_fields() {
        return;
    }
    report
        .invalid(
            &PRESERVE_UNKNOWN_FIELDS,
            &path.child("preserveUnknownFields"),
            "",
            "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead",
        )
        .bad("true")
        .predicate("cannot be true in `apiextensions.k8s.io/v1`")
        .why("only `v1beta1`, where schemas were optional, allowed it for a whole CRD")
        .help("remove the line, and write `x-kubernetes-preserve-unknown-fields: true` in the schemas that keep unknown fields");
}
