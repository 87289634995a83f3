//! A node of a schema: what its values are, how large and how often they can be, who may own and compare them.
//!
//! Knows the schema of one version; what a keyword is for is in the tables of fields.

use std::fmt::Write as _;

use crdls_crd::validate::{correlates_fields, correlates_items};
use crdls_manifest::model::{Schema, SchemaStep};
use crdls_publish::left_out_of_v2;
use crdls_report::Config;
use crdls_rules::{CelNode, Declaration, DeclaredType, REQUEST, escape};
use crdls_values::grouped;

use crate::expression::type_words;
use crate::field_page::{facts, rule_line, type_name};
use crate::screen::{DESCRIPTION, first_rows};
use crate::version::OwnedStep;

/// Explains the node at the end of the steps.
pub(super) fn page(schema: Schema<'_>, steps: &[OwnedStep], config: &Config) -> Option<String> {
    down(&CelNode::root(schema, config.kubernetes), steps, None, &mut Owner::default())
}

/// How the node at the end of the steps is matched with its old value.
pub(super) fn correlation(schema: Schema<'_>, steps: &[OwnedStep]) -> Option<Correlation> {
    let mut owner = Owner::default();
    let mut at = schema;
    for step in steps {
        owner.enter(at, step.borrowed());
        at = step.below(at)?.0;
    }
    let Owner { path, uncorrelatable, .. } = owner;
    Some(Correlation { node: uncorrelatable.unwrap_or(path) })
}

/// The innermost value around a rule that an update can leave unchanged.
pub(super) struct Correlation {
    /// As a rule at the root would write the way to it; empty for the whole object.
    pub(super) node: String,
}

/// The nodes above a node.
#[derive(Debug, Default)]
struct Owner {
    /// As a rule at the root would write the way to the node.
    path: String,
    /// The list whose items no old value belongs to, if one is above.
    uncorrelatable: Option<String>,
    /// The list or map that whoever applies it owns as a whole, if one is above.
    atomic: Option<String>,
    /// The list or map without a bound, if one is above.
    unbounded: Option<String>,
}

impl Owner {
    fn enter(&mut self, schema: Schema<'_>, step: SchemaStep<&str>) {
        let here = || if self.path.is_empty() { "self".to_owned() } else { self.path.clone() };
        let correlates = match step {
            SchemaStep::Item => correlates_items(schema),
            SchemaStep::Property(_) => correlates_fields(schema),
            SchemaStep::Value => true,
        };
        let bounded = match step {
            SchemaStep::Item => schema.max_items().is_some(),
            SchemaStep::Value => schema.max_properties().is_some(),
            SchemaStep::Property(_) => true,
        };
        let atomic = match step {
            SchemaStep::Item => matches!(schema.list_type(), None | Some("atomic")),
            SchemaStep::Property(_) | SchemaStep::Value => schema.map_type() == Some("atomic"),
        };
        let first = |said: &mut Option<String>, holds: bool| {
            if holds {
                said.get_or_insert_with(here);
            }
        };
        first(&mut self.uncorrelatable, !correlates);
        first(&mut self.unbounded, !bounded);
        first(&mut self.atomic, atomic);
        match step {
            SchemaStep::Property(name) if self.path.is_empty() => name.clone_into(&mut self.path),
            SchemaStep::Property(name) => self.path.extend([".", name]),
            SchemaStep::Item | SchemaStep::Value => self.path.push_str("[]"),
        }
    }
}

fn down(
    node: &CelNode<'_, '_>,
    steps: &[OwnedStep],
    last: Option<(&str, bool)>,
    owner: &mut Owner,
) -> Option<String> {
    let Some((step, rest)) = steps.split_first() else { return Some(explain(node, last, owner)) };
    let schema = node.schema();
    let (below, step) = step.below(schema)?;
    let last = match step {
        SchemaStep::Property(name) => (name, schema.required().any(|(required, _)| required == name)),
        SchemaStep::Item => ("items", false),
        SchemaStep::Value => ("additionalProperties", false),
    };
    owner.enter(schema, step);
    down(&node.child(below, step), rest, Some(last), owner)
}

fn explain(node: &CelNode<'_, '_>, last: Option<(&str, bool)>, owner: &Owner) -> String {
    let schema = node.schema();
    let (name, required) = last.unwrap_or(("openAPIV3Schema", false));
    let path = if owner.path.is_empty() { name } else { owner.path.as_str() };
    let mut text = format!("**`{path}`** — {}", type_name(schema));
    text.push_str(if required { ", required" } else { "" });
    if !schema.description().is_empty() {
        let _ = write!(text, "\n\n{}", first_rows(schema.description().trim(), DESCRIPTION));
    }
    text.push_str("\n\n");
    for fact in facts(schema) {
        let value: String = fact.value.chars().take(MOST).collect();
        let more = if value.len() < fact.value.len() { " …" } else { "" };
        let _ = writeln!(text, "- {}: `{value}{more}`", fact.name);
    }
    for words in schema.validations().filter_map(|rule| rule_line(rule).of_updates()) {
        let _ = writeln!(text, "- {words}");
    }
    let lines =
        [size(node), occurs(node, owner), seen(node, name), correlated(owner), applied(schema, owner)];
    for line in lines.into_iter().chain(left_out(schema)) {
        let _ = writeln!(text, "- {line}");
    }
    text.trim_end().to_owned()
}

/// What clients of OpenAPI v2 do not see of it; `None` where they see all.
fn left_out(schema: Schema<'_>) -> Option<String> {
    let keywords: Vec<_> = left_out_of_v2(schema).iter().map(|keyword| format!("`{keyword}`")).collect();
    (!keywords.is_empty()).then(|| format!("not in OpenAPI v2: {}", keywords.join(", ")))
}

/// Of a default or an enum no more is shown.
const MOST: usize = 200;

fn size(node: &CelNode<'_, '_>) -> String {
    let largest = node.declaration().ok().and_then(|declaration| largest(declaration));
    match largest.filter(|bytes| *bytes < REQUEST as u64) {
        Some(bytes) => format!("largest as JSON: {} bytes", grouped(bytes)),
        None => "largest as JSON: what fits into a request (3 MiB), because something in it has no bound"
            .to_owned(),
    }
}

/// How many bytes a value has as JSON at most; `None` where a bound lacks.
fn largest(declaration: &Declaration) -> Option<u64> {
    if !declaration.bounded {
        return None;
    }
    let elements = declaration.max_elements.max(0) as u64;
    let times = |each: u64| elements.saturating_mul(each.saturating_add(1)).saturating_add(2);
    match &declaration.shape {
        // The longest of int64 and of a float64 have so many characters.
        DeclaredType::Scalar(_) if elements == 0 => Some(24),
        // A control character takes six bytes, and so much of a text may be those.
        DeclaredType::Scalar(_) => Some(elements.saturating_add(2)),
        DeclaredType::List(item) => Some(times(largest(item)?)),
        // Nothing bounds the keys of a map.
        DeclaredType::Map(_) => None,
        DeclaredType::Object(fields) => fields.iter().try_fold(2_u64, |sum, (name, field)| {
            Some(sum.saturating_add(largest(field)?).saturating_add(name.len() as u64 + 4))
        }),
    }
}

fn occurs(node: &CelNode<'_, '_>, owner: &Owner) -> String {
    match (node.cardinality(), &owner.unbounded) {
        (Some(1), _) => "occurs at most once in an object".to_owned(),
        (Some(times), _) => format!("occurs at most {} times in an object", grouped(times)),
        (None, above) => {
            let guess = node.declaration().map_or(0, |declaration| node.evaluations(declaration));
            let above = above.as_deref().unwrap_or("a list or map above it");
            let guess = grouped(guess);
            format!(
                "can occur {guess} times: `{above}` has no size limit, so the API server assumes the maximum that fits in a request"
            )
        }
    }
}

fn seen(node: &CelNode<'_, '_>, name: &str) -> String {
    match node.declaration() {
        Err(_) => "not visible to CEL rules: it has no type that CEL knows".to_owned(),
        Ok(declaration) => {
            let seen = type_words(&declaration.cel_type("selfType"));
            match escape(name) {
                None => format!(
                    "not accessible in CEL rules: `{name}` has a character that CEL names cannot have"
                ),
                Some(escaped) if escaped == name => format!("type in CEL rules: `{seen}`"),
                Some(escaped) => format!("type in CEL rules: `{seen}`; write `{escaped}`"),
            }
        }
    }
}

fn correlated(owner: &Owner) -> String {
    match &owner.uncorrelatable {
        None => "correlatable: its rules can use `oldSelf`".to_owned(),
        Some(list) => format!(
            "not correlatable: items of `{list}` cannot be matched with their old values (its list type is not `map`), so its rules cannot use `oldSelf`"
        ),
    }
}

/// What server-side apply makes of it.
fn applied(schema: Schema<'_>, owner: &Owner) -> String {
    if let Some(whole) = &owner.atomic {
        return format!("server-side apply: part of `{whole}`, which is owned and replaced as a whole");
    }
    let words = match (schema.type_(), schema.list_type(), schema.map_type()) {
        ("array", Some("set"), _) => "each value has its own owner (a set)",
        ("array", Some("map"), _) => "items are merged by their keys, each with its own owners",
        ("array", ..) => "atomic: the list is owned and replaced as a whole",
        ("object", _, Some("atomic")) => "atomic: all of it is owned and replaced as a whole",
        ("object", ..) => "its fields are merged, each with its own owner",
        _ => "a value with one owner, or several owners that agree",
    };
    format!("server-side apply: {words}")
}
