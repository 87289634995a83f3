//! The tools: the command that each of them is, and the arguments of that command that a client can give.
//!
//! What an argument is called and means is the declaration of the command line. Must not know messages.

use std::any::TypeId;
use std::num::NonZeroUsize;

use clap::{Arg, ArgAction, Command};
use serde_json::{Map, Value, json};

/// A tool.
#[derive(Debug)]
pub(super) struct Tool {
    pub(super) name: &'static str,
    title: &'static str,
    description: &'static str,
    /// The command, and what is always given.
    pub(super) command: &'static [&'static str],
    /// The arguments, by the names of the declaration.
    pub(super) arguments: &'static [&'static str],
    /// The formats of its output.
    formats: &'static [&'static str],
    /// Takes a text in place of files. One that writes does not choose its files.
    pub(super) takes_text: bool,
    pub(super) writes: bool,
}

/// The argument that is standard input of the command.
pub(super) const TEXT: &str = "text";

const TOOLS: [Tool; 6] = [
    Tool {
        name: "explain_kind",
        title: "Explain a kind or field",
        description: "Explains a kind of a known CRD or a field of it: type, meaning, bounds, rules, and the fields below. \
                      Also explains a code of a finding, a CEL function, or a keyword of CRDs.",
        command: &["explain"],
        arguments: &["what", "api_version", "recursive", "kubernetes", "crds"],
        formats: &[],
        takes_text: false,
        writes: false,
    },
    Tool {
        name: "sample",
        title: "Sample of a kind",
        description: "Returns a custom resource of a kind that kube-apiserver accepts, to start from.",
        command: &["sample"],
        arguments: &["kind", "minimal", "kubernetes", "crds"],
        formats: &[],
        takes_text: false,
        writes: false,
    },
    Tool {
        name: "check",
        title: "Check CRDs and custom resources",
        description: "Validates CRDs and custom resources, given as text or as files, as kube-apiserver does. Reports each \
                      error with its place, the cause and how to fix it.",
        command: &["check"],
        arguments: &[
            "paths",
            "old",
            "require_crds",
            "min_severity",
            "select",
            "field_validation",
            "kubernetes",
            "crds",
            "output_format",
        ],
        formats: &["full", "concise", "json"],
        takes_text: true,
        writes: false,
    },
    Tool {
        name: "fix",
        title: "Fix CRDs and custom resources",
        description: "Applies fixes, each proven by a check of the result. With a text, returns the fixed text, then what was \
                      fixed and what is still reported. With files, writes them.",
        command: &["check", "--fix"],
        arguments: &[
            "paths",
            "unsafe_fixes",
            "diff",
            "select",
            "field_validation",
            "kubernetes",
            "crds",
            "output_format",
        ],
        formats: &["full", "concise", "json"],
        takes_text: true,
        writes: true,
    },
    Tool {
        name: "diff",
        title: "Breaking changes of CRDs",
        description: "Compares CRDs with an old state, such as a git revision, and reports what the changes break, each with an \
                      object that shows it.",
        command: &["diff"],
        arguments: &[
            "old",
            "new",
            "breaking_only",
            "class",
            "stored_versions",
            "kubernetes",
            "output_format",
        ],
        formats: &["full", "concise", "json", "markdown"],
        takes_text: false,
        writes: false,
    },
    Tool {
        name: "cost",
        title: "Cost of CEL rules",
        description: "Estimates the cost of each CEL rule of CRDs as kube-apiserver does, and shows what drives it and which bound \
                      would fix it.",
        command: &["cost"],
        arguments: &["paths", "top", "kubernetes", "output_format"],
        formats: &["full", "concise", "json"],
        takes_text: true,
        writes: false,
    },
];

/// The tool of a name.
pub(super) fn by_name(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// All tools, as clients list them.
pub(super) fn listed(declaration: &Command) -> Value {
    let listed = TOOLS.iter().map(|tool| {
        json!({
            "name": tool.name,
            "title": tool.title,
            "description": tool.description,
            "inputSchema": tool.schema(declaration),
            "annotations": {
                "title": tool.title,
                "readOnlyHint": !tool.writes,
                "destructiveHint": tool.writes,
                "idempotentHint": true,
                "openWorldHint": false,
            },
        })
    });
    listed.collect()
}

/// How an argument is written in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Flag,
    Number,
    Text,
    Texts,
}

impl Shape {
    pub(super) fn of(argument: &Arg) -> Self {
        match argument.get_action() {
            ArgAction::SetTrue => Self::Flag,
            ArgAction::Append => Self::Texts,
            _ if argument.get_value_parser().type_id() == TypeId::of::<NonZeroUsize>() => Self::Number,
            _ => Self::Text,
        }
    }
}

impl Tool {
    /// The arguments that a client can give, in the declaration's terms.
    pub(super) fn declared<'d>(&self, declaration: &'d Command) -> impl Iterator<Item = &'d Arg> {
        let command = self.command.first().and_then(|name| declaration.find_subcommand(name));
        let named = move |id: &'static &'static str| {
            command?.get_arguments().find(|argument| argument.get_id() == *id)
        };
        self.arguments.iter().filter_map(named)
    }

    fn schema(&self, declaration: &Command) -> Value {
        let mut properties = Map::new();
        if self.takes_text {
            let description = "The text of a manifest, in place of files. Its CRDs are those of the folder that the server \
                               runs in, and of `crds`";
            properties.insert(TEXT.to_owned(), json!({ "type": "string", "description": description }));
        }
        for argument in self.declared(declaration) {
            properties.insert(argument.get_id().to_string(), self.property(argument));
        }
        let required = self.declared(declaration).filter(|argument| argument.is_required_set());
        let required: Vec<_> = required.map(|argument| argument.get_id().to_string()).collect();
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    }

    fn property(&self, argument: &Arg) -> Value {
        let mut property = match Shape::of(argument) {
            Shape::Flag => json!({ "type": "boolean" }),
            Shape::Number => json!({ "type": "integer", "minimum": 1 }),
            Shape::Text => json!({ "type": "string" }),
            Shape::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        };
        if argument.get_id() == "output_format" {
            property["enum"] = json!(self.formats);
        }
        property["description"] = match argument.get_id().as_str() {
            // Standard input is the client's.
            "paths" if self.writes => "Files, and folders whose files are all fixed".into(),
            "paths" => "Files and folders [default: the folder that the server runs in]".into(),
            _ => argument.get_help().map(ToString::to_string).unwrap_or_default().into(),
        };
        property
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_arguments_are_declared() {
        let declaration = crate::cli::declaration();
        for tool in &TOOLS {
            let declared: Vec<_> =
                tool.declared(&declaration).map(|argument| argument.get_id().as_str()).collect();
            assert_eq!(declared, tool.arguments, "{}", tool.name);
            assert_eq!(tool.formats.is_empty(), !declared.contains(&"output_format"), "{}", tool.name);
        }
    }

    #[test]
    fn schemas_have_the_shapes_of_the_declaration() {
        let listed = listed(&crate::cli::declaration());
        let schema = |name: &str| {
            let tool = listed.as_array().unwrap().iter().find(|tool| tool["name"] == name).unwrap();
            tool["inputSchema"].clone()
        };
        let (cost, fix, sample) = (schema("cost"), schema("fix"), schema("sample"));
        assert_eq!(cost["properties"]["top"]["type"], "integer");
        assert_eq!(cost["properties"]["paths"]["type"], "array");
        assert_eq!(fix["properties"]["unsafe_fixes"]["type"], "boolean");
        assert_eq!((&fix["required"], &sample["required"]), (&json!([]), &json!(["kind"])));
    }
}
