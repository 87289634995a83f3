//! Formats by name (k8s.io/apiserver, pkg/cel/library/format.go).

use crdls_cel::eval::{Binding, Error, Outcome, Value};

use super::{LibraryType, held, own, text};
use crdls_values::NamedFormat;

pub(super) static FUNCTIONS: &[Binding] = &[
    Binding::new("format-named", |args| Ok(named(text(args)?).map_or(Value::NONE, Value::some))),
    Binding::new("format-validate", validate),
    Binding::new("format.dns1123Label", |_| constant("dns1123Label")),
    Binding::new("format.dns1123Subdomain", |_| constant("dns1123Subdomain")),
    Binding::new("format.dns1035Label", |_| constant("dns1035Label")),
    Binding::new("format.qualifiedName", |_| constant("qualifiedName")),
    Binding::new("format.dns1123LabelPrefix", |_| constant("dns1123LabelPrefix")),
    Binding::new("format.dns1123SubdomainPrefix", |_| constant("dns1123SubdomainPrefix")),
    Binding::new("format.dns1035LabelPrefix", |_| constant("dns1035LabelPrefix")),
    Binding::new("format.labelValue", |_| constant("labelValue")),
    Binding::new("format.uri", |_| constant("uri")),
    Binding::new("format.uuid", |_| constant("uuid")),
    Binding::new("format.byte", |_| constant("byte")),
    Binding::new("format.date", |_| constant("date")),
    Binding::new("format.datetime", |_| constant("datetime")),
];

fn named(key: &str) -> Option<Value> {
    NamedFormat::named(key).map(|format| held(*format))
}

fn constant(key: &str) -> Outcome {
    named(key).ok_or_else(Error::no_such_overload)
}

/// Nothing where the text is of the format, else the sentences about it.
fn validate(args: &[Value]) -> Outcome {
    let format: &NamedFormat = own(args, 0)?;
    let text = args.get(1).and_then(Value::as_str).ok_or_else(Error::no_such_overload)?;
    let said = format.validate(text);
    if said.is_empty() {
        return Ok(Value::NONE);
    }
    Ok(Value::some(Value::list(said.into_iter().map(Value::string).collect())))
}

impl LibraryType for NamedFormat {
    const NAMES: [&'static str; 3] = ["kubernetes.NamedFormat", "cel.Format", "cel.Format"];
    const IS_HASHABLE: bool = false;

    fn equals(&self, other: &Self) -> bool {
        self.name == other.name
    }

    fn text(&self) -> String {
        self.name.to_owned()
    }
}
