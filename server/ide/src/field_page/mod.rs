//! What a field of a custom resource is, as plain data: what `kubectl explain` shows, and what the server
//! validates values against.

mod node;

use crdls_manifest::model::{OrBool, Schema, ValidationRule, Version};
use crdls_resource::IndexedCrd;
use crdls_values::Json;

use crate::transition::{allowed_change, described, reads_old_self};
use node::{FieldNode, inside, member, node_at, step};

/// All that a CRD says of a field, or of the whole resource where the path is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldPage {
    /// The group of the CRD.
    pub group: String,
    /// The kind that the CRD defines.
    pub kind: String,
    /// The name of the version.
    pub version: String,
    /// The names that lead to the field; empty for the resource itself. An item of a list or a value of a map can be
    /// written as `[]` after its name.
    pub path: Vec<String>,
    /// Its type, see [`type_name`].
    pub type_name: String,
    /// Whether what is above it requires it.
    pub required: bool,
    /// What the CRD's author wrote; may be empty.
    pub description: String,
    /// What values are validated against: bounds, defaults, formats.
    pub facts: Vec<Fact>,
    /// The CEL rules on the field itself.
    pub rules: Vec<RuleLine>,
    /// The fields below it, the required ones first; for a list those of its items. Empty for scalars and maps.
    pub fields: Vec<FieldLine>,
}

/// `maximum` and `10`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it limits or sets: `maximum`, `default`, `one of`.
    pub name: &'static str,
    /// The limit or the value, as JSON or in words.
    pub value: String,
}

/// A rule in CEL and what the author says where it is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleLine {
    /// The expression.
    pub rule: String,
    /// The message of the rule; empty where it has none.
    pub message: String,
    /// Whether it looks at the value before an update.
    pub transition: bool,
    /// What an update may change by it, as `can only grow`; nothing where its form does not show it.
    pub change: Option<String>,
}

impl RuleLine {
    /// What there is to say of a transition rule, in a line of Markdown; nothing of another rule.
    pub(crate) fn of_updates(&self) -> Option<String> {
        self.transition.then(|| described(&self.rule, &self.message, self.change.as_deref()))
    }
}

/// A field below another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldLine {
    /// The name of the field.
    pub name: String,
    /// Its type, see [`type_name`].
    pub type_name: String,
    /// Whether it has to be there.
    pub required: bool,
    /// What the CRD's author wrote; may be empty.
    pub description: String,
}

/// Why there is no page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoField {
    /// The steps before that, which lead to a field.
    pub parent: Vec<String>,
    /// The first step that leads nowhere.
    pub missing: String,
    /// The names of the fields that there are instead, below the parent.
    pub known: Vec<String>,
}

/// The page on a field of a version of a CRD. The steps of the path lead through lists and maps with `[]` or an index
/// after their names, through lists also without, and through maps also by any key.
///
/// # Errors
/// Where the schema has no such field: the first step that leads nowhere.
pub fn field_page(known: &IndexedCrd, version: Version<'_>, path: &[String]) -> Result<FieldPage, NoField> {
    let spec = known.crd().spec();
    let found = node_at(version, path)?;
    let mut facts = found.schema.map(facts).unwrap_or_default();
    facts.extend(since(known, version, path));
    if path.is_empty() {
        facts.extend(of_kind(known, version));
    }
    Ok(FieldPage {
        group: spec.group().to_owned(),
        kind: spec.names().kind().to_owned(),
        version: version.name().to_owned(),
        path: path.to_vec(),
        type_name: found.type_name(),
        required: found.required,
        description: description(found),
        facts,
        rules: found.schema.map(rules).unwrap_or_default(),
        fields: found.fields(),
    })
}

fn description(found: FieldNode<'_>) -> String {
    let own = found.schema.map_or("", |schema| schema.description()).trim();
    let of_items = || found.schema.map(inside).map_or("", |schema| schema.description()).trim();
    let text = if own.is_empty() { of_items() } else { own };
    match found.built_in {
        Some(built_in) if text.is_empty() => built_in.doc.to_owned(),
        _ => text.to_owned(),
    }
}

/// A field at a depth below another, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldBranch {
    /// How many fields it is below the first ones.
    pub depth: usize,
    /// The field.
    pub line: FieldLine,
}

/// Deeper fields are left out of a tree.
const MAX_DEPTH: usize = 64;

/// All fields below a field, or below the resource where the path is empty, each before those below it. Fields of
/// `metadata` and of resources inside of others are left out.
///
/// # Errors
/// As [`field_page`].
pub fn field_tree(version: Version<'_>, path: &[String]) -> Result<Vec<FieldBranch>, NoField> {
    let mut tree = Vec::new();
    branches(node_at(version, path)?, 0, &mut tree);
    Ok(tree)
}

fn branches(found: FieldNode<'_>, depth: usize, tree: &mut Vec<FieldBranch>) {
    if depth >= MAX_DEPTH {
        return;
    }
    for line in found.fields() {
        let below = member(found, &line.name).filter(|below| below.built_in.is_none());
        tree.push(FieldBranch { depth, line });
        if let Some(below) = below {
            branches(below.innermost(), depth + 1, tree);
        }
    }
}

/// The type of a schema as `kubectl explain` writes it: `[]string`, `map[string]Object`.
pub fn type_name(schema: Schema<'_>) -> String {
    if schema.int_or_string() {
        return "IntOrString".to_owned();
    }
    match schema.type_() {
        "array" => format!("[]{}", schema.item_schema().map_or_else(|| "any".to_owned(), type_name)),
        "object" => match schema.additional_properties() {
            Some(OrBool::Schema(values)) => format!("map[string]{}", type_name(values)),
            _ => "Object".to_owned(),
        },
        "" => "any".to_owned(),
        name => name.to_owned(),
    }
}

pub(crate) fn facts(schema: Schema<'_>) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut add = |name, value: Option<String>| facts.extend(value.map(|value| Fact { name, value }));
    let exclusive = |is: bool, word: &str| if is { format!(" ({word})") } else { String::new() };
    add("default", schema.default().map(Json::to_json));
    add("example", schema.example().map(Json::to_json));
    let values: Vec<_> = schema.enum_values().map(Json::to_json).collect();
    add("one of", (!values.is_empty()).then(|| values.join(", ")));
    add("format", text(schema.format()));
    add("pattern", text(schema.pattern()));
    let above = exclusive(schema.exclusive_minimum(), "exclusive");
    add("minimum", schema.minimum().map(|value| format!("{value}{above}")));
    let below = exclusive(schema.exclusive_maximum(), "exclusive");
    add("maximum", schema.maximum().map(|value| format!("{value}{below}")));
    add("multiple of", schema.multiple_of().map(|value| value.to_string()));
    add("characters", range(schema.min_length(), schema.max_length()));
    add("items", range(schema.min_items(), schema.max_items()));
    add("members", range(schema.min_properties(), schema.max_properties()));
    add("nullable", schema.nullable().then(|| "yes".to_owned()));
    let keys: Vec<_> = schema.list_map_keys().map(|(key, _)| key).collect();
    add(
        "list",
        schema.list_type().map(|kind| match kind {
            "map" => format!("map by {}", keys.join(", ")),
            kind => kind.to_owned(),
        }),
    );
    add("map", schema.map_type().map(str::to_owned));
    let keeps = schema.preserve_unknown_fields() == Some(true);
    add("unknown fields", keeps.then(|| "are kept".to_owned()));
    add(
        "resource",
        schema.embedded_resource().then(|| "complete, with apiVersion, kind and metadata".to_owned()),
    );
    facts
}

fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn range(least: Option<i64>, most: Option<i64>) -> Option<String> {
    match (least, most) {
        (Some(least), Some(most)) if least == most => Some(format!("exactly {least}")),
        (Some(least), Some(most)) => Some(format!("{least} to {most}")),
        (Some(least), None) => Some(format!("at least {least}")),
        (None, Some(most)) => Some(format!("at most {most}")),
        (None, None) => None,
    }
}

fn rules(schema: Schema<'_>) -> Vec<RuleLine> {
    let of_items = schema.item_schema().into_iter().flat_map(Schema::validations);
    schema.validations().chain(of_items).map(rule_line).collect()
}

pub(crate) fn rule_line(rule: ValidationRule<'_>) -> RuleLine {
    RuleLine {
        rule: rule.rule().trim().to_owned(),
        message: rule.message().trim().to_owned(),
        transition: reads_old_self(rule.rule()),
        change: allowed_change(rule.rule()),
    }
}

/// The first of the versions that has the field, where not all have.
fn since(known: &IndexedCrd, version: Version<'_>, path: &[String]) -> Option<Fact> {
    let has = |version: Version<'_>| {
        path.iter().try_fold(FieldNode::root(version), |found, name| step(found, name)).is_some()
    };
    let mut versions = known.crd().versions_by_priority();
    versions.reverse();
    let without: Vec<_> =
        versions.iter().filter(|version| !has(**version)).map(|version| version.name()).collect();
    let first =
        versions.iter().find(|version| has(**version)).map_or(version.name(), |version| version.name());
    (!without.is_empty())
        .then(|| Fact { name: "since", value: format!("{first} (not in {})", without.join(", ")) })
}

/// What there is to say of the kind itself.
fn of_kind(known: &IndexedCrd, version: Version<'_>) -> Vec<Fact> {
    let spec = known.crd().spec();
    let mut facts = vec![
        Fact { name: "scope", value: spec.scope().to_owned() },
        Fact { name: "plural", value: spec.names().plural().to_owned() },
    ];
    let short: Vec<_> = spec.names().short_names().map(|(name, _)| name).collect();
    if !short.is_empty() {
        facts.push(Fact { name: "short names", value: short.join(", ") });
    }
    let shown = |version: &Version<'_>| {
        let deprecated = if version.deprecated() { " (deprecated)" } else { "" };
        let stored = if version.storage() { " (stored)" } else { "" };
        let served = if version.served() { "" } else { " (not served)" };
        format!("{}{stored}{served}{deprecated}", version.name())
    };
    let versions: Vec<_> = known.crd().versions_by_priority().iter().map(shown).collect();
    facts.push(Fact { name: "versions", value: versions.join(", ") });
    if let Some(warning) = version.deprecation_warning() {
        facts.push(Fact { name: "deprecated", value: warning.to_owned() });
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::File;
    use crate::kinds::named;
    use crdls_report::Config;
    use crdls_resource::Index;
    use crdls_sample::crd;

    fn index() -> Index {
        let pizza = crd(|c| {
            let c = c.kind("Pizza").group("example.org").names("singular: pizza, shortNames: [pz]");
            let c = c.version("v1", |v| {
                v.spec_schema(
                    "
                    type: object
                    description: What is ordered.
                    required: [toppings]
                    properties:
                      size: {type: integer, minimum: 20, maximum: 60, exclusiveMaximum: true, default: 30}
                      toppings:
                        type: array
                        maxItems: 10
                        items:
                          type: object
                          properties:
                            name: {type: string, enum: [ham, olives]}
                      labels: {type: object, additionalProperties: {type: string}}
                    ",
                )
            });
            let old =
                "{type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}";
            c.version("v1alpha1", |v| v.schema(old))
        });
        let file = File::new(pizza);
        let mut index = Index::default();
        index.read("crd.yaml", 0, file.text(), file.tree(), &Config::default());
        index
    }

    fn page(text: &str) -> Result<FieldPage, NoField> {
        let index = index();
        let named = named(&index, text).expect("a name");
        let known = named.crds[0];
        field_page(known, known.crd().served_versions()[0], &named.fields)
    }

    #[test]
    fn names_of_all_sorts() {
        for text in
            ["Pizza", "pizzas", "PIZZA.example.org", "pz", "pizzas.v1.example.org", "pz.example.org.spec"]
        {
            assert!(page(text).is_ok(), "{text}");
        }
        let index = index();
        assert!(named(&index, "pizz").is_none() && named(&index, "example.org").is_none());
        assert_eq!(
            named(&index, "pz.example.org.spec").map(|named| named.fields),
            Some(vec!["spec".to_owned()])
        );
    }

    #[test]
    fn facts_of_a_field() {
        let size = page("pizza.spec.size").expect("a field");
        let facts: Vec<_> = size.facts.iter().map(|fact| format!("{}: {}", fact.name, fact.value)).collect();
        assert_eq!(facts, ["default: 30", "minimum: 20", "maximum: 60 (exclusive)"]);
        let toppings = page("pizza.spec.toppings").expect("a field");
        assert_eq!((toppings.type_name.as_str(), toppings.required), ("[]Object", true));
        assert_eq!(toppings.fields.len(), 1);
        assert!(
            toppings.facts.iter().any(|fact| fact.name == "since" && fact.value == "v1 (not in v1alpha1)")
        );
        assert_eq!(page("pizza.spec.toppings.name").expect("a field").type_name, "string");
        assert_eq!(page("pizza.spec.labels.any").expect("a field").type_name, "string");
    }

    #[test]
    fn paths_of_costs_and_metadata() {
        assert_eq!(page("pizza.spec.toppings[].name").expect("a field").type_name, "string");
        assert_eq!(page("pizza.spec.toppings[0]").expect("an item").type_name, "Object");
        assert_eq!(page("pizza.spec.labels[]").expect("a value").type_name, "string");
        assert!(page("pizza.spec.size[]").is_err() && page("pizza.spec.toppings[x]").is_err());
        let metadata = page("pizza.metadata").expect("a field");
        assert!(metadata.fields.iter().any(|field| field.type_name == "[]OwnerReference"));
        let name = page("pizza.metadata.ownerReferences[].name").expect("a field");
        assert!(name.type_name == "string" && name.required && !name.description.is_empty());
        assert_eq!(page("pizza.metadata.labels.any").expect("a value").type_name, "string");
        assert!(page("pizza.metadata.label").is_err());
    }

    #[test]
    fn a_tree_has_all_fields() {
        let index = index();
        let version = index.all().next().expect("a CRD").crd().served_versions()[0];
        let tree = field_tree(version, &["spec".to_owned()]).expect("a field");
        let shown: Vec<_> =
            tree.iter().map(|branch| format!("{}{}", "-".repeat(branch.depth), branch.line.name)).collect();
        assert_eq!(shown, ["toppings", "-name", "labels", "size"]);
        let whole = field_tree(version, &[]).expect("the resource");
        assert!(whole.iter().any(|branch| branch.depth == 2 && branch.line.name == "name"), "{whole:?}");
    }

    #[test]
    fn what_there_is_instead() {
        let missing = page("pizza.spec.topping").expect_err("no field");
        assert_eq!(missing.parent, ["spec"]);
        assert_eq!(missing.known, ["toppings", "labels", "size"]);
    }
}
