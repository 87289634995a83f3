//! Words and values that are near to the right ones, and fields that there are not.

use crdls_crd::validate::{self, MeantFormat};
use crdls_report::Fix;
use crdls_yaml::Scalar;

use super::keywords::here;
use super::request::{FixRequest, fix, list};
use super::scalar;
use super::value::Value;

/// A field that the server does not know, and drops.
pub(super) fn unknown_field(request: &FixRequest<'_>) -> Vec<Fix> {
    list([
        renamed(request),
        super::manifest::into_versions(request),
        super::resource::moved(request),
        request.remove(here),
    ])
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

/// A format that the server does not know.
pub(super) fn format(request: &FixRequest<'_>) -> Vec<Fix> {
    list([meant_format(request), request.remove(here)])
}

/// The format that was meant, or the keyword, in place of `format` and `type`.
fn meant_format(request: &FixRequest<'_>) -> Option<Fix> {
    const INT_OR_STRING: &str = "x-kubernetes-int-or-string";
    let target = request.target()?;
    let type_ = target.up()?.text_of("type").unwrap_or_default();
    match validate::meant_format(&target.text()?, &type_, request.config.kubernetes)? {
        MeantFormat::Format(name) => request.write(&Value::text(name)),
        MeantFormat::Other(INT_OR_STRING, _) => request.everywhere(
            format!("write `{INT_OR_STRING}: true` in place of `type` and `format`"),
            |target| {
                let type_ = target.up()?.down("type");
                let removed = if type_.is_found() { Some(type_.remove()?) } else { None };
                let written = [target.rename(INT_OR_STRING)?, target.set(&Value::Bool(true))?];
                Some(written.into_iter().chain(removed).collect())
            },
        ),
        MeantFormat::Other(..) => None,
    }
}

/// A value of another type than the field's.
pub(super) fn wrong_type(request: &FixRequest<'_>) -> Vec<Fix> {
    let words = request.detail();
    let expected = words.rsplit("of type ").next().unwrap_or_default();
    let is_number = ["int64", "int32", "float64"].iter().any(|type_| expected.ends_with(type_));
    list([
        scalar::in_list(request, expected.starts_with("[]")),
        scalar::truth(request, expected.ends_with("bool")),
        scalar::number(request, is_number),
        encoded(request),
    ])
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
