//! What is found in a document: one value for the editor, the terminal and the tests.

use crdls_text::{Edit, TextChange, TextRange};

use crate::FieldPath;
use crate::code::{Code, Severity};
use crdls_minors::Minors;

/// One finding. Ranges are byte ranges of the whole text.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What was found.
    pub code: &'static Code,
    /// How severe it is: the code's own severity unless a setting changes it.
    pub severity: Severity,
    /// The smallest text that the user must change.
    pub range: TextRange,
    /// What is wrong: lower case, no final stop, backticks round the user's text.
    pub message: String,
    /// Why, and what to do; each a sentence.
    pub notes: Vec<Note>,
    /// The field of the manifest; empty where the finding is about no field.
    pub path: FieldPath,
    /// What the API server says; `None` for advice of our own.
    pub server: Option<Server>,
    /// Other ranges that explain it.
    pub related: Vec<Related>,
    /// The CRD that validated the custom resource; `None` in anything else.
    pub validated_by: Option<Related>,
    /// An object that shows it; `None` where none is needed.
    pub witness: Option<Box<WitnessObject>>,
    /// The minors that it holds on; `None` for all that are checked.
    pub kubernetes: Option<Minors>,
    /// How it can be fixed; empty where no fix was asked for or none is known.
    pub fixes: Vec<Fix>,
}

/// An object that shows what a finding says, as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessObject {
    /// The whole object, as it is sent.
    pub object: String,
    /// The object that it replaces, where an update shows it; `None` where a creation does.
    pub old: Option<String>,
}

/// A sentence below a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Why the server wants it so.
    Why(String),
    /// What to do.
    Help(String),
}

/// The API server's own finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// The type of the error.
    pub kind: ErrorType,
    /// The path as the server says it; empty for the kinds that have none.
    pub field: String,
    /// The sentence behind the path and the value, word for word.
    pub detail: String,
    /// The value as the server quotes it, where it does.
    pub bad: Option<String>,
    /// The server reports it only after earlier findings are fixed.
    pub shadowed: bool,
}

/// `field.ErrorType` of the server, and what is said before its validation begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ErrorType {
    /// The manifest cannot be decoded.
    Decoding,
    /// The server has no such kind.
    NoMatch,
    /// Strict decoding: an unknown or a duplicate field.
    StrictDecoding,
    /// `field.ErrorTypeNotFound`
    NotFound,
    /// `field.ErrorTypeRequired`
    Required,
    /// `field.ErrorTypeDuplicate`
    Duplicate,
    /// `field.ErrorTypeInvalid`
    Invalid,
    /// `field.ErrorTypeNotSupported`
    NotSupported,
    /// `field.ErrorTypeForbidden`
    Forbidden,
    /// `field.ErrorTypeTooLong`
    TooLong,
    /// `field.ErrorTypeTooMany`
    TooMany,
    /// `field.ErrorTypeInternal`
    InternalError,
    /// `field.ErrorTypeTypeInvalid`
    TypeInvalid,
    /// The object was written for another state of the stored one.
    Conflict,
    /// A conversion webhook's response cannot be used.
    Conversion,
    /// A warning: the object is accepted.
    Warning,
}

impl ErrorType {
    /// The name as JSON has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decoding => "Decoding",
            Self::NoMatch => "NoMatch",
            Self::StrictDecoding => "StrictDecoding",
            Self::NotFound => "FieldValueNotFound",
            Self::Required => "FieldValueRequired",
            Self::Duplicate => "FieldValueDuplicate",
            Self::Invalid => "FieldValueInvalid",
            Self::NotSupported => "FieldValueNotSupported",
            Self::Forbidden => "FieldValueForbidden",
            Self::TooLong => "FieldValueTooLong",
            Self::TooMany => "FieldValueTooMany",
            Self::InternalError => "InternalError",
            Self::TypeInvalid => "FieldValueTypeInvalid",
            Self::Conflict => "Conflict",
            Self::Conversion => "Conversion",
            Self::Warning => "Warning",
        }
    }

    /// Whether the server refuses an object for it; unknown fields it refuses where field validation is strict.
    pub const fn refuses(self) -> bool {
        !matches!(self, Self::Warning | Self::StrictDecoding)
    }

    /// How `field.Error.ErrorBody` starts its sentence.
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::NotFound => "Not found",
            Self::Required => "Required value",
            Self::Duplicate => "Duplicate value",
            Self::Invalid | Self::TypeInvalid => "Invalid value",
            Self::NotSupported => "Unsupported value",
            Self::Forbidden => "Forbidden",
            Self::TooLong => "Too long",
            Self::TooMany => "Too many",
            Self::InternalError => "Internal error",
            Self::Decoding
            | Self::NoMatch
            | Self::StrictDecoding
            | Self::Conflict
            | Self::Conversion
            | Self::Warning => "",
        }
    }
}

impl Server {
    /// The whole sentence as the server prints it: `path: Invalid value: "x": why`.
    pub fn sentence(&self) -> String {
        let mut parts = Vec::new();
        if !self.field.is_empty() {
            parts.push(self.field.clone());
        }
        let phrase = self.kind.phrase();
        if !phrase.is_empty() {
            parts.push(phrase.to_owned());
        }
        parts.extend(self.bad.clone());
        if !self.detail.is_empty() {
            parts.push(self.detail.clone());
        }
        parts.join(": ")
    }

    /// The sentence for people: of a validation rule that the server quotes as a struct only the text.
    pub fn shown(&self) -> String {
        match self.bad.as_deref().and_then(text_of_rule) {
            Some(text) => Self { bad: Some(text), ..self.clone() }.sentence(),
            None => self.sentence(),
        }
    }
}

/// A title with a capital letter at its start.
pub fn capitalized(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The text of a dumped `ValidationRule`, in quotes: JSON, or Go's syntax for older minors.
fn text_of_rule(bad: &str) -> Option<String> {
    let rest = ["{\"Rule\":", "apiextensions.ValidationRule{Rule:"]
        .iter()
        .find_map(|start| bad.strip_prefix(start))?;
    let mut is_escaped = false;
    let end = rest.char_indices().skip(1).find(|(_, c)| {
        let is_end = *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        is_end
    });
    rest.get(..=end?.0).map(str::to_owned)
}

/// Another place that has to do with a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The file, where it is another one.
    pub file: Option<String>,
    /// The bytes of that file's text.
    pub range: TextRange,
    /// What there is, without a final stop.
    pub message: String,
}

/// A way to mend a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an imperative.
    pub title: String,
    /// The fix changes nothing but the subject of the finding, and needs no review.
    pub safe: bool,
    /// The edits of the file's text, which do not overlap.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// A safe one that writes a word in place of another, in the quotes that the other has.
    pub fn respell(range: TextRange, written: &str, word: &str) -> Self {
        let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''));
        let quote = quote.map(String::from).unwrap_or_default();
        let new_text = format!("{quote}{word}{quote}");
        Self { title: format!("replace with `{word}`"), safe: true, edits: vec![Edit { range, new_text }] }
    }

    /// A safe one that makes a text of what is written without quotes.
    pub fn quote(range: TextRange, written: &str) -> Self {
        let new_text = format!("\"{written}\"");
        Self { title: format!("write `{new_text}`"), safe: true, edits: vec![Edit { range, new_text }] }
    }
}

impl Finding {
    /// By what findings of a document are sorted.
    pub fn sort_key(&self) -> (u32, u32, &'static str) {
        (self.range.start, self.range.end, self.code.name)
    }

    /// Whether it is an error of the server, of a type.
    pub fn is(&self, kind: ErrorType) -> bool {
        self.server.as_ref().is_some_and(|server| server.kind == kind)
    }

    /// Whether the server refuses the object for it, be it the first error that it tells or not.
    pub fn refuses(&self) -> bool {
        self.server.as_ref().is_some_and(|server| server.kind.refuses())
    }

    /// Whether the server tells it only once other errors are mended; false for advice.
    pub fn is_shadowed(&self) -> bool {
        self.server.as_ref().is_some_and(|server| server.shadowed)
    }

    /// A finding of a code at a place.
    pub fn new(
        code: &'static Code,
        range: TextRange,
        path: impl Into<FieldPath>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code,
            severity: code.severity,
            range,
            message: one_line(message),
            notes: Vec::new(),
            path: path.into(),
            server: None,
            related: Vec::new(),
            validated_by: None,
            witness: None,
            kubernetes: None,
            fixes: Vec::new(),
        }
    }

    /// All ranges that explain it; last, the CRD that validated the custom resource, unless a range is in it already.
    pub fn places(&self) -> impl Iterator<Item = &Related> {
        let is_named = |by: &&Related| {
            self.related.iter().any(|place| (&place.file, place.range) == (&by.file, by.range))
        };
        self.related.iter().chain(self.validated_by.iter().filter(move |by| !is_named(by)))
    }

    /// The ranges of its own file.
    pub fn own_ranges(&mut self) -> impl Iterator<Item = &mut TextRange> {
        let others = self.related.iter_mut().chain(&mut self.validated_by);
        let own = others.filter(|place| place.file.is_none()).map(|place| &mut place.range);
        std::iter::once(&mut self.range).chain(own)
    }

    /// Moves it to the text that its own one is in. A fix is left out if an edit of it cannot be written there.
    pub fn relocate(&mut self, place: impl Fn(TextRange) -> TextRange, edit: impl Fn(&Edit) -> Option<Edit>) {
        self.own_ranges().for_each(|range| *range = place(*range));
        self.fixes.retain_mut(|fix| {
            let edits = fix.edits.iter().map(&edit).collect::<Option<_>>();
            edits.map(|edits| fix.edits = edits).is_some()
        });
    }

    /// Moves it to where it is in a text with a change. False if the change touches its range. What explains or fixes it
    /// and is touched is left out.
    pub fn moved_by(&mut self, change: TextChange) -> bool {
        let follows = |place: &mut Related| place.file.is_some() || change.moves(&mut place.range);
        self.related.retain_mut(follows);
        self.validated_by = self.validated_by.take().and_then(|mut by| follows(&mut by).then_some(by));
        self.fixes.retain_mut(|fix| fix.edits.iter_mut().all(|edit| change.moves(&mut edit.range)));
        change.moves(&mut self.range)
    }

    /// Whether the server would report it only once earlier findings are fixed; nothing where it is our advice.
    pub fn set_shadowed(&mut self, shadowed: bool) {
        if let Some(server) = &mut self.server {
            server.shadowed = shadowed;
        }
    }

    /// Marks it as one that the server reports only after earlier findings are fixed. Advice stays as it is.
    pub fn shadow(&mut self) {
        self.set_shadowed(true);
    }

    /// Adds why the server wants it otherwise.
    #[must_use]
    pub fn why(mut self, text: impl Into<String>) -> Self {
        self.notes.push(Note::Why(one_line(text)));
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.notes.push(Note::Help(one_line(text)));
        self
    }

    /// Adds a range of the same text that explains it.
    #[must_use]
    pub fn related(mut self, range: TextRange, message: impl Into<String>) -> Self {
        self.related.push(Related { file: None, range, message: one_line(message) });
        self
    }

    /// Makes it one of these minors alone, which its message then says.
    pub fn only_on(&mut self, minors: Minors) {
        self.message = format!("{} (Kubernetes {minors})", self.message);
        self.kubernetes = Some(minors);
    }

    /// Adds an object that shows it.
    #[must_use]
    pub fn shown_by(mut self, witness: WitnessObject) -> Self {
        self.witness = Some(Box::new(witness));
        self
    }

    /// The title of a fix for this finding as readers see it: with a capital letter and with the name of the field, if the
    /// title does not have it.
    pub fn title_of(&self, fix: &Fix) -> String {
        let title = capitalized(&fix.title);
        let subject = self.path.subject();
        let Some(field) = subject.rsplit('`').nth(1) else { return title };
        let last = field.rsplit('.').next().unwrap_or(field).split('[').next().unwrap_or(field);
        let is_named = |span: &str| {
            span.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').any(|word| word == last)
        };
        if last.is_empty() || title.split('`').skip(1).step_by(2).any(is_named) {
            return title;
        }
        let within = match title.split(' ').next() {
            Some("Add") => "to",
            Some("Remove") => "from",
            Some("Write" | "Replace" | "Use" | "Ignore") => "for",
            _ => "in",
        };
        let title = title.strip_suffix(" here").unwrap_or(&title);
        format!("{title} {within} `{field}`")
    }

    /// Adds a fix.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }
}

/// A sentence as it is shown: the user's text, which it quotes, may have line breaks.
pub fn one_line(text: impl Into<String>) -> String {
    let text = text.into();
    if !text.contains(char::is_control) {
        return text;
    }
    let shown = |c: char| if c.is_control() { c.escape_debug().to_string() } else { c.to_string() };
    text.chars().map(shown).collect()
}

/// The user's text in backticks, on one line; of a long one the beginning, before `…`.
pub fn in_backticks(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}…`", one_line(text.get(..end).unwrap_or(text))),
        None => format!("`{}`", one_line(text)),
    }
}

/// What a headline adds where a boolean is written as another word.
pub fn boolean_word(written: &str) -> Option<String> {
    let is_other = !matches!(written, "true" | "True" | "TRUE" | "false" | "False" | "FALSE");
    is_other.then(|| format!(", as YAML 1.1 reads {}", in_backticks(written)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_name_the_field() {
        let names = FieldPath::of_names(&["spec", "names", "plural"]);
        static CODE: Code =
            Code { name: "a", severity: Severity::Error, summary: "a", server: true, page: "" };
        let title = |path: &FieldPath, title: &str| {
            let finding = Finding::new(&CODE, TextRange::empty(0), path.clone(), "a");
            finding.title_of(&Fix { title: title.to_owned(), safe: true, edits: Vec::new() })
        };
        assert_eq!(title(&names, "replace with `a`"), "Replace with `a` for `spec.names.plural`");
        assert_eq!(title(&names, "add `plural: a`"), "Add `plural: a`");
        assert_eq!(title(&names, "remove the line"), "Remove the line from `spec.names.plural`");
        assert_eq!(title(&FieldPath::default(), "indent `a`"), "Indent `a`");
    }

    #[test]
    fn a_dumped_rule_is_cut_to_its_text() {
        let of = |bad: &str| {
            let (kind, field, detail) = (ErrorType::Invalid, "spec".to_owned(), "no".to_owned());
            Server { kind, field, detail, bad: Some(bad.to_owned()), shadowed: false }.shown()
        };
        let cut = r#"spec: Invalid value: "a == \"b\"": no"#;
        assert_eq!(of(r#"{"Rule":"a == \"b\"","Message":"","Reason":null}"#), cut);
        assert_eq!(of(r#"apiextensions.ValidationRule{Rule:"a == \"b\"", Message:""}"#), cut);
        assert_eq!(of(r#"{"a":1}"#), r#"spec: Invalid value: {"a":1}: no"#);
    }
}
