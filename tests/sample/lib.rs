//! CRDs for tests, as text.
//!
//! Knows the layout of a manifest and nothing else, so that the unit tests of every crate can use it.

/// The text of a CRD in block style: `tables.example.com` of the kind `Table`, namespaced, with one version `v1` that is
/// served and stored, and what `build` changes. Without [`CrdBuilder::schema`] the schema is `{type: object}`.
pub fn crd(build: impl FnOnce(CrdBuilder) -> CrdBuilder) -> String {
    build(CrdBuilder::new()).text()
}

/// A CRD to be written.
#[derive(Clone, Debug)]
pub struct CrdBuilder {
    kind: String,
    plural: String,
    group: String,
    scope: String,
    names: String,
    metadata: String,
    spec: String,
    versions: Vec<VersionBuilder>,
    /// The one version, where none is added by name.
    only: VersionBuilder,
}

/// A version of a CRD to be written.
#[derive(Clone, Debug)]
pub struct VersionBuilder {
    name: String,
    served: bool,
    stored: bool,
    entries: String,
    schema: String,
}

impl CrdBuilder {
    fn new() -> Self {
        Self {
            kind: "Table".to_owned(),
            plural: "tables".to_owned(),
            group: "example.com".to_owned(),
            scope: "Namespaced".to_owned(),
            names: String::new(),
            metadata: String::new(),
            spec: String::new(),
            versions: Vec::new(),
            only: VersionBuilder::new("v1", true),
        }
    }

    /// The kind; the plural becomes the kind in lower case with an `s`.
    pub fn kind(self, kind: &str) -> Self {
        Self { kind: kind.to_owned(), plural: format!("{}s", kind.to_lowercase()), ..self }
    }

    /// The plural, if it is not the kind in lower case with an `s`.
    pub fn plural(self, plural: &str) -> Self {
        Self { plural: plural.to_owned(), ..self }
    }

    pub fn group(self, group: &str) -> Self {
        Self { group: group.to_owned(), ..self }
    }

    /// The scope, `Namespaced` if it is not given.
    pub fn scope(self, scope: &str) -> Self {
        Self { scope: scope.to_owned(), ..self }
    }

    /// More names in flow style, after the plural and the kind: `shortNames: [tb]`.
    pub fn names(self, names: &str) -> Self {
        Self { names: format!("{}, {names}", self.names), ..self }
    }

    /// More lines of `metadata`, after the name.
    pub fn metadata(self, lines: &str) -> Self {
        Self { metadata: self.metadata + &indented(lines, 2), ..self }
    }

    /// More lines of `spec`, before the versions.
    pub fn spec(self, lines: &str) -> Self {
        Self { spec: self.spec + &indented(lines, 2), ..self }
    }

    /// The schema of the one version: lines with any indentation, or one line in flow style.
    pub fn schema(self, schema: &str) -> Self {
        Self { only: self.only.schema(schema), ..self }
    }

    /// A schema whose one field is `spec`, an object with these properties.
    pub fn spec_properties(self, properties: &str) -> Self {
        self.spec_schema(&format!("type: object\nproperties:\n{}", indented(properties, 2)))
    }

    /// A schema whose one field is `spec`, of this schema.
    pub fn spec_schema(self, schema: &str) -> Self {
        Self { only: self.only.spec_schema(schema), ..self }
    }

    /// More lines of the one version, before its schema: `subresources: {status: {}}`.
    pub fn entries(self, lines: &str) -> Self {
        Self { only: self.only.entries(lines), ..self }
    }

    /// A version; with the first one there is no `v1` unless it is named. The first is stored, all are served.
    pub fn version(mut self, name: &str, build: impl FnOnce(VersionBuilder) -> VersionBuilder) -> Self {
        self.versions.push(build(VersionBuilder::new(name, self.versions.is_empty())));
        self
    }

    fn text(&self) -> String {
        let Self { kind, plural, group, scope, names, metadata, spec, .. } = self;
        let versions =
            if self.versions.is_empty() { std::slice::from_ref(&self.only) } else { &self.versions };
        let versions: String = versions.iter().map(VersionBuilder::text).collect();
        format!(
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: {plural}.{group}\n\
             {metadata}spec:\n  group: {group}\n  scope: {scope}\n  names: {{plural: {plural}, kind: {kind}{names}}}\n\
             {spec}  versions:\n{versions}"
        )
    }
}

impl VersionBuilder {
    fn new(name: &str, stored: bool) -> Self {
        let schema = "{type: object}".to_owned();
        Self { name: name.to_owned(), served: true, stored, entries: String::new(), schema }
    }

    pub fn served(self, served: bool) -> Self {
        Self { served, ..self }
    }

    pub fn stored(self, stored: bool) -> Self {
        Self { stored, ..self }
    }

    /// More lines, before the schema: `subresources: {status: {}}`.
    pub fn entries(self, lines: &str) -> Self {
        Self { entries: self.entries + &indented(lines, 4), ..self }
    }

    /// The schema: lines with any indentation, or one line in flow style.
    pub fn schema(self, schema: &str) -> Self {
        Self { schema: schema.to_owned(), ..self }
    }

    /// A schema whose one field is `spec`, of this schema.
    pub fn spec_schema(self, schema: &str) -> Self {
        self.schema(&format!("type: object\nproperties:\n  spec:\n{}", indented(schema, 4)))
    }

    fn text(&self) -> String {
        let Self { name, served, stored, entries, schema } = self;
        let schema = match schema.trim() {
            flow if flow.starts_with('{') && !flow.contains('\n') => format!(" {flow}\n"),
            _ => format!("\n{}", indented(schema, 8)),
        };
        format!(
            "  - name: {name}\n    served: {served}\n    storage: {stored}\n{entries}    schema:\n      openAPIV3Schema:{schema}"
        )
    }
}

/// Lines moved to an indentation, which their outermost ones have then; each ends with a line break.
fn indented(lines: &str, indent: usize) -> String {
    let lines = lines.trim_start_matches('\n').trim_end().lines();
    let width = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let least = lines.clone().filter(|line| !line.trim().is_empty()).map(width).min().unwrap_or(0);
    lines
        .map(|line| match line.get(least..).filter(|rest| !rest.is_empty()) {
            Some(rest) => format!("{:indent$}{rest}\n", ""),
            None => "\n".to_owned(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crd_is_written_in_block_style() {
        let text = crd(|c| {
            c.kind("Oven").names("shortNames: [ov]").entries("subresources: {status: {}}").schema(
                "
                type: object
                properties:
                  heat: {type: integer}
                ",
            )
        });
        let expected = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: ovens.example.com\n\
            spec:\n  group: example.com\n  scope: Namespaced\n  names: {plural: ovens, kind: Oven, shortNames: [ov]}\n  versions:\n  \
            - name: v1\n    served: true\n    storage: true\n    subresources: {status: {}}\n    schema:\n      openAPIV3Schema:\n        \
            type: object\n        properties:\n          heat: {type: integer}\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn the_properties_of_spec_are_a_schema() {
        let lines = "type: object\nproperties:\n  spec:\n    type: object\n    properties:\n      heat:\n        type: integer";
        let properties = "
            heat:
              type: integer
            ";
        assert_eq!(crd(|c| c.spec_properties(properties)), crd(|c| c.schema(lines)));
    }

    #[test]
    fn versions_replace_the_one() {
        let text = crd(|c| {
            let c = c.group("example.org").scope("Cluster").spec("conversion: {strategy: None}");
            c.version("v2", |v| v).version("v1", |v| v.served(false).schema("type: object"))
        });
        let versions = text.split_once("  scope: Cluster\n").map(|(_, versions)| versions);
        let expected = "  names: {plural: tables, kind: Table}\n  conversion: {strategy: None}\n  versions:\n  - name: v2\n    served: true\n    \
            storage: true\n    schema:\n      openAPIV3Schema: {type: object}\n  - name: v1\n    served: false\n    storage: false\n    \
            schema:\n      openAPIV3Schema:\n        type: object\n";
        assert_eq!(versions, Some(expected));
    }
}
