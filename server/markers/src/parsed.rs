//! A marker in a comment, read by its definition.
//!
//! Mirrors `Definition.Parse` of controller-tools (pkg/markers/parse.go) and the `ParseMarker` of those that read their
//! value by themselves (pkg/crd/markers/validation.go).

use crdls_go::go_quote;
use crdls_text::TextRange;
use crdls_yaml::json_stream;

use crate::grammar::{
    ArgumentType, Named, ScanError, Split, Text, Value, ValueKind, Wants, atoi, parse, parse_float, shifted,
};
use crate::registry::{Marker, Reads, Version};

/// A marker's text in a file: from its plus to the end of the line, blanks at the end left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkerText<'t> {
    /// The text, from the plus on.
    pub text: &'t str,
    /// Where it begins in the file.
    pub start: u32,
}

impl<'t> MarkerText<'t> {
    /// The marker of a comment, which stands in the file at `range`; `None` where the comment is none. A marker is
    /// alone in a `//` comment, blanks aside (`isMarkerComment`).
    pub fn of_comment(file: &'t str, range: TextRange) -> Option<Self> {
        let inside = range.of(file).strip_prefix("//")?;
        let text = inside.trim();
        if !text.starts_with('+') {
            return None;
        }
        let blank = inside.len() - inside.trim_start().len();
        Some(Self { text, start: range.start + 2 + blank as u32 })
    }

    /// The whole marker in the file.
    pub fn range(self) -> TextRange {
        TextRange::new(self.start, self.start + self.text.len() as u32)
    }

    /// Its name and what is behind it.
    pub fn split(self) -> Split<'t> {
        Split::of(self.text)
    }

    /// The range of everything between the plus and the first `=`.
    pub fn whole_name(self) -> TextRange {
        TextRange::new(self.start + 1, self.start + 1 + self.split().whole_name.len() as u32)
    }
}

/// An error of a marker in controller-gen's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkerError {
    /// The sentence, with the position in the marker where controller-gen prints one.
    pub sentence: String,
    /// The same without that position.
    pub message: String,
    /// What must change, in the file.
    pub range: TextRange,
}

/// A marker with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// What it is.
    pub marker: &'static Marker,
    /// The whole marker in the file, from the plus on.
    pub range: TextRange,
    /// The name of the marker, without the plus.
    pub name: TextRange,
    /// Its one value.
    pub value: Option<Value>,
    /// Its arguments with names, as they are written.
    pub arguments: Vec<Named>,
    /// What controller-gen refuses. It then reads nothing of the marker.
    pub errors: Vec<MarkerError>,
}

impl Parsed {
    /// Reads a marker by its definition.
    pub fn read(text: MarkerText<'_>, marker: &'static Marker, version: Version) -> Self {
        let split = text.split();
        let name_len =
            if split.whole_name.starts_with(marker.name) { marker.name.len() } else { split.name.len() };
        let mut parsed = Self {
            marker,
            range: text.range(),
            name: TextRange::new(text.start + 1, text.start + 1 + name_len as u32),
            value: None,
            arguments: Vec::new(),
            errors: Vec::new(),
        };
        match marker.reads(version) {
            Some(reads) => parsed.by_itself(text, reads),
            None => parsed.by_definition(text, version),
        }
        parsed
    }

    /// The same marker where it is moved by a distance, modulo 2³².
    pub(crate) fn shifted(&self, by: u32) -> Self {
        let error = |error: &MarkerError| MarkerError { range: shifted(error.range, by), ..error.clone() };
        Self {
            marker: self.marker,
            range: shifted(self.range, by),
            name: shifted(self.name, by),
            value: self.value.as_ref().map(|value| value.shifted(by)),
            arguments: self.arguments.iter().map(|argument| argument.shifted(by)).collect(),
            errors: self.errors.iter().map(error).collect(),
        }
    }

    /// An argument by its name.
    pub fn argument(&self, name: &str) -> Option<&Named> {
        self.arguments.iter().find(|argument| argument.name == name)
    }

    /// The value of an argument by its name; of the one value for the empty name.
    pub fn value_of(&self, name: &str) -> Option<&Value> {
        if name.is_empty() { self.value.as_ref() } else { self.argument(name)?.value.as_ref() }
    }

    /// The range of its value or arguments: what is behind the name.
    pub fn arguments_range(&self) -> TextRange {
        TextRange::new((self.name.end + 1).min(self.range.end), self.range.end)
    }

    fn by_definition(&mut self, text: MarkerText<'_>, version: Version) {
        let split = text.split();
        let takes_names = self.marker.takes_names(version);
        let rest_start = text.text.len() - split.rest.len();
        let from = if takes_names && split.whole_name.len() > split.name.len() {
            // The last part of the name is an argument: `+a:b:c=d`.
            1 + split.name.len() + 1
        } else {
            rest_start
        };
        let fields = text.text.get(from..).unwrap_or_default();
        let base = text.start + from as u32;
        let known: Vec<(&str, ArgumentType)> =
            self.marker.arguments(version).map(|argument| (argument.name, argument.value)).collect();
        let wants = match known.first() {
            None => Wants::Nothing,
            Some((_, value)) if self.marker.anonymous => Wants::Value(*value),
            Some(_) => Wants::Named(&known),
        };
        let read = parse(fields, base, wants, version.parser());
        self.value = read.value;
        self.arguments = read.named;
        for error in read.errors {
            let range = self.range_of(&error, base);
            self.errors.push(MarkerError { sentence: error.sentence(), message: error.message, range });
        }
        self.missing_arguments(fields, &read.last, version);
    }

    /// What must change for an error of the scanner: for an unknown argument its name, otherwise the token.
    fn range_of(&self, error: &ScanError, base: u32) -> TextRange {
        let unknown = error.message.starts_with("unknown argument");
        if let Some(last) = self.arguments.last().filter(|_| unknown) {
            return last.name_range;
        }
        TextRange::new(base + error.offset, base + error.end)
    }

    /// `missing argument`, as a strict definition reports it behind all others.
    fn missing_arguments(&mut self, fields: &str, last: &ScanError, version: Version) {
        let anonymous = self.marker.anonymous;
        for argument in self.marker.arguments(version) {
            let optional = argument.optional_since.is_some_and(|since| since <= version);
            // An argument without `=` is not seen.
            let named =
                || self.argument(argument.name).is_some_and(|its| its.value_start > its.name_range.end);
            let seen = if anonymous { !fields.is_empty() } else { named() };
            if optional || seen {
                continue;
            }
            let message = format!("missing argument {}", go_quote(argument.name));
            let error = ScanError { message, ..last.clone() };
            self.errors.push(MarkerError {
                sentence: error.sentence(),
                message: error.message,
                range: TextRange::new(self.name.start, self.name.end),
            });
        }
    }

    /// `ParseMarker`.
    fn by_itself(&mut self, text: MarkerText<'_>, reads: Reads) {
        let split = text.split();
        let from = text.text.len() - split.rest.len();
        let start = text.start + from as u32;
        let raw = Text::bare(split.rest, start);
        let range = raw.range();
        self.value = Some(Value { range, kind: ValueKind::Raw(raw) });
        let result = match reads {
            Reads::Json => read_json(split.rest).map(|()| None),
            Reads::Int => {
                let number = atoi(without_comment(split.whole_name, split.rest).1);
                number.map(|value| Some(ValueKind::Int(value))).map_err(|words| (0, self.invalid(&words)))
            }
            Reads::Float => {
                let number = parse_float(without_comment(split.whole_name, split.rest).1);
                number.map(|value| Some(ValueKind::Number(value))).map_err(|words| (0, self.invalid(&words)))
            }
        };
        match result {
            Ok(None) => {}
            Ok(Some(kind)) => {
                let (blank, number) = without_comment(split.whole_name, split.rest);
                let from = start + blank as u32;
                self.value = Some(Value { range: TextRange::new(from, from + number.len() as u32), kind });
            }
            Err((at, sentence)) => {
                let range = if split.has_value { TextRange::new(start + at, range.end) } else { self.name };
                self.errors.push(MarkerError { message: sentence.clone(), sentence, range });
            }
        }
    }

    fn invalid(&self, words: &str) -> String {
        format!("invalid {} value: {words}", self.marker.schema)
    }
}

/// `stripCommentIfDeclarativeValidationMarker`: the number in a value, and how many blanks are before it.
fn without_comment<'t>(name: &str, rest: &'t str) -> (usize, &'t str) {
    let rest = match rest.split_once('#') {
        Some((before, _)) if name.starts_with("k8s:") => before,
        _ => rest,
    };
    (rest.len() - rest.trim_start().len(), rest.trim())
}

/// `KubernetesDefault.ParseMarker`, as far as it can fail: where, and Go's words.
fn read_json(rest: &str) -> Result<(), (u32, String)> {
    let trimmed = rest.trim();
    if trimmed.starts_with("ref(") {
        return Ok(());
    }
    if trimmed.is_empty() {
        return Err((0, "unexpected end of JSON input".to_owned()));
    }
    if let Some(error) = json_stream::error_at(rest, 0) {
        const END: &str = "unexpected EOF";
        if error.message != END {
            return Err((error.offset as u32, error.message));
        }
        // Go looks at what would be with a blank at the end.
        let with_blank = json_stream::error_at(&format!("{rest} "), 0).map(|error| error.message);
        let message = with_blank.filter(|message| message != END);
        return Err((
            error.offset as u32,
            message.unwrap_or_else(|| "unexpected end of JSON input".to_owned()),
        ));
    }
    if json_stream::is_json(rest) {
        return Ok(());
    }
    // One value, and then something else.
    let end = (1..=trimmed.len()).rfind(|end| trimmed.get(..*end).is_some_and(json_stream::is_json));
    let behind = trimmed.get(end.unwrap_or(0)..).unwrap_or_default().trim_start();
    // Go prints a byte as a character.
    let character = match behind.bytes().next().map(char::from) {
        Some(c @ ('\\' | '\'')) => format!("\\{c}"),
        c => c.map(String::from).unwrap_or_default(),
    };
    let at = rest.len() - rest.trim_start().len() + trimmed.len() - behind.len();
    Err((at as u32, format!("invalid character '{character}' after top-level value")))
}
