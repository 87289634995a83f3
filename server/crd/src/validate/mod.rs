//! The checks that kube-apiserver makes of a CRD when it is created or updated.
//!
//! Mirrors `ValidateCustomResourceDefinition` and `ValidateCustomResourceDefinitionUpdate` of
//! k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/validation/validation.go), in its order.
//! Each module names the functions that it mirrors. Checks raise findings by path; `place` gives them their place in the text.
//!
//! Knows the decoded manifest; must not know YAML, except for `locate`, which finds paths in it.

mod approval;
mod columns;
mod complete;
mod conversion;
mod defaults;
mod expressions;
mod hoist;
mod lists;
mod metadata;
mod names;
mod nested;
mod options;
mod root;
mod rule_fields;
mod schema;
mod selectable;
mod spec;
mod structural;
mod subresources;
mod update;
mod versions;
mod walk;
mod warnings;
mod webhook;

use crdls_yaml::Node;

use crdls_schema::Path;
use crdls_schema::model::{Crd, Schema};
use crdls_schema::report;
use crdls_schema::report::Report;
use crdls_schema::{Config, Finding};

pub use approval::API_APPROVAL;
pub use columns::{COLUMN_FORMAT, COLUMN_JSON_PATH, COLUMN_NAME, COLUMN_TYPE};
pub use complete::UNSPECIFIED_FIELD;
pub use conversion::{CONVERSION_STRATEGY, CONVERSION_WEBHOOK, REVIEW_VERSIONS};
pub use defaults::{DEFAULT_METADATA, UNPRUNED_DEFAULT};
pub use expressions::{
    CEL_COST, CEL_INVALID_LITERAL, CEL_MESSAGE_EXPRESSION, CEL_NOT_BOOL, CEL_OLD_SELF, CEL_OPTIONAL_OLD_SELF,
    CEL_SYNTAX, CEL_TOTAL_COST, CEL_TYPE, CEL_UNDECLARED_REFERENCE, CEL_UNDEFINED_FIELD, CEL_UNSEEN,
    correlates_fields, correlates_items,
};
pub use lists::{
    DUPLICATE_LIST_MAP_KEY, LIST_MAP_ITEMS, LIST_MAP_KEY_TYPE, LIST_MAP_KEYS_WITHOUT_MAP,
    LIST_TYPE_WITHOUT_ARRAY, MAP_TYPE_WITHOUT_OBJECT, MISSING_LIST_MAP_KEYS, NULLABLE_ITEMS,
    NULLABLE_LIST_MAP_KEY, OPTIONAL_LIST_MAP_KEY, SET_OF_NON_ATOMIC, UNKNOWN_LIST_MAP_KEY,
    UNSUPPORTED_LIST_TYPE, UNSUPPORTED_MAP_TYPE,
};
pub use metadata::NAME_MISMATCH;
pub use names::{
    INVALID_CATEGORY, INVALID_KIND, INVALID_LIST_KIND, INVALID_PLURAL, INVALID_SHORT_NAME, INVALID_SINGULAR,
    KIND_AS_LIST_KIND, MISSING_KIND, MISSING_PLURAL,
};
pub use nested::{INVALID_PATTERN, NESTED_METADATA, NON_STRUCTURAL_KEYWORD};
pub use options::Options;
pub use root::{ROOT_NULLABLE, ROOT_WITH_STATUS, UNCONVERTIBLE_SCHEMA, stands_beside_status};
pub use rule_fields::{
    BLANK_MESSAGE_EXPRESSION, MISSING_RULE, RULE_FIELD_PATH, RULE_MESSAGE, UNSUPPORTED_REASON,
};
pub use schema::{
    FORBIDDEN_DEFAULT, ITEMS_ARRAY, NESTED_EMBEDDED_RESOURCE, PRESERVE_UNKNOWN_FIELDS_FALSE,
    PROPERTIES_AND_ADDITIONAL_PROPERTIES, TYPE_NULL, UNIQUE_ITEMS, UNSUPPORTED_KEYWORD, UNSUPPORTED_TYPE,
};
pub use selectable::{
    DUPLICATE_SELECTABLE_FIELD, SELECTABLE_FIELD_PATH, SELECTABLE_FIELD_TYPE,
    SELECTABLE_FIELDS_WITHOUT_SCHEMA, TOO_MANY_SELECTABLE_FIELDS,
};
pub use spec::{INVALID_GROUP, MISSING_GROUP, MISSING_SCOPE, PRESERVE_UNKNOWN_FIELDS, UNSUPPORTED_SCOPE};
pub use structural::{
    EMBEDDED_RESOURCE_ADDITIONAL_PROPERTIES, EMBEDDED_RESOURCE_TYPE, EMBEDDED_RESOURCE_WITHOUT_PROPERTIES,
    INT_OR_STRING_CONFLICT, METADATA_TYPE, MISSING_ITEMS, MISSING_TYPE, RESTRICTED_METADATA,
    ROOT_ADDITIONAL_PROPERTIES, ROOT_TYPE, TYPE_META_TYPE,
};
pub use subresources::SCALE_PATH;
pub use update::{IMMUTABLE_FIELD, REMOVED_STORED_VERSION};
pub use versions::{
    DEPRECATION_WARNING, DUPLICATE_VERSION, INVALID_VERSION_NAME, MISSING_SCHEMA, STORAGE_VERSION,
};
pub use warnings::{NON_SCALAR_SET, UNRECOGNIZED_FORMAT};
pub use webhook::{INVALID_CA_BUNDLE, WEBHOOK_SERVICE, WEBHOOK_URL};

/// Whether a root schema can be made structural, and is.
pub fn is_structural(schema: Schema<'_>) -> bool {
    let mut report = Report::default();
    structural::check(schema, &Path::EMPTY, &mut report);
    report.errors.is_empty() && root::Found::in_schema(schema, &Path::EMPTY).is_none()
}

/// Everything that the server would refuse in a decoded CRD, each with its place below `root`. `old` is the
/// CRD that it replaces, where it does.
pub fn validate(crd: Crd<'_>, old: Option<Crd<'_>>, root: Node<'_>, config: &Config) -> Vec<Finding> {
    let kubernetes = config.kubernetes;
    let options =
        old.map_or_else(|| Options::create(kubernetes), |old| Options::update(crd, old, kubernetes));
    let mut report = Report::default();
    spec::check(crd, &options, config, &mut report);
    report::findings(report, root, crd.spec().versions().len())
}
