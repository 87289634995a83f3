//! JSON-RPC: messages as they arrive, errors, and the text of what is sent.
//!
//! Must not know any method.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::uris;

/// The outcome of a request.
pub(crate) type Result<T> = std::result::Result<T, Error>;

/// The name that a request has for its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Id {
    Number(i64),
    String(String),
    Null,
}

impl Id {
    /// `None` for anything that names no request.
    pub(crate) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Number(number) => number.as_i64().map(Self::Number),
            Value::String(text) => Some(Self::String(text.clone())),
            Value::Null => Some(Self::Null),
            _ => None,
        }
    }
}

/// Why a request has no result.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub(crate) struct Error {
    pub(crate) code: i64,
    pub(crate) message: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) data: Option<Value>,
}

impl Error {
    pub(crate) const PARSE_ERROR: i64 = -32700;
    pub(crate) const INVALID_REQUEST: i64 = -32600;
    pub(crate) const METHOD_NOT_FOUND: i64 = -32601;
    pub(crate) const INVALID_PARAMS: i64 = -32602;
    pub(crate) const INTERNAL_ERROR: i64 = -32603;
    pub(crate) const SERVER_NOT_INITIALIZED: i64 = -32002;
    pub(crate) const REQUEST_CANCELLED: i64 = -32800;
    pub(crate) const CONTENT_MODIFIED: i64 = -32801;
    /// The client is to ask again.
    pub(crate) const SERVER_CANCELLED: i64 = -32802;
    /// The request makes sense, and cannot be done.
    pub(crate) const REQUEST_FAILED: i64 = -32803;

    pub(crate) fn new(code: i64, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    pub(crate) fn invalid_params(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Self::INVALID_PARAMS, message)
    }

    pub(crate) fn invalid_request() -> Self {
        Self::new(Self::INVALID_REQUEST, "Invalid request")
    }

    pub(crate) fn internal_error() -> Self {
        Self::new(Self::INTERNAL_ERROR, "Internal error")
    }

    pub(crate) fn not_initialized() -> Self {
        Self::new(Self::SERVER_NOT_INITIALIZED, "Server not initialized")
    }

    pub(crate) fn request_cancelled() -> Self {
        Self::new(Self::REQUEST_CANCELLED, "Canceled")
    }

    pub(crate) fn content_modified() -> Self {
        Self::new(Self::CONTENT_MODIFIED, "Content modified")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// A value as JSON.
#[derive(Debug)]
pub(crate) struct JsonText(Arc<Vec<u8>>);

impl JsonText {
    pub(crate) fn of(value: &impl Serialize) -> Result<Self> {
        let text = serde_json::to_vec(value).map(Self::written);
        text.map_err(|err| Error::new(Error::INTERNAL_ERROR, err.to_string()))
    }

    /// What is JSON already.
    pub(crate) fn written(json: impl Into<Arc<Vec<u8>>>) -> Self {
        Self(json.into())
    }

    pub(crate) fn null() -> Self {
        Self::written(b"null".to_vec())
    }

    /// The value, or null without one.
    pub(crate) fn or_null(text: Option<Self>) -> Self {
        text.unwrap_or_else(Self::null)
    }
}

/// A message's body in the pieces that are written one after the other: an answer of a megabyte is not copied.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Body(Vec<Arc<Vec<u8>>>);

impl Body {
    /// A message with some members.
    pub(crate) fn of<const N: usize>(members: [(&str, JsonText); N]) -> Self {
        let mut pieces = vec![Arc::new(br#"{"jsonrpc":"2.0""#.to_vec())];
        for (name, JsonText(value)) in members {
            pieces.extend([Arc::new(format!(",\"{name}\":").into_bytes()), value]);
        }
        pieces.push(Arc::new(b"}".to_vec()));
        Self(pieces)
    }

    pub(crate) fn pieces(&self) -> &[Arc<Vec<u8>>] {
        &self.0
    }

    /// All of it.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|piece| piece.iter().copied()).collect()
    }

    /// No message: it has no pieces.
    pub(crate) const fn empty() -> Self {
        Self(Vec::new())
    }
}

/// A request; a notification where it has no id.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) id: Option<Id>,
    pub(crate) method: String,
    /// Null where there are none.
    pub(crate) params: Value,
}

/// A message of the client's.
#[derive(Debug)]
pub(crate) enum Message {
    Request(Request),
    Reply(Id, Result<Value>),
}

/// A body that is no message: the answer to it, and what to log.
#[derive(Debug)]
pub(crate) struct Malformed {
    pub(crate) id: Id,
    pub(crate) error: Error,
    pub(crate) why: String,
}

/// Reads a body.
pub(crate) fn parse(body: &[u8]) -> std::result::Result<Message, Malformed> {
    let value: Value = serde_json::from_slice(body).map_err(|err| Malformed {
        id: Id::Null,
        error: Error::new(Error::PARSE_ERROR, "Parse error"),
        why: err.to_string(),
    })?;
    let id = Id::of(&value["id"]).unwrap_or(Id::Null);
    message(value).map_err(|why| Malformed { id, error: Error::invalid_request(), why })
}

/// The message that a value is, or why it is none.
fn message(mut value: Value) -> std::result::Result<Message, String> {
    let Some(members) = value.as_object_mut() else { return Err("it is no object".to_owned()) };
    if members.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err("`jsonrpc` is not \"2.0\"".to_owned());
    }
    let read = |id: &Value| Id::of(id).ok_or("`id` is no integer and no string");
    let id = members.get("id").map(read).transpose()?;
    match members.remove("method") {
        Some(Value::String(method)) => {
            let mut params = members.remove("params").unwrap_or_default();
            uris::encode(&mut params);
            Ok(Message::Request(Request { id, method, params }))
        }
        Some(_) => Err("`method` is no string".to_owned()),
        None => {
            let id = id.ok_or("it has neither a method nor an id")?;
            let result = match members.remove("error") {
                Some(error) => Err(serde_json::from_value(error).map_err(|err| format!("`error`: {err}"))?),
                // Some clients leave out a result that is null; a request would wait for it forever.
                None => Ok(members.remove("result").unwrap_or_default()),
            };
            Ok(Message::Reply(id, result))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parsed(body: &str) -> std::result::Result<Message, (Id, i64)> {
        parse(body.as_bytes()).map_err(|malformed| (malformed.id, malformed.error.code))
    }

    #[test]
    fn a_request_may_have_neither_id_nor_params() {
        let Ok(Message::Request(request)) = parsed(r#"{"jsonrpc": "2.0", "method": "exit"}"#) else {
            panic!("no request");
        };
        assert_eq!((request.id, &*request.method, request.params), (None, "exit", Value::Null));
        let body = r#"{"jsonrpc": "2.0", "id": null, "method": "a", "params": {"uri": "file:///a b"}}"#;
        let Ok(Message::Request(request)) = parsed(body) else { panic!("no request") };
        assert_eq!((request.id, request.params), (Some(Id::Null), json!({"uri": "file:///a%20b"})));
    }

    #[test]
    fn a_reply_has_a_result_or_an_error() {
        let reply = |rest: &str| match parsed(&format!(r#"{{"jsonrpc": "2.0", "id": "x"{rest}}}"#)) {
            Ok(Message::Reply(id, result)) => (id, result),
            other => panic!("{other:?}"),
        };
        let id = Id::String("x".to_owned());
        assert_eq!(reply(r#", "result": [1]"#), (id.clone(), Ok(json!([1]))));
        assert_eq!(reply(""), (id.clone(), Ok(Value::Null)));
        let error = Error { data: Some(json!(2)), ..Error::new(1, "no") };
        assert_eq!(reply(r#", "error": {"code": 1, "message": "no", "data": 2}"#), (id, Err(error)));
    }

    #[test]
    fn what_is_no_message_is_answered() {
        let invalid = Error::INVALID_REQUEST;
        for (body, id, code) in [
            ("{", Id::Null, Error::PARSE_ERROR),
            ("[]", Id::Null, invalid),
            ("{}", Id::Null, invalid),
            (r#"{"jsonrpc": "1.0", "id": 7, "method": "a"}"#, Id::Number(7), invalid),
            (r#"{"jsonrpc": "2.0", "id": 7, "method": 8}"#, Id::Number(7), invalid),
            (r#"{"jsonrpc": "2.0", "id": 1.5, "method": "a"}"#, Id::Null, invalid),
            (r#"{"jsonrpc": "2.0", "id": 7, "error": 8}"#, Id::Number(7), invalid),
        ] {
            assert_eq!(parsed(body).unwrap_err(), (id, code), "{body}");
        }
    }

    #[test]
    fn a_body_has_its_members() {
        let made = Body::of([("id", JsonText::of(&Id::Number(1)).unwrap()), ("result", JsonText::null())]);
        assert_eq!(String::from_utf8(made.bytes()).unwrap(), r#"{"jsonrpc":"2.0","id":1,"result":null}"#);
    }
}
