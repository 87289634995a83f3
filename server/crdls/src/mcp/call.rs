//! A call of a tool: its arguments become a command line, and what the command writes becomes the result.
//!
//! Wrong arguments are a result too, which an agent reads and corrects. Must not know messages.

use clap::{Arg, Command};
use serde_json::{Map, Value, json};

use super::tools::{Shape, TEXT, Tool};
use crate::cli::{self, Outcome, Ran};

/// The result of a call: standard output of the command, then what it reports besides.
pub(super) fn result(tool: &Tool, given: &Value, declaration: &Command) -> Value {
    let none = Map::new();
    let given = given.as_object().unwrap_or(&none);
    let ran = match arguments(tool, given, declaration) {
        Ok((arguments, text)) => cli::run_in_memory(&arguments, text),
        Err(why) => {
            Ran { outcome: Outcome::Trouble, output: String::new(), errors: format!("error: {why}\n") }
        }
    };
    let texts = [&ran.output, &ran.errors].into_iter().filter(|text| !text.is_empty());
    let content: Vec<_> = texts.map(|text| json!({ "type": "text", "text": text })).collect();
    json!({
        "content": content,
        // Findings are what a check is for.
        "isError": ran.outcome == Outcome::Trouble,
        "_meta": { "exitStatus": ran.outcome as u8 },
    })
}

/// The command line of a call, and standard input; the message where the arguments are wrong.
fn arguments(
    tool: &Tool,
    given: &Map<String, Value>,
    declaration: &Command,
) -> Result<(Vec<String>, String), String> {
    let is_given = |name: &str| given.get(name).is_some_and(|value| !value.is_null());
    let has_text = tool.takes_text && is_given(TEXT);
    let is_known = |name: &str| tool.arguments.contains(&name) || tool.takes_text && name == TEXT;
    if let Some(unknown) = given.keys().find(|name| !is_known(name)) {
        let known = tool.arguments.join("`, `");
        return Err(format!("`{}` has no argument `{unknown}`; it has `{known}`", tool.name));
    }
    if has_text && is_given("paths") {
        return Err("give either `text` or `paths`".to_owned());
    }
    if tool.writes && !has_text && !is_given("paths") {
        return Err("give `text`, or in `paths` the files to write".to_owned());
    }
    let mut line: Vec<String> = tool.command.iter().map(|word| (*word).to_owned()).collect();
    line.push("--color=never".to_owned());
    let mut positional = Vec::new();
    for argument in tool.declared(declaration) {
        let name = argument.get_id().as_str();
        let Some(value) = given.get(name).filter(|value| !value.is_null()) else { continue };
        let values = values(argument, value).ok_or_else(|| format!("`{name}` has the wrong type"))?;
        match argument.get_long() {
            None => positional.extend(values),
            Some(long) if Shape::of(argument) == Shape::Flag => {
                line.extend(values.iter().map(|_| format!("--{long}")))
            }
            Some(long) => line.extend(values.iter().map(|value| format!("--{long}={value}"))),
        }
    }
    if has_text {
        positional.push("-".to_owned());
    }
    // None of them is an option.
    line.push("--".to_owned());
    line.extend(positional);
    let text = given.get(TEXT).and_then(Value::as_str).unwrap_or_default();
    Ok((line, text.to_owned()))
}

/// The values of an argument; one, which says nothing, for a flag that is set.
fn values(argument: &Arg, value: &Value) -> Option<Vec<String>> {
    let one = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    match (Shape::of(argument), value) {
        (Shape::Flag, Value::Bool(is_set)) => Some(if *is_set { vec![String::new()] } else { Vec::new() }),
        (Shape::Flag, _) => None,
        (Shape::Texts, Value::Array(items)) => items.iter().map(one).collect(),
        (_, value) => one(value).map(|value| vec![value]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcp::tools::by_name;

    fn line(tool: &str, given: Value) -> Result<String, String> {
        let declaration = cli::declaration();
        let given = given.as_object().cloned().unwrap_or_default();
        arguments(by_name(tool).unwrap(), &given, &declaration)
            .map(|(line, text)| format!("{} < {text}", line.join(" ")))
    }

    #[test]
    fn arguments_become_a_command_line() {
        let cases = [
            ("check", json!({ "text": "a: 1" }), "check --color=never -- - < a: 1"),
            (
                "check",
                json!({ "paths": ["--fix", "b"], "select": "missing-type" }),
                "check --color=never --select=missing-type -- --fix b < ",
            ),
            (
                "fix",
                json!({ "text": "a", "unsafe_fixes": true, "diff": false }),
                "check --fix --color=never --unsafe-fixes -- - < a",
            ),
            ("diff", json!({ "new": ".", "old": "main" }), "diff --color=never -- main . < "),
            ("cost", json!({ "top": 3, "kubernetes": null }), "cost --color=never --top=3 -- < "),
        ];
        for (tool, given, expected) in cases {
            assert_eq!(line(tool, given).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn wrong_arguments_are_named() {
        let cases = [
            ("check", json!({ "path": "a" }), "no argument `path`"),
            ("check", json!({ "paths": ["a"], "text": "b" }), "either"),
            ("check", json!({ "require_crds": "yes" }), "`require_crds` has the wrong type"),
            ("fix", json!({}), "the files to write"),
        ];
        for (tool, given, expected) in cases {
            let why = line(tool, given).unwrap_err();
            assert!(why.contains(expected), "{why}");
        }
    }
}
