//! A rule as the server quotes it: the struct as JSON.

use crdls_text::TextRange;

use crdls_manifest::model::ValidationRule;
use crdls_values::{Json, JsonValue};

pub(super) fn bad_rule(rule: ValidationRule<'_>) -> String {
    let text = |text: &str| {
        let value = JsonValue::Str(text.into());
        Json { value, range: TextRange::empty(0) }.to_json()
    };
    let reason = rule.reason().map_or("null".to_owned(), text);
    let optional = rule.optional_old_self().map_or("null".to_owned(), |value| value.to_string());
    format!(
        r#"{{"Rule":{},"Message":{},"MessageExpression":{},"Reason":{reason},"FieldPath":{},"OptionalOldSelf":{optional}}}"#,
        text(rule.rule()),
        text(rule.message()),
        text(rule.message_expression()),
        text(rule.field_path()),
    )
}
