//! Values of a wrong type: what Go says of each, and which of them it says.
//!
//! Go's decoder continues after a value of the wrong type and keeps the first error; an error from an
//! `UnmarshalJSON` ends it at once, and wins over what was kept.

use crdls_yaml::{Member, Node};

use super::context::DecodeContext;
use super::unknown::{self, UnknownField};
use super::{Dropped, FieldSuggestion, messages};
use crate::fields::{Ty, TypeDef};
use crdls_report::{ErrorType, FieldValidation, Finding, Path, Server, Step, code, in_backticks};
use crdls_values::json::Raw;

code!(WRONG_TYPE, "wrong-type", Error, server, "a value has the wrong type for its field");

#[derive(Debug, Default)]
pub(crate) struct Problems {
    /// How many steps lead to the manifest; the server does not know of them.
    base: usize,
    validation: FieldValidation,
    /// No field is suggested for an unknown one.
    pub(super) brief: bool,
    wrong: Vec<Finding>,
    unknown: Vec<UnknownField>,
    dropped: Vec<Dropped>,
    outermost: DecoderErrors,
    /// The decoders of the `UnmarshalJSON`s that are at work, each inside of the one before.
    inner: Vec<DecoderErrors>,
}

/// What a decoder will say: places in `wrong`.
#[derive(Clone, Copy, Debug, Default)]
struct DecoderErrors {
    /// The first value of a wrong type.
    saved: Option<usize>,
    /// The error that ended it.
    returned: Option<usize>,
}

impl Problems {
    pub fn new(at: &Path<'_>, validation: FieldValidation) -> Self {
        Self { base: at.back().count(), validation, ..Self::default() }
    }

    /// The findings, and what is silently dropped.
    pub fn finish(self) -> (Vec<Finding>, Vec<Dropped>) {
        let said = self.outermost.returned.or(self.outermost.saved);
        let mut findings = self.wrong;
        for (i, finding) in findings.iter_mut().enumerate() {
            finding.set_shadowed(said != Some(i));
        }
        findings.extend(unknown::findings(self.unknown, self.validation, said.is_some()));
        (findings, self.dropped)
    }

    pub(crate) fn enter_custom(&mut self) {
        self.inner.push(DecoderErrors::default());
    }

    /// What the inner decoder says ends the outer one.
    pub(crate) fn leave_custom(&mut self) {
        let inner = self.inner.pop().unwrap_or_default();
        if let Some(said) = inner.returned.or(inner.saved) {
            self.decoder().returned.get_or_insert(said);
        }
    }

    fn decoder(&mut self) -> &mut DecoderErrors {
        self.inner.last_mut().unwrap_or(&mut self.outermost)
    }

    /// A value that is not what the field holds.
    pub fn wrong_type(&mut self, written: Node<'_>, raw: &Raw<'_>, ty: Ty, go: &str, at: DecodeContext<'_>) {
        match raw {
            Raw::Number(number) if matches!(ty, Ty::Int32 | Ty::Int64) => {
                self.number(written, &number.text(), go, at);
            }
            _ => self.mismatch(written, raw, messages::expected(ty), go, at),
        }
    }

    pub fn mismatch(
        &mut self,
        written: Node<'_>,
        raw: &Raw<'_>,
        expected: &str,
        go: &str,
        at: DecodeContext<'_>,
    ) {
        let message =
            format!("{} must be {expected}, got {}", at.path.subject(), messages::got(written, raw));
        let detail = self.unmarshal(raw.go(), go, at);
        let mut finding = self.finding(written, at, message, detail);
        finding.notes.extend(messages::advice(written, raw, expected));
        finding.fixes.extend(messages::fix(written, raw, expected));
        self.save(finding);
    }

    /// A number that does not fit.
    pub fn number(&mut self, written: Node<'_>, text: &str, go: &str, at: DecodeContext<'_>) {
        let message = format!("{} must be {}, got `{text}`", at.path.subject(), messages::integer(go));
        let detail = self.unmarshal(&format!("number {text}"), go, at);
        let finding = self.finding(written, at, message, detail);
        self.save(finding);
    }

    pub fn base64(&mut self, written: Node<'_>, offset: usize, at: DecodeContext<'_>) {
        let message = format!("{} must be base64", at.path.subject());
        let detail = format!("illegal base64 data at input byte {offset}");
        let finding = self.finding(written, at, message, detail);
        self.save(finding.help("encode the PEM text: `base64 -w0 < ca.crt`"));
    }

    pub fn time(&mut self, written: Node<'_>, sentence: String, at: DecodeContext<'_>) {
        let got = in_backticks(written.str().as_deref().unwrap_or_default());
        let subject = at.path.subject();
        let message = format!("{subject} must be a time such as `2006-01-02T15:04:05Z`, got {got}");
        let finding = self.finding(written, at, message, sentence);
        self.end(finding);
    }

    pub(crate) fn neither_schema_nor_bool(
        &mut self,
        written: Node<'_>,
        raw: &Raw<'_>,
        at: DecodeContext<'_>,
    ) {
        let expected = "a schema, `true` or `false`";
        let message =
            format!("{} must be {expected}, got {}", at.path.subject(), messages::got(written, raw));
        let mut finding = self.finding(written, at, message, "boolean or JSON schema expected".to_owned());
        finding.notes.extend(messages::advice(written, raw, "`true` or `false`"));
        self.end(finding);
    }

    /// A key that is no field of a type.
    pub fn unknown(
        &mut self,
        member: &Member<'_>,
        siblings: &[Member<'_>],
        ty: &'static TypeDef,
        at: DecodeContext<'_>,
    ) {
        let suggestion = if self.brief { None } else { FieldSuggestion::of(member, siblings, ty) };
        if at.custom {
            let (name, key, path) = (member.name.to_string(), member.key.range(), at.path.manifest());
            self.dropped.push(Dropped { name, key, ty, suggestion, path });
        } else {
            self.unknown.push(UnknownField::new(member, ty, suggestion, at.path, self.base));
        }
    }

    fn save(&mut self, finding: Finding) {
        let place = self.wrong.len();
        self.wrong.push(finding);
        self.decoder().saved.get_or_insert(place);
    }

    fn end(&mut self, finding: Finding) {
        let place = self.wrong.len();
        self.wrong.push(finding);
        self.decoder().returned.get_or_insert(place);
    }

    fn finding(&self, written: Node<'_>, at: DecodeContext<'_>, message: String, detail: String) -> Finding {
        let mut finding = Finding::new(&WRONG_TYPE, written.range(), at.path, message);
        let kind = ErrorType::Decoding;
        finding.server = Some(Server { kind, field: String::new(), detail, bad: None, shadowed: false });
        finding
    }

    /// Go's `UnmarshalTypeError`: the struct, and the names of all fields on the way.
    fn unmarshal(&self, value: &str, go: &str, at: DecodeContext<'_>) -> String {
        let Some(owner) = at.owner else {
            return format!("json: cannot unmarshal {value} into Go value of type {go}");
        };
        let mut field = owner.name.to_owned();
        for step in self.steps(at.path) {
            if let Step::Child(name) = step {
                field.push('.');
                field.push_str(name);
            }
        }
        format!("json: cannot unmarshal {value} into Go struct field {field} of type {go}")
    }

    /// The steps from the manifest on.
    fn steps<'a>(&self, path: &Path<'a>) -> impl Iterator<Item = Step<'a>> + use<'a> {
        path.steps().into_iter().skip(self.base)
    }
}
