//! `crdls mcp`: commands for coding agents, by the Model Context Protocol on standard input and output.
//!
//! Knows the messages. Each tool is a command of the command line that runs in memory, so that nothing is found or
//! printed here in another way. From below: `tools` (which command and which of its arguments), `call` (the arguments of
//! a call as a command line).
//!
//! A message is a line of JSON. Requests are answered in their order and nothing is kept between them, as the protocol
//! wants it since 2026-07-28; what earlier revisions ask before the first request, `initialize`, is answered too.

mod call;
mod tools;

use std::io::{self, BufRead, Read, Write};

use serde_json::{Value, json};

use crate::cli::{self, VERSION};

/// The revisions of the protocol that begin with `initialize`.
const WITH_HANDSHAKE: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
/// The revision whose requests stand for themselves.
const STATELESS: &str = "2026-07-28";

/// A longer line is no message, in bytes.
const LONGEST: u64 = 1 << 28;

/// The text in which the server tells agents how to use it.
const INSTRUCTIONS: &str = "Validates Kubernetes CRDs and custom resources as kube-apiserver does, without a cluster, \
     against the CRDs of the folder that the server runs in. To write a custom resource, begin with `sample`, look at \
     fields with `explain_kind`, then call `fix` with the text: it returns the text with fixes and what is left to do.";

/// Answers requests until standard input ends. False where answers cannot be written.
pub(crate) fn run() -> bool {
    serve(io::stdin().lock(), io::stdout().lock()).is_ok()
}

fn serve(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let declaration = cli::declaration();
    loop {
        let mut line = Vec::new();
        if (&mut input).take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = match serde_json::from_slice(&line) {
            Ok(message) => answer(&message, &declaration),
            Err(err) => Some(failure(&Value::Null, PARSE_ERROR, &format!("not JSON: {err}"))),
        };
        if let Some(answer) = answer {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
}

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const UNSUPPORTED_VERSION: i32 = -32022;

/// An error of the protocol: its code, and a message.
type Refusal = (i32, String);

/// The answer to a message; none to notifications and to answers.
fn answer(message: &Value, declaration: &clap::Command) -> Option<Value> {
    // Revision 2025-03-26 has batches.
    if let Some(batch) = message.as_array().filter(|batch| !batch.is_empty()) {
        let answers: Vec<_> = batch.iter().filter_map(|message| answer_one(message, declaration)).collect();
        return (!answers.is_empty()).then_some(Value::Array(answers));
    }
    answer_one(message, declaration)
}

fn answer_one(message: &Value, declaration: &clap::Command) -> Option<Value> {
    let Some(object) = message.as_object() else {
        return Some(failure(&Value::Null, INVALID_REQUEST, "a message is an object"));
    };
    let id = object.get("id").filter(|id| id.is_string() || id.is_number());
    let Some(method) = object.get("method").and_then(Value::as_str) else {
        let is_answer = object.contains_key("result") || object.contains_key("error");
        return (!is_answer)
            .then(|| failure(id.unwrap_or(&Value::Null), INVALID_REQUEST, "there is no method"));
    };
    let id = id?;
    let params = &message["params"];
    if let Some(refusal) = refused_version(id, &params["_meta"]) {
        return Some(refusal);
    }
    Some(match result(method, params, declaration) {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err((code, why)) => failure(id, code, &why),
    })
}

/// Refuses a request of a revision that is not known, by what each request tells of itself since 2026-07-28.
fn refused_version(id: &Value, meta: &Value) -> Option<Value> {
    let version = meta.get("io.modelcontextprotocol/protocolVersion")?.as_str().unwrap_or_default();
    if version != STATELESS {
        let mut refusal =
            failure(id, UNSUPPORTED_VERSION, &format!("unsupported protocol version `{version}`"));
        refusal["error"]["data"] = json!({ "supported": [STATELESS], "requested": version });
        return Some(refusal);
    }
    let missing = "io.modelcontextprotocol/clientCapabilities";
    let is_missing = meta.get(missing).is_none();
    is_missing.then(|| failure(id, INVALID_PARAMS, &format!("`params._meta` has no `{missing}`")))
}

fn failure(id: &Value, code: i32, why: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": why } })
}

fn result(method: &str, params: &Value, declaration: &clap::Command) -> Result<Value, Refusal> {
    let about = json!({ "name": "crdls", "title": "crdls", "version": VERSION });
    let mut result = match method {
        "initialize" => {
            let asked = params["protocolVersion"].as_str().unwrap_or_default();
            let [.., newest] = WITH_HANDSHAKE;
            let version = WITH_HANDSHAKE.into_iter().find(|known| *known == asked).unwrap_or(newest);
            json!({ "protocolVersion": version, "serverInfo": about })
        }
        "server/discover" => json!({ "supportedVersions": [STATELESS] }),
        "ping" => json!({}),
        "tools/list" => json!({ "tools": tools::listed(declaration) }),
        "tools/call" => {
            let name = params["name"].as_str().unwrap_or_default();
            let tool = tools::by_name(name);
            let tool = tool.ok_or_else(|| (INVALID_PARAMS, format!("there is no tool `{name}`")))?;
            call::result(tool, &params["arguments"], declaration)
        }
        _ => return Err((METHOD_NOT_FOUND, format!("there is no method `{method}`"))),
    };
    if matches!(method, "initialize" | "server/discover") {
        result["capabilities"] = json!({ "tools": {} });
        result["instructions"] = INSTRUCTIONS.into();
    }
    // What 2026-07-28 has in addition; others ignore it.
    result["resultType"] = "complete".into();
    result["_meta"]["io.modelcontextprotocol/serverInfo"] = about;
    if matches!(method, "server/discover" | "tools/list") {
        result["ttlMs"] = 0.into();
        result["cacheScope"] = "public".into();
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(input: &str) -> Vec<Value> {
        let mut output = Vec::new();
        serve(input.as_bytes(), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn code(input: &str) -> Value {
        said(input).pop().map(|answer| answer["error"]["code"].clone()).unwrap_or_default()
    }

    #[test]
    fn what_is_no_request_is_refused() {
        assert_eq!(code("{"), PARSE_ERROR);
        assert_eq!(code("3"), INVALID_REQUEST);
        assert_eq!(code("[]"), INVALID_REQUEST);
        assert_eq!(code(r#"{"jsonrpc": "2.0", "id": 1}"#), INVALID_REQUEST);
        assert_eq!(code(r#"{"jsonrpc": "2.0", "id": 1, "method": "resources/list"}"#), METHOD_NOT_FOUND);
        assert_eq!(code(r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}"#), INVALID_PARAMS);
    }

    #[test]
    fn notifications_and_answers_have_no_answer() {
        assert!(
            said("\n{\"method\": \"notifications/initialized\"}\n{\"id\": 1, \"result\": {}}\n").is_empty()
        );
        let batch = said(r#"[{"method": "x"}, {"id": 1, "method": "ping"}]"#);
        assert_eq!(batch[0].as_array().map(Vec::len), Some(1), "{batch:?}");
    }

    #[test]
    fn each_revision_is_answered() {
        let asked = |version: &str| {
            let params = json!({ "protocolVersion": version });
            let request = json!({ "id": 1, "method": "initialize", "params": params });
            said(&request.to_string())[0]["result"]["protocolVersion"].clone()
        };
        assert_eq!(
            ["2024-11-05", "2025-06-18", "2030-01-01"].map(asked),
            ["2024-11-05", "2025-06-18", "2025-11-25"]
        );
        let discovered = |meta: Value| {
            let request = json!({ "id": "a", "method": "server/discover", "params": { "_meta": meta } });
            said(&request.to_string()).remove(0)
        };
        let [version, capabilities] =
            ["protocolVersion", "clientCapabilities"].map(|key| format!("io.modelcontextprotocol/{key}"));
        let known = discovered(json!({ &version: "2026-07-28", &capabilities: {} }));
        assert_eq!(known["result"]["supportedVersions"], json!(["2026-07-28"]), "{known}");
        assert_eq!(discovered(json!({ &version: "2026-07-28" }))["error"]["code"], INVALID_PARAMS);
        let refused = discovered(json!({ &version: "2030-01-01", &capabilities: {} }));
        assert_eq!(refused["error"]["data"]["supported"], json!(["2026-07-28"]), "{refused}");
    }
}
