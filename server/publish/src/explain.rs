//! What `kubectl explain` prints.
//!
//! Mirrors the template pkg/explain/v2/templates/plaintext.tmpl of k8s.io/kubectl and its functions (funcs.go): each
//! function here is a template there. An empty value is as good as none, as templates have it. kubectl prints external
//! documentation since 1.36; nothing else of the text changed from 1.31 to 1.37.

use crdls_go::go_float;
use crdls_manifest::model::{Crd, Version};
use crdls_minors::Minor;
use serde_json::{Map, Value};

use crate::document::definition;
use crate::form::Dialect;
use crate::json::{is_empty, member};
use crate::kind::Kind;
use crate::native;
use crate::wrap::wrapped;

/// The schema of a kind in a version, to be explained.
#[derive(Debug)]
pub struct KubectlExplain {
    header: String,
    schema: Value,
    /// Kubernetes' own definitions.
    definitions: Map<String, Value>,
}

/// What kubectl prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KubectlExplained {
    /// To standard output.
    pub text: String,
    /// To standard error: the field does not exist. `None` where it does.
    pub error: Option<String>,
}

impl KubectlExplain {
    /// The output for a served version; kubectl finds no other. The server and kubectl have the same minor.
    pub fn new(crd: Crd<'_>, version: Version<'_>, minor: Minor) -> Self {
        let dialect = Dialect::v3(minor);
        let kind = Kind::of(crd, version);
        Self {
            header: format!(
                "GROUP:      {}\nKIND:       {}\nVERSION:    {}\n\n",
                kind.group, kind.kind, kind.version
            ),
            schema: definition(crd, version, dialect),
            definitions: native::definitions(dialect, false),
        }
    }

    /// The explanation of the kind, or of the field that the names lead to.
    pub fn explain(&self, fields: &[String], is_recursive: bool) -> KubectlExplained {
        let mut out = self.header.clone();
        let before = out.len();
        self.output(&self.schema, fields, &mut Vec::new(), is_recursive, &mut out);
        let error = (out.len() == before).then(|| {
            let name = fields.last().map(String::as_str).unwrap_or_default();
            format!("error: field \"{name}\" does not exist")
        });
        if error.is_none() {
            out.push('\n');
        }
        KubectlExplained { text: out, error }
    }

    /// `output`: follows the names, and prints where they end; nothing where they lead nowhere.
    fn output<'v>(
        &'v self,
        schema: &'v Value,
        fields: &[String],
        seen: &mut Vec<&'v str>,
        is_recursive: bool,
        out: &mut String,
    ) {
        let (reference, resolved) = self.resolved(schema);
        let Some((first, rest)) = fields.split_first() else {
            return self.described(resolved, is_recursive, out);
        };
        if reference.is_some_and(|reference| seen.contains(&reference)) {
            return;
        }
        if let Some(property) = present(member(member(resolved, "properties"), first)) {
            if rest.is_empty() {
                out.push_str(&format!("FIELD: {first} <"));
                self.type_guess(property, out);
                out.push_str(">\n");
                enum_in_lines(property, out);
                out.push_str("\n\n");
            }
            return self.output(property, rest, &mut Vec::new(), is_recursive, out);
        }
        seen.extend(reference);
        if let Some(below) = present(member(resolved, "items")).or_else(|| values(resolved)) {
            return self.output(below, fields, seen, is_recursive, out);
        }
        let before = out.len();
        for clause in all_of(resolved) {
            self.output(clause, fields, &mut seen.clone(), is_recursive, out);
            if out.len() > before {
                return;
            }
        }
    }

    /// The description of a schema, and its fields.
    fn described(&self, schema: &Value, is_recursive: bool, out: &mut String) {
        let mut description = String::new();
        self.description(schema, &mut description);
        let description = if description.is_empty() { "<empty>" } else { &description };
        out.push_str("DESCRIPTION:\n");
        indented(&wrapped(description, 76), 4, out);
        out.push('\n');
        if let Some(docs) = present(member(schema, "externalDocs")) {
            out.push_str("\nEXTERNAL DOCS:\n");
            external_docs(docs, 76, 4, out);
        }
        let mut list = String::new();
        self.field_list(schema, 1, &[], is_recursive, &mut list);
        if !list.is_empty() {
            out.push_str("FIELDS:\n");
            out.push_str(&list);
        }
    }

    /// `description`: that of a schema, and of all that it is made of.
    fn description(&self, schema: &Value, out: &mut String) {
        let (_, schema) = self.resolved(schema);
        if let Some(text) = text(schema, "description") {
            out.push_str(text);
            out.push('\n');
        }
        for below in all_of(schema).iter().chain(present(member(schema, "items"))).chain(values(schema)) {
            self.description(below, out);
        }
    }

    /// `fieldList`: the fields of a schema, `seen` the references on the way to it.
    fn field_list<'v>(
        &'v self,
        schema: &'v Value,
        level: usize,
        seen: &[&'v str],
        is_recursive: bool,
        out: &mut String,
    ) {
        let (reference, resolved) = self.resolved(schema);
        if reference.is_some_and(|reference| seen.contains(&reference)) {
            return;
        }
        let seen: Vec<_> = seen.iter().copied().chain(reference).collect();
        for (name, property) in member(resolved, "properties").as_object().into_iter().flatten() {
            self.field_detail(resolved, name, property, level, is_recursive, out);
            if is_recursive {
                self.field_list(property, level + 1, &seen, is_recursive, out);
            }
        }
        for below in all_of(resolved).iter().chain(present(member(resolved, "items"))).chain(values(resolved))
        {
            self.field_list(below, level, &seen, is_recursive, out);
        }
    }

    /// `fieldDetail`: a line, and the description unless it is one of many lines.
    fn field_detail(
        &self,
        schema: &Value,
        name: &str,
        property: &Value,
        level: usize,
        is_short: bool,
        out: &mut String,
    ) {
        let indent = level * 2;
        indented(name, indent, out);
        out.push_str("\t<");
        self.type_guess(property, out);
        out.push('>');
        let required = member(schema, "required").as_array().map(Vec::as_slice).unwrap_or_default();
        if required.iter().any(|known| known == name) {
            out.push_str(" -required-");
        }
        enum_in_a_line(property, indent, out);
        out.push('\n');
        if is_short {
            return;
        }
        let description = text(property, "description").unwrap_or("<no description>");
        indented(&wrapped(description, 78 - indent), indent + 2, out);
        out.push('\n');
        if let Some(docs) = present(member(property, "externalDocs")) {
            out.push('\n');
            indented("EXTERNAL DOCS:", indent + 2, out);
            out.push('\n');
            external_docs(docs, 76 - indent, indent + 4, out);
        }
        out.push('\n');
    }

    /// `typeGuess`: the type in short.
    fn type_guess(&self, schema: &Value, out: &mut String) {
        if let Some(items) = present(member(schema, "items")) {
            out.push_str("[]");
            return self.type_guess(items, out);
        }
        if let Some(values) = values(schema) {
            out.push_str("map[string]");
            return self.type_guess(values, out);
        }
        if let ([only], None) = (all_of(schema), present(member(schema, "properties"))) {
            return self.type_guess(only, out);
        }
        let (reference, resolved) = self.resolved(schema);
        let type_ = text(resolved, "type");
        out.push_str(match (reference, type_) {
            (Some(reference), None | Some("object")) => {
                let name = reference.rsplit(['/', '.']).next().unwrap_or_default();
                if name.is_empty() { "Object" } else { name }
            }
            (None, None | Some("object")) => "Object",
            (_, Some(type_)) => type_,
        });
    }

    /// The reference that a schema is, and what it refers to; otherwise the schema itself.
    fn resolved<'v>(&'v self, schema: &'v Value) -> (Option<&'v str>, &'v Value) {
        let reference = text(schema, "$ref");
        let name = reference.and_then(|reference| reference.strip_prefix("#/components/schemas/"));
        (reference, name.and_then(|name| self.definitions.get(name)).unwrap_or(schema))
    }
}

/// A value that is neither missing nor empty.
fn present(value: &Value) -> Option<&Value> {
    (!is_empty(value)).then_some(value)
}

fn text<'v>(schema: &'v Value, key: &str) -> Option<&'v str> {
    member(schema, key).as_str().filter(|text| !text.is_empty())
}

fn all_of(schema: &Value) -> &[Value] {
    member(schema, "allOf").as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The schema of the values of a map.
fn values(schema: &Value) -> Option<&Value> {
    present(member(schema, "additionalProperties")).filter(|values| values.is_object())
}

fn external_docs(docs: &Value, width: usize, indent: usize, out: &mut String) {
    if let Some(about) = text(docs, "description") {
        indented(&wrapped(about, width), indent, out);
        out.push('\n');
    }
    if let Some(url) = text(docs, "url") {
        indented(&format!("URL: {url}"), indent, out);
        out.push('\n');
    }
}

/// `extractEnum` of a field among others: the first four values.
fn enum_in_a_line(schema: &Value, indent: usize, out: &mut String) {
    const LIMIT: usize = 4;
    let Some(values) = member(schema, "enum").as_array() else { return };
    out.push('\n');
    indented("enum: ", indent, out);
    for (at, value) in values.iter().enumerate().take(LIMIT + 1) {
        if at > 0 {
            out.push_str(", ");
        }
        if at == LIMIT {
            out.push_str("....");
        } else {
            element(value, out);
        }
    }
}

/// `extractEnum` of the field that is asked for: all values.
fn enum_in_lines(schema: &Value, out: &mut String) {
    let Some(values) = member(schema, "enum").as_array() else { return };
    out.push_str("ENUM:");
    for value in values {
        out.push_str("\n    ");
        element(value, out);
    }
}

/// A value of an enum: an empty text in quotes, everything else as Go prints it.
fn element(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("<no value>"),
        Value::String(text) if text.is_empty() => out.push_str("\"\""),
        value => go_value(value, out),
    }
}

/// The output of `%v` for a decoded value: all numbers are float64.
fn go_value(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("<nil>"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(number) => out.push_str(&go_float(number.as_f64().unwrap_or_default())),
        Value::String(text) => out.push_str(text),
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(' ');
                }
                go_value(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push_str("map[");
            for (at, (name, member)) in members.iter().enumerate() {
                if at > 0 {
                    out.push(' ');
                }
                out.push_str(name);
                out.push(':');
                go_value(member, out);
            }
            out.push(']');
        }
    }
}

/// `indent`: each line begins with so many blanks, the empty ones too.
fn indented(text: &str, amount: usize, out: &mut String) {
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        out.extend(std::iter::repeat_n(' ', amount));
        out.push_str(line);
    }
}
