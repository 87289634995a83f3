//! Which function makes the fixes for which code, in the order of the codes.

use crdls_report::Fix;

use super::request::FixRequest;
use super::{
    beta, cel, columns, conversion, costs, defaults, keywords, lists, manifest, metadata, names, nested,
    old_self, resource, spelling, subresources, syntax, types, unguarded, versions,
};

type MakeFixes = fn(&FixRequest<'_>) -> Vec<Fix>;

/// The function that makes the fixes for a code; nothing where there is none.
pub(super) fn of(code: &str) -> Option<MakeFixes> {
    let at = BY_CODE.binary_search_by(|(other, _)| (*other).cmp(code)).ok()?;
    BY_CODE.get(at).map(|(_, make)| *make)
}

/// Whether a fix for a code may be safe. The move of a manifest to another version and the intention of an
/// expression need the author's decision, and such fixes take long to make.
pub(super) fn may_be_safe(code: &str) -> bool {
    code != crdls_check::GONE_VERSION.name
        && !["removable-immutable", "unguarded-field"].contains(&code)
        && !code.starts_with("cel-")
}

const BY_CODE: &[(&str, MakeFixes)] = &[
    ("alternatives", defaults::value),
    ("api-approval", metadata::approval),
    ("blank-message-expression", keywords::itself),
    ("ca-bundle-without-certificate", keywords::itself),
    ("cel-cost", costs::of_rule),
    ("cel-invalid-literal", cel::expression),
    ("cel-message-expression", cel::message_expression),
    ("cel-not-bool", cel::expression),
    ("cel-old-self", old_self::uncorrelatable),
    ("cel-optional-old-self", keywords::itself),
    ("cel-syntax", cel::expression),
    ("cel-total-cost", costs::of_schema),
    ("cel-type", cel::expression),
    ("cel-undeclared-reference", cel::expression),
    ("cel-undefined-field", cel::expression),
    ("column-format", keywords::itself),
    ("column-json-path", columns::json_path),
    ("column-name", columns::name),
    ("column-type", columns::type_),
    ("conversion-strategy", conversion::strategy),
    ("conversion-webhook", conversion::client),
    ("default-metadata", defaults::value),
    ("deprecated-version", resource::version),
    ("deprecation-warning", versions::deprecation_warning),
    ("duplicate-item", resource::duplicate_item),
    ("duplicate-key", syntax::duplicate_key),
    ("duplicate-list-map-key", lists::duplicate_key),
    ("duplicate-selectable-field", subresources::selectable_item),
    ("duplicate-version", versions::duplicate),
    ("embedded-resource", defaults::value),
    ("embedded-resource-additional-properties", keywords::itself),
    ("embedded-resource-schema", resource::embedded),
    ("embedded-resource-type", types::or_without_embedded_resource),
    ("embedded-resource-without-properties", types::preserve_beside),
    ("forbidden-default", keywords::itself),
    ("forbidden-field", defaults::value),
    ("int-or-string-conflict", keywords::conflict),
    ("invalid-annotation", metadata::annotation),
    ("invalid-category", names::label),
    ("invalid-format", defaults::value),
    ("invalid-group", names::domain),
    ("invalid-kind", names::kind),
    ("invalid-label", metadata::label),
    ("invalid-list-item", defaults::value),
    ("invalid-list-kind", names::kind),
    ("invalid-name", names::object),
    ("invalid-namespace", resource::namespace),
    ("invalid-owner-reference", resource::owner),
    ("invalid-pattern", keywords::itself),
    ("invalid-plural", names::label),
    ("invalid-short-name", names::label),
    ("invalid-singular", names::label),
    ("invalid-type", resource::invalid_type),
    ("invalid-version-name", versions::name),
    ("items-array", lists::items_array),
    ("kind-as-list-kind", names::list_kind),
    ("list-map-items", lists::map_items),
    ("list-map-keys-without-map", lists::keys_without_map),
    ("list-type-without-array", lists::type_without_array),
    ("lossy-conversion", conversion::added_field),
    ("map-type-without-object", lists::map_type_without_object),
    ("metadata-type", types::object),
    ("missing-field", resource::missing_field),
    ("missing-group", names::missing_group),
    ("missing-items", lists::missing_items),
    ("missing-kind", names::missing_kind),
    ("missing-list-map-keys", lists::missing_keys),
    ("missing-name", resource::missing_name),
    ("missing-plural", names::missing_plural),
    ("missing-rule", cel::rule),
    ("missing-schema", types::missing_schema),
    ("missing-scope", names::scope),
    ("missing-type", types::missing),
    ("name-mismatch", names::mismatch),
    ("nested-embedded-resource", keywords::itself),
    ("nested-metadata", keywords::itself),
    ("non-scalar-set", lists::unsupported_type),
    ("non-structural-keyword", nested::keyword),
    ("not-yaml", syntax::fault),
    ("nullable-items", keywords::itself),
    ("nullable-list-map-key", keywords::itself),
    ("optional-list-map-key", lists::optional_key),
    ("out-of-bounds", resource::out_of_bounds),
    ("pattern-mismatch", resource::pattern_mismatch),
    ("preserve-unknown-fields", manifest::preserve_unknown_fields),
    ("preserve-unknown-fields-false", keywords::itself),
    ("properties-and-additional-properties", keywords::additional_properties),
    ("removable-immutable", unguarded::removal),
    ("removed-api-version", beta::gone_version),
    ("resource-version", resource::of_server),
    ("restricted-metadata", metadata::restricted),
    ("review-versions", conversion::review_versions),
    ("root-additional-properties", keywords::itself),
    ("root-nullable", keywords::itself),
    ("root-type", types::object),
    ("root-with-status", types::root_with_status),
    ("rule-field-path", cel::field_path),
    ("rule-message", cel::message),
    ("scale-path", subresources::scale),
    ("selectable-field-path", subresources::selectable),
    ("selectable-field-type", subresources::selectable_item),
    ("selectable-fields-without-schema", keywords::itself),
    ("set-of-non-atomic", lists::set_of_non_atomic),
    ("storage-version", versions::storage),
    ("type-meta-type", types::string),
    ("type-null", types::null),
    ("unconvertible-schema", keywords::unconvertible),
    ("unguarded-field", unguarded::part),
    ("unique-items", keywords::unique_items),
    ("unknown-field", spelling::unknown_field),
    ("unknown-kind", resource::version),
    ("unknown-list-map-key", lists::unknown_key),
    ("unpruned-default", defaults::unpruned),
    ("unrecognized-format", spelling::format),
    ("unspecified-field", nested::unspecified),
    ("unsupported-keyword", keywords::unsupported),
    ("unsupported-list-type", lists::unsupported_type),
    ("unsupported-map-type", lists::unsupported_map_type),
    ("unsupported-reason", keywords::itself),
    ("unsupported-scope", names::scope),
    ("unsupported-type", types::missing),
    ("unsupported-value", resource::unsupported_value),
    ("webhook-service", conversion::service),
    ("webhook-url", conversion::url),
    ("wrong-type", spelling::wrong_type),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_rules_in_order() {
        assert!(BY_CODE.is_sorted_by(|(a, _), (b, _)| a < b));
        for (code, _) in BY_CODE {
            assert!(crdls_check::codes::by_code(code).is_some(), "{code}");
        }
    }
}
