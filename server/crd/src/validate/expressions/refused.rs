//! Expressions that do not compile.

use crdls_cel::checker::{CheckError, CheckErrorKind};
use crdls_text::TextRange;

use super::explanation::Explanation;
use super::rule::PlacedRule;
use super::shown::bad_rule;
use super::{optional_old_self, type_errors, unseen_field};
use crdls_manifest::model::Schema;
use crdls_report::{ErrorType, FieldError, Path, Report, code};
use crdls_rules::{Compiled, Purpose, Refusal, RefusalCause, Unseen};

code!(CEL_SYNTAX, "cel-syntax", Error, server, "a rule is not a valid expression");
code!(
    CEL_UNDECLARED_REFERENCE,
    "cel-undeclared-reference",
    Error,
    server,
    "a rule names a variable or function that does not exist"
);
code!(CEL_UNDEFINED_FIELD, "cel-undefined-field", Error, server, "a rule names a field that does not exist");
code!(CEL_TYPE, "cel-type", Error, server, "the types in a rule do not match");
code!(CEL_INVALID_LITERAL, "cel-invalid-literal", Error, server, "a rule has an invalid literal");
code!(CEL_NOT_BOOL, "cel-not-bool", Error, server, "a rule does not return a boolean");
code!(
    CEL_MESSAGE_EXPRESSION,
    "cel-message-expression",
    Error,
    server,
    "a message expression does not compile, or does not return a string"
);
code!(
    CEL_UNSEEN,
    "rule-on-untyped-schema",
    Error,
    server,
    "a rule is in a part of the schema that rules cannot see"
);

/// A rule that does not compile.
pub(super) fn rule(rule: &PlacedRule<'_>, refusal: &Refusal, report: &mut Report) {
    let declared = code_of(&refusal.problems);
    refused(rule, declared, ("rule", rule.rule.rule(), Purpose::Rule), refusal, report);
}

/// A message expression that does not.
pub(super) fn message(rule: &PlacedRule<'_>, refusal: &Refusal, report: &mut Report) {
    let text = rule.rule.message_expression();
    let what = ("messageExpression", text, Purpose::Message);
    refused(rule, &CEL_MESSAGE_EXPRESSION, what, refusal, report);
}

/// Reports what cannot be parsed in a rule and its message, whatever the schema is.
pub(super) fn syntax_only(at: &PlacedRule<'_>, compiled: [&Compiled; 2], report: &mut Report) {
    for (compiled, raise) in compiled.into_iter().zip([rule, message]) {
        if let Compiled::Refused(refusal) = compiled
            && matches!(refusal.problems, RefusalCause::Syntax(_))
        {
            raise(at, refusal, report);
        }
    }
}

/// Rules of a node that rules see nothing of.
pub(super) fn unseen(unseen: Unseen, schema: Schema<'_>, path: &Path<'_>, report: &mut Report) {
    let subject = path.subject();
    report
        .add(&CEL_UNSEEN, ErrorType::InternalError, path, unseen.words())
        .message(format!(
            "{subject} cannot be evaluated: rules do not see the field, because {}",
            unseen_field::reason(schema)
        ))
        .why("fields without a type, and lists and maps of such values, do not exist in CEL")
        .help("add a `type`, or move the rule to a schema that has one");
}

fn refused(
    rule: &PlacedRule<'_>,
    declared: &'static crdls_report::Code,
    (field, text, purpose): (&str, &str, Purpose),
    refusal: &Refusal,
    report: &mut Report,
) {
    let path = rule.path.child(field);
    let said = said(rule, purpose, &refusal.problems, text);
    let raised =
        report.add(declared, ErrorType::Invalid, &path, refusal.detail.as_str()).bad(bad_rule(rule.rule));
    let mut said = said.into_iter();
    let Some((range, first)) = said.next() else { return };
    put(raised, range, first);
    for (range, more) in said.take(MOST) {
        raised.also_inside(range, more.message);
    }
}

/// The most further errors of an expression that are marked.
const MOST: usize = 10;

fn put(raised: &mut FieldError, range: TextRange, said: Explanation) {
    let field = raised.reported().subject();
    raised.inside(range).message(format!("{field}: {}", said.message));
    for (range, label) in said.labels {
        raised.also_inside(range, label);
    }
    if let Some(why) = said.why {
        raised.why(why);
    }
    if let Some(help) = said.help {
        raised.help(help);
    }
}

/// What is wrong, in our words, each with its place in the expression.
fn said(
    rule: &PlacedRule<'_>,
    purpose: Purpose,
    problems: &RefusalCause,
    text: &str,
) -> Vec<(TextRange, Explanation)> {
    let whole = TextRange::new(0, text.len() as u32);
    match problems {
        RefusalCause::Syntax(errors) => {
            errors.iter().map(|error| (error.range, type_errors::syntax(error, text))).collect()
        }
        RefusalCause::Types(errors) => {
            let mut errors: Vec<_> = errors.iter().collect();
            errors.sort_by_key(|error| !type_errors::is_lack(error, text, rule.terms));
            let mut is_of_old_self = optional_old_self::is_cause(text, purpose, rule.terms);
            let said = |error: &CheckError| {
                let said =
                    optional_old_self::method(error, text, rule.terms).unwrap_or_else(
                        || match std::mem::take(&mut is_of_old_self) {
                            true => optional_old_self::explain(rule.terms),
                            false => type_errors::types(error, text, rule.terms, rule.node),
                        },
                    );
                (type_errors::range(error, text), said)
            };
            errors.into_iter().map(said).collect()
        }
        RefusalCause::Result(found) => vec![(whole, type_errors::result(purpose, found))],
    }
}

fn code_of(problems: &RefusalCause) -> &'static crdls_report::Code {
    match problems {
        RefusalCause::Syntax(_) => &CEL_SYNTAX,
        RefusalCause::Result(_) => &CEL_NOT_BOOL,
        RefusalCause::Types(errors) => errors.first().map_or(&CEL_TYPE, code_of_types),
    }
}

fn code_of_types(error: &CheckError) -> &'static crdls_report::Code {
    match error.kind {
        CheckErrorKind::UndeclaredReference { .. } => &CEL_UNDECLARED_REFERENCE,
        CheckErrorKind::UndefinedField { .. } | CheckErrorKind::NoFields { .. } => &CEL_UNDEFINED_FIELD,
        CheckErrorKind::Literal => &CEL_INVALID_LITERAL,
        _ => &CEL_TYPE,
    }
}
