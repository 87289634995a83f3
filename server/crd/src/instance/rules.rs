//! The rules in CEL of a schema, on a custom resource.
//!
//! Mirrors `hasBlockingErr` of k8s.io/apiextensions-apiserver v0.37.2
//! (pkg/registry/customresource/strategy.go).

use crate::validate::report::{Place, Report};
use crate::{ErrorType, rule};

rule!(UNCHECKED_RULES, "unchecked-rules", Error, server, "rules that are not run before the rest is right");

/// What keeps the server from running any rule.
const BLOCKING: [ErrorType; 5] = [
    ErrorType::NotSupported,
    ErrorType::Required,
    ErrorType::TooLong,
    ErrorType::TooMany,
    ErrorType::TypeInvalid,
];

/// Checks an object of a schema that has rules.
pub(super) fn check(report: &mut Report) {
    if report.raised.iter().any(|raised| BLOCKING.contains(&raised.kind)) {
        const DETAIL: &str = "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";
        let nowhere = Place::new("<nil>".to_owned(), String::new(), Vec::new());
        report
            .add_at(&UNCHECKED_RULES, ErrorType::Invalid, nowhere, DETAIL)
            .bad("null")
            .message("the rules of this kind are not checked before the other errors are mended");
    }
}
