//! Words and values that are near to the right ones, and fields that there are not.

use crdls_schema::Fix;
use crdls_schema::decode::nearest;
use crdls_text::Edit;
use crdls_yaml::Scalar;

use super::keywords::here;
use super::request::{FixRequest, fix, list};
use super::resolved_path::ResolvedPath;
use super::value::Value;

/// A field that the server does not know, and drops.
pub(super) fn unknown_field(request: &FixRequest<'_>) -> Vec<Fix> {
    list([renamed(request), super::manifest::into_versions(request), request.remove(here)])
}

/// Names of v1beta1 and of other places, and what they are called here.
fn renamed(request: &FixRequest<'_>) -> Option<Fix> {
    const NAMES: [(&str, &str); 3] =
        [("JSONPath", "jsonPath"), ("$defs", "definitions"), ("openAPIV3schema", "openAPIV3Schema")];
    let target = request.target()?;
    let (_, name) = NAMES.iter().find(|(old, _)| *old == target.name())?;
    let free = !target.up()?.has(name);
    let fix = fix(format!("replace with `{name}`"), vec![target.rename(name)?])?;
    free.then_some(Fix { safe: true, ..fix })
}

/// Formats that the server knows, which are named in the message where one is near.
const FORMATS: [&str; 26] = [
    "bsonobjectid",
    "uri",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "cidr",
    "mac",
    "uuid",
    "uuid3",
    "uuid4",
    "uuid5",
    "isbn",
    "isbn10",
    "isbn13",
    "creditcard",
    "ssn",
    "hexcolor",
    "rgbcolor",
    "byte",
    "password",
    "date",
    "duration",
    "datetime",
    "int32",
    "int64",
];

/// A format that the server does not enforce.
pub(super) fn format(request: &FixRequest<'_>) -> Vec<Fix> {
    let target = request.target();
    let near = target.and_then(|target| target.text()).and_then(|word| nearest(&word, FORMATS));
    list([near.and_then(|near| request.write(&Value::text(near))), request.remove(here)])
}

/// A value of another type than the field's.
pub(super) fn wrong_type(request: &FixRequest<'_>) -> Vec<Fix> {
    let words = request.detail();
    let expected = words.rsplit("of type ").next().unwrap_or_default();
    list([in_list(request, expected), truth(request, expected), number(request, expected), encoded(request)])
}

/// One value where a list of such is wanted.
fn in_list(request: &FixRequest<'_>, expected: &str) -> Option<Fix> {
    let target = request.target()?;
    let scalar = target.is_found() && target.node.kind().is_scalar() && !target.node.source().contains('\n');
    if !expected.starts_with("[]") || !scalar || target.node.anchor().is_some() {
        return None;
    }
    let new_text = format!("[{}]", target.node.source());
    fix("make it a list of one", vec![Edit { range: target.node.range(), new_text }])
}

/// A word for true or false where that is wanted.
fn truth(request: &FixRequest<'_>, expected: &str) -> Option<Fix> {
    let word = request.target()?.text()?.to_lowercase();
    let value = match word.as_str() {
        "true" | "yes" | "on" | "y" | "1" => true,
        "false" | "no" | "off" | "n" | "0" => false,
        _ => return None,
    };
    unquoted(request, Value::Bool(value)).filter(|_| expected.ends_with("bool"))
}

/// A number in quotes, or with a fraction that says nothing.
fn number(request: &FixRequest<'_>, expected: &str) -> Option<Fix> {
    let text = request.target()?.text()?;
    let whole = match text.split_once('.') {
        Some((whole, fraction)) => {
            whole.parse::<u64>().ok().map(|n| n + u64::from(fraction.starts_with(['5', '6', '7', '8', '9'])))
        }
        None => text.parse::<u64>().ok(),
    };
    let wanted = ["int64", "int32", "float64"].iter().any(|type_| expected.ends_with(type_));
    unquoted(request, Value::Number(whole?)).filter(|_| wanted)
}

fn unquoted(request: &FixRequest<'_>, value: Value) -> Option<Fix> {
    let target = request.target().filter(ResolvedPath::is_found)?;
    let plain =
        target.node.anchor().is_none() && target.node.tag().is_none() && !target.node.source().contains('\n');
    let new_text = value.flow(false);
    let title = format!("write `{new_text}`");
    plain.then(|| fix(title, vec![Edit { range: target.node.range(), new_text }]))?
}

/// A certificate as text where it is wanted in base64.
fn encoded(request: &FixRequest<'_>) -> Option<Fix> {
    let target = request.target().filter(|target| target.name() == "caBundle")?;
    match target.node.scalar()? {
        Scalar::Str(text) if text.trim_start().starts_with("-----BEGIN") => {
            request.write(&Value::text(base64(text.as_bytes())))
        }
        _ => request.remove(here),
    }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits =
            chunk.iter().chain([0, 0].iter()).take(3).fold(0_usize, |bits, byte| bits << 8 | *byte as usize);
        for place in 0..4 {
            let letter = LETTERS.get(bits >> (18 - 6 * place) & 63).copied().unwrap_or(b'=');
            text.push(if place <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn bytes_in_base64() {
        for (text, encoded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(base64(text.as_bytes()), encoded);
        }
    }
}
