//! URLs (k8s.io/apiserver, pkg/cel/library/urls.go).

use crdls_cel::eval::{Binding, Error, Map, Outcome, Value};

use super::{LibraryType, held, own, text};
use crdls_go::Url;
use crdls_values::parse_url;

pub(super) static FUNCTIONS: &[Binding] = &[
    Binding::new("string_to_url", |args| parse_url(text(args)?).map(held).map_err(Error::new)),
    Binding::new("is_url_string", |args| Ok(Value::Bool(Url::parse_request(text(args)?).is_ok()))),
    Binding::new("url_get_scheme", |args| Ok(Value::string(&*url(args)?.scheme))),
    Binding::new("url_get_host", |args| Ok(Value::string(&*url(args)?.host))),
    Binding::new("url_get_hostname", |args| Ok(Value::string(url(args)?.hostname()))),
    Binding::new("url_get_port", |args| Ok(Value::string(url(args)?.port()))),
    Binding::new("url_get_escaped_path", |args| Ok(Value::string(url(args)?.escaped_path()))),
    Binding::new("url_get_query", query),
];

fn url(args: &[Value]) -> Result<&Url, Error> {
    own(args, 0)
}

fn query(args: &[Value]) -> Outcome {
    let entry = |(key, values): (String, Vec<String>)| {
        (Value::string(key), Value::list(values.into_iter().map(Value::string).collect()))
    };
    Ok(Value::Map(Map::of(url(args)?.query().into_iter().map(entry).collect())))
}

impl LibraryType for Url {
    const NAMES: [&'static str; 3] = ["kubernetes.URL", "cel.URL", "*url.URL"];

    fn equals(&self, other: &Self) -> bool {
        self.to_text() == other.to_text()
    }

    fn text(&self) -> String {
        self.to_text()
    }
}
