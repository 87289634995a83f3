//! Rules evaluated on a custom resource, as the server would store it, with the value of each part of them.
//!
//! Knows which values a rule is run on; how an expression is evaluated is `crdls_rules::run`'s to know.

use crdls_manifest::fields::Field;
use crdls_manifest::model::Schema;
use crdls_report::{Config, FieldPath, Path};
use crdls_resource::ServedVersion;
use crdls_rules::run::{EvaluatedExpression, evaluated};
use crdls_text::TextRange;
use crdls_values::{Json, JsonValue};

use crate::{Effective, File, FileContext, effective};

/// Which expressions are evaluated.
#[derive(Clone, Copy, Debug)]
pub enum Evaluate<'q> {
    /// An expression, on each value of a field.
    Expression {
        /// The text of the expression.
        text: &'q str,
        /// The field, as in [`Evaluate::Rules`].
        field: &'q str,
    },
    /// The rules of the CRD: those of a field, or all.
    Rules {
        /// `spec.racks[].height`; empty for the object itself.
        field: Option<&'q str>,
    },
}

/// A rule with its value on one value of an object.
#[derive(Clone, Debug)]
pub struct EvaluatedRule {
    /// The number of the document of the object, from 0.
    pub document: usize,
    /// The value, by the path from the object on.
    pub path: FieldPath,
    /// The value as the rule sees it in the file, or what is nearest to it; `None` where it is nowhere there.
    pub range: Option<TextRange>,
    /// The expression.
    pub rule: String,
    /// Where the rule is: the file of the CRD, and its text there. `None` for an expression that is asked about.
    pub written: Option<(String, TextRange)>,
    /// The values of its parts, or why it cannot be evaluated.
    pub result: Result<EvaluatedExpression, String>,
    /// Whether it compares with the value before an update, which there is none of: the server does not run it.
    pub needs_old: bool,
}

/// Evaluates expressions on the custom resources of a file, each by its CRD.
pub fn evaluated_rules(
    file: &File,
    context: FileContext<'_>,
    asked: Evaluate<'_>,
    config: &Config,
) -> Vec<EvaluatedRule> {
    let Some(crds) = context.crds else { return Vec::new() };
    let mut found = Vec::new();
    for one in effective(file, context, config) {
        let Effective { document, stored: Some(stored), .. } = one else { continue };
        let objects = file.objects().filter(|(number, _)| *number == document);
        let by = objects.filter_map(|(_, object)| crds.served_version(object.node, context.file)).next();
        let Some((by, schema)) = by.and_then(|by| Some((by, by.version.schema()?))) else { continue };
        let mut walk = RuleWalk { document, asked, by, config, found: &mut found };
        walk.value(schema, &stored, &Path::EMPTY, "", true, 0);
    }
    found
}

struct RuleWalk<'w> {
    document: usize,
    asked: Evaluate<'w>,
    by: ServedVersion<'w>,
    config: &'w Config,
    found: &'w mut Vec<EvaluatedRule>,
}

impl RuleWalk<'_> {
    /// The rules of a value, and of those in it. `field`: as in [`Evaluate::Rules`].
    fn value(
        &mut self,
        schema: Schema<'_>,
        value: &Json,
        path: &Path<'_>,
        field: &str,
        resource: bool,
        depth: u32,
    ) {
        if depth > crdls_yaml::Tree::MAX_DEPTH || matches!(value.value, JsonValue::Null) {
            return;
        }
        self.own(schema, value, path, field, resource);
        for (at, item) in value.items().iter().enumerate() {
            if let Some(below) = schema.item_schema() {
                self.value(
                    below,
                    item,
                    &path.index(at),
                    &format!("{field}[]"),
                    below.embedded_resource(),
                    depth + 1,
                );
            }
        }
        for member in value.members() {
            let (name, path) = (&*member.name, path.child(&member.name));
            let below = schema.property(name);
            let step = if below.is_some() { name } else { "*" };
            let Some(below) = below.or_else(|| schema.value_schema()) else { continue };
            let field = if field.is_empty() { step.to_owned() } else { format!("{field}.{step}") };
            self.value(below, &member.value, &path, &field, below.embedded_resource(), depth + 1);
        }
    }

    fn own(&mut self, schema: Schema<'_>, value: &Json, path: &Path<'_>, field: &str, resource: bool) {
        let minor = self.config.kubernetes;
        let run = |text: &str, optional| evaluated(text, schema, resource, optional, minor, (value, None));
        let range = (!value.range.is_empty()).then_some(value.range);
        let made = |rule: &str, written, result: Result<EvaluatedExpression, String>, optional: bool| {
            let needs_old = !optional && result.as_ref().is_ok_and(|result| result.uses_old_self);
            let document = self.document;
            EvaluatedRule {
                document,
                path: path.manifest(),
                range,
                rule: rule.to_owned(),
                written,
                result,
                needs_old,
            }
        };
        match self.asked {
            Evaluate::Expression { text, field: wanted } => {
                if wanted == field {
                    let result = run(text, false);
                    self.found.push(made(text, None, result, false));
                }
            }
            Evaluate::Rules { field: wanted } => {
                if wanted.is_some_and(|wanted| wanted != field) {
                    return;
                }
                for rule in schema.validations().filter(|rule| !rule.rule().trim().is_empty()) {
                    let optional = rule.optional_old_self() == Some(true);
                    let span = rule.span(Field::Rule).map(|span| span.value);
                    let written = span.map(|span| (self.by.indexed.source.to_string(), span));
                    self.found.push(made(rule.rule(), written, run(rule.rule(), optional), optional));
                }
            }
        }
    }
}
