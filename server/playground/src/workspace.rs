//! The files of a page, their CRDs, and the settings.
//!
//! Must not know what is made of them.

use std::collections::BTreeMap;

use crdls_ide::{File, FileContext};
use crdls_render::{Source, Span};
use crdls_resource::Index;
use crdls_schema::{Config, Minors};
use crdls_text::{Edit, TextRange};
use serde_json::json;

use crate::request::Request;
use crate::{answers, views};

/// The files of a page. CRDs in one validate the custom resources of all.
#[derive(Debug, Default)]
pub struct Workspace {
    pub(crate) files: BTreeMap<String, Source>,
    pub(crate) crds: Index,
    pub(crate) config: Config,
}

impl Workspace {
    /// Puts a file in place of the one of its name.
    pub fn set_file(&mut self, name: &str, bytes: Vec<u8>) {
        self.take(Source::new(name.to_owned(), File::from_bytes(bytes).remembering()));
    }

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
            Request::Settings { kubernetes } => self.set(&kubernetes),
            Request::Edit { file, range, new_text } => self.edit(&file, range, new_text),
            Request::Remove { file } => self.remove(&file),
            Request::Check { file, fixes, typing } => answers::check(self, self.file(&file)?, fixes, typing),
            Request::Finding { file, number, typing } => {
                answers::finding(self, self.file(&file)?, number, typing)
            }
            Request::Hover { file, at } => answers::hover(self, self.file(&file)?, at),
            Request::Complete { file, at } => answers::complete(self, self.file(&file)?, at),
            Request::Cost { file } => Ok(views::cost(self, self.file(&file)?)),
            Request::Effective { file } => Ok(views::effective(self, self.file(&file)?)),
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

    fn file(&self, name: &str) -> Result<&Source, String> {
        self.files.get(name).ok_or_else(|| format!("there is no file `{name}`"))
    }

    /// What is known around a file.
    pub(crate) fn context<'a>(&'a self, source: &'a Source) -> FileContext<'a> {
        FileContext { old: None, crds: Some(&self.crds), file: &source.name }
    }

    fn take(&mut self, source: Source) {
        let file = source.file();
        let found = Index::found(&source.name, 0, file.shared_text(), file.tree(), &self.config);
        self.crds.open(&source.name, found);
        self.files.insert(source.name.clone(), source);
    }

    fn edit(&mut self, name: &str, range: Span, new_text: String) -> Result<String, String> {
        let mut source = self.files.remove(name).ok_or_else(|| format!("there is no file `{name}`"))?;
        let [start, end] = [range.start, range.end].map(|at| source.offset(at));
        let edit = Edit { range: TextRange::new(start, end.max(start)), new_text };
        let mut done = false;
        source.replace(|mut file| {
            done = file.edit(&edit);
            file
        });
        self.take(source);
        if done { Ok("null".to_owned()) } else { Err("the range is not one of the text".to_owned()) }
    }

    fn remove(&mut self, name: &str) -> Result<String, String> {
        self.files.remove(name);
        self.crds.close(name);
        Ok("null".to_owned())
    }

    fn set(&mut self, kubernetes: &str) -> Result<String, String> {
        let minors =
            Minors::parse(kubernetes).ok_or_else(|| format!("there is no Kubernetes `{kubernetes}`"))?;
        self.config = Config::default().of_minors(minors);
        for mut source in std::mem::take(&mut self.files).into_values() {
            // What was decoded for other minors does not hold for these.
            source.replace(File::without_tree);
            self.take(source);
        }
        Ok(answers::status(self))
    }
}
