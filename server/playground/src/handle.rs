//! Which request is answered by what.
//!
//! Must not know how an answer is made.

use serde_json::json;

use crate::request::Request;
use crate::workspace::Workspace;
use crate::{answers, go, rules, views};

/// The answer to what only changes the files.
const NOTHING: &str = "null";

impl Workspace {
    /// Answers a request: an object with `answer`, or with `error`, a sentence for the person at the page.
    pub fn request(&mut self, request: &[u8]) -> String {
        let request =
            serde_json::from_slice(request).map_err(|why| format!("the request does not parse: {why}"));
        match request.and_then(|request| self.answer(request)) {
            Ok(answer) => format!("{{\"answer\":{answer}}}"),
            Err(why) => json!({"error": why}).to_string(),
        }
    }

    fn answer(&mut self, request: Request) -> Result<String, String> {
        match request {
            Request::Status => Ok(answers::status(self)),
            Request::Settings { kubernetes } => self.set(&kubernetes).map(|()| answers::status(self)),
            Request::Old { text } => {
                self.set_old(text);
                Ok(NOTHING.to_owned())
            }
            Request::Edit { file, range, new_text } => {
                self.edit(&file, range, new_text).map(|()| NOTHING.to_owned())
            }
            Request::Remove { file } => {
                self.remove(&file);
                Ok(NOTHING.to_owned())
            }
            Request::Check { file, fixes, typing } => answers::check(self, self.file(&file)?, fixes, typing),
            Request::Finding { file, number, typing } => {
                answers::finding(self, self.file(&file)?, number, typing)
            }
            Request::Hover { file, at } => answers::hover(self, self.file(&file)?, at),
            Request::Complete { file, at } => answers::complete(self, self.file(&file)?, at),
            Request::Cost { file } => Ok(views::cost(self, self.file(&file)?)),
            Request::Effective { file } => Ok(views::effective(self, self.file(&file)?)),
            Request::Evaluate { file, expression, field } => {
                Ok(rules::evaluate(self, self.file(&file)?, expression.as_deref(), field.as_deref()))
            }
            Request::Test { file } => rules::test(self, self.file(&file)?),
            Request::Go { text } => go::go(self, text),
            Request::Explain { what } => Ok(views::explain(self, &what)),
            Request::KubectlExplain { what, api_version, recursive } => {
                views::kubectl_explain(self, &what, api_version.as_deref(), recursive)
            }
            Request::Kinds => Ok(views::kinds(self)),
            Request::Openapi { file } => views::openapi(self, self.file(&file)?),
            Request::Diff { old, file } => Ok(views::diff(self, old, self.file(&file)?)),
            Request::Sample { kind, minimal } => views::sample(self, &kind, minimal),
        }
    }
}
