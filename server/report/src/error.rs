//! What the checks report, before it has a range in the text.
//!
//! A check mirrors the server's: it says a code, the server's type of error, path, value and words.
//! Where in the text that is follows from the path; see `locate`.

use crdls_text::TextRange;

use crate::{Code, ErrorType, FieldPath, Path, Server, sentences};
use crdls_go::go_quote;
use crdls_minors::Minor;

/// Which part of a field a finding marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkedPart {
    /// The key or the value, as the server's kind of finding points at one or the other.
    ByKind,
    /// The key, or what stands for an item.
    Key,
    /// The value, where one is written.
    Value,
}

/// A field that outlives the check: as the server prints it, and in the manifest.
#[derive(Clone, Debug)]
pub struct ErrorField {
    /// The path as the server prints it; `<nil>` or empty where it has none.
    pub field: String,
    /// The same field in the manifest.
    pub path: FieldPath,
}

impl ErrorField {
    /// The field at a path.
    pub fn of(path: &Path<'_>) -> Self {
        Self { field: path.server(), path: path.manifest() }
    }
}

/// Something found, by its path.
#[derive(Clone, Debug)]
pub struct FieldError {
    /// What is wrong.
    pub code: &'static Code,
    /// The server's type of error.
    pub kind: ErrorType,
    /// The path as the server prints it.
    pub field: String,
    /// Where the server points.
    pub path: FieldPath,
    /// The node of the schema whose check raised it, where that is known: the server's path may lead to
    /// another one.
    pub node: Option<FieldPath>,
    /// The node that must be unchanged on an update for the server to forgive the error; `None` if it does not.
    pub ratchets_at: Option<FieldPath>,
    /// What the object that is replaced has to do with it: a sentence.
    pub past: Option<String>,
    /// Where the finding is reported, where that is elsewhere; what the server points at explains it then.
    pub moved: Option<FieldPath>,
    /// The value as the server quotes it, where it does.
    pub bad: Option<String>,
    /// The server's sentence after path and value.
    pub detail: String,
    /// Our own sentence; without it the code's summary is shown.
    pub message: Option<String>,
    /// The headline where null is written at the path, which the server drops; it says what to do, too.
    pub if_null: Option<String>,
    /// The value is a boolean that was not expected: the headline adds the word of which YAML 1.1 makes one.
    pub is_boolean: bool,
    /// Why the server wants it otherwise.
    pub why: Option<String>,
    /// What to do.
    pub help: Option<String>,
    /// The values that there are, where the one found is none of them.
    pub choices: Vec<&'static str>,
    /// Other places, by their path in the manifest.
    pub related: Vec<(FieldPath, String)>,
    /// Places in the schema that asks for it.
    pub related_in_schema: Vec<(TextRange, &'static str)>,
    /// Where the smallest text that must change is, when it is not at the path.
    pub marked: Option<FieldPath>,
    /// What of it is marked.
    pub part: MarkedPart,
    /// Where in the text of the value it is, where that is a part of it, as offsets into the decoded text.
    pub inside: Option<TextRange>,
    /// Further places in that text.
    pub also_inside: Vec<(TextRange, String)>,
    /// The server would report it only once other findings are fixed.
    pub shadowed: bool,
}

impl FieldError {
    /// Where the finding is reported.
    pub fn reported(&self) -> &FieldPath {
        self.moved.as_ref().unwrap_or(&self.path)
    }

    /// The whole sentence of a server of that minor.
    pub fn sentence(&self, minor: Minor) -> String {
        let Self { kind, field, detail, bad, .. } = self;
        let said = Server {
            kind: *kind,
            field: field.clone(),
            detail: detail.clone(),
            bad: bad.clone(),
            shadowed: false,
        };
        sentences::sentence(said, minor)
    }

    /// Our own sentence: what is wrong.
    pub fn message(&mut self, text: impl Into<String>) -> &mut Self {
        self.message = Some(text.into());
        self
    }

    /// Our own sentence on the field that is reported: `text` follows its name.
    pub fn predicate(&mut self, text: impl AsRef<str>) -> &mut Self {
        let subject = self.reported().subject();
        self.message(format!("{subject} {}", text.as_ref()))
    }

    /// Why the server wants it otherwise.
    pub fn why(&mut self, text: impl Into<String>) -> &mut Self {
        self.why = Some(text.into());
        self
    }

    /// What to do.
    pub fn help(&mut self, text: impl Into<String>) -> &mut Self {
        self.help = Some(text.into());
        self
    }

    /// The values that there are: one of them may have been meant.
    pub fn choices(&mut self, choices: &[&'static str]) -> &mut Self {
        self.choices = choices.to_vec();
        self
    }

    /// The value as the server quotes it in its sentence.
    pub fn bad(&mut self, value: impl Into<String>) -> &mut Self {
        self.bad = Some(value.into());
        self
    }

    /// The same for a list of strings.
    pub fn bad_list<'s>(&mut self, values: impl IntoIterator<Item = &'s str>) -> &mut Self {
        let values: Vec<_> = values.into_iter().map(go_quote).collect();
        self.bad(format!("[{}]", values.join(",")))
    }

    /// Another place that explains this one.
    pub fn related(&mut self, path: &Path<'_>, text: impl Into<String>) -> &mut Self {
        self.related.push((path.manifest(), text.into()));
        self
    }

    /// The schema asks for it here.
    pub fn related_in_schema(&mut self, range: TextRange, text: &'static str) -> &mut Self {
        self.related_in_schema.push((range, text));
        self
    }

    /// Moves the finding to another location; the old one becomes a note.
    pub fn moved(&mut self, path: &Path<'_>, text: impl Into<String>) -> &mut Self {
        let before = self.moved.replace(path.manifest()).unwrap_or_else(|| self.path.clone());
        self.related.insert(0, (before, text.into()));
        self
    }

    /// What must change is a part of the value's text.
    pub fn inside(&mut self, range: TextRange) -> &mut Self {
        self.inside = Some(range);
        self
    }

    /// Another part of that text.
    pub fn also_inside(&mut self, range: TextRange, text: impl Into<String>) -> &mut Self {
        self.also_inside.push((range, text.into()));
        self
    }

    /// What must change is elsewhere than where the server points.
    pub fn mark(&mut self, path: &Path<'_>) -> &mut Self {
        self.marked = Some(path.manifest());
        self
    }

    /// What must change is a key.
    pub fn mark_key(&mut self, path: &Path<'_>) -> &mut Self {
        self.part = MarkedPart::Key;
        self.mark(path)
    }

    /// What must change is a value, where one is written.
    pub fn mark_value(&mut self, path: &Path<'_>) -> &mut Self {
        self.part = MarkedPart::Value;
        self.mark(path)
    }
}

/// Everything raised so far.
#[derive(Debug, Default)]
pub struct Report {
    /// The errors, in the order of the server.
    pub errors: Vec<FieldError>,
    /// The minor of the server that reports it.
    pub kubernetes: Minor,
    /// What is raised now is reported only after something else is fixed.
    pub shadowed: bool,
    /// The file of the schema that is checked against, if it is not that of the object.
    pub schema_file: Option<String>,
}

impl Report {
    /// Adds an error at a path, which the server prints with its sentence.
    pub fn add(
        &mut self,
        code: &'static Code,
        kind: ErrorType,
        path: &Path<'_>,
        detail: impl Into<String>,
    ) -> &mut FieldError {
        self.add_at(code, kind, ErrorField::of(path), detail)
    }

    /// Adds an error at a field that is known by both of its paths.
    pub fn add_at(
        &mut self,
        code: &'static Code,
        kind: ErrorType,
        target: ErrorField,
        detail: impl Into<String>,
    ) -> &mut FieldError {
        let index = self.errors.len();
        let ErrorField { field, path } = target;
        let error = FieldError {
            node: None,
            ratchets_at: None,
            past: None,
            code,
            kind,
            field,
            path,
            moved: None,
            bad: None,
            detail: detail.into(),
            message: None,
            if_null: None,
            is_boolean: false,
            why: None,
            help: None,
            choices: Vec::new(),
            related: Vec::new(),
            related_in_schema: Vec::new(),
            marked: None,
            part: MarkedPart::ByKind,
            inside: None,
            also_inside: Vec::new(),
            shadowed: self.shadowed,
        };
        self.errors.push(error);
        // Just pushed.
        #[expect(clippy::indexing_slicing, reason = "the index of the element pushed above")]
        &mut self.errors[index]
    }

    /// Adds `Required value` (`field.Required`).
    pub fn required(
        &mut self,
        code: &'static Code,
        path: &Path<'_>,
        detail: impl Into<String>,
    ) -> &mut FieldError {
        self.add(code, ErrorType::Required, path, detail)
    }

    /// Adds `Forbidden` (`field.Forbidden`).
    pub fn forbidden(
        &mut self,
        code: &'static Code,
        path: &Path<'_>,
        detail: impl Into<String>,
    ) -> &mut FieldError {
        self.add(code, ErrorType::Forbidden, path, detail)
    }

    /// `value` is quoted as the server quotes a string.
    pub fn invalid(
        &mut self,
        code: &'static Code,
        path: &Path<'_>,
        value: &str,
        detail: impl Into<String>,
    ) -> &mut FieldError {
        self.add(code, ErrorType::Invalid, path, detail).bad(go_quote(value))
    }

    /// `supported values: "a", "b"`, in the order given.
    pub fn not_supported(
        &mut self,
        code: &'static Code,
        path: &Path<'_>,
        value: &str,
        supported: &[&'static str],
    ) -> &mut FieldError {
        let list: Vec<_> = supported.iter().map(|s| go_quote(s)).collect();
        let detail = format!("supported values: {}", list.join(", "));
        self.add(code, ErrorType::NotSupported, path, detail).bad(go_quote(value)).choices(supported)
    }

    /// A sentence that the server says without a place, and lets the object pass.
    pub fn warning(
        &mut self,
        code: &'static Code,
        path: &Path<'_>,
        detail: impl Into<String>,
    ) -> &mut FieldError {
        let warning = self.add(code, ErrorType::Warning, path, detail);
        warning.field.clear();
        warning
    }

    /// What was raised since `from` by no other node is this one's.
    #[inline]
    pub fn set_node(&mut self, path: &Path<'_>, from: usize) {
        for error in self.errors.iter_mut().skip(from).filter(|error| error.node.is_none()) {
            error.node = Some(path.manifest());
        }
    }

    /// Runs checks whose findings the server would show only later.
    pub fn shadowed_if<T>(&mut self, shadowed: bool, checks: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.shadowed;
        self.shadowed = before || shadowed;
        let done = checks(self);
        self.shadowed = before;
        done
    }
}
