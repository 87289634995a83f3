//! How a field and its value are named in a sentence.
//!
//! Knows the paths of a manifest and where a CRD has its schemas; must not know what is said of a field.

use crate::{FieldPath, Path, PathStep, in_backticks};

/// How a sentence ends on a value that is not the expected one.
pub fn got(value: &str) -> String {
    match value {
        "" => ", but is empty".to_owned(),
        value => format!(", got {}", in_backticks(value)),
    }
}

/// Longer names of fields are cut at their beginning.
const LONGEST: usize = 60;

impl Path<'_> {
    /// See [`FieldPath::subject`].
    pub fn subject(&self) -> String {
        self.manifest().subject()
    }

    /// The field that the schema at this path describes, in backticks.
    pub fn described(&self) -> String {
        // A keyword below it belongs to the same field.
        match self.child("type").manifest().version() {
            Some((_, [_, _, below @ ..])) => match described(below).0 {
                field if field.is_empty() => ROOT.to_owned(),
                field => format!("`{}`", shortened(field)),
            },
            _ => self.subject(),
        }
    }

    /// The schema at this path, as the subject of a sentence: `` schema of `spec.mode` ``.
    pub fn schema_subject(&self) -> String {
        let field = self.described();
        if field == ROOT { field } else { format!("schema of {field}") }
    }
}

const ROOT: &str = "the root schema";

impl FieldPath {
    /// The field in backticks, as the subject of a sentence. In a schema of a CRD it is the field of custom
    /// resources that the schema describes (`` `spec.mode` ``), with the keyword where the path leads to one
    /// (`` `type` of `spec.mode` ``), or its rule (`` rule on `spec.mode` ``); elsewhere the path
    /// (`` `spec.names.plural` ``).
    pub fn subject(&self) -> String {
        if let Some((_, [schema, root, below @ ..])) = self.version()
            && (schema.member(), root.member()) == (Some("schema"), Some("openAPIV3Schema"))
        {
            return in_schema(below, shortened);
        }
        let start = self.object().steps().len();
        match self.steps().get(start..) {
            None | Some([]) => "the manifest".to_owned(),
            Some(steps) => format!("`{}`", printed(steps)),
        }
    }

    /// Where a field is, after its name: `` in `spec.door` ``; nothing at the top of an object.
    pub fn in_parent(&self) -> String {
        let parent = self.parent().unwrap_or_default();
        match parent.steps().len() > self.object().steps().len() {
            true => format!(" in {}", parent.subject()),
            false => String::new(),
        }
    }

    /// The same with the whole name of the field, however long.
    pub fn full_subject(&self) -> String {
        match self.version() {
            Some((_, [schema, root, below @ ..]))
                if (schema.member(), root.member()) == (Some("schema"), Some("openAPIV3Schema")) =>
            {
                in_schema(below, |name| name)
            }
            _ => self.subject(),
        }
    }
}

/// The subject of the steps from the root of a schema on.
fn in_schema(steps: &[PathStep], written: fn(String) -> String) -> String {
    let (described, keyword) = described(steps);
    let described = written(described);
    let keyword = match keyword {
        [list, PathStep::Index(_), of_rule @ ..]
            if list.member() == Some("x-kubernetes-validations") && !of_rule.is_empty() =>
        {
            return of_validation(&printed(of_rule), &described);
        }
        keyword => printed(keyword),
    };
    match (keyword.as_str(), described.as_str()) {
        ("", "") => "`openAPIV3Schema`".to_owned(),
        ("", described) => format!("`{described}`"),
        (keyword, "") => format!("`{keyword}` of {ROOT}"),
        (keyword, described) => format!("`{keyword}` of `{described}`"),
    }
}

/// The subject of a field of a validation rule: a rule is on a field, as `type` is of one.
fn of_validation(keyword: &str, described: &str) -> String {
    let field = if described.is_empty() { ROOT.to_owned() } else { format!("`{described}`") };
    match keyword {
        "rule" => format!("rule on {field}"),
        keyword => format!("`{keyword}` on {field}"),
    }
}

/// The field that the innermost schema describes, and the steps to a keyword in it. The schema of items or of
/// values is a keyword of their list or map, and a schema in `allOf` one of the schema around it.
fn described(steps: &[PathStep]) -> (String, &[PathStep]) {
    let (mut described, mut rest) = (String::new(), steps);
    loop {
        let (step, after) = match rest {
            [properties, PathStep::Key(name), after @ ..] if properties.member() == Some("properties") => {
                let dot = if described.is_empty() { "" } else { "." };
                (format!("{dot}{name}"), after)
            }
            [list, PathStep::Index(_), after @ ..] if is_one_of(list, &["allOf", "anyOf", "oneOf"]) => {
                (String::new(), after)
            }
            [not, after @ ..] if is_one_of(not, &["not"]) => (String::new(), after),
            [inner, after @ ..] if is_one_of(inner, &["items", "additionalProperties"]) => {
                ("[]".to_owned(), after)
            }
            _ => return (described, rest),
        };
        if after.is_empty() && (step.is_empty() || step == "[]") {
            return (described, rest);
        }
        described.push_str(&step);
        rest = after;
    }
}

fn is_one_of(step: &PathStep, keywords: &[&str]) -> bool {
    matches!(step, PathStep::Name(name) if keywords.contains(&&**name))
}

fn printed(steps: &[PathStep]) -> String {
    FieldPath::default().with_all(steps).to_string()
}

/// The end of a long name, from a dot on, after `…`.
fn shortened(name: String) -> String {
    let Some(excess) = name.len().checked_sub(LONGEST + 1) else { return name };
    let mut dots = name.match_indices('.').map(|(at, _)| at);
    let end = dots.clone().find(|at| *at >= excess).or(dots.next_back()).and_then(|at| name.get(at..));
    end.map(|end| format!("…{end}")).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_named_as_its_reader_knows_it() {
        let spec = Path::EMPTY.child("spec");
        assert_eq!(spec.child("names").child("plural").subject(), "`spec.names.plural`");
        let (versions, schema) = (spec.child("versions"), "schema");
        let version = versions.index(1);
        assert_eq!(version.child("name").subject(), "`spec.versions[1].name`");
        let root = version.child(schema);
        let root = root.child("openAPIV3Schema");
        assert_eq!(root.subject(), "`openAPIV3Schema`");
        assert_eq!(root.child("type").subject(), "`type` of the root schema");
        let properties = root.child("properties");
        let list = properties.key("list");
        assert_eq!(list.subject(), "`list`");
        assert_eq!(list.child("items").subject(), "`items` of `list`");
        let items = list.child("items");
        assert_eq!(root.schema_subject(), "the root schema");
        assert_eq!(items.schema_subject(), "schema of `list[]`");
        let inner = items.child("properties");
        let name = inner.key("name");
        assert_eq!(name.child("enum").index(0).subject(), "`enum[0]` of `list[].name`");
        let rules = name.child("x-kubernetes-validations");
        assert_eq!(rules.index(1).subject(), "`x-kubernetes-validations[1]` of `list[].name`");
        assert_eq!(rules.index(1).child("rule").subject(), "rule on `list[].name`");
        assert_eq!(rules.index(1).child("message").subject(), "`message` on `list[].name`");
        let of_root = root.child("x-kubernetes-validations");
        assert_eq!(of_root.index(0).child("rule").subject(), "rule on the root schema");
        let any = name.child("anyOf");
        assert_eq!(any.index(0).subject(), "`anyOf[0]` of `list[].name`");
        assert_eq!(any.index(0).child("type").subject(), "`type` of `list[].name`");
        assert_eq!(name.child("default").child("a").subject(), "`default.a` of `list[].name`");
        assert_eq!(Path::EMPTY.subject(), "the manifest");
    }

    #[test]
    fn a_long_name_is_cut_at_a_dot() {
        let name = format!("{}.{}.end", "a".repeat(30), "b".repeat(40));
        assert_eq!(shortened(name), format!("….{}.end", "b".repeat(40)));
        assert_eq!(shortened("a".repeat(80)), "a".repeat(80));
    }
}
