//! How a field and its value are named in a sentence.
//!
//! Knows the paths of a manifest and where a CRD has its schemas; must not know what is said of a field.

use crate::{FieldPath, Path, PathStep, in_backticks};

/// How a sentence ends on a value that is not the expected one.
pub fn got(value: &str) -> String {
    match value {
        "" => ", but is missing or empty".to_owned(),
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
}

impl FieldPath {
    /// The field in backticks, as the subject of a sentence. In a schema of a CRD it is the field of custom
    /// resources that the schema describes (`` `spec.mode` ``), with the keyword where the path leads to one
    /// (`` `type` of `spec.mode` ``); elsewhere the path (`` `spec.names.plural` ``).
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
    let keyword = match keyword {
        [list, PathStep::Index(_), of_rule @ ..]
            if list.member() == Some("x-kubernetes-validations") && !of_rule.is_empty() =>
        {
            printed(of_rule)
        }
        keyword => printed(keyword),
    };
    let described = written(described);
    match (keyword.as_str(), described.as_str()) {
        ("", "") => "`openAPIV3Schema`".to_owned(),
        ("", described) => format!("`{described}`"),
        (keyword, "") => format!("`{keyword}` of the root schema"),
        (keyword, described) => format!("`{keyword}` of `{described}`"),
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
        let inner = items.child("properties");
        let name = inner.key("name");
        assert_eq!(name.child("enum").index(0).subject(), "`enum[0]` of `list[].name`");
        let rules = name.child("x-kubernetes-validations");
        assert_eq!(rules.index(1).subject(), "`x-kubernetes-validations[1]` of `list[].name`");
        assert_eq!(rules.index(1).child("rule").subject(), "`rule` of `list[].name`");
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
